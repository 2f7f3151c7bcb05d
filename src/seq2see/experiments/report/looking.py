"""Plates of looking: where each symbol of an answer looked, as a heat map and as arcs."""

from collections.abc import Iterator, Sequence
from math import isnan

from seq2see.experiments.report.alignments import Alignment, Alignments
from seq2see.experiments.report.plate import Numbers, Plate
from seq2see.experiments.report.svg import Picture, label, tag, width_of
from seq2see.predictor.explanation import Symbol
from seq2see.predictor.visible import cividis, dark_ink_on, name_of_view, visible, visible_line

WIDTH = 340
FAINTEST = 0.02
"""Arcs of smaller weights are not drawn."""

Weights = Sequence[Sequence[float | None]]
"""(target, source): None is masked, not a number is missing."""


def looking_plates(found: Alignments) -> list[Plate]:
    """A plate for the trained model, and one for each snapshot on the way."""
    plates = [_plate(one) for one in found.shown]
    return plates[-1:] + plates[:-1]  # the trained model first


def _plate(one: Alignment) -> Plate:
    explanation, best = one.explanation, one.explanation.hypotheses[0]
    weights = best.alignment()
    targets = [step.symbol for step in best.steps]
    trained = one.stage == "trained"
    stage = "" if trained else f", {one.stage.replace('-', ' ')}"
    source, answer = visible_line(explanation.source_text), visible_line(best.text)
    right = best.text == one.wanted
    seen = "which it never learned from" if one.unseen else "which it may have learned from"
    caption = (
        f"{explanation.model}, {one.folder.replace('-', ' ')}{stage}, reads {source}, {seen}, and "
        + (f"answers “{answer}”: right. " if right else
           f"answers “{answer}”: wrong, “{visible_line(one.wanted)}” is right. ")
        + f"Weights of the {name_of_view(best, -1, None)}; a row for each symbol written. "
        f"Arcs of weights below {FAINTEST:g} are not drawn."
    )  # fmt: skip
    said = "; ".join(_strongest(row, target, explanation.source)
                     for row, target in zip(weights, targets, strict=True))  # fmt: skip
    pictures = [
        Picture(f"Heat map of weights: {said}", *heat_map(weights, explanation.source, targets)),
        Picture(f"Arcs of weights: {said}", *arcs(weights, explanation.source, targets)),
    ]
    header = ["", *(visible(symbol.text) for symbol in explanation.source)]
    rows = [
        [visible(target.text), *(f"{weight:.3f}" for weight in row)]
        for row, target in zip(weights, targets, strict=True)
    ]
    heading = f"Where it looks: {source} → {answer}" if trained else f"The same{stage}: {answer}"
    name = f"looking-{one.stage}"
    return Plate(name, heading, caption, pictures, numbers=[Numbers(header, rows)])


def heat_map(
    weights: Weights, source: Sequence[Symbol], targets: Sequence[Symbol]
) -> tuple[float, float, str]:
    """Width, height and drawing: Cividis for 0 to 1; masked is hatched, missing an empty frame."""
    size = 12 if max(len(source), len(targets)) <= 16 else 10.5
    left = min(max((width_of(visible(one.text), size) for one in targets), default=0), 120) + 10
    cell = min(46.0, (WIDTH - left - 4) / max(len(source), 1))
    tall = min(cell, 34.0) if len(targets) <= 16 else min(cell, 17.0)
    widest = max((width_of(visible(one.text), size) for one in source), default=0)
    slanted = widest > cell
    top = widest * 0.87 + 14 if slanted else 20
    left += max(WIDTH - left - 4 - cell * len(source), 0) / 2
    parts: list[str] = []
    for column, symbol in enumerate(source):
        x = left + (column + 0.5) * cell
        turn = {"transform": f"rotate(-60 {x:.1f} {top - 7:.1f})"} if slanted else {}
        class_ = "" if slanted else "middle"
        parts.append(_symbol(symbol, x, top - 7, class_, size, **turn))
    for row, (symbol, line) in enumerate(zip(targets, weights, strict=True)):
        y = top + row * tall
        parts.append(_symbol(symbol, left - 6, y + tall / 2 + 4, "end", size))
        for column, weight in enumerate(line):
            parts += _cell(weight, left + column * cell, y, cell, tall)
    bottom = top + len(targets) * tall
    parts += _scale(left, bottom + 12)
    return WIDTH, bottom + 30, "".join(parts)


