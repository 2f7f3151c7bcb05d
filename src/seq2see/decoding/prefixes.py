"""Forced prefixes: symbols that an answer has to begin with, for each source its own."""

from collections.abc import Sequence

import torch
from jaxtyping import Int
from torch import Tensor

from seq2see.core.padding import Ids
from seq2see.core.special import BOS, EOS, PAD

_FREE = -1
"""Stands where a prefix has ended and the search is free."""


class Prefixes:
    """The prefixes of a batch, of any lengths; an empty one forces nothing.

    Raises `ValueError` for a prefix that is longer than `longest`, the limit of answers, and for
    one that holds `<pad>`, `<bos>` or `<eos>`: none of them can be followed by anything.
    """

    def __init__(self, prefixes: Sequence[Ids], longest: int) -> None:
        for ids in prefixes:
            if len(ids) > longest:
                raise ValueError(f"a prefix of {len(ids)} symbols, the limit is {longest}")
            if {PAD, BOS, EOS} & set(ids):
                raise ValueError("a prefix cannot hold <pad>, <bos> or <eos>")
        self.longest = max(map(len, prefixes), default=0)
        self._symbols = torch.tensor(
            [[*ids, *[_FREE] * (self.longest - len(ids))] for ids in prefixes]
        )

    def at(
        self, step: int, sources: Int[Tensor, " rows"]
    ) -> tuple[Int[Tensor, " forced"], Int[Tensor, " forced"]] | None:
        """Which rows are forced at `step`, and to which symbols; None where none is.

        `sources` says whose answer each row of the step's batch is; on the processor, as all that
        comes and goes here.
        """
        if step >= self.longest:
            return None
        symbols = self._symbols[sources, step]
        rows = (symbols != _FREE).nonzero()[:, 0]
        return (rows, symbols[rows]) if len(rows) else None
