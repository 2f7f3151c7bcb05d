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
