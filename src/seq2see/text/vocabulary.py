"""`Vocabulary`: the symbols of one side and their numbers."""

from collections.abc import Iterable, Sequence

import msgspec

from seq2see.core.special import UNK

_SPECIAL = ("<pad>", "<bos>", "<eos>", "<unk>")


class UnknownSymbolError(KeyError):
    """A symbol that a closed vocabulary does not hold; `position` counts from 0."""

    def __init__(self, symbol: str, position: int) -> None:
        self.symbol = symbol
        self.position = position
        super().__init__(symbol)


class Vocabulary:
    """Symbols numbered from 0: first the special ones, then the text's own, in order.

    Text that spells a special symbol, such as `<eos>`, is text: it is never read as special. An
    open vocabulary maps what it does not hold to `<unk>`; a closed one refuses it.
    """

    def __init__(self, symbols: Iterable[str], *, is_open: bool = False) -> None:
        self.is_open = is_open
        self.symbols = tuple(symbols)
        self.special = _SPECIAL if is_open else _SPECIAL[:UNK]
        first = len(self.special)
        self._ids = {symbol: first + index for index, symbol in enumerate(self.symbols)}
        if len(self._ids) != len(self.symbols):
            raise ValueError("a vocabulary lists a symbol twice")

    def __len__(self) -> int:
        return len(self.special) + len(self.symbols)

    def __contains__(self, symbol: str) -> bool:
        return symbol in self._ids

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.symbols, self.is_open))

    def ids(self, symbols: Sequence[str]) -> list[int]:
        """Numbers of `symbols`. Raises `UnknownSymbolError` where a closed vocabulary ends."""
        try:
            return [self._ids[symbol] for symbol in symbols]
        except KeyError:
            if self.is_open:
                return [self._ids.get(symbol, UNK) for symbol in symbols]
        position = next(i for i, symbol in enumerate(symbols) if symbol not in self._ids)
        raise UnknownSymbolError(symbols[position], position)

    def symbol(self, number: int) -> str:
        """The symbol with this number, special symbols as `<eos>` and so on."""
        first = len(self.special)
        return self.special[number] if number < first else self.symbols[number - first]

    def is_special(self, number: int) -> bool:
        """Whether this number stands for a special symbol."""
        return number < len(self.special)

    def to_json(self) -> bytes:
        """The vocabulary as JSON; `from_json` gives it back."""
        data = {"special": self.special, "open": self.is_open, "symbols": self.symbols}
        return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"

    @classmethod
    def from_json(cls, content: bytes) -> "Vocabulary":
        """Read what `to_json` wrote. Raises `msgspec.DecodeError` on anything else."""
        data = msgspec.json.decode(content, type=_Stored)
        vocabulary = cls(data.symbols, is_open=data.open)
        if tuple(data.special) != vocabulary.special:
            raise msgspec.ValidationError(f"special symbols {data.special} are not the known ones")
        return vocabulary


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    special: list[str]
    open: bool
    symbols: list[str]
