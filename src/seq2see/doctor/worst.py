"""`Worst`: of all differences that a check sees, the one furthest beyond its tolerance."""

from collections.abc import Callable, Sequence
from math import inf

import torch
from torch import Tensor

from seq2see.doctor.finding import Unit


class Worst:
    """The largest difference seen so far, measured in tolerances, and where it was."""

    def __init__(self, unit: Unit) -> None:
        self.unit: Unit = unit
        self.largest = 0.0
        self.tolerance = 0.0
        self.where = ""
        self._excess = -1.0

    @property
    def passed(self) -> bool:
        """Whether nothing seen lies beyond its tolerance."""
        return self._excess <= 1.0

    def see(self, difference: float, tolerance: float, where: str | Callable[[], str]) -> None:
        """Take a difference (0 or more, not a number counts as infinite) into account."""
        difference = inf if difference != difference else difference
        excess = difference / tolerance if tolerance else inf if difference else 0.0
        if excess > self._excess or (excess == self._excess and difference > self.largest):
            self._excess = excess
            self.largest, self.tolerance = difference, tolerance
            self.where = "" if difference == 0 else where if isinstance(where, str) else where()

    def count(self, wrong: Sequence[str]) -> None:
        """Take things that are wrong into account, none of which may be; each says where."""
        more = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
        self.see(float(len(wrong)), 0.0, f"{wrong[0]}{more}" if wrong else "")


def largest_of(found: Tensor, right: Tensor) -> tuple[float, tuple[int, ...]]:
    """The largest difference of two tensors of one shape, and its place; 0 where both are empty.

    Not a number counts as infinite. Equal infinities do not differ.
    """
    if not found.numel():
        return 0.0, (0,) * found.ndim
    found, right = found.cpu().double(), right.cpu().double()  # not every device has doubles
    difference = (found - right).abs().masked_fill(found == right, 0.0)
    difference = torch.nan_to_num(difference, nan=inf, posinf=inf)
    place = int(difference.argmax())
    index = torch.unravel_index(torch.tensor(place), difference.shape)
    return float(difference.flatten()[place]), tuple(int(i) for i in index)
