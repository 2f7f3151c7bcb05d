"""`seq2see train`."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seq2see.cli.options import Device

if TYPE_CHECKING:
    from seq2see.core.recipe import Recipe


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
    train_file: Annotated[
        str | None,
        typer.Option("--train", metavar="FILE", help="Pairs to learn from; - is standard input."),
    ] = None,
    train_target: Annotated[
        str | None,
        typer.Option("--train-target", metavar="FILE", help="Targets, where --train has sources."),
    ] = None,
    dev_file: Annotated[
        str | None,
        typer.Option("--dev", metavar="FILE", help="Pairs to measure on while learning."),
    ] = None,
    dev_target: Annotated[
        str | None,
        typer.Option("--dev-target", metavar="FILE", help="Targets, where --dev has sources."),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change a value of the recipe; may be repeated."
        ),
    ] = None,
    init: Annotated[
        Path | None,
        typer.Option("--init", metavar="MODEL", help="Start from this trained model's weights."),
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
    dry_run: Annotated[
        bool,
        typer.Option("--dry-run", help="Show what would be learned, sizes, memory and time."),
    ] = False,
    tensorboard: Annotated[
        bool, typer.Option("--tensorboard", help="Write DIR/tensorboard as well as DIR/log.jsonl.")
    ] = False,
    device: Device = "auto",
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="Processors to use; by default one for a small model and for an LSTM narrower "
            "than 1024, otherwise all, or OMP_NUM_THREADS where that is less.",
        ),
    ] = None,
) -> None:
    """Train a recipe into a model directory.

    Ctrl-C saves and stops; the same command with --resume goes on as if nothing had happened. A
    second Ctrl-C stops at once, without saving.
    For pairs of your own, with --train FILE and --dev FILE: g2p, transliteration, inflection,
    translation. The chapters' models: number-reader, microscope, one-stack-reader, reverser,
    boss-reverser, six-digit-reader, transformer-base, transformer-big. DIR/recipe.toml shows all
    that can be --set.
    """
    from seq2see.cli.came_apart import came_apart
    from seq2see.cli.console import messages
    from seq2see.core.errors import RunError
    from seq2see.core.recipe_file import load_recipe
    from seq2see.core.recipe_override import override

    files = {
        "train": train_file,
        "train_target": train_target,
        "dev": dev_file,
        "dev_target": dev_target,
    }
    chosen = _with_files(load_recipe(recipe), files)
    chosen = override(chosen, settings or [])
    if resume and overwrite:
        raise RunError("--resume and --overwrite contradict each other.", hint="Give one of them.")
    with messages.status("Starting torch …"):
        from seq2see.cli.progress import ProgressReport
        from seq2see.training.report import Report, Reports
        from seq2see.training.run_folder import how_to_resume
        from seq2see.training.train import train as run
    if dry_run:
        _show_dry_run(chosen, init, seed, device, threads)
        return
    reports: list[Report] = [ProgressReport(messages, resume=resume)]
    if tensorboard:
        from seq2see.training.tensorboard import TensorBoardReport

        reports.append(TensorBoardReport(out / "tensorboard"))
    result = run(
        chosen,
        out,
        init=init,
        resume=resume,
        overwrite=overwrite,
        seed=seed,
        device=device,
        thread_count=threads,
        report=Reports(reports),
    )
    apart = came_apart(result.metrics, chosen)
    if not result.finished:
        messages.print(
            f"Stopped after update {result.metrics['updates']}; the model so far is in {out}.\n"
            f"Go on with: {how_to_resume(out)}",
            *apart, sep="\n", markup=False, soft_wrap=True,
        )  # fmt: skip
        raise typer.Exit(130)
    quoted = _quoted(result.example)
    accuracy = result.metrics["held_out_accuracy"]
    right = "" if accuracy is None else f"; {accuracy:.1%} of the held-out pairs are right"
    what_next = [
        f"Try it: echo {quoted} | seq2see predict {out}    or: seq2see explain {out} {quoted}"
    ]
    messages.print(
        f"{'Ended' if apart else 'Done'}: {out}{right}.",
        *(apart or what_next), sep="\n", markup=False, soft_wrap=True,
    )  # fmt: skip


def _with_files(recipe: "Recipe", files: dict[str, str | None]) -> "Recipe":
    """The recipe with the files that the command names; two files a side are parallel text."""
    import msgspec

    from seq2see.core.errors import RecipeError
    from seq2see.core.recipe import FilePairs

    given = {
        key: name if name == "-" else str(Path(name).absolute())  # it may be read from elsewhere
        for key, name in files.items()
        if name is not None
    }
    if not given:
        return recipe
    if not isinstance(recipe.task, FilePairs):
        raise RecipeError(
            f"{recipe.name}: learns a built-in task, not from files.",
            hint="Leave the files out, or take a recipe for pairs: g2p, inflection, "
            "transliteration, translation.",
        )
    task = msgspec.structs.replace(recipe.task, **given)
    if task.train_target:
        task = msgspec.structs.replace(task, layout="parallel")
    return msgspec.structs.replace(recipe, task=task)


def _show_dry_run(
    recipe: "Recipe", init: Path | None, seed: int | None, device: str, threads: int | None
) -> None:
    import msgspec

    from seq2see.cli.console import console
    from seq2see.cli.dry_run import show_dry_run
    from seq2see.training.dry_run import dry_run

    if seed is not None:
        training = msgspec.structs.replace(recipe.training, seed=seed)
        recipe = msgspec.structs.replace(recipe, training=training)
    found = dry_run(recipe, device=device, thread_count=threads, init=init)
    show_dry_run(found, recipe, console)


def _quoted(text: str) -> str:
    """A text as a shell takes it; a tab, before features, is written so that it can be seen."""
    if "\t" not in text:
        return shlex.quote(text)
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\t", "\\t")
    return f"$'{escaped}'"
