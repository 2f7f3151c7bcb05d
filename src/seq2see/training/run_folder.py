"""The folder of a run: taking it, resuming in it, replacing what it held."""

import shutil
from pathlib import Path

from seq2see.core.errors import RunError
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.store.manifest import NAME as MANIFEST
from seq2see.store.model_directory import RECIPE


def claim(directory: Path, *, overwrite: bool) -> None:
    """Make `directory` ready for a new run.

    With `overwrite` an earlier run there is set aside, as `NAME.previous`, until the new one has
    saved its first model (`forget_previous`). Raises `RunError` where something is in the way.
    """
    if directory.exists() and not directory.is_dir():
        raise RunError(f"{directory}: is a file, expected a folder.", hint="Choose another --out.")
    if not directory.is_dir() or not any(directory.iterdir()):
        return
    if not _is_run(directory):
        raise RunError(
            f"{directory}: holds files that seq2see did not write; nothing was touched.",
            hint="Choose another --out.",
        )
    if not overwrite:
        raise RunError(
            f"{directory}: already holds a run; nothing was touched.",
            hint="Go on with it (--resume), replace it (--overwrite), or choose another --out.",
        )
    previous = _previous(directory)
    if previous.exists():  # an overwriting run was killed before its first save
        shutil.rmtree(directory)
    else:
        directory.rename(previous)


def forget_previous(directory: Path) -> None:
    """Remove what `claim` set aside: there is a new model now."""
    previous = _previous(directory)
    if previous.exists() and _is_run(previous):
        shutil.rmtree(previous)


def check_resumable(directory: Path, recipe: Recipe) -> None:
    """Raise `RunError` unless `directory` holds a run of exactly this recipe."""
    if not _is_run(directory):
        raise RunError(f"{directory}: holds no run to resume.", hint="Start one without --resume.")
    there, here = (_leaves(recipe_data(r)) for r in (load_recipe(directory), recipe))
    differences = [
        f"{key}: {there.get(key)!r} there, {here.get(key)!r} here"
        for key in [*there, *(key for key in here if key not in there)]
        if there.get(key) != here.get(key)
    ]
    if differences:
        raise RunError(
            f"{directory}: holds a run of another recipe:",
            differences,
            f"To go on with it as it is: seq2see train {directory} --out {directory} --resume",
        )


def _is_run(directory: Path) -> bool:
    return (directory / MANIFEST).is_file() and (directory / RECIPE).is_file()


def _previous(directory: Path) -> Path:
    return directory.with_name(f"{directory.name}.previous")


def _leaves(data: dict[str, object], prefix: str = "") -> dict[str, object]:
    leaves: dict[str, object] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            leaves |= _leaves(value, f"{prefix}{key}.")
        else:
            leaves[f"{prefix}{key}"] = value
    return leaves
