"""`Experiment`: what the folder of an experiment offers the runner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from seq2see.core.recipe import Recipe
from seq2see.experiments.figure import Value


@dataclass
class Measured:
    """What was measured: values by the figures' ids, and points (x, y) for charts by name."""

    values: dict[str, Value] = field(default_factory=dict[str, Value])
    series: dict[str, list[list[float]]] = field(default_factory=dict[str, list[list[float]]])


def _nothing(recipes: Mapping[str, Recipe]) -> Measured:
    return Measured()


def _nothing_of_a_run(run: str, directory: Path) -> Measured:
    return Measured()


def _nothing_of_all(values: Mapping[str, list[Value]]) -> dict[str, list[Value]]:
    return {}


@dataclass(frozen=True)
class Experiment:
    """An experiment: what it trains and its figures are in a file, its measurements functions."""

    folder: str
    """The folder beside this file that holds `figures.toml`."""
    quick: tuple[str, ...] = ()
    """What `--quick` sets in every recipe."""
    on_paper: Callable[[Mapping[str, Recipe]], Measured] = _nothing
    """Figures that follow from the recipes and from fresh weights."""
    of_run: Callable[[str, Path], Measured] = _nothing_of_a_run
    """Figures of one trained run, from its name and its folder alone."""
    of_all: Callable[[Mapping[str, list[Value]]], dict[str, list[Value]]] = _nothing_of_all
    """Figures that compare runs, from all values measured; a list has one for each seed."""
