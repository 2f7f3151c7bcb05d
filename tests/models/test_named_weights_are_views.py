"""`named_weights` names every weight once, and writing into one changes the model."""

import pytest
import torch
from small_models import (
    FIRST_OF_KIND,
    MODELS,
    WIDTH,
    model_of,
    padded_batch,
    small_model,
    small_recipe,
)

from seq2see.models.named_weights import named_weights
from seq2see.training.optimiser import FlatAdam


@pytest.mark.parametrize("name", MODELS)
def test_the_names_cover_the_model_once(name):
    model = model_of(name)
    total = sum(weight.numel() for weight in named_weights(model).values())
    assert total == sum(parameter.numel() for parameter in model.parameters())


def test_fused_projections_appear_as_the_maps_they_hold():
    model = small_model("model.projection_bias=true")
    names = named_weights(model)
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        for kind in ("self", "cross"):
            path = f"decoder.layers.0.{kind}_attention.{name}"
            assert names[f"{path}.weight"].shape == (WIDTH, WIDTH)
            assert names[f"{path}.bias"].shape == (WIDTH,)
    assert not [name for name in names if "projections" in name or ".memory." in name]


@pytest.mark.parametrize(
    ("chosen", "flattened"),
    [(name, False) for name in MODELS] + [(name, True) for name in FIRST_OF_KIND.values()],
)
def test_writing_into_any_weight_changes_the_answer(chosen, flattened):
    model, batch = model_of(chosen), padded_batch()
    if flattened:
        FlatAdam(model, small_recipe().training)
    for name, weight in named_weights(model).items():
        with torch.no_grad():
            before, kept = model(*batch), weight.clone()
            torch.manual_seed(23)
            weight.add_(torch.randn_like(weight))
            after = model(*batch)
            weight.copy_(kept)
        # A bias of W_K adds the same to all scores of a row, which softmax does not see.
        assert torch.allclose(after, before, rtol=0, atol=1e-10) == name.endswith("W_K.bias"), name


def test_zeroing_W_Q_makes_self_attention_even():  # noqa: N802
    """Each map is where its name says: without queries every score is 0."""
    from seq2see.inspection.trace import trace_forward

    model, batch = small_model(), padded_batch()
    named_weights(model)["encoder.layers.0.self_attention.W_Q.weight"].zero_()
    trace = trace_forward(model, *batch)
    assert not trace["encoder.layers.0.self_attention.queries"].values.any()
    assert trace["encoder.layers.0.self_attention.keys"].values.any()
    even = batch.source_is_token / batch.source_is_token.sum(1, keepdim=True)
    weights = trace["encoder.layers.0.self_attention.weights"].values
    torch.testing.assert_close(weights, even[:, None, None].double().expand_as(weights))
