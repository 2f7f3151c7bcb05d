"""What makes an explanation visible: symbols nobody could see, the colour of a weight, its name.

The terminal, the page and the figure share these, so that a space, a weight of 0.3 or "the last
layer" looks and reads the same in all three.
"""

import unicodedata
from itertools import pairwise

from seq2see.core.errors import Seq2seeError
from seq2see.predictor.explanation import ExplainedHypothesis

SPACE = "␣"
"""Stands for a space that is a symbol of its own."""

JOINERS = "\u200c\u200d"
"""They shape the letters and emoji around them and show nothing by themselves."""

CIVIDIS = [
    "#00224e", "#002e6a", "#1a386f", "#32436d", "#434e6c", "#535a6d", "#61656f",
    "#6f7073", "#7d7c78", "#8c8878", "#9b9476", "#aba072", "#bcae6c", "#cdbb63",
    "#dec958", "#f0d846", "#fee838",
]  # fmt: skip
"""Seventeen even steps of the Cividis scale for 0…1 (Nuñez, Anderton and Renslow 2018): equally
readable with and without colour blindness, and in grey."""


def visible(text: str) -> str:
    """A symbol in which every character can be seen: `␣`, `␊`, `\\u200b`, `◌́`."""
    if not text:
        return "∅"
    shown = [
        char if char in JOINERS and 0 < place < len(text) - 1 else _visible_character(char)
        for place, char in enumerate(text)
    ]
    # A combining mark without a letter would climb onto whatever is drawn before it.
    lone_mark = unicodedata.category(text[0]).startswith("M")
    return ("◌" if lone_mark else "") + "".join(shown)


def visible_line(text: str) -> str:
    """A whole source or answer: spaces between words stay, all others are shown."""
    words = text.split(" ")
    gaps = [" " if left and right else SPACE for left, right in pairwise(words)]
    shown = [visible(word) if word else "" for word in words]
    return "".join(word + gap for word, gap in zip(shown, [*gaps, ""], strict=True)) or "∅"


def _visible_character(char: str) -> str:
    code = ord(char)
    if char == " ":
        return SPACE
    if code < 0x20:
        return chr(0x2400 + code)  # Unicode's own pictures of the control characters
    if code == 0x7F:
        return "␡"
    # Format characters can reorder or hide their neighbours; other spaces look like a space;
    # half a surrogate pair cannot even be written out; private use has no agreed shape.
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zs", "Zl", "Zp"):
        return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return char


def cividis(weight: float) -> tuple[int, int, int]:
    """Red, green and blue (0 to 255) of a weight from 0 to 1."""
    place = min(max(weight, 0.0), 1.0) * (len(CIVIDIS) - 1)
    left = min(int(place), len(CIVIDIS) - 2)
    low, high = (bytes.fromhex(CIVIDIS[left + side][1:]) for side in (0, 1))
    red, green, blue = (round(a + (b - a) * (place - left)) for a, b in zip(low, high, strict=True))
    return red, green, blue


def dark_ink_on(weight: float) -> bool:
    """Whether black reads better than white on this weight's colour (WCAG's contrast ratio)."""
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (level / 255 for level in cividis(weight))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179


def name_of_view(hypothesis: ExplainedHypothesis, layer: int, head: int | None) -> str:
    """Which weights are drawn, in words: "last decoder layer (2 of 2), mean of 4 heads".

    Layers and heads count from 0, or from the end when negative; people count from 1.
    """
    layers = hypothesis.cross_attention
    place = _resolve("layer", layer, len(layers))
    heads = len(layers[place])
    if len(layers) == 1:
        which = "only decoder layer"
    else:
        ends = {0: "first decoder layer", len(layers) - 1: "last decoder layer"}
        which = f"{ends.get(place, 'decoder layer')} ({place + 1} of {len(layers)})"
    if head is not None:
        return f"{which}, head {_resolve('head', head, heads) + 1} of {heads}"
    return f"{which}, " + ("only head" if heads == 1 else f"mean of {heads} heads")


def _resolve(what: str, index: int, count: int) -> int:
    if not -count <= index < count:
        raise Seq2seeError(
            f"There is no {what} {index}.",
            hint=f"{what.capitalize()}s count from 0: 0 to {count - 1}, or -{count} to -1 from "
            "the end.",
        )
    return index % count
