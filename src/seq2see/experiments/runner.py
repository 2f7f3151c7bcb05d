"""Running an experiment: train what is missing, measure everything, write the results."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch

import seq2see
from seq2see.core.device import threads
from seq2see.core.errors import UnknownNameError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.experiments import number_reader
from seq2see.experiments.experiment import Experiment
from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.results import Results, write_results
from seq2see.store.model_directory import load_model
from seq2see.training.report import Report, SilentReport
from seq2see.training.run_folder import is_run
from seq2see.training.train import train

EXPERIMENTS: dict[str, Experiment] = {"number-reader": number_reader.EXPERIMENT}


def find_experiment(name: str) -> Experiment:
    """The experiment called `name`. Raises `UnknownNameError` with the near ones."""
    if name not in EXPERIMENTS:
        raise UnknownNameError(
            f"{name}: no experiment of this name{did_you_mean(name, EXPERIMENTS)}.",
            hint=f"There are: {', '.join(EXPERIMENTS)}.",
        )
    return EXPERIMENTS[name]


def run_experiment(
    name: str,
    out: Path,
    *,
    quick: bool = False,
    report: Callable[[], Report] = SilentReport,
) -> tuple[Plan, Results] | None:
    """Train each seed that `out` does not hold yet, measure all from the folders, write results.

    Runs that are finished are kept, one that was stopped is taken up again; the figures are
    always computed from the models as they are on disk. None when interrupted. `report` makes a
    watcher for each run.
    """
    experiment = find_experiment(name)
    plan = load_plan(experiment.folder)
    recipe = load_recipe(plan.recipe)
    seeds = plan.seeds
    if quick:
        seeds = seeds[:1]
        training = msgspec.structs.replace(recipe.training, **experiment.quick)
        recipe = msgspec.structs.replace(recipe, training=training)
    folder = out / f"{name}-quick" if quick else out / name
    runs = [folder / f"seed-{seed}" for seed in seeds]
    for seed, run in zip(seeds, runs, strict=True):
        done = train(recipe, run, resume=is_run(run), seed=seed, device="cpu", report=report())
        if not done.finished:
            return None
    results = measure(name, recipe, seeds, runs, reduced=quick)
    write_results(results, folder / "results.json")
    return plan, results


def measure(
    name: str, recipe: Recipe, seeds: list[int], runs: list[Path], *, reduced: bool = False
) -> Results:
    """The results of finished runs, one for each seed, computed from their folders."""
    experiment = find_experiment(name)
    with threads(1):
        on_paper = experiment.measure_without_training(recipe)
        measured = [experiment.measure_run(run) for run in runs]
    keys = dict.fromkeys(key for values in measured for key in values)
    seconds = [load_model(run).metrics.get("training_seconds", 0.0) for run in runs]
    return Results(
        experiment=name,
        reduced=reduced,
        seeds=seeds,
        values={key: [value] for key, value in on_paper.items()}
        | {key: [values[key] for values in measured if key in values] for key in keys},
        minutes=round(sum(seconds) / 60, 2),
        versions={"seq2see": seq2see.__version__, "torch": str(torch.__version__)},
        commit=_commit(),
        recipe=recipe_data(recipe),
    )


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
