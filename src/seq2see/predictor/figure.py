"""An `Explanation` as a figure for a paper: one alignment heat map in SVG, PDF or PNG.

Sizes are in inches and type in points, so the figure goes into a column unscaled. Drawn twice from
the same explanation, a file has the same bytes.
"""

import os
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seq2see.core.errors import MissingExtraError, Seq2seeError
from seq2see.core.files import in_the_name_of
from seq2see.predictor.explanation import ExplainedHypothesis, Explanation, Symbol
from seq2see.predictor.visible import CIVIDIS, dark_ink_on, name_of_view, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLUMN = 3.3
"""Width of a column of a two-column paper, in inches."""
CELL = 0.27
"""Side of a cell that can hold a number, in inches."""
LEAST_CELL = 0.14
"""Side of a cell whose symbol can still be written beside it, in inches."""
LARGEST = 40.0
"""No side of the map grows beyond this, in inches; symbols are then named at intervals."""
TYPE = 8.5
FONT = "DejaVu Sans"  # comes with matplotlib, so a figure is the same everywhere

FORMATS: dict[str, dict[str, Any]] = {
    # No time and no version in the file: the same explanation gives the same bytes.
    ".svg": {"Date": None, "Creator": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
    ".png": {"Software": None},
}


def save_figure(
    explanation: Explanation, path: Path | str, *, layer: int = -1, head: int | None = None
) -> None:
    """Draw what the best answer looked at into `path`; its suffix chooses the format.

    `layer` and `head` count from 0 (or from the end, when negative); `head=None` is the mean over
    heads. The file appears whole or not at all.
    """
    path = Path(path)
    if path.suffix.lower() not in FORMATS:
        raise Seq2seeError(
            f"A figure cannot be written as {path.name}.", hint="Use .svg, .png or .pdf."
        )
    if not path.parent.is_dir():
        raise Seq2seeError(f"There is no folder {path.parent} to write {path.name} into.")
    if not explanation.hypotheses or not explanation.hypotheses[0].cross_attention:
        raise Seq2seeError(
            f"There is nothing to draw: {explanation.model} gave no attention weights.",
            hint="A model without attention has no alignment.",
        )
    view = name_of_view(explanation.hypotheses[0], layer, head)
    try:
        import matplotlib  # noqa: F401
    except ImportError as missing:
        raise MissingExtraError(
            "Figures need matplotlib, which is not installed.",
            hint="Install it with: pip install 'seq2see[figures]'",
        ) from missing
    suffix = path.suffix.lower()
    symbols = [*explanation.source, *(step.symbol for step in explanation.hypotheses[0].steps)]
    # An SVG holds its text as text, and whoever opens it has fonts of their own.
    svg = suffix == ".svg"
    fonts = [FONT, "sans-serif"] if svg else _fonts_for("".join(visible(s.text) for s in symbols))
    with _settings(fonts), _beside(path) as unfinished:
        write = visible if svg else partial(_writable, fonts=fonts)
        figure = _draw(explanation, layer, head, view, write)
        figure.savefig(unfinished, format=suffix[1:], dpi=300, metadata=FORMATS[suffix])


def _draw(
    explanation: Explanation,
    layer: int,
    head: int | None,
    view: str,
    write: Callable[[str], str],
) -> "Figure":
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure

    best: ExplainedHypothesis = explanation.hypotheses[0]
    weights = best.alignment(layer, head)
    targets = [step.symbol for step in best.steps]
    across, down = _every(len(explanation.source)), _every(len(targets))
    columns = [write(one.text) for one in explanation.source[::across]]
    rows = [write(one.text) for one in targets[::down]]

    figure = Figure()  # no pyplot: nothing registered, no window, no state left behind
    label_width = max((_inches(figure, text) for text in rows), default=0.0)
    widest = max((_inches(figure, text) for text in columns), default=0.0)
    left, bottom, bar = label_width + 0.12, 0.3, 0.5
    width = _side(len(explanation.source))
    width = max(width, min(COLUMN - left - bar, 0.6 * len(explanation.source)))
    height = _side(len(targets))
    cell_width, cell_height = width / len(explanation.source), height / len(targets)
    slanted = widest + 0.04 > cell_width * across
    top = 0.71 * (widest + TYPE / 72) + 0.08 if slanted else TYPE / 72 + 0.1
    overhang = max(0.71 * widest - cell_width / 2, 0.0) if slanted else 0.0
    caption = _inches(figure, view, TYPE - 1.5) + 0.1
    total = max(COLUMN, left + width + max(bar, overhang), caption), top + height + bottom
    # A small map stands in the middle of its column.
    left += max(total[0] - left - width - max(bar, overhang), 0.0) / 2
    figure.set_size_inches(*total)

    def place(x: float, y: float, w: float, h: float) -> "Axes":
        return figure.add_axes((x / total[0], y / total[1], w / total[0], h / total[1]))

    axes = place(left, bottom, width, height)
    colours = LinearSegmentedColormap.from_list("weights", CIVIDIS)
    edges = "white" if cell_width >= CELL else "face"
    mesh = axes.pcolormesh(
        weights, cmap=colours, vmin=0, vmax=1, edgecolors=edges, linewidth=0.5, snap=True
    )
    axes.invert_yaxis()
    axes.xaxis.tick_top()
    slant = {"rotation": 45, "ha": "left", "rotation_mode": "anchor"} if slanted else {}
    # Without parse_math=False a symbol such as $x$ would be typeset as a formula.
    axes.set_xticks(_middles(explanation.source, across), columns, parse_math=False, **slant)
    axes.set_yticks(_middles(targets, down), rows, parse_math=False)
    axes.tick_params(length=0, pad=2, labelsize=TYPE)
    _mute(axes.get_xticklabels(), explanation.source[::across])
    _mute(axes.get_yticklabels(), targets[::down])
    for spine in axes.spines.values():
        spine.set_visible(False)
    if min(cell_width, cell_height) >= CELL - 1e-6:
        _print_values(axes, weights)
    scale = figure.colorbar(
        mesh, cax=place(left + width + 0.1, bottom, 0.08, min(height, 2.0)), ticks=[0, 0.5, 1]
    )
    scale.ax.set_yticklabels(["0", ".5", "1"])
    scale.ax.tick_params(length=2, width=0.5, pad=2, labelsize=TYPE - 1.5)
    scale.outline.set_visible(False)  # type: ignore[operator]
    if across * down > 1:
        view += f"; every {across} × {down} (source × output) symbols named"
    figure.text(
        0.5, 0.07 / total[1], view, ha="center", va="bottom", color="0.35", fontsize=TYPE - 1.5
    )
    return figure


def _side(count: int) -> float:
    """Inches for this many cells: roomy while a page is wide enough, then tight."""
    return min(count * CELL if count <= 24 else max(count * LEAST_CELL, 24 * CELL), LARGEST)


def _every(count: int) -> int:
    """1, or the interval at which symbols are named because the cells are smaller than type."""
    return max(1, -int(-count * LEAST_CELL // LARGEST))


def _middles(symbols: list[Symbol], every: int) -> list[float]:
    return [place + 0.5 for place in range(0, len(symbols), every)]


def _mute(labels: Iterable[Any], symbols: list[Symbol]) -> None:
    for label, symbol in zip(labels, symbols, strict=True):
        if symbol.special:
            label.set(color="0.45", style="italic")
        elif symbol.unknown:
            label.set_text(f"{label.get_text()}?")


def _print_values(axes: "Axes", weights: list[list[float]]) -> None:
    for row, line in enumerate(weights):
        for column, weight in enumerate(line):
            number = "0" if weight == 0 else f"{weight:.2f}"
            axes.text(
                column + 0.5,
                row + 0.5,
                number[1:] if number.startswith("0.") else number[:3],
                ha="center",
                va="center_baseline",
                fontsize=TYPE - 2,
                color="black" if dark_ink_on(weight) else "white",
            )


def _inches(figure: "Figure", text: str, size: float = TYPE) -> float:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas = FigureCanvasAgg(figure)
    drawn = figure.text(0, 0, text, fontsize=size, parse_math=False)
    box = drawn.get_window_extent(canvas.get_renderer())
    drawn.remove()
    return box.width / figure.dpi


@contextmanager
def _settings(fonts: list[str]) -> Iterator[None]:
    """Our own settings for one figure, whatever the user's matplotlibrc says; then theirs again."""
    import matplotlib

    settings: Any = {
        "font.family": fonts,
        "font.sans-serif": [FONT],
        "font.size": TYPE,
        "text.usetex": False,
        "text.color": "black",
        "axes.facecolor": "white",
        "axes.grid": False,
        "xtick.color": "black",
        "ytick.color": "black",
        "figure.facecolor": "white",
        "figure.dpi": 72,
        "figure.autolayout": False,
        "figure.constrained_layout.use": False,
        "savefig.bbox": None,
        "savefig.transparent": False,
        "pdf.fonttype": 42,  # letters stay letters: they can be searched and edited
        "svg.fonttype": "none",
        "svg.hashsalt": "seq2see",
    }
    with matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def _fonts_for(text: str) -> list[str]:
    """The figure's font, and of the installed ones those that have the letters it lacks."""
    fonts = [FONT]
    for char in sorted(set(text)):
        if not any(ord(char) in _letters(font) for font in fonts):
            fonts += [font for font in _further_fonts() if ord(char) in _letters(font)][:1]
    return fonts


@cache
def _further_fonts() -> list[str]:
    from matplotlib.font_manager import fontManager

    wanted = ("Noto Sans", "Noto Serif CJK", "Source Han", "WenQuanYi", "Droid Sans Fallback")
    wanted += ("Hiragino", "PingFang", "Yu Gothic", "Malgun", "Arial Unicode", "Nirmala", "Lohit")
    names = sorted({font.name for font in fontManager.ttflist})
    return [name for start in wanted for name in names if name.startswith(start)]


@cache
def _letters(font: str) -> frozenset[int]:
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(get_font(findfont(FontProperties(family=[font]))).get_charmap())


def _writable(text: str, fonts: list[str]) -> str:
    """The symbol, with a character's code point where none of the fonts has it."""
    written = ""
    for char in unicodedata.normalize("NFC", visible(text)):
        code = ord(char)
        if any(code in _letters(font) for font in fonts):
            written += char
        else:
            # A picture of a control character stands for the character, so that is what to name.
            code -= 0x2400 if 0x2400 <= code <= 0x2420 else 0
            written += f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
    return written


@contextmanager
def _beside(path: Path) -> Iterator[Path]:
    """A neighbour to write into, renamed to `path` once it is complete."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    with in_the_name_of(path):
        try:
            yield unfinished
            unfinished.replace(path)
        finally:
            unfinished.unlink(missing_ok=True)
