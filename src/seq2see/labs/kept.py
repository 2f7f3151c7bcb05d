"""What a decoder keeps between steps, by the kind of its model: made once, grown, or replaced."""

from typing import Literal

import msgspec

from seq2see.core.recipe import Lstm, OneStack, Recipe, Transformer


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is kept. Its shape is `axes` with `sizes`; None is the number of rows."""

    name: str
    change: Literal["once", "grows", "replaced"]
    """Made before the first word and only read; one row more at each step; or made anew."""
    says: str
    """What it is, in a sentence."""
    axes: list[str]
    sizes: list[int | None]
    rows: int
    """Rows before the first step; with `grows`, step number t leaves `rows + t` of them."""
    shared: bool
    """Whether all partial answers of a beam read one copy; else each has its own."""


def kept_by(recipe: Recipe, source: int) -> list[Kept]:
    """What the decoder of `recipe` keeps while it answers a source of so many symbols."""
    match recipe.model:
        case Transformer() as model:
            return _transformer(model, source)
        case OneStack() as model:
            return _one_stack(model, source)
        case Lstm() as model:
            return _lstm(model, source)


def _transformer(model: Transformer, source: int) -> list[Kept]:
    axes = ["layer", "key and value", "head", "row", "width"]
    sizes = [model.decoder_layers, 2, model.heads, None, model.width // model.heads]
    return [
        Kept(
            name="cross-attention: keys and values of the source",
            change="once",
            says="The encoder ran once. Its output was multiplied by W_K and W_V once, too: one "
            "row for each symbol of the source, read at every step.",
            axes=axes,
            sizes=sizes,
            rows=source,
            shared=True,
        ),
        Kept(
            name="self-attention: keys and values of what is written",
            change="grows",
            says="One row for the start and for each symbol written. A step adds a row and leaves "
            "the others as they are.",
            axes=axes,
            sizes=sizes,
            rows=0,
            shared=False,
        ),
    ]


def _one_stack(model: OneStack, source: int) -> list[Kept]:
    return [
        Kept(
            name="self-attention: keys and values of the one sequence",
            change="grows",
            says="The source was read at once before the first word (the prefill): one row for "
            "each of its symbols. The start and each symbol written add a row.",
            axes=["layer", "key and value", "head", "row", "width"],
            sizes=[model.layers, 2, model.heads, None, model.width // model.heads],
            rows=source,
            shared=False,
        )
    ]


def _lstm(model: Lstm, source: int) -> list[Kept]:
    state = Kept(
        name="state: h and c",
        change="replaced",
        says="All that the decoder remembers of what it wrote. It starts from the encoder's "
        "summary; each step makes a new h and a new c.",
        axes=["h and c", "layer", "width"],
        sizes=[2, model.layers, model.width],
        rows=1,
        shared=False,
    )
    if model.attention == "none":
        return [state]
    states = Kept(
        name="encoder states",
        change="once",
        says="The encoder ran once: one state for each symbol of the source, averaged anew at "
        "every step.",
        axes=["row", "width"],
        sizes=[None, model.width],
        rows=source,
        shared=False,
    )
    if model.attention == "dot":
        return [states, state]
    keys = Kept(
        name="keys of attention",
        change="once",
        says="What scoring needs of the encoder states alone: multiplied by its matrix once.",
        axes=["row", "width"],
        sizes=[None, model.attention_width if model.attention == "additive" else model.width],
        rows=source,
        shared=False,
    )
    return [states, keys, state]
