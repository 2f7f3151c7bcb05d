"""The attention step in a trained model: its states as they fall on a plane, its own scores."""

from typing import TYPE_CHECKING, Annotated, Literal, cast

from msgspec import Meta

from seq2see.core.errors import InputError
from seq2see.core.special import BOS
from seq2see.labs.lab_request import LabRequest, ModelId, Typed
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import MOST_NUMBERS, MOST_SYMBOLS, LabTrace, array, shortened
from seq2see.labs.typed import source_ids
from seq2see.labs.watch import Watch
from seq2see.predictor.explanation import Symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from torch import Tensor, nn

    from seq2see.predictor.predictor import Predictor

Coordinate = Annotated[int, Meta(ge=0, le=65_535)]
Plane = Literal["components", "coordinates"]
Kind = Literal["dot", "bilinear", "additive"]


class AttentionStates(LabRequest, frozen=True, tag="attention-states"):
    """A recurrent model's states while it answers a text."""

    model: ModelId
    text: Typed
    plane: Plane = "components"
    """The first two principal components of the encoder states, or two of their numbers."""
    x: Coordinate = 0
    """Which numbers, counted from 0, where the plane is one of coordinates."""
    y: Coordinate = 1


class AttentionStatesTrace(LabTrace, frozen=True, tag="seq2see/attention-states/1"):
    """Axes `source`, `target` and `plane`. Arrays: `states` (source, plane), `queries`, which are
    the decoder's, and `contexts` (target, plane); `scores` and `weights` (target, source) are the
    model's own, made of all numbers of the states."""

    model: str
    """Name of the model's recipe."""
    answer: str
    score: Kind
    width: int
    """Numbers in each state."""
    plane: Plane
    """As asked for, unless there were too few states for components."""
    shares: Annotated[list[float], Meta(min_length=2, max_length=2)]
    """How much of the encoder states' variance lies along each direction of the plane."""


def answer(request: AttentionStates, shelf: Shelf, watch: Watch) -> AttentionStatesTrace:
    """The model's best answer, and at each of its steps what attention took in and gave."""
    predictor = shelf.predictor(request.model, watch)
    score = _score(predictor)
    source = source_ids(predictor, request.text)
    with watch.steps():
        longest = min(MOST_SYMBOLS, predictor.longest())
        ids = predictor.see(request.text, longest=longest)[0].hypothesis.ids
        seen = _seen(predictor, source, ids)
    states = seen["encoder.output"]
    plane: Plane = request.plane if len(states) >= 3 else "coordinates"
    basis = _components(states) if plane == "components" else _coordinates(states, request)
    steps = min(len(ids), MOST_NUMBERS // (2 * len(states) + 6))
    notes = predictor.notes(source)
    if plane != request.plane:
        notes.append("Fewer than three states have no two principal components; two of their "
                     "numbers are shown instead.")  # fmt: skip
    return AttentionStatesTrace(
        tokens=_tokens(predictor, request.text, ids[:steps]),
        axes={"source": len(states), "target": steps, "plane": 2},
        arrays={
            "states": array(["source", "plane"], states @ basis),
            **{
                name: array(axes, (seen[tap] @ basis if axes[1] == "plane" else seen[tap])[:steps])
                for name, tap, axes in (
                    ("queries", "states", ["target", "plane"]),
                    ("contexts", "attention.context", ["target", "plane"]),
                    ("scores", "attention.scores", ["target", "source"]),
                    ("weights", "attention.weights", ["target", "source"]),
                )
            },
        },
        notes=notes,
        left_out=[f"Of {len(ids):,} steps only the first {steps:,} are here."] * (steps < len(ids)),
        model=predictor.recipe.name,
        answer=predictor.codec.target_text(ids),
        score=score,
        width=states.shape[1],
        plane=plane,
        shares=_shares(states, basis),
    )


def _score(predictor: "Predictor") -> Kind:
    """How the model scores. Raises `InputError` for one that has no such states."""
    from seq2see.core.recipe import Lstm

    recipe = predictor.recipe.model
    if isinstance(recipe, Lstm) and recipe.attention != "none":
        return recipe.attention
    what = (
        "has no attention: its decoder never looks back at the encoder's states."
        if isinstance(recipe, Lstm)
        else "is a Transformer. It has no one decoder state that reads the encoder: each head of "
        "each layer has queries and keys of its own."
    )
    raise InputError(
        f"{predictor.recipe.name} {what}",
        hint="Choose an LSTM with attention here; the alignment lab shows where others look.",
    )


def _seen(
    predictor: "Predictor", source: "Sequence[int]", target: "Sequence[int]"
) -> "dict[str, Tensor]":
    """What the taps of encoder and attention showed, without the axis of the batch, in 64 bits."""
    import torch

    from seq2see.core.padding import pad, pad_sources
    from seq2see.inspection.recorder import record

    model = cast("nn.Module", predictor.model)
    padded, is_token = (one.to(predictor.device) for one in pad_sources([source]))
    target_in = pad([[BOS, *target[:-1]]]).to(predictor.device)
    with torch.inference_mode(), record(model) as recorder:
        predictor.model.forward(padded, is_token, target_in)
    shown = ("encoder.output", "states", *(f"attention.{one}" for one in ("scores", "context")))
    tensors = {name: recorder.tensors[name][0][0] for name in shown}
    tensors["attention.weights"] = recorder.tensors["attention.weights"][0][0, 0]
    return {name: tensor.cpu().double() for name, tensor in tensors.items()}


def _components(states: "Tensor") -> "Tensor":
    """(width, 2): the directions in which the states differ most, each with its largest number
    positive, so that equal states always give equal pictures."""
    import torch

    _, _, directions = torch.linalg.svd(states - states.mean(0), full_matrices=False)
    first = directions[:2]
    largest = first.gather(1, first.abs().argmax(1, keepdim=True))
    return (first * largest.sign()).T


def _coordinates(states: "Tensor", request: AttentionStates) -> "Tensor":
    import torch

    width = states.shape[1]
    if max(request.x, request.y) >= width:
        raise InputError(
            f"a state of this model has {width} numbers; there is no number "
            f"{max(request.x, request.y) + 1}.",
            hint=f"Choose two from 1 to {width}.",
        )
    return torch.eye(width, dtype=states.dtype)[:, [request.x, request.y]]


def _shares(states: "Tensor", basis: "Tensor") -> list[float]:
    spread = states - states.mean(0)
    along = (spread @ basis).square().sum(0) / spread.square().sum().clamp_min(1e-30)
    return [shortened(share) or 0.0 for share in along.tolist()]


def _tokens(predictor: "Predictor", text: str, ids: "Sequence[int]") -> dict[str, list[Symbol]]:
    from seq2see.predictor.explain import source_symbols, symbol_of

    return {
        "source": source_symbols(predictor.codec, text),
        "target": [symbol_of(predictor.codec.target, number) for number in ids],
    }
