"""`--set model.width=128`: changing single values of a recipe."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, cast

from seq2see.core.errors import RecipeError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_file import recipe_data


def override(recipe: Recipe, settings: Iterable[str]) -> Recipe:
    """`recipe` with each `key=value` of `settings` put in its place.

    A value is read as TOML (`128`, `0.1`, `true`, `[2, 60]`); what TOML cannot read is taken as
    a text, so that quotes may be left out, and so is anything where a text is wanted
    (`task.source_column=3`). Raises `RecipeError` listing every mistake.
    """
    data = recipe_data(recipe)
    problems: list[str] = []
    for setting in settings:
        path, equals, text = setting.partition("=")
        path = path.strip()
        keys = list(_leaves(data))
        if not equals:
            problems.append(f"{setting}: expected KEY=VALUE, such as model.width=128")
        elif path not in keys:
            problems.append(_no_such_key(path, keys))
        else:
            _put(data, path, text.strip())
    if problems:
        raise RecipeError("--set: some settings do not fit the recipe:", problems)
    return check_recipe(data, f"{recipe.name} with --set") if settings else recipe


def _no_such_key(path: str, keys: Sequence[str]) -> str:
    """What to say of an unknown key: the near ones, and the keys of its section."""
    section, _, last = path.rpartition(".")
    namesakes = [key for key in keys if key.rpartition(".")[2] == last]
    near = f" (did you mean {' or '.join(namesakes)}?)" if namesakes else did_you_mean(path, keys)
    siblings = [key for key in keys if key.rpartition(".")[0] == section and section]
    sections = dict.fromkeys(f"{key.partition('.')[0]}.…" for key in keys if "." in key)
    return f"{path}: no such key{near}; there are {', '.join(siblings or ['name', *sections])}"


def _value(text: str) -> object:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def _leaves(data: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _leaves(cast("dict[str, Any]", value), f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"


def _put(data: dict[str, Any], path: str, text: str) -> None:
    *sections, last = path.split(".")
    for section in sections:
        data = data[section]
    value = _value(text)
    data[last] = text if isinstance(data[last], str) and not isinstance(value, str) else value
