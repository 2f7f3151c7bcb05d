"""Who may attend to whom: True means allowed.

The chapters' own tables show the opposite sign ("blocked"); `~` turns one into the other.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from seq2see.core.special import PAD


def source_mask(
    source_is_token: Bool[Tensor, "batch source"],
) -> Bool[Tensor, "batch 1 1 source"]:
    """For encoder self-attention and cross-attention: every row sees every source token.

    Raises `ValueError` where a source has no token: its row would have nothing to attend to.
    """
    if not bool(source_is_token.any(1).all()):
        raise ValueError("a source without any token cannot be attended to")
    return source_is_token[:, None, None, :]


def causal_mask(length: int, device: torch.device | None = None) -> Bool[Tensor, "target target"]:
    """A row sees its own position and those before it."""
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()


def target_mask(target_in: Int[Tensor, "batch target"]) -> Bool[Tensor, "batch 1 target target"]:
    """For decoder self-attention: causal, and no padding.

    Position 0 holds `<bos>` and may always be seen, so no row is ever left with nothing.
    """
    is_token = target_in != PAD
    is_token[:, 0] = True
    return causal_mask(target_in.shape[1], target_in.device) & is_token[:, None, None, :]


def blocking(
    may_attend: Bool[Tensor, "batch 1 1 source"], dtype: torch.dtype
) -> Float[Tensor, "batch 1 1 source"] | None:
    """The mask as numbers to add to scores, -∞ where False; None where everything is allowed."""
    if bool(may_attend.all()):
        return None
    zeros = torch.zeros(may_attend.shape, dtype=dtype, device=may_attend.device)
    return zeros.masked_fill_(~may_attend, float("-inf"))
