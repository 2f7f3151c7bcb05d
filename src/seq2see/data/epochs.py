"""The order of the training pairs: epochs of batches from one seed."""

from collections.abc import Iterator, Sequence

from seq2see.core.recipe import Training
from seq2see.core.seeds import python_random


def epoch_batches(
    sources: Sequence[int], targets: Sequence[int], training: Training, epoch: int
) -> list[list[int]]:
    """Indices of the pairs of each batch of one epoch, every pair once, in an order of its own.

    `sources` and `targets` are the lengths of the pairs. With `training.bucket_batches` the pairs
    of so many batches are sorted by length before they are cut apart, and the batches shuffled
    again, so that a batch holds little padding. No batch has more than `training.batch_pairs`
    pairs or `training.batch_tokens` tokens, padding counted. The order depends on the seed, the
    epoch and the lengths alone: a run can be taken up in the middle, and of several workers each
    can take its own share of the list.
    """
    order = list(range(len(sources)))
    random = python_random(training.seed, "order", epoch)
    random.shuffle(order)
    if not training.bucket_batches:
        return list(_cut(order, sources, targets, training))
    batches: list[list[int]] = []
    size = training.batch_pairs * training.bucket_batches
    for start in range(0, len(order), size):
        bucket = order[start : start + size]
        bucket.sort(key=lambda i: (max(sources[i], targets[i]), targets[i]))
        cut = list(_cut(bucket, sources, targets, training))
        random.shuffle(cut)
        batches += cut
    return batches


def _cut(
    order: Sequence[int], sources: Sequence[int], targets: Sequence[int], training: Training
) -> Iterator[list[int]]:
    """`order` in pieces, none of them over a limit."""
    most = training.batch_tokens or float("inf")
    batch: list[int] = []
    source = target = 0
    for index in order:
        wider = max(source, sources[index]), max(target, targets[index])
        if batch and (len(batch) == training.batch_pairs or (len(batch) + 1) * sum(wider) > most):
            yield batch
            batch, wider = [], (sources[index], targets[index])
        source, target = wider
        batch.append(index)
    if batch:
        yield batch
