"""`seq2see predict`."""

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seq2see.cli.options import Beam, Device, Model, Threads

if TYPE_CHECKING:
    from seq2see.predictor.answer import LineAnswer
    from seq2see.predictor.predictor import Predictor


class Format(StrEnum):
    """How answers are written."""

    text = "text"
    jsonl = "jsonl"


def predict(
    model: Model,
    file: Annotated[
        str, typer.Argument(metavar="[FILE or -]", help="Lines to answer; - is standard input.")
    ] = "-",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write there, all or nothing.")
    ] = None,
    beam: Beam = None,
    n_best: Annotated[
        int, typer.Option(metavar="N", min=1, help="Answers for each line; needs as wide a beam.")
    ] = 1,
    length_penalty: Annotated[
        float | None,
        typer.Option(metavar="ALPHA", min=0, max=10, help="Rank by log P / ((5+length)/6)^ALPHA."),
    ] = None,
    format: Annotated[Format, typer.Option(help="Form of the answers.")] = Format.text,
    stream: Annotated[
        bool,
        typer.Option("--stream", help="Answer each line of standard input as it comes."),
    ] = False,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Answer each line of a file, in order, one line for each.

    A blank line gives an empty one. All bad lines are listed before anything is written. With
    --n-best the text form is: line number, rank, score, answer, separated by tabs.
    """
    from seq2see.cli.console import put, warn
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import InputError
    from seq2see.data.lines import origin_of, read_lines
    from seq2see.predictor.predictor import load

    if stream and (file != "-" or out is not None):
        raise InputError("--stream reads standard input and writes standard output only.")
    if out is not None and file != "-" and out.exists() and out.samefile(file):
        raise InputError(f"--out {out}: is the file to answer; nothing was touched.")
    if file == "-" and sys.stdin is not None and sys.stdin.isatty():
        warn("reading lines from the terminal; end with Ctrl-D")
    lines = [] if stream else read_lines(file)
    predictor = load(model, device=device)

    def answer(some: list[str], origin: str) -> "list[LineAnswer]":
        return predictor.answer(
            some, beam=beam, n_best=n_best, length_penalty=length_penalty, origin=origin
        )

    with use_threads(threads or 1):
        if stream:
            _stream(predictor, answer, format, n_best)
            return
        answers = answer(lines, origin_of(file))
    _warn_of_marks(predictor, answers, 1)
    put("".join(_shown(a, n, format, n_best) for n, a in enumerate(answers, start=1)), out)


def _stream(
    predictor: "Predictor",
    answer: "Callable[[list[str], str], list[LineAnswer]]",
    format: Format,
    n_best: int,
) -> None:
    """Answer line by line; after a bad line, an empty answer and a message, end with status 2."""
    from seq2see.cli.console import put, warn
    from seq2see.core.errors import InputError
    from seq2see.data.lines import stream_lines
    from seq2see.predictor.answer import LineAnswer

    failed = False
    for number, line in enumerate(stream_lines(), start=1):
        try:
            if isinstance(line, InputError):
                raise line
            predictor.codec.check_sources([line], "standard input", number)
            found = answer([line], "standard input")[0]
        except InputError as error:
            failed = True
            warn(error.problems[0] if error.problems else f"line {number}: {error.what}")
            source = line if isinstance(line, str) else ""
            found = LineAnswer(source=source, answer="", hypotheses=[], longer_than_training=False)
        _warn_of_marks(predictor, [found], number)
        put(_shown(found, number, format, n_best), None)
    if failed:
        raise typer.Exit(2)


def _shown(found: "LineAnswer", number: int, format: Format, n_best: int) -> str:
    import msgspec

    if format is Format.jsonl:
        return msgspec.json.encode(found).decode() + "\n"
    if n_best == 1:
        return f"{found.answer}\n"
    return "".join(
        f"{number}\t{rank}\t{hypothesis.ranking_score:.6f}\t{hypothesis.text}\n"
        for rank, hypothesis in enumerate(found.hypotheses, start=1)
    )


def _warn_of_marks(predictor: "Predictor", answers: "list[LineAnswer]", first: int) -> None:
    """Say on standard error which answers are doubtful: JSON lines carry the same marks."""
    from seq2see.cli.console import warn

    for number, found in enumerate(answers, start=first):
        if found.longer_than_training:
            longest = predictor.facts.longest_source
            warn(f"line {number}: longer than anything in training ({longest} symbols); doubtful")
        if found.hypotheses and not found.hypotheses[0].finished:
            limit = predictor.recipe.text.longest_target
            warn(f"line {number}: the answer was cut at {limit} symbols")
