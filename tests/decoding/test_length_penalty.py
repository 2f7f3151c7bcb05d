"""The length penalties' formulas, and that a search never stops before it may."""

from math import log

import pytest
from table_model import A, B, TableModel, random_table

from seq2see.core.special import EOS
from seq2see.decoding.beam_book import BeamBook
from seq2see.decoding.decode import decode, force
from seq2see.decoding.length_penalty import LengthPenalty

SOURCES = [[3], [4], [5], [6]]


@pytest.mark.parametrize(
    ("formula", "alpha", "length", "divisor"),
    [
        ("wu", 1.0, 7, 2.0),
        ("wu", 2.0, 2, 49 / 36),
        ("wu", 0.6, 1, 1.0),
        ("power", 1.0, 7, 7.0),
        ("power", 2.0, 3, 9.0),
        ("power", 0.5, 4, 2.0),
        ("power", 3.0, 1, 1.0),
        ("wu", 0.0, 9, 1.0),
        ("power", 0.0, 9, 1.0),
        ("power", -1.0, 4, 0.25),
    ],
)
def test_divisors_by_hand(formula, alpha, length, divisor):
    penalty = LengthPenalty(alpha, formula)
    assert penalty.divisor(length) == pytest.approx(divisor)
    assert penalty.score(-3.0, length) == pytest.approx(-3.0 / divisor)


@pytest.mark.parametrize("formula", ["wu", "power"])
@pytest.mark.parametrize("alpha", [-2.0, -0.5, 0.0, 0.6, 1.0, 3.0])
def test_the_largest_divisor_is_the_largest_of_all_lengths(formula, alpha):
    penalty = LengthPenalty(alpha, formula)
    for shortest in range(1, 9):
        each = [penalty.divisor(length) for length in range(shortest, 10)]
        assert penalty.largest(shortest, 9) == pytest.approx(max(each))


def test_the_mean_log_probability_ranks_by_hand():
    """end: log 0.6 = -0.511; a a end: log 0.36 / 3 = -0.341, which α = 1 puts first."""
    table = {(): {EOS: 0.6, A: 0.4}, (A,): {A: 0.9, EOS: 0.1}, (A, A): {EOS: 1.0}}
    model = TableModel(lambda _, words: table[words])
    plain = decode(model, [[3]], beam=2, longest=9)[0]
    assert [h.ids for h in plain] == [(EOS,), (A, A, EOS)]
    mean = decode(model, [[3]], beam=2, longest=9, length_penalty=1.0, length_formula="power")[0]
    assert [h.ids for h in mean] == [(A, A, EOS), (EOS,)]
    assert [h.ranking_score for h in mean] == pytest.approx([log(0.36) / 3, log(0.6)])
    assert [h.log_probability for h in mean] == pytest.approx([log(0.36), log(0.6)])


def test_a_search_goes_on_while_a_longer_answer_can_still_rank_first():
    """Two have ended after two steps, and yet what is under way wins by its length.

    a end: log 0.3 / 2 = -0.602; b end: log 0.25 / 2 = -0.693; a a a a end: log 0.2 / 5 = -0.322.
    """
    table = {(): {A: 0.55, B: 0.45}, (A,): {EOS: 6 / 11, A: 4 / 11, B: 1 / 11},
             (B,): {EOS: 5 / 9, A: 2 / 9, B: 2 / 9}, (A, A): {A: 2 / 3, B: 1 / 3}}  # fmt: skip
    model = TableModel(
        lambda _, words: table.get(words, {A: 1.0} if len(words) == 3 else {EOS: 1.0})
    )
    found = decode(model, [[3]], beam=2, longest=9, length_penalty=1.0, length_formula="power")[0]
    assert found[0].ids == (A, A, A, A, EOS)
    assert decode(model, [[3]], beam=2, longest=9)[0][0].ids == (A, EOS)


@pytest.mark.parametrize("formula", ["wu", "power"])
@pytest.mark.parametrize("alpha", [-1.0, 0.0, 0.6, 1.0, 4.0])
@pytest.mark.parametrize("beam", [2, 3])
def test_stopping_early_changes_nothing(monkeypatch, formula, alpha, beam):
    """Beside a search that always goes on to the limit."""
    given = {"beam": beam, "longest": 7, "length_penalty": alpha, "length_formula": formula}
    models = [random_table(seed, 2.0) for seed in range(1, 6)]
    stopped = [decode(model, SOURCES, **given) for model in models]
    steps = [len(model.rows_computed) for model in models]
    monkeypatch.setattr(BeamBook, "_settled", lambda _, best: best > 0)
    for model in models:
        model.rows_computed.clear()
    for model, early in zip(models, stopped, strict=True):
        for ours, theirs in zip(early, decode(model, SOURCES, **given), strict=True):
            assert [h.ids for h in ours] == [h.ids for h in theirs]
    if alpha <= 0:
        assert sum(steps) < sum(len(model.rows_computed) for model in models)


@pytest.mark.parametrize("formula", ["wu", "power"])
def test_forced_answers_are_ranked_by_the_same_formula(formula):
    model = random_table(3)
    (found,) = decode(
        model, [[3]], beam=5, longest=6, length_penalty=0.7, length_formula=formula
    )  # fmt: skip
    forced = force(
        model, [[3]] * len(found), [h.ids for h in found],
        length_penalty=0.7, length_formula=formula,
    )  # fmt: skip
    assert [h.ranking_score for h in found] == pytest.approx([h.ranking_score for h in forced])
