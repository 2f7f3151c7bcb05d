"""A search seen as a whole is the search that `decode` makes, with the numbers behind each step."""

import pytest
import torch
from small_models import MODELS, model_of

from seq2see.core.special import EOS
from seq2see.decoding.decode import decode, force
from seq2see.inspection.steps import see_search
from seq2see.inspection.whole_search import see_whole_search

SOURCE = [3, 5, 7]


@pytest.mark.parametrize("beam", [1, 2, 5])
@pytest.mark.parametrize("prefix", [[], [4, 11]], ids=["free", "forced"])
@pytest.mark.parametrize("name", MODELS)
def test_it_is_what_decode_finds(name, prefix, beam):
    model = model_of(name)
    settings = {"beam": beam, "longest": 7, "length_penalty": 0.6}
    seen = see_whole_search(model, SOURCE, prefix=prefix, **settings)
    (found,) = decode(model, [SOURCE], prefixes=[prefix], **settings)
    assert [h.ids for h in seen.hypotheses] == [h.ids for h in found]
    for mine, other in zip(seen.hypotheses, found, strict=True):
        assert mine.log_probability == pytest.approx(other.log_probability, abs=1e-9)
    for hypothesis in seen.hypotheses:
        total = 0.0
        for step, row, symbol in zip(seen.steps, hypothesis.trail, hypothesis.ids, strict=False):
            total += step.log_probabilities[row, symbol].item()
        assert total == pytest.approx(hypothesis.log_probability, abs=1e-9)
    for step in seen.steps:
        if step.attention is not None and not name.startswith("one-stack"):
            assert step.attention.sum(-1) == pytest.approx(torch.ones(step.attention.shape[:3]))


@pytest.mark.parametrize("beam", [1, 3])
@pytest.mark.parametrize("name", MODELS)
def test_attention_is_that_of_each_hypothesis(name, beam):
    model = model_of(name)
    seen = see_whole_search(model, SOURCE, beam=beam, longest=5)
    for one in see_search(model, SOURCE, beam=beam, longest=5):
        for at, row in enumerate(one.hypothesis.trail):
            attention = seen.steps[at].attention
            if one.attention is None:
                assert attention is None
            else:
                assert torch.equal(attention[:, :, row], one.attention[:, :, at])


@pytest.mark.parametrize("name", MODELS)
def test_a_whole_answer_is_not_searched(name):
    model = model_of(name)
    answer = [4, 11, EOS]
    seen = see_whole_search(model, SOURCE, beam=3, longest=7, prefix=answer)
    (forced,) = force(model, [SOURCE], [answer])
    assert [h.ids for h in seen.hypotheses] == [forced.ids]
    assert seen.hypotheses[0].log_probability == pytest.approx(forced.log_probability, abs=1e-9)
    scores = [step.considered.scores.item() for step in seen.steps]
    assert len(scores) == 3
    assert scores[-1] == pytest.approx(forced.log_probability, abs=1e-9)
    assert [step.considered.ended.item() for step in seen.steps] == [False, False, True]
