"""A model on paper: a table of probabilities for each source and each beginning of an answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import log

import torch
from torch import Tensor

A, B, C = 3, 4, 5
"""Three words of the target; `<pad>`, `<bos>` and `<eos>` are 0, 1 and 2."""

VOCABULARY = 6
Prefix = tuple[int, ...]
Next = Mapping[int, float]


@dataclass(frozen=True)
class TableState:
    """The sources and what each row has written, `<bos>` first."""

    sources: list[int]
    written: list[Prefix]

    def select(self, rows: Tensor) -> "TableState":
        chosen = rows.tolist()
        return TableState([self.sources[r] for r in chosen], [self.written[r] for r in chosen])


class TableModel:
    """Follows the contract of models; `rows_computed` counts the rows of every step.

    `following(source, words)` gives the probability of each symbol after `words`. What it leaves
    out is impossible. A source is known by its first number.
    """

    source_attention: tuple[str, ...] = ()

    def __init__(self, following: Callable[[int, Prefix], Next]) -> None:
        self.following = following
        self.rows_computed: list[int] = []

    def encode(self, source: Tensor, source_is_token: Tensor) -> Tensor:
        assert bool(source_is_token[:, 0].all())
        return source

    def start(self, memory: Tensor) -> TableState:
        sources = memory[:, 0].tolist()
        return TableState(sources, [()] * len(sources))

    def step(self, token: Tensor, state: TableState) -> tuple[Tensor, TableState]:
        written = [(*w, t) for w, t in zip(state.written, token.tolist(), strict=True)]
        assert all(w[0] == 1 for w in written), "an answer starts with <bos>"
        self.rows_computed.append(len(written))
        logits = torch.stack(
            [self._logits(s, w[1:]) for s, w in zip(state.sources, written, strict=True)]
        )
        return logits, TableState(state.sources, written)

    def forward(self, source: Tensor, source_is_token: Tensor, target_in: Tensor) -> Tensor:
        return torch.stack(
            [
                torch.stack([self._logits(s, tuple(row[1 : t + 1])) for t in range(len(row))])
                for s, row in zip(source[:, 0].tolist(), target_in.tolist(), strict=True)
            ]
        )

    def _logits(self, source: int, words: Prefix) -> Tensor:
        logits = torch.full((VOCABULARY,), -torch.inf, dtype=torch.float64)
        for symbol, probability in self.following(source, words).items():
            logits[symbol] = log(probability)
        return logits


def random_table(seed: int, sharpness: float = 1.0) -> TableModel:
    """A model whose every beginning is followed by probabilities of its own."""

    def following(source: int, words: Prefix) -> Next:
        place = 1 + sum((symbol + 1) * 7**i for i, symbol in enumerate((source, *words)))
        generator = torch.Generator().manual_seed(seed * 1_000_003 + place)
        chances = (sharpness * torch.randn(VOCABULARY, generator=generator)).double().softmax(0)
        return {symbol: chances[symbol].item() for symbol in range(VOCABULARY)}

    return TableModel(following)
