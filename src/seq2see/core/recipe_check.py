"""Turns plain data into a `Recipe`, or lists everything that is wrong with it at once."""

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Annotated, Any, Literal, TypeGuard, cast, get_args, get_origin

import msgspec

from seq2see.core.errors import RecipeError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe, Section

_MISSING = object()
_KINDS: dict[object, str] = {
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    str: "a text",
}


def check_recipe(data: Mapping[str, Any], origin: str) -> Recipe:
    """A `Recipe` made from `data`, e.g. a parsed TOML file.

    `origin` names where the data came from, for the message. Raises `RecipeError` with every
    unknown key, missing key, bad value and contradiction.
    """
    problems = list(_problems_of(Recipe, data, ""))
    if not problems:
        recipe = msgspec.convert(data, Recipe)
        problems = contradictions(recipe)
        if not problems:
            return recipe
    raise RecipeError(f"{origin}: {len(problems)} mistake{'s'[: len(problems) > 1]} in the recipe:",
                      problems)  # fmt: skip


def contradictions(recipe: Recipe) -> list[str]:
    """What is wrong with values that are each allowed but do not fit together."""
    task, text, model = recipe.task, recipe.text, recipe.model
    found: list[str] = []
    if task.highest < task.lowest:
        found.append(f"task.highest: {task.highest} is below task.lowest, {task.lowest}")
    elif task.training_pairs + task.held_out_pairs > task.highest - task.lowest + 1:
        found.append(
            f"task.training_pairs: {task.training_pairs} and task.held_out_pairs "
            f"{task.held_out_pairs} are together more than the "
            f"{task.highest - task.lowest + 1} numbers from {task.lowest} to {task.highest}"
        )
    if (text.source, text.target) != ("characters", "words"):
        found.append(
            'text.source, text.target: reading numbers goes from "characters" to "words", '
            f'not from "{text.source}" to "{text.target}"'
        )
    if len(str(task.highest)) > text.longest_source:
        found.append(
            f"text.longest_source: {text.longest_source} is too short for task.highest, "
            f"{task.highest}"
        )
    if model.width % model.heads:
        found.append(
            f"model.heads: {model.heads} does not divide model.width, {model.width}; "
            f"allowed: {_divisors(model.width)}"
        )
    if model.positions == "sinusoidal" and model.width % 2:
        found.append(
            f"model.width: {model.width} is odd; sinusoidal positions need an even width "
            '(or model.positions = "learned")'
        )
    if model.shared_embeddings == "all" and not text.shared_vocabulary:
        found.append(
            'model.shared_embeddings: "all" needs one vocabulary for both sides; '
            "set text.shared_vocabulary = true"
        )
    late = [epoch for epoch in recipe.training.snapshot_epochs if epoch > recipe.training.epochs]
    if late:
        found.append(
            f"training.snapshot_epochs: {late} are after the last epoch, {recipe.training.epochs}"
        )
    return found


def _divisors(number: int) -> str:
    return ", ".join(str(d) for d in range(1, min(number, 1024) + 1) if number % d == 0)


def _problems_of(section: type[Section], data: object, path: str) -> Iterator[str]:
    if not isinstance(data, Mapping):
        yield f"{path}: expected a table of keys, found {_shown(data)}"
        return
    values = cast("Mapping[str, object]", data)
    fields = {field.name: field for field in msgspec.structs.fields(section)}
    tag_field = section.__struct_config__.tag_field
    if tag_field is not None:
        tag = section.__struct_config__.tag
        kind = values.get(tag_field, _MISSING)
        if kind != tag:
            wrong = "is missing" if kind is _MISSING else f"{_shown(kind)} is not known"
            yield f'{path}.{tag_field}: {wrong}; allowed: "{tag}"'
            return
    for key in values:
        if key not in fields and key != tag_field:
            yield (
                f"{_join(path, key)}: no such key{did_you_mean(key, fields)}; "
                f"there are {', '.join(fields)}"
            )
    for name, field in fields.items():
        here, kind = _join(path, name), cast("object", field.type)
        if name not in values:
            yield f"{here}: is missing; allowed: {_allowed(kind)}"
        elif _is_section(kind):
            yield from _problems_of(kind, values[name], here)
        else:
            yield from _problems_of_value(kind, values[name], here)


def _is_section(kind: object) -> TypeGuard[type[Section]]:
    return isinstance(kind, type) and issubclass(kind, Section)


def _problems_of_value(kind: object, value: object, path: str) -> Iterator[str]:
    try:
        number = msgspec.convert(value, cast("Any", kind))
    except msgspec.ValidationError:
        near = did_you_mean(value, _choices(kind)) if isinstance(value, str) else ""
        yield f"{path}: {_shown(value)} will not do{near}; allowed: {_allowed(kind)}"
    else:
        if isinstance(number, float) and not isfinite(number):
            yield f"{path}: {_shown(value)} will not do; allowed: {_allowed(kind)}"


def _choices(kind: object) -> list[str]:
    return [str(choice) for choice in get_args(kind)] if get_origin(kind) is Literal else []


def _allowed(kind: object) -> str:
    """The values a field takes, in words."""
    if get_origin(kind) is Literal:
        return ", ".join(f'"{choice}"' for choice in get_args(kind))
    if get_origin(kind) is list:
        return f"a list, each {_allowed(get_args(kind)[0])}"
    if get_origin(kind) is Annotated:
        base, *metas = get_args(kind)
        limits = [_limits(meta) for meta in metas if isinstance(meta, msgspec.Meta)]
        return " ".join([_allowed(base), *filter(None, limits)])
    if _is_section(kind):
        return "a table of keys"
    return _KINDS.get(kind, str(kind))


def _limits(meta: msgspec.Meta) -> str:
    low = [f"from {meta.ge}"] if meta.ge is not None else []
    low += [f"above {meta.gt}"] if meta.gt is not None else []
    high = [f"to {meta.le}"] if meta.le is not None else []
    high += [f"below {meta.lt}"] if meta.lt is not None else []
    length = [f"of {meta.min_length} to {meta.max_length} characters"] if meta.min_length else []
    return " and ".join([" ".join([*low, *high])] if low or high else length)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
