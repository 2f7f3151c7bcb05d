"""The order of the training pairs: epochs of batches from one seed."""

from collections.abc import Iterator

from seq2see.core.seeds import python_random


def epoch_batches(pairs: int, batch_pairs: int, seed: int, epoch: int) -> Iterator[list[int]]:
    """Indices of the pairs of each batch of one epoch, every pair once, in an order of its own.

    The order depends on `seed` and `epoch` alone, so that a run can be taken up in the middle.
    """
    order = list(range(pairs))
    python_random(seed, "order", epoch).shuffle(order)
    for start in range(0, pairs, batch_pairs):
        yield order[start : start + batch_pairs]


def batches_in_epoch(pairs: int, batch_pairs: int) -> int:
    """How many batches `epoch_batches` gives."""
    return -(-pairs // batch_pairs)
