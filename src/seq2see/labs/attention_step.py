"""The attention step: a few vectors in the plane through the product's own attention."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from seq2see.labs.lab_request import LabRequest
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import LabTrace, array
from seq2see.labs.watch import Watch

if TYPE_CHECKING:
    from torch import Tensor

    from seq2see.models.attention import MultiHeadAttention
    from seq2see.models.source_attention import SourceAttention

Coordinate = Annotated[float, Meta(ge=-1_000, le=1_000)]
Vector = Annotated[list[Coordinate], Meta(min_length=2, max_length=2)]
Square = Annotated[list[Vector], Meta(min_length=2, max_length=2)]
States = Annotated[list[Vector], Meta(min_length=1, max_length=6)]
Score = Literal["dot", "scaled", "additive"]

IDENTITY = [[1.0, 0.0], [0.0, 1.0]]


class AttentionStep(LabRequest, frozen=True, tag="attention-step"):
    """Scores, weights and context for these vectors; chapter N5 §2."""

    encoder_states: States
    """h₀, h₁ and so on; the rows of E."""
    decoder_state: Vector
    """s."""
    score: Score = "dot"
    """h · s, h · s / √d, or v · tanh(W h + U s)."""
    W: Square = msgspec.field(default_factory=lambda: IDENTITY)
    """Row by row, as are U and v; only additive scores have them."""
    U: Square = msgspec.field(default_factory=lambda: IDENTITY)
    v: Vector = msgspec.field(default_factory=lambda: [1.0, 1.0])


class AttentionStepTrace(LabTrace, frozen=True, tag="seq2see/attention-step/1"):
    """Arrays `scores` and `weights` (state), `context` (number)."""


def answer(request: AttentionStep, shelf: Shelf, watch: Watch) -> AttentionStepTrace:
    """One step of attention, in 64 bits."""
    scores, weights, context = _attended(request)
    return AttentionStepTrace(
        tokens={},
        axes={"state": len(request.encoder_states), "number": 2},
        arrays={
            "scores": array(["state"], scores),
            "weights": array(["state"], weights),
            "context": array(["number"], context),
        },
    )


def _attended(request: AttentionStep) -> "list[Tensor]":
    """Scores, weights and context, as the models' own module gives them to whoever looks."""
    import torch

    from seq2see.inspection.recorder import record
    from seq2see.models.attention import MultiHeadAttention

    states = torch.tensor([request.encoder_states], dtype=torch.float64)
    query = torch.tensor([[request.decoder_state]], dtype=torch.float64)
    module = _attention(request).double()
    with torch.no_grad(), record(module) as recorder:
        if isinstance(module, MultiHeadAttention):  # one head as wide as the vectors
            module.attend(query[:, None], states[:, None], states[:, None], None)
        else:
            everywhere = torch.ones(1, 1, states.shape[1], dtype=torch.bool)
            module(query, module.keys(states), states, everywhere)
    return [recorder.tensors[name][0].flatten() for name in ("scores", "weights", "context")]


def _attention(request: AttentionStep) -> "MultiHeadAttention | SourceAttention":
    import torch
    from msgspec.structs import replace

    from seq2see.core.recipe_file import load_recipe
    from seq2see.models.attention import MultiHeadAttention
    from seq2see.models.source_attention import AdditiveAttention, DotAttention

    if request.score == "dot":
        return DotAttention()
    if request.score == "scaled":
        blocks = load_recipe("number-reader").model
        return MultiHeadAttention(replace(blocks, width=2, heads=1))  # pyright: ignore
    lstm = load_recipe("reverser").model
    module = AdditiveAttention(replace(lstm, width=2, attention_width=2))  # pyright: ignore
    with torch.no_grad():
        for layer, weight in ((module.W_1, request.U), (module.W_2, request.W)):
            layer.weight.copy_(torch.tensor(weight))
        module.v.weight.copy_(torch.tensor([request.v]))
    return module
