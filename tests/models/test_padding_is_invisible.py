"""Padding is invisible: the same logits, loss and gradient whatever stands under or beside it."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import (
    BASE,
    MODELS,
    SOURCE_LENGTHS,
    SOURCE_SYMBOLS,
    TARGET_LENGTHS,
    TARGET_SYMBOLS,
    Padded,
    any_recipe,
    model_of,
    padded_batch,
)
from torch import Tensor
from torch.nn.functional import pad

from seq2see.core.recipe import Recipe
from seq2see.models.one_stack import Prefill
from seq2see.models.registry import AnyModel
from seq2see.training.loss import smoothed_cross_entropy


def at_tokens(logits: Tensor) -> Tensor:
    """The logits of the places that hold words, one after the other."""
    return torch.cat([row[:length] for row, length in zip(logits, TARGET_LENGTHS, strict=True)])


def more_padding(batch: Padded, source: int, target: int) -> Padded:
    """`batch` with so many more padded places on either side."""
    return Padded(
        pad(batch.source, (0, source)),
        pad(batch.source_is_token, (0, source)),
        pad(batch.target_in, (0, target)),
    )


def target_out(batch: Padded) -> Tensor:
    """Something to predict in each place that holds a word."""
    other_words = 2 + (5 * batch.target_in) % 17
    return other_words.masked_fill(batch.target_in == 0, 0)


def loss_and_gradient(model: AnyModel, batch: Padded) -> tuple[Tensor, list[Tensor]]:
    model.zero_grad()
    loss = smoothed_cross_entropy(model(*batch), target_out(batch), 0.1)
    loss.backward()
    return loss.detach(), [p.grad for p in model.parameters() if p.grad is not None]


def check_more_padding_changes_nothing(recipe: Recipe = BASE) -> None:
    model, batch = model_of(recipe), padded_batch()
    with torch.no_grad():
        before, after = (model(*b) for b in (batch, more_padding(batch, 3, 2)))
    torch.testing.assert_close(at_tokens(after), at_tokens(before), rtol=0, atol=1e-12)


def check_other_ids_under_the_padding_change_nothing(recipe: Recipe = BASE) -> None:
    model, batch = model_of(recipe), padded_batch()
    torch.manual_seed(29)
    noise = torch.randint(1, SOURCE_SYMBOLS, batch.source.shape)
    other = batch._replace(source=torch.where(batch.source_is_token, batch.source, noise))
    assert not torch.equal(other.source, batch.source)
    with torch.no_grad():
        before, after = model(*batch), model(*other)
    torch.testing.assert_close(at_tokens(after), at_tokens(before), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_more_padding_changes_nothing(name):
    check_more_padding_changes_nothing(MODELS[name])


@pytest.mark.parametrize("name", MODELS)
def test_other_ids_under_the_padding_change_nothing(name):
    check_other_ids_under_the_padding_change_nothing(MODELS[name])


@pytest.mark.parametrize("name", MODELS)
def test_a_row_by_itself_is_answered_as_among_neighbours(name):
    model, batch = model_of(name), padded_batch()
    with torch.no_grad():
        together = model(*batch)
        for row, (source, target) in enumerate(zip(SOURCE_LENGTHS, TARGET_LENGTHS, strict=True)):
            alone = model(
                batch.source[row : row + 1, :source],
                batch.source_is_token[row : row + 1, :source],
                batch.target_in[row : row + 1, :target],
            )
            torch.testing.assert_close(together[row, :target], alone[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_loss_and_gradient_do_not_see_padding(name):
    model, batch = model_of(name), padded_batch()
    loss, gradient = loss_and_gradient(model, batch)
    more_loss, more_gradient = loss_and_gradient(model, more_padding(batch, 3, 2))
    torch.testing.assert_close(more_loss, loss, rtol=0, atol=1e-12)
    torch.testing.assert_close(more_gradient, gradient, rtol=0, atol=1e-12)


@settings(max_examples=19)
@given(any_recipe(), st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**16))
def test_no_amount_of_padding_is_seen(recipe, source, target, seed):
    model, batch = model_of(recipe, seed), padded_batch(seed)
    with torch.no_grad():
        before, after = model(*batch), model(*more_padding(batch, source, target))
    torch.testing.assert_close(at_tokens(after), at_tokens(before), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_memory_under_the_padding_is_never_read(name):
    check_memory_under_the_padding_is_never_read(MODELS[name])


def check_memory_under_the_padding_is_never_read(recipe: Recipe = BASE) -> None:
    model, batch = model_of(recipe), padded_batch()
    memory = model.encode(batch.source, batch.source_is_token)
    is_padding = ~batch.source_is_token[..., None]
    spoilt = replace(memory, states=memory.states.masked_fill(is_padding, 1e6))
    if isinstance(spoilt, Prefill):
        of_heads = is_padding[:, None]
        caches = [tuple(kv.masked_fill(of_heads, 1e6) for kv in c) for c in spoilt.caches]
        spoilt = replace(spoilt, caches=tuple(caches))
    token = torch.full((3,), TARGET_SYMBOLS - 1)
    with torch.no_grad():
        before, after = (model.step(token, model.start(m))[0] for m in (memory, spoilt))
    torch.testing.assert_close(after, before, rtol=0, atol=1e-12)
