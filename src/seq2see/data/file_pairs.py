"""`PairsFromFiles`: the pairs of a recipe whose pairs come from files."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from seq2see.core.errors import InputError
from seq2see.core.recipe import FilePairs
from seq2see.core.seeds import python_random
from seq2see.data.pair import Pair
from seq2see.data.pair_files import PairFile, layout_of, read_pair_file
from seq2see.text.codec import Codec, raise_for_lines, split_features


class PairsFromFiles:
    """Pairs to learn from, and pairs to measure on, given or kept apart by a seed."""

    def __init__(self, task: FilePairs) -> None:
        """The files are read when they are first asked for.

        Raises `InputError` then, listing everything that is wrong in one; here where none is named.
        """
        if not task.train:
            raise InputError(
                "this recipe learns from a file, and none is named.",
                hint="Name it: --train FILE (and --dev FILE to measure on).",
            )
        self._task = task
        self._layout = layout_of(task)

    @cached_property
    def train_file(self) -> PairFile:
        """What there is to learn from."""
        return self._whole if self._task.dev else self._parts[0]

    @cached_property
    def dev_file(self) -> PairFile:
        """What there is to measure on; the training file is not read for it where it is given."""
        task = self._task
        if task.dev:
            return read_pair_file(task.dev, task.dev_target, self._layout)
        return self._parts[1]

    @cached_property
    def _whole(self) -> PairFile:
        return read_pair_file(self._task.train, self._task.train_target, self._layout)

    @cached_property
    def _parts(self) -> tuple[PairFile, PairFile]:
        return _kept_apart(self._whole, self._task)

    @property
    def held_out(self) -> Sequence[Pair]:
        """The pairs to measure on."""
        return self.dev_file.pairs

    def training(self, epoch: int) -> Sequence[Pair]:
        """The same pairs in every epoch."""
        return self.train_file.pairs

    def longest_source(self, codec: Codec) -> int:
        """Numbers in the longest source learned from."""
        return max(len(codec.source_ids(pair.source)) for pair in self.train_file.pairs)

    def check(self, codec: Codec) -> None:
        """Raise `InputError` listing every pair that cannot be learned from.

        That is one over the recipe's limits, and one with an empty word in it: two separators in a
        row would teach a symbol that nobody sees.
        """
        for file in (self.train_file, self.dev_file):
            pairs = [(pair.source, pair.target) for pair in file.pairs]
            codec.check_pairs(pairs, file.origin, file.lines, file.target_origin)
        raise_for_lines(
            [
                f"{_where(file, line, side)}: word {words.index('') + 1} is empty (two "
                "separators in a row, or one at an end)"
                for file in (self.train_file, self.dev_file)
                for pair, line in zip(file.pairs, file.lines, strict=True)
                for side, words in _words(pair, codec)
                if "" in words
            ],
            "Take the spare separators out, or cut the side otherwise (text.source, text.target).",
        )


def _where(file: PairFile, line: int, side: str) -> str:
    if side == "target" and file.target_origin:
        return f"{file.target_origin}, line {line}"
    return f"{file.origin}, line {line}, {side}"


def _words(pair: Pair, codec: Codec) -> Iterator[tuple[str, list[str]]]:
    """Each side that is cut into words, with its words."""
    if codec.text.source == "words":
        yield "source", codec.split_source(split_features(pair.source, codec.text)[0])
    if codec.text.target == "words":
        yield "target", codec.split_target(pair.target)


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
    return file._replace(pairs=[pair for pair, _ in rows], lines=[line for _, line in rows])
