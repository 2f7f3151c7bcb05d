"""The decoding lab: a search step by step, with every candidate it looked at."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from seq2see.core.errors import InputError
from seq2see.core.recipe import Transformer
from seq2see.core.special import BOS, EOS, PAD
from seq2see.labs.kept import Kept, kept_by
from seq2see.labs.lab_request import Beam, LabRequest, ModelId, Typed
from seq2see.labs.search_tree import Fate, Node, answers_of, nodes_of
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import MOST_SYMBOLS, Array, Budget, LabTrace, array, shortened
from seq2see.labs.typed import source_ids
from seq2see.labs.watch import Watch

if TYPE_CHECKING:
    from seq2see.inspection.whole_search import SeenSearch
    from seq2see.predictor.predictor import Predictor

MOST_SEEN = 50_000_000
"""Numbers that a search may leave to look at: 200 MB in 32 bits."""


class Decode(LabRequest, frozen=True, tag="decoding"):
    """How a model searches for its answer to a text."""

    model: ModelId
    text: Typed
    beam: Beam | None = None
    """None: as the recipe says."""
    length_penalty: Annotated[float, Meta(ge=-5.0, le=5.0)] | None = None
    """None: as the recipe says."""
    prefix: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(max_length=MOST_SYMBOLS)] = ()
    """Numbers of symbols that the answer has to begin with; with `<eos>` at its end it is the whole
    answer, and only looked at."""
    likely: Annotated[int, Meta(ge=1, le=50)] = 8
    """Most probable symbols to tell for each partial answer."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A way to go on that the search looked at."""

    symbol: int
    """Its place in `tokens["symbol"]`."""
    row: int
    """The partial answer of this step that it goes on from."""
    probability: float
    """Of the symbol, after that partial answer."""
    log_probability: float | None
    """Natural logarithm, of the whole answer up to here; None where it is impossible (−∞)."""
    ranking_score: float | None
    """The same after the length penalty, as if the answer ended here."""
    fate: Fate


class SearchStep(msgspec.Struct, frozen=True, kw_only=True):
    """One step of the decoder: a row for each partial answer it went on from."""

    parents: list[int | None]
    """Of each row: its place among the candidates of the step before; None at the start."""
    candidates: list[Candidate]
    """By rank. Those `kept` are, in this order, the rows of the next step."""


class FoundAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer; `path` has, for each step, its candidate there."""

    text: str
    path: list[int]
    log_probability: float | None
    ranking_score: float | None
    finished: bool
    """False when it was cut before `<eos>`."""


class DecodingTrace(LabTrace, frozen=True, tag="seq2see/decoding/1"):
    """A search. The axis `row` goes through the rows of all steps, one step after the other.

    Arrays: `likely` (row, likely), places in `tokens["symbol"]` of the most probable symbols, and
    `probability` (row, likely); `rest` (row), the probability of all others together; `attention`
    over the source by layer, head, row and source, without `head` where it is their mean, without
    `layer` where it is that of the last, with `seen` instead of `row` where only the first rows
    had room, and not at all in a model without attention; for a Transformer, `multiplications`
    (way, step), summed up to each step of one answer: with both caches, with neither.
    """

    model: str
    """Name of the model's recipe."""
    source_text: str
    attention: bool
    layers: int
    heads: int
    vocabulary: int
    """Symbols that there are to choose from."""
    search: Literal["greedy", "beam", "given"]
    beam: int
    length_penalty: float
    length_formula: str
    forced: int
    """Symbols at the beginning that were given."""
    end: Literal["ended", "settled", "cut"]
    """Why the search stopped: all ended, nothing else can rank among the best, or the limit."""
    longest: int
    """The limit, in symbols."""
    steps: list[SearchStep]
    answers: list[FoundAnswer]
    """Best first."""
    kept: list[Kept]


