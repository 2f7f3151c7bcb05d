"""Beam search: the best few partial answers are kept at every step."""

from dataclasses import dataclass, field

import torch
from torch import Tensor

from seq2see.core.special import BOS, EOS
from seq2see.decoding.choice import writable
from seq2see.decoding.hypothesis import Hypothesis, ranking_score
from seq2see.models.contract import Seq2Seq


@dataclass(frozen=True)
class _Partial:
    """An answer under way; `row` is where the state of its last step stands in the batch."""

    ids: tuple[int, ...] = ()
    log_probability: float = 0.0
    trail: tuple[int, ...] = ()
    row: int = 0


@dataclass
class _Beam:
    """One source's search."""

    size: int
    longest: int
    alpha: float
    partial: list[_Partial]
    ended: list[Hypothesis] = field(default_factory=list)

    def extend(self, candidates: list[_Partial]) -> None:
        """Take the next generation: candidates best first, at most two for each place.

        An ended candidate counts when it ranks within the beam; the best that go on fill the
        beam, so that an end never narrows the search.
        """
        self.ended += [self._end(c) for c in candidates[: self.size] if c.ids[-1] == EOS]
        self.ended.sort(key=lambda hypothesis: -hypothesis.ranking_score)
        del self.ended[self.size :]
        self.partial = [c for c in candidates if c.ids[-1] != EOS][: self.size]
        if self._settled():
            self.partial = []

    def best(self) -> list[Hypothesis]:
        """All hypotheses, best first; cut ones only where too few have ended."""
        cut = sorted(map(self._end, self.partial), key=lambda h: -h.ranking_score)
        return (self.ended + cut)[: self.size]

    def _end(self, partial: _Partial) -> Hypothesis:
        score = ranking_score(partial.log_probability, len(partial.ids), self.alpha)
        return Hypothesis(partial.ids, partial.log_probability, score, partial.trail)

    def _settled(self) -> bool:
        """Whether nothing under way can still rank among the best, however it goes on.

        A log-probability only falls, and the penalty divides most at the longest length, so
        that quotient is the best that a partial answer can come to.
        """
        if len(self.ended) < self.size or not self.partial:
            return not self.partial
        reach = ranking_score(self.partial[0].log_probability, self.longest, self.alpha)
        return self.ended[-1].ranking_score >= reach


def beam_search(
    model: Seq2Seq,
    source: Tensor,
    source_is_token: Tensor,
    *,
    beam: int,
    longest: int,
    length_penalty: float = 0.0,
) -> list[list[Hypothesis]]:
    """For each row of (batch, source): up to `beam` distinct hypotheses, best ranking first.

    With `beam` as wide as the space of answers this is exhaustive search. An answer without
    `<eos>` among its first `longest` symbols is cut there.
    """
    state = model.start(model.encode(source, source_is_token))
    beams = [_Beam(beam, longest, length_penalty, [_Partial(row=r)]) for r in range(len(source))]
    token = torch.full((len(source),), BOS, device=source.device)
    for _ in range(longest):
        logits, state = model.step(token, state)
        log_probabilities = writable(logits.log_softmax(-1))
        width = min(2 * beam, log_probabilities.shape[1])
        best, symbols = (t.tolist() for t in log_probabilities.topk(width))
        for one in beams:
            if one.partial:
                one.extend(_candidates(one, best, symbols))
        running = [partial for one in beams for partial in one.partial]
        if not running:
            break
        rows = torch.tensor([partial.row for partial in running], device=source.device)
        token = torch.tensor([partial.ids[-1] for partial in running], device=source.device)
        state = state.select(rows)
        _renumber(beams)
    return [one.best() for one in beams]


def _candidates(one: _Beam, best: list[list[float]], symbols: list[list[int]]) -> list[_Partial]:
    """The `2 · size` best ways to go on from a beam's partial answers, best first."""
    found = [
        _Partial(
            (*partial.ids, symbol),
            partial.log_probability + score,
            (*partial.trail, partial.row),
            partial.row,
        )
        for partial in one.partial
        for score, symbol in zip(best[partial.row], symbols[partial.row], strict=True)
        if score > -torch.inf
    ]
    found.sort(key=lambda candidate: -candidate.log_probability)
    return found[: 2 * one.size]


def _renumber(beams: list[_Beam]) -> None:
    """After `select`, partial answers stand in the batch in the order of the beams."""
    row = 0
    for one in beams:
        renumbered = []
        for partial in one.partial:
            renumbered.append(_Partial(partial.ids, partial.log_probability, partial.trail, row))
            row += 1
        one.partial = renumbered
