"""The table of published beside measured, in a terminal or as Markdown."""

from collections import Counter

from rich.table import Table

from seq2see.cli.console import console, put
from seq2see.experiments.figure import Plan
from seq2see.experiments.results import Results
from seq2see.experiments.table import TableRow, caption, markdown_table, table_rows

_STYLES = {"met": "green", "better": "green", "differs": "yellow", "not met": "red"}


def print_figures(plan: Plan, results: Results, markdown: bool = False) -> None:
    """Every figure of the plan beside ours."""
    if markdown:
        put(markdown_table(plan, results), None)
        return
    rows = table_rows(plan, results)
    console.print(_table(rows, spread=len(results.seeds) > 1))
    counts = Counter(row.verdict for row in rows)
    console.print(", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    console.print(caption(results), style="dim")


def _table(rows: list[TableRow], *, spread: bool) -> Table:
    table = Table(title="Published beside measured", title_justify="left", box=None, pad_edge=False)
    table.add_column("where", no_wrap=True)
    table.add_column("figure")
    table.add_column("published", justify="right")
    table.add_column("ours", justify="right")
    if spread:
        table.add_column("lowest–highest", justify="right")
    table.add_column("verdict", no_wrap=True)
    for row in rows:
        cells = [row.where, row.what, row.published, row.ours]
        cells += [row.spread] if spread else []
        table.add_row(*cells, f"[{_STYLES.get(row.verdict, 'dim')}]{row.verdict}[/]")
    return table
