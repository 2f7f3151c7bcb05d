"""`Measure`: what each answer adds to a figure, and the figure that a sum of these makes.

Accuracy, error rates, BLEU and chrF are all functions of sums over the answers. So a figure of any
part of them, of a bootstrap resample, or of two systems with answers exchanged, needs no string:
only the rows of this table, added up again.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from seq2see.metrics.error_rate import ErrorCount

Table = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """One measure of some answers."""

    name: str
    rows: Table
    """Answers × parts: whole numbers, so that sums are exact in any order."""
    values: Callable[[Table], Table]
    """From sums (any number of them × parts) to figures, NaN where one is undefined."""
    counted: tuple[str, ...]
    """Names of the first parts, for whoever wants the sums."""
    is_share: bool = False
    """Whether each answer adds 0 or 1 to the first part and 1 to the second."""
    signature: str = ""
    """sacrebleu's, where sacrebleu made the rows."""

    def of(self, chosen: Sequence[int]) -> "Measure":
        """The same measure of the answers with these places alone."""
        return replace(self, rows=self.rows[list(chosen)])

    def value(self) -> float | None:
        """The figure of all answers; None where it is undefined."""
        found = float(self.values(self.rows.sum(axis=0, keepdims=True))[0])
        return None if np.isnan(found) else found

    def counts(self) -> dict[str, int]:
        """The sums that have a name."""
        sums = [round(part) for part in self.rows.sum(axis=0)]
        return dict(zip(self.counted, sums, strict=False))


def share_measure(name: str, hits: Sequence[bool]) -> Measure:
    """A share of the answers, from 0 to 1: those for which `hits` is true."""
    rows = np.array([[hit, 1] for hit in hits], dtype=np.float64).reshape(-1, 2)
    return Measure(name, rows, _ratios, ("right", "answers"), is_share=True)


def rate_measure(name: str, counts: Sequence[ErrorCount], unit: str) -> Measure:
    """An error rate: edits over `unit` ("symbols" or "words") of the references."""
    rows = np.array([[c.edits, c.length] for c in counts], dtype=np.float64).reshape(-1, 2)
    return Measure(name, rows, _ratios, ("edits", unit))


def _ratios(sums: Table) -> Table:
    undefined = np.full(len(sums), np.nan)
    return np.divide(sums[:, 0], sums[:, 1], out=undefined, where=sums[:, 1] > 0)
