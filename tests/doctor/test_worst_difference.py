"""Of all differences the one furthest beyond its tolerance is kept."""

from math import inf, nan

import torch

from seq2see.doctor.worst import Worst, largest_of


def test_differences_are_measured_in_tolerances():
    worst = Worst("logits")
    worst.see(0.5, 1.0, "here")
    assert worst.passed
    worst.see(0.02, 0.01, "there")
    assert (worst.passed, worst.largest, worst.tolerance) == (False, 0.02, 0.01)
    worst.see(0.9, 1.0, "elsewhere")
    assert worst.where == "there"


def test_without_tolerance_anything_but_nothing_is_wrong():
    worst = Worst("logits")
    worst.see(0.0, 0.0, "here")
    assert worst.passed
    assert worst.where == ""
    worst.see(1e-30, 0.0, lambda: "there")
    worst.see(1e-31, 0.0, "a smaller one")
    assert not worst.passed
    assert (worst.largest, worst.where) == (1e-30, "there")


def test_not_a_number_is_beyond_every_tolerance():
    worst = Worst("logits")
    worst.see(nan, 1.0, "here")
    assert (worst.passed, worst.largest) == (False, inf)


def test_things_are_counted():
    worst = Worst("answers")
    worst.count([])
    assert worst.passed
    worst.count(["this", "that", "those"])
    assert (worst.passed, worst.largest, worst.where) == (False, 3.0, "this, and 2 more")


def test_the_largest_difference_and_its_place():
    right = torch.tensor([[1.0, 2.0, inf], [4.0, 5.0, 6.0]])
    found = right.clone()
    assert largest_of(found, right)[0] == 0
    found[1, 2] = 6.5
    assert largest_of(found, right) == (0.5, (1, 2))
    found[0, 1] = nan
    assert largest_of(found, right) == (inf, (0, 1))
    assert largest_of(found[:0], right[:0]) == (0.0, (0, 0))
