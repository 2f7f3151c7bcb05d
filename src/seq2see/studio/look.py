"""A look at a model directory from outside: what can be known of it without torch, in no time."""

import contextlib
from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import safetensors

from seq2see.core.errors import ModelDirectoryError, Seq2seeError
from seq2see.core.recipe import FilePairs, Lstm, OneStack, ReadNumbers, Recipe
from seq2see.core.recipe_file import load_recipe
from seq2see.store.alone import is_under_way
from seq2see.store.manifest import read_manifest
from seq2see.store.names import MANIFEST, METRICS, RECIPE, SNAPSHOTS, SOURCE, TARGET, WEIGHTS
from seq2see.text.vocabulary import Vocabulary


class Look(NamedTuple):
    """What a look at a directory gave."""

    recipe: Recipe | None
    under_way: bool
    """Whether some process is training there now."""
    why: str | None
    """Why it cannot be opened; None where nothing speaks against it."""
    facts: list[str]


def look_at(directory: Path) -> Look:
    """Look at `directory`. Never raises for what lies there: that is what `why` says."""
    under_way = is_under_way(directory)
    recipe, facts = None, []
    try:
        if not directory.is_dir():
            raise ModelDirectoryError("there is no such directory.")
        missing = [
            name
            for name in (MANIFEST, RECIPE, SOURCE, TARGET, WEIGHTS)
            if not (directory / name).is_file()
        ]
        if (directory / RECIPE).is_file():
            recipe = load_recipe(directory / RECIPE)
            facts = [kind_in_words(recipe), task_in_words(recipe)]
        if missing:
            raise ModelDirectoryError(
                "the first weights are not saved yet."
                if under_way
                else f"not a whole model directory: {', '.join(missing)} missing."
            )
        read_manifest(directory)
        for name in (SOURCE, TARGET):
            with _whole(name):
                Vocabulary.from_json((directory / name).read_bytes())
        with _whole(WEIGHTS):
            facts.append(f"{_parameters(directory / WEIGHTS):,} parameters")
        with _whole(METRICS):
            facts += _measured(directory)
    except Seq2seeError as error:
        return Look(recipe, under_way, error.message(), facts)
    except (OSError, ValueError, RecursionError) as error:
        return Look(recipe, under_way, f"damaged: {error}", facts)
    return Look(recipe, under_way, None, facts)


@contextlib.contextmanager
def _whole(name: str) -> Generator[None]:
    """Say of a file that cannot be read which one it is and what to do, in no library's words."""
    try:
        yield
    except (ValueError, RecursionError, safetensors.SafetensorError):
        raise ModelDirectoryError(
            f"{name} is damaged or cut short: train again, or go on with its training (--resume)."
        ) from None


def snapshots_of(directory: Path) -> dict[int, Path]:
    """The snapshots below a model directory by epoch, oldest first."""
    found = {
        int(path.name.removeprefix("epoch-")): path
        for path in (directory / SNAPSHOTS).glob("epoch-*")
        if path.name.removeprefix("epoch-").isdecimal() and (path / WEIGHTS).is_file()
    }
    return dict(sorted(found.items()))


def kind_in_words(recipe: Recipe) -> str:
    """The model and its sizes in a few words."""
    model = recipe.model
    if isinstance(model, Lstm):
        attention = "without attention" if model.attention == "none" else (
            f"with {model.attention} attention"
        )  # fmt: skip
        return f"two LSTMs {attention}, width {model.width}"
    heads = f"width {model.width}, {model.heads} head{'s' * (model.heads > 1)}"
    if isinstance(model, OneStack):
        return f"Transformer of one stack, {model.layers} layers, {heads}"
    return f"Transformer, {model.encoder_layers} + {model.decoder_layers} layers, {heads}"


def task_in_words(recipe: Recipe) -> str:
    """What the model learned in a few words."""
    task = recipe.task
    if isinstance(task, ReadNumbers):
        return f"reads {task.lowest:,} to {task.highest:,} aloud"
    if isinstance(task, FilePairs):
        return f"learned from {Path(task.train).name or 'a file of pairs'}"
    return f"writes {task.shortest} to {task.longest} digits backwards"


def attends(recipe: Recipe) -> bool:
    """Whether the model attends to the source."""
    return not (isinstance(recipe.model, Lstm) and recipe.model.attention == "none")


def kind_of(recipe: Recipe) -> str:
    """The kind of the model, as recipes write it."""
    return str(recipe.model.__struct_config__.tag)


def _parameters(path: Path) -> int:
    """Numbers in a file of weights; a file cut short is noticed by its length."""
    count = 0
    with safetensors.safe_open(path, framework="numpy") as opened:
        for name in opened.keys():  # noqa: SIM118  (it is no dictionary)
            size = 1
            for length in opened.get_slice(name).get_shape():
                size *= length
            count += size
    return count


def _measured(directory: Path) -> list[str]:
    path = directory / METRICS
    if not path.is_file():
        return []
    metrics = msgspec.json.decode(path.read_bytes(), type=dict[str, Any])
    accuracy = metrics.get("held_out_accuracy")
    return (
        [f"{accuracy:.1%} of held-out pairs right, by the weights kept"]
        if isinstance(accuracy, float)
        else []
    )
