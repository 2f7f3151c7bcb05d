"""`Plate`: pictures that belong together, with heading, caption and the numbers behind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean

from seq2see.experiments.report.chart import Line, number
from seq2see.experiments.report.svg import Picture

MOST_ROWS = 24
"""Rows of a table of numbers; of longer curves some points are listed, evenly spaced."""


@dataclass(frozen=True)
class Numbers:
    """A table of what a plate shows."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class Plate:
    """One figure of the report."""

    name: str
    """Short and unlike any other of its experiment: the file's name beside the Markdown."""
    heading: str
    caption: str
    pictures: Sequence[Picture]
    small: bool = False
    """Whether many fit side by side."""
    numbers: Sequence[Numbers] = field(default_factory=list[Numbers])


def numbers_of(lines: Sequence[Line], x_name: str, decimals: int = 1) -> Numbers:
    """Mean and spread of each line at each x."""
    columns = [line.at() for line in lines]
    places = sorted({x for column in columns for x in column})
    shown = _some(places)
    rows = [
        [number(x), *(_mean_and_spread(column.get(x), decimals) for column in columns)]
        for x in shown
    ]
    left_out = len(places) - len(shown)
    note = f"{len(shown)} of {len(places)} points." if left_out else ""
    return Numbers([x_name, *(line.name for line in lines)], rows, note)


def spread_sentence(lines: Sequence[Line]) -> str:
    """How the lines were made from the seeds."""
    seeds = max((len(line.seeds) for line in lines), default=0)
    if seeds < 2:
        return "One seed." if seeds else ""
    return f"Lines are means over {seeds} seeds, bands run from the lowest to the highest."


def _some(places: Sequence[float]) -> list[float]:
    if len(places) <= MOST_ROWS:
        return list(places)
    last = len(places) - 1
    return [places[round(one * last / (MOST_ROWS - 1))] for one in range(MOST_ROWS)]


def _mean_and_spread(values: list[float] | None, decimals: int) -> str:
    if values is None:
        return ""
    if not values:
        return "no finite number"
    text = f"{mean(values):,.{decimals}f}"
    low, high = (f"{end(values):,.{decimals}f}" for end in (min, max))
    return text if low == high else f"{text} ({low}–{high})"
