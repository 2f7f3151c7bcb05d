"""`Finding`: what one check found, in numbers and in words."""

from typing import Literal

import msgspec

Outcome = Literal["passed", "failed", "does not apply"]
Unit = Literal["logits", "log-probabilities", "weights", "numbers", "answers"]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of one check; of all differences it saw, the worst."""

    name: str
    """The check's short name, such as "padding"."""
    meaning: str
    """What holds of the model if the check passes, in a sentence."""
    outcome: Outcome
    unit: Unit
    """What differed: logits, log-probabilities and weights (of attention) by a size; numbers and
    answers are counted."""
    largest: float | None
    """The largest difference found; None where it is no size (another file, not a number, a model
    that broke off), and where the check does not apply."""
    tolerance: float | None
    """Up to so much is rounding; 0 where the two must be equal bit for bit."""
    where: str = ""
    """Where the largest difference stands: pair, step, symbol; empty where there is none."""
    cause: str = ""
    """What usually makes this check fail; empty unless it failed."""
    follows: tuple[str, ...] = ()
    """Other failed checks that would explain this failure: mend those first."""

    @property
    def failed(self) -> bool:
        """Whether something is wrong."""
        return self.outcome == "failed"
