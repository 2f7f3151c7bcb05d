"""Accuracy: the share of answers that are right as a whole."""

import msgspec
import pytest
import torch
from small_models import small_recipe

from seq2see.core.special import EOS
from seq2see.data.pair import Pair
from seq2see.data.tasks import codec_of
from seq2see.evaluation.evaluate import evaluate
from seq2see.metrics.accuracy import accuracy


class Parrot:
    """Answers every source of digits with the word of its first digit, and is sure of it."""

    source_attention = ()

    def encode(self, source, source_is_token):
        return source[:, 0]

    def start(self, memory):
        return State(memory, 0)

    def step(self, token, state):
        symbol = state.first if state.position == 0 else torch.full_like(state.first, EOS)
        logits = torch.full((len(token), 32), -50.0)
        logits.scatter_(1, symbol[:, None], 50.0)
        return logits, State(state.first, state.position + 1)

    def forward(self, source, source_is_token, target_in):
        raise NotImplementedError


class State:
    def __init__(self, first, position):
        self.first, self.position = first, position

    def select(self, rows):
        return State(self.first[rows], self.position)


@pytest.mark.parametrize("beam", [1, 3])
def test_right_and_wrong_answers_by_hand(beam):
    """Digits and their words have the same numbers, 3 to 12."""
    recipe = small_recipe()
    pairs = [
        Pair("7", "seven"),
        Pair("42", "forty two"),
        Pair("", ""),
        Pair("4", "for"),
        Pair(" ", "space"),
        Pair("0", "zero"),
        Pair("7", "Seven"),
    ]
    told = []
    found = evaluate(
        Parrot(),
        codec_of(recipe),
        pairs,
        msgspec.structs.replace(recipe.decoding, beam=beam),
        done=told.append,
    )
    assert found.pairs == 7
    assert found.accuracy == pytest.approx(3 / 7)
    assert [(w.source, w.answer) for w in found.wrong] == [
        ("42", "four"), ("4", "four"), (" ", ""), ("7", "seven"),
    ]  # fmt: skip
    assert sum(told) == 5


def test_accuracy_by_hand():
    assert accuracy(["a", "b", "c", "d"], ["a", "B", "c ", "d"]) == 0.5
    assert accuracy(["a"], ["a"]) == 1.0
    assert accuracy(["é"], ["e\u0301"]) == 0.0


def test_accuracy_of_nothing_or_of_uneven_lists_is_refused():
    with pytest.raises(ValueError, match="undefined"):
        accuracy([], [])
    with pytest.raises(ValueError, match="argument 2 is longer"):
        accuracy(["a"], ["a", "b"])
