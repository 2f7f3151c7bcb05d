"""Stepping equals forward: the logits of `step` at a position are those of `forward` there."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import OPTIONS, TARGET, Padded, padded_batch, small_model

from seq2see.models.transformer import TransformerModel


def stepped(model: TransformerModel, batch: Padded) -> torch.Tensor:
    """(batch, target, vocabulary): the logits of one step after the other."""
    state = model.start(model.encode(batch.source, batch.source_is_token))
    rows = []
    for token in batch.target_in.unbind(1):
        logits, state = model.step(token, state)
        rows.append(logits)
    return torch.stack(rows, dim=1)


def check_stepping_equals_forward(*settings: str, seed: int = 23) -> None:
    model, batch = small_model(*settings, seed=seed), padded_batch(seed)
    full_target = batch.target_in.clone()
    full_target[full_target == 0] = 3
    batch = batch._replace(target_in=full_target)
    with torch.no_grad():
        torch.testing.assert_close(stepped(model, batch), model(*batch), rtol=0, atol=1e-12)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_steps_as_it_computes_forward(option):
    check_stepping_equals_forward(*OPTIONS[option])


@settings(max_examples=19)
@given(st.lists(st.sampled_from(sorted(OPTIONS)), unique=True), st.integers(0, 2**16))
def test_options_together_step_as_they_compute_forward(options, seed):
    chosen = [setting for option in options for setting in OPTIONS[option]]
    check_stepping_equals_forward(*chosen, seed=seed)


def test_single_precision_agrees_to_rounding():
    model, batch = small_model().float(), padded_batch()
    batch = batch._replace(target_in=batch.target_in.clamp(min=1))
    with torch.no_grad():
        torch.testing.assert_close(stepped(model, batch), model(*batch), rtol=0, atol=1e-5)


def test_position_counts_the_steps():
    model, batch = small_model(), padded_batch()
    state = model.start(model.encode(batch.source, batch.source_is_token))
    for position in range(TARGET):
        assert state.position == position
        _, state = model.step(batch.target_in[:, position], state)
