"""Writing a string of digits backwards."""

from collections.abc import Sequence
from random import Random

from seq2see.core.recipe import Reverse
from seq2see.core.seeds import python_random
from seq2see.data.pair import Pair
from seq2see.text.codec import Codec

DIGITS = list("0123456789")


class ReversalPairs:
    """New strings in every epoch; some of each length are held out and never drawn."""

    def __init__(self, task: Reverse) -> None:
        self._task = task
        random = python_random(task.split_seed, "reverse", "held-out")
        strings: list[str] = []
        for length in range(task.shortest, task.longest + 1):
            strings += _distinct(random, length, min(task.held_out_pairs, 10**length // 5))
        random.shuffle(strings)
        self._kept_apart = frozenset(strings)
        self.held_out: Sequence[Pair] = [_pair(string) for string in strings]

    def training(self, epoch: int) -> Sequence[Pair]:
        """Strings of lengths drawn evenly, none of them held out."""
        task = self._task
        random = python_random(task.split_seed, "reverse", "training", epoch)
        pairs: list[Pair] = []
        while len(pairs) < task.training_pairs:
            string = _string(random, random.randint(task.shortest, task.longest))
            if string not in self._kept_apart:
                pairs.append(_pair(string))
        return pairs

    def longest_source(self, codec: Codec) -> int:
        """Numbers in the longest string that is drawn."""
        return self._task.longest + codec.text.source_eos

    def of_length(self, length: int) -> list[Pair]:
        """The held-out pairs of one length."""
        return [pair for pair in self.held_out if len(pair.source) == length]


def _pair(string: str) -> Pair:
    return Pair(string, string[::-1])


def _string(random: Random, length: int) -> str:
    return f"{random.randrange(10**length):0{length}}"


def _distinct(random: Random, length: int, count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found[_string(random, length)] = None
    return list(found)
