"""`Section`: what the report says of one experiment, before it becomes a page or Markdown."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from seq2see.core.errors import Seq2seeError
from seq2see.experiments.report.curves import birth_plates, learning_plates
from seq2see.experiments.report.entry import LOOKED_INTO, ReportEntry
from seq2see.experiments.report.looking import looking_plates
from seq2see.experiments.report.parameters import ModelTable, model_tables
from seq2see.experiments.report.plate import Plate
from seq2see.experiments.report.shortfall import shortfalls
from seq2see.experiments.report.sweeps import cost_plates, depth_plates, length_plates
from seq2see.experiments.results import Results
from seq2see.experiments.table import TableRow, caption, table_rows

T = TypeVar("T")


@dataclass(frozen=True)
class Section:
    """An experiment, ready to be written down."""

    name: str
    title: str
    about: str
    results: Results | None = None
    rows: list[TableRow] = field(default_factory=list[TableRow])
    notes: list[str] = field(default_factory=list[str])
    """How each row was measured; one for each row, often empty."""
    plates: list[Plate] = field(default_factory=list[Plate])
    """What the experiment is about."""
    learning: list[Plate] = field(default_factory=list[Plate])
    """How its runs got there."""
    models: list[ModelTable] = field(default_factory=list[ModelTable])
    caption: str = ""
    problems: list[str] = field(default_factory=list[str])
    """What is not shown, and why."""
    not_met: list[str] = field(default_factory=list[str])
    """A sentence for each figure that was not met, and for each that differs."""

    @property
    def reduced(self) -> bool:
        """Whether its figures come from a quick run; what needs no training is never reduced."""
        return self.results is not None and self.results.reduced and bool(self.results.seeds)

    @property
    def counts(self) -> Counter[str]:
        """How many figures there are of each verdict."""
        return Counter(row.verdict for row in self.rows)


def section_of(entry: ReportEntry) -> Section:
    """All that can be said of an entry; what cannot be made is named among the problems."""
    plan, results = entry.plan, entry.results
    about = " ".join(plan.about.split())
    if results is None:
        reason = entry.error or "There are no results."
        return Section(entry.name, plan.title, about, problems=[reason])
    problems: list[str] = []

    def attempt(what: str, make: Callable[[], list[T]]) -> list[T]:
        # Results come from a file that anyone may have changed: what does not fit the plan costs
        # its own part of the report, never the rest.
        try:
            return make()
        except (Seq2seeError, TypeError, ValueError, LookupError, ArithmeticError) as error:
            said = error.message() if isinstance(error, Seq2seeError) else str(error)
            problems.append(f"{what} cannot be shown: the results do not fit the plan ({said}).")
            return []

    rows = attempt("The table", lambda: table_rows(plan, results))
    plates = [
        *attempt("Accuracy by length", lambda: length_plates(plan, results)),
        *attempt("Accuracy by depth", lambda: depth_plates(results)),
        *attempt("The cost of decoding", lambda: cost_plates(results)),
    ]
    found = entry.alignments
    if found is not None:
        plates += attempt("Where the model looks", lambda: looking_plates(found))
        problems += [f"An alignment cannot be shown: {one}" for one in found.problems]
    elif entry.name in LOOKED_INTO:
        problems.append(
            "The pictures of where the model looks are drawn by the trained models themselves, "
            "which were not beside these results. To have them: "
            f"seq2see reproduce {entry.name} --report DIR"
        )
    learning = [
        *attempt("The learning curves", lambda: learning_plates(results)),
        *attempt("The entropy of attention", lambda: birth_plates(results)),
    ]
    return Section(
        entry.name,
        plan.title,
        about,
        results,
        rows,
        [figure.note for figure in plan.figure][: len(rows)],
        plates,
        learning,
        attempt("The table of parameters", lambda: model_tables(results)),
        caption(results),
        problems,
        attempt("What was not met", lambda: shortfalls(plan, results)),
    )
