"""Every check is proved by a model that it catches, and that no unrelated check catches."""

import broken
import pytest
import torch
from small_models import MODELS

from seq2see.data.pair import Pair
from seq2see.data.tasks import pairs_of
from seq2see.doctor.checks import CHECKS
from seq2see.doctor.examine import examine
from seq2see.models.lstm import LstmModel
from seq2see.models.transformer import TransformerModel

PAIRS = [
    Pair("7", "seven"),
    Pair("42", "forty two"),
    Pair("13", "thirteen"),
    Pair("427", "four hundred twenty seven"),
    Pair("900", "nine hundred"),
]

CAUGHT = [
    (broken.causal_leak, "causal"),
    (broken.padding_leak, "padding"),
    (broken.cache_not_extended, "stepping"),
    (broken.cache_not_moved, "selecting"),
    (broken.state_written_into, "selecting"),
    (broken.score_shared_out, "score"),
    (broken.score_of_sharper_steps, "stepping"),
    (broken.unsaved_buffer, "saved"),
    (broken.buffer_of_random_numbers, "saved"),
    (broken.running_mean, "saved"),
    (broken.dropout_while_predicting, "repeatable"),
    (broken.few_digits, "precise"),
    (broken.batch_cuts_answers, "neighbours"),
    (broken.greedy_takes_the_second, "greedy"),
    (broken.lists_the_worst_first, "n-best"),
    (broken.weights_shown_smaller, "attention"),
    (broken.looking_changes_logits, "recording"),
]
"""A fault, and the check whose failure no other failure explains."""

TOGETHER = {
    "padding_leak": {"padding", "attention", "neighbours", "score"},
    "causal_leak": {"causal", "padding", "stepping", "score"},
    "cache_not_extended": {"stepping", "score"},
    "cache_not_moved": {"selecting", "score", "neighbours", "greedy"},
    "score_of_sharper_steps": {"stepping", "score"},
}
"""What else may fail with a fault, each for its sake; with the others one check alone fails."""


def examined(predictor):
    found = examine(predictor, PAIRS)
    return {finding.name: finding for finding in found}


@pytest.mark.parametrize("kind", [LstmModel, TransformerModel], ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(("fault", "right"), CAUGHT, ids=lambda one: getattr(one, "__name__", one))
def test_a_broken_model_is_caught_by_the_right_check(fault, right, kind, monkeypatch):
    fault(monkeypatch, kind)
    predictor = broken.predictor_of(broken.RECIPES[kind])
    if fault is broken.unsaved_buffer:
        broken.fill_buffer(predictor.model)
    found = examined(predictor)
    failed = {name for name, finding in found.items() if finding.failed}
    assert {name for name in failed if not found[name].follows} == {right}
    if fault is not broken.dropout_while_predicting:  # noise spoils whatever is compared
        assert failed <= TOGETHER.get(fault.__name__, {right})
    one = found[right]
    assert one.where and one.cause
    assert one.largest is None or one.largest > 10 * (one.tolerance or 0)


def test_a_wrong_score_is_said_to_follow_from_steps_that_are_wrong(monkeypatch):
    broken.score_of_sharper_steps(monkeypatch, TransformerModel)
    found = examined(broken.predictor_of(broken.RECIPES[TransformerModel]))
    assert found["score"].failed
    assert found["score"].follows == ("stepping",)
    assert "forced" in found["score"].where


def test_a_weight_that_is_no_number_explains_everything():
    predictor = broken.predictor_of(broken.RECIPES[TransformerModel])
    with torch.no_grad():
        predictor.model.output.bias[3] = torch.nan
    found = examined(predictor)
    assert "weight output.bias: 1 of" in found["finite"].where
    assert all(finding.follows for name, finding in found.items() if finding.failed
               and name != "finite")  # fmt: skip


def test_training_mode_is_named():
    predictor = broken.predictor_of(broken.RECIPES[LstmModel])
    predictor.model.train()
    found = examined(predictor)["repeatable"]
    assert found.failed
    assert "in training mode" in found.where
    assert predictor.model.training  # left as it was


def test_a_model_that_breaks_off_has_failed(monkeypatch):
    def step(*_):
        raise IndexError("no such row")

    monkeypatch.setattr(TransformerModel, "step", step)
    found = examined(broken.predictor_of(broken.RECIPES[TransformerModel]))
    assert found["stepping"].failed
    assert found["stepping"].where == "it broke off with IndexError: no such row"
    assert not found["causal"].failed


def test_every_check_has_a_fault():
    assert {right for _, right in CAUGHT} | {"finite"} == {check.name for check in CHECKS}


def test_checks_follow_from_earlier_ones():
    before: set[str] = set()
    for check in CHECKS:
        assert set(check.follows) <= before
        before.add(check.name)


@pytest.mark.parametrize("name", MODELS)
def test_a_sound_model_of_every_kind_passes(name):
    predictor = broken.predictor_of(MODELS[name])
    found = examine(predictor, pairs_of(predictor.recipe).held_out, count=4)
    wrong = {finding.name: finding.where for finding in found if finding.failed}
    assert wrong == {}
    left_out = {finding.name for finding in found if finding.outcome == "does not apply"}
    assert left_out == (set() if predictor.model.source_attention else {"attention"})
