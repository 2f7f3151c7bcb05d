"""Figures that need no training: each is computed by the product's own functions."""

from collections.abc import Mapping
from statistics import mean

import msgspec
import torch

from seq2see.core.padding import pad, pad_sources
from seq2see.core.recipe import Blocks, Recipe
from seq2see.core.seeds import seed_torch
from seq2see.core.special import BOS, PAD
from seq2see.data.tasks import codec_of
from seq2see.experiments.experiment import Measured
from seq2see.experiments.figure import Value
from seq2see.inspection.parameters import parameter_table
from seq2see.inspection.trace import Trace, trace_forward
from seq2see.models.attention import CrossAttention
from seq2see.models.masks import causal_mask, target_mask
from seq2see.models.named_weights import named_weights
from seq2see.models.positions import sinusoids
from seq2see.models.registry import build_model
from seq2see.models.transformer import TransformerModel
from seq2see.training.loss import smoothing_floor


def on_paper(recipes: Mapping[str, Recipe]) -> Measured:
    """Figures that follow from the recipe and from fresh weights."""
    (recipe,) = recipes.values()
    return Measured(
        parameters(recipe)
        | shapes(recipe)
        | row_lengths(recipe)
        | decoding_costs(recipe)
        | arithmetic(recipe)
    )


def parameters(recipe: Recipe) -> dict[str, Value]:
    """The parameter table, and what the chapter derives from it."""
    codec = codec_of(recipe)
    model = _fresh(recipe)
    values: dict[str, Value] = {
        row.part.replace(" ", "-"): row.parameters for row in parameter_table(model, recipe.model)
    }
    eight = _with_model(recipe, heads=8)
    return values | {
        "total-8-heads": sum(_sizes(_fresh(eight)).values()),
        "decoder-minus-encoder-layer": _count(model, "decoder.layers.0.")
        - _count(model, "encoder.layers.0."),
        "layer-norm": _count(model, "encoder.layers.0.add_norm_1."),
        "source-symbols": len(codec.source),
        "target-symbols": len(codec.target),
    }


def shapes(recipe: Recipe) -> dict[str, Value]:
    """The shapes that the chapter asks for, read off traces of batches of those sizes."""
    of_32, of_64, of_2 = (_trace(recipe, *sizes) for sizes in ((32, 3, 5), (64, 3, 5), (2, 6, 3)))
    scores = "layers.0.{}.scores"
    return {
        "memory-shape": list(of_32["encoder.output"].values.shape),
        "one-head-cross-weights-shape": list(
            of_2["decoder.layers.0.cross_attention.weights"].values[:, 0].shape
        ),
        "cross-scores-shape": _shape(of_64, "decoder." + scores.format("cross_attention")),
        "encoder-scores-shape": _shape(of_64, "encoder." + scores.format("self_attention")),
        "decoder-scores-shape": _shape(of_64, "decoder." + scores.format("self_attention")),
        "causal-mask-shape": list(causal_mask(6).shape),
    }


def row_lengths(recipe: Recipe) -> dict[str, Value]:
    """How long token rows and position rows are before anything is learned."""
    position = sinusoids(64, recipe.model.width, "interleaved").norm(dim=1).mean().item()
    unit = _token_rows(_with_model(recipe, embedding_init="unit"))
    return {
        "token-row": _token_rows(recipe),
        "position-row": position,
        "token-row-unit": unit,
        "token-row-unit-ratio": unit / position,
    }


def decoding_costs(recipe: Recipe) -> dict[str, Value]:
    """What is computed and kept while 742 is read aloud, one word at a time."""
    codec, model = codec_of(recipe), _fresh(recipe)
    products: list[int] = []
    cross = model.decoder.layers[0].get_submodule("cross_attention")
    assert isinstance(cross, CrossAttention)
    hook = cross.memory.register_forward_hook(lambda *_: products.append(1))
    state = model.start(model.encode(*pad_sources([codec.source_ids("742")])))
    words = [BOS, *codec.target_ids("seven hundred forty two")[:-1]]
    rows = []
    for word in words:
        _, state = model.step(torch.tensor([word]), state)
        rows.append(0 if state.written[0] is None else state.written[0][0].shape[2])
    hook.remove()
    # After <bos> seven hundred forty: the step that predicts "two".
    return {"decoder-rows": rows[3], "cross-key-products": len(products)}


def arithmetic(recipe: Recipe) -> dict[str, Value]:
    """What can be worked out on paper."""
    codec = codec_of(recipe)
    padded = pad([[BOS, *codec.target_ids("forty two")[:-1], PAD, PAD]])
    return {
        "cross-attention-by-hand": [round(number) for number in _by_hand(recipe)],
        "blocked-cells": int((~target_mask(padded)).sum()),
        "loss-floor": smoothing_floor(len(codec.target), recipe.training.label_smoothing),
    }


def _by_hand(recipe: Recipe) -> list[float]:
    """The chapter's example through the model's own attention, W_O being the identity."""
    assert isinstance(recipe.model, Blocks)
    attention = CrossAttention(msgspec.structs.replace(recipe.model, width=2, heads=1))
    with torch.no_grad():
        attention.W_O.weight.copy_(torch.eye(2))
        attention.W_O.bias.zero_()
        query = torch.tensor([[2.0, 0.0]]).sqrt() * torch.tensor(3.0).log()
        keys = torch.tensor([[1.0, 0.0], [0.0, 1.0]])
        values = torch.tensor([[4.0, 0.0], [0.0, 8.0]])
        output = attention.attend(query[None, None], keys[None, None], values[None, None], None)
    return output.flatten().tolist()


def _token_rows(recipe: Recipe) -> float:
    model = _fresh(recipe)
    tables = [embedding.tokens.weight * embedding.scale for embedding in
              (model.source_embedding, model.target_embedding)]  # fmt: skip
    return mean(row.norm().item() for table in tables for row in table)


def _trace(recipe: Recipe, batch: int, source: int, target: int) -> Trace:
    """A trace of `batch` sources of `source` symbols and as many targets of `target`."""
    model = _fresh(recipe)
    ids = torch.full((batch, source), 3)
    return trace_forward(model, ids, ids > 0, torch.full((batch, target), 3))


def _shape(trace: Trace, name: str) -> Value:
    return list(trace[name].values.shape)


def _fresh(recipe: Recipe) -> TransformerModel:
    codec = codec_of(recipe)
    seed_torch(recipe.training.seed, "weights")
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    assert isinstance(model, TransformerModel)
    return model


def _with_model(recipe: Recipe, **changes: object) -> Recipe:
    return msgspec.structs.replace(recipe, model=msgspec.structs.replace(recipe.model, **changes))


def _sizes(model: TransformerModel) -> dict[str, int]:
    return {name: weight.numel() for name, weight in named_weights(model).items()}


def _count(model: TransformerModel, prefix: str) -> int:
    return sum(n for name, n in _sizes(model).items() if name.startswith(prefix))
