"""What the Transformer's decoder keeps between steps: two caches a layer."""

from dataclasses import dataclass

from jaxtyping import Bool, Int
from torch import Tensor

from seq2see.models.attention import OfSource, Written


@dataclass(frozen=True)
class TransformerState:
    """The caches of all decoder layers; every tensor has one row a hypothesis.

    `memory` holds each layer's cross-attention keys and values: one place a source token, made
    once. `written` holds the self-attention keys and values: one place a target position,
    growing by one a step.
    """

    memory: tuple[OfSource, ...]
    may_attend: Bool[Tensor, "batch 1 1 source"]
    written: tuple[Written | None, ...]
    position: int

    def select(self, rows: Int[Tensor, " rows"]) -> "TransformerState":
        """The caches of these hypotheses: repeated, reordered or dropped."""
        return TransformerState(
            memory=tuple((keys[rows], values[rows]) for keys, values in self.memory),
            may_attend=self.may_attend[rows],
            written=tuple(kv and (kv[0][rows], kv[1][rows]) for kv in self.written),
            position=self.position,
        )
