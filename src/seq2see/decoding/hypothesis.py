"""`Hypothesis`: one answer as numbers, and its score."""

from dataclasses import dataclass

from seq2see.core.special import EOS


@dataclass(frozen=True)
class Hypothesis:
    """A finished or cut answer to one source."""

    ids: tuple[int, ...]
    """Numbers of the symbols produced, `<eos>` included where it was reached."""
    log_probability: float
    """Natural logarithm of the probability of all of `ids` given the source."""
    ranking_score: float
    """`log_probability` after the length penalty; equal to it where there is none."""
    trail: tuple[int, ...] = ()
    """For each symbol, the row of that step's batch that predicted it. With it, whatever was
    recorded while searching can be put together for one hypothesis (see `inspection`)."""

    @property
    def finished(self) -> bool:
        """Whether the answer ends in `<eos>`; otherwise it was cut at the length limit."""
        return bool(self.ids) and self.ids[-1] == EOS
