"""A model directory of random weights, made in a moment."""

import pytest
import torch
from small_models import small_recipe

from seq2see.data.tasks import codec_of
from seq2see.models.registry import build_model
from seq2see.store.manifest import Facts
from seq2see.store.model_directory import StoredModel, save_model

SIZES = ("model.width=6", "model.heads=2", "model.inner=5", "model.encoder_layers=1")


def stored_model(*settings, recipe=None, seed=29):
    recipe = recipe or small_recipe(*SIZES, *settings)
    codec = codec_of(recipe)
    torch.manual_seed(seed)
    model = build_model(recipe, len(codec.source), len(codec.target)).eval()
    return StoredModel(recipe, codec, model, {"held_out_accuracy": 0.5}, Facts(longest_source=3))


@pytest.fixture
def make():
    """A function: a stored model of the small sizes, `settings` put in, or of a whole recipe."""
    return stored_model


@pytest.fixture
def directory(tmp_path):
    """A whole model directory, one test's own."""
    save_model(tmp_path / "model", stored_model())
    return tmp_path / "model"
