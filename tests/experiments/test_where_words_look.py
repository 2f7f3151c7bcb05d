"""Which digit belongs to which word, and how even weights are: on paper."""

from math import isclose

import pytest

from seq2see.experiments.boss_reverser.measure import runs_backwards
from seq2see.experiments.six_digit_reader.measure import (
    holds,
    hundred_two_ahead,
    share,
    thousand_spreads,
    unit_on_own_digit,
)
from seq2see.experiments.words import (
    evenness,
    looks_at_own_digits,
    weight_of_word,
    words_of,
)
from seq2see.predictor.explanation import ExplainedHypothesis, Explanation, Step, Symbol
from seq2see.text.numerals import read_aloud


@pytest.mark.parametrize(
    ("source", "places"),
    [
        ("0", [{0}]),
        ("6", [{0}]),
        ("13", [{0, 1}]),
        ("40", [{0}]),
        ("42", [{0}, {1}]),
        ("600", [{0}, set()]),
        ("606", [{0}, set(), {2}]),
        ("713", [{0}, set(), {1, 2}]),
        ("742", [{0}, set(), {1}, {2}]),
        ("9000", [{0}, set()]),
        ("12005", [{0, 1}, set(), {4}]),
        ("427015", [{0}, set(), {1}, {2}, set(), {4, 5}]),
        ("100100", [{0}, set(), set(), {3}, set()]),
    ],
)
def test_each_word_belongs_to_the_digits_it_stands_for(source, places):
    assert [set(word.own) for word in words_of(source)] == places


def test_the_words_are_those_of_the_reading():
    for number in [*range(1000), *range(1000, 1_000_000, 997), 999_999]:
        assert [word.text for word in words_of(str(number))] == read_aloud(number).split()


def test_hundred_and_thousand_know_where_their_group_ends():
    ends = [word.group_end for word in words_of("427515") if not word.own]
    assert ends == [2, 2, 5]


def explained(source: str, words: str, rows: list[list[float]]) -> Explanation:
    """An explanation with one layer of one head that looks as `rows` say."""

    def symbol(text: str) -> Symbol:
        return Symbol(text=text, id=9, special=text == "<eos>")

    steps = [
        Step(symbol=symbol(word), probability=1.0, rank=1, alternatives=[])
        for word in [*words.split(), "<eos>"]
    ]
    best = ExplainedHypothesis(
        text=words, origin="greedy", log_probability=0.0, ranking_score=0.0, finished=True,
        steps=steps, cross_attention=[[rows]],
    )  # fmt: skip
    return Explanation(
        model="m", source_text=source, source=[*map(symbol, source)], hypotheses=[best], notes=[]
    )


END = [0.2, 0.5, 0.3]


def test_words_that_look_at_their_own_digits_are_told_from_those_that_do_not():
    right = [[0.9, 0.1, 0.0], [0.1, 0.1, 0.8], [0.1, 0.7, 0.2], [0.0, 0.4, 0.6], END]
    words = read_aloud(742)
    assert looks_at_own_digits(explained("742", words, right))
    for row, wrong in ((0, [0.4, 0.5, 0.1]), (2, [0.4, 0.3, 0.3]), (3, [0.5, 0.1, 0.4])):
        assert not looks_at_own_digits(
            explained("742", words, [*right[:row], wrong, *right[row + 1 :]])
        )
    # "hundred" and the end may look where they like.
    assert looks_at_own_digits(
        explained("742", words, [right[0], [1.0, 0.0, 0.0], right[2], right[3], [1.0, 0.0, 0.0]])
    )


def test_evenness_is_1_for_even_weights_and_0_for_a_single_one():
    third = [1 / 3] * 3
    assert isclose(evenness(explained("742", "seven two", [third, third, END])), 1.0)
    one = [0.0, 1.0, 0.0]
    assert evenness(explained("742", "seven two", [one, one, END])) == 0.0
    assert isclose(evenness(explained("742", "seven two", [one, third, END])), 0.5)


def test_a_weight_is_found_by_word_and_digit():
    of_742 = explained("742", "seven two", [[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], END])
    assert weight_of_word(of_742, "two", "2") == 0.6


def on(*places: int) -> list[list[float]]:
    """Rows over six digits, each with all its weight on one."""
    return [[1.0 if column == place else 0.0 for column in range(6)] for place in places]


def test_rules_of_the_six_digit_reader():
    """427015: four hundred twenty seven thousand fifteen <eos>."""
    words = read_aloud(427015)
    right = on(0, 2, 1, 2, 5, 5, 5)
    right[4] = [0.0, 0.0, 0.0, 0.4, 0.3, 0.3]
    as_told = explained("427015", words, right)
    for rule in (unit_on_own_digit, hundred_two_ahead, thousand_spreads):
        assert holds(as_told, rule) is True
    wrong = explained("427015", words, on(0, 0, 1, 1, 3, 5, 5))
    for rule in (unit_on_own_digit, hundred_two_ahead, thousand_spreads):
        assert holds(wrong, rule) is False
        assert share([as_told, wrong], rule) == 50
    none = explained("20", "twenty", [[1.0, 0.0], [0.0, 1.0]])
    assert holds(none, hundred_two_ahead) is None
    assert share([as_told, none], hundred_two_ahead) == 100


def test_a_reversal_runs_along_the_anti_diagonal():
    assert runs_backwards(explained("123456", "6 5 4 3 2 1", on(5, 4, 3, 2, 1, 0, 0)))
    assert runs_backwards(explained("123456", "6 5 4 3 2 1", on(4, 4, 3, 3, 0, 1, 0)))
    assert not runs_backwards(explained("123456", "6 5 4 3 2 1", on(0, 1, 2, 3, 4, 5, 0)))
