"""Which digit belongs to which word, and how even weights are: on paper."""

from math import isclose

import pytest

from seq2see.experiments.number_reader.looking import (
    evenness,
    looks_at_own_digits,
    own_digits,
    weight_of_word,
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
    ],
)
def test_each_word_belongs_to_the_digits_it_stands_for(source, places):
    assert own_digits(source) == places


def test_every_number_below_a_thousand_has_a_place_for_each_word():
    for number in range(1000):
        assert len(own_digits(str(number))) == len(read_aloud(number).split())


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
