"""What a dry run measures, and with how many threads a run learns where nobody says."""

import os
from types import SimpleNamespace

import pytest

from seq2see.core.recipe_file import load_recipe
from seq2see.core.recipe_override import override
from seq2see.training import dry_run
from seq2see.training.train import SMALL, thread_count_for


class Clock:
    """A clock that only learning moves."""

    now = 0.0

    def perf_counter(self):
        return self.now


class Learner:
    """A trainer whose updates take what `cost` says of their number and their size."""

    def __init__(self, clock, cost):
        ids = [[1] * length for length in range(1, 101)]
        self.material = SimpleNamespace(
            numbered=lambda epoch: (ids, ids), groups=lambda epoch: [[[i]] for i in range(100)]
        )
        self.model = SimpleNamespace(train=lambda: None)
        self.sizes = []
        self._clock, self._cost = clock, cost

    def learn(self, batches):
        size = len(batches[0][0][0])
        self._clock.now += self._cost(len(self.sizes), size, size not in self.sizes)
        self.sizes.append(size)


@pytest.fixture
def measured(monkeypatch):
    def measure(cost):
        clock = Clock()
        monkeypatch.setattr(dry_run, "time", clock)
        learner = Learner(clock, cost)
        return dry_run._seconds_per_update(learner), learner.sizes

    return measure


def test_the_warm_up_does_not_count(measured):
    """The first update is slow, and so is the first of each size; then sizes alone matter."""
    found, sizes = measured(lambda count, size, new: size / 1000 + new * 0.2 + (count == 0))
    assert found == pytest.approx(0.05, abs=0.005)
    assert sizes[0] == 100
    assert len(set(sizes)) == 1 + dry_run.TIMED_UPDATES


def test_a_large_model_is_looked_at_no_longer_than_it_takes(measured):
    found, sizes = measured(lambda count, size, new: float(size))
    assert len(sizes) == 2
    assert found == pytest.approx(50, abs=1)


@pytest.mark.parametrize(
    ("name", "settings", "parameters", "said", "count"),
    [
        ("number-reader", [], 171_232, "8", 1),
        ("g2p", [], 2_719_807, None, 1),
        ("g2p", ["model.width=1024"], 8_000_000, None, 8),
        ("translation", [], SMALL, None, 8),
        ("translation", [], SMALL, "3", 3),
        ("translation", [], SMALL, "3,2", 3),
        ("translation", [], SMALL, "99", 8),
        ("translation", [], SMALL, "", 8),
        ("translation", [], SMALL, "many", 8),
        ("translation", [], SMALL, "0", 1),
    ],
)
def test_threads_where_nobody_says(monkeypatch, name, settings, parameters, said, count):
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if said is not None:
        monkeypatch.setenv("OMP_NUM_THREADS", said)
    assert thread_count_for(override(load_recipe(name), settings), parameters) == count
