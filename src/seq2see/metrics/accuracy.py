"""Accuracy: the share of answers that are right as a whole."""

from collections.abc import Sequence


def accuracy(answers: Sequence[str], references: Sequence[str]) -> float:
    """Share of `answers` equal to their reference. Raises `ValueError` on none or uneven lists."""
    if not references:
        raise ValueError("accuracy over no answers is undefined")
    right = sum(a == r for a, r in zip(answers, references, strict=True))
    return right / len(references)


def rank_of_right(candidates: Sequence[str], references: Sequence[str]) -> int | None:
    """Where among `candidates`, best first and counted from 1, the first reference stands.

    An answer is right when this is 1, and right among the k best when it is at most k. Texts are
    compared code point by code point: nothing is normalised here. None where none is right.
    """
    return next((n for n, text in enumerate(candidates, start=1) if text in references), None)
