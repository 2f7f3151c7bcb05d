"""What a beam search keeps account of: scores, ends, and the way back to each answer's start.

All of it stands in tensors, for all sources at once, on the processor and in 64 bits. An answer is
not kept as a list that grows: each step notes for each of its rows the symbol and the row that it
came from, and the ways back are followed once, at the end.

Letters in shapes: `sources` those still searched, `rows` their partial answers, `beam` the places
of a source, `best` the symbols looked at in each row, `found` the candidates of a source.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from seq2see.core.special import EOS
from seq2see.decoding.considered import BeamWatcher, Considered
from seq2see.decoding.hypothesis import Hypothesis
from seq2see.decoding.length_penalty import LengthPenalty
from seq2see.decoding.way_back import Leaves, WayBack

NONE = -torch.inf
"""Stands where there is no candidate; nothing possible has it."""


@dataclass(frozen=True)
class _Found:
    """Candidates of every source, best first: ways to go on with one more symbol."""

    scores: Float[Tensor, "sources found"]
    symbols: Int[Tensor, "sources found"]
    rows: Int[Tensor, "sources found"]
    """The row of this step's batch that each came from."""

    def at(self, places: Int[Tensor, "sources some"]) -> "_Found":
        """The candidates at these places."""
        return _Found(*(t.gather(1, places) for t in (self.scores, self.symbols, self.rows)))


