"""`Material`: what a run learns from, as numbers and in batches."""

import hashlib
from collections.abc import Sequence

from seq2see.core.padding import Ids
from seq2see.core.recipe import FilePairs, Recipe
from seq2see.core.seeds import python_random
from seq2see.core.special import EOS, UNK
from seq2see.data.epochs import epoch_batches
from seq2see.data.file_pairs import PairsFromFiles
from seq2see.data.pair import Pair
from seq2see.data.tasks import TaskPairs
from seq2see.text.codec import Codec, raise_for_lines

Numbered = tuple[Sequence[Ids], Sequence[Ids]]
"""Sources and targets as numbers."""


class Material:
    """The training pairs of a recipe through its codec, epoch by epoch.

    Raises `InputError` listing every pair that is over a limit of the recipe.
    """

    def __init__(self, recipe: Recipe, codec: Codec, pairs: TaskPairs) -> None:
        self.recipe = recipe
        self.codec = codec
        self.pairs = pairs
        self._last: tuple[int, Sequence[Pair], Numbered] | None = None
        if isinstance(pairs, PairsFromFiles):
            pairs.check(codec)
        first = self.numbered(1)
        if recipe.training.batch_tokens:
            self._check_tokens(*first)
        self.size = len(first[0])
        self.updates = len(self.groups(1)) * recipe.training.epochs
        """Of the whole run; where batches are cut by tokens, epochs may differ by a few."""

    def numbered(self, epoch: int) -> Numbered:
        """The pairs of an epoch as numbers, some source symbols unknown if the recipe says so."""
        sources, targets = self._whole(epoch)
        share = self.recipe.training.unknown_share
        if not share:
            return sources, targets
        random = python_random(self.recipe.training.seed, "unknown", epoch)
        return [
            [UNK if i != EOS and random.random() < share else i for i in ids] for ids in sources
        ], targets

    def groups(self, epoch: int) -> list[list[list[int]]]:
        """The batches of each update of an epoch, as indices of its pairs."""
        sources, targets = self._whole(epoch)
        batches = epoch_batches(
            [len(s) for s in sources], [len(t) for t in targets], self.recipe.training, epoch
        )
        together = self.recipe.training.accumulate_batches
        return [batches[start : start + together] for start in range(0, len(batches), together)]

    def _whole(self, epoch: int) -> Numbered:
        """The pairs of an epoch as numbers; not made again where they are those of the last one."""
        if self._last is not None and self._last[0] == epoch:
            return self._last[2]
        pairs = self.pairs.training(epoch)
        if self._last is not None and self._last[1] is pairs:
            numbered = self._last[2]
        else:
            sources = [self.codec.source_ids(pair.source) for pair in pairs]
            targets = [self.codec.target_ids(pair.target) for pair in pairs]
            numbered = (sources, targets)
        self._last = (epoch, pairs, numbered)
        return numbered

    def unknown_targets(self, pairs: Sequence[Pair]) -> int:
        """How many of the pairs have a target that the vocabulary cannot write."""
        if not self.codec.target.is_open:
            return 0
        return sum(UNK in self.codec.target_ids(pair.target) for pair in pairs)

    def fingerprint(self) -> str:
        """Stands for pairs from files, as the model sees them; "" where they are made."""
        if not isinstance(self.recipe.task, FilePairs):
            return ""
        pairs = [(pair.source, pair.target) for pair in self.pairs.training(1)]
        return hashlib.sha256(repr(pairs).encode()).hexdigest()

    def _check_tokens(self, sources: Sequence[Ids], targets: Sequence[Ids]) -> None:
        limit = self.recipe.training.batch_tokens
        file = self.pairs.train_file if isinstance(self.pairs, PairsFromFiles) else None
        raise_for_lines(
            [
                (f"{file.origin}, line {file.lines[index]}" if file else f"pair {index + 1}")
                + f": {len(source)} + {len(target)} tokens, a batch holds {limit}"
                for index, (source, target) in enumerate(zip(sources, targets, strict=True))
                if len(source) + len(target) > limit
            ],
            "Raise training.batch_tokens, or leave the pair out.",
        )
