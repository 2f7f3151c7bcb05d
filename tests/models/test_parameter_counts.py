"""Every row of the chapter's table of parameters, and the sizes of the paper's two models."""

import subprocess
import sys

import pytest
import torch
from small_models import MODELS, model_of, small_recipe

from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe
from seq2see.inspection.parameters import parameter_table
from seq2see.models.registry import build_model

CHAPTER = {
    "one attention block": 16_448,
    "one feed-forward block": 16_576,
    "one encoder layer": 33_280,
    "one decoder layer": 49_856,
    "embedding tables": 2_880,
    "output layer": 2_080,
    "total": 171_232,
}


def table(recipe: Recipe, source: int, target: int) -> dict[str, int]:
    with torch.device("meta"):
        model = build_model(recipe, source, target)
    return {row.part: row.parameters for row in parameter_table(model, recipe.model)}


def test_the_number_reader_has_the_chapters_171_232():
    assert table(small_recipe(), 13, 32) == CHAPTER


def test_eight_heads_count_as_four():
    assert table(small_recipe("model.heads=8"), 13, 32) == CHAPTER


def test_a_decoder_layer_is_an_encoder_layer_with_cross_attention_and_one_more_norm():
    assert CHAPTER["one decoder layer"] - CHAPTER["one encoder layer"] == 16_448 + 128


@pytest.mark.parametrize(
    ("recipe", "millions"), [("transformer-base", 63.1), ("transformer-big", 214.2)]
)
def test_the_papers_models_are_counted_without_being_built(recipe, millions):
    """The paper says 65 and 213 million; 37,000 is its number of shared symbols.

    By hand, per layer: attention 4·d² + d, feed-forward 2·d·f + f + d, norms 2·d each.
    """
    chosen = load_recipe(recipe)
    d, f = chosen.model.width, chosen.model.inner
    attention, feed_forward, norm = 4 * d * d + d, 2 * d * f + f + d, 2 * d
    encoder = attention + feed_forward + 2 * norm
    decoder = 2 * attention + feed_forward + 3 * norm
    by_hand = 6 * encoder + 6 * decoder + 37_000 * d + 37_000
    assert table(chosen, 37_000, 37_000)["total"] == by_hand
    assert round(by_hand / 1e6, 1) == millions


@pytest.mark.parametrize("name", MODELS)
def test_the_total_is_the_sum_over_the_model(name):
    model, recipe = model_of(name), MODELS[name]
    total = parameter_table(model, recipe.model)[-1].parameters
    assert total == sum(parameter.numel() for parameter in model.parameters())


LAYERS = {
    "one encoder layer": "encoder_layers",
    "one decoder layer": "decoder_layers",
    "one layer": "layers",
}
"""Rows that stand for several, and the key that says how many."""
PARTS_OF_LAYERS = ("one attention block", "one feed-forward block")


@pytest.mark.parametrize("name", MODELS)
def test_the_rows_add_up_to_the_total(name):
    model, recipe = model_of(name), MODELS[name]
    rows = {row.part: row.parameters for row in parameter_table(model, recipe.model)}
    total = rows.pop("total")
    assert total == sum(
        count * (getattr(recipe.model, LAYERS[part]) if part in LAYERS else 1)
        for part, count in rows.items()
        if part not in PARTS_OF_LAYERS
    )


def test_the_chapters_lstm_by_hand():
    """H = 32: an LSTM of 4 gates over 32 + 32 numbers, with two biases; dot products are free."""
    gates = 4 * (32 * 32 + 32 * 32 + 2 * 32)
    found = table(load_recipe("reverser"), 13, 13)
    assert found == {
        "embedding tables": 2 * 13 * 32,
        "output layer": 64 * 13 + 13,
        "encoder LSTM": gates,
        "decoder LSTM": gates,
        "attention": 0,
        "total": 2 * 13 * 32 + 64 * 13 + 13 + 2 * gates,
    }


def test_a_model_without_numbers_needs_no_compiler():
    """Drawing numbers on "meta" imports torch's compiler, which takes longer than all the rest."""
    program = (
        "import sys, torch\n"
        "from seq2see.models.registry import build_model\n"
        "from seq2see.core.recipe_file import load_recipe\n"
        "for name in ('transformer-big', 'one-stack-reader', 'reverser'):\n"
        "    with torch.device('meta'):\n"
        "        build_model(load_recipe(name), 40, 40)\n"
        "assert 'torch._dynamo' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
