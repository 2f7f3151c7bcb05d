"""The tree of a search: each candidate, what became of it, and the answers' paths through it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from seq2see.decoding.hypothesis import Hypothesis
    from seq2see.decoding.length_penalty import LengthPenalty
    from seq2see.inspection.whole_search import SeenSearch, SeenStep

Fate = Literal["kept", "ended", "dropped", "settled", "cut"]
"""Gone on with; ended and put among the answers; too far down; good enough to go on with, but the
search had settled; good enough, but at the limit of answers."""


class Node(NamedTuple):
    """A candidate as plain numbers."""

    symbol: int
    row: int
    probability: float
    log_probability: float
    ranking_score: float
    fate: Fate


def nodes_of(seen: "SeenSearch", longest: int, penalty: "LengthPenalty") -> list[list[Node]]:
    """The candidates of each step, best first."""
    return [
        list(_nodes(step, at + 1, penalty, is_last=at + 1 == longest))
        for at, step in enumerate(seen.steps)
    ]


def _nodes(
    step: "SeenStep", length: int, penalty: "LengthPenalty", *, is_last: bool
) -> Iterator[Node]:
    told = step.considered
    settled = bool(told.settled[0])
    of_symbols = step.log_probabilities[told.rows[0].clamp(min=0), told.symbols[0]].exp()
    for symbol, row, score, probability, possible, ended, kept in zip(
        told.symbols[0].tolist(),
        told.rows[0].tolist(),
        told.scores[0].tolist(),
        of_symbols.tolist(),
        told.possible[0].tolist(),
        told.ended[0].tolist(),
        told.kept[0].tolist(),
        strict=True,
    ):
        if not possible:
            continue
        fate: Fate = "dropped"
        if ended:
            fate = "ended"
        elif kept:
            fate = "settled" if settled else "cut" if is_last else "kept"
        yield Node(symbol, row, probability, score, penalty.score(score, length), fate)


def answers_of(
    seen: "SeenSearch", nodes: list[list[Node]]
) -> Iterator[tuple["Hypothesis", list[int]]]:
    """Each answer, and its candidate's place in every step."""
    places = [{(node.row, node.symbol): at for at, node in enumerate(step)} for step in nodes]
    for hypothesis in seen.hypotheses:
        written = zip(places, hypothesis.trail, hypothesis.ids, strict=False)
        yield hypothesis, [step[row, symbol] for step, row, symbol in written]
