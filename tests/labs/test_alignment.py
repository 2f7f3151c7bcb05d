"""The alignment lab tells what `explain` tells, as far as there is room, and says what there was
no room for."""

import pytest
import torch

from seq2see.labs.alignment import Explain, _fit
from seq2see.labs.ask import answer
from seq2see.labs.trace import Budget, array, numbers_in


def weights(trace, hypothesis):
    """An array as a tensor of its axes."""
    found = trace.arrays[hypothesis.weights]
    sizes = [trace.axes[axis] for axis in found.axes]
    return torch.tensor(found.values).reshape(sizes)


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("model", ["reader", "lstm", "pairs"])
def test_it_is_the_explanation(models, model, beam):
    text = "dab" if model == "pairs" else "42"
    trace = answer(Explain(model=model, text=text, beam=beam), models)
    told = models._opened[model].explain(text, beam=beam)
    assert trace.tokens["source"] == told.source and trace.left_out == []
    assert len(trace.hypotheses) == len(told.hypotheses)
    for ours, theirs in zip(trace.hypotheses, told.hypotheses, strict=True):
        assert (ours.text, ours.origin, ours.log_probability, ours.finished) == (
            theirs.text, theirs.origin, theirs.log_probability, theirs.finished,
        )  # fmt: skip
        assert [step.symbol for step in ours.steps] == trace.tokens[ours.axis]
        for mine, step in zip(ours.steps, theirs.steps, strict=True):
            assert mine.rank == step.rank
            assert mine.probability == pytest.approx(step.probability, rel=1e-6)
        expected = torch.tensor(theirs.cross_attention)
        torch.testing.assert_close(weights(trace, ours), expected, rtol=1e-6, atol=0)


def test_a_given_answer_is_looked_at(models):
    trace = answer(Explain(model="reader", text="42", target="forty one"), models)
    (only,) = trace.hypotheses
    assert (only.origin, only.text, len(only.steps)) == ("given", "forty one", 3)


def test_a_plain_lstm_says_that_it_looks_nowhere(models):
    trace = answer(Explain(model="plain", text="42"), models)
    assert not trace.attention and trace.arrays == {}
    assert all(hypothesis.weights is None for hypothesis in trace.hypotheses)


def test_answers_are_cut_where_a_picture_ends(models, monkeypatch):
    monkeypatch.setattr("seq2see.labs.alignment.MOST_SYMBOLS", 1)
    trace = answer(Explain(model="reader", text="42"), models)
    assert len(trace.hypotheses[0].steps) == 1 and not trace.hypotheses[0].finished


@pytest.mark.parametrize(
    ("room", "axes", "says"),
    [
        (2 * 3 * 5 * 7, ["layer", "head", "target/0", "source"], ""),
        (2 * 5 * 7, ["layer", "target/0", "source"], "3 heads of each layer"),
        (5 * 7, ["target/0", "source"], "only layer 2"),
        (3 * 7 + 1, ["rows/0", "source"], "of its 5 rows only the first 3"),
        (6, None, "no room"),
    ],
)
def test_what_has_no_room_is_left_out_and_said(room, axes, says):
    attention = torch.rand(2, 3, 5, 7)
    found, sizes, lost = _fit(attention, 0, None, Budget(room))
    assert says in lost and bool(lost) == bool(says)
    assert (found and found.axes) == axes
    if axes == ["rows/0", "source"]:
        assert found.values == array([], attention[1].mean(0)[:3]).values
        assert sizes == {"rows/0": 3}


def test_the_layer_asked_for_has_room_first():
    attention = torch.rand(2, 3, 5, 7)
    found, _, lost = _fit(attention, 0, 0, Budget(5 * 7))
    assert found.values == array([], attention[0].mean(0)).values and "only layer 1" in lost


def test_the_answer_asked_for_has_room_first(models, monkeypatch):
    monkeypatch.setattr("seq2see.labs.trace.MOST_NUMBERS", 40)
    monkeypatch.setattr(Budget.__init__, "__defaults__", (40,))
    trace = answer(Explain(model="reader", text="42", beam=4, hypothesis=2), models)
    assert numbers_in(trace) <= 40
    assert trace.hypotheses[2].weights is not None and trace.hypotheses[3].weights is None
    assert trace.left_out


def test_a_small_number_stays_one():
    assert array(["x"], [1.23456789e-12, 0.0, float("nan"), 0.1]).values == [
        1.234568e-12, 0.0, None, 0.1,
    ]  # fmt: skip
