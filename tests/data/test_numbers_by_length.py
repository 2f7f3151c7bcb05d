"""Numbers drawn by length: every length alike, and nothing held out is learned from."""

from collections import Counter

import pytest
from small_models import small_recipe

from seq2see.core.errors import RecipeError
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.text.numerals import read_aloud

SETTINGS = ["task.draw=lengths", "task.highest=999999", "task.training_pairs=3000",
            "task.held_out_pairs=200"]  # fmt: skip


def pairs(*settings):
    return pairs_of(small_recipe(*SETTINGS, *settings))


def test_every_length_comes_alike_often():
    lengths = Counter(len(pair.source) for pair in pairs().training(1))
    assert set(lengths) == set(range(1, 7))
    assert all(410 < count < 590 for count in lengths.values())  # 500 ± 4 standard deviations
    assert pairs().longest_source(codec_of(small_recipe(*SETTINGS))) == 6


def test_nothing_held_out_is_learned_from_and_nothing_is_held_out_twice():
    drawn = pairs()
    held_out = [pair.source for pair in drawn.held_out]
    assert len(held_out) == len(set(held_out)) == 200
    for epoch in (1, 2):
        assert not set(held_out) & {pair.source for pair in drawn.training(epoch)}


def test_all_pairs_are_numbers_and_their_words():
    drawn = pairs("task.lowest=95", "task.highest=1004", "task.training_pairs=300")
    for pair in [*drawn.training(1), *drawn.held_out]:
        assert 95 <= int(pair.source) <= 1004
        assert pair.target == read_aloud(int(pair.source))
    assert {len(pair.source) for pair in drawn.training(1)} == {2, 3, 4}


def test_the_draw_is_the_same_in_every_run():
    one, other = pairs(), pairs("training.seed=99")
    assert (one.training(1), one.held_out) == (other.training(1), other.held_out)
    assert pairs("task.split_seed=8").held_out != one.held_out


def test_numbers_learned_from_that_leave_too_few_to_hold_out_are_a_mistake():
    with pytest.raises(RecipeError, match=r"only \d+ of 40 numbers"):
        pairs("task.highest=99", "task.training_pairs=5000", "task.held_out_pairs=40")
