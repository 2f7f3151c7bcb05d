"""Names of recipes: shipped ones, files, model directories, and what is near a wrong one."""

import pytest

from seq2see.core.errors import RecipeError, UnknownNameError
from seq2see.core.near import did_you_mean, near
from seq2see.core.recipe_file import load_recipe, shipped_names, write_recipe


def test_a_file_and_a_model_directory_are_names_too(tmp_path):
    recipe = load_recipe("microscope")
    (tmp_path / "recipe.toml").write_text(write_recipe(recipe))
    assert load_recipe(tmp_path / "recipe.toml") == recipe
    assert load_recipe(tmp_path) == recipe
    assert load_recipe(str(tmp_path)) == recipe


def test_a_wrong_name_is_answered_with_the_near_ones():
    with pytest.raises(UnknownNameError) as caught:
        load_recipe("number-raeder")
    assert "did you mean number-reader?" in caught.value.what
    assert all(name in caught.value.hint for name in shipped_names())


def test_a_name_near_nothing_lists_what_there_is():
    with pytest.raises(UnknownNameError) as caught:
        load_recipe("zzzz")
    assert "did you mean" not in caught.value.message()
    assert "microscope" in caught.value.hint


def test_an_empty_folder_is_no_recipe(tmp_path):
    with pytest.raises(UnknownNameError, match="no recipe"):
        load_recipe(tmp_path)


def test_a_file_that_is_not_utf_8_says_where(tmp_path):
    path = tmp_path / "r.toml"
    path.write_bytes(b"name = '\xff'\n")
    with pytest.raises(RecipeError, match=r"r\.toml: not UTF-8 text .* at byte 8"):
        load_recipe(path)


def test_near_names_come_best_first_and_at_most_three():
    known = ["model.width", "model.heads", "model.inner", "model.norm", "training.epochs"]
    assert near("model.widht", known)[0] == "model.width"
    assert len(near("model.", known)) <= 3
    assert did_you_mean("qqq", known) == ""
    assert did_you_mean("model.widt", ["model.width"]) == " (did you mean model.width?)"
