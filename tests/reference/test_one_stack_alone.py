"""The one-stack model equals a slow one that runs each row as one unpadded sequence."""

import pytest
import torch
from small_models import (
    SOURCE_LENGTHS,
    SOURCE_SYMBOLS,
    TARGET_LENGTHS,
    model_of,
    one_stack_recipe,
    padded_batch,
)
from torch import Tensor

from seq2see.core.recipe import Recipe
from seq2see.core.special import EOS
from seq2see.decoding.decode import decode
from seq2see.models.masks import causal_mask
from seq2see.models.one_stack import OneStackModel

RECIPES = {
    f"{norm}, {positions}": one_stack_recipe(norm=norm, positions=positions, final_norm=last)
    for norm, last in (("post", False), ("pre", True))
    for positions in ("sinusoidal", "learned")
}


def alone(model: OneStackModel, source: Tensor, words: Tensor) -> Tensor:
    """(words, vocabulary): one sequence of ids through every layer under a causal mask."""
    sequence = torch.cat([source, words])[None]
    rows = model.embedding(sequence)
    for layer in model.stack.layers:
        rows = layer(rows, causal_mask(sequence.shape[1])[None, None])
    return model.output(model.stack.finish(rows))[0, len(source) :]


def check_each_row_alone(recipe: Recipe) -> None:
    model, batch = model_of(recipe), padded_batch()
    with torch.no_grad():
        together = model(*batch)
        for row, (source, words) in enumerate(zip(SOURCE_LENGTHS, TARGET_LENGTHS, strict=True)):
            wanted = alone(model, batch.source[row, :source], batch.target_in[row, :words])
            torch.testing.assert_close(together[row, :words], wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", RECIPES)
def test_each_row_alone(name):
    check_each_row_alone(RECIPES[name])


@pytest.mark.parametrize("name", RECIPES)
def test_steps_of_a_padded_batch_equal_each_row_alone(name):
    model, batch = model_of(RECIPES[name]), padded_batch()
    with torch.no_grad():
        state = model.start(model.encode(batch.source, batch.source_is_token))
        for place, token in enumerate(batch.target_in.unbind(1)):
            logits, state = model.step(token, state)
            for row, (source, words) in enumerate(zip(SOURCE_LENGTHS, TARGET_LENGTHS, strict=True)):
                if place < words:
                    given = batch.target_in[row, : place + 1]
                    wanted = alone(model, batch.source[row, :source], given)[-1]
                    torch.testing.assert_close(logits[row], wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize("beam", [1, 3])
def test_the_source_is_read_once_for_a_whole_answer(beam):
    model, lengths = model_of(one_stack_recipe()), []
    model.output.bias.data[EOS] = -1e3  # it never ends by itself
    model.embedding.register_forward_hook(lambda _, given, __: lengths.append(given[0].shape[1]))
    found = decode(model, [list(range(3, SOURCE_SYMBOLS))[:5]], beam=beam, longest=11)
    assert {len(hypothesis.ids) for hypothesis in found[0]} == {11}
    assert lengths == [5] + [1] * 11


def test_every_cache_gains_one_place_a_step():
    model, batch = model_of(one_stack_recipe(layers=3)), padded_batch()
    state = model.start(model.encode(batch.source, batch.source_is_token))
    for written, token in enumerate(batch.target_in.unbind(1)):
        assert state.written == written
        for keys, values in state.caches:
            assert keys.shape[2] == values.shape[2] == batch.source.shape[1] + written
        before = state
        _, state = model.step(token, state)
        for old, new in zip(before.caches, state.caches, strict=True):
            for kept, grown in zip(old, new, strict=True):
                assert torch.equal(grown[:, :, :-1], kept)
