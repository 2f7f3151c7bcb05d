"""Pairs from files: columns with tabs between them, parallel text, or JSON lines.

Everything that is wrong in a file is listed at once with its line number. A line that is blank as
a whole is no pair and is passed over; a pair with one blank side is a mistake of the file. A first
line that looks like names of columns, where it is read as a pair, gives an `InputWarning`.
"""

import warnings
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from seq2see.core.errors import InputError, InputWarning
from seq2see.core.near import did_you_mean
from seq2see.core.recipe import FilePairs, Recipe
from seq2see.data.header import are_names
from seq2see.data.lines import origin_of, read_lines
from seq2see.data.pair import Pair
from seq2see.text.codec import FEATURES, is_blank, raise_for_lines


class Layout(NamedTuple):
    """How a file holds its pairs; see `core.recipe.FilePairs`."""

    kind: Literal["columns", "parallel", "jsonl"] = "columns"
    header: bool = False
    source: str = "1"
    target: str = "2"
    features: str = ""


class PairFile(NamedTuple):
    """The pairs of a file, and for each the number of its line."""

    origin: str
    pairs: list[Pair]
    lines: list[int]
    last: int
    """Number of the last line, which may be blank."""
    first: int = 1
    """Number of the first line that may hold a pair: 2 below a header."""
    target_origin: str = ""
    """The file of the targets, where they have one of their own."""


class _Row(NamedTuple):
    line: int
    source: str
    target: str
    features: str | None


def layout_of(task: FilePairs) -> Layout:
    """How a recipe's files hold their pairs."""
    return Layout(task.layout, task.header, task.source_column, task.target_column,
                  task.features_column)  # fmt: skip


def read_given_pairs(name: str, targets: str | None, recipe: Recipe) -> PairFile:
    """Pairs to measure or to score, one a line, held by a file as the recipe's own files are.

    With `targets`, `name` holds sources alone and `targets` the other side. A name that ends in
    `.jsonl` holds JSON lines, whatever the recipe's own files are. Raises `InputError` listing
    every line that is no pair.
    """
    layout = layout_of(recipe.task) if isinstance(recipe.task, FilePairs) else Layout()
    if targets is not None:
        layout = layout._replace(kind="parallel")
    elif name.endswith(".jsonl") and layout.kind != "jsonl":
        layout = Layout("jsonl", features="features" if recipe.text.features else "")
    elif layout.kind == "parallel":
        layout = Layout()
    return read_pair_file(name, targets or "", layout, blank_source=True)


def read_pair_file(
    name: str, targets: str, layout: Layout, *, blank_source: bool = False
) -> PairFile:
    """The pairs of a file, or of two parallel ones, with their line numbers.

    With `blank_source` a pair may have one blank side. Raises `InputError` listing every line that
    is no pair, for files of different lengths, and where nothing is left.
    """
    counted = blank_source
    if layout.kind == "parallel":
        rows, problems, hint, last = _parallel(name, targets, counted=counted)
    elif layout.kind == "jsonl":
        rows, problems, hint, last = _objects(name, layout)
    else:
        rows, problems, hint, last = _columns(name, layout, counted=counted)
    origin = origin_of(name)
    target_origin = origin_of(targets) if layout.kind == "parallel" else ""
    told = [(line, f"{origin}, line {line}: {problem}") for line, problem in problems]
    if not blank_source:
        told = sorted([*told, *_blank_sides(rows, origin, target_origin)])
    raise_for_lines([problem for _, problem in told], hint)
    if not rows:
        raise InputError(f"{origin}: holds no pair.", hint=hint)
    pairs = [
        Pair(row.source if row.features is None else f"{row.source}{FEATURES}{row.features}",
             row.target)
        for row in rows
    ]  # fmt: skip
    first = 2 if layout.kind == "columns" and layout.header else 1
    return PairFile(origin, pairs, [row.line for row in rows], last, first, target_origin)


Found = tuple[list[_Row], list[tuple[int, str]], str, int]
"""Rows, what is wrong by line, what was expected, and the number of the last line."""


def _blank_sides(
    rows: Sequence[_Row], origin: str, target_origin: str
) -> Iterator[tuple[int, str]]:
    """By line, what to say of it, with the name of the file in which the blank side stands."""
    for row in rows:
        blank = [
            side for side, text in (("source", row.source), ("target", row.target))
            if is_blank(text)
        ]  # fmt: skip
        if blank:
            of_target = target_origin and blank == ["target"]
            where = f"{target_origin if of_target else origin}, line {row.line}"
            yield row.line, f"{where}: the {' and the '.join(blank)} is blank"


