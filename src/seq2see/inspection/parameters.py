"""The table of parameters, part by part."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from torch import Tensor

from seq2see.core.recipe import Blocks, Lstm, Model, OneStack, Transformer
from seq2see.models.named_weights import named_weights
from seq2see.models.registry import AnyModel


@dataclass(frozen=True)
class ParameterRow:
    """A part of a model and how many parameters it holds."""

    part: str
    made_of: str
    parameters: int


def parameter_table(model: AnyModel, recipe: Model) -> list[ParameterRow]:
    """The table of chapter N7 for any model; every number is counted on `model` itself.

    The rows of single blocks and layers are parts of the last row, the total, in which each
    weight counts once, however many places share it.
    """
    weights = named_weights(model)
    if isinstance(recipe, Lstm):
        rows, total = _lstm(weights, recipe), "embeddings + 2 LSTMs + output"
    elif isinstance(recipe, OneStack):
        rows, total = _one_stack(weights, recipe), f"{recipe.layers} layers + embedding + output"
    else:
        sides = f"{recipe.encoder_layers} encoder + {recipe.decoder_layers} decoder layers"
        rows, total = _transformer(weights, recipe), f"{sides} + embeddings + output"
    return [*rows, ParameterRow("total", total, sum(w.numel() for w in weights.values()))]


Weights = Mapping[str, Tensor]


def _transformer(weights: Weights, recipe: Transformer) -> Iterator[ParameterRow]:
    layer = "decoder.layers.0"
    yield from _blocks(weights, recipe, f"{layer}.cross_attention", f"{layer}.feed_forward")
    yield ParameterRow(
        "one encoder layer",
        "attention + feed-forward + 2 LayerNorms",
        _count(weights, "encoder.layers.0"),
    )
    yield ParameterRow(
        "one decoder layer", "2 attentions + feed-forward + 3 LayerNorms", _count(weights, layer)
    )
    shared = recipe.shared_embeddings
    yield from _ends(
        weights, ["source_embedding", "target_embedding"], recipe.width, tied=shared != "none"
    )
    if recipe.final_norm:
        norms = ("encoder.final_norm", "decoder.final_norm")
        yield ParameterRow("final norms", "2 LayerNorms", _count(weights, *norms))


def _one_stack(weights: Weights, recipe: OneStack) -> Iterator[ParameterRow]:
    layer = "stack.layers.0"
    yield from _blocks(weights, recipe, f"{layer}.self_attention", f"{layer}.feed_forward")
    yield ParameterRow(
        "one layer", "attention + feed-forward + 2 LayerNorms", _count(weights, layer)
    )
    tied = recipe.shared_embeddings != "none"
    yield from _ends(weights, ["embedding"], recipe.width, tied=tied)
    if recipe.final_norm:
        yield ParameterRow("final norm", "1 LayerNorm", _count(weights, "stack.final_norm"))


def _lstm(weights: Weights, recipe: Lstm) -> Iterator[ParameterRow]:
    names = ["source_embedding", "target_embedding"]
    yield from _ends(weights, names, recipe.embedding_width, tied=recipe.tied_output)
    one = f"4 × ({recipe.embedding_width} + {recipe.width} + 2) × {recipe.width}"
    ways = "both ways, half the width each" if recipe.bidirectional else one
    first = "" if recipe.layers == 1 else f", {recipe.layers} layers"
    yield ParameterRow("encoder LSTM", ways + first, _count(weights, "encoder"))
    yield ParameterRow("decoder LSTM", one + first, _count(weights, "decoder"))
    made_of = {
        "none": "none",
        "dot": "a dot product has no parameters",
        "bilinear": f"W ({recipe.width} × {recipe.width})",
        "additive": f"W_1, W_2 ({recipe.width} × {recipe.attention_width} each) + v",
    }
    yield ParameterRow("attention", made_of[recipe.attention], _count(weights, "attention"))
    if recipe.tied_output:
        yield ParameterRow("bridge to the output", "", _count(weights, "bridge"))


def _blocks(
    weights: Weights, recipe: Blocks, attention: str, feed_forward: str
) -> Iterator[ParameterRow]:
    width, inner = recipe.width, recipe.inner
    bias = f" + {width}" if recipe.projection_bias else ""
    yield ParameterRow(
        "one attention block",
        f"W_Q, W_K, W_V ({width} × {width}{bias} each) + W_O ({width} × {width} + {width})",
        _count(weights, attention),
    )
    yield ParameterRow(
        "one feed-forward block",
        f"{width} × {inner} + {inner}, {inner} × {width} + {width}",
        _count(weights, feed_forward),
    )


def _ends(
    weights: Weights, embeddings: list[str], width: int, *, tied: bool
) -> Iterator[ParameterRow]:
    """What stands before and after the stacks."""
    tables = [
        weight for name, weight in weights.items()
        if name in {f"{e}.tokens.weight" for e in embeddings} | {f"{e}.weight" for e in embeddings}
    ]  # fmt: skip
    sizes = " + ".join(str(len(table)) for table in tables)
    shared = ", shared by both sides" if len(tables) < len(embeddings) else ""
    yield ParameterRow(
        "embedding tables" if len(embeddings) > 1 else "embedding table",
        f"({sizes}) × {width}{shared}" if len(tables) > 1 else f"{sizes} × {width}{shared}",
        sum(table.numel() for table in tables),
    )
    bias = weights["output.bias"]
    made_of = (
        f"{len(bias)}; its matrix is the embedding table"
        if tied
        else f"{weights['output.weight'].shape[1]} × {len(bias)} + {len(bias)}"
    )
    yield ParameterRow("output layer", made_of, _count(weights, "output"))
    positions = _count(weights, *[f"{embedding}.positions" for embedding in embeddings])
    if positions:
        yield ParameterRow("learned positions", f"{positions // width} × {width}", positions)


def _count(weights: Weights, *prefixes: str) -> int:
    return sum(
        weight.numel()
        for name, weight in weights.items()
        if any(name.startswith(f"{prefix}.") for prefix in prefixes)
    )
