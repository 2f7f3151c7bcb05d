"""`seq2see train`."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from seq2see.cli.options import Device, Threads


def train(
    recipe: Annotated[
        str,
        typer.Argument(
            metavar="RECIPE", help="Name of a recipe, a .toml file, or a model directory."
        ),
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Folder for the model and its log.")
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change a value of the recipe; may be repeated."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the run that DIR holds.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the run that DIR holds.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Seed, instead of the recipe's.")
    ] = None,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Train a recipe into a model directory.

    Ctrl-C saves and stops; the same command with --resume goes on as if nothing had happened.
    Recipes that ship: number-reader, microscope, transformer-base, transformer-big. DIR/recipe.toml
    shows all that can be --set.
    """
    from seq2see.cli.console import messages
    from seq2see.core.errors import RunError
    from seq2see.core.recipe_file import load_recipe
    from seq2see.core.recipe_override import override

    chosen = override(load_recipe(recipe), settings or [])
    if resume and overwrite:
        raise RunError("--resume and --overwrite contradict each other.", hint="Give one of them.")
    with messages.status("Starting torch …"):
        from seq2see.cli.progress import ProgressReport
        from seq2see.training.run_folder import how_to_resume
        from seq2see.training.train import train as run
    result = run(
        chosen,
        out,
        resume=resume,
        overwrite=overwrite,
        seed=seed,
        device=device,
        thread_count=threads,
        report=ProgressReport(messages),
    )
    if not result.finished:
        messages.print(
            f"Stopped after update {result.metrics['updates']}; the model so far is in {out}.\n"
            f"Go on with: {how_to_resume(out)}",
            markup=False,
            soft_wrap=True,
        )
        raise typer.Exit(130)
    quoted = shlex.quote(result.example)
    accuracy = result.metrics["held_out_accuracy"]
    right = "" if accuracy is None else f"; {accuracy:.1%} of the held-out pairs are right"
    messages.print(
        f"Done: {out}{right}.\nTry it: echo {quoted} | seq2see predict {out}    "
        f"or: seq2see explain {out} {quoted}",
        markup=False,
        soft_wrap=True,
    )
