"""Edits: on paper, against the recurrence written out slowly, and as properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.metrics.edits import Edit, edit_distance, edits

symbols = st.lists(st.sampled_from(["a", "b", "ab", "", "\0", "tʃ", "é", "e\u0301"]), max_size=7)


def slow_distance(first, second):
    """Levenshtein's recurrence, word for word."""
    if not first or not second:
        return len(first) + len(second)
    return min(
        slow_distance(first[1:], second) + 1,
        slow_distance(first, second[1:]) + 1,
        slow_distance(first[1:], second[1:]) + (first[0] != second[0]),
    )


@pytest.mark.parametrize(
    ("reference", "answer", "distance"),
    [("kitten", "sitting", 3), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("ab", "ba", 2)],
)
def test_distances_on_paper(reference, answer, distance):
    assert edit_distance(list(reference), list(answer)) == distance


def test_a_symbol_of_several_characters_is_one():
    """`tʃ` for `t` is one edit, though it adds a character."""
    assert edit_distance(["tʃ", "a"], ["t", "a"]) == 1
    assert edit_distance(["forty", "two"], ["forty", "three"]) == 1


def test_an_empty_symbol_is_not_the_character_0():
    """A library that compares code points and hashes takes one for the other."""
    assert edit_distance([""], ["\0"]) == 1


def test_edits_on_paper():
    assert edits(list("kitten"), list("sitting")) == [
        Edit("substitution", "k", "s"),
        Edit("substitution", "e", "i"),
        Edit("insertion", None, "g"),
    ]
    assert edits(["a", "b"], ["b"]) == [Edit("deletion", "a", None)]
    assert edits(["b"], ["a", "b"]) == [Edit("insertion", None, "a")]


@given(symbols, symbols)
def test_distance_is_that_of_the_recurrence(reference, answer):
    assert edit_distance(reference, answer) == slow_distance(reference, answer)


@given(symbols, symbols)
def test_as_many_edits_as_the_distance_and_they_balance(reference, answer):
    found = edits(reference, answer)
    assert len(found) == edit_distance(reference, answer)
    kinds = [edit.kind for edit in found]
    grown = kinds.count("insertion") - kinds.count("deletion")
    assert grown == len(answer) - len(reference)
    assert all(edit.expected != edit.written for edit in found)


@given(symbols, symbols, symbols)
def test_a_distance_is_symmetric_and_has_no_short_cut(first, second, third):
    assert edit_distance(first, second) == edit_distance(second, first)
    around = edit_distance(first, third) + edit_distance(third, second)
    assert edit_distance(first, second) <= around
