"""Every number of the two chapters has an experiment, a figure, a recipe and a result."""

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from seq2see.experiments.figure import judge, load_plan
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.results import Results, read_results

RESULTS = Path(__file__).parent.parent.parent / "results"
CHECKLIST = tomllib.loads(
    (resources.files("seq2see.experiments") / "checklist.toml").read_text("utf-8")
)["number"]
PLANS = {name: load_plan(experiment.folder) for name, experiment in EXPERIMENTS.items()}


def results_of(name: str) -> Results:
    """The results in the repository."""
    return read_results(RESULTS / f"{name}.json")


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_results_are_whole_and_are_of_the_plan_as_it_is(name):
    results = results_of(name)
    plan = PLANS[name]
    assert not results.reduced
    assert results.seeds == plan.seeds
    assert results.recipes.keys() == {run.name for run in plan.run}
    unmeasured = [
        f.id for f in plan.figure if judge(f, results.values.get(f.id, [])) == "not measured"
    ]
    assert unmeasured == []


@pytest.mark.parametrize(("where", "number", "experiment", "figure"), CHECKLIST)
def test_a_number_of_the_chapters_is_held_by_a_figure(where, number, experiment, figure):
    (held,) = [one for one in PLANS[experiment].figure if one.id == figure]
    assert held.where.split()[0] == where.split()[0], f"{number} stands in {where}"
    assert results_of(experiment).values[figure]


def test_no_published_figure_is_missing_from_the_checklist():
    listed = {(experiment, figure) for _, _, experiment, figure in CHECKLIST}
    twice = {one for _, _, _, one in CHECKLIST}  # the same figure may stand in two experiments
    missing = [
        (name, figure.id)
        for name, plan in PLANS.items()
        for figure in plan.figure
        if figure.published is not None
        and (name, figure.id) not in listed
        and figure.id not in twice
        and not figure.id.startswith("difference-")
    ]
    assert missing == []
