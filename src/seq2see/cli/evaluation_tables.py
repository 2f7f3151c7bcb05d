"""An `EvaluationReport` in a terminal."""

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from seq2see.cli.console import console
from seq2see.evaluation.report import (
    MEASURES,
    Comparison,
    EvaluationReport,
    LengthGroup,
    MeasuredDifference,
    Measures,
    SeenGroup,
)
from seq2see.metrics.bootstrap import Interval
from seq2see.predictor.visible import visible, visible_line

CHANCE = 0.05
"""From this p-value on, a difference is called one that may be chance."""
_SHOWN = 20
_CONFUSIONS = 10
_MUTED = "dim"


def print_report(report: EvaluationReport, *, held_out: bool) -> None:
    """All of it, but the first wrong answers and the commonest confusions only."""
    right = report.items - len(report.wrong)
    what = "held-out pairs" if held_out else "pairs"
    what = what if report.items == report.pairs else f"sources of {report.pairs:,} {what}"
    console.print(f"accuracy {report.accuracy:.2%}: {right:,} of {report.items:,} {what} are right")
    console.print()
    console.print(_measures(report))
    for name, signature in report.signatures.items():
        if getattr(report, name) is None:
            continue
        console.print(f"{_title(name, report)}: {signature}", style=_MUTED, soft_wrap=True)
    if report.against is not None:
        _print_comparison(report, report.against)
    _print_groups("source symbols", [(_length(group), group) for group in report.by_length])
    # Where nothing unseen was asked, the one group is the whole.
    if len(report.by_seen) > 1 or not report.by_seen[0].seen:
        _print_groups("source", [(_seen(group), group) for group in report.by_seen])
    _print_confusions(report)
    _print_wrong(report)


def _measures(report: EvaluationReport) -> Table:
    table = _table("measure", "value", "95 % interval", "counted")
    for name in MEASURES:
        if name == "top_k_accuracy" and report.top_k == 1:
            continue
        value, interval = getattr(report, name), report.intervals[name]
        table.add_row(
            _title(name, report), _number(name, value), _interval(name, interval),
            _counted(report, name),
        )  # fmt: skip
        if name == "accuracy":
            others = None if interval is None else (1 - interval[1], 1 - interval[0])
            table.add_row(
                "error rate (1 - accuracy)", _number(name, 1 - value), _interval(name, others),
                f"{len(report.wrong):,} of {report.items:,}",
            )  # fmt: skip
    return table


def _counted(report: EvaluationReport, name: str) -> str:
    counts = report.counts[name]
    if "right" in counts:
        return f"{counts['right']:,} of {counts['answers']:,}"
    for unit in ("symbols", "words"):
        if unit in counts:
            return f"{counts['edits']:,} edits / {counts[unit]:,} {unit}"
    if name == "bleu" and report.bleu is None:
        return "no reference of 4 words"
    if name == "bleu":
        return f"{counts['answer_words']:,} / {counts['reference_words']:,} words"
    return ""


def _print_comparison(report: EvaluationReport, other: Comparison) -> None:
    console.print()
    console.print(f"beside {other.name}", markup=False)
    table = _table("measure", "this", "other", "differs", "95 % interval", "p", "better")
    for name in MEASURES:
        found = other.differences[name]
        if found is None or (name == "top_k_accuracy" and report.top_k == 1):
            continue
        table.add_row(
            _title(name, report), _number(name, getattr(report, name)),
            _number(name, getattr(other.measures, name)),
            _number(name, found.difference, signed=True),
            _interval(name, found.interval, signed=True),
            f"{found.p_value:.4f}", _better(found),
        )  # fmt: skip
    console.print(table)
    console.print(
        f"only this one is right: {other.only_this_right:,}; "
        f"only the other: {other.only_other_right:,}"
    )
    console.print(
        f"other is {other.name}; differs: other less this; better: whose figure is, with a "
        f"question mark where that may be chance (p is {CHANCE} or more)",
        style=_MUTED, markup=False, soft_wrap=True,
    )  # fmt: skip
    console.print(f"p: {other.test}", style=_MUTED, soft_wrap=True)


def _better(found: MeasuredDifference) -> str:
    if found.better == "neither":
        return "same"
    return found.better if found.p_value < CHANCE else f"{found.better}?"


def _print_groups(head: str, groups: Sequence[tuple[str, Measures]]) -> None:
    console.print()
    table = _table(head, "items", "accuracy", "95 % interval", "symbol err.", "BLEU", "chrF")
    for label, group in groups:
        table.add_row(
            label, f"{group.items:,}", _number("accuracy", group.accuracy),
            _interval("accuracy", group.intervals["accuracy"]),
            _number("symbol_error_rate", group.symbol_error_rate),
            _number("bleu", group.bleu), _number("chrf", group.chrf),
        )  # fmt: skip
    console.print(table)


def _print_confusions(report: EvaluationReport) -> None:
    if not report.confusions:
        return
    console.print()
    table = _table("expected", "written", "times", "of")
    for one in report.confusions[:_CONFUSIONS]:
        expected = "(nothing)" if one.expected is None else visible(one.expected)
        written = "(nothing)" if one.written is None else visible(one.written)
        table.add_row(
            Text(expected), Text(written), f"{one.times:,}", "" if one.of is None else f"{one.of:,}"
        )
    console.print(table)


def _print_wrong(report: EvaluationReport) -> None:
    if report.wrong:
        console.print()
    for one in report.wrong[:_SHOWN]:
        others = [text for text in one.references if text != one.target]
        expected = " or ".join(visible_line(text) for text in [one.target, *others])
        rank = "" if one.rank is None else f"; is answer {one.rank}"
        console.print(
            f"  {visible_line(one.source)}: {visible_line(one.answer)}   "
            f"(expected: {expected}{rank})",
            markup=False,
        )
    if len(report.wrong) > _SHOWN:
        console.print(
            f"  … and {len(report.wrong) - _SHOWN} more; --json lists them all, "
            "--errors FILE the worst first"
        )


def _table(*heads: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 0 else "right", no_wrap=True)
    return table


def _title(name: str, report: EvaluationReport) -> str:
    if name == "top_k_accuracy":
        return f"top-{report.top_k} accuracy"
    return {"bleu": "BLEU", "chrf": "chrF"}.get(name, name.replace("_", " "))


def _number(name: str, value: float | None, *, signed: bool = False) -> str:
    """Shares and rates as per cent; BLEU and chrF run to 100 by themselves."""
    if value is None:
        return "-"
    sign = "+" if signed else ""
    return f"{value:{sign}.2f}" if name in ("bleu", "chrf") else f"{value:{sign}.2%}"


def _interval(name: str, interval: Interval | None, *, signed: bool = False) -> str:
    if interval is None:
        return "-"
    low, high = (_number(name, end, signed=signed) for end in interval)
    return f"{low.removesuffix('%')} – {high}"


def _length(group: LengthGroup) -> str:
    if group.shortest == group.longest:
        return str(group.shortest)
    return f"{group.shortest}–{group.longest}"


def _seen(group: SeenGroup) -> str:
    return "all symbols seen" if group.seen else "some symbol unseen"
