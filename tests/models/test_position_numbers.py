"""Sinusoids against the paper's formula in a slow loop; learned positions by their table."""

from math import cos, sin

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from seq2see.models.positions import LearnedPositions, SinusoidalPositions, sinusoids


def slow_row(position: int, width: int) -> tuple[list[float], list[float]]:
    angles = [position / 10_000 ** (2 * i / width) for i in range(width // 2)]
    return [sin(angle) for angle in angles], [cos(angle) for angle in angles]


@given(st.integers(1, 17), st.integers(1, 11).map(lambda half: 2 * half))
def test_interleaved_is_the_papers_formula(positions, width):
    table = sinusoids(positions, width, "interleaved")
    for position in range(positions):
        sines, cosines = slow_row(position, width)
        assert table[position, 0::2].tolist() == pytest.approx(sines, abs=1e-6)
        assert table[position, 1::2].tolist() == pytest.approx(cosines, abs=1e-6)


@given(st.integers(1, 17), st.integers(1, 11).map(lambda half: 2 * half))
def test_halves_puts_all_sines_first(positions, width):
    table = sinusoids(positions, width, "halves")
    for position in range(positions):
        sines, cosines = slow_row(position, width)
        assert table[position].tolist() == pytest.approx(sines + cosines, abs=1e-6)


def test_position_0_is_0_1_0_1():
    assert sinusoids(1, 6, "interleaved").tolist() == [[0, 1, 0, 1, 0, 1]]


def test_every_row_is_as_long_as_the_root_of_half_the_width():
    """sin² + cos² is 1 for each pair of columns: √32 ≈ 5.7 at the chapter's width of 64."""
    lengths = sinusoids(13, 64, "interleaved").norm(dim=1)
    torch.testing.assert_close(lengths, torch.full((13,), 32**0.5))


def test_rows_do_not_depend_on_how_the_table_grew():
    at_once, grown = (SinusoidalPositions(6, "interleaved") for _ in range(2))
    for end in (3, 67, 131, 211):
        grown(0, end)
    assert torch.equal(at_once(0, 211), grown(0, 211))
    assert torch.equal(grown(5, 7), at_once(0, 12)[5:])


def test_the_fixed_table_is_neither_learned_nor_saved():
    positions = SinusoidalPositions(6, "interleaved")
    positions(0, 5)
    assert not list(positions.parameters())
    assert not positions.state_dict()


def test_learned_positions_are_rows_of_their_table():
    positions = LearnedPositions(6, longest=7)
    assert torch.equal(positions(2, 5), positions.weight[2:7])


def test_a_position_past_the_learned_ones_is_an_error():
    with pytest.raises(ValueError, match="position 8 is past the 7 learned positions"):
        LearnedPositions(6, longest=7)(3, 5)
