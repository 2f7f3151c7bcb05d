"""The entropy of attention by hand, and over the symbols of the sources alone."""

from math import log

import pytest
import torch
from small_models import FIRST_OF_KIND, MODELS, lstm_recipe, model_of
from torch import nn

from seq2see.core.tap import tap
from seq2see.inspection.entropy import head_entropies
from seq2see.inspection.steps import see_forced


class Looker(nn.Module):
    """Looks where it is told: one head, one layer, the same row for every word."""

    source_attention = ("weights",)

    def __init__(self, rows: list[list[float]]) -> None:
        super().__init__()
        self.rows = torch.tensor(rows)

    def forward(self, _source, _source_is_token, target_in):
        weights = self.rows[:, None, None].expand(-1, 1, target_in.shape[1], -1)
        tap(self, "weights", weights, "batch head target source")

    def encode(self, _source, _source_is_token):
        raise NotImplementedError

    start = step = encode


def entropy(rows: list[list[float]], lengths: list[int], words: list[int]) -> float:
    sources, targets = [[5] * n for n in lengths], [[7] * (n - 1) + [2] for n in words]
    ((found,),) = head_entropies(Looker(rows), sources, targets)
    return found


def test_one_symbol_has_none_and_all_alike_have_log_n():
    assert entropy([[0, 1, 0, 0]], [4], [3]) == 0
    assert entropy([[0.25] * 4], [4], [3]) == pytest.approx(log(4))
    assert entropy([[0.5, 0.5, 0, 0]], [4], [1]) == pytest.approx(log(2))


def test_every_word_counts_alike():
    """Three words of entropy log 4 beside one of entropy 0."""
    assert entropy([[0.25] * 4, [1, 0, 0, 0]], [4, 1], [3, 1]) == pytest.approx(0.75 * log(4))


def test_what_lies_on_words_is_left_out_and_the_rest_taken_by_itself():
    """A half on the source, evenly, and a half on the words after it."""
    assert entropy([[0.25, 0.25, 0.5, 0.0]], [2], [2]) == pytest.approx(log(2))


def check_entropies_are_those_of_each_pair_alone(name: str) -> None:
    model = model_of(name)
    sources, targets = [[3, 4, 5, 6, 7], [8, 9], [5]], [[4, 2], [6, 7, 8, 2], [5, 5, 2]]
    found = head_entropies(model, sources, targets)
    assert len(found) == len(model.source_attention)
    rows = []
    for source, target in zip(sources, targets, strict=True):
        attention = see_forced(model, source, target).attention
        if attention is None:
            assert found == []
            return
        share = attention / attention.sum(-1, keepdim=True)
        rows.append(torch.special.entr(share).sum(-1))
    wanted = torch.cat(rows, dim=-1).mean(-1)
    torch.testing.assert_close(torch.tensor(found, dtype=torch.float64), wanted, rtol=0, atol=1e-9)


NAMES = [*FIRST_OF_KIND.values(), *[name for name in MODELS if "dot" in name]]


@pytest.mark.parametrize("name", NAMES)
def test_entropies_are_those_of_each_pair_alone(name):
    check_entropies_are_those_of_each_pair_alone(name)


def test_a_plain_model_has_none():
    assert head_entropies(model_of(lstm_recipe(attention="none")), [[3]], [[4, 2]]) == []
