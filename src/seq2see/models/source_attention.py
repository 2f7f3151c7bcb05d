"""Attention of a recurrent decoder over every encoder state, for all decoder steps at once.

Three ways to score encoder state h against decoder state s: the dot product h · s and the
bilinear form s W h (Luong et al. 2015, §3.1, "dot" and "general"), and the small network
v · tanh(s W₁ + h W₂) (Bahdanau et al. 2015, appendix A.1.2).
"""

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from seq2see.core.recipe import Lstm
from seq2see.core.tap import tap

Keys = Float[Tensor, "batch source key_width"]


class SourceAttention(nn.Module):
    """softmax(scores) over the source tokens, then the weighted average of encoder states."""

    def forward(
        self,
        queries: Float[Tensor, "batch target width"],
        keys: Keys,
        values: Float[Tensor, "batch source width"],
        may_attend: Bool[Tensor, "batch 1 source"],
    ) -> Float[Tensor, "batch target width"]:
        """One context a decoder state: `weights @ values`."""
        scores = tap(self, "scores", self.scores(queries, keys), "batch target source")
        weights = scores.masked_fill(~may_attend, float("-inf")).softmax(-1)
        tap(self, "weights", weights[:, None], "batch head target source")
        return tap(self, "context", weights @ values, "batch target width")

    def keys(self, states: Float[Tensor, "batch source width"]) -> Keys:
        """What scoring needs of the encoder states alone; computed once per source."""
        return states

    def scores(
        self, queries: Float[Tensor, "batch target width"], keys: Keys
    ) -> Float[Tensor, "batch target source"]:
        """Every decoder state against every encoder state."""
        raise NotImplementedError


class DotAttention(SourceAttention):
    """s · h."""

    def scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        """All of them in one product, S Eᵀ."""
        return queries @ keys.transpose(1, 2)


class BilinearAttention(SourceAttention):
    """s W h."""

    def __init__(self, recipe: Lstm) -> None:
        super().__init__()
        self.W = nn.Linear(recipe.width, recipe.width, bias=False)

    def keys(self, states: Tensor) -> Tensor:
        """W h."""
        return self.W(states)

    def scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        """s against each W h."""
        return queries @ keys.transpose(1, 2)


class AdditiveAttention(SourceAttention):
    """v · tanh(s W₁ + h W₂)."""

    def __init__(self, recipe: Lstm) -> None:
        super().__init__()
        self.W_1 = nn.Linear(recipe.width, recipe.attention_width, bias=False)
        self.W_2 = nn.Linear(recipe.width, recipe.attention_width, bias=False)
        self.v = nn.Linear(recipe.attention_width, 1, bias=False)

    def keys(self, states: Tensor) -> Tensor:
        """h W₂."""
        return self.W_2(states)

    def scores(self, queries: Tensor, keys: Tensor) -> Tensor:
        """Every pair through the network."""
        together = self.W_1(queries)[:, :, None] + keys[:, None]
        return self.v(torch.tanh(together))[..., 0]


def source_attention(recipe: Lstm) -> SourceAttention | None:
    """The attention that the recipe names; None for a plain encoder–decoder."""
    if recipe.attention == "none":
        return None
    if recipe.attention == "dot":
        return DotAttention()
    if recipe.attention == "bilinear":
        return BilinearAttention(recipe)
    return AdditiveAttention(recipe)
