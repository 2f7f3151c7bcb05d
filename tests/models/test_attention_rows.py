"""Rows of attention sum to 1 and are exactly 0 where blocked; looking changes nothing."""

import pytest
import torch
from small_models import MODELS, OPTIONS, model_of, padded_batch, small_model

from seq2see.inspection.recorder import record
from seq2see.inspection.trace import trace_forward
from seq2see.models.masks import source_mask, target_mask


def weights_by_kind(option: str) -> dict[str, list[torch.Tensor]]:
    model, batch = small_model(*OPTIONS[option]), padded_batch()
    trace = trace_forward(model, *batch)
    kinds = ("encoder self_attention", "decoder self_attention", "decoder cross_attention")
    return {
        kind: [
            array.values
            for name, array in trace.items()
            if name.startswith(kind.split()[0]) and name.endswith(f"{kind.split()[1]}.weights")
        ]
        for kind in kinds
    }


@pytest.mark.parametrize("option", OPTIONS)
def test_every_row_sums_to_1(option):
    for weights in weights_by_kind(option).values():
        assert weights
        for layer in weights:
            torch.testing.assert_close(layer.sum(-1), torch.ones_like(layer[..., 0]))


@pytest.mark.parametrize("option", OPTIONS)
def test_a_weight_is_0_exactly_where_it_is_blocked(option):
    batch = padded_batch()
    source, target = source_mask(batch.source_is_token), target_mask(batch.target_in)
    masks = {
        "encoder self_attention": source,
        "decoder self_attention": target,
        "decoder cross_attention": source,
    }
    for kind, weights in weights_by_kind(option).items():
        for layer in weights:
            assert torch.equal(layer == 0, (~masks[kind]).expand_as(layer))


@pytest.mark.parametrize("name", MODELS)
def test_all_weights_are_shares_and_none_falls_on_padding(name):
    """Whatever the kind of model; where source and words share a row, over both together."""
    check_weights_are_shares_of_what_is_no_padding(name)


def check_weights_are_shares_of_what_is_no_padding(name: str) -> None:
    model, batch = model_of(name), padded_batch()
    trace = trace_forward(model, *batch)
    found = {key: array for key, array in trace.items() if key.endswith("weights")}
    assert set(model.source_attention) <= set(found)
    for array in found.values():
        assert array.axes == ("batch", "head", "target", "source")
        assert bool((array.values >= 0).all())
        torch.testing.assert_close(array.values.sum(-1), torch.ones_like(array.values[..., 0]))
    for layer in model.source_attention:
        weights = trace[layer].values
        assert weights.shape[2] == batch.target_in.shape[1]
        on_source = weights[..., : batch.source.shape[1]]
        is_token = batch.source_is_token[:, None, None].expand_as(on_source)
        assert torch.equal(on_source > 0, is_token)
        if weights.shape[-1] > on_source.shape[-1]:
            on_words = weights[..., batch.source.shape[1] :]
            assert torch.equal(on_words > 0, target_mask(batch.target_in).expand_as(on_words))


@pytest.mark.parametrize("name", MODELS)
def test_a_step_shows_the_row_that_forward_shows(name):
    model, batch = model_of(name), padded_batch()
    target_in = batch.target_in.clamp(min=1)
    whole = trace_forward(model, batch.source, batch.source_is_token, target_in)
    with record(model, only=model.source_attention) as recorder, torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        for token in target_in.unbind(1):
            _, state = model.step(token, state)
    for layer in model.source_attention:
        rows = recorder.tensors[layer]
        assert len(rows) == target_in.shape[1]
        for place, row in enumerate(rows):
            wanted = whole[layer].values[:, :, place : place + 1, : row.shape[-1]]
            torch.testing.assert_close(row, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_looking_changes_nothing(name):
    model, batch = model_of(name), padded_batch()
    with torch.no_grad():
        fused = model(*batch)
        with record(model):
            explicit = model(*batch)
    torch.testing.assert_close(explicit, fused, rtol=0, atol=1e-12)


def test_single_precision_agrees_to_rounding():
    model, batch = small_model().float(), padded_batch()
    with torch.no_grad():
        fused = model(*batch)
        with record(model):
            explicit = model(*batch)
    torch.testing.assert_close(explicit, fused, rtol=0, atol=1e-5)


@pytest.mark.parametrize("name", MODELS)
def test_both_paths_have_the_same_gradient(name):
    model, batch = model_of(name), padded_batch()
    gradients = []
    for looking in (False, True):
        model.zero_grad()
        if looking:
            with record(model):
                model(*batch).square().mean().backward()
        else:
            model(*batch).square().mean().backward()
        gradients.append([p.grad for p in model.parameters()])
    torch.testing.assert_close(gradients[1], gradients[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_once_closed_a_recorder_leaves_no_trace(name):
    model, batch = model_of(name), padded_batch()
    with torch.no_grad():
        before = model(*batch)
        with record(model) as recorder:
            model(*batch)
        seen = {name: len(tensors) for name, tensors in recorder.tensors.items()}
        assert torch.equal(model(*batch), before)
    assert {name: len(tensors) for name, tensors in recorder.tensors.items()} == seen
