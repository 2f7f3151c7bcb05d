"""Shape annotations are checked while testing; recipes and a trained model for every folder."""

import sys
from pathlib import Path

import pytest
import torch
from hypothesis import settings
from jaxtyping import install_import_hook

# From here on these parts are imported with every shape in their signatures checked at each call.
# Nothing of them may have been imported before.
CHECKED = ["seq2see.models", "seq2see.decoding", "seq2see.inspection", "seq2see.training.loss"]
assert not [name for name in sys.modules if name.startswith(tuple(CHECKED))]
install_import_hook(CHECKED, "beartype.beartype")

# Helpers (`small_models`) and test functions (`mutants` runs them) are shared between folders.
SHARED = [
    "models",
    "inspection",
    "reference",
    "metrics",
    "evaluation",
    "labs",
    "training",
    "browser",
]
sys.path[:0] = [str(Path(__file__).parent / name) for name in SHARED]

from small_models import small_recipe  # noqa: E402

from seq2see.predictor.predictor import Predictor, load  # noqa: E402
from seq2see.training.train import train  # noqa: E402

settings.register_profile("seq2see", deadline=None, database=None, report_multiple_bugs=False)
settings.load_profile("seq2see")
torch.set_num_threads(1)

TRAINED = [
    "name=small-reader",
    "task.highest=99",
    "task.training_pairs=83",
    "task.held_out_pairs=17",
    "model.width=32",
    "model.inner=48",
    "model.heads=2",
    "training.epochs=13",
    "training.batch_pairs=11",
    "training.learning_rate=0.003",
    "training.evaluate_epochs=13",
    "training.snapshot_epochs=[2]",
]
"""A reader of 0 to 99 that is good but not perfect: beams have something to choose from."""


@pytest.fixture(scope="session")
def trained_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A trained model directory (one a worker), with a snapshot after epoch 2."""
    recipe = small_recipe(*TRAINED)
    print(f"training {recipe.name} with seed {recipe.training.seed}")
    directory = tmp_path_factory.mktemp("trained") / "small-reader"
    result = train(recipe, directory, device="cpu", thread_count=1)
    print(f"measured: {result.metrics}")
    return directory


@pytest.fixture(scope="session")
def trained(trained_directory: Path) -> Predictor:
    """The trained model, opened. It is shared: no test may change it."""
    return load(trained_directory)
