"""Turns plain data into a `Recipe`, or lists everything that is wrong with it at once."""

from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Annotated, Any, Literal, TypeGuard, cast, get_args, get_origin

import msgspec

from seq2see.core.errors import RecipeError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe, Section
from seq2see.core.recipe_contradictions import contradictions
from seq2see.core.unicode import is_unicode

_MISSING = object()
_KINDS: dict[object, str] = {
    int: "a whole number",
    float: "a finite number",
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


def _problems_of(section: type[Section], data: object, path: str) -> Iterator[str]:
    if not isinstance(data, Mapping):
        yield f"{path}: expected a table of keys, found {_shown(data)}"
        return
    values = cast("Mapping[str, object]", data)
    yield from _problems_of_keys(section, values, path)


def _problems_of_kinds(kinds: Sequence[type[Section]], data: object, path: str) -> Iterator[str]:
    """One of several sections, told apart by the key `kind`."""
    by_tag = {str(kind.__struct_config__.tag): kind for kind in kinds}
    if not isinstance(data, Mapping):
        yield f"{path}: expected a table of keys, found {_shown(data)}"
        return
    values = cast("Mapping[str, object]", data)
    tag = values.get("kind", _MISSING)
    if isinstance(tag, str) and tag in by_tag:
        yield from _problems_of_keys(by_tag[tag], values, path)
        return
    near = did_you_mean(tag, by_tag) if isinstance(tag, str) else ""
    wrong = "is missing" if tag is _MISSING else f"{_shown(tag)} is not known{near}"
    yield f"{path}.kind: {wrong}; allowed: {', '.join(map(_shown, by_tag))}"


def _problems_of_keys(
    section: type[Section], values: Mapping[str, object], path: str
) -> Iterator[str]:
    tag_field = section.__struct_config__.tag_field
    fields = {field.name: field for field in msgspec.structs.fields(section)}
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
        elif _kinds(kind):
            yield from _problems_of_kinds(_kinds(kind), values[name], here)
        else:
            yield from _problems_of_value(kind, values[name], here)


def _is_section(kind: object) -> TypeGuard[type[Section]]:
    return isinstance(kind, type) and issubclass(kind, Section)


def _kinds(kind: object) -> list[type[Section]]:
    """The sections of a union; none for anything else."""
    return [one for one in get_args(kind) if _is_section(one)]


def _problems_of_value(kind: object, value: object, path: str) -> Iterator[str]:
    try:
        number = msgspec.convert(value, cast("Any", kind))
    except (msgspec.ValidationError, UnicodeEncodeError):
        near = did_you_mean(value, _choices(kind)) if isinstance(value, str) else ""
        yield f"{path}: {_shown(value)} will not do{near}; allowed: {_allowed(kind)}"
    else:
        if isinstance(number, float) and not isfinite(number):
            yield f"{path}: {_shown(value)} will not do; allowed: {_allowed(kind)}"
        if isinstance(number, str) and not is_unicode(number):
            yield f"{path}: {_shown(value)} is not Unicode, which a recipe is written in"


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
    if _is_section(kind) or _kinds(kind):
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
    if isinstance(value, str):
        return f'"{value}"'
    try:
        return repr(value)
    except (ValueError, RecursionError):  # thousands of digits, or of tables in tables
        return "a value too long to show"


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
