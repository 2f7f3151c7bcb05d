"""Parting sources by length, into bands that hold about as many answers each."""

from collections import Counter
from collections.abc import Sequence

BANDS = 6


def length_bands(lengths: Sequence[int], bands: int = BANDS) -> list[tuple[int, int]]:
    """The shortest and longest length of each band, in order; every length lies in one.

    With few lengths each is a band of its own. Otherwise a band is closed as soon as it and those
    before it hold their share of the answers, so that no figure rests on a handful of them while
    another rests on hundreds. The bands depend on the sources alone, never on the answers.
    """
    held = Counter(lengths)
    if len(held) <= bands:
        return [(length, length) for length in sorted(held)]
    found: list[tuple[int, int]] = []
    start: int | None = None
    before = 0
    for length in sorted(held):
        start = length if start is None else start
        before += held[length]
        if before * bands >= len(lengths) * (len(found) + 1):
            found.append((start, length))
            start = None
    return found