def _parallel(name: str, targets: str, *, counted: bool) -> Found:
    sources, answers = read_lines(name), read_lines(targets)
    if len(sources) != len(answers):
        raise InputError(
            f"{origin_of(name)} has {len(sources):,} lines, {origin_of(targets)} has "
            f"{len(answers):,}: line by line they cannot be pairs.",
            hint="A line is missing in one of them, or holds a line end too many.",
        )
    rows = [
        _Row(number, source, target, None)
        for number, (source, target) in enumerate(zip(sources, answers, strict=True), start=1)
        if not (is_blank(source) and is_blank(target))
    ]
    if rows and rows[0].line == 1:
        _warn_of_names(f"{origin_of(name)} and {origin_of(targets)}", rows[0],
                       "take the line out of both", counted)  # fmt: skip
    return rows, [], "Both files need the same sentence on the same line.", len(sources)


def _warn_of_names(origin: str, row: _Row, remedy: str, counted: bool) -> None:
    """`counted` says that the pairs are measured or scored, and not learned from."""
    if are_names(row.source, row.target):
        what = "counted" if counted else "read"
        warnings.warn(
            f"{origin}, line 1: {row.source!r} and {row.target!r} look like names of columns, but "
            f"are {what} as a pair. Where they are names, {remedy}.",
            InputWarning,
            stacklevel=2,
        )


def _columns(name: str, layout: Layout, *, counted: bool) -> Found:
    lines = list(enumerate(read_lines(name), start=1))
    last = len(lines)
    head = lines.pop(0)[1].split("\t") if layout.header and lines else None
    names = [layout.source, layout.target, *([layout.features] if layout.features else [])]
    places = [_place(column, head, origin_of(name)) for column in names]
    rows: list[_Row] = []
    problems: list[tuple[int, str]] = []
    for number, line in lines:
        cells = line.split("\t")
        if is_blank(line):
            continue
        short = [column for column, place in zip(names, places, strict=True) if place >= len(cells)]
        if len(cells) < 2:
            problems.append((number, "no tab between source and target"))
        elif short:
            problems.append((number, f"{len(cells)} columns, column {', '.join(short)} is missing"))
        else:
            source, target, *features = (cells[place] for place in places)
            rows.append(_Row(number, source, target, features[0] if features else None))
    if rows and rows[0].line == 1:
        remedy = "take the line out"
        if not counted:
            remedy = f"train with --set task.header=true, or {remedy}"
        _warn_of_names(origin_of(name), rows[0], remedy, counted)
    columns = (
        "source, a tab, target"
        if names == ["1", "2"]
        else f"source in column {layout.source}, target in column {layout.target}"
        + (f", features in column {layout.features}" if layout.features else "")
    )
    hint = f"Expected one pair a line: {columns}."
    if problems and all(line.lstrip().startswith("{") for _, line in lines[:20] if line.strip()):
        hint += ' These look like JSON lines: task.layout = "jsonl" reads them.'
    return rows, problems, hint, last


def _place(column: str, head: Sequence[str] | None, origin: str) -> int:
    if head is not None and column in head:
        return head.index(column)
    if column.isascii() and column.isdigit() and len(column) < 10 and int(column) >= 1:
        return int(column) - 1
    if head is None:
        raise InputError(
            f"{origin}: column {column!r} is no number, and the file is read without a header.",
            hint="Number the columns from 1, or, where the first line names them, set "
            "task.header = true (--set task.header=true).",
        )
    raise InputError(
        f"{origin}, line 1: there is no column {column!r}{did_you_mean(column, head)}; "
        f"there are {', '.join(head)}."
    )


def _objects(name: str, layout: Layout) -> Found:
    keys = {
        "source": "source" if layout.source == "1" else layout.source,
        "target": "target" if layout.target == "2" else layout.target,
    }
    if layout.features:
        keys["features"] = layout.features
    rows: list[_Row] = []
    problems: list[tuple[int, str]] = []
    lines = read_lines(name)
    for number, line in enumerate(lines, start=1):
        if is_blank(line):
            continue
        try:
            found = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
            texts = {
                side: _text(found, key)
                for side, key in keys.items()
                if side != "features" or key in found or not _holds_features(found, keys)
            }
        except (msgspec.DecodeError, InputError, RecursionError) as error:
            problems.append((number, str(error)))
        else:
            rows.append(_Row(number, texts["source"], texts["target"], texts.get("features")))
    wanted = ", ".join(f'"{key}": "…"' for key in keys.values())
    return (
        rows,
        problems,
        (
            f"Expected one object a line: {{{wanted}}}. The keys are task.source_column and "
            "task.target_column."
        ),
        len(lines),
    )


def _holds_features(found: dict[str, msgspec.Raw], keys: dict[str, str]) -> bool:
    """Whether the source has its features in itself, as `predict` writes it of a line of text."""
    return FEATURES in _text(found, keys["source"])


def _text(found: dict[str, msgspec.Raw], key: str) -> str:
    if key not in found:
        there = f"; there are {', '.join(found)}" if found else ""
        raise InputError(f"no key {key!r}{did_you_mean(key, found)}{there}")
    try:
        return msgspec.json.decode(found[key], type=str)
    except msgspec.DecodeError:
        raise InputError(f"{key!r} is not a text") from None
