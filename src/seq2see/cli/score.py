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

    Natural logarithms, summed over the symbols of the target, the end symbol included.
    """
    from seq2see.cli.console import put
    from seq2see.core.device import threads as use_threads
    from seq2see.data.lines import origin_of
    from seq2see.data.pair_files import read_given_pairs
    from seq2see.predictor.predictor import load

    predictor = load(model, device=device)
    pairs = read_given_pairs(file, targets, predictor.recipe)
    with use_threads(threads or 1):
        scores = predictor.score(pairs, origin=origin_of(file))
    put("".join(f"{value:.6f}\n" for value in scores), out)
