"""Whatever rows a search moved a hypothesis through, it is explained as if it had been given."""

import pytest
import torch

from seq2see.decoding.decode import decode, force
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.inspection.steps import SeenHypothesis, see_forced, see_search
from seq2see.predictor.explanation import ExplainedHypothesis
from seq2see.predictor.predictor import Predictor

NUMBERS = ["42", "87", "5", "13", "99", "301"]
BEAM = 5


def searched(trained: Predictor, number: str, beam: int = BEAM) -> list[SeenHypothesis]:
    return see_search(trained.model, trained.codec.source_ids(number), beam=beam, longest=64)


def changes_rows(hypothesis: Hypothesis) -> bool:
    """Whether it moved to another row after the first step, which fills the beam."""
    return len(set(hypothesis.trail[1:])) > 1


def check_n_best_equal_their_forced_selves(trained: Predictor) -> None:
    moved = 0
    for number in NUMBERS[:3]:
        source = trained.codec.source_ids(number)
        for seen in searched(trained, number):
            given = see_forced(trained.model, source, seen.hypothesis.ids)
            moved += changes_rows(seen.hypothesis)
            score, forced = seen.hypothesis.log_probability, given.hypothesis.log_probability
            assert score == pytest.approx(forced, abs=1e-5)
            close = {"rtol": 0, "atol": 1e-5}
            torch.testing.assert_close(seen.attention, given.attention, **close)
            torch.testing.assert_close(
                seen.log_probabilities.exp(), given.log_probabilities.exp(), **close
            )
    assert moved > 2, "no beam reorders: nothing was shown"


def check_answers_end_at_their_first_end_symbol(trained: Predictor, beam: int) -> None:
    sources = [trained.codec.source_ids(number) for number in NUMBERS]
    for found in decode(trained.model, sources, beam=beam, longest=13):
        for hypothesis in found:
            assert 2 not in hypothesis.ids[:-1]
            assert hypothesis.finished


def check_scores_are_forced_scores(trained: Predictor, beam: int) -> None:
    sources = [trained.codec.source_ids(number) for number in NUMBERS]
    found = decode(trained.model, sources, beam=beam, longest=64)
    for source, hypotheses in zip(sources, found, strict=True):
        forced = force(trained.model, [source] * len(hypotheses), [h.ids for h in hypotheses])
        for hypothesis, given in zip(hypotheses, forced, strict=True):
            assert hypothesis.log_probability == pytest.approx(given.log_probability, abs=1e-5)


def test_n_best_equal_their_forced_selves(trained):
    check_n_best_equal_their_forced_selves(trained)


@pytest.mark.parametrize("beam", [1, BEAM])
def test_answers_end_at_their_first_end_symbol(trained, beam):
    check_answers_end_at_their_first_end_symbol(trained, beam)


@pytest.mark.parametrize("beam", [1, BEAM])
def test_scores_are_forced_scores(trained, beam):
    check_scores_are_forced_scores(trained, beam)


def same(one: ExplainedHypothesis, other: ExplainedHypothesis) -> None:
    assert one.text == other.text
    assert one.log_probability == pytest.approx(other.log_probability, abs=1e-5)
    for step, given in zip(one.steps, other.steps, strict=True):
        assert (step.symbol, step.rank) == (given.symbol, given.rank)
        assert step.probability == pytest.approx(given.probability, abs=1e-5)
    ours, theirs = (torch.tensor(h.cross_attention) for h in (one, other))
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-5)


@pytest.mark.parametrize("number", NUMBERS)
def test_explaining_a_hypothesis_as_given_says_the_same(trained, number):
    for found in trained.explain(number, beam=BEAM).hypotheses:
        assert found.origin == "beam"
        given = trained.explain(number, target=found.text).hypotheses[0]
        assert given.origin == "given"
        same(found, given)


@pytest.mark.parametrize("number", NUMBERS)
def test_greedy_is_explained_as_given_too(trained, number):
    found = trained.explain(number).hypotheses[0]
    assert found.origin == "greedy"
    same(found, trained.explain(number, target=found.text).hypotheses[0])


def test_explaining_finds_what_predicting_finds(trained):
    for answer in trained.answer(NUMBERS, beam=BEAM, n_best=BEAM):
        explained = trained.explain(answer.source, beam=BEAM).hypotheses
        assert [h.text for h in explained] == [h.text for h in answer.hypotheses]


def test_n_best_takes_the_first_of_the_beam(trained):
    whole, three = (trained.explain("42", beam=BEAM, n_best=n).hypotheses for n in (None, 3))
    assert len(whole) == BEAM
    assert three == whole[:3]
