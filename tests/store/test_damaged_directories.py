"""A model directory that does not load says everything that is wrong with it."""

import shutil

import pytest
import torch

from seq2see.core.errors import ModelDirectoryError, RecipeError, Seq2seeError
from seq2see.store.model_directory import load_model, save_model
from seq2see.store.weights import load_tensors, save_tensors

NEEDED = [
    "manifest.json", "recipe.toml", "source_vocabulary.json", "target_vocabulary.json",
    "weights.safetensors",
]  # fmt: skip


def refusal(directory):
    with pytest.raises(Seq2seeError) as caught:
        load_model(directory)
    return caught.value


@pytest.mark.parametrize("name", NEEDED)
def test_each_missing_file_is_named(directory, name):
    (directory / name).unlink()
    error = refusal(directory)
    assert isinstance(error, ModelDirectoryError)
    assert error.problems == (f"{name} is missing",)


def test_all_missing_files_are_named_at_once(directory):
    for name in NEEDED[1:4]:
        (directory / name).unlink()
    assert refusal(directory).problems == tuple(f"{name} is missing" for name in NEEDED[1:4])


def test_a_folder_in_place_of_a_file_is_a_missing_file(directory):
    (directory / "weights.safetensors").unlink()
    (directory / "weights.safetensors").mkdir()
    assert refusal(directory).problems == ("weights.safetensors is missing",)


def test_no_directory_at_all(tmp_path):
    assert "no such model directory" in refusal(tmp_path / "none").what
    assert len(refusal(tmp_path).problems) == 5


@pytest.mark.parametrize("kept", [0, 4, 100, -1])
def test_weights_cut_short_are_damaged(directory, kept):
    path = directory / "weights.safetensors"
    path.write_bytes(path.read_bytes()[:kept])
    error = refusal(directory)
    assert isinstance(error, ModelDirectoryError)
    assert error.what.endswith("weights.safetensors: damaged or cut short.")
    assert "--resume" in error.hint


@pytest.mark.parametrize("kept", [0, 1, 20, -4])
@pytest.mark.parametrize(
    "name", ["manifest.json", "source_vocabulary.json", "target_vocabulary.json", "metrics.json"]
)
def test_json_cut_short_is_damaged(directory, name, kept):
    path = directory / name
    path.write_bytes(path.read_bytes()[:kept])
    error = refusal(directory)
    assert isinstance(error, ModelDirectoryError)
    assert f"{name}: damaged" in error.what


@pytest.mark.parametrize("name", ["manifest.json", "source_vocabulary.json", "metrics.json"])
@pytest.mark.parametrize("content", [b'"\xff"', b"\x00" * 50, b"null", b'{"special": 3}'])
def test_json_of_something_else_is_damaged(directory, name, content):
    (directory / name).write_bytes(content)
    if (name, content) != ("metrics.json", b'{"special": 3}'):
        assert f"{name}: damaged" in refusal(directory).what


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"name = \xff", "not UTF-8"),
        (b"name = ", "not valid TOML"),
        (b"", "mistakes in the recipe"),
    ],
)
def test_a_damaged_recipe_is_named(directory, content, told):
    (directory / "recipe.toml").write_bytes(content)
    error = refusal(directory)
    assert isinstance(error, RecipeError)
    assert str(directory / "recipe.toml") in error.what
    assert told in error.what


def test_a_newer_format_says_what_wrote_it(directory):
    """Even where all else in the file is unknown here."""
    (directory / "manifest.json").write_text(
        '{"format": 999, "written_by": "seq2see 99.1", "training_text": 5, "new": []}'
    )
    error = refusal(directory)
    assert "format 999, written by seq2see 99.1" in error.what
    assert "reads formats up to 1" in error.what
    assert error.hint == "Install a newer seq2see."


def test_all_weights_that_do_not_fit_are_listed_at_once(directory):
    path = directory / "weights.safetensors"
    tensors = load_tensors(path)
    names = list(tensors)
    del tensors[names[0]]
    tensors[names[1]] = torch.zeros(2, 3)
    tensors[names[2]] = tensors[names[2]].double()
    tensors[names[3]] = torch.full_like(tensors[names[3]], torch.nan)
    tensors[names[4]].view(-1)[-1] = torch.inf
    tensors["more"] = torch.zeros(1)
    save_tensors(tensors, path)
    problems = refusal(directory).problems
    assert len(problems) == 6
    for name, told in zip(
        [*names[:5], "more"],
        ["is missing", "shape (2, 3), expected (", "type torch.float64, expected torch.float32",
         "not finite", "not finite", "is not a weight of this model"],
        strict=True,
    ):  # fmt: skip
        assert any(p.startswith(f"{name}: ") and told in p for p in problems), (name, problems)


@pytest.mark.parametrize(
    ("name", "weight"),
    [("source_vocabulary.json", "source_embedding"), ("target_vocabulary.json", "output.weight")],
)
def test_a_vocabulary_of_another_size_does_not_fit(directory, name, weight):
    path = directory / name
    path.write_text(path.read_text().replace('"symbols": [', '"symbols": ["one more",'))
    error = refusal(directory)
    assert "does not fit" in error.what
    assert any(problem.startswith(weight) for problem in error.problems)


def test_a_symbol_twice_is_damage(directory):
    path = directory / "source_vocabulary.json"
    path.write_text(path.read_text().replace('"0"', '"1"'))
    assert "lists a symbol twice" in refusal(directory).what


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        ("width = 6", "width = 8", "shape"),
        ("decoder_layers = 2", "decoder_layers = 1", "decoder.layers.1."),
        ("decoder_layers = 2", "decoder_layers = 3", "decoder.layers.2."),
        ("projection_bias = false", "projection_bias = true", "W_Q.bias: is missing"),
        ("width = 6", "width = 7", "model.heads: 2 does not divide"),
    ],
)
def test_a_recipe_edited_by_hand_does_not_fit(directory, was, becomes, told):
    path = directory / "recipe.toml"
    assert was in path.read_text()
    path.write_text(path.read_text().replace(was, becomes))
    assert told in refusal(directory).message()


def test_files_of_two_models_are_told_apart(directory, make, tmp_path):
    save_model(tmp_path / "other", make("model.width=10"))
    shutil.copy(tmp_path / "other" / "weights.safetensors", directory)
    error = refusal(directory)
    assert "The two files come from different models" in error.hint


@pytest.mark.parametrize("name", ["manifest.json", "source_vocabulary.json", "metrics.json"])
def test_json_without_end_is_damaged(directory, name):
    (directory / name).write_text('{"a":' * 5000)
    assert f"{name}: damaged" in refusal(directory).what


def test_a_folder_in_place_of_what_is_only_told(directory):
    (directory / "metrics.json").unlink()
    (directory / "metrics.json").mkdir()
    assert load_model(directory).metrics == {}
