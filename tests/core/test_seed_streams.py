"""Random numbers: one stream a purpose, all from one seed."""

import random

import torch
from hypothesis import given
from hypothesis import strategies as st

from seq2see.core.seeds import python_random, seed_torch, stream


def test_streams_of_different_purposes_seeds_and_epochs_differ():
    streams = [
        stream(seed, purpose, epoch)
        for seed in range(5)
        for purpose in ("order", "dropout", "weights")
        for epoch in range(20)
    ]
    assert len(set(streams)) == len(streams)


@given(st.integers(0, 2**31 - 1), st.text(max_size=10))
def test_a_stream_is_a_seed_that_every_generator_takes(seed, purpose):
    number = stream(seed, purpose)
    assert number == stream(seed, purpose)
    assert 0 <= number < 2**63
    torch.Generator().manual_seed(number)


def test_neighbouring_seeds_are_unrelated():
    """About half the bits differ, as between any two hashes."""
    differing = [(stream(s, "order") ^ stream(s + 1, "order")).bit_count() for s in range(300)]
    assert 30 < sum(differing) / len(differing) < 33


def test_drawing_for_one_purpose_changes_no_other():
    alone = python_random(7, "b").random()
    first = python_random(7, "a")
    [first.random() for _ in range(100)]
    random.seed(5)
    assert python_random(7, "b").random() == alone


def test_torch_is_seeded_for_a_purpose():
    def drawn(seed, purpose):
        seed_torch(seed, purpose)
        return torch.rand(4).tolist()

    assert drawn(1, "weights") == drawn(1, "weights")
    assert drawn(1, "weights") != drawn(1, "dropout")
    assert drawn(1, "weights") != drawn(2, "weights")
