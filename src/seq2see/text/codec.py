"""`Codec`: from a line to numbers and back, for both sides of a model."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence

from seq2see.core.errors import InputError
from seq2see.core.recipe import Cut, Text
from seq2see.core.special import BOS, EOS, PAD, UNK
from seq2see.core.unicode import is_unicode
from seq2see.text.subwords import Subwords
from seq2see.text.symbols import join, split
from seq2see.text.vocabulary import UnknownSymbolError, Vocabulary

SHOWN = 20
"""At most so many bad lines are spelt out; the rest are counted."""

FEATURES = "\t"
"""Stands between a source and its features."""


class Codec:
    """The text section of a recipe together with the two vocabularies.

    With a shared vocabulary `source` and `target` are the same object. Where a side is cut into
    subwords, `source_subwords` or `target_subwords` are what was learned for it.
    """

    def __init__(
        self,
        text: Text,
        source: Vocabulary,
        target: Vocabulary,
        source_subwords: Subwords | None = None,
        target_subwords: Subwords | None = None,
    ) -> None:
        self.text = text
        self.source = source
        self.target = target
        self.source_subwords = source_subwords
        self.target_subwords = target_subwords

    def source_ids(self, line: str) -> list[int]:
        """Numbers of a source line: its features, its symbols, `<eos>` where the recipe wants it.

        Raises `InputError` for a symbol outside a closed vocabulary, and for a line that is too
        long or has no symbol.
        """
        _check_unicode(line)
        source, features = split_features(line, self.text)
        numbers = _known(self.source.feature_ids, features, "feature")
        numbers += self._ids(self.split_source(source), self.source, self.text.longest_source)
        if not numbers and not is_blank(line):  # such as a separator of features alone
            raise InputError("no symbol is left of it")
        return [*numbers, EOS] if self.text.source_eos else numbers

    def target_ids(self, line: str) -> list[int]:
        """Numbers of a target line, without `<bos>`, with `<eos>` at the end."""
        _check_unicode(line)
        longest = self.text.longest_target - 1
        return [*self._ids(self.split_target(line), self.target, longest), EOS]

    def source_symbols(self, line: str) -> list[str]:
        """What `source_ids` are the numbers of, as written; what is unknown stays itself."""
        source, features = split_features(line, self.text)
        end = [self.source.symbol(EOS)] if self.text.source_eos else []
        return [*features, *self.split_source(source), *end]

    def unknown_symbols(self, line: str) -> list[str]:
        """The source symbols that an open vocabulary does not hold, each once, as written."""
        if not self.source.is_open:
            return []
        numbered = zip(self.source_ids(line), self.source_symbols(line), strict=True)
        return list(dict.fromkeys(symbol for number, symbol in numbered if number == UNK))

    def target_symbols(self, line: str) -> list[str]:
        """What `target_ids` are the numbers of, as written."""
        return [*self.split_target(line), self.target.symbol(EOS)]

    def split_source(self, source: str) -> list[str]:
        """The symbols of a source without its features."""
        if self.source_subwords is not None:
            return self.source_subwords.split(prepared(source, self.text))
        return split(prepared(source, self.text), self.text.source, self.text.source_separator)

    def split_target(self, line: str) -> list[str]:
        """The symbols of a target."""
        if self.target_subwords is not None:
            return self.target_subwords.split(prepared(line, self.text))
        return split(prepared(line, self.text), self.text.target, self.text.target_separator)

    def target_text(self, ids: Iterable[int]) -> str:
        """The text that target numbers spell; `<unk>` is written so, other special ones are not."""
        symbols = [self.target.symbol(i) for i in ids if i not in (PAD, BOS, EOS)]
        if self.target_subwords is not None:
            return self.target_subwords.join(symbols)
        return join(symbols, self.text.target, self.text.target_separator)

    def check_sources(
        self, sources: Sequence[str], origin: str, lines: Sequence[int] | None = None
    ) -> None:
        """Raise one `InputError` that lists every bad source, or return quietly.

        Blank ones are never bad. `origin` names the file; `lines` are the numbers of the sources'
        lines, where they are not 1, 2, 3 and so on.
        """
        problems: list[str] = []
        for index, source in enumerate(sources):
            number = index + 1 if lines is None else lines[index]
            try:
                if not is_blank(source):
                    self.source_ids(source)
            except InputError as error:
                problems.append(f"{origin}, line {number}: {error.what}")
        raise_for_lines(problems, self.accepts())

    def check_pairs(
        self,
        pairs: Sequence[tuple[str, str]],
        origin: str,
        lines: Sequence[int] | None = None,
    ) -> None:
        """Raise one `InputError` that lists every bad source and target, or return quietly.

        A pair with a blank source is never bad: it does not reach a model. `lines` are the
        numbers of the pairs' lines, where they are not 1, 2, 3 and so on.
        """
        problems: list[str] = []
        hints: dict[str, None] = {}
        for index, (source, target) in enumerate(pairs):
            if is_blank(source):
                continue
            number = index + 1 if lines is None else lines[index]
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
        after = (
            f", then a tab and features with {self.text.features!r} between them"
            if self.text.features
            else ""
        )
        return f"This model takes up to {allowed}{after}."

    def accepts_as_target(self) -> str:
        """What a target may be made of, in words for a message."""
        allowed = _allowed(self.target, self.text.target, self.text.longest_target - 1)
        return f"This model's answers are made of up to {allowed}."

    def _ids(self, symbols: Sequence[str], vocabulary: Vocabulary, longest: int) -> list[int]:
        if len(symbols) > longest:
            raise InputError(f"{len(symbols)} symbols, the limit is {longest}")
        return _known(vocabulary.ids, symbols, "symbol")


def prepared(text: str, how: Text) -> str:
    """`text` normalised and put in lower case, as far as the recipe asks for it."""
    if how.normalisation != "none":
        text = unicodedata.normalize(how.normalisation, text)
    return text.lower() if how.lower_case else text


def split_features(line: str, how: Text) -> tuple[str, list[str]]:
    """A source line as its text and its features; without features the line is all text.

    Raises `InputError` where a model expects features and the line has no tab before any.
    """
    if not how.features:
        return line, []
    source, tab, features = line.partition(FEATURES)
    if not tab:
        raise InputError("no features: expected the source, a tab, its features")
    return source, [name for name in features.split(how.features) if name]


def _check_unicode(line: str) -> None:
    if not is_unicode(line):
        raise InputError("not Unicode: it holds half of a character")


def _known(
    numbers: Callable[[Sequence[str]], list[int]], names: Sequence[str], what: str
) -> list[int]:
    try:
        return numbers(names)
    except UnknownSymbolError as error:
        raise InputError(
            f"{what} {error.position + 1}, {describe(error.symbol)}, is not in the vocabulary"
        ) from None


def _allowed(vocabulary: Vocabulary, cut: Cut, longest: int) -> str:
    symbols = vocabulary.symbols
    shown = " ".join(symbols[:40]) + (" …" if len(symbols) > 40 else "")
    kind = {"words": "words between single spaces", "subwords": "subwords"}.get(cut, "characters")
    if vocabulary.is_open:
        return f"{longest} {kind} a line, any"
    known = f"only these {len(symbols)}: {shown}"
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
