"""A recorder keeps what one model shows while it is open, and only that."""

import torch
from small_models import TARGET, padded_batch, small_model

from seq2see.inspection.recorder import record


def test_only_what_is_asked_for_is_kept():
    model, batch = small_model(), padded_batch()
    with record(model, only=["logits", "encoder.output"]) as recorder:
        model(*batch)
    assert list(recorder.tensors) == ["encoder.output", "logits"]


def test_a_step_adds_one_tensor_to_each_name():
    model, batch = small_model(), padded_batch()
    with record(model) as recorder:
        state = model.start(model.encode(batch.source, batch.source_is_token))
        for token in batch.target_in.unbind(1):
            _, state = model.step(token, state)
    assert len(recorder.tensors["logits"]) == TARGET
    assert len(recorder.tensors["decoder.layers.1.cross_attention.weights"]) == TARGET
    assert len(recorder.tensors["encoder.layers.1.self_attention.weights"]) == 1


def test_another_model_is_not_recorded():
    model, other, batch = small_model(), small_model(seed=29), padded_batch()
    with record(model) as recorder:
        other(*batch)
    assert not recorder.tensors


def test_the_inner_of_two_recorders_sees_and_then_the_outer_again():
    model, batch = small_model(), padded_batch()
    with record(model, only=["logits"]) as outer:
        with record(model, only=["logits"]) as inner:
            model(*batch)
        assert not outer.tensors
        model(*batch)
    assert len(outer.tensors["logits"]) == len(inner.tensors["logits"]) == 1


def test_a_recorder_closes_when_the_model_fails():
    model, batch = small_model(), padded_batch()
    try:
        with record(model) as recorder:
            model(batch.source, torch.zeros_like(batch.source_is_token), batch.target_in)
    except ValueError:
        pass
    kept = len(recorder.tensors)
    model(*batch)
    assert len(recorder.tensors) == kept


def test_what_is_kept_needs_no_gradient():
    model, batch = small_model(), padded_batch()
    with record(model) as recorder:
        logits = model(*batch)
    assert logits.requires_grad
    assert not any(t.requires_grad for tensors in recorder.tensors.values() for t in tensors)
