"""Devices and threads."""

import pytest
import torch

from seq2see.core.device import find_device, threads
from seq2see.core.errors import Seq2seeError


def test_auto_is_a_gpu_where_there_is_one():
    assert find_device("auto").type == ("cuda" if torch.cuda.is_available() else "cpu")
    assert find_device("cpu").type == "cpu"


@pytest.mark.parametrize("name", ["gpu", "", "cuda:99", "xpu", "meta"])
def test_a_device_that_cannot_compute_is_a_mistake(name):
    with pytest.raises(Seq2seeError, match=f"--device {name}: cannot be used here") as caught:
        find_device(name)
    assert "auto, cpu" in caught.value.hint


def test_threads_are_as_before_afterwards():
    before = torch.get_num_threads()
    with threads(before + 1):
        assert torch.get_num_threads() == before + 1
    assert torch.get_num_threads() == before
    with pytest.raises(RuntimeError), threads(before + 1):
        raise RuntimeError
    assert torch.get_num_threads() == before
    with threads(None):
        assert torch.get_num_threads() == before


def test_less_than_one_thread_is_a_mistake():
    with pytest.raises(Seq2seeError, match="--threads 0: expected 1 to"), threads(0):
        pass
