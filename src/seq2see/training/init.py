"""Fine-tuning: starting from the weights and vocabularies of a trained model."""

from pathlib import Path
from typing import Any

from seq2see.core.errors import RecipeError
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import recipe_data
from seq2see.store.model_directory import load_model

FREE = ("dropout", "longest_source", "longest_target", "minimum_count")
"""Keys of a model's recipe that fine-tuning may change: the weights fit either way."""


def check_init(init: Path, recipe: Recipe) -> None:
    """Raise unless the model in `init` is whole and of the same build as `recipe`.

    Raises `ModelDirectoryError` for a directory that does not load, `RecipeError` listing every
    value in which the two differ.
    """
    there, here = (recipe_data(r) for r in (load_model(init).recipe, recipe))
    problems = [
        f"{section}.{key}: {_get(there, section, key)!r} there, {_get(here, section, key)!r} here"
        for section in ("text", "model")
        for key in dict.fromkeys([*there[section], *here[section]])
        if key not in FREE and _get(there, section, key) != _get(here, section, key)
    ]
    if problems:
        raise RecipeError(
            f"{init}: cannot start this recipe; its model is of another build:",
            problems,
            f"Use that model's own recipe: seq2see train {init} --init {init} …",
        )


def _get(data: dict[str, Any], section: str, key: str) -> object:
    return data[section].get(key)
