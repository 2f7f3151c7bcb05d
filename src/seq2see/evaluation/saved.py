"""Answers saved earlier, so that a figure can be made again without the model that gave them."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from seq2see.core.errors import InputError
from seq2see.data.lines import origin_of, read_lines
from seq2see.data.pair import Pair
from seq2see.data.pair_files import PairFile
from seq2see.evaluation.candidates import Candidates
from seq2see.text.codec import FEATURES, is_blank, raise_for_lines


class _Ranked(msgspec.Struct):
    text: str
    log_probability: float | None = None


class _Answered(msgspec.Struct):
    """What `predict --format jsonl` writes, as far as it matters here."""

    answer: str
    hypotheses: list[_Ranked] = []


class SourceKeys(NamedTuple):
    """The fields of JSON lines that hold a source and its features."""

    source: str = "source"
    features: str = "features"


def read_saved(
    name: str,
    pairs: Sequence[Pair],
    *,
    file: PairFile | None = None,
    keys: SourceKeys | None = None,
) -> list[Candidates]:
    """The answer to each pair's source, from what `predict` wrote.

    Plain text holds one answer a line; JSON lines, whatever the file is called, hold one object a
    line, as `predict --format jsonl` writes it, with the n best. `file` is where the pairs come
    from: there may be an answer to each of its lines, blank ones and a header among them. Raises
    `InputError` for another number of lines, and for an object that is none or answers another
    source.
    """
    lines = read_lines(name)
    origin = origin_of(name)
    numbers = _lines_of(len(lines), len(pairs), file)
    if numbers is None:
        raise InputError(
            f"{origin}: holds {len(lines)} answers, expected one for each of {len(pairs)} pairs.",
            hint="Answer the sources of that very file: seq2see predict MODEL SOURCES --out FILE "
            "(several answers a line: with --format jsonl)",
        )
    chosen = [(number, lines[number - 1]) for number in numbers]
    if not (name.endswith(".jsonl") or _are_objects(lines)):
        return [Candidates((line,)) for _, line in chosen]
    return _from_objects(chosen, pairs, origin, keys or SourceKeys())


def _lines_of(answers: int, pairs: int, file: PairFile | None) -> Sequence[int] | None:
    """Which of so many lines answer the pairs, from 1; None where their number does not fit."""
    if answers == pairs:
        return range(1, answers + 1)
    if file is not None:
        for before in {0, file.first - 1}:  # with or without an answer to the header
            if answers == file.last - before:
                return [line - before for line in file.lines]
    return None


def _are_objects(lines: Sequence[str]) -> bool:
    """Whether these are what `predict --format jsonl` writes: no answer looks like that."""
    first = next((line for line in lines if not is_blank(line)), "")
    try:
        found = msgspec.json.decode(first, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError):
        return False
    return {"answer", "hypotheses"} <= found.keys()


def _from_objects(
    lines: Sequence[tuple[int, str]], pairs: Sequence[Pair], origin: str, keys: SourceKeys
) -> list[Candidates]:
    found: list[Candidates] = []
    problems: list[str] = []
    for (number, line), pair in zip(lines, pairs, strict=True):
        if is_blank(line) and is_blank(pair.source):
            found.append(Candidates(("",)))
            continue
        try:
            one = msgspec.json.decode(line, type=_Answered)
            fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        except (msgspec.MsgspecError, RecursionError) as error:
            problems.append(f"{origin}, line {number}: {error}")
            continue
        asked = _sources(fields, keys)
        if asked and pair.source not in asked:
            problems.append(
                f"{origin}, line {number}: answers {asked[-1]!r}, the pair asks {pair.source!r}"
            )
        texts = tuple(ranked.text for ranked in one.hypotheses) or (one.answer,)
        known = one.hypotheses[0].log_probability if one.hypotheses else None
        found.append(Candidates(texts, known))
    raise_for_lines(problems, "Expected what seq2see predict --format jsonl writes.")
    return found


def _sources(fields: dict[str, msgspec.Raw], keys: SourceKeys) -> list[str]:
    """What an object may be the answer to: its source, and that with its features; or nothing."""
    key = keys.source if keys.source in fields else SourceKeys().source
    source, features = (_text(fields.get(name)) for name in (key, keys.features))
    if source is None:
        return []
    return [source] if features is None else [source, f"{source}{FEATURES}{features}"]


def _text(raw: msgspec.Raw | None) -> str | None:
    try:
        return None if raw is None else msgspec.json.decode(raw, type=str)
    except msgspec.DecodeError:
        return None


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
