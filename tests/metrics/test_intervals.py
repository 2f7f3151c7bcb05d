"""Intervals: how often they hold the truth, and what they do at the edges."""

import numpy as np
import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st
from test_overlap import ANSWERS, REFERENCES, streams

from seq2see.metrics import bootstrap
from seq2see.metrics.bootstrap import intervals, resampled_sums
from seq2see.metrics.error_rate import ErrorCount
from seq2see.metrics.measure import rate_measure, share_measure
from seq2see.metrics.overlap import bleu_measure, chrf_measure


def test_the_truth_lies_inside_about_19_times_of_20():
    """200 samples of 100 answers, 7 of 10 right: 95 % would be 190; 5 standard deviations off
    would be 174."""
    random = np.random.default_rng(7)
    held = 0
    for _ in range(200):
        [(low, high)] = intervals([share_measure("accuracy", list(random.random(100) < 0.7))], 500)
        held += low <= 0.7 <= high
    assert held >= 175


def test_the_width_is_the_normal_one():
    """400 answers, a quarter right: ±1.96 · √(0.25 · 0.75 / 400) = ±0.0424."""
    [(low, high)] = intervals([share_measure("accuracy", [n % 4 == 0 for n in range(400)])])
    assert (low, high) == pytest.approx((0.25 - 0.0424, 0.25 + 0.0424), abs=0.006)


def test_nothing_wrong_in_three_lines_is_no_certainty():
    """0.025^(1/3) = 0.292: so low a share would still give three right of three 1 time in 40."""
    assert intervals([share_measure("accuracy", [True] * 3)]) == [
        (pytest.approx(0.2924, abs=1e-4), 1)
    ]
    assert intervals([share_measure("accuracy", [False] * 3)]) == [
        (0, pytest.approx(0.7076, abs=1e-4))
    ]


def test_an_undefined_rate_has_no_interval_and_spoils_no_other():
    empty = rate_measure("word_error_rate", [ErrorCount(1, 0, 0)] * 5, "words")
    share = share_measure("accuracy", [True, False, True, False, True])
    assert intervals([empty, share])[0] is None
    assert intervals([empty, share])[1] == intervals([share])[0]


def test_draws_without_a_symbol_do_not_count():
    """One answer of three has a reference: a draw that misses it has no rate."""
    counts = [ErrorCount(1, 4, 0), ErrorCount(0, 0, 0), ErrorCount(0, 0, 0)]
    assert intervals([rate_measure("symbol_error_rate", counts, "symbols")]) == [(0.25, 0.25)]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 9)), min_size=30, max_size=60))
def test_the_figure_lies_inside_its_interval(counts):
    measure = rate_measure("x", [ErrorCount(*count, 0) for count in counts], "symbols")
    [(low, high)] = intervals([measure], 300)
    assert low - 1e-9 <= measure.value() <= high + 1e-9


def test_a_draw_is_a_sum_of_whole_answers():
    """With a column of ones, every draw has as many answers as there are."""
    rows = np.array([[1.0, 10.0**n] for n in range(6)])
    sums = resampled_sums(rows, 50)
    assert (sums[:, 0] == 6).all()
    assert all(sum(map(int, str(round(drawn)))) == 6 for drawn in sums[:, 1])


def test_the_room_taken_changes_nothing(monkeypatch):
    rows = np.arange(26.0).reshape(13, 2)
    at_once = resampled_sums(rows, 101)
    monkeypatch.setattr(bootstrap, "_CELLS", 29)
    assert (resampled_sums(rows, 101) == at_once).all()


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_as_wide_as_those_of_sacrebleu(name):
    """Its own bootstrap of the same sentences: half the width within a tenth."""
    answers, references = ANSWERS * 25, REFERENCES * 25
    metric = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF}[name]()
    theirs = metric.corpus_score(answers, streams(references), n_bootstrap=1000)
    make = {"bleu": bleu_measure, "chrf": chrf_measure}[name]
    [(low, high)] = intervals([make(answers, references)])
    assert (high - low) / 2 == pytest.approx(theirs._ci, rel=0.1)
