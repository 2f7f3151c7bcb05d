"""The folder of a run: taking it, resuming in it, replacing what it held."""

import shlex
import shutil
from pathlib import Path

from seq2see.core.errors import RunError
from seq2see.core.files import in_the_name_of
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.store.alone import how_to_resume
from seq2see.store.names import MANIFEST, RECIPE, WEIGHTS


def claim(directory: Path, *, overwrite: bool) -> None:
    """Make `directory` ready for a new run.

    With `overwrite` an earlier run there is set aside, as `.NAME.replaced`, until the new one has
    saved its first model (`forget_previous`). Raises `RunError` where something is in the way.
    """
    if directory.exists() and not directory.is_dir():
        raise RunError(f"{directory}: is a file, expected a folder.", hint="Choose another --out.")
    if not directory.is_dir() or not any(map(_is_content, directory.iterdir())):
        return
    if not is_run(directory):
        raise RunError(
            f"{directory}: holds files that seq2see did not write; nothing was touched.",
            hint="Choose another --out.",
        )
    if not overwrite:
        raise RunError(
            f"{directory}: already holds a run; nothing was touched.",
            hint="Go on with it (--resume), replace it (--overwrite), or choose another --out "
            "(in Python: resume=True, overwrite=True).",
        )
    previous = _previous(directory)
    if previous.exists() and not (directory / WEIGHTS).is_file():
        shutil.rmtree(directory)  # an overwriting run was killed before its first save
    else:
        forget_previous(directory)
        with in_the_name_of(directory):
            directory.resolve().rename(previous)


def forget_previous(directory: Path) -> None:
    """Remove what `claim` set aside: there is a new model now."""
    previous = _previous(directory)
    if previous.exists() and is_run(previous):
        with in_the_name_of(directory):
            shutil.rmtree(previous)


def put_back_previous(directory: Path) -> bool:
    """Bring back what `claim` set aside, where the new run ended before its first save.

    Says whether there was something.
    """
    previous = _previous(directory)
    if not previous.exists() or (directory / WEIGHTS).is_file():
        return False
    with in_the_name_of(directory):
        if directory.is_dir():
            shutil.rmtree(directory)
        previous.rename(directory.resolve())
    return True


def forget_half_written(directory: Path) -> None:
    """Remove what kills left of files being written: each is as large as all weights."""
    for path in directory.rglob(".*.tmp"):
        if not _is_content(path) and path.is_file():
            with in_the_name_of(directory):
                path.unlink(missing_ok=True)


def check_resumable(directory: Path, recipe: Recipe) -> None:
    """Raise `RunError` unless `directory` holds a run of exactly this recipe."""
    if not is_run(directory):
        raise RunError(f"{directory}: holds no run to resume.", hint="Start one without --resume.")
    if not (directory / RECIPE).is_file():  # killed before it was described: nothing to differ from
        return
    there, here = (_leaves(recipe_data(r)) for r in (load_recipe(directory / RECIPE), recipe))
    differences = [
        f"{key}: {there.get(key)!r} there, {here.get(key)!r} here"
        for key in [*there, *(key for key in here if key not in there)]
        if there.get(key) != here.get(key)
    ]
    if differences:
        hint = f"To go on with it as it is: {how_to_resume(directory)}"
        longer = "training.epochs"
        if here.get(longer) != there.get(longer):
            whole = shlex.quote(str(directory.resolve()))
            hint += (
                f"\nFor more epochs begin a new run from its weights: seq2see train {whole} --init "
                f"{whole} --out ANOTHER --set {longer}=N"
            )
        raise RunError(f"{directory}: holds a run of another recipe:", differences, hint)


def is_run(directory: Path) -> bool:
    """Whether `directory` holds a run, whatever its state."""
    return (directory / MANIFEST).is_file()


def _is_content(entry: Path) -> bool:
    """Whether an entry is more than what a kill left of a file being written."""
    return not (entry.name.startswith(".") and entry.suffix == ".tmp")


def _previous(directory: Path) -> Path:
    """A hidden name, so that it is never a folder of the user's; whole, since `.` has no name."""
    whole = directory.resolve()
    return whole.with_name(f".{whole.name}.replaced")


def _leaves(data: dict[str, object], prefix: str = "") -> dict[str, object]:
    leaves: dict[str, object] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            leaves |= _leaves(value, f"{prefix}{key}.")
        else:
            leaves[f"{prefix}{key}"] = value
    return leaves
