"""From token numbers to rows: the token's row, scaled, plus its position's row."""

from math import sqrt

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from seq2see.core.recipe import Blocks
from seq2see.core.tap import tap
from seq2see.models.positions import LearnedPositions, SinusoidalPositions


class Embedding(nn.Module):
    """Token table · √d_model + positions, then dropout (Vaswani et al. 2017, §3.4, §3.5, §5.4).

    `tokens` is given so that two sides, or the output layer, can share it.
    """

    def __init__(self, recipe: Blocks, tokens: nn.Embedding, longest: int) -> None:
        super().__init__()
        self.tokens = tokens
        self.scale = sqrt(recipe.width) if recipe.embedding_scale else 1.0
        self.positions = (
            SinusoidalPositions(recipe.width, recipe.sinusoid_layout)
            if recipe.positions == "sinusoidal"
            else LearnedPositions(recipe.width, longest)
        )
        self.dropout = nn.Dropout(recipe.dropout)

    def forward(
        self, ids: Int[Tensor, "batch length"], start: int | Int[Tensor, " batch"] = 0
    ) -> Float[Tensor, "batch length width"]:
        """Rows for `ids`, the first of which stands at position `start` (of each row its own)."""
        tap(self, "ids", ids, "batch length")
        tokens = tap(self, "tokens", self.tokens(ids), "batch length width")
        if self.scale != 1.0:
            tokens = tap(self, "scaled", tokens * self.scale, "batch length width")
        positions = self._positions(start, ids.shape[1])
        rows = tokens + positions
        if self.training:
            rows = self.dropout(rows)
        return tap(self, "rows", rows, "batch length width")

    def _positions(self, start: int | Tensor, length: int) -> Float[Tensor, "*batch length width"]:
        if isinstance(start, int):
            return tap(self, "positions", self.positions(start, length), "length width")
        places = start[:, None] + torch.arange(length, device=start.device)
        rows = self.positions(0, int(places.max()) + 1)[places]
        return tap(self, "positions", rows, "batch length width")


def token_table(recipe: Blocks, vocabulary: int) -> nn.Embedding:
    """A new table of `vocabulary` rows, normal numbers of the size that the recipe asks for."""
    small = recipe.embedding_init == "small"
    return normal_table(vocabulary, recipe.width, recipe.width**-0.5 if small else 1.0)


def normal_table(rows: int, width: int, size: float = 1.0) -> nn.Embedding:
    """A table of normal numbers with the standard deviation `size`."""
    weight = torch.empty(rows, width)
    if not weight.is_meta:  # a model without numbers; drawing "some" would import torch's compiler
        nn.init.normal_(weight, std=size)
    return nn.Embedding.from_pretrained(weight, freeze=False)
