"""The three masks: who may not look at whom in a small batch, and why; chapter N7 §5."""

from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from seq2see.core.special import PAD
from seq2see.labs.lab_request import LabRequest, ModelId, Typed
from seq2see.labs.padded import MOST_PLACES, padded, symbols
from seq2see.labs.shelf import Shelf
from seq2see.labs.trace import Array, LabTrace, array
from seq2see.labs.watch import Watch
from seq2see.predictor.explanation import Symbol

if TYPE_CHECKING:
    from torch import Tensor

    from seq2see.predictor.predictor import Predictor

Places = Annotated[int, Meta(ge=1, le=MOST_PLACES)]


Name = Literal["encoder", "decoder", "cross", "whole"]
Kind = Literal["transformer", "one-stack", "lstm"]


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pair as training sees it: the whole right answer is there."""

    source: Typed
    target: Typed


class Masks(LabRequest, frozen=True, tag="masks"):
    """The masks of a batch of sentences."""

    sentences: Annotated[list[Sentence], Meta(min_length=1, max_length=6)]
    model: ModelId | None = None
    """Whose vocabulary and kind; None takes free words for a Transformer."""
    source_places: Places | None = None
    """To how many places sources are padded; None, or too few: as many as the longest has."""
    target_places: Places | None = None
    """The same for decoder inputs, `<bos>` counted."""


class MaskCount(msgspec.Struct, frozen=True, kw_only=True):
    """Blocked cells of one sentence: `later + padding - both`."""

    cells: int
    blocked: int
    later: int
    """Cells whose column is a later position, where the mask is causal."""
    padding: int
    """Cells whose column is padding."""
    both: int


class Mask(msgspec.Struct, frozen=True, kw_only=True):
    """One mask, the same for every head; its array is (sentence, query axis, key axis), 1 where a
    cell is blocked."""

    name: Name
    queries: str
    """The axis that rows stand for."""
    keys: str
    causal: bool
    """Whether it also blocks later positions: columns right of the row's own."""
    counts: list[MaskCount]
    """One for each sentence."""


class MasksTrace(LabTrace, frozen=True, tag="seq2see/masks/1"):
    """Axes `sentence`, `source`, `target` (or `sequence`); the tokens of sentence 1 along the
    axis `source` are `source/0`, and so on. Arrays: one a mask, by its name, and where padding is,
    `source-padding` and so on (sentence, axis)."""

    kind: Kind
    heads: int
    """Of the model; 1 without one."""
    attention: bool
    """False for a model that has none, and so no mask."""
    masks: list[Mask]


def answer(request: Masks, shelf: Shelf, watch: Watch) -> MasksTrace:
    """The masks as `models.masks` makes them for this batch, with the chapters' sign."""
    predictor = None if request.model is None else shelf.predictor(request.model, watch)
    pairs = [symbols(one.source, one.target, predictor) for one in request.sentences]
    sides = {
        "source": padded([source for source, _ in pairs], request.source_places, "source"),
        "target": padded([target for _, target in pairs], request.target_places, "decoder input"),
    }
    kind, heads, attention = _facts(predictor)
    if kind == "one-stack":
        both = zip(sides["source"], sides["target"], strict=True)
        sides = {"sequence": [[*source, *target] for source, target in both]}
    masks, arrays = _masks(kind, sides) if attention else ([], {})
    places = {f"{axis}/{n}": row for axis, rows in sides.items() for n, row in enumerate(rows)}
    return MasksTrace(
        tokens=places,
        axes={
            "sentence": len(pairs),
            **{axis: len(rows[0]) for axis, rows in sides.items()},
            **{name: len(row) for name, row in places.items()},
        },
        arrays=arrays,
        notes=_NOTES[kind if attention else "plain"],
        kind=kind,
        heads=heads,
        attention=attention,
        masks=masks,
    )


_NOTES = {
    "transformer": [],
    "one-stack": [
        "One sequence holds the source and the words after it, so there is one mask. The model "
        "reads the source left to right, too: each place sees itself and what is before it."
    ],
    "lstm": [
        "An LSTM has one mask: attention may not look at padding of the source. It needs no causal "
        "mask: its state at a word was made from that word and those before it, and has never "
        "seen a later one."
    ],
    "plain": [
        "This model has no attention: nobody looks at anybody, so there is nothing to block. Its "
        "encoder stops at the last real symbol and never reads the padding."
    ],
}


def _facts(predictor: "Predictor | None") -> tuple[Kind, int, bool]:
    from seq2see.core.recipe import Lstm, OneStack

    if predictor is None:
        return "transformer", 1, True
    recipe = predictor.recipe.model
    attention = bool(predictor.model.source_attention)
    if isinstance(recipe, Lstm):
        return "lstm", 1, attention
    return "one-stack" if isinstance(recipe, OneStack) else "transformer", recipe.heads, attention


class _Made(NamedTuple):
    name: Name
    queries: str
    keys: str
    causal: bool
    allowed: "Tensor"


def _masks(kind: Kind, sides: dict[str, list[list[Symbol]]]) -> tuple[list[Mask], dict[str, Array]]:
    import torch

    from seq2see.models.masks import causal_mask, source_mask, target_mask

    ids = {axis: torch.tensor([[one.id for one in row] for row in rows])
           for axis, rows in sides.items()}  # fmt: skip
    padding = {axis: numbers == PAD for axis, numbers in ids.items()}
    if kind == "one-stack":
        numbers = ids["sequence"]
        allowed = source_mask(numbers != PAD) & causal_mask(numbers.shape[1])
        made = [_Made("whole", "sequence", "sequence", True, allowed)]
    else:
        of_source = source_mask(~padding["source"])
        made = [
            _Made("encoder", "source", "source", False, of_source),
            _Made("decoder", "target", "target", True, target_mask(ids["target"])),
            _Made("cross", "target", "source", False, of_source),
        ][2 * (kind == "lstm") :]
    arrays = {f"{axis}-padding": array(["sentence", axis], 1 * of) for axis, of in padding.items()}
    masks = []
    for name, queries, keys, causal, allowed in made:
        shape = (len(ids[keys]), ids[queries].shape[1], ids[keys].shape[1])
        blocked = ~allowed[:, 0].expand(shape)  # every head has the same
        arrays[name] = array(["sentence", queries, keys], 1 * blocked)
        later = ~causal_mask(shape[1]) if causal else torch.zeros(shape[1:], dtype=torch.bool)
        counts = [
            _count(rows, later, columns.expand(shape[1:]))
            for rows, columns in zip(blocked, padding[keys], strict=True)
        ]
        masks.append(Mask(name=name, queries=queries, keys=keys, causal=causal, counts=counts))
    return masks, arrays


def _count(blocked: "Tensor", later: "Tensor", padding: "Tensor") -> MaskCount:
    return MaskCount(
        cells=blocked.numel(),
        blocked=int(blocked.sum()),
        later=int(later.sum()),
        padding=int(padding.sum()),
        both=int((later & padding).sum()),
    )
