"""One attention on paper: q = [√2·ln 3, 0] scores ln 3 and 0, so the weights are 3/4 and 1/4."""

from math import log, sqrt

import pytest
import torch
from small_models import small_recipe

from seq2see.inspection.recorder import record
from seq2see.models.attention import CrossAttention

QUERY = torch.tensor([[[[sqrt(2) * log(3), 0.0]]]], dtype=torch.float64)
KEYS = torch.tensor([[[[1.0, 0.0], [0.0, 1.0]]]], dtype=torch.float64)
VALUES = torch.tensor([[[[4.0, 0.0], [0.0, 8.0]]]], dtype=torch.float64)


def plain_attention() -> CrossAttention:
    """One head of width 2 whose W_O changes nothing."""
    attention = CrossAttention(small_recipe("model.width=2", "model.heads=1").model).double()
    attention.W_O.weight.data = torch.eye(2, dtype=torch.float64)
    attention.W_O.bias.data = torch.zeros(2, dtype=torch.float64)
    return attention


def attended(may_attend: list[bool], *, recorded: bool) -> list[float]:
    attention, mask = plain_attention(), torch.tensor([[[may_attend]]])
    with torch.no_grad():
        if not recorded:
            return attention.attend(QUERY, KEYS, VALUES, mask)[0, 0].tolist()
        with record(attention):
            return attention.attend(QUERY, KEYS, VALUES, mask)[0, 0].tolist()


def check_the_output_is_3_and_2(*, recorded: bool) -> None:
    assert attended([True, True], recorded=recorded) == pytest.approx([3, 2], abs=1e-12)


def test_the_fused_path_gives_3_and_2():
    check_the_output_is_3_and_2(recorded=False)


def test_the_explicit_path_gives_3_and_2():
    check_the_output_is_3_and_2(recorded=True)


@pytest.mark.parametrize("recorded", [False, True])
def test_a_blocked_key_leaves_the_other_value_alone(recorded):
    assert attended([False, True], recorded=recorded) == pytest.approx([0, 8], abs=1e-12)


def test_the_weights_are_three_quarters_and_one_quarter():
    attention = plain_attention()
    with record(attention) as recorder, torch.no_grad():
        attention.attend(QUERY, KEYS, VALUES, None)
    assert recorder.tensors["scores"][0].flatten().tolist() == pytest.approx([log(3), 0])
    assert recorder.tensors["weights"][0].flatten().tolist() == pytest.approx([0.75, 0.25])
    assert recorder.tensors["context"][0].flatten().tolist() == pytest.approx([3, 2])


def test_heads_are_slices_of_the_width_in_order():
    """Two heads of width 1: the first reads the first column of everything, the second the other.

    Each head scores q·k/√1: head 0 gives ln 3 and 0, head 1 gives 0 and 0.
    """
    attention = CrossAttention(small_recipe("model.width=2", "model.heads=2").model).double()
    attention.W_O.weight.data = torch.eye(2, dtype=torch.float64)
    attention.W_O.bias.data = torch.zeros(2, dtype=torch.float64)
    eye = torch.eye(2, dtype=torch.float64)
    attention.query.weight.data = eye
    attention.memory.weight.data = torch.cat([eye, 4 * eye])
    rows = torch.tensor([[[log(3), 0.0]]], dtype=torch.float64)
    memory = torch.tensor([[[1.0, 0.0], [0.0, 1.0]]], dtype=torch.float64)
    with torch.no_grad():
        out = attention(rows, attention.keys_values(memory), torch.ones(1, 1, 1, 2).bool())
    # Head 0: weights 3/4, 1/4 on values 4, 0. Head 1: weights 1/2, 1/2 on values 0, 4.
    assert out[0, 0].tolist() == pytest.approx([3, 2])
