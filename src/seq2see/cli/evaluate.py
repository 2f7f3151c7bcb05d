"""`seq2see evaluate`."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from seq2see.cli.options import Beam, Device, Json, Model, PairsOrHeldOut, Targets, Threads

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seq2see.data.pair import Pair
    from seq2see.data.pair_files import PairFile
    from seq2see.evaluation.candidates import Candidates
    from seq2see.evaluation.saved import SourceKeys
    from seq2see.predictor.predictor import Predictor


class BleuTokenizer(StrEnum):
    """sacrebleu's ways of cutting a text into words that need nothing else installed."""

    mteval = "13a"
    international = "intl"
    chinese = "zh"
    characters = "char"
    spaces = "none"


def evaluate(
    model: Model,
    file: PairsOrHeldOut = None,
    targets: Targets = None,
    beam: Beam = None,
    top_k: Annotated[
        int | None,
        typer.Option(
            "--top-k",
            metavar="K",
            min=1,
            help="Best answers that may hold the right one; by default the whole beam.",
        ),
    ] = None,
    several_references: Annotated[
        bool,
        typer.Option(
            "--several-references", help="Lines of one source are its several right answers."
        ),
    ] = False,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="MODEL-or-FILE",
            help="A second model, or its saved answers: differences, with a paired test.",
        ),
    ] = None,
    predictions: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Measure these saved answers: what predict wrote, as text or as JSON lines.",
        ),
    ] = None,
    bleu_tokenize: Annotated[
        BleuTokenizer, typer.Option(help="How BLEU cuts words.")
    ] = BleuTokenizer.mteval,
    errors: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every wrong answer there, the worst first (TSV)."),
    ] = None,
    json: Json = False,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Measure how good a model's answers are, with 95 % intervals, and list those that are wrong.

    accuracy: answers that are right as a whole. top-k accuracy: a right answer is among the k
    best. symbol error rate: edits over the symbols of the references. word error rate: edits over
    their words, cut at spaces; for pronunciations, others mean 1 - accuracy by it, which stands
    here as error rate. BLEU and chrF are sacrebleu's, with its signature; BLEU looks at runs of
    up to four words: it is not defined where no reference has four, and says little of answers
    that are shorter. --against shows the other's figure less this one's, and whose is better.

    Blank lines are passed over; saved answers may have their blank answers or not. Rates are sums
    over sums. Of several right answers the one nearest to the answer counts, the
    first of those as near. Intervals come from a bootstrap over the sources, p-values from
    approximate randomisation; both are the same in every run.
    """
    import msgspec

    from seq2see.cli.console import put, warn
    from seq2see.cli.evaluation_tables import print_report
    from seq2see.cli.predict_lines import source_keys
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import InputError
    from seq2see.core.files import write_text
    from seq2see.data.pair_files import read_given_pairs
    from seq2see.data.tasks import pairs_of
    from seq2see.evaluation.errors_table import errors_table
    from seq2see.predictor.predictor import load

    _refuse_contradictions(file, beam, against, predictions, errors)
    predictor = load(model, device=device)
    given = None if file is None else read_given_pairs(file, targets, predictor.recipe)
    pairs = pairs_of(predictor.recipe).held_out if given is None else given.pairs
    if not pairs:
        raise InputError("the recipe holds no pairs out.", hint="Give a file of pairs.")
    keys = source_keys(predictor.recipe)
    with use_threads(threads or 1):
        other = None
        if against is not None:
            is_saved = Path(against).is_file()
            of = None if is_saved else load(against, device=device)
            other = _answers(of, against, pairs, given, keys, beam, top_k, several_references)
        of = predictor if predictions is None else None
        answers = _answers(
            of, predictions or "", pairs, given, keys, beam, top_k, several_references
        )
        found = predictor.measure(
            pairs,
            answers,
            top_k=top_k,
            several_references=several_references,
            bleu_tokenizer=bleu_tokenize.value,
            against=other,
            other_name=against or "",
        )
    if errors is not None:
        write_text(errors, errors_table(found.wrong))
        warn(f"{len(found.wrong):,} wrong answers are in {errors}")
    if json:
        put(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", None)
    else:
        print_report(found, held_out=file is None)


def _answers(
    predictor: "Predictor | None",
    saved: str,
    pairs: "Sequence[Pair]",
    file: "PairFile | None",
    keys: "SourceKeys",
    beam: int | None,
    top_k: int | None,
    joined: bool,
) -> "list[Candidates]":
    """One for each pair: of a model, or where there is none, read from the file `saved`."""
    from seq2see.core.errors import InputError
    from seq2see.data.lines import origin_of
    from seq2see.evaluation.saved import check_equal_sources, read_saved

    if predictor is not None:
        origin = "held-out pairs" if file is None else file.origin
        lines = None if file is None else file.lines
        sources = [pair.source for pair in pairs]
        return predictor.candidates(sources, beam=beam, top_k=top_k, origin=origin, lines=lines)
    answers = read_saved(saved, pairs, file=file, keys=keys)
    most = max(len(one.texts) for one in answers)
    if top_k is not None and top_k > most:
        raise InputError(
            f"{origin_of(saved)}: at most {most} answer{'s' if most > 1 else ''} a line, "
            f"expected {top_k} (--top-k {top_k}).",
            hint=f"Save them with: seq2see predict … --beam {top_k} --n-best {top_k} "
            "--format jsonl --out FILE.jsonl",
        )
    if joined:
        check_equal_sources(answers, pairs, saved)
    return answers


def _refuse_contradictions(
    file: str | None,
    beam: int | None,
    against: str | None,
    predictions: str | None,
    errors: Path | None,
) -> None:
    from seq2see.core.errors import InputError

    read = [name for name in (file, predictions, against) if name is not None]
    if (
        beam is not None
        and predictions is not None
        and (against is None or Path(against).is_file())
    ):
        raise InputError("--beam searches for answers; --predictions gives them. Use one of them.")
    if read.count("-") > 1:
        raise InputError("standard input can be read once only: give files for the others.")
    if errors is not None and errors.is_file():
        for name in read:
            if name != "-" and Path(name).exists() and errors.samefile(name):
                raise InputError(f"--errors {errors}: is a file to read; nothing was touched.")
