"""`Experiment`: what the folder of an experiment offers the runner."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from seq2see.core.recipe import Recipe
from seq2see.experiments.figure import Value

Values = dict[str, Value]
"""Measured values by the figures' ids."""


@dataclass(frozen=True)
class Experiment:
    """An experiment: its figures are in a file, its measurements are functions."""

    folder: str
    """The folder beside this file that holds `figures.toml`."""
    quick: Mapping[str, int]
    """Training values of a reduced run."""
    measure_without_training: Callable[[Recipe], Values]
    """Figures that follow from the recipe and from fresh weights."""
    measure_run: Callable[[Path], Values]
    """Figures of one trained run, from its folder alone."""
