"""The order of the training pairs: epochs of batches from one seed."""

from collections.abc import Iterator, Sequence

from seq2see.core.seeds import python_random


def epoch_batches(
    lengths: Sequence[int], batch_pairs: int, seed: int, epoch: int, bucket_batches: int = 0
) -> Iterator[list[int]]:
    """Indices of the pairs of each batch of one epoch, every pair once, in an order of its own.

    `lengths` are those of the sources. With `bucket_batches` the pairs of so many batches are
    sorted by length before they are cut apart, and the batches shuffled again, so that a batch
    holds little padding. The order depends on `seed` and `epoch` (and the lengths) alone, so
    that a run can be taken up in the middle.
    """
    order = list(range(len(lengths)))
    random = python_random(seed, "order", epoch)
    random.shuffle(order)
    if not bucket_batches:
        yield from _cut(order, batch_pairs)
        return
    for bucket in _cut(order, batch_pairs * bucket_batches):
        batches = list(_cut(sorted(bucket, key=lengths.__getitem__), batch_pairs))
        random.shuffle(batches)
        yield from batches


def batches_in_epoch(pairs: int, batch_pairs: int) -> int:
    """How many batches `epoch_batches` gives."""
    return -(-pairs // batch_pairs)


def _cut(order: Sequence[int], size: int) -> Iterator[list[int]]:
    for start in range(0, len(order), size):
        yield list(order[start : start + size])
