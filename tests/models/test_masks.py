"""The three masks, by hand. The product's sign is True = may attend; `~` is the chapters'."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from seq2see.models.masks import causal_mask, source_mask, target_mask

FORTY_TWO = torch.tensor([[1, 25, 5, 0, 0]])
"""`<bos> forty two <pad> <pad>`"""
DIGITS_42 = torch.tensor([[7, 5, 0]])
"""`4 2 <pad>`"""


def test_six_rows_see_themselves_and_what_is_before():
    assert causal_mask(6).int().tolist() == [
        [1, 0, 0, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0],
        [1, 1, 1, 1, 0, 0],
        [1, 1, 1, 1, 1, 0],
        [1, 1, 1, 1, 1, 1],
    ]


def test_forty_two_has_13_of_25_cells_blocked():
    blocked = ~target_mask(FORTY_TWO)[0, 0]
    assert blocked.int().tolist() == [
        [0, 1, 1, 1, 1],
        [0, 0, 1, 1, 1],
        [0, 0, 0, 1, 1],
        [0, 0, 0, 1, 1],
        [0, 0, 0, 1, 1],
    ]
    assert int(blocked.sum()) == 13


def test_encoder_and_cross_attention_block_the_padded_digit():
    blocked = ~source_mask(DIGITS_42 != 0)[0, 0]
    assert blocked.expand(3, 3).int().tolist() == [[0, 0, 1]] * 3
    assert blocked.expand(5, 3).int().tolist() == [[0, 0, 1]] * 5


@given(st.lists(st.lists(st.integers(0, 4), min_size=7, max_size=7), min_size=1, max_size=3))
def test_target_mask_is_the_slow_loop(ids):
    mask = target_mask(torch.tensor(ids))
    for row, written in enumerate(ids):
        for query in range(7):
            for key in range(7):
                allowed = key <= query and (written[key] != 0 or key == 0)
                assert bool(mask[row, 0, query, key]) == allowed


@given(st.lists(st.integers(0, 4), min_size=7, max_size=7))
def test_no_target_row_is_left_with_nothing(ids):
    assert bool(target_mask(torch.tensor([ids])).any(-1).all())


def test_masks_leave_their_input_as_it_was():
    ids = torch.zeros(1, 3, dtype=torch.int64)
    target_mask(ids)
    assert ids.tolist() == [[0, 0, 0]]


def test_a_source_without_a_token_is_an_error():
    with pytest.raises(ValueError, match="without any token"):
        source_mask(torch.tensor([[True, True], [False, False]]))
