"""The ways back through a search: from the last symbol of an answer to its first."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Int
from torch import Tensor


@dataclass(frozen=True)
class Leaves:
    """Last symbols of answers; all four tensors have one shape."""

    scores: Tensor
    """Natural log-probabilities of the answers, 64 bits."""
    steps: Tensor
    """The step, from 0, at which each was written."""
    rows: Tensor
    """The row of that step's batch that predicted it."""
    symbols: Tensor

    @classmethod
    def none(cls, *shape: int) -> "Leaves":
        """Room for leaves that are still to come."""
        scores = torch.full(shape, -torch.inf, dtype=torch.float64)
        return cls(scores, *(torch.zeros(shape, dtype=torch.int64) for _ in range(3)))

    def at(self, index: Tensor | tuple[Tensor, ...]) -> "Leaves":
        """Some of them."""
        return self._each(lambda t: t[index])

    def gathered(self, order: Tensor) -> "Leaves":
        """Of (sources, some): each source's own in this order."""
        return self._each(lambda t: t.gather(1, order))

    def joined(self, others: "Leaves", dim: int = 0) -> "Leaves":
        """These, then the others."""
        return Leaves(*(torch.cat(two, dim=dim) for two in zip(self.all, others.all, strict=True)))

    def beside(self, others: "Leaves") -> "Leaves":
        """Of (sources, some): those of each source, then its others."""
        return self.joined(others, dim=1)

    def put(self, index: Tensor, others: "Leaves") -> None:
        """Write the others over those at `index`."""
        for mine, theirs in zip(self.all, others.all, strict=True):
            mine[index] = theirs

    @property
    def all(self) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The four tensors."""
        return self.scores, self.steps, self.rows, self.symbols

    def _each(self, change: Callable[[Tensor], Tensor]) -> "Leaves":
        return Leaves(*map(change, self.all))


class WayBack:
    """For each step and row: the symbol written, and the row of the step's batch it came from."""

    def __init__(self) -> None:
        self._noted: list[tuple[Tensor, Tensor]] = []

    @property
    def steps(self) -> int:
        """Steps noted so far."""
        return len(self._noted)

    def note(self, symbols: Int[Tensor, " next"], rows: Int[Tensor, " next"]) -> None:
        """One more step: what the next step's rows have written last, and where they came from."""
        self._noted.append((symbols, rows))

    def follow(self, leaves: Leaves) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Each leaf's symbols and its trail, the rows that predicted them; leaves are (some,)."""
        steps = int(leaves.steps.max()) + 1 if len(leaves.steps) else 0
        ids = torch.zeros(len(leaves.steps), steps, dtype=torch.int64)
        trails = torch.zeros_like(ids)
        row = torch.zeros_like(leaves.rows)
        for step in reversed(range(steps)):
            here, inside = leaves.steps == step, leaves.steps > step
            symbols, parents = self._noted[step]
            # Where an answer has ended before, whatever is looked up is not used.
            if len(symbols):
                ids[inside, step] = symbols[row[inside]]
                row[inside] = parents[row[inside]]
            ids[here, step], row[here] = leaves.symbols[here], leaves.rows[here]
            trails[:, step] = row
        return [
            (tuple(i[: last + 1]), tuple(t[: last + 1]))
            for i, t, last in zip(ids.tolist(), trails.tolist(), leaves.steps.tolist(), strict=True)
        ]
