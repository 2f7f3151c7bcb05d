"""Rows of attention sum to 1 and are exactly 0 where blocked; looking changes nothing."""

import pytest
import torch
from small_models import OPTIONS, padded_batch, small_model

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


@pytest.mark.parametrize("option", OPTIONS)
def test_the_explicit_path_equals_the_fused_one(option):
    model, batch = small_model(*OPTIONS[option]), padded_batch()
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


def test_both_paths_have_the_same_gradient():
    model, batch = small_model(), padded_batch()
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


def test_once_closed_a_recorder_leaves_no_trace():
    model, batch = small_model(), padded_batch()
    with torch.no_grad():
        before = model(*batch)
        with record(model) as recorder:
            model(*batch)
        seen = {name: len(tensors) for name, tensors in recorder.tensors.items()}
        assert torch.equal(model(*batch), before)
    assert {name: len(tensors) for name, tensors in recorder.tensors.items()} == seen
