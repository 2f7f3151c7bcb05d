"""The decoding lab's trace: its tree is the decoder's search, and what it says is kept is kept."""

from math import exp

import msgspec
import pytest
import torch
from small_models import MODELS, model_of

from seq2see.core.errors import InputError
from seq2see.core.special import EOS
from seq2see.experiments.cache_cost.measure import formula
from seq2see.labs.ask import answer
from seq2see.labs.decoding import Decode
from seq2see.labs.kept import kept_by
from seq2see.labs.trace import MOST_NUMBERS, numbers_in
from seq2see.models.lstm import LstmState
from seq2see.models.one_stack import OneStackState
from seq2see.models.transformer_state import TransformerState


class Shelf:
    """One model, whatever it is called."""

    def __init__(self, predictor):
        self.one = predictor

    def predictor(self, model, watch):
        return self.one


def replayed(trace):
    """The answers from the tree alone: (numbers of symbols, log-probability, ranking score)."""
    symbols, begun, ends, cut = trace.tokens["symbol"], [()], [], []
    for at, step in enumerate(trace.steps):
        written = [
            ((*begun[one.row], symbols[one.symbol].id), one.log_probability, one.ranking_score)
            for one in step.candidates
        ]
        fates = [one.fate for one in step.candidates]
        ends += [one for one, fate in zip(written, fates, strict=True) if fate == "ended"]
        ends.sort(key=lambda one: -one[2])
        cut += [one for one, fate in zip(written, fates, strict=True) if fate == "cut"]
        kept = [i for i, fate in enumerate(fates) if fate == "kept"]
        begun = [written[i][0] for i in kept]
        if at + 1 < len(trace.steps):
            assert trace.steps[at + 1].parents == kept
    return [*ends[: trace.beam], *cut][: trace.beam]


@pytest.mark.parametrize("prefix", ["", "forty", "sixty nine"])
@pytest.mark.parametrize("penalty", [0.0, 1.0])
@pytest.mark.parametrize("beam", [1, 2, 3, 5])
def test_the_tree_replayed_is_the_decoders_answer(trained, beam, penalty, prefix):
    codec = trained.codec
    ids = codec.target_ids(prefix)[:-1] if prefix else []
    trace = answer(
        Decode(model="m", text="57", beam=beam, length_penalty=penalty, prefix=ids), Shelf(trained)
    )
    (wanted,) = trained.answer(
        ["57"], beam=beam, n_best=beam, length_penalty=penalty, prefixes=[prefix]
    )
    again = replayed(trace)
    assert [codec.target_text(one) for one, _, _ in again] == [h.text for h in wanted.hypotheses]
    assert [a.text for a in trace.answers] == [h.text for h in wanted.hypotheses]
    for (_, score, rank), said, hypothesis in zip(
        again, trace.answers, wanted.hypotheses, strict=True
    ):
        assert score == said.log_probability == pytest.approx(hypothesis.log_probability, rel=1e-5)
        assert rank == said.ranking_score == pytest.approx(hypothesis.ranking_score, rel=1e-5)
        assert said.finished == hypothesis.finished
    for said in trace.answers:
        last = trace.steps[len(said.path) - 1].candidates[said.path[-1]]
        assert last.log_probability == said.log_probability
    assert trace.forced == len(ids)
    msgspec.json.decode(msgspec.json.encode(trace), type=type(trace))


