"""Cutting a text into symbols, and joining symbols to a text."""

from collections.abc import Sequence
from typing import Literal

Cut = Literal["characters", "words"]


def split(text: str, cut: Cut) -> list[str]:
    """The symbols of `text`: its code points, or what stands between single spaces.

    `join(split(text, cut), cut) == text` for every text: nothing is dropped or normalised.
    """
    if cut == "characters":
        return list(text)
    return text.split(" ") if text else []


def join(symbols: Sequence[str], cut: Cut) -> str:
    """The text that `symbols` make."""
    return ("" if cut == "characters" else " ").join(symbols)