def answer(request: Decode, shelf: Shelf, watch: Watch) -> DecodingTrace:
    """The whole search, as far as there is room for it."""
    from seq2see.inspection.whole_search import see_whole_search

    predictor = shelf.predictor(request.model, watch)
    source = source_ids(predictor, request.text)
    _check(request.prefix, predictor)
    recipe = predictor.recipe.decoding
    beam = request.beam or recipe.beam
    penalty = recipe.length_penalty if request.length_penalty is None else request.length_penalty
    longest = _longest(predictor, len(source), beam)
    if len(request.prefix) > longest:
        raise InputError(
            f"The beginning has {len(request.prefix):,} symbols, the limit is {longest:,}.",
            hint="Go on from an earlier word.",
        )
    with watch.steps():
        seen = see_whole_search(
            predictor.model,
            source,
            beam=beam,
            longest=longest,
            length_penalty=penalty,
            length_formula=recipe.length_formula,
            prefix=request.prefix,
            device=predictor.device,
        )
    whole = EOS in request.prefix
    return _trace(
        request,
        predictor,
        seen,
        search="given" if whole else "greedy" if beam == 1 else "beam",
        beam=1 if whole else beam,
        penalty=penalty,
        longest=longest,
    )


def _check(prefix: Sequence[int], predictor: "Predictor") -> None:
    known = len(predictor.codec.target)
    wrong = [at for at, one in enumerate(prefix) if one >= known or one in (PAD, BOS)]
    early = [at for at in range(len(prefix) - 1) if prefix[at] == EOS]
    if wrong or early:
        at = min(wrong + early)
        raise InputError(
            f"Symbol {at + 1} of the beginning cannot stand there.",
            hint="The beginning may come from another model; go back to the original.",
        )


