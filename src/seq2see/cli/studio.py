"""`seq2see studio`."""

from pathlib import Path
from typing import Annotated

import typer


def studio(
    models: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[MODEL ...]",
            help="Directories of trained models, or folders that hold some.",
        ),
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=1, max=65_535, help="Port; the next free one if busy.")
    ] = 8765,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser.")
    ] = False,
    made: Annotated[
        list[Path] | None,
        typer.Option(
            "--made",
            metavar="DIR",
            help="Where the chapters' models lie already, as `reproduce --out DIR` leaves them; "
            "may be repeated.",
        ),
    ] = None,
    pairs: Annotated[
        list[Path] | None,
        typer.Option(
            "--pairs", metavar="FILE", help="Pairs to measure models on; may be repeated."
        ),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(
            "--cache",
            metavar="DIR",
            help="Where the chapters' models are made; by default ~/.cache/seq2see.",
        ),
    ] = None,
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
    """Open the studio: a page on this machine in which models are seen at work.

    The chapters' models are there, too; what is missing of them is trained on first use. The page
    is for this machine only: its address holds a secret that is new each time. Ctrl-C ends it.
    """
    from seq2see.cli.console import messages
    from seq2see.core.errors import InputError, MissingExtraError

    missing = [str(path) for path in pairs or [] if not path.is_file()]
    if missing:
        raise InputError("--pairs: no such file:", missing)
    missing = [str(path) for path in [*(models or []), *(made or [])] if not path.is_dir()]
    if missing:
        raise InputError(
            "no such folder:", missing, "Give folders of trained models, or that hold some."
        )
    try:
        from seq2see.studio.serve import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        raise MissingExtraError(
            f"The studio needs {error.name}, which is not installed.",
            hint="Install it with: pip install 'seq2see[studio]'",
        ) from None
    from seq2see.studio.shelf import StudioShelf
    from seq2see.studio.studio import Studio

    shelf = StudioShelf(models or [], made=made or [], cache=cache, threads=threads)
    opened = Studio(shelf, pairs or [])

    def told(address: str) -> None:
        lines = [f"The studio is at {address}"]
        if f":{port}/" not in address:
            lines.append(f"Port {port} was taken.")
        lines += [*opened.notices(), "Open it in a browser of this machine. Ctrl-C ends it."]
        for line in lines:
            messages.print(line, markup=False, highlight=False, soft_wrap=True)

    serve(opened, port=port, open_browser=open_browser, told=told)
    messages.print("The studio has ended.")
