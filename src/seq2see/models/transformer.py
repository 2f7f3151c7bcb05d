"""The encoder–decoder Transformer (Vaswani et al. 2017)."""

from dataclasses import replace
from typing import cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from seq2see.core.recipe import Text, Transformer
from seq2see.core.tap import observed, tap
from seq2see.models.contract import DecoderState, Memory
from seq2see.models.embedding import Embedding, token_table
from seq2see.models.masks import blocking, source_mask, target_mask
from seq2see.models.quick_step import QuickDecoder
from seq2see.models.side_by_side import group_size, grouped_mask, in_line
from seq2see.models.transformer_layers import DecoderLayer, EncoderLayer, Stack
from seq2see.models.transformer_state import TransformerState
from seq2see.models.written import Cache


class TransformerModel(nn.Module):
    """Two stacks, cross-attention from one to the other, and an output layer; a `Seq2Seq`.

    `source_symbols` and `target_symbols` are the sizes of the two vocabularies.
    """

    def __init__(
        self, recipe: Transformer, text: Text, source_symbols: int, target_symbols: int
    ) -> None:
        super().__init__()
        sharing = recipe.shared_embeddings
        source = token_table(recipe, source_symbols)
        target = source if sharing == "all" else token_table(recipe, target_symbols)
        self.source_embedding = Embedding(recipe, source, text.longest_source + 1)
        self.target_embedding = Embedding(recipe, target, text.longest_target)
        self.encoder = Stack(recipe, [EncoderLayer(recipe) for _ in range(recipe.encoder_layers)])
        self.decoder = Stack(recipe, [DecoderLayer(recipe) for _ in range(recipe.decoder_layers)])
        self.output = nn.Linear(recipe.width, target_symbols)
        if sharing != "none":
            self.output.weight = target.weight
        self.source_attention = tuple(
            f"decoder.layers.{layer}.cross_attention.weights"
            for layer in range(recipe.decoder_layers)
        )

    def forward(
        self,
        source: Int[Tensor, "batch source"],
        source_is_token: Bool[Tensor, "batch source"],
        target_in: Int[Tensor, "batch target"],
    ) -> Float[Tensor, "batch target vocabulary"]:
        """Logits for every target position at once (teacher forcing)."""
        batch, places = target_in.shape
        group = self._group(source, target_in)
        may_attend = source_mask(source_is_token)
        memory = self._read(source, may_attend, group)
        of_source = grouped_mask(may_attend, places, group)
        of_target = grouped_mask(target_mask(target_in), places, group)
        rows = in_line(self.target_embedding(target_in))
        for layer in self._decoder_layers():
            keys_values = layer.cross_attention.keys_values(memory, batch // group)
            rows = layer(rows, keys_values, of_target, of_source)
        logits = self.output(self.decoder.finish(rows)).view(batch, places, -1)
        return tap(self, "logits", logits, "batch target vocabulary")

    def encode(
        self, source: Int[Tensor, "batch source"], source_is_token: Bool[Tensor, "batch source"]
    ) -> Memory:
        """The output of the last encoder layer: one row a source token."""
        states = self._read(source, source_mask(source_is_token), group=1)
        return Memory(states.view(*source.shape, -1), source_is_token)

    def _read(
        self,
        source: Int[Tensor, "batch source"],
        may_attend: Bool[Tensor, "batch 1 1 source"],
        group: int,
    ) -> Float[Tensor, "*places width"]:
        """The encoder, with `group` sentences side by side."""
        within = grouped_mask(may_attend, source.shape[1], group)
        rows = in_line(self.source_embedding(source))
        for layer in self.encoder.layers:
            rows = layer(rows, within)
        return self.encoder.finish(rows)

    def _group(self, source: Tensor, target_in: Tensor) -> int:
        """Sentences side by side: only where that is faster, and where nobody is looking."""
        if observed() or not source.is_cpu:
            return 1
        return group_size(len(source), max(source.shape[1], target_in.shape[1]))

    def start(self, memory: Memory) -> TransformerState:
        """Cross-attention keys and values of every layer; nothing written yet."""
        layers = self._decoder_layers()
        may_attend = source_mask(memory.source_is_token)
        of_source = tuple(layer.cross_attention.keys_values(memory.states) for layer in layers)
        return TransformerState(
            memory=tuple((keys.contiguous(), values.contiguous()) for keys, values in of_source),
            may_attend=may_attend,
            blocking=blocking(may_attend, of_source[0][0].dtype),
            quick=QuickDecoder.of(layers, self.decoder.final_norm),
            caches=(None,) * len(layers),
            order=None,
            position=0,
            sentence=torch.arange(len(memory.states), device=memory.states.device),
        )

    def step(
        self, token: Int[Tensor, " batch"], state: DecoderState
    ) -> tuple[Float[Tensor, "batch vocabulary"], TransformerState]:
        """Logits after `token`; each layer's self-attention cache gains one place."""
        assert isinstance(state, TransformerState)
        in_sight = observed()
        # Someone who looks is shown attention of every hypothesis by itself.
        of_source = state.one_row_each() if in_sight or not state.alike else state
        rows = self.target_embedding(token[:, None], state.position)
        if in_sight or self.training or torch.is_grad_enabled():
            logits, caches = self._step_in_sight(rows, of_source)
        else:
            rows, caches = state.quick.step(
                rows[:, 0], of_source.memory, of_source.blocking, state.caches, state.order
            )
            logits = self.output(rows)
        return logits, replace(state, caches=caches, order=None, position=state.position + 1)

    def _step_in_sight(
        self, rows: Float[Tensor, "batch 1 width"], state: TransformerState
    ) -> tuple[Float[Tensor, "batch vocabulary"], tuple[Cache, ...]]:
        """A step through the modules, as one learns and looks."""
        caches = []
        for layer, memory, cache in zip(
            self._decoder_layers(), state.memory, state.caches, strict=True
        ):
            rows, grown = layer.step(rows, memory, state.may_attend, cache, state.order)
            caches.append(grown)
        logits = self.output(self.decoder.finish(rows))
        tap(self, "logits", logits, "batch target vocabulary")
        return logits[:, 0], tuple(caches)

    def _decoder_layers(self) -> list[DecoderLayer]:
        return cast("list[DecoderLayer]", list(self.decoder.layers))
