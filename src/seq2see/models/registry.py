"""From the `model` section of a recipe to a network with fresh weights."""

from seq2see.core.recipe import Lstm, OneStack, Recipe, Transformer
from seq2see.models.lstm import LstmModel
from seq2see.models.one_stack import OneStackModel
from seq2see.models.transformer import TransformerModel

AnyModel = TransformerModel | OneStackModel | LstmModel
"""Every network under the contract."""


def build_model(recipe: Recipe, source_symbols: int, target_symbols: int) -> AnyModel:
    """A new model of the recipe's kind and sizes, for vocabularies of these sizes.

    First weights come from torch's global generator; see `core.seeds.seed_torch`.
    """
    text = recipe.text
    match recipe.model:
        case Transformer() as model:
            return TransformerModel(model, text, source_symbols, target_symbols)
        case OneStack() as model:
            return OneStackModel(model, text, target_symbols)
        case Lstm() as model:
            return LstmModel(model, source_symbols, target_symbols)
