"""The paired test: on paper, by counting all exchanges, and beside sacrebleu's."""

from itertools import product

import numpy as np
import pytest
import sacrebleu
from sacrebleu.significance import PairedTest
from test_overlap import ANSWERS, REFERENCES

from seq2see.metrics.error_rate import ErrorCount
from seq2see.metrics.measure import rate_measure, share_measure
from seq2see.metrics.overlap import bleu_measure, chrf_measure
from seq2see.metrics.paired import exchanged_sums, paired_differences


def paired_difference(first, second, **more):
    [found] = paired_differences([first], [second], **more)
    return found


def test_five_to_nothing_on_paper():
    """Of 2^5 exchanges, two put all five on one side: p = 2/32."""
    first = share_measure("accuracy", [False] * 5 + [True] * 20)
    second = share_measure("accuracy", [True] * 25)
    found = paired_difference(first, second)
    assert found.difference == pytest.approx(0.2)
    assert found.p_value == pytest.approx(2 / 32, abs=0.01)
    assert found.interval[0] > 0


def test_equal_systems_differ_by_nothing():
    same = share_measure("accuracy", [True, False] * 10)
    assert paired_difference(same, same) == (0.0, (0.0, 0.0), 1.0)


def test_exchanging_the_systems_changes_the_sign_alone():
    first = share_measure("accuracy", [n % 3 == 0 for n in range(60)])
    second = share_measure("accuracy", [n % 4 == 0 for n in range(60)])
    there, back = paired_difference(first, second), paired_difference(second, first)
    assert there.difference == -back.difference
    assert there.p_value == back.p_value
    assert there.interval == pytest.approx((-back.interval[1], -back.interval[0]))


def test_rates_as_all_exchanges_have_them():
    """2^9 of them, counted in a slow loop."""
    random = np.random.default_rng(3)
    counts = [
        [ErrorCount(int(e), int(n), 0) for e, n in random.integers(1, 6, (9, 2))] for _ in range(2)
    ]
    first, second = (rate_measure("x", some, "symbols") for some in counts)

    def rate(some):
        return sum(c.edits for c in some) / sum(c.length for c in some)

    observed = abs(rate(counts[1]) - rate(counts[0]))
    as_much = 0
    for swaps in product([False, True], repeat=9):
        pairs = [(b, a) if swap else (a, b) for a, b, swap in zip(*counts, swaps, strict=True)]
        ours, theirs = zip(*pairs, strict=True)
        as_much += abs(rate(theirs) - rate(ours)) >= observed - 1e-12
    assert paired_difference(first, second).p_value == pytest.approx(as_much / 512, abs=0.02)


def test_nothing_is_lost_in_an_exchange():
    first, second = np.arange(14.0).reshape(7, 2), np.arange(14.0)[::-1].reshape(7, 2)
    ours, theirs = exchanged_sums(first, second, 20)
    assert (ours + theirs == first.sum(axis=0) + second.sum(axis=0)).all()


@pytest.mark.parametrize("name", ["bleu", "chrf"])
def test_p_values_beside_those_of_sacrebleu(name):
    """Its test draws other random numbers and counts differences that exceed the observed."""
    references = REFERENCES * 5
    first = ANSWERS * 5
    second = [a if n % 3 else f"{a} indeed" for n, a in enumerate(first)]
    second[::5] = [some[0] for some in references[::5]]
    metric = {"bleu": sacrebleu.BLEU, "chrf": sacrebleu.CHRF}[name]()
    streams = [[some[0] for some in references]]
    systems = [("first", first), ("second", second)]
    theirs = PairedTest(systems, {name: metric}, streams, test_type="ar", n_samples=3000)()[1]
    [(_, result)] = [(key, value[1]) for key, value in theirs.items() if key != "System"]
    make = {"bleu": bleu_measure, "chrf": chrf_measure}[name]
    alone = [[some[0]] for some in references]
    found = paired_difference(make(first, alone), make(second, alone), trials=3000)
    assert found.p_value == pytest.approx(result.p_value, abs=0.04)
    assert make(second, alone).value() == pytest.approx(result.score)


def test_measures_beside_each_other_are_those_of_each_alone():
    sides = []
    for seed in (1, 2):
        random = np.random.default_rng(seed)
        counts = [ErrorCount(int(e), int(n), 0) for e, n in random.integers(1, 6, (30, 2))]
        share = share_measure("accuracy", [c.edits > 2 for c in counts])
        sides.append([share, rate_measure("x", counts, "symbols")])
    together = paired_differences(*sides, trials=500)
    alone = [paired_difference(a, b, trials=500) for a, b in zip(*sides, strict=True)]
    assert together == alone


def test_an_undefined_figure_has_no_difference_and_uneven_ones_are_refused():
    empty = rate_measure("x", [ErrorCount(0, 0, 0)], "words")
    assert paired_difference(empty, empty) is None
    with pytest.raises(ValueError, match="two answers to each source"):
        paired_difference(share_measure("x", [True]), share_measure("x", [True, False]))
