"""`Picture`: a drawing as SVG, inside a page or as a file of its own, from escaped parts only."""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import ceil

FOLDER = resources.files("seq2see.experiments.report")


def escaped(text: str) -> str:
    """Text that is safe inside an element and inside a quoted attribute."""
    # XML has no way to write most control characters, not even escaped.
    clean = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\ufffd", text)
    return html.escape(clean)


def tag(name: str, *children: str, **attributes: str | float) -> str:
    """An element; `children` are markup already, attribute values are escaped here.

    `class_` and `font_size` become `class` and `font-size`.
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    return f"<{name}{given}>{''.join(children)}</{name}>" if children else f"<{name}{given}/>"


def label(text: str, x: float, y: float, class_: str = "", **attributes: str | float) -> str:
    """A text at a place; `class_` chooses ink and anchor in the style sheet."""
    return tag("text", escaped(text), x=x, y=y, class_=f"t {class_}".strip(), **attributes)


def width_of(text: str, size: float = 12, *, bold: bool = False) -> float:
    """About how wide a text is, rather too wide: nothing here can measure the reader's font."""
    usual = 0.68 if bold else 0.6
    return sum(size * (0.36 if one in " .,il'|" else usual) for one in text)


@dataclass(frozen=True)
class Picture:
    """A drawing in its own units; on a page they are about pixels."""

    title: str
    """What is seen, in one sentence, for who cannot see it."""
    width: float
    height: float
    body: str
    """Markup made by `tag` and `label`."""
    heading: str = ""
    """What stands above it where several stand together."""

    def inline(self) -> str:
        """The drawing inside a page that holds the style."""
        return tag(
            "svg",
            self.body,
            viewBox=f"0 0 {_value(self.width)} {_value(self.height)}",
            class_="picture",
            role="img",
            aria_label=self.title,
        )


def together(pictures: Sequence[Picture], title: str, columns: int) -> str:
    """Several pictures as one SVG file that needs nothing else; dark where the reader's is dark."""
    gap, top = 18, 22 if any(one.heading for one in pictures) else 0
    columns = min(columns, len(pictures)) or 1
    cell_width = max((one.width for one in pictures), default=0) + gap
    rows = [pictures[start : start + columns] for start in range(0, len(pictures), columns)]
    parts: list[str] = []
    y = gap
    for row in rows:
        for column, one in enumerate(row):
            x = gap + column * cell_width
            if one.heading:
                parts.append(label(one.heading, x, y + 12, "strong"))
            place = {"x": x, "y": y + top, "width": one.width, "height": one.height}
            view = f"0 0 {_value(one.width)} {_value(one.height)}"
            parts.append(tag("svg", one.body, **place, viewBox=view))
        y += ceil(max(one.height for one in row)) + top + gap
    width = gap + columns * cell_width
    paper = tag("rect", width=width, height=y, rx=8, class_="paper")
    return tag(
        "svg",
        tag("title", escaped(title)),
        tag("style", part("tokens.css") + part("picture.css")),
        paper,
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=y,
        viewBox=f"0 0 {_value(width)} {_value(y)}",
    )


@cache
def part(name: str) -> str:
    """A style sheet or page of this folder."""
    return (FOLDER / name).read_text("utf-8")


def _value(value: str | float) -> str:
    return escaped(value) if isinstance(value, str) else f"{round(value, 2):g}"
