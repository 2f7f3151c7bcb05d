"""`Trace`: every tensor of one pass through a model, by name and with named axes."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor, nn

from seq2see.inspection.recorder import record


@dataclass(frozen=True)
class Array:
    """A tensor and what each of its axes is."""

    axes: tuple[str, ...]
    values: Tensor


Trace = dict[str, Array]
"""Arrays in the order in which the model computed them."""


@torch.inference_mode()
def trace_forward(
    model: nn.Module,
    source: Int[Tensor, "batch source"],
    source_is_token: Bool[Tensor, "batch source"],
    target_in: Int[Tensor, "batch target"],
) -> Trace:
    """Everything a `Seq2Seq` shows while it predicts each word of `target_in`'s successor."""
    with record(model) as recorder:
        model(source, source_is_token, target_in)
    return {
        name: Array(recorder.axes[name], tensors[0]) for name, tensors in recorder.tensors.items()
    }
