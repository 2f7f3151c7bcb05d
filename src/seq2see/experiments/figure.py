"""`Figure`: one published number and what would count as meeting it; and the verdict."""

from importlib import resources
from math import isfinite
from statistics import mean
from typing import Literal

import msgspec

Value = float | list[float]
"""A number, or several: a shape, a vector."""


class Figure(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A figure of a chapter, written down before anything was measured.

    `exact`: equal to `published` after rounding to `decimals`, in every run.
    `at-least`: the mean over runs is not below `published` - `tolerance`.
    `band`: the mean over runs is within `tolerance` of `published`.
    `statement`: a rule; ours is the share of cases for which it holds, and the mean over runs
    must reach `published`.
    `shown`: the chapter gives no number; ours stands by itself.
    """

    id: str
    what: str
    where: str
    """Chapter and section."""
    kind: Literal["exact", "at-least", "band", "statement", "shown"]
    published: Value | None = None
    unit: Literal["", "%"] = ""
    decimals: int = 0
    """Digits after the point with which it is shown, and compared when `exact`."""
    tolerance: float = 0.0
    more: Literal["better", "neutral"] = "neutral"
    """Whether a value above the band is an improvement or only a difference."""
    note: str = ""
    """How it is measured, where that is not plain."""


class Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One recipe of an experiment, trained once with each seed."""

    name: str
    recipe: str
    """Name of a recipe that ships."""
    set: list[str] = []
    """What is changed in it, as `--set` would."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An experiment as committed: what is trained, with which seeds, and its figures."""

    title: str
    about: str
    """What it shows, for the report: a paragraph."""
    seeds: list[int] = []
    run: list[Run] = []
    figure: list[Figure]


Verdict = Literal["met", "better", "differs", "not met", "not measured", "shown"]


def load_plan(name: str) -> Plan:
    """The plan of the experiment whose folder is `name`."""
    text = (resources.files("seq2see.experiments") / name / "figures.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=Plan)


def judge(figure: Figure, values: list[Value]) -> Verdict:
    """How `values`, one a run (or a single one that needs no run), stand to what was published."""
    if not values:
        return "not measured"
    if figure.kind == "shown":
        return "shown"
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
        return "(" + ", ".join(f"{one:.{figure.decimals}f}" for one in value) + ")"
    if figure.unit == "%":
        return f"{value:.{figure.decimals}f} %"
    return f"{value:,.{figure.decimals}f}"


def _equal(figure: Figure, value: Value) -> bool:
    return _rounded(figure, value) == _rounded(figure, figure.published)


def _rounded(figure: Figure, value: Value | None) -> list[float] | float | None:
    if isinstance(value, list):
        return [round(one, figure.decimals) for one in value]
    return None if value is None else round(value, figure.decimals)


def _number(value: Value | None) -> float:
    if value is None or isinstance(value, list):
        raise TypeError("only a single number can be compared with a tolerance")
    return float(value)
