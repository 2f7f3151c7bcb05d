"""Arguments and options that several commands share."""

from typing import Annotated

import typer

Model = Annotated[str, typer.Argument(metavar="MODEL", help="Directory of a trained model.")]
Device = Annotated[
    str, typer.Option(help="cpu, cuda, or auto: a GPU where there is one.", metavar="NAME")
]
Threads = Annotated[
    int | None,
    typer.Option(
        help="Processors to use; by default one.",
        metavar="N",
        min=1,
    ),
]
Beam = Annotated[
    int | None,
    typer.Option(help="Hypotheses kept at each step; 1 is greedy.", metavar="N", min=1, max=1000),
]
PairsOrHeldOut = Annotated[
    str | None,
    typer.Argument(
        metavar="[FILE]",
        help="Pairs: source, a tab, target. Without it, the pairs the recipe holds out.",
    ),
]
Targets = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="The targets, where FILE holds sources alone."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
