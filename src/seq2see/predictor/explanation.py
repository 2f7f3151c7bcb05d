"""`Explanation`: why a model gave an answer, as plain data.

It holds no tensor and knows no page: the terminal, the web page, the figure and the JSON file
are all drawn from this one structure, and its JSON schema is generated from it.
"""

from typing import Literal

import msgspec

Matrix = list[list[float]]
"""Attention weights, (target, source); each row sums to 1."""


class Symbol(msgspec.Struct, frozen=True, kw_only=True):
    """One symbol of a source or an answer, as the user sees it."""

    text: str
    """The symbol itself; special symbols are written `<eos>` and so on."""
    id: int
    """Its number in the vocabulary of its side."""
    special: bool
    """True for `<eos>` and the like, False for the user's own text."""
    unknown: bool = False
    """True for text of the user's that the vocabulary does not hold: the model sees `<unk>`."""


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """One of the symbols most probable at a step, the chosen one included."""

    symbol: Symbol
    probability: float


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One symbol of an answer and what the model thought when it was produced."""

    symbol: Symbol
    probability: float
    """Probability of this symbol given the source and all symbols before it."""
    rank: int
    """1 when no symbol was more probable."""
    alternatives: list[Alternative]
    """The most probable symbols at this step, best first."""


class ExplainedHypothesis(msgspec.Struct, frozen=True, kw_only=True):
    """One answer with its score, its steps and every attention row behind it."""

    text: str
    origin: Literal["greedy", "beam", "given"]
    """How the answer came about; "given" is a text that the user asked about."""
    log_probability: float
    """Natural logarithm, summed over `steps`, the end symbol included."""
    ranking_score: float
    """What n-best lists are sorted by: `log_probability`, or that after a length penalty."""
    finished: bool
    """False when the answer was cut at the length limit before `<eos>`."""
    steps: list[Step]
    cross_attention: list[list[Matrix]]
    """Weights by layer, head, target step, source symbol; one row a step, `<eos>` included.
    Empty for a model without attention."""

    def alignment(self, layer: int = -1, head: int | None = None) -> Matrix:
        """Weights of one layer (target, source): of one head, or the mean over heads.

        The default, the last layer's mean over heads, is how the project measures where a word
        looks.
        """
        heads = self.cross_attention[layer]
        if head is not None:
            return heads[head]
        return [
            [sum(weights) / len(heads) for weights in zip(*rows, strict=True)]
            for rows in zip(*heads, strict=True)
        ]


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A source, the model's answers to it (or a given one), and what each of them looked at."""

    schema: Literal["seq2see/explanation/1"] = "seq2see/explanation/1"
    model: str
    """Name of the model's recipe."""
    source_text: str
    source: list[Symbol]
    hypotheses: list[ExplainedHypothesis]
    """Best first."""
    notes: list[str]
    """What the reader should know, e.g. that the source is longer than any in training."""
