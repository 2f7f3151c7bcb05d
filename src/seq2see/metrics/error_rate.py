"""Error rates: edits over the symbols, or the words, of the references; sum over sum."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from seq2see.metrics.edits import edit_distance


class ErrorCount(NamedTuple):
    """What one answer adds to an error rate."""

    edits: int
    length: int
    """Symbols of the reference that was chosen."""
    reference: int
    """Which reference was chosen, from 0."""


def count_errors(answer: Sequence[str], references: Sequence[Sequence[str]]) -> ErrorCount:
    """The answer's edits against the reference that needs the fewest.

    Of several that need as few, the one given first is chosen, so that its length is counted.
    Raises `ValueError` without a reference.
    """
    if not references:
        raise ValueError("an answer without a reference has no errors to count")
    distances = [edit_distance(reference, answer) for reference in references]
    chosen = distances.index(min(distances))
    return ErrorCount(distances[chosen], len(references[chosen]), chosen)


def error_rate(counts: Iterable[ErrorCount]) -> float | None:
    """All edits over the symbols of all chosen references; it can exceed 1.

    A long answer counts for more than a short one: this is no mean of rates. None where the
    references hold no symbol at all.
    """
    found = list(counts)
    symbols = sum(count.length for count in found)
    return sum(count.edits for count in found) / symbols if symbols else None


def words(text: str) -> list[str]:
    """The words of `text`: what stands between spaces, however many."""
    return [word for word in text.split(" ") if word]
