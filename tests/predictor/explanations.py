"""Explanations made by hand, for the tests of everything that draws one."""

import math
from collections.abc import Sequence

from seq2see.predictor.explanation import (
    Alternative,
    ExplainedHypothesis,
    Explanation,
    Matrix,
    Step,
    Symbol,
)

NUMBER_WORDS = ["four", "hundred", "twenty", "seven", "forty", "two", "sixty", "five", "ty"]


def symbol(text: str, special: bool = False) -> Symbol:
    return Symbol(text=text, id=sum(map(ord, text)) % 97 + 3, special=special)


EOS = Symbol(text="<eos>", id=2, special=True)


def attention(looks_at: Sequence[Sequence[int]], width: int, sharpness: float) -> Matrix:
    """Rows that sum to 1 and peak at the given source symbols."""
    rows = []
    for step, wanted in enumerate(looks_at):
        scores = [
            sharpness * (place in wanted) + 0.37 * math.sin(1.7 * place + 0.9 * step + sharpness)
            for place in range(width)
        ]
        total = sum(map(math.exp, scores))
        rows.append([math.exp(score) / total for score in scores])
    return rows


def hypothesis(
    words: Sequence[str],
    source_width: int,
    *,
    text: str | None = None,
    probabilities: Sequence[float] | None = None,
    looks_at: Sequence[Sequence[int]] | None = None,
    layers: int = 2,
    heads: int = 4,
    origin: str = "beam",
    finished: bool = True,
    alternatives: Sequence[str] = ("forty", "two", "sixty", "five"),
) -> ExplainedHypothesis:
    """A hypothesis with `<eos>` at its end (if finished) and made-up, distinct numbers."""
    symbols = [symbol(word) for word in words] + ([EOS] if finished else [])
    count = len(symbols)
    given = list(probabilities or [0.981 - 0.113 * step / (7 + step) for step in range(count)])
    looks_at = looks_at or [
        [min(step * source_width // max(count, 1), source_width - 1)] for step in range(count)
    ]
    steps = []
    for shown, probability in zip(symbols, given, strict=True):
        rest = [
            Alternative(symbol=symbol(word), probability=(1 - probability) * share)
            for word, share in zip(alternatives, (0.6, 0.2, 0.1, 0.05), strict=False)
        ]
        chosen = Alternative(symbol=shown, probability=probability)
        ranked = sorted([chosen, *rest], key=lambda one: -one.probability)
        steps.append(
            Step(
                symbol=shown,
                probability=probability,
                rank=ranked.index(chosen) + 1,
                alternatives=ranked,
            )
        )
    log_probability = sum(map(math.log, given))
    return ExplainedHypothesis(
        text=" ".join(words) if text is None else text,
        origin=origin,  # type: ignore[arg-type]
        log_probability=log_probability,
        ranking_score=log_probability / max(count, 1) ** 0.6,
        finished=finished,
        steps=steps,
        cross_attention=[
            [
                attention(looks_at, source_width, 1.1 + 1.3 * layer + 0.7 * head)
                for head in range(heads)
            ]
            for layer in range(layers)
        ],
    )


def number(notes: Sequence[str] = ()) -> Explanation:
    """The chapters' 427 with three answers: 2 layers, 4 heads, 5 steps, 3 source symbols."""
    looks_at = [[0], [0, 1], [1], [2], [2]]
    best = hypothesis(
        ["four", "hundred", "twenty", "seven"],
        3,
        looks_at=looks_at,
        probabilities=[0.991, 0.987, 0.913, 0.978, 0.999],
    )
    second = hypothesis(
        ["four", "hundred", "forty", "seven"],
        3,
        looks_at=looks_at,
        probabilities=[0.991, 0.987, 0.043, 0.967, 0.998],
        alternatives=("twenty", "two", "sixty", "five"),
    )
    third = hypothesis(
        ["four", "hundred", "twenty", "twenty"],
        3,
        probabilities=[0.991, 0.987, 0.913, 0.011],
        finished=False,
    )
    return Explanation(
        model="number-reader",
        source_text="427",
        source=[symbol(digit) for digit in "427"],
        hypotheses=[best, second, third],
        notes=list(notes),
    )


def explanation_of(
    source: Sequence[str],
    words: Sequence[str],
    *,
    source_text: str | None = None,
    notes: Sequence[str] = (),
    layers: int = 2,
    heads: int = 4,
) -> Explanation:
    """One greedy answer to any source."""
    return Explanation(
        model="made-up",
        source_text="".join(source) if source_text is None else source_text,
        source=[symbol(text) for text in source],
        hypotheses=[hypothesis(words, len(source), origin="greedy", layers=layers, heads=heads)],
        notes=list(notes),
    )


def without_attention() -> Explanation:
    """The chapters' bottleneck: two LSTMs that pass one vector and look at nothing."""
    return Explanation(
        model="bottleneck",
        source_text="427",
        source=[symbol(digit) for digit in "427"],
        hypotheses=[
            hypothesis(["four", "hundred", "twenty", "seven"], 3, layers=0, origin="greedy")
        ],
        notes=[],
    )


HOSTILE = "</script><img src=x onerror=\"document.title='owned'\">"
"""A source that would run if any place forgot to escape it."""

AWKWARD = [
    " ", "\n", "\t", "\x00", "\x1b", "[red]", "$x_1$", "日", "👩‍👩‍👧", "e\u0301", "\u0301",
    "ש", "\u202e", "\u2028", "&lt;", "<eos>", "",
]  # fmt: skip
"""Symbols that a careless renderer would hide, run, style or lose."""
