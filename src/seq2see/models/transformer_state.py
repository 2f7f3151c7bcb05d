"""What the Transformer's decoder keeps between steps: two caches a layer."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from seq2see.models.attention import OfSource, Written


@dataclass(frozen=True)
class TransformerState:
    """The caches of all decoder layers.

    `memory` holds each layer's cross-attention keys and values: one row a sentence, one place a
    source token, made once. `written` holds the self-attention keys and values: one row a
    hypothesis, one place a target position, growing by one a step.

    All hypotheses of a sentence read the same memory, so it is not copied for them: hypothesis i
    reads row `sentence[i]`, and where every sentence has as many hypotheses as any other, one
    after the other, attention takes them as so many queries of one sentence.
    """

    memory: tuple[OfSource, ...]
    may_attend: Bool[Tensor, "sentences 1 1 source"]
    written: tuple[Written | None, ...]
    position: int
    sentence: Int[Tensor, " batch"]
    alike: bool = True
    """Whether every row of memory has the same number of hypotheses, in the order of the rows."""

    def select(self, rows: Int[Tensor, " rows"]) -> "TransformerState":
        """The caches of these hypotheses: repeated, reordered or dropped."""
        chosen = self.sentence[rows]
        written = tuple(
            kv and (kv[0].index_select(0, rows), kv[1].index_select(0, rows)) for kv in self.written
        )
        kept, sizes = torch.unique_consecutive(chosen, return_counts=True)
        if bool((sizes == sizes[0]).all()):
            memory, may_attend = self._memory_of(kept)
            sentence = torch.arange(len(kept), device=rows.device).repeat_interleave(sizes)
            return TransformerState(memory, may_attend, written, self.position, sentence)
        return TransformerState(
            self.memory, self.may_attend, written, self.position, chosen, alike=False
        )

    def one_row_each(self) -> "TransformerState":
        """The same with a row of memory for every hypothesis."""
        if len(self.sentence) == len(self.may_attend) and self.alike:
            return self
        memory, may_attend = self._memory_of(self.sentence)
        own = torch.arange(len(self.sentence), device=self.sentence.device)
        return TransformerState(memory, may_attend, self.written, self.position, own)

    def _memory_of(self, rows: Tensor) -> tuple[tuple[OfSource, ...], Tensor]:
        """These rows of memory; itself where they are all of them, as they stand."""
        here = len(self.may_attend)
        if len(rows) == here and torch.equal(rows, torch.arange(here, device=rows.device)):
            return self.memory, self.may_attend
        memory = tuple((k.index_select(0, rows), v.index_select(0, rows)) for k, v in self.memory)
        return memory, self.may_attend.index_select(0, rows)
