"""Measuring a model: every figure, and the wrong answers sorted, each one ready to be explained."""

import msgspec

from seq2see.core.errors import InputError
from seq2see.data.pair_files import read_given_pairs
from seq2see.data.tasks import pairs_of
from seq2see.evaluation.errors_table import worst_first
from seq2see.evaluation.report import EvaluationReport, WrongAnswer
from seq2see.labs.watch import Watch
from seq2see.studio.evaluation_request import HELD_OUT, Evaluate
from seq2see.studio.shelf import StudioShelf

MOST_ERRORS = 1_000
"""Wrong answers that are sent, the worst first."""


class EvaluationResult(msgspec.Struct, frozen=True, kw_only=True):
    """How good a model is on some pairs."""

    model: str
    title: str
    pairs: str
    """What it was measured on, in words."""
    report: EvaluationReport
    """Every figure; its own list of wrong answers is empty here."""
    errors: list[WrongAnswer]
    """Most edits first; of as many, the one that the model was surest of."""
    wrong: int
    """All wrong answers, also those that are not sent."""
    left_out: list[str]


def evaluate(
    request: Evaluate, files: dict[str, str], shelf: StudioShelf, watch: Watch
) -> EvaluationResult:
    """Measure as `request` says; `files` are those that may be asked for, by id.

    Raises `InputError` listing every bad line.
    """
    predictor = shelf.predictor(request.model, watch)
    watch.tell("reading the pairs")
    if request.pairs == HELD_OUT:
        origin, lines = "the pairs it holds out", None
        pairs = list(pairs_of(predictor.recipe).held_out)
    elif request.pairs in files:
        origin = files[request.pairs]
        given = read_given_pairs(origin, None, predictor.recipe)
        pairs, lines = given.pairs, given.lines
    else:
        raise InputError(
            f"{request.pairs}: the studio was not given pairs of this name.",
            hint="Start it with --pairs FILE.",
        )
    if not pairs:
        raise InputError("the recipe holds no pairs out.", hint="Give some: --pairs FILE.")
    left_out: list[str] = []
    if len(pairs) > request.most_pairs:
        left_out.append(f"Measured on the first {request.most_pairs:,} of {len(pairs):,} pairs.")
        pairs = pairs[: request.most_pairs]
        lines = lines and lines[: request.most_pairs]
    total = len(dict.fromkeys(pair.source for pair in pairs))
    answered = 0

    def done(count: int) -> None:
        nonlocal answered
        answered += count
        watch.tell("answering", answered, total)

    answers = predictor.candidates(
        [pair.source for pair in pairs],
        beam=request.beam,
        origin=origin,
        lines=lines,
        done=done,
    )
    watch.tell("measuring")
    report = predictor.measure(pairs, answers)
    errors = worst_first(report.wrong)
    if len(errors) > MOST_ERRORS:
        left_out.append(f"The {MOST_ERRORS:,} worst of {len(errors):,} wrong answers are sent.")
    return EvaluationResult(
        model=request.model,
        title=shelf.place(request.model).title,
        pairs=origin,
        report=msgspec.structs.replace(report, wrong=[]),
        errors=errors[:MOST_ERRORS],
        wrong=len(errors),
        left_out=left_out,
    )
