"""What decoding computes once, and what grows: the two caches of every decoder layer."""

from collections import Counter

import pytest
import torch
from small_models import HEAD_WIDTH, HEADS, SOURCE_SYMBOLS, padded_batch, small_model

from seq2see.decoding.decode import decode
from seq2see.inspection.recorder import record
from seq2see.models.projections import Projections
from seq2see.models.transformer import TransformerModel

LAYERS = 3


def counted(model: TransformerModel) -> tuple[Counter, Counter]:
    """How often each projection is computed from now on, and of how many rows in all."""
    calls, places = Counter(), Counter()
    for path, module in model.named_modules():
        if isinstance(module, Projections):

            def count(_module, given, _out, path=path):
                calls[path] += 1
                places[path] += given[0].shape[1]

            module.register_forward_hook(count)
    return calls, places


def check_memory_is_multiplied_once_a_layer(beam: int) -> None:
    model = small_model(f"model.decoder_layers={LAYERS}")
    calls, places = counted(model)
    source = list(range(3, SOURCE_SYMBOLS))[:5]
    decode(model, [source], beam=beam, longest=11)
    memories = [f"decoder.layers.{layer}.cross_attention.memory" for layer in range(LAYERS)]
    assert [calls[path] for path in memories] == [1] * LAYERS
    calls.clear()
    places.clear()
    with record(model, only=[]):  # then every step goes through the modules
        answers = decode(model, [source], beam=beam, longest=11)
    steps = max(len(hypothesis.ids) for hypothesis in answers[0])
    assert steps > 3
    for layer in range(LAYERS):
        path = f"decoder.layers.{layer}"
        rows_written = calls[f"{path}.cross_attention.query"]
        assert calls[f"{path}.cross_attention.memory"] == 1
        assert places[f"{path}.cross_attention.memory"] == 5
        assert rows_written >= steps
        assert places[f"{path}.self_attention.projections"] == rows_written
        assert calls[f"encoder.layers.{min(layer, 1)}.self_attention.projections"] == 1


@pytest.mark.parametrize("beam", [1, 3])
def test_memory_is_multiplied_once_a_layer_for_a_whole_answer(beam):
    check_memory_is_multiplied_once_a_layer(beam)


def test_the_self_attention_cache_gains_one_place_a_step():
    model, batch = small_model(), padded_batch()
    state = model.start(model.encode(batch.source, batch.source_is_token))
    assert all(cache is None for cache in state.written)
    for position, token in enumerate(batch.target_in.unbind(1)):
        before = state
        _, state = model.step(token, state)
        for keys, values in state.written:
            assert keys.shape == values.shape == (3, HEADS, position + 1, HEAD_WIDTH)
        if position:
            for (keys, _), (old, _) in zip(state.written, before.written, strict=True):
                assert torch.equal(keys[:, :, :-1], old)


def test_the_cross_attention_cache_is_never_touched():
    model, batch = small_model(), padded_batch()
    first = state = model.start(model.encode(batch.source, batch.source_is_token))
    for token in batch.target_in.unbind(1):
        _, state = model.step(token, state)
    assert state.memory is first.memory
    assert all(keys.shape == (3, HEADS, 5, HEAD_WIDTH) for keys, _ in state.memory)


def test_hypotheses_of_a_sentence_share_its_memory():
    """Two, then all three of each sentence: the memory that all read is never copied."""
    model, batch = small_model(), padded_batch()
    state = model.start(model.encode(batch.source, batch.source_is_token))
    _, state = model.step(torch.tensor([1, 1, 1]), state)
    pairs = state.select(torch.tensor([0, 0, 1, 1, 2, 2]))
    _, stepped = model.step(torch.arange(3, 9), pairs)
    swapped = stepped.select(torch.tensor([1, 0, 2, 2, 5, 4]))
    assert swapped.memory is stepped.memory is pairs.memory is state.memory
    dropped = swapped.select(torch.tensor([2, 3]))
    assert [len(keys) for keys, _ in dropped.memory] == [1] * len(dropped.memory)
    assert torch.equal(dropped.memory[0][0], state.memory[0][0][1:2])


def test_sentences_with_different_numbers_of_hypotheses_read_their_own_memory():
    """Three, one and two of a sentence together, beside each of them alone."""
    model, batch = small_model(), padded_batch()
    first = model.start(model.encode(batch.source, batch.source_is_token))
    rows, tokens = torch.tensor([0, 0, 0, 1, 2, 2]), torch.arange(3, 9)
    with torch.no_grad():
        together, state = model.step(tokens, first.select(rows))
        again, _ = model.step(tokens, state)
        # And back to as many of each.
        evened, _ = model.step(tokens[:3], state.select(torch.tensor([2, 3, 5])))
        for row, sentence in enumerate(rows.tolist()):
            alone = first.select(torch.tensor([sentence]))
            wanted, alone = model.step(tokens[row : row + 1], alone)
            torch.testing.assert_close(together[row : row + 1], wanted, rtol=0, atol=1e-12)
            then, _ = model.step(tokens[row : row + 1], alone)
            torch.testing.assert_close(again[row : row + 1], then, rtol=0, atol=1e-12)
            if row in (2, 3, 5):
                place = [2, 3, 5].index(row)
                then, _ = model.step(tokens[place : place + 1], alone)
                torch.testing.assert_close(evened[place : place + 1], then, rtol=0, atol=1e-12)
