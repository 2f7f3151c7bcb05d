"""Position numbers: a fixed table of sines and cosines, or a learned one."""

from math import log
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor, nn


class SinusoidalPositions(nn.Module):
    """PE(pos, 2i) = sin(pos / 10000^(2i/d)), PE(pos, 2i+1) = cos(…) (Vaswani et al. 2017, §3.5).

    `halves` puts all sines before all cosines, as Marian does. The table grows when a longer
    sequence comes, so nothing is saved and no length is out of reach.
    """

    table: Tensor

    def __init__(self, width: int, layout: Literal["interleaved", "halves"]) -> None:
        super().__init__()
        self.width = width
        self.layout: Literal["interleaved", "halves"] = layout
        self.register_buffer("table", torch.empty(0, width), persistent=False)

    def forward(self, start: int, length: int) -> Float[Tensor, "length width"]:
        """The rows of positions `start` to `start + length - 1`."""
        end = start + length
        if end > len(self.table):
            table = sinusoids(max(end, 2 * len(self.table), 64), self.width, self.layout)
            self.table = table.to(self.table)
        return self.table[start:end]


class LearnedPositions(nn.Module):
    """One learned row a position, up to a fixed number of them."""

    def __init__(self, width: int, longest: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(longest, width) * width**-0.5)

    def forward(self, start: int, length: int) -> Float[Tensor, "length width"]:
        """The rows of positions `start` to `start + length - 1`; `ValueError` past the table."""
        if start + length > len(self.weight):
            raise ValueError(
                f"position {start + length} is past the {len(self.weight)} learned positions"
            )
        return self.weight[start : start + length]


def sinusoids(
    positions: int, width: int, layout: Literal["interleaved", "halves"]
) -> Float[Tensor, "positions width"]:
    """The table itself, computed in 64 bits and rounded to 32. `width` is even."""
    position = torch.arange(positions, dtype=torch.float64)[:, None]
    rate = torch.exp(torch.arange(0, width, 2, dtype=torch.float64) * (-log(10_000.0) / width))
    sines, cosines = torch.sin(position * rate), torch.cos(position * rate)
    if layout == "halves":
        return torch.cat([sines, cosines], dim=1).float()
    return torch.stack([sines, cosines], dim=2).flatten(1).float()
