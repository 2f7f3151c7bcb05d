"""A step while nobody looks, beside the same step through the modules."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import (
    BASE,
    MODELS,
    TARGET_SYMBOLS,
    any_recipe,
    model_of,
    padded_batch,
    small_model,
)

from seq2see.core.recipe import Recipe, Transformer
from seq2see.inspection.recorder import record
from seq2see.models.attention import MANY
from seq2see.models.written import FIRST_ROOM

TRANSFORMERS = [name for name, recipe in MODELS.items() if isinstance(recipe.model, Transformer)]
SELECTIONS = {
    "one row": [1],
    "as many of each": [0, 0, 1, 1, 2, 2],
    "different numbers": [2, 0, 0, 1, 2],
    "more than few": [0] * 4 + [1] * 4 + [2] * 4,
    "many of one each": [row % 3 for row in range(MANY + 5)],
}


def walked(model, rows: list[int], steps: int, seed: int) -> torch.Tensor:
    """(step, row, vocabulary): logits of two steps, then of `steps` more after selecting twice."""
    batch = padded_batch(seed)
    words = torch.Generator().manual_seed(seed)
    state = model.start(model.encode(batch.source, batch.source_is_token))
    for position in range(2):
        _, state = model.step(batch.target_in[:, position], state)
    state = state.select(torch.tensor(rows))
    logits = []
    for step in range(steps):
        token = torch.randint(3, TARGET_SYMBOLS, (len(rows),), generator=words)
        found, state = model.step(token, state)
        logits.append(found)
        if step == 1:
            state = state.select(torch.arange(len(rows)).flip(0))
    return torch.stack(logits)


def check_quick_steps_are_those_seen(
    recipe: Recipe = BASE, *, rows: list[int], steps: int = 4, seed: int = 23
) -> None:
    model = model_of(recipe, seed)
    with torch.no_grad():
        quick = walked(model, rows, steps, seed)
        with record(model, only=[]):
            seen = walked(model, rows, steps, seed)
    with_gradients = walked(model, rows, steps, seed)
    torch.testing.assert_close(quick, seen, rtol=0, atol=1e-12)
    torch.testing.assert_close(with_gradients.detach(), seen, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", TRANSFORMERS)
def test_quick_steps_are_those_seen(name):
    check_quick_steps_are_those_seen(MODELS[name], rows=[2, 0, 0, 1, 2])


@pytest.mark.parametrize("rows", SELECTIONS.values(), ids=SELECTIONS)
def test_any_number_of_rows_steps_quickly(rows):
    check_quick_steps_are_those_seen(rows=rows)


def test_caches_outgrow_their_first_room():
    check_quick_steps_are_those_seen(rows=[0, 1, 2], steps=2 * FIRST_ROOM + 3)


@settings(max_examples=11)
@given(any_recipe(), st.lists(st.integers(0, 2), min_size=1, max_size=7), st.integers(0, 2**16))
def test_any_options_and_rows_step_quickly(recipe, rows, seed):
    check_quick_steps_are_those_seen(recipe, rows=rows, seed=seed)


def check_two_words_do_not_disturb_each_other() -> None:
    model, batch = model_of(BASE), padded_batch()
    one, other, last = torch.tensor([5, 6, 7]), torch.tensor([8, 9, 10]), torch.tensor([3, 4, 5])
    with torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        _, state = model.step(batch.target_in[:, 0], state)
        _, after_one = model.step(one, state)
        alone, _ = model.step(last, after_one)
        _, after_other = model.step(other, state)
        again, _ = model.step(last, after_one)
        _, then_one = model.step(one, state)
        once_more, _ = model.step(last, then_one)
        different, _ = model.step(last, after_other)
    assert torch.equal(again, alone)
    assert torch.equal(once_more, alone)
    assert not torch.allclose(different, alone)


def test_two_words_tried_after_the_same_ones_do_not_disturb_each_other():
    check_two_words_do_not_disturb_each_other()


def test_a_state_made_in_inference_mode_goes_on_outside():
    model, batch = model_of(BASE), padded_batch()
    with torch.inference_mode():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        _, state = model.step(batch.target_in[:, 0], state)
        wanted, _ = model.step(torch.tensor([5, 6, 7]), state)
    with torch.no_grad():
        found, _ = model.step(torch.tensor([5, 6, 7]), state)
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)


def test_gradients_of_steps_are_those_of_forward():
    model, batch = model_of(BASE), padded_batch()
    target_in = batch.target_in.clamp(min=1)
    gradients = []
    for stepping in (True, False):
        model.zero_grad()
        if stepping:
            state, rows = model.start(model.encode(*batch[:2])), []
            for token in target_in.unbind(1):
                logits, state = model.step(token, state)
                rows.append(logits)
            logits = torch.stack(rows, dim=1)
        else:
            logits = model(*batch[:2], target_in)
        logits.square().mean().backward()
        gradients.append([p.grad.clone() for p in model.parameters() if p.grad is not None])
    for one, other in zip(*gradients, strict=True):
        torch.testing.assert_close(one, other, rtol=0, atol=1e-12)


def test_steps_drop_while_training():
    model, batch = small_model("model.dropout=0.5").train(), padded_batch()
    with torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        one, _ = model.step(batch.target_in[:, 0], state)
        other, _ = model.step(batch.target_in[:, 0], state)
    assert not torch.equal(one, other)


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
def test_quick_steps_compute_in_the_models_own_precision(kind):
    model, batch = model_of(BASE).to(kind), padded_batch()
    with torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        for token in batch.target_in.unbind(1):
            logits, state = model.step(token, state)
            assert logits.dtype == kind
            assert bool(logits.isfinite().all())
