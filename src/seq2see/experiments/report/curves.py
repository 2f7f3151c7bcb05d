"""Plates of learning: loss, accuracy, and the entropy of every attention head over the updates."""

import re
from collections.abc import Sequence
from math import isfinite, log

from seq2see.core.errors import Seq2seeError
from seq2see.core.recipe import Recipe
from seq2see.core.recipe_check import check_recipe
from seq2see.data.tasks import codec_of, pairs_of
from seq2see.experiments.report.chart import Axis, Line, line_chart
from seq2see.experiments.report.plate import Numbers, Plate, numbers_of, spread_sentence
from seq2see.experiments.report.svg import Picture
from seq2see.experiments.results import Results
from seq2see.training.loss import smoothing_floor
from seq2see.training.measuring import ENTROPY_PAIRS

SMALL = (168, 138)
"""Of a panel among many."""
MOST_PANELS = 8
"""Of attention being born; of more, the last layer of each run is drawn."""


def learning_plates(results: Results) -> list[Plate]:
    """Loss and held-out accuracy, a panel for each run; nothing where no curve was kept."""
    plates: list[Plate] = []
    for kind, heading, y_name in (
        ("accuracy", "Held-out accuracy while learning", "right, %"),
        ("loss", "Training loss while learning", "loss"),
    ):
        lines = {
            name.removesuffix(f"/{kind}"): Line(name.removesuffix(f"/{kind}"), seeds)
            for name, seeds in results.series.items()
            if name.endswith(f"/{kind}") and any(seeds)
        }
        if lines:
            plates.append(_learning(kind, heading, y_name, lines, results))
    if len(plates) == 2 and not plates[0].small:
        return [_side_by_side(*plates)]
    return plates


def _side_by_side(accuracy: Plate, loss: Plate) -> Plate:
    """Both curves of the one run there is."""
    caption = f"{loss.caption} Accuracy is of whole answers, on pairs held out of training."
    pictures = [*accuracy.pictures, *loss.pictures]
    tables = [
        *(_named(one, heading="accuracy, %") for one in accuracy.numbers),
        *(_named(one, heading="loss") for one in loss.numbers),
    ]
    return Plate("learning", "Learning", caption, pictures, numbers=tables)


def _learning(
    kind: str, heading: str, y_name: str, lines: dict[str, Line], results: Results
) -> Plate:
    many = len(lines) > 1
    floors = {run: _floor(results, run) for run in lines} if kind == "loss" else {}
    if kind == "accuracy":
        y = Axis(y_name, 0, 100, [0, 25, 50, 75, 100] if not many else [0, 50, 100])
    else:
        y = Axis.around(y_name, _all_y(list(lines.values())), count=3)
    pictures = [
        line_chart(
            f"{heading} of {run}: {_in_words(line)}",
            [Line(run, line.seeds, name_in_picture=False)],
            Axis.around("updates", _all_x([line]), tight=True, count=2 if many else 5),
            y,
            heading=run if many else "",
            size=SMALL if many else (340, 210),
            level=_level(floors.get(run), "" if many else "lowest possible"),
            dots=len(line.at()) <= 12,
        )
        for run, line in lines.items()
    ]
    caption = spread_sentence(list(lines.values()))
    if any(floors.values()):
        caption += " Dashed: the lowest loss that smoothed labels allow."
    if _lost(list(lines.values())):
        caption += " A cross on the axis: no finite number there; that run diverged."
    tables = [numbers_of(list(lines.values()), "updates", 3 if kind == "loss" else 1)]
    return Plate(f"learning-{kind}", heading, caption, pictures, small=many, numbers=tables)


