"""Changing target position t changes nothing before t, and does change t."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import (
    BASE,
    MODELS,
    SOURCE,
    SOURCE_SYMBOLS,
    TARGET,
    TARGET_SYMBOLS,
    any_recipe,
    full_batch,
    model_of,
    small_model,
)

from seq2see.core.recipe import Recipe


def check_a_changed_word_is_unseen_before_it(
    recipe: Recipe = BASE, *, position: int, seed: int = 23
) -> None:
    model, batch = model_of(recipe, seed), full_batch(seed)
    changed = batch.target_in.clone()
    changed[:, position] = 3 + (changed[:, position] - 2) % (TARGET_SYMBOLS - 3)
    with torch.no_grad():
        before, after = model(*batch), model(*batch._replace(target_in=changed))
    difference = (after - before).abs().amax(dim=(0, 2))
    assert bool((difference[:position] < 1e-12).all())
    assert bool((difference[position:] > 1e-9).all())


@pytest.mark.parametrize("name", MODELS)
def test_a_changed_word_is_unseen_before_it(name):
    check_a_changed_word_is_unseen_before_it(MODELS[name], position=3)


@settings(max_examples=19)
@given(any_recipe(), st.integers(1, TARGET - 1), st.integers(0, 2**16))
def test_at_every_position(recipe, position, seed):
    check_a_changed_word_is_unseen_before_it(recipe, position=position, seed=seed)


def test_no_gradient_flows_back_from_a_later_word():
    model, batch = small_model(), full_batch()
    rows = []
    model.target_embedding.register_forward_hook(
        lambda _module, _given, out: rows.append(out) or out.retain_grad()
    )
    model(*batch)[:, 2].sum().backward()
    reached = rows[0].grad.abs().sum(dim=(0, 2)) > 0
    assert reached.tolist() == [True] * 3 + [False] * (TARGET - 3)


def test_every_source_token_reaches_every_word():
    model, batch = small_model(), full_batch()
    rows = []
    model.source_embedding.register_forward_hook(
        lambda _module, _given, out: rows.append(out) or out.retain_grad()
    )
    model(*batch)[:, 0].square().sum().backward()
    assert bool((rows[0].grad.abs().sum(2) > 0).all())


@pytest.mark.parametrize("name", MODELS)
def test_every_source_token_changes_every_word(name):
    model, batch = model_of(name), full_batch()
    with torch.no_grad():
        before = model(*batch)
        for place in range(SOURCE):
            other = batch.source.clone()
            other[:, place] = 3 + (other[:, place] - 2) % (SOURCE_SYMBOLS - 3)
            after = model(*batch._replace(source=other))
            assert bool(((after - before).abs().amax(dim=2) > 1e-9).all())
