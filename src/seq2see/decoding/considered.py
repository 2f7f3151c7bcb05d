"""`Considered`: what a beam search looked at in one step, for whoever watches it."""

from collections.abc import Callable
from dataclasses import dataclass

from jaxtyping import Bool, Float, Int
from torch import Tensor


@dataclass(frozen=True)
class Considered:
    """The candidates of one step: ways to go on with one more symbol, best first."""

    sources: Int[Tensor, " sources"]
    """Which sources are still searched; the other tensors have a row for each."""
    symbols: Int[Tensor, "sources found"]
    rows: Int[Tensor, "sources found"]
    """The row of this step's batch that each goes on from."""
    scores: Float[Tensor, "sources found"]
    """Log-probability of the answer up to and with the symbol; a forced prefix counts."""
    possible: Bool[Tensor, "sources found"]
    """False where there were fewer ways to go on than places."""
    ended: Bool[Tensor, "sources found"]
    """Those that ended with `<eos>`, high enough to count."""
    kept: Bool[Tensor, "sources found"]
    """The best that go on; in this order they are the rows of the next step."""
    settled: Bool[Tensor, " sources"]
    """True where the search stops here: nothing kept can still rank among the best."""


BeamWatcher = Callable[[Considered], None]
"""Told of every step, in order. It may not change what it gets: the search works with it."""
