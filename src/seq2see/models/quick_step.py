"""A step of the Transformer's decoder as a few plain calls, for while nobody looks.

A step has one row a hypothesis, and for few of them the calls of modules take longer than what
the modules compute. So each layer's weights are gathered once an answer, and a step is the same
operations on them, without taps and without dropout. Tests hold it against the modules.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from seq2see.models.attention import MANY, OfSource
from seq2see.models.transformer_layers import DecoderLayer
from seq2see.models.written import Cache, grown

Rows = Float[Tensor, "rows width"]
Blocking = Float[Tensor, "sentences 1 1 source"]
FEW = 8
"""Rows up to which, from 2 on, a processor multiplies the weights with them faster than them with
the weights."""


class Affine(NamedTuple):
    """Weight and bias of a linear map."""

    weight: Tensor
    bias: Tensor | None

    def __call__(self, rows: Float[Tensor, "rows into"]) -> Float[Tensor, "rows out"]:
        """`torch.nn.functional.linear`, also where that is slow."""
        if self.bias is None or not 1 < len(rows) <= FEW or not rows.is_cpu:
            return F.linear(rows, self.weight, self.bias)
        return torch.addmm(self.bias[:, None], self.weight, rows.t()).t().contiguous()


class Norm(NamedTuple):
    """Weight, bias and epsilon of a layer normalisation."""

    weight: Tensor
    bias: Tensor
    epsilon: float

    @classmethod
    def of(cls, module: nn.LayerNorm) -> "Norm":
        """Those of a module."""
        return cls(module.weight, module.bias, module.eps)

    def __call__(self, rows: Rows) -> Rows:
        """The rows, normalised."""
        return torch.layer_norm(rows, self.weight.shape, self.weight, self.bias, self.epsilon)


class QuickLayer(NamedTuple):
    """What a step needs of a decoder layer."""

    is_post: bool
    heads: int
    own: Affine
    own_out: Affine
    norm_1: Norm
    query: Affine
    source_out: Affine
    norm_2: Norm
    inner: Affine
    inner_out: Affine
    norm_3: Norm

    @classmethod
    def of(cls, layer: DecoderLayer) -> "QuickLayer":
        """The weights of a layer; none of them is copied."""
        own, source, feed = layer.self_attention, layer.cross_attention, layer.feed_forward
        return cls(
            layer.add_norm_1.is_post,
            own.heads,
            Affine(own.projections.weight, own.projections.bias),
            Affine(own.W_O.weight, own.W_O.bias),
            Norm.of(layer.add_norm_1.norm),
            Affine(source.query.weight, source.query.bias),
            Affine(source.W_O.weight, source.W_O.bias),
            Norm.of(layer.add_norm_2.norm),
            Affine(feed.W_1.weight, feed.W_1.bias),
            Affine(feed.W_2.weight, feed.W_2.bias),
            Norm.of(layer.add_norm_3.norm),
        )

    def step(
        self,
        rows: Rows,
        of_source: OfSource,
        blocking: Blocking | None,
        cache: Cache | None,
        order: Int[Tensor, " rows"] | None,
    ) -> tuple[Rows, Cache]:
        """As `DecoderLayer.step`."""
        post = self.is_post
        read, cache = self._read_own(rows if post else self.norm_1(rows), cache, order)
        rows = self.norm_1(read.add_(rows)) if post else read.add_(rows)
        read = self._read_source(rows if post else self.norm_2(rows), of_source, blocking)
        rows = self.norm_2(read.add_(rows)) if post else read.add_(rows)
        hidden = self.inner(rows if post else self.norm_3(rows)).relu_()
        added = self.inner_out(hidden).add_(rows)
        return (self.norm_3(added) if post else added), cache

    def _read_own(
        self, rows: Rows, cache: Cache | None, order: Tensor | None
    ) -> tuple[Rows, Cache]:
        batch, width = rows.shape
        maps = self.own(rows).view(batch, 3, self.heads, 1, width // self.heads)
        cache = grown(cache, order, maps[:, 1:, :, 0].transpose(0, 1))
        return self.own_out(attend(maps[:, 0], *cache.keys_values, None)), cache

    def _read_source(self, rows: Rows, of_source: OfSource, blocking: Blocking | None) -> Rows:
        keys, values = of_source
        queries = self.query(rows)
        queries = queries.view(len(keys), -1, self.heads, keys.shape[3]).transpose(1, 2)
        return self.source_out(attend(queries, keys, values, blocking))


class QuickDecoder(NamedTuple):
    """What a step needs of a decoder; the output layer is one call either way."""

    layers: Sequence[QuickLayer]
    final_norm: Norm | None

    @classmethod
    def of(cls, layers: Iterable[DecoderLayer], final_norm: nn.LayerNorm | None) -> "QuickDecoder":
        """The weights of all of them."""
        return cls(
            [QuickLayer.of(layer) for layer in layers],
            None if final_norm is None else Norm.of(final_norm),
        )

    def step(
        self,
        rows: Rows,
        memory: Sequence[OfSource],
        blocking: Blocking | None,
        caches: Sequence[Cache | None],
        order: Int[Tensor, " rows"] | None,
    ) -> tuple[Rows, tuple[Cache, ...]]:
        """What leaves the stack for these embedded rows, and the caches with them added."""
        after = []
        for layer, of_source, cache in zip(self.layers, memory, caches, strict=True):
            rows, cache = layer.step(rows, of_source, blocking, cache, order)
            after.append(cache)
        if self.final_norm is not None:
            rows = self.final_norm(rows)
        return rows, tuple(after)


def attend(
    queries: Float[Tensor, "batch heads queries head_width"],
    keys: Float[Tensor, "batch heads keys head_width"],
    values: Float[Tensor, "batch heads keys head_width"],
    blocking: Float[Tensor, "batch 1 1 keys"] | None,
) -> Rows:
    """softmax(Q Kᵀ / √d_k + blocking) V, the heads of a row side by side.

    For many rows on a processor by plain products, which are then the faster way.
    """
    batch, heads, length, head_width = queries.shape
    if batch < MANY or not queries.is_cpu:
        context = F.scaled_dot_product_attention(queries, keys, values, attn_mask=blocking)
    else:
        if blocking is None:
            scores, beta = queries.new_empty(1), 0
        else:
            scores, beta = blocking.expand(-1, heads, 1, -1).flatten(0, 1), 1
        scores = torch.baddbmm(
            scores, queries.reshape(-1, length, head_width), keys.flatten(0, 1).transpose(1, 2),
            beta=beta, alpha=1 / sqrt(head_width),
        )  # fmt: skip
        context = torch.bmm(scores.softmax(-1), values.flatten(0, 1)).view(queries.shape)
    return context.transpose(1, 2).reshape(batch * length, heads * head_width)
