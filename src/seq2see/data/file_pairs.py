"""`PairsFromFiles`: the pairs of a recipe whose pairs come from files."""

from collections.abc import Sequence

from seq2see.core.errors import InputError
from seq2see.core.recipe import FilePairs
from seq2see.core.seeds import python_random
from seq2see.data.pair import Pair
from seq2see.data.pair_files import PairFile, layout_of, read_pair_file
from seq2see.text.codec import Codec


class PairsFromFiles:
    """Pairs to learn from, and pairs to measure on, given or kept apart by a seed."""

    def __init__(self, task: FilePairs) -> None:
        """Reads the files. Raises `InputError` listing everything that is wrong in one."""
        if not task.train:
            raise InputError(
                "this recipe learns from a file, and none is named.",
                hint="Name it: --train FILE (and --dev FILE to measure on).",
            )
        layout = layout_of(task)
        self.train_file = read_pair_file(task.train, task.train_target, layout)
        if task.dev:
            self.dev_file = read_pair_file(task.dev, task.dev_target, layout)
        else:
            self.train_file, self.dev_file = _kept_apart(self.train_file, task)
        self.held_out: Sequence[Pair] = self.dev_file.pairs

    def training(self, epoch: int) -> Sequence[Pair]:
        """The same pairs in every epoch."""
        return self.train_file.pairs

    def longest_source(self, codec: Codec) -> int:
        """Numbers in the longest source learned from."""
        return max(len(codec.source_ids(pair.source)) for pair in self.train_file.pairs)

    def check(self, codec: Codec) -> None:
        """Raise `InputError` listing every pair that is too long for the recipe's limits."""
        for file in (self.train_file, self.dev_file):
            pairs = [(pair.source, pair.target) for pair in file.pairs]
            codec.check_pairs(pairs, file.origin, file.lines)


def _kept_apart(file: PairFile, task: FilePairs) -> tuple[PairFile, PairFile]:
    """The file without some of its pairs, and those; no source is on both sides."""
    sources = list(dict.fromkeys(pair.source for pair in file.pairs))
    python_random(task.split_seed, "dev").shuffle(sources)
    size: dict[str, int] = {}
    for pair in file.pairs:
        size[pair.source] = size.get(pair.source, 0) + 1
    apart: set[str] = set()
    count = 0
    for source in sources:
        if count >= task.dev_pairs:
            break
        apart.add(source)
        count += size[source]
    if count == len(file.pairs):
        raise InputError(
            f"{file.origin}: has {count:,} pairs; keeping {task.dev_pairs:,} apart to measure on "
            "leaves none to learn from.",
            hint="Lower task.dev_pairs, or name a file with --dev.",
        )
    return _part(file, apart, inside=False), _part(file, apart, inside=True)


def _part(file: PairFile, sources: set[str], *, inside: bool) -> PairFile:
    rows = [
        (pair, line)
        for pair, line in zip(file.pairs, file.lines, strict=True)
        if (pair.source in sources) == inside
    ]
    return PairFile(file.origin, [pair for pair, _ in rows], [line for _, line in rows])
