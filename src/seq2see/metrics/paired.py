"""Two systems on the same sources: is the difference more than chance?

The p-value is that of approximate randomisation: Noreen 1989, "Computer-intensive methods for
testing hypotheses"; Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and
significance testing for MT", §4. The interval of the difference is that of the paired bootstrap:
Koehn 2004, "Statistical significance tests for machine translation evaluation".
"""

from typing import NamedTuple

import numpy as np

from seq2see.metrics.bootstrap import (
    RESAMPLES,
    SEED,
    Interval,
    percentiles,
    resampled_sums,
)
from seq2see.metrics.measure import Measure, Table

TRIALS = 10_000
_CELLS = 4_000_000


class Difference(NamedTuple):
    """How one measure differs between two systems."""

    difference: float
    """The second system's figure less the first's."""
    interval: Interval
    """95 % interval of the difference."""
    p_value: float
    """How often a difference at least as large, in either direction, comes about by chance."""


def paired_difference(
    first: Measure, second: Measure, *, resamples: int = RESAMPLES, trials: int = TRIALS
) -> Difference | None:
    """The difference between two systems' figures; None where either is undefined.

    Rows of both measures belong to the same sources in the same order: else `ValueError`.
    """
    if first.rows.shape != second.rows.shape:
        raise ValueError("a paired test needs two answers to each source")
    before, after = first.value(), second.value()
    if before is None or after is None:
        return None
    parts = first.rows.shape[1]
    both = resampled_sums(np.hstack([first.rows, second.rows]), resamples)
    drawn = second.values(both[:, parts:]) - first.values(both[:, :parts])
    return Difference(
        difference=after - before,
        interval=percentiles(drawn),
        p_value=_p_value(first, second, after - before, trials),
    )


def _p_value(first: Measure, second: Measure, difference: float, trials: int) -> float:
    """The share of trials, the observed one among them, that differ at least as much.

    In each trial every source's two answers change places or not, evenly. Counting ties and the
    observed difference itself keeps the test honest: equal systems have p = 1.
    """
    ours, theirs = exchanged_sums(first.rows, second.rows, trials)
    by_chance = np.abs(second.values(theirs) - first.values(ours))
    # A hair less than observed is as much: the order of additions may differ.
    as_much = int(np.sum(by_chance >= abs(difference) * (1 - 1e-9)))
    return (as_much + 1) / (trials + 1)


def exchanged_sums(
    first: Table, second: Table, trials: int = TRIALS, seed: int = SEED
) -> tuple[Table, Table]:
    """Sums (trials × parts) of both systems after exchanging answers at random."""
    random = np.random.default_rng(seed)
    answers = len(first)
    change = second - first
    moved = [np.zeros((0, first.shape[1]))]
    at_once = max(1, _CELLS // answers)
    for start in range(0, trials, at_once):
        exchanged = random.integers(2, size=(min(at_once, trials - start), answers), dtype=np.int8)
        moved.append(exchanged.astype(np.float64) @ change)
    sums = np.vstack(moved)
    return first.sum(axis=0) + sums, second.sum(axis=0) - sums