class BeamBook:
    """The account of one batch, step by step; `watcher` is told what each step looked at."""

    def __init__(
        self,
        sources: int,
        beam: int,
        longest: int,
        penalty: LengthPenalty,
        watcher: BeamWatcher | None = None,
    ) -> None:
        self.beam, self.longest, self.penalty = beam, longest, penalty
        self._watcher = watcher
        self.sources = torch.arange(sources)
        """Whose answer each row is."""
        self._way = WayBack()
        self._searched = torch.arange(sources)
        self._scores = torch.zeros(sources, dtype=torch.float64)
        self._given = torch.zeros(sources, dtype=torch.float64)  # log-probability of the prefix
        self._grid = torch.arange(sources)[:, None]  # (sources, places): row, or -1 where none is
        # The ends found so far, by rank: (source, beam) each.
        self._ranks = torch.full((sources, beam), NONE, dtype=torch.float64)
        self._ended = Leaves.none(sources, beam)
        self._cut: tuple[Tensor, Leaves] | None = None

    def force(self, rows: Int[Tensor, " forced"], scores: Float[Tensor, " forced"]) -> None:
        """Note what the forced symbols of these rows add to their answers' log-probability.

        It is kept apart, so that even after a prefix that the model holds for impossible, what
        follows is still searched by how probable it is there.
        """
        self._given[self.sources[rows]] += scores

    def extend(
        self, best: Float[Tensor, "rows best"], symbols: Int[Tensor, "rows best"]
    ) -> tuple[Int[Tensor, " next"], Int[Tensor, " next"]]:
        """Take each row's `best` log-probabilities and their `symbols`.

        Gives the next step's rows (as rows of this step's batch) and their last symbols; none
        when the search is over. The `2 · beam` best ways to go on count for a source. One that
        ends counts when it ranks within the beam; the best that go on fill the beam, so that an
        end never narrows the search.
        """
        found = self._candidates(best, symbols)
        possible = found.scores > NONE
        ends = (found.symbols == EOS) & possible
        if bool((within := ends[:, : self.beam]).any()):
            self._end(found, within)
        places = torch.arange(ends.shape[1])
        goes_on = torch.where(possible & ~ends, places, ends.shape[1])
        kept = goes_on.topk(min(self.beam, ends.shape[1]), largest=False).values
        live = kept < ends.shape[1]
        going = found.at(kept.clamp(max=ends.shape[1] - 1))
        settled = self._settled(going.scores[:, 0])
        if self._watcher is not None:
            self._watcher(self._considered(found, possible, kept, settled))
        live &= ~settled[:, None]
        tokens, rows = going.symbols[live], going.rows[live]
        self._way.note(tokens, rows)
        if self._way.steps == self.longest:
            leaves = Leaves(going.scores, torch.full_like(kept, self.longest - 1), going.rows,
                            going.symbols)  # fmt: skip
            self._cut = live, leaves
            return kept.new_empty(0), kept.new_empty(0)
        if not len(rows) == live.numel() == self._grid.numel() == len(self._scores):
            self._renumber(live)  # else every place of every source is taken, as before
        self._scores = going.scores[live]
        return rows, tokens

    def hypotheses(self) -> list[list[Hypothesis]]:
        """Of each source, best first; cut ones only where too few have ended."""
        sources, places = (self._ranks > NONE).nonzero(as_tuple=True)
        leaves = self._ended.at((sources, places))
        if self._cut is not None:
            cut = self._cut[0].nonzero(as_tuple=True)
            sources = torch.cat([sources, self._searched[cut[0]]])
            leaves = leaves.joined(self._cut[1].at(cut))
        answers: list[list[Hypothesis]] = [[] for _ in self._given]
        totals = (leaves.scores + self._given[sources]).tolist()
        followed = self._way.follow(leaves)
        for source, total, (ids, trail) in zip(sources.tolist(), totals, followed, strict=True):
            if len(answers[source]) < self.beam:
                score = self.penalty.score(total, len(ids))
                answers[source].append(Hypothesis(ids, total, score, trail))
        return answers

    def _candidates(self, best: Tensor, symbols: Tensor) -> _Found:
        """The `2 · beam` best ways to go on of each source, best first."""
        totals = self._scores[:, None] + best
        grid = self._grid
        sources, width = grid.shape
        if grid.numel() > len(totals):  # some sources have fewer partial answers than others
            here = grid.clamp(min=0).flatten()
            totals = totals[here].masked_fill((grid < 0).flatten()[:, None], NONE)
            symbols = symbols[here]
        each = totals.shape[1]
        scores, places = totals.view(sources, width * each).topk(min(2 * self.beam, width * each))
        return _Found(
            scores,
            symbols.view(sources, -1).gather(1, places),
            grid.gather(1, places // each),
        )

    def _considered(
        self, found: _Found, possible: Tensor, kept: Tensor, settled: Tensor
    ) -> Considered:
        places = torch.arange(possible.shape[1])
        return Considered(
            self._searched,
            found.symbols,
            found.rows,
            found.scores + self._given[self._searched, None],
            possible,
            ended=possible & (found.symbols == EOS) & (places < self.beam),
            kept=(kept[:, :, None] == places).any(1),
            settled=settled,
        )

    def _end(self, found: _Found, ends: Bool[Tensor, "sources within"]) -> None:
        """Put the ends among the candidates in their places by rank."""
        among = ends.shape[1]
        step, searched = self._way.steps, self._searched
        totals = found.scores[:, :among] + self._rankable()[searched, None]
        ranks = torch.where(ends, totals / self.penalty.divisor(step + 1), NONE)
        ranks = torch.cat([self._ranks[searched], ranks], dim=1)
        order = ranks.sort(dim=1, descending=True, stable=True).indices[:, : self.beam]
        new = Leaves(
            found.scores[:, :among],
            torch.full((len(ends), among), step),
            found.rows[:, :among],
            found.symbols[:, :among],
        )
        self._ranks[searched] = ranks.gather(1, order)
        self._ended.put(searched, self._ended.at(searched).beside(new).gathered(order))

    def _settled(self, best_going: Float[Tensor, " sources"]) -> Bool[Tensor, " sources"]:
        """Whether nothing under way can still rank among a source's best, however it goes on."""
        worst = self._ranks[self._searched, self.beam - 1]
        if self._way.steps + 1 == self.longest or not bool((worst > NONE).any()):
            return torch.zeros_like(worst, dtype=torch.bool)
        divisor = self.penalty.largest(self._way.steps + 2, self.longest)
        reach = (best_going + self._rankable()[self._searched]) / divisor
        return (worst > NONE) & (worst >= reach)

    def _rankable(self) -> Float[Tensor, " all"]:
        """The prefixes' log-probabilities; those of impossible ones rank nothing."""
        return self._given.masked_fill(self._given == NONE, 0.0)

    def _renumber(self, live: Bool[Tensor, "sources kept"]) -> None:
        """After `select`, partial answers stand in the batch in the order of their sources."""
        counts = live.sum(1)
        stay = counts > 0
        live, counts, self._searched = live[stay], counts[stay], self._searched[stay]
        self.sources = self._searched.repeat_interleave(counts)
        width = int(counts.max()) if len(counts) else 0
        rows = torch.full(live.shape, -1)
        rows[live] = torch.arange(len(self.sources))
        self._grid = rows[:, :width]
