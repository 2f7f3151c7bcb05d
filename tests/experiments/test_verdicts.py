"""Verdicts worked out on paper, one for each way a figure can come out."""

import pytest

from seq2see.experiments.figure import Figure, judge, load_plan, shown
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.runner import recipes_of


def figure(kind, published, **more):
    return Figure(id="x", what="x", where="N7 §1", kind=kind, published=published, **more)


@pytest.mark.parametrize(
    ("wanted", "values", "verdict"),
    [
        (figure("exact", 13), [13], "met"),
        (figure("exact", 13), [13, 12], "not met"),
        (figure("exact", 0.651, decimals=3), [0.65083], "met"),
        (figure("exact", 0.651, decimals=3), [0.6516], "not met"),
        (figure("exact", [6, 6]), [[6, 6]], "met"),
        (figure("exact", [6, 6]), [[6, 7]], "not met"),
        (figure("exact", [6, 6]), [36], "not met"),
        (figure("at-least", 78), [79, 78], "better"),
        (figure("at-least", 78), [79, 77], "met"),
        (figure("at-least", 78, tolerance=2), [75], "not met"),
        (figure("band", 89, tolerance=6), [95.0, 95.0], "met"),
        (figure("band", 89, tolerance=6), [96], "differs"),
        (figure("band", 89, tolerance=6, more="better"), [96], "better"),
        (figure("band", 89, tolerance=6, more="better"), [82], "not met"),
        (figure("statement", 90), [100, 80], "met"),
        (figure("statement", 90), [100, 79], "not met"),
        (figure("band", 1, tolerance=1), [float("nan")], "not met"),
        (figure("band", 1, tolerance=1), [], "not measured"),
        (figure("shown", None), [3.5], "shown"),
        (figure("exact", [0.79, 0.11], decimals=2), [[0.7869, 0.1065]], "met"),
    ],
)
def test_a_verdict_follows_from_kind_tolerance_and_mean(wanted, values, verdict):
    assert judge(wanted, values) == verdict


def test_values_are_shown_with_their_unit_and_decimals():
    assert shown(figure("exact", 171232), 171232) == "171,232"
    assert shown(figure("band", 98, unit="%", decimals=1), 98.44) == "98.4 %"
    assert shown(figure("exact", [2, 3, 6]), [2, 3, 6]) == "(2, 3, 6)"


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_plan_has_distinct_figures_known_recipes_and_enough_seeds(name):
    experiment = EXPERIMENTS[name]
    plan = load_plan(experiment.folder)
    ids = [one.id for one in plan.figure]
    assert len(set(ids)) == len(ids)
    assert recipes_of(plan).keys() == {run.name for run in plan.run}
    assert recipes_of(plan, experiment.quick).keys() == {run.name for run in plan.run}
    assert all(one.kind == "shown" or one.published is not None for one in plan.figure)
    if plan.run:
        assert len(set(plan.seeds)) >= (5 if name == "number-reader" else 3)
