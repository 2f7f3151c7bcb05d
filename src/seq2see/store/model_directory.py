"""Saving a model as a directory, and loading it back.

    recipe.toml               everything about the model that may vary
    source_vocabulary.json    symbols in the order of their numbers
    target_vocabulary.json
    source_subwords.model     what SentencePiece learned, for a side that is cut into subwords
    target_subwords.model
    weights.safetensors       written last: a directory without it is no model yet
    metrics.json              what was measured when it was saved
    README.md                 the model card
    manifest.json             format number

Every file is written beside its place and renamed into it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import torch

from seq2see.core.errors import ModelDirectoryError
from seq2see.core.files import write_bytes, write_text
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, write_recipe
from seq2see.models.registry import AnyModel, build_model
from seq2see.store import weights
from seq2see.store.alone import how_to_resume, is_under_way
from seq2see.store.manifest import Facts, read_manifest, write_manifest
from seq2see.store.model_card import model_card
from seq2see.store.names import (
    CARD,
    MANIFEST,
    METRICS,
    RECIPE,
    SOURCE,
    SOURCE_SUBWORDS,
    TARGET,
    TARGET_SUBWORDS,
    WEIGHTS,
)
from seq2see.text.codec import Codec
from seq2see.text.subwords import Subwords
from seq2see.text.vocabulary import Vocabulary

AGAIN = "Copy the file again, or train again."

Metrics = dict[str, Any]


@dataclass(frozen=True)
class StoredModel:
    """A model with all it needs to read and write text."""

    recipe: Recipe
    codec: Codec
    model: AnyModel
    metrics: Metrics
    facts: Facts


def save_description(directory: Path, recipe: Recipe, codec: Codec, facts: Facts) -> None:
    """Write everything but the weights and what was measured."""
    directory.mkdir(parents=True, exist_ok=True)
    write_manifest(directory, facts)  # first: it is what marks the folder as ours
    write_text(directory / RECIPE, write_recipe(recipe))
    write_bytes(directory / SOURCE, codec.source.to_json())
    write_bytes(directory / TARGET, codec.target.to_json())
    if codec.source_subwords is not None:
        write_bytes(directory / SOURCE_SUBWORDS, codec.source_subwords.model)
    if codec.target_subwords is not None:
        write_bytes(directory / TARGET_SUBWORDS, codec.target_subwords.model)


def save_weights(directory: Path, model: AnyModel, recipe: Recipe, metrics: Metrics) -> None:
    """Write the weights and what was measured of them into a described directory."""
    weights.save_weights(model, directory)
    write_bytes(directory / METRICS, msgspec.json.format(msgspec.json.encode(metrics)) + b"\n")
    write_text(directory / CARD, model_card(recipe, model, metrics))


def save_model(directory: Path, stored: StoredModel) -> None:
    """Write a whole model directory."""
    save_description(directory, stored.recipe, stored.codec, stored.facts)
    save_weights(directory, stored.model, stored.recipe, stored.metrics)


def load_model(directory: Path, device: torch.device | str = "cpu") -> StoredModel:
    """The model in `directory`, in evaluation mode, on `device`.

    Raises `ModelDirectoryError` naming every file that is missing or does not fit.
    """
    if not directory.is_dir():
        kept = directory.resolve().with_name(f".{directory.resolve().name}.replaced")
        aside = (
            f"An earlier model lies in {kept}; rename it to have it back." if kept.exists() else ""
        )
        raise ModelDirectoryError(f"{directory}: no such model directory.", hint=aside)
    _check_there(directory, [MANIFEST, RECIPE, SOURCE, TARGET, WEIGHTS])
    facts = read_manifest(directory)
    recipe = load_recipe(directory / RECIPE)
    codec = load_codec(directory, recipe)
    sizes = len(codec.source), len(codec.target)
    # Held against a model without numbers first: one digit too many in a size could otherwise
    # ask for more memory than there is before anybody says that the files do not fit.
    with torch.device("meta"):
        plan = build_model(recipe, *sizes)
    found = weights.read_weights(plan, directory)
    model = build_model(recipe, *sizes)
    weights.fill(model, found)
    metrics = _metrics(directory / METRICS)
    return StoredModel(recipe, codec, model.to(device).eval(), metrics, facts)


def load_codec(directory: Path, recipe: Recipe) -> Codec:
    """The vocabularies and subwords in `directory`, cut as `recipe` says.

    Raises `ModelDirectoryError` naming what is missing or damaged.
    """
    sides = [(recipe.text.source, SOURCE_SUBWORDS), (recipe.text.target, TARGET_SUBWORDS)]
    learned = [name for cut, name in sides if cut == "subwords"]
    _check_there(directory, [SOURCE, TARGET, *learned])
    source, target = (_vocabulary(directory / name) for name in (SOURCE, TARGET))
    subwords = [_subwords(directory / name) if cut == "subwords" else None for cut, name in sides]
    return Codec(
        recipe.text, source, source if recipe.text.shared_vocabulary else target, *subwords
    )


def _check_there(directory: Path, names: Sequence[str]) -> None:
    missing = [name for name in names if not (directory / name).is_file()]
    if missing:
        raise ModelDirectoryError(
            f"{directory}: not a complete model directory:",
            [f"{name} is missing" for name in missing],
            _how_to_complete(directory)
            if missing == [WEIGHTS]
            else "Copy the whole folder again, or train again.",
        )


def _how_to_complete(directory: Path) -> str:
    """What to do about a folder that lacks its weights alone: a run there has not saved yet."""
    if is_under_way(directory):
        return "A training is under way there: wait for its first save."
    return f"The run there ended before its first save. Begin it anew: {how_to_resume(directory)}"


def _subwords(path: Path) -> Subwords:
    try:
        return Subwords(path.read_bytes())
    except ValueError as error:
        raise ModelDirectoryError(f"{path}: damaged: {error}.", hint=AGAIN) from None


def _vocabulary(path: Path) -> Vocabulary:
    try:
        return Vocabulary.from_json(path.read_bytes())
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ModelDirectoryError(f"{path}: damaged: {error}.", hint=AGAIN) from None


def _metrics(path: Path) -> Metrics:
    if not path.is_file():  # they are only told
        return {}
    try:
        return msgspec.json.decode(path.read_bytes(), type=Metrics)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ModelDirectoryError(f"{path}: damaged: {error}.", hint=AGAIN) from None
