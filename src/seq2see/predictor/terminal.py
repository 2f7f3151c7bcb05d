"""An `Explanation` in a terminal: the answers, and what each symbol of the best one looked at.

A weight is a number on a coloured ground; where there is no colour (a pipe, `NO_COLOR`) a shading
block stands beside the number instead. A source too wide for the terminal is drawn in blocks of
columns, one below the other: nothing is cut.
"""

import unicodedata
from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from seq2see.predictor.explanation import ExplainedHypothesis, Explanation, Step, Symbol
from seq2see.predictor.visible import cividis, dark_ink_on, name_of_view, visible, visible_line

CELL = 5
"""Terminal columns of one weight: shading, three of number, one of air."""
WIDEST_COLUMN = 8
"""A longer source symbol is folded into several lines above its column."""
WIDEST_LABEL = 20
"""A longer target symbol is folded into several lines beside its row."""
SHADES = " ░▒▓█"
BESIDE = 42
"""Terminal columns kept beside the first block: probability, rank, two alternatives."""
LEAST_BESIDE = 22
"""The same where that keeps the map in one piece: probability and one alternative."""
LEFT_TO_RIGHT_MARK = "\u200e"

MUTED = Style(dim=True)
SPECIAL = Style(dim=True, italic=True)
STRONG = Style(bold=True)


def render_terminal(
    explanation: Explanation,
    *,
    layer: int = -1,
    head: int | None = None,
    width: int = 80,
    n_alternatives: int = 3,
) -> RenderableType:
    """Source, answers, and the best answer's alignment, ready for `rich.print`.

    `layer` and `head` count from 0 (or from the end, when negative); `head=None` is the mean over
    heads. Beside each symbol stand its probability, its rank where it is not 1, and up to
    `n_alternatives` other symbols the model considered.
    """
    parts: list[RenderableType] = [_heading(explanation)]
    if len(explanation.hypotheses) > 1:
        parts += [Text(), _n_best(explanation.hypotheses)]
    if explanation.hypotheses:
        best = explanation.hypotheses[0]
        parts.append(Text())
        parts.append(_StepsAndWeights(explanation.source, best, layer, head, width, n_alternatives))
    for note in explanation.notes:
        parts += [Text(), Text.assemble(("note ", STRONG), visible_line(note))]
    return Group(*parts)


def _heading(explanation: Explanation) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=MUTED, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row("model", Text(visible_line(explanation.model)))
    grid.add_row("source", Text(visible_line(explanation.source_text), style=STRONG))
    if not explanation.hypotheses:
        grid.add_row("answer", Text("none"))
        return grid
    best = explanation.hypotheses[0]
    label = "given" if best.origin == "given" else "answer"
    grid.add_row(label, Text(visible_line(best.text), style=STRONG))
    if len(explanation.hypotheses) == 1:
        grid.add_row("", Text(_scores(best), style=MUTED))
    return grid


def _scores(hypothesis: ExplainedHypothesis) -> str:
    score = f"{hypothesis.origin}, log-probability {hypothesis.log_probability:.4f}"
    if hypothesis.ranking_score != hypothesis.log_probability:
        score += f", ranking score {hypothesis.ranking_score:.4f}"
    return score if hypothesis.finished else f"{score}, cut off at the length limit"


def _n_best(hypotheses: list[ExplainedHypothesis]) -> RenderableType:
    ranked = any(one.ranking_score != one.log_probability for one in hypotheses)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=MUTED)
    table.add_column("rank", justify="right")
    table.add_column("answer", overflow="fold")
    table.add_column("log-prob.", justify="right", no_wrap=True)
    if ranked:
        table.add_column("ranking", justify="right", no_wrap=True)
    table.add_column("origin", no_wrap=True)
    for rank, one in enumerate(hypotheses, start=1):
        answer = Text(visible_line(one.text))
        if not one.finished:
            answer.append(" … cut off at the length limit", style=SPECIAL)
        scores = [f"{one.log_probability:.4f}"] + [f"{one.ranking_score:.4f}"] * ranked
        table.add_row(str(rank), answer, *scores, one.origin, style=STRONG if rank == 1 else "")
    return table


