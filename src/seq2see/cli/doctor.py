"""`seq2see doctor`."""

from typing import TYPE_CHECKING, Annotated

import typer

from seq2see.cli.options import Device, Json, Model, PairsOrHeldOut, Targets, Threads

if TYPE_CHECKING:
    from rich.table import Table

    from seq2see.doctor.finding import Finding

_OUTCOMES = {
    "passed": ("✓ passed", "green"),
    "failed": ("✗ failed", "bold red"),
    "does not apply": ("– has none", "dim"),
}
_SIZES = ("logits", "log-probabilities", "weights")


def doctor(
    model: Model,
    file: PairsOrHeldOut = None,
    targets: Targets = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            help="Pairs to use, spread over their lengths; by default 32, fewer for a large model.",
            metavar="N",
            min=1,
        ),
    ] = None,
    json: Json = False,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Check on your own model and data what must be true of every model.

    Padding is invisible, no step sees what comes after it, stepping equals forward, greedy equals a
    beam of 1, a score is the forced score, saved equals loaded, and more. Exit status 0: every
    check passed; 1: a check failed; 2: a mistake in what was given.
    """
    from pathlib import Path

    import msgspec

    from seq2see.cli.console import console, messages, put
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import InputError
    from seq2see.data.lines import origin_of
    from seq2see.data.pair_files import read_given_pairs
    from seq2see.data.tasks import pairs_of
    from seq2see.doctor.examine import examine_with, sample_for
    from seq2see.predictor.predictor import load

    predictor = load(model, device=device)
    given = None if file is None else read_given_pairs(file, targets, predictor.recipe)
    known = pairs_of(predictor.recipe).held_out if given is None else given.pairs
    if not known:
        raise InputError("the recipe holds no pairs out.", hint="Give a file of pairs.")
    what = "held-out pairs" if file is None else f"pairs of {origin_of(file)}"
    sample = sample_for(
        predictor,
        known,
        count=pairs,
        origin=what if given is None else given.origin,
        lines=None if given is None else given.lines,
    )
    with use_threads(threads or 1), messages.status("examining …") as status:
        findings = examine_with(
            predictor,
            sample,
            directory=Path(model),
            begin=lambda name: status.update(f"examining: {name} …"),
        )
    failed = [finding for finding in findings if finding.failed]
    if json:
        found = {
            "model": predictor.recipe.name,
            "pairs": len(sample.pairs),
            "passed": not failed,
            "findings": findings,
        }
        put(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", None)
    else:
        console.print(_table(findings))
        for finding in failed:
            console.print()
            console.print(_failure(finding))
        tried = [finding for finding in findings if finding.outcome != "does not apply"]
        told = f"{len(failed)} of {len(tried)} checks failed" if failed else (
            f"all {len(tried)} checks passed"
        )  # fmt: skip
        console.print(
            f"\n{predictor.recipe.name}: {told}, on {len(sample.pairs):,} of {len(known):,} {what}",
            markup=False,
        )
    if failed:
        raise typer.Exit(1)


def _table(findings: "list[Finding]") -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("outcome", no_wrap=True)
    table.add_column("check", no_wrap=True)
    table.add_column("what should hold")
    table.add_column("largest\ndifference", justify="right", no_wrap=True)
    table.add_column("rounding\nup to", justify="right", no_wrap=True)
    for finding in findings:
        mark, style = _OUTCOMES[finding.outcome]
        tolerance = _number(finding.tolerance) if finding.unit in _SIZES else ""
        outcome = f"[{style}]{mark}[/]"
        table.add_row(outcome, finding.name, finding.meaning, _largest(finding), tolerance)
    return table


def _failure(finding: "Finding") -> "Table":
    """What was found, where, and why that may be."""
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text(_OUTCOMES["failed"][0], "bold red"), Text(finding.name, "bold"))
    grid.add_row("should hold", Text(finding.meaning))
    if finding.largest is not None:
        of = f" (in {finding.unit})" if finding.unit in _SIZES else ""
        grid.add_row("found", Text(f"{_largest(finding)}{of}"))
    grid.add_row("where", Text(finding.where))
    if finding.follows:
        first = ", ".join(finding.follows)
        grid.add_row("perhaps", Text(f"it only follows from {first}: mend that first"))
    grid.add_row("usual cause", Text(finding.cause))
    return grid


def _largest(finding: "Finding") -> str:
    if finding.largest is None:
        return ""
    if finding.unit in _SIZES:
        return _number(finding.largest)
    return f"{finding.largest:.0f} {finding.unit}"


def _number(value: float | None) -> str:
    """A size in few digits: 0, 0.31, 3e-16."""
    if not value:
        return "" if value is None else "0"
    if value >= 0.01:
        return f"{value:.3g}"
    mantissa, _, exponent = f"{value:.0e}".partition("e")
    return f"{mantissa}e{int(exponent)}"
