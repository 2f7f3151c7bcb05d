"""`seq2see predict`."""

import sys
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from seq2see.cli.options import Beam, Device, Model, Threads

if TYPE_CHECKING:
    from seq2see.cli.predict_lines import Format, Keys, Lines
    from seq2see.decoding.sampling import Sampling
    from seq2see.predictor.answer import LineAnswer
    from seq2see.predictor.predictor import Predictor


class Form(StrEnum):
    """How lines and answers are written."""

    text = "text"
    jsonl = "jsonl"


class LengthFormula(StrEnum):
    """What log-probabilities are divided by, for an answer of some length."""

    wu = "wu"
    power = "power"


def predict(
    model: Model,
    file: Annotated[
        str, typer.Argument(metavar="[FILE or -]", help="Lines to answer; - is standard input.")
    ] = "-",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write there, all or nothing.")
    ] = None,
    ensemble: Annotated[
        list[str] | None,
        typer.Option(metavar="MODEL2", help="A model to answer with MODEL as one; repeatable."),
    ] = None,
    beam: Beam = None,
    n_best: Annotated[
        int, typer.Option(metavar="N", min=1, help="Answers for each line; needs as wide a beam.")
    ] = 1,
    length_penalty: Annotated[
        float | None,
        typer.Option(metavar="ALPHA", min=0, max=10, help="Exponent of the length formula."),
    ] = None,
    length_formula: Annotated[
        LengthFormula | None,
        typer.Option(help="Rank by log P / ((5+length)/6)^ALPHA, or by log P / length^ALPHA."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Draw N answers for each line.")
    ] = None,
    temperature: Annotated[
        float | None, typer.Option(metavar="T", help="Below 1 draws the likely more often still.")
    ] = None,
    top_k: Annotated[
        int | None, typer.Option(metavar="K", min=1, help="Draw from the K likeliest symbols.")
    ] = None,
    top_p: Annotated[
        float | None,
        typer.Option(metavar="P", help="Draw from the fewest symbols of this probability."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="S", min=0, help="Another seed draws other answers.")
    ] = None,
    prefix: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="What each answer begins with; a blank line is free."),
    ] = None,
    longest: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Cut answers after N symbols.")
    ] = None,
    batch_tokens: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Size of a batch: speed, and the last digits of scores."
        ),
    ] = None,
    input: Annotated[
        Form | None, typer.Option(help="Form of the lines; by default that of the file's name.")
    ] = None,
    source_key: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            help="Field of a JSON line that holds the source; by default as in training.",
        ),
    ] = None,
    format: Annotated[
        Form | None, typer.Option(help="Form of the answers; by default that of the lines.")
    ] = None,
    stream: Annotated[
        bool,
        typer.Option("--stream", help="Answer each line of standard input as it comes."),
    ] = False,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Answer each line of a file, in order, one line for each.

    A blank line gives an empty one. All bad lines are listed before anything is written. With
    --n-best or several samples the text form is: line number, rank, score, answer, separated by
    tabs. Scores have four decimals there and all digits in JSON, of which the sixth or seventh
    depends on what else is in a batch, by 32-bit rounding; answers do not. A JSON line comes back
    with all its fields and the answer, in place of an earlier one; its field "prefix" is what the
    answer begins with.
    """
    from seq2see.cli.console import put
    from seq2see.cli.predict_lines import Format, keys_of, note_json, read
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import InputError
    from seq2see.decoding.batches import BATCH_TOKENS
    from seq2see.predictor.predictor import load

    _check_files(file, out, prefix, stream)
    is_json = input is Form.jsonl or (input is None and file.endswith(".jsonl"))
    if prefix is not None and is_json:
        raise InputError('--prefix: JSON lines have their prefixes in a field "prefix".')
    sampling = _sampling(sample, beam, n_best, temperature, top_k, top_p, seed)
    predictor = load(model, ensemble=ensemble or (), device=device)
    keys = keys_of(predictor.recipe, source_key) if is_json else None
    lines = None if stream else read(file, prefix, keys)
    options: dict[str, Any] = {
        "beam": beam,
        "n_best": n_best,
        "length_penalty": length_penalty,
        "length_formula": None if length_formula is None else length_formula.value,
        "sampling": sampling,
        "longest": longest,
        "batch_tokens": batch_tokens or BATCH_TOKENS,
    }
    form = Format(
        is_json=is_json if format is None else format is Form.jsonl,
        several=n_best > 1 or (sample or 1) > 1,
        drawn=sample is not None,
        longest=predictor.longest(longest),
    )

    def answer(some: "Lines") -> "list[LineAnswer]":
        some.check(predictor, form.longest)
        return predictor.answer(some.sources, prefixes=some.prefixes, **options)

    with use_threads(threads or 1):
        if lines is None:
            _stream(predictor, answer, keys, form, ask=input is None)
            return
        if keys is None and input is None and lines.sources:
            note_json(lines.sources[0], lines.origin, predictor.recipe)
        answers = answer(lines)
    form.warn_of_marks(predictor, answers, 1)
    put("".join(form.shown(lines, answers)), out)


def _check_files(file: str, out: Path | None, prefix: str | None, stream: bool) -> None:
    from seq2see.cli.console import warn
    from seq2see.core.errors import InputError

    if stream and (file != "-" or out is not None or prefix is not None):
        raise InputError("--stream reads standard input and writes standard output only.")
    if prefix == file == "-":
        raise InputError("--prefix -: standard input holds the lines to answer already.")
    for name, what in ((file, "the file to answer"), (prefix or "-", "the file of prefixes")):
        if out is not None and name != "-" and out.exists() and out.samefile(name):
            raise InputError(f"--out {out}: is {what}; nothing was touched.")
    if file == "-" and sys.stdin is not None and sys.stdin.isatty():
        warn("reading lines from the terminal; end with Ctrl-D")


def _sampling(
    sample: int | None,
    beam: int | None,
    n_best: int,
    temperature: float | None,
    top_k: int | None,
    top_p: float | None,
    seed: int | None,
) -> "Sampling | None":
    """How to draw, where that was asked for; every option that then makes no sense is named."""
    from seq2see.core.errors import Seq2seeError
    from seq2see.decoding.sampling import Sampling

    given = {"temperature": temperature, "top_k": top_k, "top_p": top_p, "seed": seed}
    given = {name: value for name, value in given.items() if value is not None}
    if sample is None:
        if given:
            named = ", ".join(f"--{name.replace('_', '-')}" for name in given)
            raise Seq2seeError(f"{named}: nothing is drawn.", hint="Add --sample N.")
        return None
    searching = [
        name for name, on in (("--beam", beam is not None), ("--n-best", n_best > 1)) if on
    ]
    if searching:
        raise Seq2seeError(
            f"--sample draws answers, {' and '.join(searching)} searches for them.",
            hint="Use one or the other.",
        )
    try:
        return Sampling(samples=sample, **given)  # type: ignore[arg-type]
    except ValueError as error:
        name, _, rest = str(error).partition(" ")
        raise Seq2seeError(f"--{name.replace('_', '-')} {rest}.") from None


def _stream(
    predictor: "Predictor",
    answer: "Callable[[Lines], list[LineAnswer]]",
    keys: "Keys | None",
    form: "Format",
    *,
    ask: bool,
) -> None:
    """Answer line by line; after a bad line, an empty answer and a message, end with status 2."""
    from seq2see.cli.console import put, warn
    from seq2see.cli.predict_lines import lines_of, note_json
    from seq2see.core.errors import InputError
    from seq2see.data.lines import stream_lines
    from seq2see.predictor.answer import LineAnswer

    failed = False
    for number, line in enumerate(stream_lines(), start=1):
        lines = lines_of([line if isinstance(line, str) else ""], [""], keys)
        lines = replace(lines, origin="standard input", first=number)
        try:
            if isinstance(line, InputError):
                raise line
            if ask and keys is None and number == 1:
                note_json(line, lines.origin, predictor.recipe)
            answers = answer(lines)
        except InputError as error:
            failed = True
            warn(error.problems[0] if error.problems else f"line {number}: {error.what}")
            source = lines.sources[0]
            answers = [
                LineAnswer(
                    source=source,
                    answer="",
                    hypotheses=[],
                    longer_than_training=False,
                    unknown_symbols=[],
                )
            ]
        form.warn_of_marks(predictor, answers, number)
        put("".join(form.shown(lines, answers)), None)
    if failed:
        raise typer.Exit(2)
