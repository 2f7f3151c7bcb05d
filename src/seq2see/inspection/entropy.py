"""How spread out attention is: the entropy of its rows."""

from collections.abc import Sequence
from typing import cast

import torch
from torch import Tensor, nn

from seq2see.core.padding import Ids, pad, pad_sources
from seq2see.core.special import BOS
from seq2see.inspection.recorder import record
from seq2see.models.contract import Seq2Seq


@torch.inference_mode()
def head_entropies(
    model: Seq2Seq,
    sources: Sequence[Ids],
    targets: Sequence[Ids],
    *,
    device: torch.device | str = "cpu",
) -> list[list[float]]:
    """By layer and head: the mean entropy, in nats, of attention over the source.

    The right words before each step are given; every target symbol counts alike. 0 means that a
    head looks at a single symbol, log(source length) that it looks at all alike. Where a row is
    spread over source and words, its part on the source is taken by itself. Empty for a model
    without attention.
    """
    layers = model.source_attention
    if not layers:
        return []
    padded, is_token = (tensor.to(device) for tensor in pad_sources(sources))
    target_in = pad([[BOS, *ids[:-1]] for ids in targets]).to(device)
    with record(cast("nn.Module", model), only=layers) as recorder:
        model.forward(padded, is_token, target_in)
    lengths = torch.tensor([len(ids) for ids in targets], device=device)
    counts = torch.arange(target_in.shape[1], device=device) < lengths[:, None]
    return [
        _mean_entropy(recorder.tensors[layer][0][..., : padded.shape[1]], counts)
        for layer in layers
    ]


def _mean_entropy(weights: Tensor, counts: Tensor) -> list[float]:
    """Over the rows (batch, target) that count, for each head of (batch, head, target, source)."""
    share = weights / weights.sum(-1, keepdim=True).clamp_min(1e-9)
    rows = torch.special.entr(share).sum(-1).transpose(0, 1)
    return rows[:, counts].mean(1).tolist()
