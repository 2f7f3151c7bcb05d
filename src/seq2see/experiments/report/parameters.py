"""The parameter tables of the models of an experiment."""

from dataclasses import dataclass

import torch

from seq2see.core.recipe import Recipe
from seq2see.data.tasks import codec_of
from seq2see.experiments.report.curves import recipe_of
from seq2see.experiments.results import Results
from seq2see.inspection.parameters import ParameterRow, parameter_table
from seq2see.models.registry import build_model


@dataclass(frozen=True)
class ModelTable:
    """The parameters of a model, and the runs that it was trained in."""

    runs: list[str]
    rows: list[ParameterRow]


def model_tables(results: Results) -> list[ModelTable]:
    """A table for each model among the runs; runs of equal size share one.

    Raises `RecipeError` where a recipe of the results is damaged.
    """
    tables: list[ModelTable] = []
    for run in results.recipes:
        rows = _rows(recipe_of(results, run))
        same = next((table for table in tables if table.rows == rows), None)
        if same is None:
            tables.append(ModelTable([run], rows))
        else:
            same.runs.append(run)
    return tables


def _rows(recipe: Recipe) -> list[ParameterRow]:
    codec = codec_of(recipe)
    with torch.device("meta"):  # shapes without numbers: no memory, whatever the size
        model = build_model(recipe, len(codec.source), len(codec.target))
    return parameter_table(model, recipe.model)
