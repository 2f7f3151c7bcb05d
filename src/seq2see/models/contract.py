"""The contract that makes all models equal.

Greedy search, beam search, scoring, inspection and export are written once against it. One
property binds every model: *stepping equals forward*, i.e. the logits that `step` gives for
target position t are those that `forward` gives there.

In every mask True means "may attend" or "is a token".
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from jaxtyping import Bool, Float, Int
from torch import Tensor


@dataclass(frozen=True)
class Memory:
    """What an encoder says of a batch of sources; made once, read at every step."""

    states: Float[Tensor, "batch source width"]
    source_is_token: Bool[Tensor, "batch source"]

    def select(self, rows: Int[Tensor, " rows"]) -> "Memory":
        """The memory of these rows, in this order; a row may be repeated or left out."""
        return Memory(self.states.index_select(0, rows), self.source_is_token[rows])


@runtime_checkable
class DecoderState(Protocol):
    """Everything a decoder keeps between steps, one row a hypothesis."""

    def select(self, rows: Int[Tensor, " rows"]) -> "DecoderState":
        """The state of these rows: repeat, reorder or drop them (beams, finished rows)."""
        ...


@runtime_checkable
class Seq2Seq(Protocol):
    """An encoder and a decoder, whatever they are made of."""

    @property
    def source_attention(self) -> Sequence[str]:
        """Names of the taps that hold attention over the source, (batch, head, target, source),
        one a layer from the first to the last; empty for a model without attention."""
        ...

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        source_is_token: Bool[Tensor, "batch source"],
        target_in: Int[Tensor, "batch target"],
    ) -> Float[Tensor, "batch target vocabulary"]:
        """Logits for every target position at once, the right words before it being given."""
        ...

    def encode(
        self, source: Int[Tensor, "batch source"], source_is_token: Bool[Tensor, "batch source"]
    ) -> Memory:
        """Read the sources, once. Raises `ValueError` where a source has no token."""
        ...

    def start(self, memory: Memory) -> DecoderState:
        """The state before the first word; what depends on the source alone is computed here."""
        ...

    def step(
        self, token: Int[Tensor, " batch"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch vocabulary"], DecoderState]:
        """Logits for the word after `token`, and the state that has seen `token`."""
        ...
