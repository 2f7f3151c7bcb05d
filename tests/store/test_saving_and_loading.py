"""What is saved comes back, to the bit and to the byte."""

import dataclasses

import msgspec
import pytest
import torch
from small_models import MODELS

from seq2see.models.named_weights import named_weights
from seq2see.store.model_directory import load_model, save_model
from seq2see.store.weights import load_metadata, load_tensors, save_tensors
from seq2see.text.codec import Codec
from seq2see.text.vocabulary import Vocabulary


def contents(directory):
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@pytest.mark.parametrize("name", MODELS)
def test_save_load_save_gives_the_same_bytes(make, tmp_path, name):
    one, other = tmp_path / "one", tmp_path / "other"
    save_model(one, make(recipe=MODELS[name]))
    save_model(other, load_model(one))
    assert contents(one) == contents(other)


@pytest.mark.parametrize("name", MODELS)
def test_a_loaded_model_computes_the_same_bits(make, tmp_path, name):
    stored = make(recipe=MODELS[name])
    save_model(tmp_path / "m", stored)
    loaded = load_model(tmp_path / "m")
    source, target = torch.tensor([[3, 4, 5]]), torch.tensor([[1, 7]])
    given = (source, source > 0, target)
    assert torch.equal(stored.model(*given), loaded.model(*given))
    assert not loaded.model.training
    assert (loaded.recipe, loaded.facts) == (stored.recipe, stored.facts)
    assert loaded.metrics == stored.metrics
    assert loaded.codec.source == stored.codec.source
    assert loaded.codec.target == stored.codec.target


def test_a_directory_holds_what_it_says(directory):
    assert set(contents(directory)) == {
        "recipe.toml", "source_vocabulary.json", "target_vocabulary.json",
        "weights.safetensors", "metrics.json", "manifest.json", "README.md",
    }  # fmt: skip
    card = (directory / "README.md").read_text()
    parameters = sum(w.numel() for w in named_weights(load_model(directory).model).values())
    assert f"{parameters:,} parameters" in card
    assert "held out accuracy: 0.5" in card


def test_what_is_only_told_may_be_missing(directory):
    (directory / "README.md").unlink()
    (directory / "metrics.json").unlink()
    assert load_model(directory).metrics == {}


def test_shared_weights_are_saved_once_and_still_shared_when_loaded(make, tmp_path):
    settings = ("text.shared_vocabulary=true", "model.shared_embeddings=all")
    save_model(tmp_path / "m", make(*settings))
    names = load_tensors(tmp_path / "m" / "weights.safetensors")
    assert sum("tokens" in name or name == "output.weight" for name in names) == 1
    loaded = load_model(tmp_path / "m")
    assert loaded.codec.source is loaded.codec.target
    assert loaded.model.output.weight is loaded.model.source_embedding.tokens.weight


def test_vocabularies_with_awkward_symbols_survive(make, tmp_path):
    stored = make()
    symbols = [" ", "\t", "", "<eos>", "\n", "\u2028", '"', "é", "e\u0301", "\\"]
    codec = Codec(stored.recipe.text, Vocabulary(symbols), stored.codec.target)
    save_model(tmp_path / "m", dataclasses.replace(stored, codec=codec))
    assert load_model(tmp_path / "m").codec.source.symbols == tuple(symbols)


def test_tensors_and_words_about_them_come_back(tmp_path):
    whole = torch.arange(6.0)
    tensors = {"view": whole[1:3], "other view": whole[2:], "number": torch.tensor(3)}
    save_tensors(tensors, tmp_path / "t", {"words": "ä 1"})
    again = load_tensors(tmp_path / "t")
    assert all(torch.equal(again[name], tensors[name]) for name in tensors)
    assert load_metadata(tmp_path / "t") == {"words": "ä 1"}


def test_the_manifest_names_format_and_release(directory):
    manifest = msgspec.json.decode((directory / "manifest.json").read_bytes())
    assert manifest["format"] == 1
    assert manifest["written_by"].startswith("seq2see ")
