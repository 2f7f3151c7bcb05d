"""Greedy and beam search on a table small enough for paper.

after nothing:  a 0.5   b 0.4   end 0.1
after a:        a 0.4   b 0.3   end 0.3
after b:        end 0.9   a 0.1
after two:      end 1.0
"""

from math import log

import pytest
import torch
from table_model import A, B, C, TableModel

from seq2see.core.special import BOS, EOS, PAD
from seq2see.decoding.beam import beam_search
from seq2see.decoding.choice import writable
from seq2see.decoding.decode import decode, force
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import LengthPenalty

TABLE = {
    (): {A: 0.5, B: 0.4, EOS: 0.1},
    (A,): {A: 0.4, B: 0.3, EOS: 0.3},
    (B,): {EOS: 0.9, A: 0.1},
}
ANSWERS = {
    (B, EOS): 0.36,
    (A, A, EOS): 0.2,
    (A, EOS): 0.15,
    (A, B, EOS): 0.15,
    (EOS,): 0.1,
    (B, A, EOS): 0.04,
}


@pytest.fixture
def model():
    return TableModel(lambda _, words: TABLE.get(words, {EOS: 1.0}))


def search(model, beam, longest=9, alpha=0.0):
    return decode(model, [[3]], beam=beam, longest=longest, length_penalty=alpha)[0]


def test_greedy_takes_the_best_symbol_at_each_step(model):
    (found,) = search(model, 1)
    assert found.ids == (A, A, EOS)
    assert found.log_probability == pytest.approx(log(0.2))
    assert found.finished


def test_a_beam_of_two_finds_what_greedy_misses(model):
    best, second = search(model, 2)
    assert (best.ids, second.ids) == ((B, EOS), (A, A, EOS))
    assert best.log_probability == pytest.approx(log(0.36))
    assert second.log_probability == pytest.approx(log(0.2))


def test_a_wide_beam_finds_all_answers_in_their_order(model):
    found = search(model, 10)
    assert len(found) == len(ANSWERS)
    assert {h.ids: pytest.approx(h.log_probability) for h in found} == {
        ids: log(probability) for ids, probability in ANSWERS.items()
    }
    scores = [h.ranking_score for h in found]
    assert scores == sorted(scores, reverse=True)


def test_the_length_penalty_by_hand(model):
    """α = 2 divides two symbols by (7/6)² and three by (8/6)², `<eos>` counted."""
    found = search(model, 10, alpha=2.0)
    scores = {h.ids: h.ranking_score for h in found}
    assert scores[(B, EOS)] == pytest.approx(log(0.36) * 36 / 49)
    assert scores[(A, A, EOS)] == pytest.approx(log(0.2) * 36 / 64)
    assert scores[(EOS,)] == pytest.approx(log(0.1))
    # log 0.2 · 0.5625 = -0.905, log 0.36 · 0.735 = -0.751; a, b and end: log 0.15 · 0.5625
    assert [h.ids for h in found][:3] == [(B, EOS), (A, A, EOS), (A, B, EOS)]
    assert found[0].log_probability == pytest.approx(log(0.36))


def test_a_strong_penalty_changes_the_winner(model):
    """α = 10: log 0.2 / (8/6)^10 = -0.091 beats log 0.36 / (7/6)^10 = -0.219."""
    assert search(model, 10, alpha=10.0)[0].ids == (A, A, EOS)
    assert search(model, 3, alpha=10.0)[0].ids == (A, A, EOS)


def test_a_score_without_penalty_is_the_log_probability():
    assert LengthPenalty(0.0, "wu").score(-3.0, 17) == -3.0
    assert LengthPenalty(0.0, "power").score(-3.0, 17) == -3.0
    assert LengthPenalty(0.6, "wu").score(-3.0, 1) == -3.0
    assert LengthPenalty(1.0, "wu").score(-3.0, 7) == pytest.approx(-1.5)


