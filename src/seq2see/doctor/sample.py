"""`Sample`: the pairs that a model is examined with, chosen so that lengths differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from seq2see.core.errors import InputError
from seq2see.core.padding import Ids
from seq2see.data.pair import Pair
from seq2see.text.codec import Codec, is_blank

USUAL = 32
"""Pairs, unless the model is so large that this would take minutes."""

WORK = 4_000_000_000
"""Weights × symbols of one batch: about a second for one processor, and a few dozen such passes
are made."""

LONGEST_TARGET = 64
"""Symbols of a target that are read; a longer one is cut, so that stepping stays affordable."""


@dataclass(frozen=True)
class Sample:
    """Pairs as numbers, from the shortest to the longest source."""

    numbers: list[int]
    """Where each pair stood among those given, counted from 1: its line in a file."""
    pairs: list[Pair]
    sources: list[Ids]
    targets: list[Ids]
    """With `<eos>`, unless cut at `LONGEST_TARGET`: then the beginning of an answer."""


def choose(
    pairs: Sequence[Pair],
    codec: Codec,
    *,
    count: int | None,
    weights: int,
    seed: int,
    origin: str,
    lines: Sequence[int] | None = None,
) -> Sample:
    """`count` of `pairs`, spread evenly over their lengths, the shortest and longest among them.

    Without `count` there are up to `USUAL`, fewer for a model of many `weights`. The same `seed`
    chooses the same ones. Raises `InputError` listing every pair that the model cannot read, and
    where all sources are blank.
    """
    codec.check_pairs([(pair.source, pair.target) for pair in pairs], origin, lines)
    read = [
        (number, pair, codec.source_ids(pair.source), codec.target_ids(pair.target))
        for number, pair in enumerate(pairs, start=1)
        if not is_blank(pair.source)
    ]
    if not read:
        raise InputError(
            f"{origin}: every source is blank; none reaches the model.",
            hint="Give at least one pair with a source.",
        )
    # Which of several pairs of one length are taken is left to chance, not to their order.
    Random(seed).shuffle(read)
    read.sort(key=lambda one: (len(one[2]), len(one[3])))
    if count is None:
        longest = len(read[-1][2]) + min(max(len(one[3]) for one in read), LONGEST_TARGET)
        count = min(USUAL, max(2, WORK // (max(weights, 1) * longest)))
    chosen = [read[place] for place in spread(len(read), count)]
    return Sample(
        [number for number, *_ in chosen],
        [pair for _, pair, *_ in chosen],
        [source for _, _, source, _ in chosen],
        [target[:LONGEST_TARGET] for *_, target in chosen],
    )


def spread(length: int, count: int) -> list[int]:
    """Up to `count` different places of `length`, evenly, the last and the first among them."""
    if count >= length:
        return list(range(length))
    if count == 1:
        return [length - 1]
    return [round(place * (length - 1) / (count - 1)) for place in range(count)]
