"""Our encoder equals `torch.nn.LSTM` on each source alone, unpadded; our decoder, gates by hand."""

import pytest
import torch
from small_models import (
    SOURCE_LENGTHS,
    TARGET_LENGTHS,
    WIDTH,
    lstm_recipe,
    model_of,
    padded_batch,
)
from torch import Tensor, nn

CLOSE = {"rtol": 0, "atol": 1e-12}


def check_each_source_alone(*, bidirectional: bool, layers: int) -> None:
    model = model_of(lstm_recipe(bidirectional=bidirectional, layers=layers))
    batch, ways = padded_batch(), 2 if bidirectional else 1
    theirs = nn.LSTM(
        7, WIDTH // ways, layers, batch_first=True, bidirectional=bidirectional
    ).double()  # fmt: skip
    theirs.load_state_dict(model.encoder.lstm.state_dict())
    with torch.no_grad():
        memory = model.encode(batch.source, batch.source_is_token)
        for row, length in enumerate(SOURCE_LENGTHS):
            alone = model.source_embedding(batch.source[row : row + 1, :length])
            states, (h, c) = theirs(alone)
            torch.testing.assert_close(memory.states[row, :length], states[0], **CLOSE)
            assert not memory.states[row, length:].any()
            for ours, last in zip(memory.summary, (h, c), strict=True):
                for layer in range(layers):
                    halves = [last[layer * ways + way, 0] for way in range(ways)]
                    torch.testing.assert_close(ours[layer, row], torch.cat(halves), **CLOSE)
            # After the last token forwards, after the first backwards.
            top = memory.summary[0][-1, row]
            half = WIDTH // ways
            torch.testing.assert_close(top[:half], states[0, -1, :half], **CLOSE)
            torch.testing.assert_close(top[half:], states[0, 0, half:], **CLOSE)


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_each_source_alone(bidirectional, layers):
    check_each_source_alone(bidirectional=bidirectional, layers=layers)


def gates(lstm: nn.LSTM, layer: int, x: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
    """One step of one LSTM: input, forget, cell and output gate."""
    w, u, b, d = (getattr(lstm, f"{name}_l{layer}") for name in
                  ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))  # fmt: skip
    i, f, g, o = (w @ x + b + u @ h + d).chunk(4)
    c = f.sigmoid() * c + i.sigmoid() * g.tanh()
    return o.sigmoid() * c.tanh(), c


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("attention", ["none", "dot"])
def test_the_decoder_word_by_word(attention, tied):
    layers = 2
    model = model_of(lstm_recipe(attention=attention, tied_output=tied, layers=layers))
    batch = padded_batch()
    with torch.no_grad():
        logits = model(*batch)
        memory = model.encode(batch.source, batch.source_is_token)
        for row, length in enumerate(TARGET_LENGTHS):
            hs, cs = (list(part[:, row]) for part in memory.summary)
            states = memory.states[row, : SOURCE_LENGTHS[row]]
            for place in range(length):
                x = model.target_embedding.weight[batch.target_in[row, place]]
                for layer in range(layers):
                    hs[layer], cs[layer] = gates(model.decoder, layer, x, hs[layer], cs[layer])
                    x = hs[layer]
                if attention == "dot":
                    x = torch.cat([x, (states @ x).softmax(0) @ states])
                if model.bridge is not None:
                    x = model.bridge(x)
                wanted = model.output.weight @ x + model.output.bias
                torch.testing.assert_close(logits[row, place], wanted, **CLOSE)
