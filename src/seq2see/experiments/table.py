"""Published beside measured: rows for any table, and the table as Markdown."""

from dataclasses import dataclass
from statistics import mean

from seq2see.experiments.figure import Figure, Plan, Value, judge, shown
from seq2see.experiments.results import Results


@dataclass(frozen=True)
class TableRow:
    """One figure, ready to print."""

    where: str
    what: str
    kind: str
    published: str
    ours: str
    spread: str
    verdict: str


def table_rows(plan: Plan, results: Results) -> list[TableRow]:
    """A row for every figure of the plan, in its order, measured or not."""
    return [_row(figure, results.values.get(figure.id, [])) for figure in plan.figure]


def markdown_table(plan: Plan, results: Results) -> str:
    """The table as Markdown, with a line on how it was made."""
    lines = [
        "| where | figure | kind | published | ours | lowest–highest | verdict |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in table_rows(plan, results):
        verdict = row.verdict if row.verdict in ("met", "better", "shown") else f"**{row.verdict}**"
        cells = [row.where, row.what, row.kind, row.published, row.ours, row.spread, verdict]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, "", caption(results)]) + "\n"


def caption(results: Results) -> str:
    """With how many seeds, how long and with what the figures were made."""
    versions = ", ".join(f"{name} {version}" for name, version in results.versions.items())
    if not results.seeds:
        return f"No training is involved; {versions}."
    seeds = ", ".join(map(str, results.seeds))
    reduced = "Reduced run, no verdict on the real thing. " if results.reduced else ""
    of = f"Mean and spread over seeds {seeds}" if len(results.seeds) > 1 else f"Seed {seeds}"
    return f"{reduced}{of}; {results.minutes:.1f} minutes of training in all; {versions}."


def _row(figure: Figure, values: list[Value]) -> TableRow:
    return TableRow(
        where=figure.where,
        what=figure.what,
        kind=_kind(figure),
        published="–" if figure.published is None else shown(figure, figure.published),
        ours=_ours(figure, values),
        spread=_spread(figure, values),
        verdict=judge(figure, values),
    )


def _kind(figure: Figure) -> str:
    if figure.kind != "band":
        return figure.kind.replace("-", " ")
    return f"band ±{figure.tolerance:g}"


def _ours(figure: Figure, values: list[Value]) -> str:
    if not values:
        return "–"
    numbers = [value for value in values if not isinstance(value, list)]
    if len(numbers) < len(values):
        return shown(figure, values[0])
    return shown(figure, mean(numbers)) if len(set(numbers)) > 1 else shown(figure, numbers[0])


def _spread(figure: Figure, values: list[Value]) -> str:
    numbers = [value for value in values if not isinstance(value, list)]
    if len(values) < 2 or len(numbers) < len(values):
        return ""
    lowest, highest = (f"{end(numbers):.{figure.decimals}f}" for end in (min, max))
    return lowest if lowest == highest else f"{lowest}–{highest}"
