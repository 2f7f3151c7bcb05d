"""One stack for source and target: the source, `<bos>`, then the words, in a single sequence.

Masked self-attention everywhere, as today's chat models have it; the source is simply the start
of the sequence, and `<bos>` is the sign after it (the chapters write `=`). There is no padding
inside a sequence: each row's words take the positions after its own source.
"""

from dataclasses import dataclass
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from seq2see.core.recipe import OneStack, Text
from seq2see.core.tap import stage, tap
from seq2see.models.attention import OfSource, Written
from seq2see.models.contract import DecoderState, Memory
from seq2see.models.embedding import Embedding, token_table
from seq2see.models.masks import causal_mask, source_mask, target_mask
from seq2see.models.transformer_layers import EncoderLayer, Stack


@dataclass(frozen=True)
class Prefill(Memory):
    """What is left of reading the source: every layer's keys and values of it."""

    caches: tuple[OfSource, ...]

    def select(self, rows: Int[Tensor, " rows"]) -> "Prefill":
        """The prefill of these rows, in this order."""
        caches = tuple(
            (keys.index_select(0, rows), values.index_select(0, rows))
            for keys, values in self.caches
        )
        return Prefill(self.states[rows], self.source_is_token[rows], caches)


@dataclass(frozen=True)
class OneStackState:
    """One cache a layer, over source and words; it grows by one place a step."""

    caches: tuple[Written, ...]
    source_is_token: Bool[Tensor, "batch source"]
    written: int
    """Words seen so far, `<bos>` included."""

    def select(self, rows: Int[Tensor, " rows"]) -> "OneStackState":
        """The caches of these hypotheses: repeated, reordered or dropped."""
        caches = tuple(
            (keys.index_select(0, rows), values.index_select(0, rows))
            for keys, values in self.caches
        )
        return OneStackState(caches, self.source_is_token[rows], self.written)


class OneStackModel(nn.Module):
    """A stack of self-attention layers that reads a source and goes on with words; a `Seq2Seq`.

    Source and target share one vocabulary of `symbols`.
    """

    def __init__(self, recipe: OneStack, text: Text, symbols: int) -> None:
        super().__init__()
        longest = text.longest_source + 1 + text.longest_target
        self.embedding = Embedding(recipe, token_table(recipe, symbols), longest)
        self.stack = Stack(recipe, [EncoderLayer(recipe) for _ in range(recipe.layers)])
        self.output = nn.Linear(recipe.width, symbols)
        if recipe.shared_embeddings == "target-output":
            self.output.weight = self.embedding.tokens.weight
        self.source_attention = tuple(
            f"stack.layers.{layer}.self_attention.weights" for layer in range(recipe.layers)
        )

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        source_is_token: Bool[Tensor, "batch source"],
        target_in: Int[Tensor, "batch target"],
    ) -> Float[Tensor, "batch target vocabulary"]:
        """Logits for every target position at once (teacher forcing)."""
        state = self.start(self.encode(source, source_is_token))
        words = target_mask(target_in)
        before = state.source_is_token[:, None, None].expand(-1, 1, target_in.shape[1], -1)
        logits, _ = self._go_on(target_in, state, torch.cat([before, words], dim=-1))
        return logits

    def encode(
        self, source: Int[Tensor, "batch source"], source_is_token: Bool[Tensor, "batch source"]
    ) -> Prefill:
        """Read the source, every token seeing those before it, and keep what it leaves."""
        may_attend = source_mask(source_is_token) & causal_mask(source.shape[1], source.device)
        caches = []
        with stage("prefill"):  # the same layers read the words afterwards
            rows = self.embedding(source)
            for layer in self._layers():
                rows, cache = layer.step(rows, None, may_attend)
                caches.append(cache)
        return Prefill(rows, source_is_token, tuple(caches))

    def start(self, memory: Memory) -> OneStackState:
        """The caches of the prefill; no word seen yet."""
        assert isinstance(memory, Prefill)
        return OneStackState(memory.caches, memory.source_is_token, 0)

    def step(
        self, token: Int[Tensor, " batch"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch vocabulary"], OneStackState]:
        """Logits after `token`; every layer's cache gains one place."""
        assert isinstance(state, OneStackState)
        is_token = state.source_is_token
        words = is_token.new_ones(len(is_token), state.written + 1)
        may_attend = torch.cat([is_token, words], dim=1)[:, None, None]
        logits, caches = self._go_on(token[:, None], state, may_attend)
        return logits[:, 0], OneStackState(caches, is_token, state.written + 1)

    def _go_on(
        self, words: Tensor, state: OneStackState, may_attend: Tensor
    ) -> tuple[Float[Tensor, "batch target vocabulary"], tuple[Written, ...]]:
        """Read words after what the caches hold."""
        rows = self.embedding(words, state.source_is_token.sum(1) + state.written)
        grown = []
        for layer, cache in zip(self._layers(), state.caches, strict=True):
            rows, cache = layer.step(rows, cache, may_attend)
            grown.append(cache)
        logits = self.output(self.stack.finish(rows))
        return tap(self, "logits", logits, "batch target vocabulary"), tuple(grown)

    def _layers(self) -> list[EncoderLayer]:
        return cast("list[EncoderLayer]", list(self.stack.layers))
