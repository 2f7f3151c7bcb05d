"""Bands of length: together they hold every length, once."""

from hypothesis import given
from hypothesis import strategies as st

from seq2see.evaluation.groups import BANDS, length_bands


def test_few_lengths_are_bands_of_their_own():
    assert length_bands([3, 1, 3, 2]) == [(1, 1), (2, 2), (3, 3)]


def test_bands_hold_about_as_many_each():
    """60 lengths, one source each: six bands of ten."""
    bands = [(1, 10), (11, 20), (21, 30), (31, 40), (41, 50), (51, 60)]
    assert length_bands(list(range(1, 61))) == bands


def test_a_common_length_is_not_split():
    lengths = [5] * 90 + [1, 2, 3, 4, 6, 7, 8, 9, 10, 11]
    assert length_bands(lengths)[0] == (1, 5)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=80))
def test_every_length_lies_in_one_band(lengths):
    bands = length_bands(lengths)
    assert len(bands) <= BANDS
    for length in lengths:
        assert sum(shortest <= length <= longest for shortest, longest in bands) == 1
    assert all(any(low <= length <= high for length in lengths) for low, high in bands)
