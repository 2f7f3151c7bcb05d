"""A line chart: mean over seeds, the band from the lowest to the highest, published points."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import floor, isfinite, log10
from statistics import mean

from seq2see.experiments.report.svg import Picture, label, tag, width_of

Points = list[list[float]]
"""Points (x, y) of one seed."""


@dataclass(frozen=True)
class Line:
    """One thing that was measured, over all seeds."""

    name: str
    seeds: Sequence[Points]
    colour: int = 1
    """1 to 4."""
    published: Sequence[tuple[float, float]] = ()
    """Points of the chapters."""
    name_in_picture: bool = True

    def at(self) -> dict[float, list[float]]:
        """By x: what the seeds gave, in order; a value that is no finite number is left out."""
        found: dict[float, list[float]] = {}
        for points in self.seeds:
            for x, y in (point for point in points if len(point) == 2 and isfinite(point[0])):
                found.setdefault(x, []).extend([y] if isfinite(y) else [])
        return dict(sorted(found.items()))


@dataclass(frozen=True)
class Axis:
    """What an axis measures and the range it shows."""

    name: str
    lowest: float
    highest: float
    ticks: Sequence[float] = field(default_factory=list[float])

    @staticmethod
    def around(
        name: str, values: Sequence[float], *, tight: bool = False, count: int = 4
    ) -> "Axis":
        """An axis with round ticks that holds 0 and all `values`; `tight` ends it at the last."""
        finite = [value for value in values if isfinite(value)] or [0.0, 1.0]
        low, high = min([*finite, 0.0]), max(finite)
        if high <= low:
            high = low + 1
        rough = (high - low) / count
        power = 10.0 ** floor(log10(rough))
        step = next(one * power for one in (1, 2, 2.5, 5, 10) if one * power >= rough * 0.999)
        first = floor(low / step)
        ticks = [first * step]
        while ticks[-1] < high - step * 1e-6:
            ticks.append((first + len(ticks)) * step)
        if tight and ticks[-1] > high + step * 1e-6:
            return Axis(name, ticks[0], high, ticks[:-1])
        return Axis(name, ticks[0], ticks[-1], ticks)


def number(value: float) -> str:
    """A number as short as it can be read: 1,500, 2.5 M, 0.25."""
    if abs(value) >= 1_000_000:
        return f"{value / 1_000_000:.3g} M"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def line_chart(
    title: str,
    lines: Sequence[Line],
    x: Axis,
    y: Axis,
    *,
    heading: str = "",
    size: tuple[float, float] = (340, 236),
    level: tuple[float, str] | None = None,
    dots: bool = False,
) -> Picture:
    """The chart; `level` is a dashed line across with its name, `dots` marks every mean."""
    names = [line.name for line in lines if line.name_in_picture]
    right = max((width_of(name, bold=True) for name in names), default=0) + (10 if names else 4)
    overhang = max((width_of(number(tick), 10.5) / 2 for tick in x.ticks[-1:]), default=0)
    right = max(right, overhang + 2)
    ticks = max(width_of(number(tick), 10.5) for tick in y.ticks)
    place = _Place(x, y, left=ticks + 9, top=24, right=size[0] - right, bottom=size[1] - 36)
    parts = [*_frame(place)]
    if level and y.lowest <= level[0] <= y.highest:
        at = place.y_of(level[0])
        parts.append(_line(place.left, at, place.right, at, "level"))
        # Below where it stands low: what comes down to it comes from above.
        beside = at + 13 if at > (place.top + place.bottom) / 2 else at - 5
        parts.append(label(level[1], place.right - 2, beside, "tiny muted-ink end halo"))
    for line in lines:
        parts += _band(line, place)
    for line in lines:
        parts += _curve(line, place, dots)
    for line in lines:
        parts += _published(line, place)
    parts += _names(lines, place)
    return Picture(title, *size, "".join(parts), heading)


@dataclass(frozen=True)
class _Place:
    """Where values stand in the picture."""

    x: Axis
    y: Axis
    left: float
    top: float
    right: float
    bottom: float

    def x_of(self, value: float) -> float:
        share = (value - self.x.lowest) / (self.x.highest - self.x.lowest or 1)
        return self.left + share * (self.right - self.left)

    def y_of(self, value: float) -> float:
        share = (value - self.y.lowest) / (self.y.highest - self.y.lowest or 1)
        return self.bottom - min(max(share, -0.02), 1.02) * (self.bottom - self.top)


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def _frame(place: _Place) -> Iterator[str]:
    for tick in place.y.ticks:
        at = place.y_of(tick)
        yield _line(place.left, at, place.right, at, "axis" if tick == place.y.lowest else "grid")
        yield label(number(tick), place.left - 5, at + 3.5, "tiny muted-ink end")
    for tick in place.x.ticks:
        at = place.x_of(tick)
        yield _line(at, place.bottom, at, place.bottom + 4, "axis")
        yield label(number(tick), at, place.bottom + 16, "tiny muted-ink middle")
    yield label(place.y.name, 0, 11, "tiny muted-ink")
    middle = (place.left + place.right) / 2
    yield label(place.x.name, middle, place.bottom + 31, "tiny muted-ink middle")


def _stretches(line: Line) -> Iterator[list[tuple[float, list[float]]]]:
    """Neighbouring points with a value; a point without one ends a stretch."""
    stretch: list[tuple[float, list[float]]] = []
    for x, values in line.at().items():
        if values:
            stretch.append((x, values))
        elif stretch:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _band(line: Line, place: _Place) -> Iterator[str]:
    for stretch in _stretches(line):
        if any(len(values) > 1 for _, values in stretch):
            above = [(place.x_of(x), place.y_of(max(values))) for x, values in stretch]
            below = [(place.x_of(x), place.y_of(min(values))) for x, values in reversed(stretch)]
            yield tag("path", d=_path([*above, *below]) + "Z", class_=f"band c{line.colour}")


def _curve(line: Line, place: _Place, dots: bool) -> Iterator[str]:
    colour = f"c{line.colour}"
    for stretch in _stretches(line):
        points = [(place.x_of(x), place.y_of(mean(values))) for x, values in stretch]
        yield tag("path", d=_path(points), class_=f"curve {colour}")
        for x, y in points if dots or len(points) == 1 else ():
            yield tag("circle", cx=x, cy=y, r=2.1, class_=f"dot {colour}")
    for x, values in line.at().items():
        if not values:  # not zero: nothing; a cross below the axis says so
            at, base = place.x_of(x), place.bottom
            yield tag(
                "path", d=f"M{at - 3:.1f},{base - 3:.1f}l6,6m0,-6l-6,6", class_=f"absent {colour}"
            )


def _published(line: Line, place: _Place) -> Iterator[str]:
    for x, y in line.published:
        at_x, at_y = place.x_of(x), place.y_of(y)
        yield tag(
            "path",
            tag("title", f"published: {number(y)} at {number(x)}"),
            d=f"M{at_x:.1f},{at_y - 5.5:.1f}l5.5,5.5l-5.5,5.5l-5.5,-5.5Z",
            class_=f"published c{line.colour}",
        )


def _names(lines: Sequence[Line], place: _Place) -> Iterator[str]:
    """Each line's name at its right end, moved apart where two would lie on each other."""
    ends: list[tuple[float, float, Line]] = []
    for line in lines:
        last = [(x, mean(values)) for x, values in line.at().items() if values][-1:]
        if last and line.name_in_picture:
            ends.append((place.y_of(last[0][1]), place.x_of(last[0][0]), line))
    ends.sort(key=lambda end: end[0])
    at = _apart([y for y, _, _ in ends], 14, place.top, place.bottom)
    for (y, x, line), moved in zip(ends, at, strict=True):
        if abs(moved - y) > 5 or place.right - x > 12:
            yield _line(x + 3, y, place.right + 5, moved, "leader")
        yield label(line.name, place.right + 7, moved + 4, f"c{line.colour} strong")


def _apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places in order, each at least `gap` from the last, moved as little as that needs."""
    places: list[float] = []
    for one in wanted:
        places.append(max(one, places[-1] + gap) if places else max(one, low))
    over = places[-1] - high if places else 0
    for index in reversed(range(len(places))):
        if over <= 0:
            break
        limit = high if index == len(places) - 1 else places[index + 1] - gap
        places[index] = min(places[index], limit)
    return places
