"""Recipes as TOML: reading, writing, and the ones that ship with the package."""

import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from seq2see.core.errors import RecipeError, UnknownNameError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_check import check_recipe

_SHIPPED = resources.files("seq2see.recipes")


def shipped_names() -> list[str]:
    """Names of the recipes that ship with the package, in alphabetical order."""
    return sorted(
        entry.name.removesuffix(".toml")
        for entry in _SHIPPED.iterdir()
        if entry.name.endswith(".toml")
    )


def load_recipe(name: str | Path) -> Recipe:
    """The recipe called `name`: a shipped one, a `.toml` file, or that of a model directory.

    Raises `UnknownNameError` when `name` is none of these, `RecipeError` when it does not parse.
    """
    path = Path(name)
    if str(name) in shipped_names():
        return parse_recipe((_SHIPPED / f"{name}.toml").read_text("utf-8"), f"recipe {name}")
    if path.is_dir() and (path / "recipe.toml").is_file():
        path = path / "recipe.toml"
    if path.is_file():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError as error:
            raise RecipeError(
                f"{path}: not UTF-8 text ({error.reason} at byte {error.start})"
            ) from None
        return parse_recipe(text, str(path))
    raise UnknownNameError(
        f"{name}: no recipe, .toml file or model directory of this name"
        f"{did_you_mean(str(name), shipped_names())}.",
        hint=f"Recipes that ship: {', '.join(shipped_names())}.",
    )


def parse_recipe(text: str, origin: str) -> Recipe:
    """The recipe written in `text`; `origin` names its source in error messages."""
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # a number of thousands of digits is one too
        raise RecipeError(f"{origin}: not valid TOML: {error}") from None
    except RecursionError:
        raise RecipeError(f"{origin}: not valid TOML: brackets in brackets without end") from None
    return check_recipe(data, origin)


def write_recipe(recipe: Recipe) -> str:
    """The recipe as complete TOML; `parse_recipe` gives the same recipe back."""
    return tomli_w.dumps(recipe_data(recipe))


def recipe_data(recipe: Recipe) -> dict[str, Any]:
    """The recipe as nested dictionaries of plain values."""
    return msgspec.to_builtins(recipe)