class _StepsAndWeights:
    """The heat map with its steps, drawn once the console says whether it has colours."""

    def __init__(
        self,
        source: list[Symbol],
        hypothesis: ExplainedHypothesis,
        layer: int,
        head: int | None,
        width: int,
        n_alternatives: int,
    ) -> None:
        self.source = source
        self.steps = hypothesis.steps
        self.width = width
        self.n_alternatives = n_alternatives
        self.ranked = any(step.rank > 1 for step in self.steps)
        self.view, self.weights = "", []
        if hypothesis.cross_attention:
            self.view = name_of_view(hypothesis, layer, head)
            self.weights = hypothesis.alignment(layer, head)
        self.labels = [_fold(_shown(step.symbol), WIDEST_LABEL) for step in self.steps]
        self.label_width = max(
            (cell_len(line) for label in self.labels for line in label), default=0
        )

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        coloured = console.color_system is not None and not console.no_color
        width = min(self.width, options.max_width)
        if self.weights:
            yield Text(f"What each symbol looked at: {self.view}.")
            yield self._legend(coloured)
        else:
            yield Text("This model has no attention, so there is no map of where it looked.")
        blocks = self._blocks(width)
        for number, columns in enumerate(blocks):
            yield Text()
            if len(blocks) > 1 and columns:
                named = f"{columns[0] + 1} to {columns[-1] + 1} of {len(self.source)}"
                yield Text(f"source symbols {named}", style=MUTED)
            yield from self._block(columns, coloured, width, with_steps=number == 0)
        symbols = [*self.source, *(step.symbol for step in self.steps)]
        marks = ["* a special symbol, not part of the text"] * any(s.special for s in symbols)
        marks += ["? not in the vocabulary: the model reads <unk>"] * any(
            s.unknown for s in symbols
        )
        if marks:
            yield Text()
            yield from (Text(mark, style=MUTED) for mark in marks)

    def _legend(self, coloured: bool) -> Text:
        legend = Text("weight  0 ", style=MUTED)
        for place in range(20 if coloured else len(SHADES)):
            if coloured:
                legend.append(" ", style=_ground(place / 19))
            else:
                legend.append(SHADES[place])
        return legend.append(" 1   ", style=MUTED).append("each row sums to 1", style=MUTED)

    def _column_width(self, place: int) -> int:
        return max(CELL, min(cell_len(_shown(self.source[place])), WIDEST_COLUMN) + 1)

    def _blocks(self, width: int) -> list[list[int]]:
        """Source positions, block by block; the first leaves room for what stands beside it."""
        blocks: list[list[int]] = [[]]
        places = range(len(self.source) if self.weights else 0)
        room = width - self.label_width - 1 - LEAST_BESIDE
        if sum(map(self._column_width, places)) > room:
            room = width - self.label_width - 1 - BESIDE
        for place in places:
            needed = self._column_width(place)
            if needed > room and (blocks[-1] or len(blocks) == 1):
                blocks.append([])
                room = width - self.label_width - 1
            blocks[-1].append(place)
            room -= needed
        return blocks

    def _block(
        self, columns: list[int], coloured: bool, width: int, with_steps: bool
    ) -> Iterator[Text]:
        heads = [_fold(_shown(self.source[place]), WIDEST_COLUMN) for place in columns]
        height = max([1, *map(len, heads)])
        for line in range(height):
            text = Text(" " * (self.label_width + 1))
            for place, head in zip(columns, heads, strict=True):
                # Bottom-aligned: the last line of a folded symbol stands on its column.
                part = head[line - height + len(head)] if line >= height - len(head) else ""
                style = SPECIAL if self.source[place].special else STRONG
                text.append(_centred(part, self._column_width(place)), style=style)
            if with_steps and line == height - 1:
                text.append("  prob." + "  rank" * self.ranked + "  instead of it", style=MUTED)
            yield text
        for row, step in enumerate(self.steps):
            *above, last = self.labels[row]
            style = SPECIAL if step.symbol.special else STRONG
            for line in above:
                yield Text(_right(line, self.label_width), style=style)
            text = Text(_right(last, self.label_width), style=style)
            text = Text().append_text(text).append(" ")
            for place in columns:
                self._weight(text, self.weights[row][place], self._column_width(place), coloured)
            if with_steps:
                self._beside(text, step, width)
            yield text

    def _weight(self, text: Text, weight: float, width: int, coloured: bool) -> None:
        # Exactly nothing and next to nothing are different things.
        number = "0" if weight == 0 else f"{weight:.2f}"
        number = number[1:] if number.startswith("0.") else number[:3]
        if coloured:
            text.append(_centred(f"{number:>3}", width), style=_ground(weight))
        else:
            shade = SHADES[min(round(weight * (len(SHADES) - 1)), len(SHADES) - 1)]
            text.append(_centred(f"{shade}{number:>3}", width))

    def _beside(self, text: Text, step: Step, width: int) -> None:
        rank = f"#{step.rank}" if step.rank > 1 else ""
        text.append(f"  {step.probability:5.3f}", style=STRONG if rank else "")
        text.append(f"  {rank:<4}" if self.ranked else "", style=STRONG)
        others = [one for one in step.alternatives if one.symbol != step.symbol]
        for place, other in enumerate(others[: self.n_alternatives]):
            part = f"  {_shown(other.symbol)} {other.probability:.3f}"
            left = min(len(others), self.n_alternatives) - place
            # "+2 more" needs room itself, unless this one is the last.
            if cell_len(text.plain) + cell_len(part) > width - (9 if left > 1 else 0):
                text.append(f"  +{left} more", style=MUTED)
                return
            text.append(part, style=MUTED)


def _shown(symbol: Symbol) -> str:
    text = visible(symbol.text) + ("*" if symbol.special else "?" * symbol.unknown)
    if any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text):
        # Else a terminal that reorders right-to-left text would swap whole columns.
        return LEFT_TO_RIGHT_MARK + text + LEFT_TO_RIGHT_MARK
    return text


def _fold(text: str, width: int) -> list[str]:
    """Lines of at most `width` terminal columns; marks stay on their letters."""
    lines = [""]
    cluster = ""
    for char in [*text, ""]:
        if cluster and char and cell_len(cluster + char) <= cell_len(cluster):
            cluster += char
            continue
        if lines[-1] and cell_len(lines[-1] + cluster) > width:
            lines.append("")
        lines[-1] += cluster
        cluster = char
    return lines


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


def _centred(text: str, width: int) -> str:
    gap = max(width - cell_len(text), 0)
    return " " * (gap - gap // 2) + text + " " * (gap // 2)


def _ground(weight: float) -> Style:
    red, green, blue = cividis(weight)
    ink = "#000000" if dark_ink_on(weight) else "#ffffff"
    return Style(color=ink, bgcolor=f"#{red:02x}{green:02x}{blue:02x}")