def birth_plates(results: Results) -> list[Plate]:
    """Attention being born: the entropy of each head over the updates, a panel for each layer."""
    panels: dict[tuple[str, int], list[Line]] = {}
    for name, seeds in results.series.items():
        found = re.fullmatch(r"(.+)/entropy/(\d+)\.(\d+)", name)
        if found and any(seeds):
            lines = panels.setdefault((found[1], int(found[2])), [])
            lines.append(Line(f"head {found[3]}", seeds, colour=(int(found[3]) - 1) % 4 + 1))
    if not panels:
        return []
    last = {run: max(layer for one, layer in panels if one == run) for run, _ in panels}
    left_out = len(panels) - len(last) if len(panels) > MOST_PANELS else 0
    if left_out:
        panels = {(run, layer): panels[run, layer] for run, layer in last.items()}
    even = {run: _even(results, run) for run, _ in panels}
    many = len(panels) > 4
    everything = [line for lines in panels.values() for line in lines]
    top = max([*(value for value in even.values() if value), *_all_y(everything)] or [1.0])
    pictures: list[Picture] = []
    tables: list[Numbers] = []
    for (run, layer), lines in panels.items():
        alone = len(lines) == 1
        shown = [
            Line(line.name, line.seeds, line.colour, name_in_picture=not (alone or many))
            for line in lines
        ]
        several = last[run] > 1
        heading = f"{run}, layer {layer}" if several else run
        level = _level(even[run], "" if many else "even attention")
        pictures.append(
            line_chart(
                f"Entropy of attention, {heading}: "
                + "; ".join(f"{line.name} {_in_words(line)}" for line in lines),
                shown,
                Axis.around("updates", _all_x(lines), tight=True, count=2 if many else 4),
                Axis.around("entropy, nats", [0, top], count=3),
                heading=heading,
                size=SMALL if many else (340, 220),
                level=level,
                dots=max(len(line.at()) for line in lines) <= 12,
            )
        )
        tables.append(_named(numbers_of(lines, "updates", 3), heading=heading))
    caption = (
        "How spread out attention over the source is, one line a head, with the right words given: "
        "at 0 a head looks at a single symbol. "
    )
    if any(even.values()):
        caption += "Dashed: every symbol alike, where all models start. "
    caption += spread_sentence(everything)
    if any(len(lines) > 1 for lines in panels.values()):
        caption += (
            " Heads have no names of their own: head 1 of one seed need not do what head 1 of "
            "another does, so wide bands are no sign of noise."
        )
    if left_out:
        caption += (
            f" The last layer of each run is drawn; {left_out} earlier ones are in the results."
        )
    heading = "Attention being born"
    return [Plate("attention-born", heading, caption, pictures, small=many, numbers=tables)]


def recipe_of(results: Results, run: str) -> Recipe:
    """The recipe a run was made with. Raises `RecipeError` where the file holds another thing."""
    return check_recipe(results.recipes[run], f"the recipe of {run}")


def _named(table: Numbers, *, heading: str) -> Numbers:
    return Numbers([f"{heading}: {table.header[0]}", *table.header[1:]], table.rows, table.note)


def _floor(results: Results, run: str) -> float | None:
    """The lowest loss of a run with smoothed labels; None without, or where it is not known."""
    try:
        recipe = recipe_of(results, run)
        smoothing = recipe.training.label_smoothing
        return smoothing_floor(len(codec_of(recipe).target), smoothing) if smoothing else None
    except (KeyError, Seq2seeError):
        return None


def _even(results: Results, run: str) -> float | None:
    try:
        return even_entropy(recipe_of(results, run))
    except (KeyError, ValueError, Seq2seeError):
        return None


def even_entropy(recipe: Recipe) -> float | None:
    """The entropy of even attention over the very pairs that a run's log looks at, in nats."""
    codec, held_out = codec_of(recipe), pairs_of(recipe).held_out
    wanted = recipe.training.evaluate_pairs or len(held_out)
    pairs = held_out[:wanted][:ENTROPY_PAIRS]
    # Every target symbol counts alike, so a source weighs as much as its target is long.
    weights = [len(codec.target_ids(pair.target)) for pair in pairs]
    logs = [log(len(codec.source_ids(pair.source))) for pair in pairs]
    total = sum(weights)
    return sum(w * one for w, one in zip(weights, logs, strict=True)) / total if total else None


def _level(value: float | None, name: str) -> tuple[float, str] | None:
    return None if value is None else (value, name)


def _all_x(lines: Sequence[Line]) -> list[float]:
    return [x for line in lines for x in line.at()]


def _all_y(lines: Sequence[Line]) -> list[float]:
    return [y for line in lines for values in line.at().values() for y in values]


def _lost(lines: Sequence[Line]) -> bool:
    return any(not values for line in lines for values in line.at().values())


def _in_words(line: Line) -> str:
    """Where a curve starts and ends, for who cannot see it."""
    there = [values for values in line.at().values() if values and isfinite(values[0])]
    if not there:
        return "no finite number"
    first, last = (sum(values) / len(values) for values in (there[0], there[-1]))
    return f"from {first:.3g} to {last:.3g}"
