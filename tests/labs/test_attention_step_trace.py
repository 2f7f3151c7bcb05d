"""The attention step lab's numbers: by hand, by property, and against a real model."""

from math import exp, sqrt, tanh

import msgspec
import pytest
import torch
from blank_models import OneModel, opened
from hypothesis import given
from hypothesis import strategies as st
from small_models import lstm_recipe, small_recipe

from seq2see.core.errors import InputError
from seq2see.labs.ask import answer
from seq2see.labs.attention_states import AttentionStates
from seq2see.labs.attention_step import AttentionStep
from seq2see.labs.request import Request

E, S = [[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]], [2.0, 0.0]


def step(states=E, state=S, **options):
    trace = answer(AttentionStep(encoder_states=states, decoder_state=state, **options), None)
    return {name: one.values for name, one in trace.arrays.items()}


def test_the_chapters_example():
    found = step()
    assert found["scores"] == [2, 0, 0]
    assert [round(w, 2) for w in found["weights"]] == [0.79, 0.11, 0.11]
    assert round(found["weights"][0], 2) == 0.79  # N5 §2, second question
    assert found["context"][1] == 0  # N5 §2, "Predict": B


def test_scaled_scores_are_divided_by_the_root_of_two():
    assert step(score="scaled")["scores"] == [pytest.approx(2 / sqrt(2), abs=1e-6), 0, 0]


def test_additive_scores_by_hand():
    W, U, v = [[1.0, 2.0], [0.0, 1.0]], [[0.0, 1.0], [1.0, -1.0]], [1.0, -0.5]
    h, s = [0.5, -1.0], [2.0, 3.0]
    # W h = (0.5 - 2, -1) and U s = (3, 2 - 3).
    wanted = tanh(-1.5 + 3) - 0.5 * tanh(-1 - 1)
    found = step([h, [0.0, 0.0]], s, score="additive", W=W, U=U, v=v)
    assert found["scores"][0] == pytest.approx(wanted, abs=1e-6)
    assert found["scores"][1] == pytest.approx(tanh(3) - 0.5 * tanh(-1), abs=1e-6)


numbers = st.floats(-9, 9).map(lambda x: round(x, 1))
vectors = st.lists(numbers, min_size=2, max_size=2)


@given(st.lists(vectors, min_size=1, max_size=6), vectors, st.sampled_from(["dot", "scaled"]))
def test_weights_are_the_softmax_of_the_scores_and_the_context_their_average(states, s, score):
    found = step(states, s, score=score)
    divided = 1 if score == "dot" else sqrt(2)
    scores = [(h[0] * s[0] + h[1] * s[1]) / divided for h in states]
    assert found["scores"] == pytest.approx(scores, abs=1e-5)
    powers = [exp(one - max(scores)) for one in scores]
    weights = [power / sum(powers) for power in powers]
    assert found["weights"] == pytest.approx(weights, abs=1e-6)
    for place in (0, 1):
        mean = sum(w * h[place] for w, h in zip(weights, states, strict=True))
        assert found["context"][place] == pytest.approx(mean, abs=1e-5)


@pytest.mark.parametrize("wrong", [{"encoder_states": []}, {"encoder_states": [[1]]},
                                   {"decoder_state": [1e9, 0]}, {"score": "cosine"}])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(wrong):
    data = {"ask": "attention-step", "encoder_states": E, "decoder_state": S} | wrong
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(data, Request)


def states_of(recipe, **options):
    request = AttentionStates(model="it", text="427", **options)
    return answer(request, OneModel(opened(recipe)))


@pytest.mark.parametrize("attention", ["dot", "bilinear", "additive"])
@pytest.mark.parametrize("plane", ["components", "coordinates"])
def test_a_models_context_is_the_weighted_average_in_the_plane_too(attention, plane):
    trace = states_of(lstm_recipe(attention=attention), plane=plane, x=3, y=1)
    steps = trace.axes["target"]
    get = lambda name, rows: torch.tensor(trace.arrays[name].values).view(rows, -1)  # noqa: E731
    weights = get("weights", steps)
    assert torch.allclose(weights.sum(1), torch.ones(steps), atol=1e-5)
    assert torch.allclose(get("scores", steps).softmax(1), weights, atol=1e-5)
    assert torch.allclose(weights @ get("states", 3), get("contexts", steps), atol=1e-5)
    assert trace.score == attention and len(trace.tokens["target"]) == steps
    assert 0 < sum(trace.shares) <= 1 + 1e-6


def test_three_states_lie_in_the_plane_of_their_components():
    x, y = states_of(lstm_recipe(attention="dot")).shares
    assert x >= y and x + y == pytest.approx(1)


def test_two_coordinates_are_the_models_own_numbers():
    predictor = opened(lstm_recipe(attention="dot"))
    request = AttentionStates(model="it", text="427", plane="coordinates", x=2, y=5)
    trace = answer(request, OneModel(predictor))
    source = torch.tensor([predictor.codec.source_ids("427")])
    with torch.no_grad():
        states = predictor.model.encode(source, torch.ones_like(source, dtype=torch.bool)).states
    found = torch.tensor(trace.arrays["states"].values).view(3, 2)
    assert torch.allclose(found, states[0][:, [2, 5]].float(), atol=1e-6)


def test_too_few_states_for_components_fall_back_and_say_so():
    request = AttentionStates(model="it", text="7")
    trace = answer(request, OneModel(opened(lstm_recipe(attention="dot"))))
    assert trace.plane == "coordinates" and "Fewer than three" in trace.notes[-1]


@pytest.mark.parametrize(
    ("recipe", "why"),
    [(lstm_recipe(attention="none"), "no attention"), (small_recipe(), "is a Transformer")],
)
def test_models_without_such_states_are_refused_with_why(recipe, why):
    with pytest.raises(InputError, match=why):
        states_of(recipe)


def test_a_number_that_states_do_not_have_is_refused():
    with pytest.raises(InputError, match="there is no number 1001"):
        states_of(lstm_recipe(attention="dot"), plane="coordinates", x=1000)
