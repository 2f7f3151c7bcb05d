"""The chapter's attention step on paper, and each kind of score in a slow loop of its formula."""

from math import exp, tanh

import pytest
import torch
from small_models import WIDTH, full_batch, lstm_recipe, model_of, padded_batch
from torch import Tensor

from seq2see.core.recipe_file import load_recipe
from seq2see.inspection.recorder import record
from seq2see.models.registry import build_model
from seq2see.models.source_attention import DotAttention, SourceAttention, source_attention

E = [[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
"""The chapter's three encoder states."""


def attended(queries: list[list[float]], blocked: int | None = None) -> dict[str, Tensor]:
    attention = DotAttention()
    states, asked = torch.tensor([E]).double(), torch.tensor([queries]).double()
    may_attend = torch.tensor([[[place != blocked for place in range(len(E))]]])
    with record(attention) as recorder:
        attention(asked, attention.keys(states), states, may_attend)
    return {name: tensors[0][0] for name, tensors in recorder.tensors.items()}


def check_one_step_by_hand() -> None:
    seen = attended([[2, 0]])
    assert seen["scores"].tolist() == [[2, 0, 0]]
    assert [round(w, 2) for w in seen["weights"].flatten().tolist()] == [0.79, 0.11, 0.11]
    assert seen["context"][0, 0].item() == pytest.approx(exp(2) / (exp(2) + 2))
    assert seen["context"][0, 1].item() == pytest.approx(0, abs=1e-15)


def test_one_step_by_hand():
    check_one_step_by_hand()


def test_every_step_at_once_by_hand():
    """S = [[2, 0], [0, 2]]: the second row scores 0, 2 and -2."""
    seen, whole = attended([[2, 0], [0, 2]]), exp(0) + exp(2) + exp(-2)
    assert seen["scores"].tolist() == [[2, 0, 0], [0, 2, -2]]
    wanted = [[exp(2) / (exp(2) + 2), *[1 / (exp(2) + 2)] * 2]]
    wanted += [[1 / whole, exp(2) / whole, exp(-2) / whole]]
    torch.testing.assert_close(seen["weights"][0], torch.tensor(wanted).double())
    context = [[wanted[0][0], 0], [wanted[1][0], wanted[1][1] - wanted[1][2]]]
    torch.testing.assert_close(seen["context"], torch.tensor(context).double())


def test_a_blocked_state_has_no_weight():
    seen = attended([[2, 0]], blocked=0)
    assert seen["weights"].flatten().tolist() == [0, 0.5, 0.5]
    assert seen["context"].flatten().tolist() == [0, 0]


def test_eight_states_of_32_numbers_give_a_context_of_32():
    attention, states = DotAttention(), torch.randn(1, 8, 32)
    context = attention(torch.randn(1, 1, 32), states, states, torch.ones(1, 1, 8).bool())
    assert context[0, 0].shape == (32,)


def test_the_summary_of_a_width_of_32_is_64_numbers():
    model = build_model(load_recipe("reverser"), 13, 13)
    source = torch.randint(3, 13, (1, 24))
    memory = model.encode(source, source > 0)
    assert sum(part.numel() for part in memory.summary) == 64


def weight(attention: SourceAttention, name: str) -> list[list[float]]:
    """Rows as the formula has them: `nn.Linear` keeps its matrix turned over."""
    return attention.get_parameter(f"{name}.weight").T.tolist()


def times(row: list[float], matrix: list[list[float]]) -> list[float]:
    columns = range(len(matrix[0]))
    return [sum(row[i] * matrix[i][j] for i in range(len(row))) for j in columns]


def dot(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def score(attention: SourceAttention, kind: str, s: list[float], h: list[float]) -> float:
    if kind == "dot":
        return dot(s, h)
    if kind == "bilinear":  # s W h, with W h = h Wᵀ for rows: `weight` gives Wᵀ
        return dot(s, times(h, weight(attention, "W")))
    one, other = times(s, weight(attention, "W_1")), times(h, weight(attention, "W_2"))
    inner = [tanh(x + y) for x, y in zip(one, other, strict=True)]
    return dot([row[0] for row in weight(attention, "v")], inner)


def check_attention_in_a_slow_loop(kind: str) -> None:
    torch.manual_seed(31)
    attention = source_attention(lstm_recipe(attention=kind).model)
    assert attention is not None
    attention = attention.double()
    states, asked = torch.randn(2, 5, WIDTH).double(), torch.randn(2, 3, WIDTH).double()
    is_token = torch.tensor([[True] * 5, [True, True, True, False, False]])
    with torch.no_grad():
        found = attention(asked, attention.keys(states), states, is_token[:, None])
    for row in range(2):
        real = [h for h, real in zip(states[row].tolist(), is_token[row], strict=True) if real]
        for place, s in enumerate(asked[row].tolist()):
            shares = [exp(score(attention, kind, s, h)) for h in real]
            weights = [share / sum(shares) for share in shares]
            context = [dot(weights, [h[j] for h in real]) for j in range(WIDTH)]
            assert found[row, place].tolist() == pytest.approx(context, abs=1e-10)


@pytest.mark.parametrize("kind", ["dot", "bilinear", "additive"])
def test_attention_in_a_slow_loop(kind):
    check_attention_in_a_slow_loop(kind)


@pytest.mark.parametrize("bidirectional", [False, True])
def test_the_plain_decoder_gets_the_summary_and_nothing_else(bidirectional):
    """Other encoder states change nothing without attention, and change everything with it."""
    from dataclasses import replace

    batch = padded_batch()
    for kind in ("none", "dot", "bilinear", "additive"):
        model = model_of(lstm_recipe(attention=kind, bidirectional=bidirectional))
        memory = model.encode(batch.source, batch.source_is_token)
        other = replace(memory, states=memory.states.flip(1) + 5)
        first = batch.target_in[:, 0]
        before, after = (model.step(first, model.start(one))[0] for one in (memory, other))
        assert torch.equal(before, after) == (kind == "none")
        h, c = memory.summary
        for summary in ((h + 1, c), (h, c + 1)):
            changed = model.step(first, model.start(replace(memory, summary=summary)))[0]
            assert not torch.allclose(before, changed)


def test_the_readout_is_the_state_and_its_context():
    model, batch = model_of(lstm_recipe(attention="dot")), full_batch()
    with record(model) as recorder, torch.no_grad():
        logits = model(*batch)
    seen = {name: tensors[0] for name, tensors in recorder.tensors.items()}
    readout = torch.cat([seen["states"], seen["attention.context"]], dim=-1)
    torch.testing.assert_close(model.output(readout), logits)
    weights = (seen["states"] @ seen["encoder.output"].mT).softmax(-1)
    torch.testing.assert_close(weights @ seen["encoder.output"], seen["attention.context"])
