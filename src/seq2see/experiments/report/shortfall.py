"""What was not met, one honest sentence each."""

from statistics import mean

from seq2see.experiments.figure import Figure, Plan, Value, judge, shown
from seq2see.experiments.results import Results
from seq2see.experiments.table import TableRow, table_rows


def shortfalls(plan: Plan, results: Results) -> list[str]:
    """A sentence for each figure that is not met or differs, and one for all not measured."""
    sentences: list[str] = []
    missing = 0
    for figure, row in zip(plan.figure, table_rows(plan, results), strict=True):
        values = results.values.get(figure.id, [])
        verdict = judge(figure, values)
        missing += verdict == "not measured"
        if verdict in ("not met", "differs"):
            sentences.append(_sentence(figure, row, values))
    if missing:
        many = "figures were" if missing > 1 else "figure was"
        sentences.append(f"{missing} {many} not measured in these results.")
    return sentences


def _sentence(figure: Figure, row: TableRow, values: list[Value]) -> str:
    numbers = [value for value in values if not isinstance(value, list)]
    spread = f" ({row.spread} over {len(values)} seeds)" if "–" in row.spread else ""
    what = f"{figure.what[0].upper()}{figure.what[1:]} ({figure.where})"
    start = f"{what}: published {row.published}, ours {row.ours}{spread}"
    if figure.kind == "exact" or not isinstance(figure.published, float | int) or not numbers:
        return f"{start}; it had to be equal."
    off = mean(numbers) - figure.published
    unit = " points" if figure.unit == "%" else ""
    apart = f"{shown(_plain(figure), abs(off))}{unit} {'above' if off > 0 else 'below'}"
    if figure.kind == "statement":
        return f"{start}; the rule holds {apart} what was set beforehand."
    allowed = f"{figure.tolerance:g}{unit} either way were allowed"
    if figure.kind == "at-least":
        allowed = f"{figure.tolerance:g}{unit} were allowed" if figure.tolerance else "none allowed"
    if row.verdict == "differs":
        why = f"; {figure.note}" if figure.note else ""
        return f"{start}: it differs, {apart}; {allowed}{why}."
    return f"{start}: {apart}; {allowed}."


def _plain(figure: Figure) -> Figure:
    """The same without a unit, for differences."""
    return Figure(id=figure.id, what="", where="", kind="shown", decimals=max(figure.decimals, 1))
