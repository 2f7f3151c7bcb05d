"""`seq2see parameters`."""

from typing import Annotated

import typer

from seq2see.cli.options import Json


def parameters(
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL-or-RECIPE",
            help="A model directory, the name of a recipe, or a .toml file.",
        ),
    ],
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Change a value of the recipe; may be repeated."
        ),
    ] = None,
    vocabulary: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=4, help="Count for vocabularies of N symbols, not for the task's."
        ),
    ] = None,
    weights: Annotated[
        bool, typer.Option("--weights", help="List every weight with its shape.")
    ] = False,
    json: Json = False,
) -> None:
    """Show how many parameters each part of a model holds."""
    import msgspec
    import torch
    from rich.table import Table

    from seq2see.cli.console import console, put
    from seq2see.core.recipe_file import load_recipe
    from seq2see.core.recipe_override import override
    from seq2see.data.tasks import codec_of
    from seq2see.inspection.parameters import parameter_table
    from seq2see.models.named_weights import named_weights
    from seq2see.models.registry import build_model

    recipe = override(load_recipe(model), settings or [])
    codec = codec_of(recipe)
    with torch.device("meta"):  # shapes without numbers: no memory, whatever the size
        built = build_model(
            recipe, vocabulary or len(codec.source), vocabulary or len(codec.target)
        )
    if weights:
        rows = [
            (name, " × ".join(map(str, weight.shape)), weight.numel())
            for name, weight in named_weights(built).items()
        ]
    else:
        rows = [(r.part, r.made_of, r.parameters) for r in parameter_table(built, recipe.model)]
    if json:
        data = [{"part": p, "made_of": m, "parameters": n} for p, m, n in rows]
        put(msgspec.json.format(msgspec.json.encode(data)).decode() + "\n", None)
        return
    table = Table(title=f"Parameters of {recipe.name}", title_justify="left")
    table.add_column("weight" if weights else "part")
    table.add_column("shape" if weights else "made of")
    table.add_column("parameters", justify="right")
    for part, made_of, count in rows:
        if part == "total":
            table.add_section()
        table.add_row(part, made_of, f"{count:,}")
    console.print(table)
