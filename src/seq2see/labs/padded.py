"""A small batch as symbols: a model's own or free words, padded side by side."""

from typing import TYPE_CHECKING

from seq2see.core.errors import InputError
from seq2see.core.special import BOS, PAD, UNK
from seq2see.labs.typed import source_ids, target_ids
from seq2see.predictor.explanation import Symbol

if TYPE_CHECKING:
    from seq2see.predictor.predictor import Predictor

MOST_PLACES = 80
"""Of a side: a mask of 80 × 80 cells is the most that can still be looked at cell by cell."""


def symbols(
    source: str, target: str, predictor: "Predictor | None"
) -> tuple[list[Symbol], list[Symbol]]:
    """The source, and `<bos>` with the target's words."""
    if predictor is None:
        return _numbered(_free(source)), [_special(BOS), *_numbered(target.split())]
    from seq2see.predictor.explain import source_symbols, symbol_of

    codec = predictor.codec
    source_ids(predictor, source)  # says in words what cannot be read
    numbers, written = target_ids(predictor, target)[:-1], codec.target_symbols(target)
    words = [symbol_of(codec.target, *one) for one in zip(numbers, written, strict=False)]
    return source_symbols(codec, source), [_special(BOS), *words]


def _numbered(words: list[str]) -> list[Symbol]:
    """Free words have no vocabulary; any number that is not a special one's will do."""
    return [Symbol(text=word, id=UNK + 1, special=False) for word in words]


def _free(text: str) -> list[str]:
    """Words where there is a space, else letters: both `42` and `two cats` are what one means."""
    from seq2see.text.symbols import split

    words = text.split()
    return words if len(words) > 1 else split("".join(words), "graphemes")


def _special(number: int) -> Symbol:
    return Symbol(text={PAD: "<pad>", BOS: "<bos>"}[number], id=number, special=True)


def padded(rows: list[list[Symbol]], places: int | None, what: str) -> list[list[Symbol]]:
    """All rows as long as the longest, or as there are `places`.

    Raises `InputError` for an empty row and for one that is too long to be drawn.
    """
    for number, row in enumerate(rows, 1):
        if not row:
            raise InputError(
                f"sentence {number} has an empty {what}.",
                hint="Type at least one symbol: a row of attention needs something to look at.",
            )
        if len(row) > MOST_PLACES:
            raise InputError(
                f"the {what} of sentence {number} has {len(row):,} symbols; "
                f"masks are drawn for up to {MOST_PLACES}.",
                hint="Take a shorter one.",
            )
    length = max(places or 1, *(len(row) for row in rows))
    return [[*row, *[_special(PAD)] * (length - len(row))] for row in rows]
