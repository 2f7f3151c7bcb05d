"""`TaskPairs`: what a task gives to learn from and to measure with."""

from collections.abc import Sequence
from typing import Protocol

from seq2see.data.pair import Pair
from seq2see.text.codec import Codec


class TaskPairs(Protocol):
    """Pairs to learn from, and pairs held out; no source of the latter is ever learned from."""

    @property
    def held_out(self) -> Sequence[Pair]:
        """The pairs held out, always the same, in no particular order."""
        ...

    def longest_source(self, codec: Codec) -> int:
        """Numbers in the longest source that can come up in training."""
        ...

    def training(self, epoch: int) -> Sequence[Pair]:
        """The pairs of one epoch, counted from 1: always as many, for some tasks new ones."""
        ...
