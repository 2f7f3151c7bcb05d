"""Rows of numbers of different lengths as one tensor."""

from collections.abc import Sequence

import torch
from torch import Tensor

from seq2see.core.special import PAD

Ids = Sequence[int]
"""Numbers of the symbols of one text."""


def pad(rows: Sequence[Ids]) -> Tensor:
    """(batch, longest), int64: each row filled up on the right with `<pad>`."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows])


def pad_sources(sources: Sequence[Ids]) -> tuple[Tensor, Tensor]:
    """Padded sources and, True, where their tokens are: (batch, source) both.

    Raises `ValueError` for an empty source: attention over it would have nothing to look at.
    """
    if not all(sources):
        raise ValueError("an empty source cannot be read; leave blank lines out of a batch")
    padded = pad(sources)
    lengths = torch.tensor([len(ids) for ids in sources])
    return padded, torch.arange(padded.shape[1]) < lengths[:, None]
