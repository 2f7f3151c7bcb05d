"""Error rates on paper: the nearest reference, and sums over sums."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seq2see.metrics.accuracy import rank_of_right
from seq2see.metrics.error_rate import ErrorCount, count_errors, error_rate, words
from seq2see.metrics.measure import rate_measure, share_measure


def test_the_nearest_of_two_references_counts():
    """Against `abcd` three edits, against `ax` one: of two symbols, not of four."""
    assert count_errors("ab", ["abcdef", "ax"]) == ErrorCount(edits=1, length=2, reference=1)


def test_of_references_as_near_the_first_counts():
    """`ab` is one edit from `abc` and one from `a`; the length is that of whichever is first."""
    assert count_errors("ab", ["abc", "a"]) == ErrorCount(1, 3, 0)
    assert count_errors("ab", ["a", "abc"]) == ErrorCount(1, 1, 0)


def test_no_reference_is_an_error():
    with pytest.raises(ValueError, match="without a reference"):
        count_errors("ab", [])


def test_a_rate_is_a_sum_over_a_sum():
    """1 of 1 symbol and 1 of 9 are 2 of 10; the mean of the rates would be 0.56."""
    counts = [count_errors("x", ["a"]), count_errors("bbbbbbbbx", ["bbbbbbbbb"])]
    assert error_rate(counts) == 0.2
    measure = rate_measure("symbol_error_rate", counts, "symbols")
    assert measure.value() == 0.2
    assert measure.counts() == {"edits": 2, "symbols": 10}
    assert measure.of([1]).value() == pytest.approx(1 / 9)


def test_a_rate_can_exceed_1_and_is_undefined_without_symbols():
    assert error_rate([count_errors("abcd", ["a"])]) == 3.0
    assert error_rate([count_errors("a", [""])]) is None
    assert rate_measure("x", [count_errors("a", [""])], "symbols").value() is None


def test_words_stand_between_spaces():
    """A no-break space joins, and two spaces part as one does."""
    assert words(" forty  two\u00a0b ") == ["forty", "two\u00a0b"]
    assert words("") == []


def test_the_rank_of_the_right_answer():
    assert rank_of_right(["a", "b", "c"], ["c", "b"]) == 2
    assert rank_of_right(["a"], ["b"]) is None
    assert rank_of_right(["é"], ["e\u0301"]) is None


@given(st.lists(st.tuples(st.text("ab", max_size=3), st.text("ab", max_size=3)), min_size=1))
def test_no_edits_exactly_where_right(pairs):
    counts = [count_errors(answer, [reference]) for answer, reference in pairs]
    right = [count.edits == 0 for count in counts]
    measure = share_measure("accuracy", right)
    assert measure.value() == sum(a == r for a, r in pairs) / len(pairs)
