"""The alignment lab: an answer, how sure the model was of each symbol, where each one looked."""

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from seq2see.labs.lab_request import Beam, LabRequest, ModelId, Typed
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import MOST_SYMBOLS, Array, Budget, LabTrace, array, shortened
from seq2see.labs.typed import source_ids, target_ids
from seq2see.labs.watch import Watch
from seq2see.predictor.explanation import Alternative, Step, Symbol

if TYPE_CHECKING:
    from torch import Tensor

    from seq2see.inspection.steps import SeenHypothesis
    from seq2see.predictor.predictor import Predictor

Place = Annotated[int, Meta(ge=0, le=1_000)]


class Explain(LabRequest, frozen=True, tag="explain"):
    """Why a model answers a text as it does, or how it sees a given answer."""

    model: ModelId
    text: Typed
    target: Typed | None = None
    """An answer to look at instead of the model's own; blank is none."""
    beam: Beam | None = None
    """None: as the recipe says."""
    hypothesis: Place = 0
    """Which answer's weights matter most, where not all have room; 0 is the best."""
    layer: Place | None = None
    """Which layer's weights matter most; None: the last."""
    alternatives: Annotated[int, Meta(ge=0, le=20)] = 5
    """Most probable symbols to tell at each step."""


class AlignedHypothesis(msgspec.Struct, frozen=True, kw_only=True):
    """One answer, with the names of its axis and of its array."""

    text: str
    origin: Literal["greedy", "beam", "given"]
    log_probability: float
    """Natural logarithm, summed over the symbols, `<eos>` included."""
    ranking_score: float
    """The same after the length penalty; answers are sorted by it."""
    finished: bool
    """False when the answer was cut before `<eos>`."""
    steps: list[Step]
    """One for each symbol along the axis."""
    axis: str
    """Its place in `tokens` and `axes`: `target/0` and so on."""
    weights: str | None
    """Its place in `arrays`: attention over the source by layer, head, target and source. Without
    the axis `head` it is the mean of the heads, without `layer` that of the layer asked for; with
    `rows/0` instead of `target/0` only the first rows are there. None for a model without
    attention, and where there was no room."""


class AlignmentTrace(LabTrace, frozen=True, tag="seq2see/alignment/1"):
    """The axis `source` holds the source; each hypothesis has an axis and an array of its own."""

    model: str
    """Name of the model's recipe."""
    source_text: str
    attention: bool
    """False for a model that has none: then nothing says where it looked."""
    layers: int
    heads: int
    hypotheses: list[AlignedHypothesis]
    """Best first."""


def answer(request: Explain, shelf: Shelf, watch: Watch) -> AlignmentTrace:
    """The explanation of the model's own answers, or of the one given, as far as there is room."""
    predictor = shelf.predictor(request.model, watch)
    source_ids(predictor, request.text)
    given = request.target if request.target and request.target.strip() else None
    if given:
        target_ids(predictor, given)
    longest = min(MOST_SYMBOLS, predictor.longest())
    with watch.steps():
        seen = (
            predictor.see(request.text, target=given)
            if given
            else predictor.see(request.text, beam=request.beam, longest=longest)
        )
    decoding_beam = request.beam or predictor.recipe.decoding.beam
    origin = "given" if given else "greedy" if decoding_beam == 1 else "beam"
    return _trace(request, predictor, seen, origin, given)


def _trace(
    request: Explain,
    predictor: "Predictor",
    seen: "list[SeenHypothesis]",
    origin: Literal["greedy", "beam", "given"],
    given: str | None,
) -> AlignmentTrace:
    from seq2see.predictor.explain import source_symbols, steps_of

    source = source_symbols(predictor.codec, request.text)
    tokens: dict[str, list[Symbol]] = {"source": source}
    axes, arrays, left_out = {"source": len(source)}, dict[str, Array](), list[str]()
    budget = Budget()
    first = min(request.hypothesis, len(seen) - 1)
    found: dict[int, AlignedHypothesis] = {}
    for place in sorted(range(len(seen)), key=lambda place: (place != first, place)):
        one, axis = seen[place], f"target/{place}"
        steps = [
            _short(step) for step in steps_of(predictor.codec, one, request.alternatives, given)
        ]
        tokens[axis], axes[axis] = [step.symbol for step in steps], len(steps)
        weights, name = None, f"weights/{place}"
        if one.attention is not None:
            weights, sizes, lost = _fit(one.attention, place, request.layer, budget)
            axes |= sizes
            left_out += [f"Answer {place + 1}: {lost}"] if lost else []
        if weights is not None:
            arrays[name] = weights
        found[place] = AlignedHypothesis(
            text=predictor.codec.target_text(one.hypothesis.ids),
            origin=origin,
            log_probability=one.hypothesis.log_probability,
            ranking_score=one.hypothesis.ranking_score,
            finished=one.hypothesis.finished,
            steps=steps,
            axis=axis,
            weights=None if weights is None else name,
        )
    attention = seen[0].attention
    return AlignmentTrace(
        tokens=tokens,
        axes=axes,
        arrays=arrays,
        notes=predictor.notes(predictor.codec.source_ids(request.text)),
        left_out=left_out,
        model=predictor.recipe.name,
        source_text=request.text,
        attention=attention is not None,
        layers=0 if attention is None else attention.shape[0],
        heads=0 if attention is None else attention.shape[1],
        hypotheses=[found[place] for place in range(len(seen))],
    )


def _fit(
    attention: "Tensor", place: int, layer: int | None, budget: Budget
) -> tuple[Array | None, dict[str, int], str]:
    """As much of the weights (layer, head, target, source) as there is room for; its axes' sizes,
    and what was left out of it."""
    layers, heads, target, source = attention.shape
    axis = f"target/{place}"
    chosen = layers - 1 if layer is None else min(layer, layers - 1)
    sizes = {"layer": layers, "head": heads}
    if budget.take(attention.numel()):
        return array(["layer", "head", axis, "source"], attention), sizes, ""
    if budget.take(layers * target * source):
        lost = f"the {heads} heads of each layer are sent as their mean."
        return array(["layer", axis, "source"], attention.mean(1)), sizes, lost
    of_layer = attention[chosen].mean(0)
    lost = f"of {layers} layers only layer {chosen + 1} is sent, as the mean of its heads."
    if budget.take(target * source):
        return array([axis, "source"], of_layer), {}, lost
    rows = budget.left // source
    if rows > 0 and budget.take(rows * source):
        lost = f"{lost[:-1]}, and of its {target:,} rows only the first {rows:,}."
        return array([f"rows/{place}", "source"], of_layer[:rows]), {f"rows/{place}": rows}, lost
    return None, {}, "there was no room for its weights; choose it to see them."


def _short(step: Step) -> Step:
    """The step with seven digits a number."""
    return Step(
        symbol=step.symbol,
        probability=shortened(step.probability) or 0.0,
        rank=step.rank,
        alternatives=[
            Alternative(symbol=one.symbol, probability=shortened(one.probability) or 0.0)
            for one in step.alternatives
        ],
    )
