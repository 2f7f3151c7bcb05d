"""A recipe written as TOML and read again is the same recipe, whatever its values."""

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seq2see.core.errors import RecipeError
from seq2see.core.recipe import Recipe, Section
from seq2see.core.recipe_check import check_recipe, contradictions
from seq2see.core.recipe_file import (
    load_recipe,
    parse_recipe,
    recipe_data,
    shipped_names,
    write_recipe,
)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Every value that a field of this type may have."""
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is list:
        return st.lists(values_of(get_args(kind)[0]), max_size=4)
    if isinstance(kind, type) and issubclass(kind, Section):
        fields = {field.name: values_of(field.type) for field in msgspec.structs.fields(kind)}
        return st.builds(kind, **fields)
    if kind is bool:
        return st.booleans()
    assert get_origin(kind) is Annotated
    base, meta = get_args(kind)
    if base is str:
        # Half a surrogate pair is no character and cannot stand in a file.
        characters = st.characters(exclude_categories=["Cs"])
        return st.text(characters, min_size=meta.min_length, max_size=meta.max_length)
    if base is int:
        return st.integers(meta.ge, meta.le)
    low = meta.ge if meta.ge is not None else meta.gt
    high = meta.le if meta.le is not None else meta.lt
    return st.floats(
        low, high, exclude_min=meta.gt is not None, exclude_max=meta.lt is not None,
        allow_nan=False, allow_infinity=False,
    )  # fmt: skip


def agreeing(recipe: Recipe) -> Recipe:
    """The recipe with just those values changed that contradict others."""
    replace = msgspec.structs.replace
    heads = min(recipe.model.heads, 181)
    return replace(
        recipe,
        task=replace(
            recipe.task,
            lowest=min(recipe.task.lowest, 1000),
            highest=max(recipe.task.highest, 10**8),
        ),
        text=replace(
            recipe.text, source="characters", target="words", shared_vocabulary=True,
            longest_source=max(recipe.text.longest_source, 15),
        ),
        model=replace(recipe.model, heads=heads, width=2 * heads),
        training=replace(
            recipe.training,
            epochs=max([recipe.training.epochs, *recipe.training.snapshot_epochs]),
        ),
    )  # fmt: skip


@settings(max_examples=150)
@given(values_of(Recipe))
def test_toml_keeps_every_value(recipe):
    fitting = agreeing(recipe)
    assert contradictions(fitting) == []
    text = write_recipe(fitting)
    assert parse_recipe(text, "test") == fitting
    assert write_recipe(parse_recipe(text, "test")) == text


@pytest.mark.parametrize("name", shipped_names())
def test_each_shipped_recipe_loads_and_goes_round(name):
    recipe = load_recipe(name)
    assert recipe.name == name
    assert parse_recipe(write_recipe(recipe), "again") == recipe


def test_the_four_recipes_of_this_release_ship():
    known = {"number-reader", "microscope", "transformer-base", "transformer-big"}
    assert known <= set(shipped_names())


def test_a_recipe_on_disk_is_complete():
    """Leaving out any key at all is noticed: nothing is filled in behind the reader's back."""
    data = recipe_data(load_recipe("number-reader"))
    for section, values in data.items():
        if isinstance(values, dict):
            for key in values:
                shorter = data | {section: {k: v for k, v in values.items() if k != key}}
                with pytest.raises(RecipeError, match=rf"{section}\.{key}: is missing"):
                    check_recipe(shorter, "test")
