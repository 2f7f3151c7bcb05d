"""When a run has come apart: by hand, with ln 20 = 2.996 for guessing among 20 symbols."""

from math import log

import pytest

from seq2see.training.loss import guessing_loss, has_come_apart


@pytest.mark.parametrize(
    ("first", "last", "apart"),
    [
        (66.2, 84.4, True),  # exploded in the first epoch already
        (100.0, 84.4, True),  # and moved about since
        (3.1, 3.1, False),  # hardly begun
        (3.1, 0.6, False),
        (1.2, 2.5, True),  # learned, and lost it again
        (0.61, 0.65, False),  # fine-tuning that had nothing to learn
        (3.0, 3.4, True),
    ],
)
def test_by_the_first_and_the_last_epoch(first, last, apart):
    assert has_come_apart(first, last, 20) is apart


def test_guessing_costs_as_much_with_smoothed_labels():
    smoothing, symbols = 0.1, 7
    wanted = [1 - smoothing + smoothing / symbols, *[smoothing / symbols] * (symbols - 1)]
    assert -sum(p * log(1 / symbols) for p in wanted) == pytest.approx(guessing_loss(symbols))
