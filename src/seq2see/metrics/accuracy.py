"""Accuracy: the share of answers that are right as a whole."""

from collections.abc import Sequence


def accuracy(answers: Sequence[str], references: Sequence[str]) -> float:
    """Share of `answers` equal to their reference. Raises `ValueError` on none or uneven lists."""
    if not references:
        raise ValueError("accuracy over no answers is undefined")
    right = sum(a == r for a, r in zip(answers, references, strict=True))
    return right / len(references)
