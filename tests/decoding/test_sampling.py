"""Sampling: by the right probabilities, and the same answers whoever stands beside a line."""

from collections import Counter
from math import exp, log

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from table_model import A, B, C, TableModel, random_table

from seq2see.core.special import BOS, EOS, PAD
from seq2see.decoding.decode import decode, force
from seq2see.decoding.sampling import Sampling, kept_probabilities, pick

SOURCES = [[3, 5, 7], [4], [9, 3], [16, 15, 14, 13, 12], [5, 5], [3, 5, 7, 11]]
WORDS = {PAD: 0.1, BOS: 0.1, EOS: 0.4, A: 0.2, B: 0.15, C: 0.05}
"""Of a first symbol; `<pad>` and `<bos>` are never drawn."""


def drawn(model, sources, **given):
    longest = given.pop("longest", 6)
    return decode(model, sources, beam=1, longest=longest, sampling=Sampling(**given))


def kept(**given):
    logs = torch.tensor([[log(WORDS[symbol]) for symbol in range(len(WORDS))]])
    return kept_probabilities(logs, Sampling(**given))[0].tolist()


@pytest.mark.parametrize(
    ("given", "shares"),
    [
        ({}, {EOS: 0.4, A: 0.2, B: 0.15, C: 0.05}),
        ({"temperature": 0.5}, {EOS: 0.16, A: 0.04, B: 0.0225, C: 0.0025}),
        ({"temperature": 2.0}, {EOS: 0.4**0.5, A: 0.2**0.5, B: 0.15**0.5, C: 0.05**0.5}),
        ({"top_k": 2}, {EOS: 0.4, A: 0.2}),
        ({"top_k": 99}, {EOS: 0.4, A: 0.2, B: 0.15, C: 0.05}),
        # Of 0.8 in all, the end has a half, a quarter is a's, 0.1875 b's.
        ({"top_p": 0.49}, {EOS: 0.4}),
        ({"top_p": 0.51}, {EOS: 0.4, A: 0.2}),
        ({"top_p": 0.76}, {EOS: 0.4, A: 0.2, B: 0.15}),
        ({"top_p": 1e-9}, {EOS: 0.4}),
        # Of the two that are left, the end has two thirds.
        ({"top_k": 2, "top_p": 0.66}, {EOS: 0.4}),
        ({"top_k": 2, "top_p": 0.68}, {EOS: 0.4, A: 0.2}),
    ],
)
def test_what_is_drawn_from_by_hand(given, shares):
    found = kept(**given)
    wanted = [shares.get(symbol, 0.0) / sum(shares.values()) for symbol in range(len(WORDS))]
    assert [p / sum(found) for p in found] == pytest.approx(wanted)


@settings(max_examples=61)
@given(
    st.lists(st.integers(-50, 50), min_size=6, max_size=6, unique=True),
    st.sampled_from([0.3, 1.0, 1.7]),
    st.integers(0, 5),
    st.floats(0.05, 1.0),
)
def test_kept_probabilities_beside_a_slow_loop(logits, temperature, top_k, top_p):
    """Holtzman's smallest set whose sum is at least p, looked for symbol by symbol."""
    logs = (torch.tensor([logits], dtype=torch.float64) / 10).log_softmax(-1)
    left = {symbol: logs[0, symbol].item() / temperature for symbol in range(2, 6)}
    for symbol in sorted(left, key=lambda s: -left[s])[top_k or 4 :]:
        del left[symbol]
    total = sum(map(exp, left.values()))
    shares, summed = {}, 0.0
    for symbol in sorted(left, key=lambda s: -left[s]):
        if summed < top_p - 1e-12:
            shares[symbol] = exp(left[symbol]) / total
        summed += exp(left[symbol]) / total
    found = kept_probabilities(logs, Sampling(temperature=temperature, top_k=top_k, top_p=top_p))
    wanted = [shares.get(symbol, 0.0) for symbol in range(6)]
    assert found[0].tolist() == pytest.approx(wanted, abs=1e-12)


