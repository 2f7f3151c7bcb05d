"""`Item`: a source with everything that would be a right answer to it."""

from collections.abc import Sequence

import msgspec

from seq2see.data.pair import Pair


class Item(msgspec.Struct, frozen=True):
    """One source to be answered, and its references."""

    source: str
    references: tuple[str, ...]
    """One or more, none twice, in the order in which they were given."""
    place: int
    """Which pair it came from, from 0; the first of several."""
    pairs: int = 1
    """How many pairs it was made of."""


def items_of(pairs: Sequence[Pair], *, several_references: bool = False) -> list[Item]:
    """Each pair as an item of its own; or, with `several_references`, each distinct source as one.

    Only who made the file knows which is meant: a word listed with two pronunciations has two
    right answers, a sentence drawn twice is two tests. So nothing is joined unless asked.
    """
    if not several_references:
        return [Item(pair.source, (pair.target,), place) for place, pair in enumerate(pairs)]
    places: dict[str, list[int]] = {}
    for place, pair in enumerate(pairs):
        places.setdefault(pair.source, []).append(place)
    return [
        Item(source, tuple(dict.fromkeys(pairs[n].target for n in some)), some[0], len(some))
        for source, some in places.items()
    ]
