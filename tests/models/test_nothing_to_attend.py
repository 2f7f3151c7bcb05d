"""A row with nothing to attend to is impossible or an error, never NaN, forward and backward."""

import pytest
import torch
from small_models import MODELS, model_of, padded_batch, small_model

from seq2see.core.special import BOS
from seq2see.data.batch import collate
from seq2see.inspection.recorder import record
from seq2see.models.contract import Memory

NO_TOKEN = torch.tensor([[True, True, True, False, False]] * 2 + [[False] * 5])


@pytest.mark.parametrize("name", MODELS)
def test_forward_refuses_a_source_without_a_token(name):
    model, batch = model_of(name), padded_batch()
    with pytest.raises(ValueError, match="without any token"):
        model(batch.source, NO_TOKEN, batch.target_in)


@pytest.mark.parametrize("name", MODELS)
def test_encode_refuses_a_source_without_a_token(name):
    model, batch = model_of(name), padded_batch()
    with pytest.raises(ValueError, match="without any token"):
        model.encode(batch.source, NO_TOKEN)


def test_start_refuses_a_memory_without_a_token():
    model, batch = small_model(), padded_batch()
    memory = model.encode(batch.source, batch.source_is_token)
    with pytest.raises(ValueError, match="without any token"):
        model.start(Memory(memory.states, NO_TOKEN))


def test_a_batch_refuses_an_empty_source():
    with pytest.raises(ValueError, match="empty source"):
        collate([[7], []], [[5, 2], [6, 2]])


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("looking", [False, True])
@pytest.mark.parametrize("first", [BOS, 0])
def test_a_target_of_padding_alone_gives_finite_numbers(name, looking, first):
    """Even where padding stands first, every row sees position 0."""
    model, batch = model_of(name), padded_batch()
    target_in = torch.zeros_like(batch.target_in)
    target_in[:, 0] = first
    if looking:
        with record(model) as recorder:
            logits = model(batch.source, batch.source_is_token, target_in)
        weights = [t for name, ts in recorder.tensors.items() if "weights" in name for t in ts]
        assert all(bool(one.isfinite().all()) for one in weights)
    else:
        logits = model(batch.source, batch.source_is_token, target_in)
    logits.square().mean().backward()
    assert bool(logits.isfinite().all())
    assert all(bool(p.grad.isfinite().all()) for p in model.parameters())
