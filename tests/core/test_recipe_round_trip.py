"""A recipe written as TOML and read again is the same recipe, whatever its values."""

from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seq2see.core.errors import RecipeError
from seq2see.core.recipe import (
    Blocks,
    Model,
    ReadNumbers,
    Recipe,
    Reverse,
    Section,
    Task,
    Training,
)
from seq2see.core.recipe_check import check_recipe
from seq2see.core.recipe_contradictions import contradictions
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
    if isinstance(kind, UnionType):
        return st.one_of([values_of(one) for one in get_args(kind)])
    if kind is bool:
        return st.booleans()
    if kind is str:
        return st.text(st.characters(exclude_categories=["Cs"]))
    assert get_origin(kind) is Annotated
    base, meta = get_args(kind)
    if base is str:
        # Half a surrogate pair is no character and cannot stand in a file.
        characters = st.characters(exclude_categories=["Cs"])
        return st.text(characters, min_size=meta.min_length or 0, max_size=meta.max_length)
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
    replace, task, model = msgspec.structs.replace, recipe.task, recipe.model
    if isinstance(task, ReadNumbers):
        task = replace(task, lowest=min(task.lowest, 1000), highest=max(task.highest, 10**8))
    elif isinstance(task, Reverse):
        task = replace(task, longest=max(task.shortest, task.longest))
    else:
        return replace(
            recipe,
            task=replace(
                task, layout="columns", train_target="", dev_target="", dev_pairs=1,
                features_column="3" if recipe.text.features else "",
            ),
            text=replace(recipe.text, source="words", target="words", shared_vocabulary=True),
            model=_fitting(model),
            training=_agreeing(recipe.training),
        )  # fmt: skip
    return replace(
        recipe,
        task=task,
        text=replace(
            recipe.text, source="characters", shared_vocabulary=True,
            target="words" if isinstance(task, ReadNumbers) else "characters",
            longest_source=max(recipe.text.longest_source, 1000),
            longest_target=max(recipe.text.longest_target, 1001), source_separator=" ",
            target_separator=" ", features="", normalisation="none", lower_case=False,
        ),
        model=_fitting(model),
        training=replace(_agreeing(recipe.training), unknown_share=0.0),
    )  # fmt: skip


def _fitting(model: Model) -> Model:
    if isinstance(model, Blocks):
        heads = min(model.heads, 181)
        return msgspec.structs.replace(model, heads=heads, width=2 * heads)
    return msgspec.structs.replace(model, width=2 * min(model.width, 32_768))


def _agreeing(training: Training) -> Training:
    chooses = training.best_by != "none"
    return msgspec.structs.replace(
        training,
        epochs=max([training.epochs, *training.snapshot_epochs]),
        keep_best=training.keep_best if chooses else 1,
        patience=training.patience if chooses else 0,
    )


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


def test_the_recipes_of_the_two_chapters_ship():
    known = {"number-reader", "microscope", "transformer-base", "transformer-big"}
    known |= {"reverser", "boss-reverser", "six-digit-reader", "one-stack-reader"}
    assert known <= set(shipped_names())


def test_every_kind_of_task_and_model_ships():
    shipped = [load_recipe(name) for name in shipped_names()]
    assert {type(recipe.task) for recipe in shipped} == set(get_args(Task))
    assert {type(recipe.model) for recipe in shipped} == set(get_args(Model))


@pytest.mark.parametrize("name", shipped_names())
def test_a_recipe_on_disk_is_complete(name):
    """Leaving out any key at all is noticed: nothing is filled in behind the reader's back."""
    data = recipe_data(load_recipe(name))
    for section, values in data.items():
        if isinstance(values, dict):
            for key in values:
                shorter = data | {section: {k: v for k, v in values.items() if k != key}}
                with pytest.raises(RecipeError, match=rf"{section}\.{key}: is missing"):
                    check_recipe(shorter, "test")
