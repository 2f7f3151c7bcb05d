"""Numbers in words, against a slow reading of the words back into a number."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.text.numerals import HIGHEST, number_words, read_aloud

SMALL = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}


def understood(words):
    """The number that the words say: add up, multiply, start a new group after each scale."""
    total = group = 0
    for word in words:
        if word in SMALL:
            group += SMALL.index(word)
        elif word in TENS:
            group += 10 * (TENS.index(word) + 2)
        elif word == "hundred":
            group *= 100
        else:
            total, group = total + group * SCALES[word], 0
    return total + group


UNIT = f"({'|'.join(SMALL[1:])})"
BELOW_HUNDRED = f"({UNIT}|({'|'.join(TENS)})( ({'|'.join(SMALL[1:10])}))?)"
BELOW_THOUSAND = f"(({'|'.join(SMALL[1:10])}) hundred( {BELOW_HUNDRED})?|{BELOW_HUNDRED})"
ENGLISH = re.compile(
    "zero|" + " ?".join(f"({BELOW_THOUSAND} {scale})?" for scale in reversed(SCALES))
    + f" ?({BELOW_THOUSAND})?"
)  # fmt: skip


def check(number):
    text = read_aloud(number)
    assert text == " ".join(text.split())
    assert understood(text.split()) == number
    assert ENGLISH.fullmatch(text), text


def test_all_numbers_below_a_thousand():
    for number in range(1000):
        check(number)


@given(st.integers(0, HIGHEST) | st.integers(0, 10**6))
def test_any_number_below_a_quadrillion(number):
    check(number)


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"),
        (7, "seven"),
        (15, "fifteen"),
        (40, "forty"),
        (42, "forty two"),
        (100, "one hundred"),
        (110, "one hundred ten"),
        (427, "four hundred twenty seven"),
        (1000, "one thousand"),
        (427015, "four hundred twenty seven thousand fifteen"),
        (10**6, "one million"),
        (10**12 + 1, "one trillion one"),
    ],
)
def test_by_hand(number, words):
    assert read_aloud(number) == words


@pytest.mark.parametrize("number", [-1, HIGHEST + 1])
def test_numbers_without_words_are_refused(number):
    with pytest.raises(ValueError, match="is not between 0 and 999999999999999"):
        read_aloud(number)


@given(st.integers(0, HIGHEST), st.integers(0, HIGHEST))
def test_the_words_of_a_range_are_all_that_its_numbers_need(one, other):
    number, highest = sorted((one, other))
    assert set(read_aloud(number).split()) <= set(number_words(highest))


@pytest.mark.parametrize(
    ("highest", "count", "last"),
    [
        (0, 1, "zero"), (19, 20, "nineteen"), (99, 28, "ninety"), (100, 29, "hundred"),
        (999, 29, "hundred"), (1000, 30, "thousand"), (10**6, 31, "million"),
        (10**15 - 1, 33, "trillion"),
    ],
)  # fmt: skip
def test_a_range_sets_its_words(highest, count, last):
    words = number_words(highest)
    assert len(words) == len(set(words)) == count
    assert words[-1] == last
