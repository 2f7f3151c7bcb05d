"""`seq2see explain`."""

from pathlib import Path
from typing import Annotated

import typer

from seq2see.cli.options import Beam, Device, Json, Model, Threads


def explain(
    model: Model,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A source, such as 427.")],
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="TEXT", help="Explain this answer, not the model's own."),
    ] = None,
    beam: Beam = None,
    n_best: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Hypotheses to show; by default the whole beam."),
    ] = None,
    layer: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Decoder layer to draw; by default the last."),
    ] = None,
    head: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Head to draw; by default the mean of all."),
    ] = None,
    json: Json = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page to open in a browser."),
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option("--figure", metavar="FILE", help="Write a figure: .svg, .png or .pdf."),
    ] = None,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Show an answer, how sure the model was of each word, and where each word looked.

    JSON and the page hold every head of every layer for every hypothesis.
    """
    import msgspec

    from seq2see.cli.console import console, put, warn
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import Seq2seeError
    from seq2see.core.files import write_text
    from seq2see.predictor.predictor import load

    if target is not None and (beam is not None or n_best is not None):
        raise Seq2seeError(
            "--target explains one given answer; --beam and --n-best search for some."
        )
    predictor = load(model, device=device)
    with use_threads(threads or 1):
        found = predictor.explain(text, target=target, beam=beam, n_best=n_best)
    attention = found.hypotheses[0].cross_attention
    _check("layer", layer, len(attention))
    _check("head", head, len(attention[0]) if attention else 0)
    view = {"layer": -1 if layer is None else layer - 1, "head": None if head is None else head - 1}
    for note in found.notes if json or html or figure else []:
        warn(note)
    if figure is not None:  # first, because it may be refused
        from seq2see.predictor.figure import save_figure

        save_figure(found, figure, **view)
    if html is not None:
        from seq2see.predictor.page import render_page

        write_text(html, render_page(found))
    if json:
        put(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", None)
    elif html is None and figure is None:
        from seq2see.predictor.terminal import render_terminal

        console.print(render_terminal(found, width=console.width, **view))
    for path in filter(None, (html, figure)):
        warn(f"wrote {path}")


def _check(name: str, number: int | None, count: int) -> None:
    from seq2see.core.errors import Seq2seeError

    if number is not None and number > count:
        there = f"the model has {count}" if count else "the model has no attention"
        raise Seq2seeError(f"--{name} {number}: {there}.", hint=f"Use 1 to {count}." * bool(count))
