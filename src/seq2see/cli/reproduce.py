"""`seq2see reproduce`."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from seq2see.experiments.figure import Plan
    from seq2see.experiments.report import ReportEntry
    from seq2see.experiments.results import Results


def reproduce(
    name: Annotated[
        str, typer.Argument(metavar="[NAME or all]", help="An experiment, such as number-reader.")
    ] = "all",
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder for the runs and the results.")
    ] = Path("reproduction"),
    quick: Annotated[
        bool, typer.Option("--quick", help="One seed and few epochs: shows that it runs.")
    ] = False,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FILE",
            help="Show these results; nothing is trained or measured. With --report also a folder.",
        ),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    report: Annotated[
        Path | None,
        typer.Option(
            "--report", metavar="DIR", help="Write it all as one page and as Markdown into DIR."
        ),
    ] = None,
) -> None:
    """Make an experiment's published numbers again and show them beside ours.

    Finished runs in DIR are kept, stopped ones are taken up again, and every figure is computed
    from the models as they are there. Results are written to DIR/NAME/results.json.
    """
    from seq2see.cli.console import messages
    from seq2see.cli.tables import print_figures
    from seq2see.experiments.figure import load_plan
    from seq2see.experiments.registry import EXPERIMENTS
    from seq2see.experiments.results import read_results
    from seq2see.experiments.runner import find_experiment, run_experiment

    if results is not None and report is not None and results.is_dir():
        from seq2see.experiments.report.entry import entries_below

        _write(entries_below(results), report)
        return
    if results is not None:
        saved = read_results(results)
        plan = load_plan(find_experiment(saved.experiment).folder)
        print_figures(plan, saved, markdown)
        if report is not None:
            from seq2see.experiments.report.entry import entry_of

            _write([entry_of(saved.experiment, plan, saved, results.parent)], report)
        return
    finished: "list[tuple[str, Plan, Results]]" = []
    for one in EXPERIMENTS if name == "all" else [name]:
        with messages.status(f"{one}: training what is missing …") as status:

            def note(text: str, show: Callable[[str], None] = status.update) -> None:
                show(text)
                if not messages.is_terminal:
                    messages.print(text, markup=False)

            done = run_experiment(one, out, quick=quick, note=note)
        if done is None:
            messages.print("Stopped; the same command goes on from here.")
            raise typer.Exit(130)
        print_figures(*done, markdown)
        finished.append((one, *done))
    if report is not None:
        from seq2see.experiments.report.entry import entry_of

        _write(
            [
                entry_of(one, plan, found, out / (f"{one}-quick" if quick else one))
                for one, plan, found in finished
            ],
            report,
        )


def _write(entries: "Iterable[ReportEntry]", directory: Path) -> None:
    """Write the report and say where it is."""
    from seq2see.cli.console import messages
    from seq2see.experiments.report import write_report

    page = write_report(list(entries), directory)
    messages.print(
        f"The report is in {page}, and as Markdown beside it.", markup=False, soft_wrap=True
    )