def _longest(predictor: "Predictor", source: int, beam: int) -> int:
    """The most symbols of an answer: what the recipe allows, as far as it can be looked at."""
    model, limit = predictor.recipe.model, min(MOST_SYMBOLS, predictor.longest())
    heads = 1 if not hasattr(model, "heads") else model.heads  # type: ignore[union-attr]
    layers = len(predictor.model.source_attention)
    a_row = len(predictor.codec.target) + layers * heads * (source + limit)
    return max(1, min(limit, MOST_SEEN // (beam * a_row)))


def _trace(
    request: Decode,
    predictor: "Predictor",
    seen: "SeenSearch",
    *,
    search: Literal["greedy", "beam", "given"],
    beam: int,
    penalty: float,
    longest: int,
) -> DecodingTrace:
    from seq2see.decoding.length_penalty import LengthPenalty
    from seq2see.predictor.explain import source_symbols, symbol_of

    codec, formula = predictor.codec, predictor.recipe.decoding.length_formula
    source = source_symbols(codec, request.text)
    nodes = nodes_of(seen, longest, LengthPenalty(penalty, formula))
    budget, left_out = Budget(), list[str]()
    likely, arrays = _likely(seen, request.likely, budget)
    used = sorted(
        {node.symbol for step in nodes for node in step} | {i for row in likely for i in row}
    )
    place = {symbol: at for at, symbol in enumerate(sorted(used))}
    arrays["likely"] = array(["row", "likely"], [[place[i] for i in row] for row in likely])
    attention, sizes, lost = _attention(seen, budget)
    if attention is not None:
        arrays["attention"] = attention
    left_out += [lost] if lost else []
    of_all = seen.steps[0].attention
    steps = [
        SearchStep(
            parents=[None]
            if not at
            else [i for i, n in enumerate(nodes[at - 1]) if n.fate == "kept"],
            candidates=[_candidate(node, place) for node in step],
        )
        for at, step in enumerate(nodes)
    ]
    answers = [
        FoundAnswer(
            text=codec.target_text(hypothesis.ids),
            path=path,
            log_probability=_number(hypothesis.log_probability),
            ranking_score=_number(hypothesis.ranking_score),
            finished=hypothesis.finished,
        )
        for hypothesis, path in answers_of(seen, nodes)
    ]
    if longest < predictor.longest() and not all(one.finished for one in answers):
        left_out.append(
            f"The answer was cut after {longest:,} symbols, which is as far as this lab looks; "
            f"the model would write up to {predictor.longest():,}."
        )
    model = predictor.recipe.model
    if isinstance(model, Transformer):
        counted = _multiplications(model, len(codec.target), len(source), len(steps))
        arrays["multiplications"] = array(["way", "step"], counted)
    fates = {node.fate for step in nodes for node in step}
    return DecodingTrace(
        tokens={"source": source, "symbol": [symbol_of(codec.target, one) for one in place]},
        axes={
            "source": len(source),
            "symbol": len(place),
            "row": len(likely),
            "likely": len(likely[0]),
            "step": len(steps),
            "way": 2,
            **sizes,
        },
        arrays=arrays,
        notes=predictor.notes(codec.source_ids(request.text)),
        left_out=left_out,
        model=predictor.recipe.name,
        source_text=request.text,
        attention=of_all is not None,
        layers=0 if of_all is None else of_all.shape[0],
        heads=0 if of_all is None else of_all.shape[1],
        vocabulary=len(codec.target),
        search=search,
        beam=beam,
        length_penalty=penalty,
        length_formula=formula,
        forced=len(request.prefix),
        end="settled" if "settled" in fates else "cut" if "cut" in fates else "ended",
        longest=longest,
        steps=steps,
        answers=answers,
        kept=kept_by(predictor.recipe, len(source)),
    )


def _candidate(node: Node, place: dict[int, int]) -> Candidate:
    return Candidate(
        symbol=place[node.symbol],
        row=node.row,
        probability=shortened(node.probability) or 0.0,
        log_probability=_number(node.log_probability),
        ranking_score=_number(node.ranking_score),
        fate=node.fate,
    )


def _number(value: float) -> float | None:
    """Seven digits; None for −∞, which JSON cannot write."""
    return None if value == -float("inf") else shortened(value)


def _likely(
    seen: "SeenSearch", wanted: int, budget: Budget
) -> tuple[list[list[int]], dict[str, Array]]:
    """The most probable symbols of each row, with what is left for all the others."""
    rows = sum(len(step.log_probabilities) for step in seen.steps)
    vocabulary = seen.steps[0].log_probabilities.shape[1]
    count = max(1, min(wanted, vocabulary, budget.left // (4 * rows)))
    symbols, values, rest = list[list[int]](), list[list[float]](), list[float]()
    for step in seen.steps:
        best = step.log_probabilities.double().exp().topk(count)
        symbols += best.indices.tolist()
        values += best.values.tolist()
        rest += (1 - best.values.sum(1)).clamp(min=0).tolist()
    budget.take(rows * (2 * count + 1))
    return symbols, {
        "probability": array(["row", "likely"], values),
        "rest": array(["row"], rest),
    }


def _attention(seen: "SeenSearch", budget: Budget) -> tuple[Array | None, dict[str, int], str]:
    """As much of the attention as there is room for; its axes' sizes, and what was left out."""
    import torch

    if seen.steps[0].attention is None:
        return None, {}, ""
    every: torch.Tensor = torch.cat(
        [step.attention for step in seen.steps if step.attention is not None], dim=2
    )
    layers, heads, rows, source = every.shape
    if budget.take(every.numel()):
        return (
            array(["layer", "head", "row", "source"], every),
            {"layer": layers, "head": heads},
            "",
        )
    if budget.take(layers * rows * source):
        lost = f"Of attention, the {heads} heads of each layer are sent as their mean."
        return array(["layer", "row", "source"], every.mean(1)), {"layer": layers}, lost
    of_layer, lost = (
        every[-1].mean(0),
        "Of attention, only the last layer is sent, as its heads' mean.",
    )
    if budget.take(rows * source):
        return array(["row", "source"], of_layer), {}, lost
    some = max(1, budget.left // source)
    lost = f"{lost[:-1]}, and of its {rows:,} rows only the first {some:,}."
    budget.take(some * source)
    return array(["seen", "source"], of_layer[:some]), {"seen": some}, lost


def _multiplications(
    model: Transformer, vocabulary: int, source: int, steps: int
) -> list[list[int]]:
    """In matrix products, for one answer, summed up to each step: with both caches, with none."""
    from seq2see.experiments.cache_cost.measure import of_step

    return [
        list(
            accumulate(
                of_step(model, vocabulary, source, step, cached, cached)
                for step in range(1, steps + 1)
            )
        )
        for cached in (True, False)
    ]
