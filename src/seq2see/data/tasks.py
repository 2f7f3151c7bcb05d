"""Built-in tasks: from the `task` section of a recipe to pairs and vocabularies."""

import msgspec

from seq2see.core.recipe import ReadNumbers, Recipe
from seq2see.core.seeds import python_random
from seq2see.data.pair import Pair
from seq2see.text.codec import Codec
from seq2see.text.numerals import number_words, read_aloud
from seq2see.text.vocabulary import Vocabulary


class Split(msgspec.Struct, frozen=True):
    """The pairs to learn from and those held out; no source is in both."""

    training: list[Pair]
    held_out: list[Pair]


def split_of(recipe: Recipe) -> Split:
    """The pairs of a recipe's task, the same on every machine and in every run."""
    return _split_numbers(recipe.task)


def codec_of(recipe: Recipe) -> Codec:
    """The vocabularies of a recipe's task; they depend on its range, not on its split."""
    digits, words = list("0123456789"), number_words(recipe.task.highest)
    if recipe.text.shared_vocabulary:
        both = Vocabulary([*digits, *words])
        return Codec(recipe.text, both, both)
    return Codec(recipe.text, Vocabulary(digits), Vocabulary(words))


def _split_numbers(task: ReadNumbers) -> Split:
    wanted = task.training_pairs + task.held_out_pairs
    random = python_random(task.split_seed, "read-numbers")
    drawn = random.sample(range(task.lowest, task.highest + 1), wanted)
    pairs = [Pair(str(number), read_aloud(number)) for number in drawn]
    return Split(pairs[: task.training_pairs], pairs[task.training_pairs :])
