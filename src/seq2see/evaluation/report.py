"""`EvaluationReport`: how good answers are, as plain data; also what `evaluate --json` prints."""

from typing import Literal

import msgspec

from seq2see.metrics.bootstrap import Interval
from seq2see.metrics.edits import Kind

MEASURES = (
    "accuracy",
    "top_k_accuracy",
    "symbol_error_rate",
    "word_error_rate",
    "bleu",
    "chrf",
)
"""In the order in which they are shown."""
LOWER_IS_BETTER = frozenset({"symbol_error_rate", "word_error_rate"})
"""Of all others, a higher figure is the better one."""


class Measures(msgspec.Struct, frozen=True, kw_only=True):
    """Every measure of some answers: its value, its interval, and what was counted for it."""

    items: int
    """Answers that were measured."""
    accuracy: float
    """Share of answers that equal a reference as a whole, 0 to 1."""
    top_k_accuracy: float
    """Share of sources with a reference among the k best answers, 0 to 1."""
    symbol_error_rate: float | None
    """Edits over the symbols of the references; it can exceed 1. None without any symbol."""
    word_error_rate: float | None
    """Edits over the words of the references, cut at spaces. Where pronunciations are measured,
    others call 1 - accuracy by this name."""
    bleu: float | None
    """sacrebleu's corpus BLEU, 0 to 100. None where no reference has four words."""
    chrf: float
    """sacrebleu's corpus chrF, 0 to 100."""
    intervals: dict[str, Interval | None]
    """By the names above, the ends of the 95 % interval."""
    counts: dict[str, dict[str, int]]
    """By the names above, the sums that make the value."""


class LengthGroup(Measures, frozen=True):
    """The answers to sources of some lengths, counted in symbols."""

    shortest: int
    longest: int


class SeenGroup(Measures, frozen=True):
    """The answers to sources all of whose symbols were seen in training, or to the others."""

    seen: bool


class CommonConfusion(msgspec.Struct, frozen=True):
    """An edit that is made often."""

    kind: Kind
    expected: str | None
    """The reference's symbol; None for one that was added."""
    written: str | None
    """The answer's symbol; None for one that was left out."""
    times: int
    of: int | None
    """How often the references hold the expected symbol."""


class WrongAnswer(msgspec.Struct, frozen=True):
    """An answer that equals no reference."""

    source: str
    target: str
    """The reference that needs the fewest edits."""
    answer: str
    log_probability: float | None
    edits: int
    """Symbols to change, so that the answer becomes `target`."""
    references: tuple[str, ...]
    rank: int | None
    """Where among the k best a right answer stands, from 1; None where none does."""
    place: int
    """Which pair was asked, from 0."""


class MeasuredDifference(msgspec.Struct, frozen=True):
    """How one measure differs: the other's value less this one's."""

    difference: float
    interval: Interval
    p_value: float
    better: Literal["this", "other", "neither"]
    """Whose figure is the better one, whatever the p-value: of an error rate, the lower."""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Another model's answers to the same sources beside these."""

    name: str
    measures: Measures
    """Of the other."""
    differences: dict[str, MeasuredDifference | None]
    """By the names of the measures."""
    only_this_right: int
    """Sources that these answers have right and the other's wrong."""
    only_other_right: int
    test: str
    """How the p-values were found."""


class EvaluationReport(Measures, frozen=True):
    """How good answers are, in whole and in parts."""

    pairs: int
    """Pairs that were given; more than `items` where pairs of one source were joined."""
    top_k: int
    """k of the top-k accuracy."""
    signatures: dict[str, str]
    """sacrebleu's, for `bleu` and `chrf`: what to write beside the figures."""
    interval_method: str
    by_length: list[LengthGroup]
    by_seen: list[SeenGroup]
    confusions: list[CommonConfusion]
    """Commonest first."""
    wrong: list[WrongAnswer]
    """Every wrong answer, in the order of the pairs."""
    against: Comparison | None = None
