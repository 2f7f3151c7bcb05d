"""Reading right, and looking where the chapter says."""

from collections.abc import Callable
from pathlib import Path

from seq2see.data.tasks import pairs_of
from seq2see.experiments.curves import learning_curves
from seq2see.experiments.experiment import Measured
from seq2see.experiments.words import Word, largest, words_of
from seq2see.predictor.explanation import Explanation
from seq2see.predictor.predictor import load
from seq2see.text.numerals import read_aloud

EXAMPLE = "427015"
LOOKED_AT = 100
"""Unseen numbers over which each statement about looking is measured."""

Row = list[float]
Rule = Callable[[Word, Row], bool | None]
"""Whether a rule holds for a word's row of weights; None where it says nothing of that word."""


def reading_and_looking(run: str, directory: Path) -> Measured:
    """Accuracy on the held-out numbers, and the share of numbers for which each rule holds."""
    model = load(directory)
    pairs = pairs_of(model.recipe).held_out
    found = model.evaluate(pairs)
    long = [pair.source for pair in pairs if len(pair.source) > 3][:LOOKED_AT]
    explained = [model.explain(source, target=read_aloud(int(source))) for source in long]
    example = model.predict([EXAMPLE])[0] == read_aloud(int(EXAMPLE))
    return Measured(
        values={
            "unseen-right": 100 * found.accuracy,
            "example-right": 100.0 * example,
            "unit-on-own-digit": share(explained, unit_on_own_digit),
            "hundred-two-ahead": share(explained, hundred_two_ahead),
            "thousand-spreads": share(explained, thousand_spreads),
        },
        series=learning_curves(run, directory),
    )


def share(explained: list[Explanation], rule: Rule) -> float:
    """In how many of the numbers that have such a word the rule holds for all of them, in %."""
    told = [verdict for one in explained if (verdict := holds(one, rule)) is not None]
    return 100 * sum(told) / len(told) if told else 0.0


def holds(explanation: Explanation, rule: Rule) -> bool | None:
    """Whether a rule holds for every word of a number that it speaks of; None without any."""
    rows = explanation.hypotheses[0].alignment()
    words = words_of(explanation.source_text)
    told = [verdict for word, row in zip(words, rows, strict=False)
            if (verdict := rule(word, row)) is not None]  # fmt: skip
    return all(told) if told else None


def unit_on_own_digit(word: Word, row: Row) -> bool | None:
    """ "one" to "nine" put their largest weight on their own digit."""
    is_unit = len(word.own) == 1 and word.text in UNITS
    return largest(row) in word.own if is_unit else None


def hundred_two_ahead(word: Word, row: Row) -> bool | None:
    """ "hundred" looks most at the last digit of its group, two after the digit it follows."""
    return largest(row) == word.group_end if word.text == "hundred" else None


def thousand_spreads(word: Word, row: Row) -> bool | None:
    """ "thousand" has at least 0.9 of its weight on the last three digits, and not on one alone."""
    if word.text != "thousand":
        return None
    last = row[-3:]
    return sum(last) >= 0.9 and max(last) <= 0.9


UNITS = frozenset(read_aloud(number) for number in range(1, 10))
