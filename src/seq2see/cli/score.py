"""`seq2see score`."""

from pathlib import Path
from typing import Annotated

import typer

from seq2see.cli.options import Device, Model, Targets, Threads


def score(
    model: Model,
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Pairs: source, a tab, target; - is standard input."),
    ],
    targets: Targets = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write there, all or nothing.")
    ] = None,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Print the log-probability of each target given its source, one line a pair.

    Natural logarithms, summed over the symbols of the target, the end symbol included; four
    decimals. A blank line gives a blank one.
    """
    from seq2see.cli.console import put
    from seq2see.core.device import threads as use_threads
    from seq2see.core.score_text import score_text
    from seq2see.data.pair_files import read_given_pairs
    from seq2see.predictor.predictor import load

    predictor = load(model, device=device)
    given = read_given_pairs(file, targets, predictor.recipe)
    with use_threads(threads or 1):
        scores = predictor.score(
            given.pairs, origin=given.origin, lines=given.lines, target_origin=given.target_origin
        )
    shown = {line: score_text(value) for line, value in zip(given.lines, scores, strict=True)}
    put("".join(f"{shown.get(n, '')}\n" for n in range(given.first, given.last + 1)), out)
