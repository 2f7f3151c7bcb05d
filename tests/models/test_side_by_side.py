"""Sentences laid side by side for attention get exactly what they get alone."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from small_models import model_of, small_recipe

from seq2see.core.padding import pad
from seq2see.models import transformer
from seq2see.models.masks import source_mask, target_mask
from seq2see.models.side_by_side import LONGEST_GROUP, group_size, grouped_mask


@given(batch=st.integers(1, 200), length=st.integers(1, 64))
def test_a_group_divides_the_batch_and_stays_short(batch, length):
    group = group_size(batch, length)
    assert batch % group == 0
    assert group == 1 or group * length <= LONGEST_GROUP


def test_short_sentences_are_grouped():
    assert group_size(32, 5) == 4
    assert group_size(31, 5) == 1
    assert group_size(32, 21) == 1


def test_the_mask_of_a_group_on_paper():
    is_token = torch.tensor([[True, True, False], [True, False, False]])
    together = grouped_mask(source_mask(is_token), queries=2, group=2)
    first, second = [1, 1, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0]
    assert together.int().tolist() == [[[first, first, second, second]]]
    causal = grouped_mask(target_mask(torch.tensor([[1, 5], [1, 0]])), queries=2, group=2)
    assert causal.int().tolist() == [[[[1, 0, 0, 0], [1, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 0]]]]


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_logits_and_gradients_are_those_of_sentences_alone(norm, monkeypatch):
    model = model_of(small_recipe(f"model.norm={norm}"))
    generator = torch.Generator().manual_seed(7)
    source = pad([torch.randint(3, 7, (n,), generator=generator).tolist()
                     for n in (1, 3, 2, 3, 1, 2)])  # fmt: skip
    target = pad([[1, *torch.randint(3, 7, (n,), generator=generator).tolist()]
                     for n in (4, 0, 2, 1, 3, 4)])  # fmt: skip

    def logits_and_gradient():
        model.zero_grad()
        logits = model(source, source != 0, target)
        logits.square().sum().backward()
        return logits, torch.cat([p.grad.flatten() for p in model.parameters()])

    assert group_size(6, 5) == 3
    grouped = logits_and_gradient()
    monkeypatch.setattr(transformer, "group_size", lambda batch, length: 1)
    for ours, alone in zip(grouped, logits_and_gradient(), strict=True):
        torch.testing.assert_close(ours, alone, rtol=1e-10, atol=1e-12)
