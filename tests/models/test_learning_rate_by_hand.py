"""The learning rate at single updates, by hand."""

import pytest
from small_models import small_recipe

from seq2see.training.schedule import learning_rate


def rates(schedule: str, warmup: int, updates: int, at: list[int]) -> list[float]:
    training = small_recipe(
        "training.learning_rate=0.6",
        f"training.schedule={schedule}",
        f"training.warmup_updates={warmup}",
    ).training
    return [learning_rate(training, update, updates) for update in at]


def test_constant_stays():
    assert rates("constant", 0, 10, [1, 7, 10]) == [0.6, 0.6, 0.6]


def test_warmup_rises_in_a_line_to_the_full_rate():
    wanted = [0.15, 0.3, 0.45, 0.6, 0.6]
    assert rates("constant", 4, 10, [1, 2, 3, 4, 5]) == pytest.approx(wanted)


def test_inverse_root_halves_at_four_times_the_warmup():
    assert rates("inverse-sqrt", 4, 64, [1, 2, 4, 16, 64]) == pytest.approx(
        [0.15, 0.3, 0.6, 0.3, 0.15]
    )


def test_inverse_root_without_warmup_starts_at_the_full_rate():
    assert rates("inverse-sqrt", 0, 16, [1, 4, 16]) == pytest.approx([0.6, 0.3, 0.15])


def test_inverse_root_is_the_papers_formula_at_the_base_size():
    """d_model^-0.5 · min(update^-0.5, update · warmup^-1.5), with 512 and 4000."""
    training = small_recipe(
        f"training.learning_rate={512**-0.5 * 4000**-0.5}",
        "training.schedule=inverse-sqrt",
        "training.warmup_updates=4000",
    ).training
    for update in (1, 397, 3989, 4000, 4001, 99_991):
        paper = 512**-0.5 * min(update**-0.5, update * 4000**-1.5)
        assert learning_rate(training, update, 100_000) == pytest.approx(paper)


def test_linear_reaches_0_just_past_the_end():
    assert rates("linear", 0, 5, [1, 2, 3, 4, 5]) == pytest.approx([0.5, 0.4, 0.3, 0.2, 0.1])
    assert rates("linear", 2, 4, [1, 2, 3, 4]) == pytest.approx([0.3, 0.6, 0.4, 0.2])
