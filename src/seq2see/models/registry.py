"""From the `model` section of a recipe to a network with fresh weights."""

from seq2see.core.recipe import Recipe
from seq2see.models.transformer import TransformerModel


def build_model(recipe: Recipe, source_symbols: int, target_symbols: int) -> TransformerModel:
    """A new model of the recipe's kind and sizes, for vocabularies of these sizes.

    First weights come from torch's global generator; see `core.seeds.seed_torch`.
    """
    return TransformerModel(recipe.model, recipe.text, source_symbols, target_symbols)