def test_numbers_of_each_row_add_up(trained):
    trace = answer(Decode(model="m", text="38", beam=3, likely=4), Shelf(trained))
    rows = trace.axes["row"]
    assert rows == sum(len(step.parents) for step in trace.steps)
    probability, rest = trace.arrays["probability"].values, trace.arrays["rest"].values
    for row in range(rows):
        assert sum(probability[4 * row : 4 * row + 4]) + rest[row] == pytest.approx(1)
    first = 0
    for at, step in enumerate(trace.steps):
        for one in step.candidates:
            parent = trace.steps[at - 1].candidates[step.parents[one.row]] if at else None
            before = 0 if parent is None else parent.log_probability
            assert exp(one.log_probability - before) == pytest.approx(one.probability, rel=1e-4)
            likely = trace.arrays["likely"].values[4 * (first + one.row) :][:4]
            if one.symbol in likely:
                shown = probability[4 * (first + one.row) + likely.index(one.symbol)]
                assert shown == pytest.approx(one.probability, rel=1e-5)
        first += len(step.parents)
    explained = trained.explain("38", beam=3).hypotheses[0]
    attention = torch.tensor(trace.arrays["attention"].values).view(
        trace.layers, trace.heads, rows, trace.axes["source"]
    )
    first = 0
    for at, place in enumerate(trace.answers[0].path):
        row = first + trace.steps[at].candidates[place].row
        wanted = torch.tensor(explained.cross_attention)[:, :, at]
        assert torch.allclose(attention[:, :, row], wanted, atol=1e-6)
        first += len(trace.steps[at].parents)


def test_a_whole_answer_is_only_looked_at(trained):
    ids = trained.codec.target_ids("twenty nine")
    trace = answer(Decode(model="m", text="57", beam=4, prefix=ids), Shelf(trained))
    assert (trace.search, trace.beam, trace.end) == ("given", 1, "ended")
    assert [a.text for a in trace.answers] == ["twenty nine"]
    assert trace.answers[0].log_probability == pytest.approx(
        trained.score([("57", "twenty nine")])[0], rel=1e-5
    )


def test_multiplications_are_the_measured_ones(trained):
    trace = answer(Decode(model="m", text="57", beam=1), Shelf(trained))
    steps, model = len(trace.steps), trained.recipe.model
    counts = trace.arrays["multiplications"].values
    for way, cached in enumerate((True, False)):
        for step in range(steps):
            wanted = formula(model, trace.vocabulary, 2, step + 1, cached, cached)
            assert counts[way * steps + step] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize("name", MODELS)
def test_what_is_said_to_be_kept_is_what_the_state_holds(name):
    model, recipe = model_of(name), MODELS[name]
    source = torch.tensor([[3, 5, 7]])
    said = kept_by(recipe, 3)

    def numbers(one, step):
        total = 1
        for size in one.sizes:
            total *= one.rows + step * (one.change == "grows") if size is None else size
        return total

    with torch.no_grad():
        state = model.start(model.encode(source, source > 0))
        for step, token in enumerate([1, 4, 11], start=1):
            _, state = model.step(torch.tensor([token]), state)
            match state:
                case TransformerState():
                    held = [
                        sum(t.numel() for pair in state.memory for t in pair),
                        sum(t.numel() for pair in state.written if pair for t in pair),
                    ]
                case OneStackState():
                    held = [sum(t.numel() for pair in state.caches for t in pair)]
                case LstmState():
                    states, keys = state.memory.states, state.keys
                    held = [] if keys is None else [states.numel()]
                    held += [] if keys is None or keys is states else [keys.numel()]
                    held += [sum(t.numel() for t in state.recurrent)]
            assert [numbers(one, step) for one in said] == held


@pytest.mark.parametrize(
    ("text", "prefix", "says"),
    [
        ("", [], "no text"),
        ("5", [EOS, 3], "Symbol 1"),
        ("5", [3, 1], "Symbol 2"),
        ("5", [10_000], "Symbol 1"),
        ("x" * 10_000, [], "cannot read"),
        ("5", [3] * 999, "the limit is"),
    ],
)
def test_what_cannot_be_is_said_in_words(trained, text, prefix, says):
    with pytest.raises(InputError, match=says):
        answer(Decode(model="m", text=text, prefix=prefix), Shelf(trained))


def test_a_trace_is_bounded_and_says_what_it_left_out(trained, monkeypatch):
    monkeypatch.setattr("seq2see.labs.decoding.MOST_SEEN", 900)
    trace = answer(Decode(model="m", text="57", beam=5, prefix=[8]), Shelf(trained))
    assert trace.longest < trained.longest()
    assert numbers_in(trace) <= MOST_NUMBERS
    assert any(not one.finished for one in trace.answers)
    assert "cut after" in trace.left_out[0]
