"""Several models that answer as one."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from seq2see.core.tap import tap
from seq2see.models.contract import DecoderState, Memory, Seq2Seq


@dataclass(frozen=True)
class EnsembleMemory(Memory):
    """Each member's memory; `states` are the first one's."""

    of_members: tuple[Memory, ...]

    def select(self, rows: Int[Tensor, " rows"]) -> "EnsembleMemory":
        """The memory of these rows, in this order."""
        return _together([memory.select(rows) for memory in self.of_members])


@dataclass(frozen=True)
class EnsembleState:
    """Each member's state."""

    of_members: tuple[DecoderState, ...]

    def select(self, rows: Int[Tensor, " rows"]) -> "EnsembleState":
        """The states of these hypotheses: repeated, reordered or dropped."""
        return EnsembleState(tuple(state.select(rows) for state in self.of_members))


class Ensemble(nn.Module):
    """Models of any kinds with the same vocabularies; a `Seq2Seq`.

    The next symbol's probability is the mean of those that the members give it (Sutskever et al.
    2014, §3.6, "an ensemble of LSTMs"; the arithmetic mean, as fairseq and Marian have it). The
    logits are the logarithm of that mean, so they are log-probabilities already. What the members
    attend to is not averaged: an ensemble names no attention over the source.
    """

    def __init__(self, members: Sequence[nn.Module]) -> None:
        super().__init__()
        if not members:
            raise ValueError("an ensemble needs a model")
        self.members = nn.ModuleList(members)
        self.source_attention: Sequence[str] = ()

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        source_is_token: Bool[Tensor, "batch source"],
        target_in: Int[Tensor, "batch target"],
    ) -> Float[Tensor, "batch target vocabulary"]:
        """Logits for every target position at once (teacher forcing)."""
        return self._mean([m.forward(source, source_is_token, target_in) for m in self._models()])

    def encode(
        self, source: Int[Tensor, "batch source"], source_is_token: Bool[Tensor, "batch source"]
    ) -> EnsembleMemory:
        """Every member reads the sources."""
        return _together([m.encode(source, source_is_token) for m in self._models()])

    def start(self, memory: Memory) -> EnsembleState:
        """Every member's state before the first word."""
        assert isinstance(memory, EnsembleMemory)
        both = zip(self._models(), memory.of_members, strict=True)
        return EnsembleState(tuple(m.start(part) for m, part in both))

    def step(
        self, token: Int[Tensor, " batch"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch vocabulary"], EnsembleState]:
        """Logits after `token`, which every member has seen."""
        assert isinstance(state, EnsembleState)
        both = zip(self._models(), state.of_members, strict=True)
        stepped = [m.step(token, part) for m, part in both]
        logits = self._mean([logits[:, None] for logits, _ in stepped])
        return logits[:, 0], EnsembleState(tuple(part for _, part in stepped))

    def _mean(self, logits: list[Tensor]) -> Float[Tensor, "batch target vocabulary"]:
        """log of the mean of the members' probabilities."""
        each = torch.stack([one.log_softmax(-1) for one in logits])
        mean = each.logsumexp(0) - log(len(logits))
        return tap(self, "logits", mean, "batch target vocabulary")

    def _models(self) -> list[Seq2Seq]:
        return [member for member in self.members if isinstance(member, Seq2Seq)]


def _together(memories: Sequence[Memory]) -> EnsembleMemory:
    first = memories[0]
    return EnsembleMemory(first.states, first.source_is_token, tuple(memories))
