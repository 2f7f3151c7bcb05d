"""The pairs of the number task: which are learned from, which are held out."""

import pytest
from small_models import small_recipe

from seq2see.data.tasks import codec_of, pairs_of
from seq2see.text.numerals import read_aloud

TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def test_a_split_has_the_sizes_asked_for_and_shares_nothing():
    pairs = pairs_of(small_recipe())
    assert (len(pairs.training(1)), len(pairs.held_out)) == (900, 100)
    sources = [pair.source for pair in [*pairs.training(1), *pairs.held_out]]
    assert sorted(map(int, sources)) == list(range(1000))


def test_every_pair_is_a_number_of_the_range_and_its_words():
    recipe = small_recipe(
        "task.lowest=89", "task.highest=211", "task.training_pairs=37", "task.held_out_pairs=11"
    )
    pairs = pairs_of(recipe)
    assert (len(pairs.training(1)), len(pairs.held_out)) == (37, 11)
    both = [*pairs.training(1), *pairs.held_out]
    assert len({pair.source for pair in both}) == 48
    for pair in both:
        assert 89 <= int(pair.source) <= 211
        assert pair.source == str(int(pair.source))
        assert pair.target == read_aloud(int(pair.source))


def test_the_split_is_the_same_in_every_run_and_on_every_machine():
    """Written down once: another draw would make figures of different runs incomparable."""
    held_out = pairs_of(small_recipe()).held_out
    assert [pair.source for pair in held_out[:6]] == ["835", "194", "542", "543", "36", "801"]
    assert drawn() == drawn()


def drawn(*settings):
    """Everything a recipe's task draws: to learn from, and held out."""
    pairs = pairs_of(small_recipe(*settings))
    return list(pairs.training(1)), list(pairs.held_out)


def test_the_training_seed_does_not_touch_the_split():
    assert drawn("training.seed=5") == drawn("training.seed=6")


def test_the_split_seed_does():
    (_, one), (_, other) = (drawn(f"task.split_seed={seed}") for seed in (7, 8))
    assert {p.source for p in one} != {p.source for p in other}


def test_nothing_need_be_held_out_and_a_wide_range_costs_nothing():
    recipe = small_recipe(
        "task.highest=999999999999999", "task.training_pairs=5", "task.held_out_pairs=0"
    )
    pairs = pairs_of(recipe)
    assert (len(pairs.training(1)), pairs.held_out) == (5, [])


def test_the_chapter_s_numbers_of_symbols():
    codec = codec_of(small_recipe())
    assert (len(codec.source), len(codec.target)) == (13, 32)
    assert codec.source_ids("0123456789") == list(range(3, 13))
    assert codec.target.ids(["zero", "nineteen", *TENS, "hundred"]) == [3, 22, *range(23, 31), 31]
    assert codec.target_ids("four hundred twenty seven") == [7, 31, 23, 10, 2]


@pytest.mark.parametrize(("highest", "words"), [(1000, 33), (999_999, 33), (1_000_000, 34)])
def test_a_wider_range_has_a_larger_vocabulary(highest, words):
    codec = codec_of(small_recipe(f"task.highest={highest}"))
    assert len(codec.target) == words
    assert codec.target.ids(["thousand"]) == [32]


def test_a_shared_vocabulary_is_one_object():
    codec = codec_of(small_recipe("text.shared_vocabulary=true"))
    assert codec.source is codec.target
    assert len(codec.source) == 3 + 10 + 29
    assert codec.target.ids(["zero"]) == [13]