def test_an_answer_is_cut_at_the_limit_and_marked(model):
    (greedy,) = search(model, 1, longest=2)
    assert (greedy.ids, greedy.finished) == ((A, A), False)
    assert greedy.log_probability == pytest.approx(log(0.5 * 0.4))
    found = search(model, 10, longest=2)
    assert [h.ids for h in found if h.finished] == [(B, EOS), (A, EOS), (EOS,)]
    assert [h.ids for h in found if not h.finished] == [(A, A), (A, B), (B, A)]
    assert [h.finished for h in found] == [True] * 3 + [False] * 3


def test_an_answer_that_ends_on_the_last_place_is_not_cut(model):
    (found,) = search(model, 1, longest=3)
    assert (found.ids, found.finished) == ((A, A, EOS), True)


def test_forced_scores_by_hand(model):
    targets = [list(ids) for ids in ANSWERS]
    found = force(model, [[3]] * len(targets), targets, length_penalty=1.0)
    for hypothesis, (ids, probability) in zip(found, ANSWERS.items(), strict=True):
        assert hypothesis.ids == ids
        assert hypothesis.log_probability == pytest.approx(log(probability))
        assert hypothesis.ranking_score == pytest.approx(log(probability) / ((5 + len(ids)) / 6))


def test_an_impossible_answer_has_no_probability(model):
    (found,) = force(model, [[3]], [[C, EOS]])
    assert found.log_probability == -torch.inf


@pytest.mark.parametrize("beam", [1, 2, 5])
def test_padding_and_bos_are_never_written(beam):
    """Nor is their probability spread over the others: the score stays the forced score."""
    model = TableModel(
        lambda _, words: {PAD: 0.5, BOS: 0.3, A: 0.15, EOS: 0.05} if len(words) < 2 else {EOS: 1.0}
    )
    found = search(model, beam)
    assert all(not {PAD, BOS} & set(h.ids) for h in found)
    assert max(found, key=lambda h: len(h.ids)).ids == (A, A, EOS)
    (forced,) = force(model, [[3]], [list(found[0].ids)])
    assert found[0].log_probability == pytest.approx(forced.log_probability)


def test_what_may_be_written_keeps_its_log_probability():
    given = torch.tensor([[-1.0, -2.0, -3.0, -4.0]])
    assert writable(given).tolist() == [[-torch.inf, -torch.inf, -3.0, -4.0]]
    assert given.tolist() == [[-1.0, -2.0, -3.0, -4.0]]


def test_rows_that_have_ended_leave_the_batch():
    """Sources 3, 4 and 5 are answered with 1, 2 and 4 symbols."""
    lengths = {3: 1, 4: 2, 5: 4}
    model = TableModel(lambda s, words: {A: 1.0} if len(words) + 1 < lengths[s] else {EOS: 1.0})
    found = decode(model, [[5], [3], [4], [3]], beam=1, longest=9)
    assert [len(h.ids) for (h,) in found] == [4, 1, 2, 1]
    assert model.rows_computed == [4, 2, 1, 1]
    model.rows_computed.clear()
    decode(model, [[5], [3], [4], [3]], beam=2, longest=9)
    assert model.rows_computed == [4, 2, 1, 1]


def test_an_end_does_not_narrow_the_beam():
    """The end is best at once, and yet two that go on are kept beside it."""
    table = {
        (): {EOS: 0.5, A: 0.3, B: 0.2},
        (A,): {C: 1.0},
        (B,): {C: 1.0},
    }
    model = TableModel(lambda _, words: table.get(words, {EOS: 1.0}))
    found = search(model, 2)
    assert [h.ids for h in found] == [(EOS,), (A, C, EOS)]
    assert [h.ids for h in search(model, 3)] == [(EOS,), (A, C, EOS), (B, C, EOS)]


def test_a_trail_says_in_which_row_each_symbol_was_predicted(model):
    source = torch.tensor([[3], [3]])
    for found in beam_search(model, source, source > 0, beam=2, longest=9):
        assert [len(h.trail) for h in found] == [len(h.ids) for h in found]
    assert found[0].trail[0] == 1


def test_a_hypothesis_without_symbols_is_not_finished():
    assert not Hypothesis((), 0.0, 0.0).finished
