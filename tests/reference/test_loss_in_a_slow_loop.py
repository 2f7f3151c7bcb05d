"""The smoothed loss equals a loop over words that spells its definition out."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from seq2see.training.loss import smoothed_cross_entropy


def slow_loss(logits: torch.Tensor, target_out: torch.Tensor, smoothing: float) -> float:
    losses = []
    vocabulary = logits.shape[-1]
    for rows, words in zip(logits, target_out, strict=True):
        for row, right in zip(rows, words, strict=True):
            if right == 0:
                continue
            log_probabilities = row - row.exp().sum().log()
            loss = 0.0
            for word in range(vocabulary):
                wanted = smoothing / vocabulary + (1 - smoothing if word == right else 0)
                loss -= wanted * log_probabilities[word].item()
            losses.append(loss)
    return sum(losses) / len(losses)


@given(st.integers(0, 2**16), st.sampled_from([0.0, 0.1, 0.37, 0.9]))
def test_smoothed_loss(seed, smoothing):
    generator = torch.Generator().manual_seed(seed)
    logits = torch.randn(2, 3, 5, generator=generator, dtype=torch.float64)
    target_out = torch.randint(0, 5, (2, 3), generator=generator)
    target_out[0, 0] = 2
    found = smoothed_cross_entropy(logits, target_out, smoothing).item()
    assert abs(found - slow_loss(logits, target_out, smoothing)) < 1e-12
