"""Intervals by the bootstrap: how far a figure moves when the answers are drawn again.

Efron and Tibshirani 1993, "An introduction to the bootstrap", chapter 13 (the percentile interval);
Koehn 2004, "Statistical significance tests for machine translation evaluation", for corpus scores.
"""

import numpy as np

from seq2see.metrics.measure import Measure, Table

RESAMPLES = 1000
SEED = 12345
"""Fixed, so that the same answers always have the same intervals."""
LEVEL = 0.95
_CELLS = 4_000_000
"""Draws held in memory at a time."""

Interval = tuple[float, float]


def intervals(measures: list[Measure], resamples: int = RESAMPLES) -> list[Interval | None]:
    """The 95 % interval of each measure's figure; None where the figure is undefined.

    Answers are drawn with replacement, as many as there are, and each figure is computed from
    sums over the draw: sums over sums, never a mean of rates. All measures see the same draws.
    """
    sums = resampled_sums(np.hstack([measure.rows for measure in measures]), resamples)
    ends = np.cumsum([measure.rows.shape[1] for measure in measures])[:-1]
    return [
        _interval(measure, part)
        for measure, part in zip(measures, np.split(sums, ends, axis=1), strict=True)
    ]


def resampled_sums(rows: Table, resamples: int = RESAMPLES, seed: int = SEED) -> Table:
    """Sums (resamples × parts) of `rows` (answers × parts) over draws with replacement."""
    random = np.random.default_rng(seed)
    answers = len(rows)
    sums = [np.zeros((0, rows.shape[1]))]
    at_once = max(1, _CELLS // answers)
    for start in range(0, resamples, at_once):
        draws = min(at_once, resamples - start)
        drawn = random.integers(answers, size=(draws, answers))
        # How often each answer was drawn, all draws in one count.
        cells = (drawn + np.arange(draws)[:, None] * answers).ravel()
        times = np.bincount(cells, minlength=draws * answers).reshape(draws, answers)
        sums.append(times.astype(np.float64) @ rows)
    return np.vstack(sums)


def percentiles(values: Table, level: float = LEVEL) -> Interval:
    """What the middle `level` of `values` lies between; values that are NaN do not count."""
    outside = (1 - level) / 2
    low, high = np.nanquantile(values, [outside, 1 - outside])
    return float(low), float(high)


def _interval(measure: Measure, sums: Table) -> Interval | None:
    value = measure.value()
    if value is None:
        return None
    if measure.is_share and value in (0.0, 1.0):
        return _beyond_doubt(value, len(measure.rows))
    return percentiles(measure.values(sums))


def _beyond_doubt(share: float, answers: int) -> Interval:
    """The exact interval (Clopper and Pearson 1934) where every answer is right, or none is.

    Any draw from such answers looks the same: the bootstrap would claim certainty after three
    lines. Exactly, a share s gives n right answers of n with probability s^n.
    """
    edge = ((1 - LEVEL) / 2) ** (1 / answers)
    return (edge, 1.0) if share == 1 else (0.0, 1 - edge)
