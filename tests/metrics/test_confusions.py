"""Confusions on paper."""

from seq2see.metrics.confusion import Confusion, commonest_confusions
from seq2see.metrics.edits import Edit


def test_the_commonest_first_with_how_often_they_could_have_happened():
    aligned = [("aab", "axb"), ("ab", "xb"), ("b", "b"), ("ab", "a"), ("b", "bc")]
    assert commonest_confusions(aligned, 10) == [
        Confusion(Edit("substitution", "a", "x"), 2, 4),
        Confusion(Edit("deletion", "b", None), 1, 5),
        Confusion(Edit("insertion", None, "c"), 1, None),
    ]


def test_no_more_than_asked_for():
    assert len(commonest_confusions([("abc", "xyz")], 2)) == 2
    assert commonest_confusions([("abc", "abc")], 2) == []
