"""The report as one page that needs nothing else: no network, no script, no library."""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from seq2see.experiments.report.plate import Numbers, Plate
from seq2see.experiments.report.section import Section
from seq2see.experiments.report.summary import (
    READING,
    VERDICTS,
    headline,
    made_with,
    versions,
)
from seq2see.experiments.report.svg import escaped, part, tag


def render_page(sections: Sequence[Section]) -> str:
    """The whole page as text; write it with UTF-8 encoding."""
    style = part("tokens.css") + part("picture.css") + part("page.css")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    fields = {
        "policy": f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; "
        "form-action 'none'",
        "style": style,
        "headline": escaped(headline(sections)),
        "reduced": _banner(sections),
        "bar": _bar(sum((one.counts for one in sections), Counter[str]())),
        "summary": "".join(map(_summary_row, sections)),
        "shortfalls": _shortfalls(sections),
        "sections": "".join(map(_section, sections)),
        "reading": "".join(f"<dt>{escaped(a)}</dt><dd>{escaped(b)}</dd>" for a, b in READING),
        "versions": escaped(versions(sections)),
    }
    # One pass, so that a text that reads like a placeholder stays what it is.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: fields[found[1]], part("page.html"))


def _banner(sections: Sequence[Section]) -> str:
    reduced = [section.title for section in sections if section.reduced]
    if not reduced:
        return ""
    of = "" if len(reduced) == len(sections) else f" ({', '.join(reduced)})"
    text = f"One seed and few epochs{of}: this shows that everything runs. "
    return tag("div", tag("strong", "Reduced run"), tag("p", escaped(text), tag(
        "strong", "Its figures are no verdict on the real thing.")), class_="banner",
        role="note")  # fmt: skip


def _bar(counts: Counter[str]) -> str:
    """All verdicts as one bar; the words beside it say the same."""
    total = sum(counts.values())
    if not total:
        return ""
    x, parts = 0.0, []
    for verdict, (_, colour) in VERDICTS.items():
        width = 1000 * counts[verdict] / total
        if width:
            gap = 3 if width > 6 else 0
            title = tag("title", f"{counts[verdict]} {verdict}")
            parts.append(tag("rect", title, x=x, y=0, width=width - gap, height=14, class_=colour))
            x += width
    bar = tag("svg", *parts, viewBox="0 0 1000 14", preserveAspectRatio="none", class_="bar",
              aria_hidden="true")  # fmt: skip
    return bar + tag("p", _chips(counts), class_="chips")


def _chips(counts: Counter[str]) -> str:
    chips = [_verdict(one, f"{counts[one]} {one}") for one in VERDICTS if counts[one]]
    return " ".join(chips) or tag("span", "no results", class_="verdict none")


def _verdict(verdict: str, text: str | None = None) -> str:
    sign, colour = VERDICTS[verdict]
    mark = tag("span", sign, class_="sign", aria_hidden="true")
    return tag("span", mark, escaped(text or verdict), class_=f"verdict {colour}-ink")


def _summary_row(section: Section) -> str:
    seeds, minutes, commit = made_with(section)
    link = tag("a", escaped(section.title), href=f"#{section.name}")
    reduced = tag("span", "reduced", class_="reduced") if section.reduced else ""
    return tag(
        "tr",
        tag("th", link, " ", reduced, scope="row"),
        _cell("figures", _chips(section.counts), "chips"),
        _cell("seeds", escaped(seeds)),
        _cell("minutes", escaped(minutes), "number"),
        _cell("commit", tag("code", escaped(commit)), "commit"),
    )


def _shortfalls(sections: Sequence[Section]) -> str:
    items = [
        tag("li", tag("a", escaped(one.title), href=f"#{one.name}"), ". ", escaped(sentence))
        for one in sections
        for sentence in one.not_met
        if not one.reduced
    ]
    missing = [
        tag("li", tag("a", escaped(one.title), href=f"#{one.name}"), ". ", "No results: ",
            escaped(" ".join(one.problems)))
        for one in sections if one.results is None
    ]  # fmt: skip
    if not items and not missing:
        text = "Everything that was judged is met or bettered."
        if any(one.reduced for one in sections):
            text = "A reduced run is not judged here; the tables below list its figures."
        return tag("p", text, class_="muted")
    return tag("ul", *items, *missing, class_="plain")


