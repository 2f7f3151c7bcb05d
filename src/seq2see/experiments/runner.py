"""Running an experiment: train what is missing, measure everything, write the results."""

import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import torch

import seq2see
from seq2see.core.device import threads
from seq2see.core.errors import UnknownNameError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.core.recipe_override import override
from seq2see.experiments.experiment import Experiment
from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.results import Results, write_results
from seq2see.experiments.training_jobs import Job, train_all
from seq2see.store.model_directory import load_model

T = TypeVar("T")

Note = Callable[[str], None]
"""Told, in a few words, what is being done."""


def find_experiment(name: str) -> Experiment:
    """The experiment called `name`. Raises `UnknownNameError` with the near ones."""
    if name not in EXPERIMENTS:
        raise UnknownNameError(
            f"{name}: no experiment of this name{did_you_mean(name, EXPERIMENTS)}.",
            hint=f"There are: {', '.join(EXPERIMENTS)}.",
        )
    return EXPERIMENTS[name]


def run_experiment(
    name: str, out: Path, *, quick: bool = False, note: Note = lambda _: None
) -> tuple[Plan, Results] | None:
    """Train each run that `out` does not hold yet, measure all from the folders, write results.

    Runs that are finished are kept, one that was stopped is taken up again; the figures are
    always computed from the models as they are on disk. None when interrupted.
    """
    experiment = find_experiment(name)
    plan = load_plan(experiment.folder)
    recipes = recipes_of(plan, experiment.quick if quick else ())
    seeds = plan.seeds[:1] if quick else plan.seeds
    folder = out / f"{name}-quick" if quick else out / name
    jobs = [
        Job(recipe, folder / run / f"seed-{seed}", seed)
        for run, recipe in recipes.items()
        for seed in seeds
    ]
    count = 0

    def done(job: Job) -> None:
        nonlocal count
        count += 1
        which = f"{job.directory.parent.name}, seed {job.seed}"
        note(f"{name}: {count} of {len(jobs)} runs trained ({which})")

    if not train_all(jobs, done):
        return None
    note(f"{name}: measuring")
    runs = {run: [folder / run / f"seed-{seed}" for seed in seeds] for run in recipes}
    results = measure(name, recipes, seeds, runs, reduced=quick)
    write_results(results, folder / "results.json")
    return plan, results


def recipes_of(plan: Plan, settings: Sequence[str] = ()) -> dict[str, Recipe]:
    """The complete recipe of each run of a plan, with `settings` on top."""
    return {run.name: override(load_recipe(run.recipe), [*run.set, *settings]) for run in plan.run}


def measure(
    name: str,
    recipes: Mapping[str, Recipe],
    seeds: Sequence[int],
    runs: Mapping[str, Sequence[Path]],
    *,
    reduced: bool = False,
) -> Results:
    """The results of finished runs, a folder for each seed, computed from those folders."""
    experiment = find_experiment(name)
    with threads(1):
        on_paper = experiment.on_paper(recipes)
        of_runs = [
            [experiment.of_run(run, directory) for directory in directories]
            for run, directories in runs.items()
        ]
    seconds = [
        load_model(directory).metrics.get("training_seconds", 0.0)
        for directories in runs.values()
        for directory in directories
    ]
    values = {key: [value] for key, value in on_paper.values.items()} | _together(
        [[one.values for one in seeds_of_run] for seeds_of_run in of_runs]
    )
    return Results(
        experiment=name,
        reduced=reduced,
        seeds=list(seeds),
        values=values | experiment.of_all(values),
        series={key: [points] for key, points in on_paper.series.items()}
        | _together([[one.series for one in seeds_of_run] for seeds_of_run in of_runs]),
        minutes=round(sum(seconds) / 60, 2),
        versions={"seq2see": seq2see.__version__, "torch": str(torch.__version__)},
        commit=_commit(),
        recipes={run: recipe_data(recipe) for run, recipe in recipes.items()},
    )


def _together(runs: Sequence[Sequence[Mapping[str, T]]]) -> dict[str, list[T]]:
    """By key: what each seed gave."""
    found: dict[str, list[T]] = {}
    for seeds in runs:
        for measured in seeds:
            for key, value in measured.items():
                found.setdefault(key, []).append(value)
    return found


def _commit() -> str:
    """The commit of the checkout that this code stands in, or nothing."""
    here = Path(__file__).parent

    def git(*words: str) -> str:
        done = subprocess.run(["git", "-C", here, *words], capture_output=True, text=True)
        return done.stdout.strip() if done.returncode == 0 else ""

    try:
        commit = git("rev-parse", "--short=12", "HEAD")
        changed = git("status", "--porcelain", "--", here.parent.as_posix())
    except OSError:
        return ""
    return commit + "+" * bool(commit and changed)
