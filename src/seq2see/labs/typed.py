"""What somebody typed: whether a model can read it, said in words for one text."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from seq2see.core.errors import InputError
from seq2see.labs.trace import MOST_SYMBOLS

if TYPE_CHECKING:
    from seq2see.predictor.predictor import Predictor


def source_ids(predictor: "Predictor", text: str) -> list[int]:
    """The numbers of a source that a lab may look into.

    Raises `InputError` for a blank text, one that the model cannot read, and one that is too long
    for a picture though the model could read it.
    """
    if not text.strip():
        raise InputError("There is no text yet.", hint=f"Type one. {predictor.codec.accepts()}")
    codec = predictor.codec
    found = _read("text", codec.source_ids, codec.accepts, text)
    if len(found) > MOST_SYMBOLS:
        raise InputError(
            f"The text has {len(found):,} symbols; labs look into up to {MOST_SYMBOLS:,}.",
            hint="Take a shorter one. `seq2see predict` answers all that the model can read.",
        )
    return found


def target_ids(predictor: "Predictor", target: str) -> list[int]:
    """The numbers of an answer that was typed, `<eos>` at the end; raises as `source_ids` does."""
    codec = predictor.codec
    found = _read("answer", codec.target_ids, codec.accepts_as_target, target)
    if len(found) > MOST_SYMBOLS:
        raise InputError(
            f"The answer has {len(found):,} symbols; labs look into up to {MOST_SYMBOLS:,}.",
            hint="Take a shorter one.",
        )
    return found


def _read(
    what: str, read: Callable[[str], list[int]], accepts: Callable[[], str], text: str
) -> list[int]:
    try:
        return read(text)
    except InputError as error:
        raise InputError(
            f"The model cannot read this {what}: {error.what}.", error.problems, accepts()
        ) from None