def _section(section: Section) -> str:
    parts = [
        tag("h2", escaped(section.title)),
        tag("p", escaped(section.about), class_="about"),
        tag("p", _chips(section.counts), class_="chips"),
    ]
    if section.reduced:
        parts.append(tag("p", tag("strong", "Reduced run"), ": no verdict on the real thing.",
                         class_="note"))  # fmt: skip
    parts += [tag("p", escaped(one), class_="note") for one in section.problems]
    parts += [_plate(plate) for plate in section.plates]
    if section.rows:
        parts.append(_figures(section))
    parts += [_plate(plate) for plate in section.learning]
    if section.models:
        parts.append(_models(section))
    return tag("section", *parts, id=section.name)


def _plate(plate: Plate) -> str:
    pictures = [
        tag("div", tag("h4", escaped(one.heading)) if one.heading else "", one.inline())
        for one in plate.pictures
    ]
    numbers = [_numbers(one) for one in plate.numbers]
    return tag(
        "figure",
        tag("h3", escaped(plate.heading)),
        tag("div", *pictures, class_=f"panels {'small' if plate.small else 'large'}"),
        tag("figcaption", escaped(plate.caption)),
        tag("details", tag("summary", "The numbers"), *numbers) if numbers else "",
        class_="card alone" if len(pictures) == 1 else "card",
    )


def _numbers(numbers: Numbers) -> str:
    head = [tag("th", escaped(one), scope="col", class_="number") for one in numbers.header]
    rows = [
        tag("tr", tag("th", escaped(row[0]), scope="row"),
            *(tag("td", escaped(one), class_="number") for one in row[1:]))
        for row in numbers.rows
    ]  # fmt: skip
    table = tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows))
    note = tag("p", escaped(numbers.note), class_="muted") if numbers.note else ""
    return tag("div", table, class_="scroll", tabindex="0", role="region",
               aria_label="The numbers of this figure") + note  # fmt: skip


def _figures(section: Section) -> str:
    spread = any(row.spread for row in section.rows)
    head = ["figure", "where", "kind", "published", "ours", *["lowest–highest"] * spread, "verdict"]
    heads = [
        tag("th", one, scope="col", class_="number" if one in head[3:-1] else "") for one in head
    ]
    rows: list[str] = []
    for row, note in zip(section.rows, section.notes, strict=True):
        small = tag("small", escaped(note)) if note else ""
        cells = [
            tag("th", escaped(row.what), small, scope="row"),
            _cell("where", escaped(row.where), "place"),
            _cell("kind", escaped(row.kind), "place"),
            _cell("published", escaped(row.published), f"number{_list(row.published)}"),
            _cell("ours", escaped(row.ours), f"number ours{_list(row.ours)}"),
        ]
        if spread:
            cells.append(_cell("lowest–highest", escaped(row.spread), "number range"))
        cells.append(_cell("verdict", _verdict(row.verdict), "last"))
        rows.append(tag("tr", *cells))
    caption = tag("caption", tag("h3", "Published beside measured"))
    table = tag("table", caption, tag("thead", tag("tr", *heads)), tag("tbody", *rows),
                class_="figures")  # fmt: skip
    made = tag("p", escaped(section.caption), class_="muted") if section.caption else ""
    return tag("div", table, made, class_="card")


def _list(value: str) -> str:
    """A class for vectors and shapes, which may be folded on a phone."""
    return " vector" if value.startswith("(") else ""


def _cell(name: str, content: str, class_: str = "") -> str:
    """A cell that says its column's name where the table is folded on a phone."""
    empty = " empty" if not content else ""
    return tag("td", content or " ", data_name=name, class_=f"{class_}{empty}".strip())


def _models(section: Section) -> str:
    tables = [_model(section, *one) for one in _with_titles(section)]
    return tag("div", tag("h3", "Parameters"), *tables, class_="card models")


def _with_titles(section: Section) -> Iterator[tuple[str, int]]:
    for index, model in enumerate(section.models):
        total = model.rows[-1].parameters
        yield f"{', '.join(model.runs)}: {total:,} parameters", index


def _model(section: Section, title: str, index: int) -> str:
    rows = [
        tag("tr", tag("th", escaped(row.part), scope="row"), tag("td", escaped(row.made_of)),
            tag("td", f"{row.parameters:,}", class_="number"),
            class_="total" if row.part == "total" else "")
        for row in section.models[index].rows
    ]  # fmt: skip
    head = tag("tr", tag("th", "part", scope="col"), tag("th", "made of", scope="col"),
               tag("th", "parameters", scope="col", class_="number"))  # fmt: skip
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    scroll = tag("div", table, class_="scroll", tabindex="0", role="region",
                 aria_label=title)  # fmt: skip
    return tag("details", tag("summary", escaped(title)), scroll)
