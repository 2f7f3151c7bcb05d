"""Running an experiment: train what is missing, measure everything, write the results."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import torch

import seq2see
from seq2see.core.errors import UnknownNameError
from seq2see.core.near import did_you_mean
from seq2see.core.recipe_file import load_recipe, recipe_data
from seq2see.experiments import number_reader
from seq2see.experiments.experiment import Experiment
from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.results import Results, write_results
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
    values = {key: [value] for key, value in experiment.measure_without_training(recipe).items()}
    seconds = 0.0
    for seed in seeds:
        directory = folder / f"seed-{seed}"
        result = train(
            recipe, directory, resume=is_run(directory), seed=seed, device="cpu", report=report()
        )
        if not result.finished:
            return None
        seconds += result.metrics["training_seconds"] or 0.0
        for key, value in experiment.measure_run(directory).items():
            values.setdefault(key, []).append(value)
    results = Results(
        experiment=name,
        reduced=quick,
        seeds=seeds,
        values=values,
        minutes=round(seconds / 60, 2),
        versions={"seq2see": seq2see.__version__, "torch": str(torch.__version__)},
        commit=_commit(),
        recipe=recipe_data(recipe),
    )
    write_results(results, folder / "results.json")
    return plan, results


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
