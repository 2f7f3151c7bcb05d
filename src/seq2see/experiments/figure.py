"""`Figure`: one published number and what would count as meeting it; and the verdict."""

from importlib import resources
from math import isfinite
from statistics import mean
from typing import Literal

import msgspec

Value = float | list[int]
"""A number, or a shape."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A figure of a chapter, written down before anything was measured.

    `exact`: equal to `published` after rounding to `decimals`, in every run.
    `at-least`: the mean over runs is not below `published` - `tolerance`.
    `band`: the mean over runs is within `tolerance` of `published`.
    `statement`: a rule; ours is the share of cases for which it holds, and the mean over runs
    must reach `published`.
    """

    id: str
    what: str
    where: str
    """Chapter and section."""
    kind: Literal["exact", "at-least", "band", "statement"]
    published: Value
    unit: Literal["", "%"] = ""
    decimals: int = 0
    """Digits after the point with which it is shown, and compared when `exact`."""
    tolerance: float = 0.0
    more: Literal["better", "neutral"] = "neutral"
    """Whether a value above the band is an improvement or only a difference."""
    note: str = ""
    """How it is measured, where that is not plain."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment as committed: its recipe, its seeds, its figures."""

    recipe: str
    seeds: list[int]
    figure: list[Figure]


Verdict = Literal["met", "better", "differs", "not met", "not measured"]


def load_plan(name: str) -> Plan:
    """The plan of the experiment whose folder is `name`."""
    text = (resources.files("seq2see.experiments") / name / "figures.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=Plan)


def judge(figure: Figure, values: list[Value]) -> Verdict:
    """How `values`, one a run (or a single one that needs no run), stand to what was published."""
    if not values:
        return "not measured"
    if figure.kind == "exact":
        return "met" if all(_equal(figure, value) for value in values) else "not met"
    published, ours = _number(figure.published), mean(map(_number, values))
    if not isfinite(ours):
        return "not met"
    if figure.kind in ("at-least", "statement"):
        if ours > published and figure.kind == "at-least":
            return "better"
        return "met" if ours >= published - figure.tolerance else "not met"
    if abs(ours - published) <= figure.tolerance + 1e-9:
        return "met"
    if figure.more == "neutral":
        return "differs"
    return "better" if ours > published else "not met"


def shown(figure: Figure, value: Value) -> str:
    """A value as the tables print it."""
    if isinstance(value, list):
        return "(" + ", ".join(map(str, value)) + ")"
    if figure.unit == "%":
        return f"{value:.{figure.decimals}f} %"
    return f"{value:,.{figure.decimals}f}"


def _equal(figure: Figure, value: Value) -> bool:
    if isinstance(value, list) or isinstance(figure.published, list):
        return value == figure.published
    return round(value, figure.decimals) == round(figure.published, figure.decimals)


def _number(value: Value) -> float:
    if isinstance(value, list):
        raise TypeError("a shape can only be compared exactly")
    return float(value)
