"""A model that has answered inside `inference_mode` can still learn, and the other way round."""

import pytest
import torch
from small_models import MODELS, model_of, padded_batch, small_model

from seq2see.decoding.decode import decode


@pytest.mark.parametrize("name", MODELS)
def test_a_model_learns_after_it_has_answered(name):
    model, batch = model_of(name), padded_batch()
    decode(model, [[3, 4, 5]], beam=1, longest=31)
    model.train()(*batch).square().mean().backward()
    assert all(bool(p.grad.isfinite().all()) for p in model.parameters())


def test_a_model_answers_beyond_the_positions_it_has_seen():
    model = small_model()
    with torch.no_grad():
        model(*padded_batch())
    found = decode(model, [[3] * 211], beam=1, longest=71)
    assert len(found[0][0].ids) <= 71
