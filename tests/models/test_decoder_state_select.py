"""Select-then-step equals step-then-select: rows may be repeated, reordered and dropped."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from small_models import BASE, BATCH, MODELS, any_recipe, model_of, padded_batch

from seq2see.core.recipe import Recipe

ROWS = [2, 0, 0, 1, 2]
"""Of a batch of three: reordered, and two of them repeated."""


def check_select_and_step_commute(
    recipe: Recipe = BASE, *, rows: list[int], seed: int = 23
) -> None:
    model, batch = model_of(recipe, seed), padded_batch(seed)
    chosen, tokens = torch.tensor(rows), batch.target_in.clamp(min=1)
    with torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        for position in range(3):
            _, state = model.step(tokens[:, position], state)
        after, stepped = model.step(tokens[:, 3], state)
        before, selected = model.step(tokens[chosen, 3], state.select(chosen))
        torch.testing.assert_close(before, after[chosen], rtol=0, atol=1e-12)
        once_more = tokens[chosen, 4]
        later, _ = model.step(once_more, selected)
        wanted, _ = model.step(once_more, stepped.select(chosen))
        torch.testing.assert_close(later, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_select_and_step_commute(name):
    check_select_and_step_commute(MODELS[name], rows=ROWS)


@settings(max_examples=19)
@given(
    any_recipe(),
    st.lists(st.integers(0, BATCH - 1), min_size=1, max_size=7),
    st.integers(0, 2**16),
)
def test_any_rows_may_be_selected(recipe, rows, seed):
    check_select_and_step_commute(recipe, rows=rows, seed=seed)


@pytest.mark.parametrize("name", MODELS)
def test_selecting_memory_is_selecting_the_state_made_of_it(name):
    model, batch, chosen = model_of(name), padded_batch(), torch.tensor(ROWS)
    with torch.no_grad():
        memory = model.encode(batch.source, batch.source_is_token)
        first = torch.ones(len(ROWS), dtype=torch.int64)
        early, _ = model.step(first, model.start(memory.select(chosen)))
        late, _ = model.step(first, model.start(memory).select(chosen))
    torch.testing.assert_close(early, late, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", MODELS)
def test_selecting_leaves_the_state_as_it_was(name):
    model, batch = model_of(name), padded_batch()
    with torch.no_grad():
        _, state = model.step(
            batch.target_in[:, 0], model.start(model.encode(batch.source, batch.source_is_token))
        )
        before, _ = model.step(torch.tensor([5, 6, 7]), state)
        model.step(torch.tensor([5]), state.select(torch.tensor([1])))
        after, _ = model.step(torch.tensor([5, 6, 7]), state)
    assert torch.equal(after, before)
