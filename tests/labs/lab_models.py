"""Directories of small models, one of every sort that a lab may be asked about."""

from pathlib import Path

import pytest

from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.training.train import train

REVERSER = [
    "task.longest=6", "task.training_pairs=67", "task.held_out_pairs=5", "training.epochs=1",
    "model.width=10", "model.embedding_width=7", "training.batch_pairs=11",
]  # fmt: skip
PAIRS = "".join(
    f"{word}\t{' '.join(word.upper())}\n"
    for word in ("ba", "bad", "dab", "cab", "add", "dada", "abba", "cc", "bcd", "é", "deed")
)


@pytest.fixture(scope="session")
def directories(tmp_path_factory, trained_directory) -> dict[str, Path]:
    """By what they are: directories of models that learned for a moment."""
    folder = tmp_path_factory.mktemp("models")
    pairs = folder / "pairs.tsv"
    pairs.write_text(PAIRS, "utf-8")
    recipes = {
        "lstm": override(load_recipe("reverser"), REVERSER),
        "plain": override(load_recipe("reverser"), [*REVERSER, "model.attention=none"]),
        "pairs": override(
            load_recipe("g2p"),
            [f"task.train={pairs}", "task.dev_pairs=3", "training.epochs=1", "model.width=10",
             "model.embedding_width=7", "model.attention_width=5", "model.layers=1",
             "training.warmup_updates=0", "text.longest_target=30"],
        ),
    }  # fmt: skip
    for name, recipe in recipes.items():
        train(recipe, folder / name, device="cpu", thread_count=1)
    return {"reader": trained_directory, **{name: folder / name for name in recipes}}
