"""Confusions: which symbol is written instead of which, added or left out, and how often."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seq2see.metrics.edits import Edit, edits


class Confusion(NamedTuple):
    """One kind of edit over many answers."""

    edit: Edit
    times: int
    of: int | None
    """How often the chosen references hold the expected symbol; None for an insertion."""


def commonest_confusions(
    aligned: Iterable[tuple[Sequence[str], Sequence[str]]], at_most: int
) -> list[Confusion]:
    """The commonest edits over pairs of reference and answer, commonest first.

    Edits that are as common stand in the order in which they were first met.
    """
    found: Counter[Edit] = Counter()
    held: Counter[str] = Counter()
    for reference, answer in aligned:
        held.update(reference)
        found.update(edits(reference, answer))
    return [
        Confusion(edit, times, None if edit.expected is None else held[edit.expected])
        for edit, times in found.most_common(at_most)
    ]
