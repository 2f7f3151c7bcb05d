"""Runs of a second and less, with dropout, several epochs and an uneven last batch."""

import pytest
from short_runs import SETTINGS, epochs_of, weights_of
from small_models import small_recipe

from seq2see.training.train import train


@pytest.fixture(scope="session")
def recipe():
    return small_recipe(*SETTINGS)


@pytest.fixture
def run(tmp_path):
    """A function: train a recipe into the folder of this name."""

    def started(recipe, name="run", **options):
        return train(recipe, tmp_path / name, device="cpu", **options)

    return started


@pytest.fixture(scope="session")
def whole(recipe, tmp_path_factory):
    """Weights and log of a run that never stopped."""
    directory = tmp_path_factory.mktemp("whole") / "run"
    train(recipe, directory, device="cpu")
    return weights_of(directory), epochs_of(directory)
