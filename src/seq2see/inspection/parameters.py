"""The table of parameters, part by part."""

from collections.abc import Mapping
from dataclasses import dataclass

from torch import Tensor

from seq2see.core.recipe import Transformer
from seq2see.models.named_weights import named_weights
from seq2see.models.transformer import TransformerModel


@dataclass(frozen=True)
class ParameterRow:
    """A part of a model and how many parameters it holds."""

    part: str
    made_of: str
    parameters: int


def parameter_table(model: TransformerModel, recipe: Transformer) -> list[ParameterRow]:
    """The table of chapter N7 for any sizes; every number is counted on `model` itself.

    The rows of single blocks and layers are parts of the last row, the total, in which each
    weight counts once, however many places share it.
    """
    weights = named_weights(model)
    layer, inner = "decoder.layers.0", recipe.inner
    return [
        _row(weights, "one attention block", f"{layer}.cross_attention", recipe),
        ParameterRow(
            "one feed-forward block",
            f"{recipe.width} × {inner} + {inner}, {inner} × {recipe.width} + {recipe.width}",
            _count(weights, f"{layer}.feed_forward"),
        ),
        ParameterRow(
            "one encoder layer",
            "attention + feed-forward + 2 LayerNorms",
            _count(weights, "encoder.layers.0"),
        ),
        ParameterRow(
            "one decoder layer",
            "2 attentions + feed-forward + 3 LayerNorms",
            _count(weights, layer),
        ),
        *_ends(model, recipe, weights),
        ParameterRow(
            "total",
            f"{_layers(recipe)} + embeddings + output",
            sum(weight.numel() for weight in weights.values()),
        ),
    ]


def _row(
    weights: Mapping[str, Tensor], part: str, prefix: str, recipe: Transformer
) -> ParameterRow:
    width = recipe.width
    bias = f" + {width}" if recipe.projection_bias else ""
    made_of = f"W_Q, W_K, W_V ({width} × {width}{bias} each) + W_O ({width} × {width} + {width})"
    return ParameterRow(part, made_of, _count(weights, prefix))


def _ends(
    model: TransformerModel, recipe: Transformer, weights: Mapping[str, Tensor]
) -> list[ParameterRow]:
    """What stands before and after the stacks."""
    source = model.source_embedding.tokens.num_embeddings
    target = model.target_embedding.tokens.num_embeddings
    tables = (
        f"{source} × {recipe.width}, shared by both sides"
        if recipe.shared_embeddings == "all"
        else f"({source} + {target}) × {recipe.width}"
    )
    tied = recipe.shared_embeddings != "none"
    output = f"{recipe.width} × {target} + {target}"
    rows = [
        ParameterRow("embedding tables", tables, _count(weights, *_TABLES)),
        ParameterRow(
            "output layer",
            f"{target}; its matrix is the target embedding table" if tied else output,
            _count(weights, "output"),
        ),
    ]
    if recipe.positions == "learned":
        rows.append(ParameterRow("learned positions", "", _count(weights, *_POSITIONS)))
    if recipe.final_norm:
        norms = ("encoder.final_norm", "decoder.final_norm")
        rows.append(ParameterRow("final norms", "2 LayerNorms", _count(weights, *norms)))
    return rows


_TABLES = ("source_embedding.tokens", "target_embedding.tokens")
_POSITIONS = ("source_embedding.positions", "target_embedding.positions")


def _layers(recipe: Transformer) -> str:
    return f"{recipe.encoder_layers} encoder + {recipe.decoder_layers} decoder layers"


def _count(weights: Mapping[str, Tensor], *prefixes: str) -> int:
    return sum(
        weight.numel()
        for name, weight in weights.items()
        if any(name.startswith(f"{prefix}.") for prefix in prefixes)
    )
