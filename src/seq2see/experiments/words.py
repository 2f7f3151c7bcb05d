"""Which digits the words of a number's reading stand for, and where they look.

Measured on the last decoder layer, mean over heads, on the row that predicts the word.
"""

from dataclasses import dataclass
from math import log

from seq2see.predictor.explanation import Explanation
from seq2see.text.numerals import read_aloud


@dataclass(frozen=True)
class Word:
    """A word of a reading, and the places of digits (from 0) that belong to it."""

    text: str
    own: frozenset[int] = frozenset()
    """The digits it stands for; a teen stands for two. Empty for "hundred" and "thousand"."""
    group_end: int = -1
    """The last digit of the group of three that it is read in."""


def words_of(source: str) -> list[Word]:
    """The words of the reading of `source`, a number without leading zeros below a million."""
    words: list[Word] = []
    for start in range(len(source) % 3 - 3 if len(source) % 3 else 0, len(source), 3):
        end = start + 2
        group = source[max(start, 0) : end + 1]
        words += _group(int(group), end, alone=len(source) == 1)
        if end < len(source) - 1 and int(group):
            words.append(Word("thousand", group_end=end))
    assert " ".join(word.text for word in words) == read_aloud(int(source)), source
    return words


def _group(number: int, end: int, *, alone: bool) -> list[Word]:
    words: list[Word] = []
    if number >= 100:
        words.append(Word(read_aloud(number // 100), frozenset({end - 2}), end))
        words.append(Word("hundred", group_end=end))
        number %= 100
    if number >= 20:
        words.append(Word(read_aloud(number - number % 10), frozenset({end - 1}), end))
        number %= 10
    if number >= 10:
        words.append(Word(read_aloud(number), frozenset({end - 1, end}), end))
    elif number or alone:
        words.append(Word(read_aloud(number), frozenset({end}), end))
    return words


def looks_at_own_digits(explanation: Explanation) -> bool:
    """Whether each word that stands for digits puts its largest weight on one of them.

    The answer is taken to be the right reading of the source.
    """
    rows = zip(
        explanation.hypotheses[0].alignment(), words_of(explanation.source_text), strict=False
    )
    return all(largest(row) in word.own for row, word in rows if word.own)


def largest(row: list[float]) -> int:
    """The place of the largest weight."""
    return max(range(len(row)), key=row.__getitem__)


def evenness(explanation: Explanation) -> float:
    """Mean entropy of the words' rows, as a share of the entropy of even weights.

    1 when every word looks at all digits alike, 0 when each looks at one. The source has at
    least two symbols; the row of `<eos>` is left out, unless the answer is nothing else.
    """
    alignment = explanation.hypotheses[0].alignment()
    rows = alignment[:-1] or alignment
    entropies = [-sum(w * log(w) for w in row if w > 0) for row in rows]
    return sum(entropies) / len(entropies) / log(len(explanation.source))


def weight_of_word(explanation: Explanation, word: str, digit: str) -> float:
    """Weight of the first row that predicts `word` on the first source symbol `digit`."""
    best = explanation.hypotheses[0]
    row = [step.symbol.text for step in best.steps].index(word)
    column = [symbol.text for symbol in explanation.source].index(digit)
    return best.alignment()[row][column]
