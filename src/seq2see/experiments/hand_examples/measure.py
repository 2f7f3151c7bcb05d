"""The chapters' questions, answered by the models themselves."""

from collections.abc import Mapping

import torch

from seq2see.core.recipe import Lstm, ReadNumbers, Recipe, Reverse, Transformer
from seq2see.core.recipe_file import load_recipe
from seq2see.core.seeds import seed_torch
from seq2see.data.tasks import codec_of
from seq2see.experiments.experiment import Measured
from seq2see.experiments.figure import Value
from seq2see.experiments.number_reader.on_paper import arithmetic, decoding_costs, shapes
from seq2see.inspection.recorder import record
from seq2see.models.lstm import LstmModel
from seq2see.models.registry import build_model
from seq2see.models.source_attention import DotAttention
from seq2see.models.transformer import TransformerModel


def worked_out(recipes: Mapping[str, Recipe]) -> Measured:
    """N5 on an LSTM with H = 32 and on bare attention; N7 on its number reader."""
    reader = load_recipe("number-reader")
    smoothing = reader.training.label_smoothing
    words = len(codec_of(reader).target)
    return Measured(
        bottleneck_of_32()
        | one_attention_step()
        | every_step_at_once()
        | arithmetic(reader)
        | shapes(reader)
        | decoding_costs(reader)
        | {
            "smoothed-right": 1 - smoothing + smoothing / words,
            "smoothed-other": smoothing / words,
        }
        | sizes()
    )


def sizes() -> dict[str, Value]:
    """What the shipped recipes say of the chapters' models and data."""
    reader, microscope, base = map(load_recipe, ("number-reader", "microscope", "transformer-base"))
    reverser, six = load_recipe("reverser").task, load_recipe("six-digit-reader").task
    small, tiny, large = reader.model, microscope.model, base.model
    assert isinstance(small, Transformer) and isinstance(tiny, Transformer)
    assert isinstance(large, Transformer) and isinstance(reverser, Reverse)
    assert isinstance(reader.task, ReadNumbers) and isinstance(six, ReadNumbers)
    return {
        "training-numbers": reader.task.training_pairs,
        "held-out-numbers": reader.task.held_out_pairs,
        "reader-sizes": [small.width, small.heads, small.decoder_layers, small.inner],
        "microscope-sizes": [tiny.decoder_layers, tiny.heads, tiny.width, tiny.inner],
        "embedding-factor": _fresh_transformer(reader).target_embedding.scale,
        "base-sizes": [
            large.width, large.heads, large.width // large.heads, large.inner, large.encoder_layers,
        ],
        "base-training": [base.training.label_smoothing, large.dropout],
        "base-beam": base.decoding.beam,
        "reversal-lengths": [reverser.shortest, reverser.longest],
        "reversal-tests": reverser.held_out_pairs,
        "six-digit-tests": six.held_out_pairs,
    }  # fmt: skip


def _fresh_transformer(recipe: Recipe) -> TransformerModel:
    codec = codec_of(recipe)
    model = build_model(recipe, len(codec.source), len(codec.target))
    assert isinstance(model, TransformerModel)
    return model


def bottleneck_of_32() -> dict[str, Value]:
    """What the decoder gets of a string of 24 digits, and one context for 8 of them."""
    recipe = load_recipe("reverser")
    assert isinstance(recipe.model, Lstm)
    codec = codec_of(recipe)
    seed_torch(recipe.training.seed, "weights")
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    assert isinstance(model, LstmModel)
    digits = torch.tensor([codec.source_ids("0123456789" * 2 + "0123")])
    h, c = model.encode(digits, digits > 0).summary
    eight = digits[:, :8]
    with torch.no_grad(), record(model) as recorder:
        model.step(torch.tensor([1]), model.start(model.encode(eight, eight > 0)))
    return {
        "summary-numbers": h.numel() + c.numel(),
        "encoder-states-shape": list(recorder.tensors["encoder.output"][0][0].shape),
        "scores-shape": list(recorder.tensors["attention.scores"][0][0, 0].shape),
        "context-shape": list(recorder.tensors["attention.context"][0][0, 0].shape),
    }


def one_attention_step() -> dict[str, Value]:
    """E = [[1, 0], [0, 1], [0, -1]] and s = [2, 0]."""
    scores, weights, context = _attend([[2.0, 0.0]])
    return {
        "scores": scores[0],
        "weights": weights[0],
        "context": context[0],
        "context-second": context[0][1] + 0.0,
    }


def every_step_at_once() -> dict[str, Value]:
    """The boss, part 1: S = [[2, 0], [0, 2]]; shapes of W and C, and that rows sum to 1."""
    _, weights, context = _attend([[2.0, 0.0], [0.0, 2.0]])
    return {
        "all-weights-shape": [len(weights), len(weights[0])],
        "all-context-shape": [len(context), len(context[0])],
        "all-rows-sum": [round(sum(row), 6) for row in weights],
    }


def _attend(queries: list[list[float]]) -> tuple[list[list[float]], ...]:
    """Scores, weights and context of the chapter's three encoder states for these queries."""
    attention = DotAttention()
    states = torch.tensor([[[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]])
    everyone = torch.ones(1, 1, 3, dtype=torch.bool)
    with record(attention) as recorder:
        attention(torch.tensor([queries]), attention.keys(states), states, everyone)
    of = {name: tensors[0] for name, tensors in recorder.tensors.items()}
    return of["scores"][0].tolist(), of["weights"][0, 0].tolist(), of["context"][0].tolist()
