"""`seq2see evaluate`."""

from typing import Annotated

import typer

from seq2see.cli.options import Beam, Device, Json, Model, Threads

_SHOWN = 20


def evaluate(
    model: Model,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="Pairs: source, a tab, target. Without it, the pairs the recipe holds out.",
        ),
    ] = None,
    beam: Beam = None,
    json: Json = False,
    device: Device = "auto",
    threads: Threads = None,
) -> None:
    """Measure how many answers are right as a whole, and list those that are not."""
    import msgspec

    from seq2see.cli.console import console, put
    from seq2see.core.device import threads as use_threads
    from seq2see.core.errors import InputError
    from seq2see.data.lines import origin_of
    from seq2see.data.pair_files import read_pairs
    from seq2see.data.tasks import pairs_of
    from seq2see.predictor.predictor import load

    given = None if file is None else read_pairs(file)
    predictor = load(model, device=device)
    pairs = pairs_of(predictor.recipe).held_out if given is None else given
    if not pairs:
        raise InputError("the recipe holds no pairs out.", hint="Give a file of pairs.")
    with use_threads(threads or 1):
        origin = "held-out pairs" if file is None else origin_of(file)
        found = predictor.evaluate(pairs, beam=beam, origin=origin)
    if json:
        put(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n", None)
        return
    right = found.pairs - len(found.wrong)
    what = "held-out pairs" if file is None else "pairs"
    console.print(f"accuracy {found.accuracy:.2%}: {right:,} of {found.pairs:,} {what} are right")
    for answer in found.wrong[:_SHOWN]:
        console.print(
            f"  {answer.source}: {answer.answer}   (expected: {answer.target})", markup=False
        )
    if len(found.wrong) > _SHOWN:
        console.print(f"  … and {len(found.wrong) - _SHOWN} more; --json lists them all")
