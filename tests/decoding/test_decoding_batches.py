"""Batches by tokens: every source once, none too large, and the same answers whatever the size."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_model import random_table

from seq2see.decoding.batches import batches
from seq2see.decoding.decode import decode
from seq2see.decoding.sampling import Sampling

SOURCES = [[3, 5, 7], [4], [9, 3], [16, 15, 14, 13, 12], [5, 5], [3, 5, 7, 11], [4]]


@given(
    st.lists(st.tuples(st.integers(1, 31), st.integers(0, 5)), max_size=43),
    st.integers(1, 7),
    st.integers(1, 211),
    st.none() | st.integers(1, 5),
)
def test_every_source_once_and_no_batch_too_large(lengths, rows, tokens, most):
    cut = list(batches(lengths, rows, tokens, most))
    assert sorted(index for one in cut for index in one) == list(range(len(lengths)))
    for one in cut:
        padded = len(one) * max(lengths[index][0] for index in one) * rows
        assert padded <= tokens or len(one) == 1
        assert most is None or len(one) <= most
    in_order = [lengths[index] for one in cut for index in one]
    assert in_order == sorted(in_order)


def test_batches_by_hand():
    """Two rows a source: three of 2 tokens make 12; the one of 9 is too long for any company."""
    lengths = [(9,), (2,), (2,), (2,), (3,), (1,)]
    assert list(batches(lengths, 2, 12)) == [[5, 1, 2], [3, 4], [0]]


@settings(max_examples=23)
@given(st.integers(1, 150))
@pytest.mark.parametrize("beam", [1, 3])
def test_the_size_of_a_batch_changes_no_answer(beam, tokens):
    model = random_table(2)
    whole = decode(model, SOURCES, beam=beam, longest=5)
    cut = decode(model, SOURCES, beam=beam, longest=5, batch_tokens=tokens)
    assert [[h.ids for h in found] for found in cut] == [[h.ids for h in found] for found in whole]


def test_a_batch_counts_the_rows_of_beams_and_samples():
    model = random_table(2)

    def cut(**given: object) -> list[int]:
        sizes: list[int] = []
        decode(model, [[3, 4]] * 12, longest=3, batch_tokens=24, done=sizes.append, **given)
        return sizes

    assert cut(beam=1) == [12]
    assert cut(beam=3) == [4, 4, 4]
    assert cut(beam=1, sampling=Sampling(samples=6)) == [2] * 6
