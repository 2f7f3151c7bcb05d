"""`Batch`: pairs as padded tensors, ready for a model."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from seq2see.core.padding import Ids, pad, pad_sources
from seq2see.core.special import BOS


class Batch(NamedTuple):
    """Numbers of several pairs, padded on the right with `<pad>`.

    The decoder reads `target_in` (`<bos>` and all symbols but the last) and should answer
    `target_out` (all symbols, `<eos>` the last): the same words, shifted by one.
    """

    source: Tensor
    """(batch, source), int64."""
    source_is_token: Tensor
    """(batch, source), True where a symbol stands, False on padding."""
    target_in: Tensor
    """(batch, target), int64."""
    target_out: Tensor
    """(batch, target), int64; `<pad>` where nothing is to be predicted."""

    def to(self, device: torch.device | str) -> "Batch":
        """The same batch on another device."""
        return Batch(*(tensor.to(device) for tensor in self))


def collate(sources: Sequence[Ids], targets: Sequence[Ids]) -> Batch:
    """One batch of numbered pairs; a target ends in `<eos>` and has no `<bos>` yet.

    Raises `ValueError` for an empty source: attention over it would have nothing to look at.
    """
    source, source_is_token = pad_sources(sources)
    return Batch(source, source_is_token, pad([[BOS, *ids[:-1]] for ids in targets]), pad(targets))
