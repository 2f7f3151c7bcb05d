"""A file of weights that was changed by a single bit is no longer taken for what was saved."""

import random

import pytest
import torch
from safetensors.torch import save_file

from seq2see.core.errors import ModelDirectoryError
from seq2see.store.model_directory import load_model
from seq2see.store.weights import load_tensors, save_tensors


def test_every_flipped_bit_of_the_numbers_is_found(directory):
    path = directory / "weights.safetensors"
    whole = path.read_bytes()
    numbers = 8 + int.from_bytes(whole[:8], "little")
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    draws = random.Random(seed)
    places = [numbers, len(whole) - 1, *(draws.randrange(numbers, len(whole)) for _ in range(30))]
    for place in places:
        flipped = whole[place] ^ (1 << draws.randrange(8))
        path.write_bytes(whole[:place] + bytes([flipped]) + whole[place + 1 :])
        with pytest.raises(ModelDirectoryError, match=r"damaged: its content is not what its"):
            load_model(directory)


def test_every_flipped_bit_before_the_numbers_is_found(directory):
    """Names, types and shapes, and the checksum's own name and digits."""
    path = directory / "weights.safetensors"
    whole = path.read_bytes()
    start = whole.index(b'"__metadata__"')
    for place in range(start, min(start + 400, 8 + int.from_bytes(whole[:8], "little"))):
        for bit in (0, 3, 5):
            flipped = whole[place] ^ (1 << bit)
            path.write_bytes(whole[:place] + bytes([flipped]) + whole[place + 1 :])
            with pytest.raises(ModelDirectoryError, match=r"weights\.safetensors: "):
                load_model(directory)


def test_words_beside_the_tensors_are_part_of_it(tmp_path):
    save_tensors({"x": torch.ones(2, dtype=torch.bfloat16)}, tmp_path / "t", {"epoch": "12"})
    path = tmp_path / "t"
    path.write_bytes(path.read_bytes().replace(b'"12"', b'"13"'))
    with pytest.raises(ModelDirectoryError, match="checksum"):
        load_tensors(path)


def test_a_file_without_a_checksum_still_loads(directory):
    """As earlier releases and other programs write it."""
    path = directory / "weights.safetensors"
    tensors = load_tensors(path)
    save_file(tensors, path)
    assert load_model(directory).model is not None
    save_file(tensors, path, {"format": "pt"})
    assert load_model(directory).model is not None


def test_a_size_with_digits_too_many_is_refused_before_it_takes_memory(directory):
    path = directory / "recipe.toml"
    path.write_text(path.read_text().replace("inner = 5", "inner = 260000").replace(
        "width = 6", "width = 60000"))  # fmt: skip
    with pytest.raises(ModelDirectoryError, match="shape"):
        load_model(directory)
