"""Answers saved earlier, so that a figure can be made again without the model that gave them."""

from collections.abc import Sequence
from itertools import zip_longest

import msgspec

from seq2see.core.errors import InputError
from seq2see.data.lines import origin_of, read_lines
from seq2see.data.pair import Pair
from seq2see.evaluation.candidates import Candidates
from seq2see.text.codec import raise_for_lines


class _Ranked(msgspec.Struct):
    text: str
    log_probability: float | None = None


class _Answered(msgspec.Struct):
    """What `predict --format jsonl` writes, as far as it matters here."""

    answer: str
    source: str | None = None
    hypotheses: list[_Ranked] = []


def read_saved(name: str, pairs: Sequence[Pair]) -> list[Candidates]:
    """The answer to each pair's source, from what `predict` wrote.

    Plain text holds one answer a line. A name that ends in `.jsonl` holds one object a line, as
    `predict --format jsonl` writes it, with the n best. Raises `InputError` for another number of
    lines than pairs, and for an object that is none or answers another source.
    """
    lines = read_lines(name)
    origin = origin_of(name)
    if len(lines) != len(pairs):
        raise InputError(
            f"{origin}: holds {len(lines)} answers, expected one for each of {len(pairs)} pairs.",
            hint="Answer the sources of that very file: seq2see predict MODEL SOURCES --out FILE",
        )
    if not name.endswith(".jsonl"):
        return [Candidates((line,)) for line in lines]
    return _from_objects(lines, pairs, origin)


def _from_objects(lines: list[str], pairs: Sequence[Pair], origin: str) -> list[Candidates]:
    found: list[Candidates] = []
    problems: list[str] = []
    for number, (line, pair) in enumerate(zip_longest(lines, pairs), start=1):
        try:
            one = msgspec.json.decode(line, type=_Answered)
        except msgspec.MsgspecError as error:
            problems.append(f"{origin}, line {number}: {error}")
            continue
        if one.source is not None and one.source != pair.source:
            problems.append(
                f"{origin}, line {number}: answers {one.source!r}, the pair asks {pair.source!r}"
            )
        texts = tuple(ranked.text for ranked in one.hypotheses) or (one.answer,)
        known = one.hypotheses[0].log_probability if one.hypotheses else None
        found.append(Candidates(texts, known))
    raise_for_lines(problems, "Expected what seq2see predict --format jsonl writes.")
    return found


def check_equal_sources(found: Sequence[Candidates], pairs: Sequence[Pair], name: str) -> None:
    """Raise `InputError` where pairs that are to be joined have different answers.

    There is one answer to each source then, and no reason to prefer either.
    """
    origin = origin_of(name)
    first: dict[str, int] = {}
    problems: list[str] = []
    for place, (one, pair) in enumerate(zip(found, pairs, strict=True)):
        before = first.setdefault(pair.source, place)
        if found[before].answer != one.answer:
            problems.append(
                f"{origin}, line {place + 1}: {one.answer!r} answers the same source as line "
                f"{before + 1}, which says {found[before].answer!r}"
            )
    raise_for_lines(problems, "Pairs of one source can be joined only when it has one answer.")
