"""From the `task` section of a recipe to pairs and vocabularies."""

from seq2see.core.recipe import FilePairs, ReadNumbers, Recipe, Reverse
from seq2see.data.file_pairs import PairsFromFiles
from seq2see.data.tasks.read_numbers import NumberPairs, number_symbols
from seq2see.data.tasks.reverse import DIGITS, ReversalPairs
from seq2see.data.tasks.task_pairs import TaskPairs
from seq2see.text.codec import Codec
from seq2see.text.learn import learn_codec
from seq2see.text.vocabulary import Vocabulary


def pairs_of(recipe: Recipe) -> TaskPairs:
    """The pairs of a recipe's task, the same on every machine and in every run.

    Raises `InputError` where they come from files and one of them is missing or wrong.
    """
    match recipe.task:
        case ReadNumbers() as task:
            return NumberPairs(task)
        case Reverse() as task:
            return ReversalPairs(task)
        case FilePairs() as task:
            return PairsFromFiles(task)


def codec_of(recipe: Recipe, pairs: TaskPairs | None = None) -> Codec:
    """The vocabularies of a recipe's task.

    Those of a built-in task depend on its range, not on its split; those of pairs from files are
    learned from what is there to learn from. `pairs` spares reading them again.
    """
    match recipe.task:
        case ReadNumbers() as task:
            source, target = number_symbols(task)
        case Reverse():
            source, target = DIGITS, DIGITS
        case FilePairs():
            found = (pairs or pairs_of(recipe)).training(1)
            return learn_codec(recipe.text, [(pair.source, pair.target) for pair in found])
    if recipe.text.shared_vocabulary:
        both = Vocabulary(dict.fromkeys([*source, *target]))
        return Codec(recipe.text, both, both)
    return Codec(recipe.text, Vocabulary(source), Vocabulary(target))


__all__ = ["TaskPairs", "codec_of", "pairs_of"]
