"""Reading whole numbers aloud in English."""

from collections.abc import Sequence
from random import Random

from seq2see.core.errors import RecipeError
from seq2see.core.recipe import ReadNumbers
from seq2see.core.seeds import python_random
from seq2see.data.pair import Pair
from seq2see.text.codec import Codec
from seq2see.text.numerals import number_words, read_aloud


class NumberPairs:
    """A fixed set of numbers to learn from, and one held out.

    Drawn by value, the two are parts of one sample without repetition. Drawn by length, numbers
    to learn from are drawn first, and those held out from what never came up: a number of one or
    two digits is then hardly ever among them, because all of those are learned.
    """

    def __init__(self, task: ReadNumbers) -> None:
        random = python_random(task.split_seed, "read-numbers")
        if task.draw == "values":
            wanted = task.training_pairs + task.held_out_pairs
            drawn = random.sample(range(task.lowest, task.highest + 1), wanted)
            learned, held_out = drawn[: task.training_pairs], drawn[task.training_pairs :]
        else:
            learned = [_by_length(random, task) for _ in range(task.training_pairs)]
            held_out = _unseen(random, task, set(learned))
        self._training = [_pair(number) for number in learned]
        self.held_out: Sequence[Pair] = [_pair(number) for number in held_out]

    def training(self, epoch: int) -> Sequence[Pair]:
        """The same numbers in every epoch."""
        return self._training

    def longest_source(self, codec: Codec) -> int:
        """Numbers in the longest source learned from."""
        return max(len(codec.source_ids(pair.source)) for pair in self._training)


def number_symbols(task: ReadNumbers) -> tuple[list[str], list[str]]:
    """Source and target symbols of the task's range."""
    return list("0123456789"), number_words(task.highest)


def _pair(number: int) -> Pair:
    return Pair(str(number), read_aloud(number))


def _by_length(random: Random, task: ReadNumbers) -> int:
    """First a length, every one alike, then a number of that length within the range."""
    length = random.randint(len(str(task.lowest)), len(str(task.highest)))
    smallest = 10 ** (length - 1) if length > 1 else 0
    return random.randint(max(smallest, task.lowest), min(10**length - 1, task.highest))


def _unseen(random: Random, task: ReadNumbers, seen: set[int]) -> list[int]:
    """Numbers from the same draw that are not among `seen`, each once.

    Raises `RecipeError` where the numbers learned from leave too few.
    """
    found: dict[int, None] = {}
    tries = 1000 * task.held_out_pairs
    while len(found) < task.held_out_pairs and tries:
        number = _by_length(random, task)
        tries -= 1
        if number not in seen:
            found[number] = None
    if len(found) < task.held_out_pairs:
        raise RecipeError(
            f"task.held_out_pairs: only {len(found)} of {task.held_out_pairs} numbers were found "
            f"that are not among the {task.training_pairs} learned from.",
            hint="Lower task.training_pairs or task.held_out_pairs, or raise task.highest.",
        )
    return list(found)
