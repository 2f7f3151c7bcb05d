"""Two systems on the same sources: is the difference more than chance?

The p-value is that of approximate randomisation: Noreen 1989, "Computer-intensive methods for
testing hypotheses"; Riezler and Maxwell 2005, "On some pitfalls in automatic evaluation and
significance testing for MT", §4. The interval of the difference is that of the paired bootstrap:
Koehn 2004, "Statistical significance tests for machine translation evaluation".
"""

from collections.abc import Sequence
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


def paired_differences(
    first: Sequence[Measure],
    second: Sequence[Measure],
    *,
    resamples: int = RESAMPLES,
    trials: int = TRIALS,
) -> list[Difference | None]:
    """The difference of each measure between two systems; None where a figure is undefined.

    Both lists hold the same measures, and their rows belong to the same sources in the same
    order: else `ValueError`. All measures see the same draws and the same exchanges.
    """
    if [one.rows.shape for one in first] != [one.rows.shape for one in second]:
        raise ValueError("a paired test needs two answers to each source")
    rows = np.hstack([measure.rows for measure in first])
    other_rows = np.hstack([measure.rows for measure in second])
    drawn = resampled_sums(np.hstack([rows, other_rows]), resamples)
    exchanged, other_exchanged = exchanged_sums(rows, other_rows, trials)
    found: list[Difference | None] = []
    end = 0
    for ours, theirs in zip(first, second, strict=True):
        start, end = end, end + ours.rows.shape[1]
        own, other = slice(start, end), slice(rows.shape[1] + start, rows.shape[1] + end)
        before, after = ours.value(), theirs.value()
        if before is None or after is None:
            found.append(None)
            continue
        difference = after - before
        by_chance = theirs.values(other_exchanged[:, own]) - ours.values(exchanged[:, own])
        interval = percentiles(theirs.values(drawn[:, other]) - ours.values(drawn[:, own]))
        found.append(Difference(difference, interval, _p_value(by_chance, difference)))
    return found


def _p_value(by_chance: Table, difference: float) -> float:
    """The share of trials, the observed one among them, that differ at least as much.

    Counting ties and the observed difference itself keeps the test honest: equal systems have
    p = 1.
    """
    # A hair less than observed is as much: the order of additions may differ.
    as_much = int(np.sum(np.abs(by_chance) >= abs(difference) * (1 - 1e-9)))
    return (as_much + 1) / (len(by_chance) + 1)


def exchanged_sums(
    first: Table, second: Table, trials: int = TRIALS, seed: int = SEED
) -> tuple[Table, Table]:
    """Sums (trials × parts) of both systems after exchanging answers at random.

    In each trial every source's two answers change places or not, evenly.
    """
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
