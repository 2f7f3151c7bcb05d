"""Paired timing: two or more pieces of work in turn, so that a ratio holds when speed drifts."""

import statistics
import time
from collections.abc import Callable, Mapping

import torch

Times = dict[str, list[float]]


def interleaved(works: Mapping[str, Callable[[int], object]], rounds: int) -> Times:
    """Seconds of each piece of work in each round, in turn; one round before is not counted.

    The work is given the number of its round, 0 for the one that does not count.
    """
    times: Times = {name: [] for name in works}
    for one in range(rounds + 1):
        for name, work in works.items():
            start = time.perf_counter()
            work(one)
            if one:
                times[name].append(time.perf_counter() - start)
    return times


def ratio(times: Times, ours: str, theirs: str) -> tuple[float, float, float]:
    """Median, minimum and maximum of ours over theirs, round by round."""
    ratios = [a / b for a, b in zip(times[ours], times[theirs], strict=True)]
    return statistics.median(ratios), min(ratios), max(ratios)


def matrix_rate(size: int = 768, seconds: float = 0.5) -> float:
    """Multiply-adds a second of a large float32 product, at the present number of threads."""
    a, b = torch.randn(size, size), torch.randn(size, size)
    a @ b
    done, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        a @ b
        done += 1
    return done * size**3 / (time.perf_counter() - start)
