"""The layers and the two stacks of the Transformer (Vaswani et al. 2017, §3.1, figure 1)."""

from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from seq2see.core.recipe import Blocks
from seq2see.core.tap import tap
from seq2see.models.attention import CrossAttention, Grown, OfSource, SelfAttention, Written
from seq2see.models.sublayer import AddNorm, FeedForward, Rows
from seq2see.models.written import Cache

Mask = Bool[Tensor, "..."]


class EncoderLayer(nn.Module):
    """Self-attention, then the feed-forward block."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__()
        self.self_attention = SelfAttention(recipe)
        self.add_norm_1 = AddNorm(recipe)
        self.feed_forward = FeedForward(recipe)
        self.add_norm_2 = AddNorm(recipe)

    def forward(self, rows: Rows, may_attend: Mask) -> Rows:
        """The rows after this layer; every row may read every source token."""
        rows = self.add_norm_1(rows, lambda x: self.self_attention(x, may_attend))
        return self.add_norm_2(rows, self.feed_forward)

    def step(self, rows: Rows, cache: Written | None, may_attend: Mask) -> tuple[Rows, Grown]:
        """New rows that read themselves and the cached ones, and the cache with them added."""
        grown: list[Grown] = []

        def attend(x: Tensor) -> Tensor:
            output, keys_values = self.self_attention.step(x, cache, may_attend)
            grown.append(keys_values)
            return output

        rows = self.add_norm_1(rows, attend)
        return self.add_norm_2(rows, self.feed_forward), grown[0]


class DecoderLayer(nn.Module):
    """Masked self-attention, cross-attention to memory, then the feed-forward block."""

    def __init__(self, recipe: Blocks) -> None:
        super().__init__()
        self.self_attention = SelfAttention(recipe)
        self.add_norm_1 = AddNorm(recipe)
        self.cross_attention = CrossAttention(recipe)
        self.add_norm_2 = AddNorm(recipe)
        self.feed_forward = FeedForward(recipe)
        self.add_norm_3 = AddNorm(recipe)

    def forward(self, rows: Rows, memory: OfSource, target: Mask, source: Mask) -> Rows:
        """All target rows at once; `target` and `source` say what each may attend to."""
        rows = self.add_norm_1(rows, lambda x: self.self_attention(x, target))
        return self._read_source(rows, memory, source)

    def step(
        self, row: Float[Tensor, "batch 1 width"], memory: OfSource, source: Mask,
        cache: Cache | None, order: Int[Tensor, " batch"] | None,
    ) -> tuple[Float[Tensor, "batch 1 width"], Cache]:  # fmt: skip
        """One new target row, and the self-attention cache with its key and value added.

        `order` says which row of the cache each row of this step goes on from.
        """
        grown: list[Cache] = []

        def attend(x: Tensor) -> Tensor:
            output, with_own = self.self_attention.append(x, cache, order)
            grown.append(with_own)
            return output

        row = self.add_norm_1(row, attend)
        return self._read_source(row, memory, source), grown[0]

    def _read_source(self, rows: Rows, memory: OfSource, source: Mask) -> Rows:
        rows = self.add_norm_2(rows, lambda x: self.cross_attention(x, memory, source))
        return self.add_norm_3(rows, self.feed_forward)


class Stack(nn.Module):
    """Layers one after the other, with a last normalisation where the recipe asks for one."""

    def __init__(self, recipe: Blocks, layers: list[nn.Module]) -> None:
        super().__init__()
        self.layers = nn.ModuleList(layers)
        self.final_norm = nn.LayerNorm(recipe.width) if recipe.final_norm else None

    def finish(self, rows: Rows) -> Rows:
        """What leaves the stack after its last layer."""
        if self.final_norm is not None:
            rows = self.final_norm(rows)
        return tap(self, "output", rows, "batch length width")
