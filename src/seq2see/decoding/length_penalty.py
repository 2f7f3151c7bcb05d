"""Length penalties: what a log-probability is divided by, so that long answers may win.

Every further symbol lowers an answer's log-probability, so search without a penalty prefers short
answers. All formulas count `<eos>` as a symbol.

* `wu`: ((5 + length) / 6)^α (Wu et al. 2016, "Google's neural machine translation system",
  equation 14).
* `power`: length^α, as fairseq (Ott et al. 2019, `--lenpen`) and Marian (Junczys-Dowmunt et al.
  2018, `--normalize`) have it; α = 1 ranks by the mean log-probability of a symbol.
"""

from dataclasses import dataclass
from typing import Literal

Formula = Literal["wu", "power"]


@dataclass(frozen=True)
class LengthPenalty:
    """A formula and its α; with α = 0 every formula divides by 1."""

    alpha: float = 0.0
    formula: Formula = "wu"

    def divisor(self, length: int) -> float:
        """What the log-probability of an answer of `length` symbols is divided by."""
        base = (5 + length) / 6 if self.formula == "wu" else length
        return float(base**self.alpha)

    def score(self, log_probability: float, length: int) -> float:
        """The score that answers are ranked by."""
        return log_probability / self.divisor(length)

    def largest(self, shortest: int, longest: int) -> float:
        """The largest divisor of any length from `shortest` to `longest`.

        A log-probability is never above 0 and only falls as an answer goes on, so one that stands
        at L now can at best come to L / `largest`. Every formula goes one way as length grows
        (up for α > 0, down for α < 0), so that the largest divisor stands at one of the ends.
        """
        return max(self.divisor(shortest), self.divisor(longest))
