"""The pairs of the reversing task: lengths, what is held out, new strings in every epoch."""

from collections import Counter

import pytest

from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.data.tasks import codec_of, pairs_of

SETTINGS = ["task.shortest=1", "task.longest=7", "task.training_pairs=2100",
            "task.held_out_pairs=31"]  # fmt: skip


def pairs(*settings):
    return pairs_of(override(load_recipe("reverser"), [*SETTINGS, *settings]))


def test_a_target_is_its_source_backwards():
    drawn = pairs()
    for pair in [*drawn.training(1), *drawn.held_out]:
        assert pair.source.isdigit()
        assert pair.target == pair.source[::-1]
    assert any(pair.source.startswith("0") for pair in drawn.training(1))


def test_lengths_come_alike_often():
    lengths = Counter(len(pair.source) for pair in pairs().training(1))
    assert set(lengths) == set(range(1, 8))
    assert all(230 < count < 370 for count in lengths.values())  # 300 ± 4 standard deviations
    assert sum(lengths.values()) == 2100
    recipe = override(load_recipe("reverser"), SETTINGS)
    assert pairs().longest_source(codec_of(recipe)) == 7


def test_nothing_held_out_is_ever_learned_from():
    drawn = pairs()
    held_out = {pair.source for pair in drawn.held_out}
    for epoch in (1, 2, 3, 11):
        assert not held_out & {pair.source for pair in drawn.training(epoch)}


def test_short_lengths_hold_out_at_most_a_fifth():
    held_out = pairs().held_out
    lengths = Counter(len(pair.source) for pair in held_out)
    assert lengths == {1: 2, 2: 20} | dict.fromkeys(range(3, 8), 31)
    assert len({pair.source for pair in held_out}) == len(held_out)
    assert len(pairs().of_length(2)) == 20
    assert {len(pair.source) for pair in pairs().of_length(5)} == {5}


def test_every_epoch_has_new_strings():
    drawn = pairs("task.shortest=7")
    first, second = ({p.source for p in drawn.training(epoch)} for epoch in (1, 2))
    assert len(first & second) < 10
    assert len(drawn.training(1)) == len(drawn.training(2)) == 2100


def test_an_epoch_is_the_same_in_every_run_whatever_came_before():
    one, other = pairs(), pairs("training.seed=99")
    other.training(5)
    assert one.training(3) == other.training(3)
    assert one.held_out == other.held_out
    assert pairs("task.split_seed=8").training(3) != one.training(3)


def test_the_draw_is_written_down():
    """Another draw would make figures of different runs incomparable."""
    drawn = pairs_of(load_recipe("reverser"))
    assert (len(drawn.held_out), len(drawn.training(1))) == (20 + 200 + 21 * 300, 38_400)


def test_both_sides_are_digits():
    codec = codec_of(load_recipe("reverser"))
    assert (len(codec.source), len(codec.target)) == (13, 13)
    assert codec.target_text(codec.target_ids("0070")) == "0070"


@pytest.mark.parametrize("longest", [1, 3])
def test_lengths_of_a_single_kind(longest):
    drawn = pairs(f"task.longest={longest}", f"task.shortest={longest}")
    assert {len(pair.source) for pair in drawn.training(1)} == {longest}
