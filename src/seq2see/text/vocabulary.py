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
    """Symbols numbered from 0: the special ones, the text's own, then features, each in order.

    Text that spells a special symbol, such as `<eos>`, is text: it is never read as special; nor
    is a letter `V` the feature `V`. An open vocabulary maps what it does not hold to `<unk>`; a
    closed one refuses it.
    """

    def __init__(
        self, symbols: Iterable[str], *, features: Iterable[str] = (), is_open: bool = False
    ) -> None:
        self.is_open = is_open
        self.symbols = tuple(symbols)
        self.features = tuple(features)
        self.special = _SPECIAL if is_open else _SPECIAL[:UNK]
        first = len(self.special)
        self._ids = {symbol: first + index for index, symbol in enumerate(self.symbols)}
        first += len(self.symbols)
        self._feature_ids = {name: first + index for index, name in enumerate(self.features)}
        if len(self._ids) != len(self.symbols) or len(self._feature_ids) != len(self.features):
            raise ValueError("a vocabulary lists a symbol twice")

    def __len__(self) -> int:
        return len(self.special) + len(self.symbols) + len(self.features)

    def __contains__(self, symbol: str) -> bool:
        return symbol in self._ids

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.symbols, self.features, self.is_open))

    def ids(self, symbols: Sequence[str]) -> list[int]:
        """Numbers of `symbols`. Raises `UnknownSymbolError` where a closed vocabulary ends."""
        return self._numbers(symbols, self._ids)

    def feature_ids(self, features: Sequence[str]) -> list[int]:
        """Numbers of `features`, as `ids` gives those of symbols."""
        return self._numbers(features, self._feature_ids)

    def _numbers(self, names: Sequence[str], known: dict[str, int]) -> list[int]:
        try:
            return [known[name] for name in names]
        except KeyError:
            if self.is_open:
                return [known.get(name, UNK) for name in names]
        position = next(i for i, name in enumerate(names) if name not in known)
        raise UnknownSymbolError(names[position], position)

    def symbol(self, number: int) -> str:
        """The symbol or feature with this number, special symbols as `<eos>` and so on."""
        first = len(self.special)
        if number < first:
            return self.special[number]
        index = number - first
        features = index - len(self.symbols)
        return self.symbols[index] if features < 0 else self.features[features]

    def is_special(self, number: int) -> bool:
        """Whether this number stands for a special symbol."""
        return number < len(self.special)

    def to_json(self) -> bytes:
        """The vocabulary as JSON; `from_json` gives it back."""
        data = {
            "special": self.special,
            "open": self.is_open,
            "symbols": self.symbols,
            "features": self.features,
        }
        return msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n"

    @classmethod
    def from_json(cls, content: bytes) -> "Vocabulary":
        """Read what `to_json` wrote. Raises `msgspec.DecodeError` on anything else."""
        data = msgspec.json.decode(content, type=_Stored)
        vocabulary = cls(data.symbols, features=data.features, is_open=data.open)
        if tuple(data.special) != vocabulary.special:
            raise msgspec.ValidationError(f"special symbols {data.special} are not the known ones")
        return vocabulary


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    special: list[str]
    open: bool
    symbols: list[str]
    features: list[str] = []
