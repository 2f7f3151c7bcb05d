"""What wraps and what fills the sublayers of a Transformer layer, apart from attention."""

from collections.abc import Callable

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from seq2see.core.recipe import Blocks
from seq2see.core.tap import tap

Rows = Float[Tensor, "*places width"]


class AddNorm(nn.Module):
    """The residual path around a sublayer, with its normalisation and dropout.

    `post`: LayerNorm(x + Dropout(Sublayer(x))) (Vaswani et al. 2017, §3.1 and §5.4).
    `pre`: x + Dropout(Sublayer(LayerNorm(x))) (Xiong et al. 2020, figure 1b).
    """

    def __init__(self, recipe: Blocks) -> None:
        super().__init__()
        self.is_post = recipe.norm == "post"
        self.norm = nn.LayerNorm(recipe.width)
        self.dropout = nn.Dropout(recipe.dropout)

    def forward(self, x: Rows, sublayer: Callable[[Rows], Rows]) -> Rows:
        """`x` after the sublayer has added to it."""
        if self.is_post:
            added = tap(self, "sum", x + self._drop(sublayer(x)), "batch length width")
            return tap(self, "normalised", self.norm(added), "batch length width")
        normalised = tap(self, "normalised", self.norm(x), "batch length width")
        return tap(self, "sum", x + self._drop(sublayer(normalised)), "batch length width")

    def _drop(self, rows: Rows) -> Rows:
        return self.dropout(rows) if self.training and self.dropout.p else rows


class FeedForward(nn.Module):
    """max(0, x W₁ + b₁) W₂ + b₂ for each row by itself (Vaswani et al. 2017, equation 2)."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__()
        self.W_1 = nn.Linear(recipe.width, recipe.inner)
        self.W_2 = nn.Linear(recipe.inner, recipe.width)

    def forward(self, rows: Rows) -> Rows:
        """The rows, each transformed alike."""
        hidden = tap(self, "hidden", F.relu(self.W_1(rows), inplace=True), "batch length inner")
        return tap(self, "output", self.W_2(hidden), "batch length width")
