"""seq2see trains, runs and opens up sequence-to-sequence models.

`load` opens a trained model, `train` makes one, `Recipe` says what may vary. Everything else is
reached through these or imported from the part it belongs to (see ARCHITECTURE.md).
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = ["Recipe", "__version__", "load", "load_recipe", "train"]

if TYPE_CHECKING:
    from seq2see.core.recipe import Recipe
    from seq2see.core.recipe_file import load_recipe
    from seq2see.predictor.predictor import load
    from seq2see.training.train import train

_HOME = {
    "Recipe": "seq2see.core.recipe",
    "load_recipe": "seq2see.core.recipe_file",
    "load": "seq2see.predictor.predictor",
    "train": "seq2see.training.train",
}


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for, so that `--help` never waits for torch."""
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'seq2see' has no attribute {name!r}")
