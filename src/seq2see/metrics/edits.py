"""Edits: the fewest changes that turn a reference into an answer, symbol by symbol."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rapidfuzz.distance import Levenshtein

Kind = Literal["substitution", "insertion", "deletion"]
_KINDS: dict[str, Kind] = {
    "replace": "substitution",
    "insert": "insertion",
    "delete": "deletion",
}


class Edit(NamedTuple):
    """One change. An insertion has no `expected` symbol, a deletion no `written` one."""

    kind: Kind
    expected: str | None
    """The reference's symbol."""
    written: str | None
    """The answer's symbol."""


def edit_distance(reference: Sequence[str], answer: Sequence[str]) -> int:
    """How many symbols must be substituted, inserted or deleted, each counting 1.

    This is the distance of Levenshtein 1966, "Binary codes capable of correcting deletions,
    insertions, and reversals". Symbols are strings of any length, such as phones or words.
    """
    return Levenshtein.distance(*_numbered(reference, answer))


def edits(reference: Sequence[str], answer: Sequence[str]) -> list[Edit]:
    """The changes of one alignment with as few of them as `edit_distance` says, left to right.

    Several alignments may be equally short; which one is shown is rapidfuzz's choice, always the
    same for the same two lists.
    """
    found: list[Edit] = []
    for operation in Levenshtein.editops(*_numbered(reference, answer)):
        tag, expected, written = operation.tag, operation.src_pos, operation.dest_pos
        found.append(
            Edit(
                _KINDS[tag],
                None if tag == "insert" else reference[expected],
                None if tag == "delete" else answer[written],
            )
        )
    return found


def _numbered(first: Sequence[str], second: Sequence[str]) -> tuple[list[int], list[int]]:
    """Both lists with a number for each distinct symbol.

    rapidfuzz compares hashes, and a string of one character by its code point: an empty symbol
    would equal U+0000, and other strings could collide. Small numbers cannot.
    """
    numbers: dict[str, int] = {}
    for symbol in (*first, *second):
        numbers.setdefault(symbol, len(numbers))
    return [numbers[symbol] for symbol in first], [numbers[symbol] for symbol in second]
