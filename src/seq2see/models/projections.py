"""`Projections`: several linear maps of the same rows, done by one matrix product."""

from collections.abc import Iterator, Sequence

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


class Projections(nn.Module):
    """W_Q, W_K, W_V and the like, kept one above the other in a single matrix.

    One product of three times the width is faster than three products. A reader never sees the
    fusion: `blocks` names each map's own part, and `named_weights` saves and counts by those
    names. Every map starts as `torch.nn.Linear` would start it.
    """

    def __init__(self, names: Sequence[str], width: int, *, bias: bool) -> None:
        super().__init__()
        self.names = tuple(names)
        self.width = width
        self.weight = nn.Parameter(torch.empty(len(names) * width, width))
        self.bias = nn.Parameter(torch.empty(len(names) * width)) if bias else None
        bound = width**-0.5
        for parameter in self.parameters():
            nn.init.uniform_(parameter, -bound, bound)

    def forward(
        self, rows: Float[Tensor, "*places width"], batch: int, heads: int
    ) -> tuple[Float[Tensor, "{batch} {heads} length head_width"], ...]:
        """Each map's output, cut into `batch` sequences and into heads."""
        width = self.width
        together = F.linear(rows, self.weight, self.bias)
        # A split of one map would be free here, but cost a copy of the gradient on its way back.
        maps = together.split(width, dim=-1) if len(self.names) > 1 else (together,)
        return tuple(m.view(batch, -1, heads, width // heads).transpose(1, 2) for m in maps)

    def blocks(self) -> Iterator[tuple[str, Tensor]]:
        """Each map's `weight` (and `bias`) under its own name, as views of the whole."""
        for index, name in enumerate(self.names):
            rows = slice(index * self.width, (index + 1) * self.width)
            yield f"{name}.weight", self.weight.detach()[rows]
            if self.bias is not None:
                yield f"{name}.bias", self.bias.detach()[rows]
