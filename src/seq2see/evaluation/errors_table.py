"""The wrong answers as a table for a file: the worst first."""

from collections.abc import Sequence
from math import inf

from seq2see.core.score_text import score_text
from seq2see.evaluation.report import WrongAnswer

COLUMNS = ("edits", "log_probability", "source", "reference", "answer")


def worst_first(wrong: Sequence[WrongAnswer]) -> list[WrongAnswer]:
    """Most edits first; of as many, the one that the model was surest of; then as they came."""

    def order(one: WrongAnswer) -> tuple[float, float]:
        sure = -inf if one.log_probability is None else one.log_probability
        return -one.edits, -sure

    return sorted(wrong, key=order)


def errors_table(wrong: Sequence[WrongAnswer]) -> str:
    """Columns parted by tabs, names in the first line; `-` for an unknown log-probability.

    `reference` is the one that the edits are counted against. A tab inside a text is written
    `\\t`, so that every line has as many columns.
    """
    lines = ["\t".join(COLUMNS)]
    for one in worst_first(wrong):
        known = "-" if one.log_probability is None else score_text(one.log_probability)
        texts = [text.replace("\t", "\\t") for text in (one.source, one.target, one.answer)]
        lines.append("\t".join([str(one.edits), known, *texts]))
    return "".join(f"{line}\n" for line in lines)
