"""Built-in tasks: from the `task` section of a recipe to pairs and vocabularies."""

from seq2see.core.recipe import ReadNumbers, Recipe
from seq2see.data.tasks.read_numbers import NumberPairs, number_symbols
from seq2see.data.tasks.reverse import DIGITS, ReversalPairs
from seq2see.data.tasks.task_pairs import TaskPairs
from seq2see.text.codec import Codec
from seq2see.text.vocabulary import Vocabulary


def pairs_of(recipe: Recipe) -> TaskPairs:
    """The pairs of a recipe's task, the same on every machine and in every run."""
    task = recipe.task
    return NumberPairs(task) if isinstance(task, ReadNumbers) else ReversalPairs(task)


def codec_of(recipe: Recipe) -> Codec:
    """The vocabularies of a recipe's task; they depend on its range, not on its split."""
    task = recipe.task
    source, target = number_symbols(task) if isinstance(task, ReadNumbers) else (DIGITS, DIGITS)
    if recipe.text.shared_vocabulary:
        both = Vocabulary(dict.fromkeys([*source, *target]))
        return Codec(recipe.text, both, both)
    return Codec(recipe.text, Vocabulary(source), Vocabulary(target))


__all__ = ["TaskPairs", "codec_of", "pairs_of"]
