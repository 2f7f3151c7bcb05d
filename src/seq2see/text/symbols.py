"""Cutting a text into symbols, and joining symbols to a text."""

from collections.abc import Sequence

from seq2see.core.recipe import Cut


def split(text: str, cut: Cut, separator: str = " ") -> list[str]:
    """The symbols of `text`: its code points, its graphemes, or what stands between separators.

    `join(split(text, cut), cut) == text` for every text: nothing is dropped or normalised. A text
    cut into subwords needs the pieces that were learned (`text.subwords`); without them it is cut
    into code points, which is what measures on its symbols use.
    """
    if cut == "graphemes":
        import regex  # most models need no graphemes

        return regex.findall(r"\X", text)
    if cut == "words":
        return text.split(separator) if text else []
    return list(text)


def join(symbols: Sequence[str], cut: Cut, separator: str = " ") -> str:
    """The text that `symbols` make."""
    return (separator if cut == "words" else "").join(symbols)
