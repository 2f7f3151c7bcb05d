"""`LineAnswer`: what a model says to one line."""

import msgspec

from seq2see.decoding.hypothesis import Hypothesis


class RankedText(msgspec.Struct, frozen=True, kw_only=True):
    """One hypothesis as text."""

    text: str
    log_probability: float
    """Natural logarithm, summed over the symbols, the end symbol included."""
    ranking_score: float
    """The same after the length penalty; n-best lists are sorted by it."""
    finished: bool
    """False when the answer was cut at the length limit."""

    @classmethod
    def of(cls, hypothesis: Hypothesis, text: str) -> "RankedText":
        """A hypothesis that reads `text`."""
        return cls(
            text=text,
            log_probability=hypothesis.log_probability,
            ranking_score=hypothesis.ranking_score,
            finished=hypothesis.finished,
        )


class LineAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The hypotheses for one line, best first (or samples, as drawn); none for a blank line."""

    source: str
    answer: str
    """The first hypothesis' text; empty for a blank line."""
    hypotheses: list[RankedText]
    longer_than_training: bool
    """The source has more symbols than any that the model learned from."""
    unknown_symbols: list[str]
    """Symbols of the source that the vocabulary does not hold: the model reads `<unk>`."""
