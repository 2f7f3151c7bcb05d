"""What the Transformer's decoder keeps between steps: two caches a layer."""

from dataclasses import dataclass, replace

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from seq2see.models.attention import OfSource, Written
from seq2see.models.quick_step import QuickDecoder
from seq2see.models.written import Cache


@dataclass(frozen=True)
class TransformerState:
    """The caches of all decoder layers.

    `memory` holds each layer's cross-attention keys and values: one row a sentence, one place a
    source token, made once. `caches` hold the self-attention keys and values: one row a
    hypothesis, one place a target position, growing by one a step.

    All hypotheses of a sentence read the same memory, so it is not copied for them: hypothesis i
    reads row `sentence[i]`, and where every sentence has as many hypotheses as any other, one
    after the other, attention takes them as so many queries of one sentence. Nor are the caches
    moved at once: hypothesis i goes on from their row `order[i]`, and the next step, which has to
    copy them to add its own place, puts them in order on the way.
    """

    memory: tuple[OfSource, ...]
    may_attend: Bool[Tensor, "sentences 1 1 source"]
    blocking: Float[Tensor, "sentences 1 1 source"] | None
    """-∞ where there is no token, 0 elsewhere; None where every place holds one."""
    quick: QuickDecoder
    caches: tuple[Cache | None, ...]
    order: Int[Tensor, " batch"] | None
    """None where the caches stand in the order of the hypotheses."""
    position: int
    sentence: Int[Tensor, " batch"]
    alike: bool = True
    """Whether every row of memory has the same number of hypotheses, in the order of the rows."""

    def select(self, rows: Int[Tensor, " rows"]) -> "TransformerState":
        """The caches of these hypotheses: repeated, reordered or dropped."""
        order = rows if self.order is None else self.order[rows]
        chosen = self.sentence[rows]
        if torch.equal(chosen, self.sentence):  # a beam in which no sentence has ended
            return replace(self, order=order)
        kept, sizes = torch.unique_consecutive(chosen, return_counts=True)
        if not bool((sizes == sizes[0]).all()):
            return replace(self, order=order, sentence=chosen, alike=False)
        sentence = torch.arange(len(kept), device=rows.device).repeat_interleave(sizes)
        return replace(self._reading(kept), order=order, sentence=sentence, alike=True)

    def one_row_each(self) -> "TransformerState":
        """The same with a row of memory for every hypothesis."""
        if len(self.sentence) == len(self.may_attend) and self.alike:
            return self
        own = torch.arange(len(self.sentence), device=self.sentence.device)
        return replace(self._reading(self.sentence), sentence=own, alike=True)

    @property
    def written(self) -> tuple[Written | None, ...]:
        """Each layer's self-attention keys and values, in the order of the hypotheses."""
        return tuple(None if cache is None else self._written(cache) for cache in self.caches)

    def _written(self, cache: Cache) -> Written:
        keys, values = cache.keys_values
        return (keys, values) if self.order is None else (keys[self.order], values[self.order])

    def _reading(self, rows: Tensor) -> "TransformerState":
        """With these rows of memory; itself where they are all of them, as they stand."""
        here = len(self.may_attend)
        if len(rows) == here and torch.equal(rows, torch.arange(here, device=rows.device)):
            return self
        return replace(
            self,
            memory=tuple(
                (k.index_select(0, rows), v.index_select(0, rows)) for k, v in self.memory
            ),
            may_attend=self.may_attend.index_select(0, rows),
            blocking=None if self.blocking is None else self.blocking.index_select(0, rows),
        )
