"""Plates over something other than time: length of the string, of the answer, depth."""

import re
from collections.abc import Sequence

from seq2see.experiments.figure import Plan
from seq2see.experiments.report.chart import Axis, Line, line_chart
from seq2see.experiments.report.plate import Plate, numbers_of, spread_sentence
from seq2see.experiments.results import Results

PERCENT = Axis("right, %", 0, 100, [0, 25, 50, 75, 100])
WAYS = {
    "neither": ("neither", 2),
    "no-self": ("no self", 4),
    "no-cross": ("no cross", 3),
    "both": ("both", 1),
}
"""By name in the results: the name in the picture, and its colour."""


def length_plates(plan: Plan, results: Results) -> list[Plate]:
    """Accuracy by length of the string, plain beside attention, a panel for each width."""
    panels: dict[str, list[Line]] = {}
    for name, seeds in results.series.items():
        run = name.removesuffix("/by-length")
        if run == name or not any(seeds):
            continue
        kind, _, width = run.rpartition("-") if re.search(r"-\d+$", run) else (run, "", "")
        colour = {"plain": 2, "attention": 1}.get(kind, len(panels) % 4 + 1)
        panels.setdefault(width, []).append(Line(kind, seeds, colour, _published(plan, run)))
    if not panels:
        return []
    lines = [line for panel in panels.values() for line in panel]
    lengths = [x for line in lines for x in line.at()]
    x = Axis("digits in the string", min(lengths), max(lengths), _lengths(lengths))
    pictures = [
        line_chart(
            f"Strings read backwards right by length{f', H = {width}' if width else ''}: "
            + "; ".join(_at_some_lengths(line) for line in panel),
            panel,
            x,
            PERCENT,
            heading=f"H = {width}" if width else "",
            dots=True,
        )
        for width, panel in panels.items()
    ]
    caption = f"Share of new strings read backwards without a mistake. {spread_sentence(lines)}"
    if any(line.published for line in lines):
        caption += " Diamonds: what the chapter published."
    tables = [
        numbers_of(
            [
                Line(f"{line.name}{f', H = {width}' if width else ''}", line.seeds)
                for width, panel in panels.items()
                for line in panel
            ],
            "digits",
        )
    ]
    return [Plate("by-length", "Accuracy by length", caption, pictures, numbers=tables)]


def cost_plates(results: Results) -> list[Plate]:
    """Multiplications to write an answer, by its length, in each of the four ways."""
    lines = [
        Line(name, results.series[f"{way}/multiplications"], colour)
        for way, (name, colour) in WAYS.items()
        if any(results.series.get(f"{way}/multiplications", []))
    ]
    if not lines:
        return []
    lengths = [x for line in lines for x in line.at()]
    totals = [y for line in lines for values in line.at().values() for y in values]
    last = {line.name: [values for values in line.at().values() if values][-1:] for line in lines}
    title = "Multiplications to write an answer; for the longest: " + "; ".join(
        f"{name} {values[0][0]:,.0f}" for name, values in last.items() if values
    )
    picture = line_chart(
        title,
        lines,
        Axis("words in the answer", min(lengths), max(lengths), [1, 8, 16, 24, 32]),
        Axis.around("multiplications", totals),
    )
    caption = (
        "Multiplications in the matrix products of the decoder while an answer to 742 of that many "
        "words is written, with both caches, without that of self-attention, without that of "
        "cross-attention, with neither; by the formula that the table holds against torch's own "
        "count. Without "
        "the self-attention cache the cost grows with the square of the answer; with both it is "
        "almost a straight line."
    )
    tables = [numbers_of(lines, "words", 0)]
    return [Plate("cache-cost", "What each cache saves", caption, [picture], numbers=tables)]


def depth_plates(results: Results) -> list[Plate]:
    """Accuracy by depth, post-norm beside pre-norm, a panel for each warm-up."""
    panels: dict[int, dict[str, list[list[list[float]]]]] = {}
    for name, values in results.values.items():
        found = re.fullmatch(r"(post|pre)-(\d+)-warmup-(\d+)", name)
        if not found:
            continue
        seeds = panels.setdefault(int(found[3]), {}).setdefault(found[1], [])
        for seed, value in enumerate(values):
            if not isinstance(value, list):
                seeds.extend([] for _ in range(seed + 1 - len(seeds)))
                seeds[seed].append([float(found[2]), value])
    if not panels:
        return []
    pictures, everything = [], []
    for warmup, norms in sorted(panels.items()):
        name = f"warm-up of {warmup} updates" if warmup else "no warm-up"
        lines = [
            Line(f"{norm}-norm", seeds, {"post": 2, "pre": 1}[norm])
            for norm, seeds in norms.items()
        ]
        everything += [Line(f"{line.name}, {name}", line.seeds) for line in lines]
        depths = sorted({x for line in lines for x in line.at()})
        pictures.append(
            line_chart(
                f"Unseen numbers right by depth, {name}: "
                + "; ".join(_at_some_lengths(line) for line in lines),
                lines,
                Axis("layers a side", min(depths), max(depths), depths),
                PERCENT,
                heading=name[0].upper() + name[1:],
                dots=True,
            )
        )
    caption = f"Unseen numbers right at the end of training. {spread_sentence(everything)}"
    tables = [numbers_of(everything, "layers")]
    return [Plate("by-depth", "Accuracy by depth", caption, pictures, numbers=tables)]


def _published(plan: Plan, run: str) -> list[tuple[float, float]]:
    """The chapter's points of a run: figures named `RUN/LENGTH`."""
    return [
        (float(figure.id.rpartition("/")[2]), float(figure.published))
        for figure in plan.figure
        if re.fullmatch(rf"{re.escape(run)}/\d+", figure.id)
        and isinstance(figure.published, float | int)
    ]


def _lengths(lengths: Sequence[float]) -> list[float]:
    low, high = min(lengths), max(lengths)
    return sorted({low, high, *(float(one) for one in range(4, int(high), 4) if one - low > 1)})


def _at_some_lengths(line: Line) -> str:
    means = {x: sum(values) / len(values) for x, values in line.at().items() if values}
    places = sorted(means)
    some = [places[0], places[len(places) // 2], places[-1]] if places else []
    return f"{line.name} " + ", ".join(f"{means[x]:.0f} % at {x:g}" for x in dict.fromkeys(some))
