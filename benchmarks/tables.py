"""Measurements as Markdown."""

Row = dict[str, object]


def table(rows: list[Row]) -> str:
    """Rows as a Markdown table; None is a dash."""
    heads = list(rows[0])
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    lines += [f"| {' | '.join(map(cell, one.values()))} |" for one in rows]
    return "\n".join(lines)


def cell(value: object) -> str:
    """A number with two places, or none where it is large."""
    if isinstance(value, float):
        return f"{value:.0f}" if value >= 100 else f"{value:.2f}"
    return "—" if value is None else str(value)
