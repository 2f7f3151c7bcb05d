"""`LabTrace`: what every lab is given, bounded in size; it says itself what it left out."""

from collections.abc import Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

import msgspec

from seq2see.predictor.explanation import Symbol

if TYPE_CHECKING:
    from torch import Tensor

MOST_NUMBERS = 200_000
"""In all arrays of a trace together: some 2 MB of JSON, which a browser draws at once."""

MOST_SYMBOLS = 1_000
"""Of one source or answer in a trace; the picture of more could not be read anyway."""


class Array(msgspec.Struct, frozen=True):
    """Numbers with named axes."""

    axes: list[str]
    """Outermost first; the trace's `axes` says how long each is."""
    values: list[float | None]
    """Row by row, the last axis fastest. None where there is no number."""


class LabTrace(msgspec.Struct, frozen=True, kw_only=True, tag_field="schema"):
    """What all traces have in common; `schema` says which one it is."""

    tokens: dict[str, list[Symbol]]
    """By axis: the symbols that stand along it."""
    axes: dict[str, int]
    """By name: places along the axis."""
    arrays: dict[str, Array]
    notes: list[str] = []
    """What a reader should know, in whole sentences."""
    left_out: list[str] = []
    """What was too much to be sent, in whole sentences; empty where all is there."""


class Budget:
    """How many numbers may still be put into a trace."""

    def __init__(self, numbers: int = MOST_NUMBERS) -> None:
        self.left = numbers

    def take(self, numbers: int) -> bool:
        """Whether there is room for so many more; if so, it is taken."""
        fits = numbers <= self.left
        self.left -= numbers * fits
        return fits


def array(axes: Sequence[str], values: "Tensor | Sequence[Any]") -> Array:
    """An `Array` of a tensor or of nested lists.

    Seven digits are kept, as many as a number of 32 bits has, whatever its size: a probability of
    10⁻¹² stays one, and no zero.
    """
    plain = values if isinstance(values, Sequence) else values.tolist()
    return Array(list(axes), [shortened(value) for value in _flat(plain)])


def shortened(value: float) -> float | None:
    """A number with seven digits; None for one that is none."""
    return None if isnan(value) else float(f"{value:.7g}")


def numbers_in(trace: LabTrace) -> int:
    """Numbers in all arrays of a trace."""
    return sum(len(one.values) for one in trace.arrays.values())


def _flat(values: Any) -> list[float]:
    if not isinstance(values, Sequence):
        return [values]
    return [number for value in values for number in _flat(value)]