def arcs(
    weights: Weights, source: Sequence[Symbol], targets: Sequence[Symbol]
) -> tuple[float, float, str]:
    """Width, height and drawing: source on the left, answer on the right, thicker is more."""
    most = max(len(source), len(targets), 1)
    gap = 30 if most <= 8 else 22 if most <= 12 else 17
    size = 13 if most <= 12 else 11
    height = most * gap + 10
    start = max((width_of(visible(one.text), size) for one in source), default=0) + 34
    end = WIDTH - max((width_of(visible(one.text), size) for one in targets), default=0) - 34
    end = max(end, start + 60)

    def y_of(place: int, count: int) -> float:
        return 5 + (place + 0.5) * (height - 10) / count

    parts: list[str] = []
    for row, line in enumerate(weights):
        for column, weight in enumerate(line):
            if weight is None or isnan(weight) or weight < FAINTEST:
                continue
            y1, y2 = y_of(column, len(source)), y_of(row, len(targets))
            middle = (start + end) / 2
            curve = f"M{start:.1f},{y1:.1f}C{middle:.1f},{y1:.1f} {middle:.1f},{y2:.1f} "
            parts.append(tag("path", d=f"{curve}{end:.1f},{y2:.1f}", class_="arc",
                             stroke_width=0.6 + 0.22 * gap * weight,
                             opacity=0.12 + 0.73 * weight))  # fmt: skip
    for symbols, x, class_, side in ((source, start, "end", -1), (targets, end, "", 1)):
        for place, symbol in enumerate(symbols):
            y = y_of(place, len(symbols))
            parts.append(tag("circle", cx=x, cy=y, r=2.8, class_="node"))
            parts.append(_symbol(symbol, x + 9 * side, y + 4, class_, size))
    return WIDTH, height, "".join(parts)


def _cell(weight: float | None, x: float, y: float, width: float, height: float) -> Iterator[str]:
    place = {"x": x + 0.5, "y": y + 0.5, "width": width - 1, "height": height - 1, "rx": 1.5}
    if weight is None:  # masked: nothing could be put here
        yield tag("rect", **place, class_="hole")
        for shift in (0.25, 0.5, 0.75):
            yield tag("line", x1=x + 1, y1=y + height * shift, x2=x + width * shift, y2=y + 1,
                      class_="hatch")  # fmt: skip
        return
    if isnan(weight):  # missing: nobody knows
        yield tag("rect", **place, class_="hole")
        yield label("?", x + width / 2, y + height / 2 + 4, "tiny muted-ink middle")
        return
    red, green, blue = cividis(weight)
    yield tag("rect", **place, fill=f"#{red:02x}{green:02x}{blue:02x}")
    if min(width, height) >= 24:
        shown = "0" if weight == 0 else f"{weight:.2f}".removeprefix("0")
        ink = "#000" if dark_ink_on(weight) else "#fff"
        # The cell's colour is the same in light and dark, so its ink must be as well.
        yield tag("text", shown, x=x + width / 2, y=y + height / 2 + 4, fill=ink,
                  font_size=11, font_family="system-ui, sans-serif",
                  text_anchor="middle")  # fmt: skip


def _scale(x: float, y: float) -> Iterator[str]:
    """The legend: weight 0 to 1."""
    yield label("weight 0", x, y + 9, "tiny muted-ink")
    for step in range(24):
        red, green, blue = cividis(step / 23)
        yield tag("rect", x=x + 52 + step * 4, y=y, width=4.3, height=10,
                  fill=f"#{red:02x}{green:02x}{blue:02x}")  # fmt: skip
    yield label("1", x + 154, y + 9, "tiny muted-ink")


def _symbol(
    symbol: Symbol, x: float, y: float, class_: str, size: float, **more: str | float
) -> str:
    text = visible(symbol.text)
    if width_of(text, size) > 120:
        text = text[: int(110 / size / 0.58)] + "…"
    given = f"{class_} special" if symbol.special else class_
    # Attributes give way to the style sheet, so the size is a class.
    return label(text, x, y, f"{given} {'tiny' if size < 12 else ''}".strip(), **more)


def _strongest(row: Sequence[float], target: Symbol, source: Sequence[Symbol]) -> str:
    place = max(range(len(row)), key=row.__getitem__)
    return f"{visible(target.text)} most at {visible(source[place].text)} ({row[place]:.2f})"
