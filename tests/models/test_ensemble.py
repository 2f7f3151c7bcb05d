"""Several models as one: the mean of probabilities, and all that the contract promises."""

from itertools import combinations
from math import log

import pytest
import torch
from small_models import FIRST_OF_KIND, MODELS, model_of, padded_batch, small_model

from seq2see.core.special import EOS
from seq2see.decoding.decode import decode, force
from seq2see.models.contract import Seq2Seq
from seq2see.models.ensemble import Ensemble

SOURCES = [[3, 5, 7], [4, 8], [9, 3], [16, 15, 14, 13, 12]]
KINDS = list(combinations(FIRST_OF_KIND.values(), 2))
"""Any two kinds of model together."""


def pair(names=None):
    """Two models with tastes of their own."""
    models = [model_of(n, seed) for n, seed in zip(names or [next(iter(MODELS))] * 2, (23, 29))]  # noqa: B905
    for model in models:
        model.output.register_forward_hook(lambda _, __, out: 2 * out / out.std(-1, keepdim=True))
    return models


def test_the_mean_of_two_probabilities_by_hand():
    """0.8 and 0.2 beside 0.4 and 0.6: means 0.6 and 0.4, not the geometric 0.62 and 0.38."""
    first, second = small_model(seed=1), small_model(seed=2)
    for model, chances in ((first, [0.8, 0.2]), (second, [0.4, 0.6])):
        model.output.weight.data.zero_()
        model.output.bias.data.fill_(-1e9)
        model.output.bias.data[EOS : EOS + 2] = torch.tensor([log(c) for c in chances]).double()
    logits = Ensemble([first, second])(*padded_batch())
    probabilities = logits.softmax(-1)[..., EOS : EOS + 2]
    wanted = torch.tensor([0.6, 0.4]).double().expand_as(probabilities)
    torch.testing.assert_close(probabilities, wanted, rtol=0, atol=1e-6)
    # They are log-probabilities as they stand.
    torch.testing.assert_close(logits.logsumexp(-1), torch.zeros(logits.shape[:2]).double())


@pytest.mark.parametrize("names", KINDS, ids=" and ".join)
def test_an_ensemble_keeps_the_contract(names):
    """Stepping equals forward, and select-then-step equals step-then-select."""
    ensemble, batch = Ensemble(pair(names)), padded_batch()
    assert isinstance(ensemble, Seq2Seq)
    target_in = batch.target_in.clamp(min=1)
    rows = torch.tensor([2, 0, 0, 1, 2])
    with torch.no_grad():
        wanted = ensemble(batch.source, batch.source_is_token, target_in)
        memory = ensemble.encode(batch.source, batch.source_is_token)
        state, chosen = ensemble.start(memory), ensemble.start(memory.select(rows))
        for position, token in enumerate(target_in.unbind(1)):
            repeated, chosen = ensemble.step(token[rows], chosen)
            logits, state = ensemble.step(token, state)
            torch.testing.assert_close(logits, wanted[:, position], rtol=0, atol=1e-12)
            torch.testing.assert_close(repeated, logits[rows], rtol=0, atol=1e-12)
            state, chosen = state.select(torch.arange(3)), chosen.select(torch.arange(5))


def test_a_model_twice_is_the_model_once():
    one, _ = pair()
    for given in ({"beam": 1}, {"beam": 3}):
        alone = decode(one, SOURCES, longest=7, **given)
        twice = decode(Ensemble([one, one]), SOURCES, longest=7, **given)
        for ours, theirs in zip(twice, alone, strict=True):
            assert [h.ids for h in ours] == [h.ids for h in theirs]
            scores = [h.log_probability for h in theirs]
            assert [h.log_probability for h in ours] == pytest.approx(scores)


@pytest.mark.parametrize("names", KINDS, ids=" and ".join)
@pytest.mark.parametrize("beam", [1, 3])
def test_an_ensembles_score_is_its_forced_score(names, beam):
    ensemble = Ensemble(pair(names))
    for source, found in zip(SOURCES, decode(ensemble, SOURCES, beam=beam, longest=7), strict=True):
        forced = force(ensemble, [source] * len(found), [h.ids for h in found])
        scores = [h.log_probability for h in forced]
        assert [h.log_probability for h in found] == pytest.approx(scores, abs=1e-9)


def test_an_ensemble_of_none_is_a_mistake():
    with pytest.raises(ValueError, match="needs a model"):
        Ensemble([])
