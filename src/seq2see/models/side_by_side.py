"""Short sentences side by side: the same numbers in fewer, longer rows, for speed alone.

On a processor fused attention takes a fixed time for each sentence and head, and for a few tokens
that is most of its time. Several sentences one after the other can as well be read as one long one,
(batch / group, group · length), because their numbers already lie like that in memory. The mask
keeps every row to its own sentence, so that it gets what it got alone.
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from seq2see.core.tap import observed

LONGEST_GROUP = 20
"""Tokens. In a longer group the blocked cells cost more than the grouping saves."""


def group_size(batch: int, length: int) -> int:
    """How many sentences of `length` tokens to lay side by side; it divides `batch`."""
    most = max(1, LONGEST_GROUP // length)
    return max(size for size in range(1, most + 1) if batch % size == 0)


def grouped_mask(
    may_attend: Bool[Tensor, "batch 1 #queries keys"], queries: int, group: int
) -> Bool[Tensor, "groups 1 #group_queries group_keys"]:
    """The mask of each group of sentences: `may_attend` within a sentence, nothing across."""
    if group == 1:
        return may_attend
    groups, keys = len(may_attend) // group, may_attend.shape[-1]
    within = may_attend.view(groups, group, -1, 1, keys)
    same = torch.eye(group, dtype=torch.bool, device=may_attend.device)[:, None, :, None]
    together = within & same.expand(-1, queries, -1, -1)
    return together.view(groups, 1, group * queries, group * keys)


def in_line(rows: Float[Tensor, "batch length width"]) -> Float[Tensor, "*places width"]:
    """All rows of a batch one after the other: what is done row by row then needs no reshaping.

    Someone who looks is shown which row belongs where.
    """
    return rows if observed() else rows.flatten(0, 1)
