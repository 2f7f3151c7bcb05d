"""Multi-head attention (Vaswani et al. 2017, §3.2), over one's own sequence and over another.

Letters of the paper: Q queries, K keys, V values, h heads, d_k the width of one head.
"""

from collections.abc import Sequence
from math import sqrt

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from seq2see.core.recipe import Blocks
from seq2see.core.tap import observed, tap
from seq2see.models.projections import Projections
from seq2see.models.written import Cache, grown

OfSource = tuple[
    Float[Tensor, "sentences heads source head_width"],
    Float[Tensor, "sentences heads source head_width"],
]
"""Keys and values of memory, one place a source token."""
Written = tuple[
    Float[Tensor, "batch heads written head_width"], Float[Tensor, "batch heads written head_width"]
]
"""Keys and values of the target so far, one place a position."""
Grown = tuple[
    Float[Tensor, "batch heads grown head_width"], Float[Tensor, "batch heads grown head_width"]
]
"""`Written` with the new places added."""


MANY = 32
"""Rows with one query each from which plain products are faster than fused attention."""


class MultiHeadAttention(nn.Module):
    """What both kinds share: softmax(Q Kᵀ / √d_k) V for each head, joined by W_O (equation 1)."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__()
        self.heads = recipe.heads
        self.W_O = nn.Linear(recipe.width, recipe.width)

    def attend(
        self,
        queries: Float[Tensor, "batch heads queries head_width"],
        keys: Float[Tensor, "batch heads keys head_width"],
        values: Float[Tensor, "batch heads keys head_width"],
        may_attend: Bool[Tensor, "..."] | None,
        shape: Sequence[int] | None = None,
    ) -> Float[Tensor, "*places width"]:
        """Read `values` where `queries` meet `keys`; None as `may_attend` allows every cell.

        The rows come out as (batch, queries, width), or in the `shape` that is asked for.

        Torch's fused attention does the work, unless someone is looking: then every step is
        computed by itself and shown. The two agree to rounding. On a processor plain products
        are also the faster way for one query of each of many rows, as decoding has them.
        """
        if observed() or (queries.shape[2] == 1 and len(queries) >= MANY and queries.is_cpu):
            context = self._attend_in_sight(queries, keys, values, may_attend)
        else:
            context = F.scaled_dot_product_attention(queries, keys, values, attn_mask=may_attend)
        batch, heads, length, head_width = context.shape
        joined = context.transpose(1, 2).reshape(shape or (batch, length, heads * head_width))
        tap(self, "joined", joined, "batch target width")
        return tap(self, "output", self.W_O(joined), "batch target width")

    def _attend_in_sight(
        self, queries: Tensor, keys: Tensor, values: Tensor, may_attend: Tensor | None
    ) -> Tensor:
        tap(self, "queries", queries, "batch head target head_width")
        tap(self, "keys", keys, "batch head source head_width")
        tap(self, "values", values, "batch head source head_width")
        scores = queries @ keys.transpose(-2, -1) / sqrt(queries.shape[-1])
        tap(self, "scores", scores, "batch head target source")
        if may_attend is not None:
            scores = scores.masked_fill(~may_attend, float("-inf"))
            tap(self, "masked_scores", scores, "batch head target source")
        weights = tap(self, "weights", scores.softmax(-1), "batch head target source")
        return tap(self, "context", weights @ values, "batch head target head_width")


class SelfAttention(MultiHeadAttention):
    """Queries, keys and values all come from the same rows."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__(recipe)
        self.projections = Projections(
            ["W_Q", "W_K", "W_V"], recipe.width, bias=recipe.projection_bias
        )

    def forward(
        self, rows: Float[Tensor, "*places width"], may_attend: Bool[Tensor, "batch ..."]
    ) -> Float[Tensor, "*places width"]:
        """Every row reads the rows of its own sequence that it may attend to.

        The rows may come as one long list: `may_attend` says how many sequences they make up.
        """
        queries, keys, values = self.projections(rows, len(may_attend), self.heads)
        return self.attend(queries, keys, values, may_attend, rows.shape)

    def step(
        self,
        rows: Float[Tensor, "batch length width"],
        cache: Written | None,
        may_attend: Bool[Tensor, "..."] | None = None,
    ) -> tuple[Float[Tensor, "batch length width"], Grown]:
        """New rows (usually one) read the cached rows and themselves; the cache gains theirs.

        `may_attend` has a column for each cached row and then for each new one; None allows all.
        """
        queries, keys, values = self.projections(rows, len(rows), self.heads)
        if cache is not None:
            keys = torch.cat([cache[0], keys], dim=2)
            values = torch.cat([cache[1], values], dim=2)
        return self.attend(queries, keys, values, may_attend), (keys, values)

    def append(
        self,
        rows: Float[Tensor, "batch 1 width"],
        cache: Cache | None,
        order: Int[Tensor, " batch"] | None,
    ) -> tuple[Float[Tensor, "batch 1 width"], Cache]:
        """One new row of each sequence reads its cached rows and itself; the cache gains its own.

        Sequence i goes on from row `order[i]` of the cache; None leaves them as they stand.
        """
        queries, *own = self.projections(rows, len(rows), self.heads)
        with_own = grown(cache, order, torch.stack(own)[:, :, :, 0])
        keys, values = with_own.keys_values
        return self.attend(queries, keys, values, None), with_own


class CrossAttention(MultiHeadAttention):
    """Queries come from the target's rows, keys and values from memory."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__(recipe)
        self.query = Projections(["W_Q"], recipe.width, bias=recipe.projection_bias)
        self.memory = Projections(["W_K", "W_V"], recipe.width, bias=recipe.projection_bias)

    def keys_values(
        self, memory: Float[Tensor, "*places width"], batch: int | None = None
    ) -> OfSource:
        """Keys and values of memory: they never change while an answer is written.

        `batch` is the number of sequences, where the rows do not say it by their shape.
        """
        keys, values = self.memory(memory, batch or len(memory), self.heads)
        return keys, values

    def forward(
        self,
        rows: Float[Tensor, "*places width"],
        keys_values: OfSource,
        may_attend: Bool[Tensor, "..."],
    ) -> Float[Tensor, "*places width"]:
        """Every target row reads the source tokens.

        `rows` may hold several sequences for each row of memory, one after the other: their
        queries then go together, since they read the same keys.
        """
        keys, values = keys_values
        (queries,) = self.query(rows, len(keys), self.heads)
        return self.attend(queries, keys, values, may_attend, rows.shape)
