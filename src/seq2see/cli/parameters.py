"""`seq2see parameters`."""

from typing import TYPE_CHECKING, Annotated

import typer

from seq2see.cli.options import Json

if TYPE_CHECKING:
    from seq2see.core.recipe import Recipe


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
    from seq2see.inspection.parameters import parameter_table
    from seq2see.models.named_weights import named_weights
    from seq2see.models.registry import build_model

    recipe = override(load_recipe(model), settings or [])
    sizes = _sizes(model, recipe, vocabulary)
    with torch.device("meta"):  # shapes without numbers: no memory, whatever the size
        built = build_model(recipe, *sizes)
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


def _sizes(model: str, recipe: "Recipe", vocabulary: int | None) -> tuple[int, int]:
    """Sizes of the two vocabularies: given, a trained model's, or those of the recipe's task."""
    from pathlib import Path

    from seq2see.core.errors import InputError
    from seq2see.core.recipe import FilePairs
    from seq2see.data.tasks import codec_of
    from seq2see.store.model_directory import load_codec

    if vocabulary is not None:
        return vocabulary, vocabulary
    if isinstance(recipe.task, FilePairs) and not recipe.task.train:
        raise InputError(
            f"{recipe.name}: its vocabularies are learned from a file, and none is named.",
            hint="Give their size (--vocabulary N), or a trained model.",
        )
    codec = load_codec(Path(model), recipe) if Path(model).is_dir() else codec_of(recipe)
    return len(codec.source), len(codec.target)
