"""`ReportEntry`: one experiment as the report receives it, whether it can be shown or not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from seq2see.core.errors import Seq2seeError
from seq2see.experiments.figure import Plan, load_plan
from seq2see.experiments.registry import EXPERIMENTS
from seq2see.experiments.report.alignments import Alignments, alignments
from seq2see.experiments.results import Results, read_results

LOOKED_INTO = ("number-reader", "six-digit-reader", "boss-reverser")
"""Experiments of which the report shows where a trained model looks."""


@dataclass(frozen=True)
class ReportEntry:
    """A plan with what was measured for it, or with the reason why there is nothing."""

    name: str
    plan: Plan
    results: Results | None = None
    error: str = ""
    """Why there are no results; empty when there are."""
    alignments: Alignments | None = None
    """None where the trained models were not at hand."""


def entry_of(name: str, plan: Plan, results: Results, runs: Path) -> ReportEntry:
    """The entry of finished results; `runs` is the folder that may hold the trained models."""
    if name not in LOOKED_INTO:
        return ReportEntry(name, plan, results)
    # The plan's names, not those of the file: a file says nothing about where to read.
    folders = {
        run.name: [runs / run.name / f"seed-{seed}" for seed in results.seeds] for run in plan.run
    }
    return ReportEntry(name, plan, results, alignments=alignments(folders))


def read_entry(name: str, path: Path) -> ReportEntry:
    """The entry of a results file; one that is missing, damaged or foreign gives its error."""
    plan = load_plan(EXPERIMENTS[name].folder)
    try:
        results = read_results(path)
    except Seq2seeError as error:
        # A report is passed on: it names the file, not where it lay on someone's machine.
        return ReportEntry(name, plan, error=error.message().replace(str(path), _short(path)))
    if results.experiment != name:
        found = f"{_short(path)}: holds results of {results.experiment}, expected {name}."
        return ReportEntry(name, plan, error=found)
    return entry_of(name, plan, results, path.parent)


def entries_below(folder: Path) -> Iterator[ReportEntry]:
    """Every experiment's entry from the results in `folder`, in the order of the chapters.

    Results are looked for as `NAME.json` and as a run leaves them, `NAME/results.json` or, reduced,
    `NAME-quick/results.json`.
    """
    for name in EXPERIMENTS:
        places = [
            folder / f"{name}.json",
            folder / name / "results.json",
            folder / f"{name}-quick" / "results.json",
        ]
        yield read_entry(name, _first_there(places))


def _short(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"


def _first_there(places: Sequence[Path]) -> Path:
    return next((place for place in places if place.exists()), places[0])
