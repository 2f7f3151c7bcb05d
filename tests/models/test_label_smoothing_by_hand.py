"""The chapters' label smoothing: ε is spread over all words, the right one among them."""

from math import log

import pytest
import torch

from seq2see.training.loss import smoothed_cross_entropy, smoothing_floor

PROBABILITIES = [0.5, 0.25, 0.125, 0.125]
LOGITS = torch.tensor([[[log(p) for p in PROBABILITIES]]], dtype=torch.float64)


def test_four_words_by_hand():
    """The right word, 1, is wanted with 0.9 + 0.1/4 = 0.925, each other word with 0.025."""
    wanted = [0.025, 0.925, 0.025, 0.025]
    by_hand = -sum(w * log(p) for w, p in zip(wanted, PROBABILITIES, strict=True))
    loss = smoothed_cross_entropy(LOGITS, torch.tensor([[1]]), 0.1)
    assert loss.item() == pytest.approx(by_hand, abs=1e-12)
    assert loss.item() == pytest.approx(1.403623, abs=1e-6)


def test_smoothing_0_is_cross_entropy():
    assert smoothed_cross_entropy(LOGITS, torch.tensor([[1]]), 0.0).item() == pytest.approx(log(4))


def test_padding_has_no_loss_and_no_share_in_the_mean():
    logits = torch.cat([LOGITS, LOGITS.flip(2), LOGITS], dim=1)
    both = smoothed_cross_entropy(logits, torch.tensor([[1, 0, 2]]), 0.1).item()
    first, last = (smoothed_cross_entropy(LOGITS, torch.tensor([[i]]), 0.1).item() for i in (1, 2))
    assert both == pytest.approx((first + last) / 2)


def test_the_end_symbol_counts_like_any_other():
    assert smoothed_cross_entropy(LOGITS, torch.tensor([[2]]), 0.0).item() == pytest.approx(log(8))


def test_no_loss_over_32_words_is_below_0_651():
    right, other = 0.903125, 0.003125
    by_hand = -(right * log(right) + 31 * other * log(other))
    assert smoothing_floor(32, 0.1) == pytest.approx(by_hand, abs=1e-12)
    assert round(smoothing_floor(32, 0.1), 3) == 0.651


def test_a_perfect_model_reaches_the_floor():
    logits = torch.tensor([[[log(0.003125)] * 31 + [log(0.903125)]]], dtype=torch.float64)
    loss = smoothed_cross_entropy(logits, torch.tensor([[31]]), 0.1)
    assert loss.item() == pytest.approx(smoothing_floor(32, 0.1), abs=1e-12)


def test_without_smoothing_the_floor_is_0():
    assert smoothing_floor(32, 0.0) == 0
