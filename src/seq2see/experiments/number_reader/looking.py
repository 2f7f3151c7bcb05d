"""Where the words of a number's reading look.

Measured on the last decoder layer, mean over heads, on the row that predicts the word.
"""

from math import log

from seq2see.predictor.explanation import Explanation
from seq2see.text.numerals import read_aloud


def looks_at_own_digits(explanation: Explanation) -> bool:
    """Whether each word that stands for a digit puts its largest weight on that digit.

    "seven" belongs to the 7 it reads, "forty" to its 4; a teen such as "fifteen" is made of two
    digits and may look at either; "hundred" and the end stand for no digit. The answer is taken
    to be the right reading of the source, which has up to three digits.
    """
    best = explanation.hypotheses[0]
    alignment = best.alignment()
    wanted = own_digits(explanation.source_text)
    return all(
        max(range(len(row)), key=row.__getitem__) in digits
        for row, digits in zip(alignment, wanted, strict=False)
        if digits
    )


def own_digits(source: str) -> list[set[int]]:
    """For each word of the reading of `source`: the places of the digits it stands for."""
    places: list[set[int]] = []
    last = len(source) - 1
    rest = int(source)
    if rest >= 100:
        places += [{last - 2}, set()]
        rest %= 100
    if rest >= 20:
        places.append({last - 1})
        rest %= 10
        if rest:
            places.append({last})
    elif rest >= 10:
        places.append({last - 1, last})
    elif rest or len(source) == 1:
        places.append({last})
    assert len(places) == len(read_aloud(int(source)).split())
    return places


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
