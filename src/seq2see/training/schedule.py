"""The learning rate at each update."""

from math import cos, pi

from seq2see.core.recipe import Training


def learning_rate(training: Training, update: int, updates: int) -> float:
    """The rate of update number `update` (from 1) of `updates`.

    It rises in a line over the warm-up. Then it stays ("constant"), falls with the root of the
    update number (Vaswani et al. 2017, equation 3), or falls to 0 just past the end, in a line or
    along half a cosine (Loshchilov and Hutter 2017, equation 5).
    """
    warmup = training.warmup_updates
    if update < warmup:
        return training.learning_rate * update / warmup
    if training.schedule == "inverse-sqrt":
        return training.learning_rate * (max(warmup, 1) / update) ** 0.5
    left = max(updates + 1 - update, 0) / max(updates + 1 - warmup, 1)
    if training.schedule == "linear":
        return training.learning_rate * left
    if training.schedule == "cosine":
        return training.learning_rate * (1 - cos(pi * left)) / 2
    return training.learning_rate
