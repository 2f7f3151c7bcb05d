"""The report as Markdown, with its pictures beside it."""

import re
from collections.abc import Iterator, Sequence

from seq2see.experiments.report.plate import Plate
from seq2see.experiments.report.section import Section
from seq2see.experiments.report.summary import READING, headline, made_with, tally
from seq2see.experiments.report.svg import together

Images = dict[str, str]
"""SVG by file name."""


def plain(text: str) -> str:
    """Text in which Markdown and HTML see nothing but text, on one line."""
    one_line = " ".join(text.split())
    html_safe = one_line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return re.sub(r"([\\`*_\[\]|#~!])", r"\\\1", html_safe)


def render_markdown(sections: Sequence[Section]) -> tuple[str, Images]:
    """The text, and the images it points to in `images/`."""
    images: Images = {}
    lines = ["# Published beside measured", "", plain(headline(sections)), ""]
    if any(section.reduced for section in sections):
        lines += ["> **Reduced run.** One seed and few epochs: these figures show that everything "
                  "runs, and are no verdict on the real thing.", ""]  # fmt: skip
    lines += _table(
        ["experiment", "figures", "seeds", "minutes", "commit"],
        [
            [
                f"[{plain(one.title)}](#{_anchor(one)})",
                plain(tally(one)),
                *map(plain, made_with(one)),
            ]
            for one in sections
        ],
    )
    for section in sections:
        for sentence in section.not_met if not section.reduced else ():
            lines.append(f"- **{plain(section.title)}.** {plain(sentence)}")
    lines.append("")
    for section in sections:
        lines += _section(section, images)
    lines += ["## How to read this", "", *(f"- **{a}**: {plain(b)}" for a, b in READING), ""]
    return "\n".join(lines), images


def _section(section: Section, images: Images) -> Iterator[str]:
    yield from (f'<a id="{_anchor(section)}"></a>', "", f"## {plain(section.title)}", "")
    yield from (plain(section.about), "")
    if section.reduced:
        yield from ("> **Reduced run**: no verdict on the real thing.", "")
    for problem in section.problems:
        yield from (f"> {plain(problem)}", "")
    for plate in section.plates:
        yield from _plate(section, plate, images)
    if section.rows:
        yield from ("### Published beside measured", "")
        rows = [
            [
                plain(row.where),
                plain(row.what) + (f" <br>*{plain(note)}*" if note else ""),
                *map(plain, (row.kind, row.published, row.ours, row.spread)),
                row.verdict if row.verdict in ("met", "better", "shown") else f"**{row.verdict}**",
            ]
            for row, note in zip(section.rows, section.notes, strict=True)
        ]
        header = ["where", "figure", "kind", "published", "ours", "lowest–highest", "verdict"]
        yield from _table(header, rows)
    if section.caption:
        yield from (plain(section.caption), "")
    for plate in section.learning:
        yield from _plate(section, plate, images)
    for model in section.models:
        yield from (f"### Parameters: {plain(', '.join(model.runs))}", "")
        rows = [[plain(r.part), plain(r.made_of), f"{r.parameters:,}"] for r in model.rows]
        yield from _table(["part", "made of", "parameters"], rows)


def _plate(section: Section, plate: Plate, images: Images) -> Iterator[str]:
    file = re.sub(r"[^a-z0-9-]+", "-", f"{section.name}-{plate.name}".lower()) + ".svg"
    images[file] = together(plate.pictures, plate.heading, 4 if plate.small else 2)
    said = plain(plate.pictures[0].title if len(plate.pictures) == 1 else plate.heading)
    yield from (f"### {plain(plate.heading)}", "", f"![{said}](images/{file})", "")
    yield from (plain(plate.caption), "")


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"| {' | '.join('---' for _ in header)} |"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def _anchor(section: Section) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", section.name.lower())