def test_picking_by_hand():
    """Sums 0, 0.25, 0.25, 1: the third symbol is never picked, nor the first."""
    probabilities = torch.tensor([[0.0, 0.25, 0.0, 0.75]] * 4, dtype=torch.float64)
    uniform = torch.tensor([0.0, 0.2499, 0.25, 1 - 2**-53], dtype=torch.float64)
    assert pick(probabilities, uniform).tolist() == [1, 1, 3, 3]
    ends_in_nothing = torch.tensor([[0.3, 0.1, 0.0]], dtype=torch.float64)
    assert pick(ends_in_nothing, torch.tensor([1 - 2**-53], dtype=torch.float64)).tolist() == [1]


def test_symbols_come_as_often_as_they_are_probable():
    """2000 first symbols: each share within four standard deviations of what it should be."""
    model = TableModel(lambda _, words: WORDS if not words else {EOS: 1.0})
    (found,) = drawn(model, [[3]], samples=2000, seed=1)
    counts = Counter(h.ids[0] for h in found)
    for symbol in (EOS, A, B, C):
        share = WORDS[symbol] / 0.8
        spread = (share * (1 - share) / 2000) ** 0.5
        assert counts[symbol] / 2000 == pytest.approx(share, abs=4 * spread)
    assert set(counts) == {EOS, A, B, C}


@pytest.mark.parametrize("temperature", [0.4, 1.0, 2.0])
def test_a_sample_has_the_models_own_score(temperature):
    model = random_table(3)
    for source, found in zip(
        SOURCES, drawn(model, SOURCES, samples=3, temperature=temperature), strict=True
    ):
        forced = force(model, [source] * 3, [h.ids for h in found])
        for hypothesis, again in zip(found, forced, strict=True):
            assert hypothesis.log_probability == pytest.approx(again.log_probability)
            assert hypothesis.finished == again.finished


def test_the_likeliest_symbol_alone_is_greedy_search():
    model = random_table(3)
    greedy = decode(model, SOURCES, beam=1, longest=6)
    for sharp in ({"top_k": 1}, {"top_p": 1e-6}, {"temperature": 1e-4}):
        found = drawn(model, SOURCES, **sharp)
        assert [h.ids for (h,) in found] == [h.ids for (h,) in greedy]


def ids_of(found):
    return [[h.ids for h in hypotheses] for hypotheses in found]


def test_a_sample_does_not_depend_on_its_neighbours():
    model = random_table(5)
    together = drawn(model, SOURCES, samples=3, seed=7)
    assert len(set(map(tuple, ids_of(together)))) > 3
    assert ids_of(together) == [ids_of(drawn(model, [s], samples=3, seed=7))[0] for s in SOURCES]
    backwards = drawn(model, SOURCES[::-1], samples=3, seed=7)
    assert ids_of(backwards) == ids_of(together)[::-1]
    for tokens in (1, 13, 40):
        cut = decode(
            model, SOURCES, beam=1, longest=6, batch_tokens=tokens,
            sampling=Sampling(samples=3, seed=7),
        )  # fmt: skip
        assert ids_of(cut) == ids_of(together)


def test_more_samples_leave_the_first_ones_and_another_seed_changes_them():
    model = random_table(5)
    three, five = (drawn(model, SOURCES, samples=n, seed=7) for n in (3, 5))
    assert [found[:3] for found in ids_of(five)] == ids_of(three)
    assert ids_of(drawn(model, SOURCES, samples=3, seed=8)) != ids_of(three)
    assert any(len(set(found)) > 1 for found in ids_of(three))


@pytest.mark.parametrize(
    "given",
    [{"samples": 0}, {"temperature": 0.0}, {"temperature": float("inf")},
     {"temperature": float("nan")}, {"top_k": -1}, {"top_p": 0.0}, {"top_p": 1.5}],
)  # fmt: skip
def test_values_out_of_range(given):
    (name,) = given
    with pytest.raises(ValueError, match=f"{name} .*: expected"):
        Sampling(**given)
