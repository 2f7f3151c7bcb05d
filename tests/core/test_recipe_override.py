"""`--set key=value`."""

import pytest

from seq2see.core.errors import RecipeError
from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override


@pytest.fixture
def recipe():
    return load_recipe("number-reader")


def refused(recipe, *settings):
    with pytest.raises(RecipeError) as caught:
        override(recipe, settings)
    return caught.value


@pytest.mark.parametrize(
    ("setting", "section", "key", "value"),
    [
        ("model.width=128", "model", "width", 128),
        (" model.width = 128 ", "model", "width", 128),
        ("model.dropout=0.25", "model", "dropout", 0.25),
        ("training.learning_rate=1", "training", "learning_rate", 1.0),
        ("training.learning_rate=2e-3", "training", "learning_rate", 0.002),
        ("model.norm=pre", "model", "norm", "pre"),
        ('model.norm="pre"', "model", "norm", "pre"),
        ("model.final_norm=true", "model", "final_norm", True),
        ("training.snapshot_epochs=[]", "training", "snapshot_epochs", []),
        ("training.snapshot_epochs=[1, 60]", "training", "snapshot_epochs", [1, 60]),
    ],
)
def test_a_value_is_read_as_toml_and_quotes_may_be_left_out(recipe, setting, section, key, value):
    changed = getattr(getattr(override(recipe, [setting]), section), key)
    assert changed == value
    assert type(changed) is type(value)


def test_only_what_was_set_changes(recipe):
    assert override(recipe, ["model.width=64"]) == recipe
    assert override(recipe, []) is recipe
    changed = override(recipe, ["model.width=128"])
    assert (changed.task, changed.text, changed.training) == (
        recipe.task, recipe.text, recipe.training,
    )  # fmt: skip


def test_the_name_may_be_set_and_may_hold_equals_signs(recipe):
    assert override(recipe, ["name=a=b"]).name == "a=b"


def test_the_last_of_two_settings_counts(recipe):
    assert override(recipe, ["training.seed=5", "training.seed=6"]).training.seed == 6


def test_unknown_keys_and_missing_equals_signs_are_all_listed(recipe):
    error = refused(recipe, "widht=3", "model.widht=3", "seed=3", "model.width", "task.kind2=a")
    assert len(error.problems) == 5
    text = error.message()
    assert "model.widht: no such key (did you mean model.width" in text
    assert "seed: no such key (did you mean training.seed?); there are name, task.…" in text
    assert "model.width: expected KEY=VALUE" in text
    assert "task.kind2: no such key" in text


def test_an_unknown_key_is_answered_with_the_keys_of_its_section(recipe):
    (problem,) = refused(recipe, "decoding.zzz=1").problems
    assert "there are decoding.beam, decoding.length_penalty" in problem
    assert "decoding.length_formula" in problem


def test_a_whole_section_cannot_be_set(recipe):
    assert "model: no such key" in refused(recipe, "model={}").message()


def test_values_are_checked_after_all_are_set(recipe):
    error = refused(recipe, "model.width=0", "training.schedule=lineer", "training.epochs=nan")
    assert len(error.problems) == 3
    assert "did you mean linear?" in error.message()
    # 66 and 3 fit each other, though neither fits the recipe alone.
    assert override(recipe, ["model.width=66", "model.heads=3"]).model.heads == 3


@pytest.mark.parametrize("value", ["3", "1979-05-27", "true", "9" * 5000, "[" * 5000, "1e3"])
def test_where_a_text_is_wanted_anything_is_one(value):
    pairs = load_recipe("g2p")
    assert override(pairs, [f"task.source_column={value}"]).task.source_column == value
    assert override(pairs, ['task.source_column="3"']).task.source_column == "3"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("g2p", "model.tied_output or model.shared_embeddings"),
        ("number-reader", "model.shared_embeddings"),
    ],
)
def test_tied_embeddings_by_another_name(name, meant):
    with pytest.raises(RecipeError) as caught:
        override(load_recipe(name), ["model.tie_embeddings=true"])
    assert f"(did you mean {meant}?)" in caught.value.problems[0]
