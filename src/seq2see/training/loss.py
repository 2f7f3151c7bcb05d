"""Cross entropy with smoothed labels, and the lowest value it can take."""

from math import log

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from seq2see.core.special import PAD


def smoothed_cross_entropy(
    logits: Float[Tensor, "batch target vocabulary"],
    target_out: Int[Tensor, "batch target"],
    smoothing: float,
) -> Float[Tensor, ""]:
    """Mean loss over target tokens, `<eos>` included, `<pad>` not (natural logarithm).

    The wanted distribution puts 1 - ε on the right token and spreads ε over all tokens of the
    vocabulary, the right one among them (Szegedy et al. 2016, §7); torch smooths the same way.
    """
    return F.cross_entropy(
        logits.flatten(0, 1),
        target_out.flatten(),
        ignore_index=PAD,
        label_smoothing=smoothing,
    )


def smoothing_floor(vocabulary: int, smoothing: float) -> float:
    """The entropy of the smoothed target: no model can have a lower loss."""
    other = smoothing / vocabulary
    right = 1 - smoothing + other
    return -sum(p * log(p) for p in [right, *[other] * (vocabulary - 1)] if p > 0)


CLEARLY = 0.1
"""One loss is clearly above another by more than this share of what guessing evenly costs."""


def guessing_loss(vocabulary: int) -> float:
    """The loss of giving every symbol of the vocabulary the same probability, smoothed or not."""
    return log(vocabulary)


def has_come_apart(first: float, last: float, vocabulary: int) -> bool:
    """Whether a run ended worse than it began, by the mean losses of its first and last epoch.

    That is a last epoch clearly above what guessing evenly costs, since a model that learned
    anything is below, or clearly above the first epoch, whose mean has the untrained model in it.
    """
    guessing = guessing_loss(vocabulary)
    return last > min(first, guessing) + CLEARLY * guessing
