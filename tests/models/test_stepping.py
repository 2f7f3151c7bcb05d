"""Stepping equals forward: the logits of `step` at a position are those of `forward` there."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import (
    BASE,
    MODELS,
    TARGET,
    Padded,
    any_recipe,
    model_of,
    padded_batch,
    small_model,
)

from seq2see.core.recipe import Recipe
from seq2see.models.registry import AnyModel


def stepped(model: AnyModel, batch: Padded) -> torch.Tensor:
    """(batch, target, vocabulary): the logits of one step after the other."""
    state = model.start(model.encode(batch.source, batch.source_is_token))
    rows = []
    for token in batch.target_in.unbind(1):
        logits, state = model.step(token, state)
        rows.append(logits)
    return torch.stack(rows, dim=1)


def check_stepping_equals_forward(recipe: Recipe = BASE, seed: int = 23) -> None:
    model, batch = model_of(recipe, seed), padded_batch(seed)
    full_target = batch.target_in.clone()
    full_target[full_target == 0] = 3
    batch = batch._replace(target_in=full_target)
    with torch.no_grad():
        torch.testing.assert_close(stepped(model, batch), model(*batch), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_every_model_steps_as_it_computes_forward(name):
    check_stepping_equals_forward(MODELS[name])


@settings(max_examples=19)
@given(any_recipe(), st.integers(0, 2**16))
def test_any_options_together_step_as_they_compute_forward(recipe, seed):
    check_stepping_equals_forward(recipe, seed)


@pytest.mark.parametrize("name", MODELS)
def test_single_precision_agrees_to_rounding(name):
    model, batch = model_of(name).float(), padded_batch()
    batch = batch._replace(target_in=batch.target_in.clamp(min=1))
    with torch.no_grad():
        torch.testing.assert_close(stepped(model, batch), model(*batch), rtol=0, atol=1e-5)


def test_position_counts_the_steps():
    model, batch = small_model(), padded_batch()
    state = model.start(model.encode(batch.source, batch.source_is_token))
    for position in range(TARGET):
        assert state.position == position
        _, state = model.step(batch.target_in[:, position], state)
