"""What may be written next."""

import torch
from jaxtyping import Float
from torch import Tensor

from seq2see.core.special import BOS, PAD


def writable(
    log_probabilities: Float[Tensor, "rows vocabulary"],
) -> Float[Tensor, "rows vocabulary"]:
    """The log-probabilities with `<pad>` and `<bos>` at -∞, since neither can stand in an answer.

    The others keep the probability that the model gave them: nothing is spread over again, so
    that a hypothesis' score is its forced score.
    """
    allowed = log_probabilities.clone()
    allowed[:, min(PAD, BOS) : max(PAD, BOS) + 1] = -torch.inf  # side by side: one slice is fastest
    return allowed
