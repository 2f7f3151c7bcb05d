"""Cutting sources into batches by the work they make."""

from collections.abc import Iterator, Sequence

BATCH_TOKENS = 4096
"""Tokens of a batch unless more or fewer are asked for."""


def batches(
    lengths: Sequence[tuple[int, ...]], rows: int, tokens: int, most: int | None = None
) -> Iterator[list[int]]:
    """Indices of sources, those of similar length together, shortest first.

    Of each source `lengths` gives the number of tokens, and what else to sort by. A batch's tokens
    are its sources, padded to the longest, times the `rows` that each gets while it is answered
    (the beam, or the samples). No batch has more than `tokens`, or than `most` sources; a source
    that is longer by itself is a batch of its own.
    """
    chosen: list[int] = []
    for index in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        full = (len(chosen) + 1) * lengths[index][0] * rows > tokens
        if chosen and (full or len(chosen) == most):
            yield chosen
            chosen = []
        chosen.append(index)
    if chosen:
        yield chosen
