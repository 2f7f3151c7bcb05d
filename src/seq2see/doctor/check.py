"""`Check`: one property of a model, how it is tried, and what it means when it does not hold."""

from collections.abc import Callable
from dataclasses import dataclass

from seq2see.doctor.patient import Patient
from seq2see.doctor.worst import Worst


@dataclass(frozen=True)
class Check:
    """A property and how to try it."""

    name: str
    meaning: str
    """What holds if it passes, in a sentence."""
    cause: str
    """What usually makes it fail, in a sentence."""
    run: Callable[[Patient], Worst | None]
    """Tries it; None where the property means nothing for the model."""
    follows: tuple[str, ...] = ()
    """Checks whose failure makes this one fail too."""
