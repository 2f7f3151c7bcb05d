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


class TooLongError(InputError):
    """A side of a line that is over a limit of the recipe: the key, and a value that would do."""

    def __init__(self, count: int, limit: int, key: str, needed: int) -> None:
        super().__init__(f"{count} symbols, the limit is {limit}")
        self.key = key
        self.needed = needed


class BadLines:
    """What is wrong with some lines, and what to do about it, each said once."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self._hints: dict[str, None] = {}
        self._needed: dict[str, int] = {}

    def add(self, where: str, error: InputError, accepts: Callable[[], str]) -> None:
        """One more of them; `accepts` says what would have been right."""
        self.problems.append(f"{where}: {error.what}")
        if isinstance(error, TooLongError):
            self._needed[error.key] = max(error.needed, self._needed.get(error.key, 0))
        else:
            self._hints[accepts()] = None

    def refuse(self) -> None:
        """Raise one `InputError` that lists them all, if there are any."""
        settings = " ".join(f"--set {key}={count}" for key, count in self._needed.items())
        longer = [f"For lines as long as these, train with {settings}."] if settings else []
        raise_for_lines(self.problems, "\n".join([*self._hints, *longer]))


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
        if self.text.features and line.count(FEATURES) > 1:
            columns = line.count(FEATURES) + 1
            raise InputError(f"{columns} columns; expected the source, a tab, its features")
        source, features = split_features(line, self.text)
        numbers = _known(self.source.feature_ids, features, "feature")
        symbols, limit = self.split_source(source), self.text.longest_source
        if len(symbols) > limit:
            raise TooLongError(len(symbols), limit, "text.longest_source", len(symbols))
        numbers += _known(self.source.ids, symbols, "symbol")
        if not numbers and not is_blank(line):  # such as a separator of features alone
            raise InputError("no symbol is left of it")
        return [*numbers, EOS] if self.text.source_eos else numbers

    def target_ids(self, line: str) -> list[int]:
        """Numbers of a target line, without `<bos>`, with `<eos>` at the end."""
        _check_unicode(line)
        symbols, limit = self.split_target(line), self.text.longest_target - 1
        if len(symbols) > limit:
            raise TooLongError(len(symbols), limit, "text.longest_target", len(symbols) + 1)
        return [*_known(self.target.ids, symbols, "symbol"), EOS]

    def prefix_ids(self, prefix: str, longest: int) -> list[int]:
        """Numbers of what an answer of at most `longest` symbols, `<eos>` counted, begins with.

        Raises `InputError` for an unknown symbol, and where no room is left for `<eos>`.
        """
        _check_unicode(prefix)
        symbols = self.split_target(prefix)
        numbers = _known(self.target.ids, symbols, "symbol")
        if UNK in numbers and self.target.is_open:
            symbol = symbols[numbers.index(UNK)]
            raise InputError(f"{describe(symbol)} is not in the vocabulary of answers")
        if len(symbols) >= longest:
            raise InputError(
                f"{len(symbols)} symbols, the limit is {longest - 1}, one less than that of answers"
            )
        return numbers

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
        bad = BadLines()
        for index, source in enumerate(sources):
            number = index + 1 if lines is None else lines[index]
            try:
                if not is_blank(source):
                    self.source_ids(source)
            except InputError as error:
                bad.add(f"{origin}, line {number}", error, self.accepts)
        bad.refuse()

    def check_pairs(
        self,
        pairs: Sequence[tuple[str, str]],
        origin: str,
        lines: Sequence[int] | None = None,
        target_origin: str = "",
    ) -> None:
        """Raise one `InputError` that lists every bad source and target, or return quietly.

        A pair with a blank source is never bad: it does not reach a model. `lines` are the
        numbers of the pairs' lines, where they are not 1, 2, 3 and so on. Targets that have a file
        of their own are told by its name, `target_origin`.
        """
        bad = BadLines()
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
                    apart = target_origin if side == "target" else ""
                    where = (
                        f"{apart}, line {number}" if apart else f"{origin}, line {number}, {side}"
                    )
                    bad.add(where, error, accepts)
        bad.refuse()

    def accepts(self) -> str:
        """What a source may be made of, in words for a message."""
        allowed = _allowed(self.source, self.text.source, self.text.longest_source)
        after = (
            f", then a tab and features with {self.text.features!r} between them"
            if self.text.features
            else ""
        )
        return f"This model takes {allowed}{after}."

    def accepts_as_target(self) -> str:
        """What a target may be made of, in words for a message."""
        allowed = _allowed(self.target, self.text.target, self.text.longest_target - 1)
        return f"This model's answers are made of {allowed}."

    def accepts_as_prefix(self, longest: int) -> str:
        """What a prefix of answers of at most `longest` symbols may be made of, likewise."""
        if longest == 1:
            return "Answers cut after 1 symbol, their end counted, leave no room for a prefix."
        allowed = _allowed(self.target, self.text.target, longest - 1, known=True)
        return f"A prefix here is made of {allowed}."


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


def _allowed(vocabulary: Vocabulary, cut: Cut, longest: int, *, known: bool = False) -> str:
    symbols = vocabulary.symbols
    shown = " ".join(symbols[:40]) + (" …" if len(symbols) > 40 else "")
    kind = {"words": "words between single spaces", "subwords": "subwords"}.get(cut, "characters")
    up_to = f"up to {longest} {kind} a line"
    if vocabulary.is_open and not known:
        return f"{up_to}, whatever they are"
    return f"{up_to}, only these {len(symbols)}: {shown}, and nothing before, between or after them"


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
