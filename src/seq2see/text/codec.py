"""`Codec`: from a line to numbers and back, for both sides of a model."""

from collections.abc import Iterable, Sequence

from seq2see.core.errors import InputError
from seq2see.core.recipe import Text
from seq2see.core.special import EOS
from seq2see.text.symbols import Cut, join, split
from seq2see.text.vocabulary import UnknownSymbolError, Vocabulary

SHOWN = 20
"""At most so many bad lines are spelt out; the rest are counted."""


class Codec:
    """The text section of a recipe together with the two vocabularies.

    With a shared vocabulary `source` and `target` are the same object.
    """

    def __init__(self, text: Text, source: Vocabulary, target: Vocabulary) -> None:
        self.text = text
        self.source = source
        self.target = target

    def source_ids(self, line: str) -> list[int]:
        """Numbers of a source line, with `<eos>` where the recipe wants it.

        Raises `InputError` for a symbol outside the vocabulary and for a line that is too long.
        """
        return self._ids(line, self.source, self.text.source, self.text.longest_source) + (
            [EOS] if self.text.source_eos else []
        )

    def target_ids(self, line: str) -> list[int]:
        """Numbers of a target line, without `<bos>`, with `<eos>` at the end."""
        longest = self.text.longest_target - 1
        return [*self._ids(line, self.target, self.text.target, longest), EOS]

    def target_text(self, ids: Iterable[int]) -> str:
        """The text that target numbers spell; special symbols are left out."""
        target = self.target
        return join([target.symbol(i) for i in ids if not target.is_special(i)], self.text.target)

    def check_sources(self, lines: Sequence[str], origin: str, first_line: int = 1) -> None:
        """Raise one `InputError` that lists every bad line, or return quietly.

        Blank lines are never bad. `origin` names the file; lines count from `first_line`.
        """
        problems: list[str] = []
        for number, line in enumerate(lines, start=first_line):
            try:
                if not is_blank(line):
                    self.source_ids(line)
            except InputError as error:
                problems.append(f"{origin}, line {number}: {error.what}")
        raise_for_lines(problems, self.accepts())

    def check_pairs(self, pairs: Sequence[tuple[str, str]], origin: str) -> None:
        """Raise one `InputError` that lists every bad source and target, or return quietly.

        A pair with a blank source is never bad: it does not reach a model.
        """
        problems: list[str] = []
        hints: dict[str, None] = {}
        for number, (source, target) in enumerate(pairs, start=1):
            if is_blank(source):
                continue
            for side, line, ids, accepts in (
                ("source", source, self.source_ids, self.accepts),
                ("target", target, self.target_ids, self.accepts_as_target),
            ):
                try:
                    ids(line)
                except InputError as error:
                    problems.append(f"{origin}, line {number}, {side}: {error.what}")
                    hints[accepts()] = None
        raise_for_lines(problems, "\n".join(hints))

    def accepts(self) -> str:
        """What a source may be made of, in words for a message."""
        allowed = _allowed(self.source, self.text.source, self.text.longest_source)
        return f"This model takes up to {allowed}."

    def accepts_as_target(self) -> str:
        """What a target may be made of, in words for a message."""
        allowed = _allowed(self.target, self.text.target, self.text.longest_target - 1)
        return f"This model's answers are made of up to {allowed}."

    def _ids(self, line: str, vocabulary: Vocabulary, cut: Cut, longest: int) -> list[int]:
        symbols = split(line, cut)
        if len(symbols) > longest:
            raise InputError(f"{len(symbols)} symbols, the limit is {longest}")
        try:
            return vocabulary.ids(symbols)
        except UnknownSymbolError as error:
            raise InputError(
                f"symbol {error.position + 1}, {describe(error.symbol)}, is not in the vocabulary"
            ) from None


def _allowed(vocabulary: Vocabulary, cut: Cut, longest: int) -> str:
    symbols = vocabulary.symbols
    shown = " ".join(symbols[:40]) + (" …" if len(symbols) > 40 else "")
    kind = "characters" if cut == "characters" else "words between single spaces"
    known = "any" if vocabulary.is_open else f"only these {len(symbols)}: {shown}"
    return f"{longest} {kind} a line, {known}, and nothing before, between or after them"


def is_blank(line: str) -> bool:
    """Whether a line is empty or only white space; such a line never reaches a model."""
    return not line.strip()


def describe(symbol: str) -> str:
    """A symbol in quotes, with its code points where it is not plain ASCII."""
    if symbol == "":
        return "an empty word (two spaces in a row, or one at an end)"
    if symbol.isascii() and symbol.isprintable():
        return f"{symbol!r}"
    points = " ".join(f"U+{ord(character):04X}" for character in symbol)
    shown = f"'{symbol}'" if symbol.isprintable() else repr(symbol)
    return f"{shown} ({points})"


def raise_for_lines(problems: Sequence[str], hint: str) -> None:
    """Raise one `InputError` listing the problems (the first `SHOWN` in full), if there are any."""
    if not problems:
        return
    shown = list(problems[:SHOWN])
    if len(problems) > SHOWN:
        shown.append(f"… and {len(problems) - SHOWN} more")
    what = f"{len(problems)} line{'s' if len(problems) > 1 else ''} cannot be read:"
    raise InputError(what, shown, hint)
