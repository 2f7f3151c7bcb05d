"""What can be wrong with lines to answer, and with the prefixes of their answers."""

from collections.abc import Iterable, Mapping, Sequence

from seq2see.core.errors import InputError, Seq2seeError
from seq2see.core.recipe import Decoding
from seq2see.core.special import UNK
from seq2see.text.codec import Codec, describe, is_blank, raise_for_lines


def texts(lines: Iterable[str]) -> list[str]:
    """`lines` as a list. Raises `TypeError` for a single text, and for what is no text."""
    if isinstance(lines, str | bytes):
        raise TypeError(f"expected a list of texts, found a single one: use [{lines!r}]")
    found = list(lines)
    for line in found:
        if not isinstance(line, str):
            raise TypeError(f"expected texts, found {line!r}")
    return found


def check_n_best(n_best: int, decoding: Decoding) -> None:
    """Raise `Seq2seeError` unless a search with this `decoding` gives so many hypotheses."""
    if not 1 <= n_best <= decoding.beam:
        raise Seq2seeError(
            f"{n_best} hypotheses a line cannot come from a beam of {decoding.beam}.",
            hint=f"Use a beam of {max(n_best, 1)} or more (--beam {max(n_best, 1)}).",
        )


def prefix_ids(codec: Codec, prefix: str, longest: int) -> list[int]:
    """Numbers of a prefix: a target without its end; a blank one forces nothing.

    Raises `InputError` for an unknown symbol, and where no room is left for `<eos>` among the
    `longest` symbols of an answer.
    """
    if is_blank(prefix):
        return []
    ids = codec.target_ids(prefix)[:-1]
    if codec.target.is_open and UNK in ids:
        symbol = codec.split_target(prefix)[ids.index(UNK)]
        raise InputError(f"{describe(symbol)} is not in the vocabulary of answers")
    if len(ids) >= longest:
        raise InputError(f"{len(ids)} symbols, the limit is {longest - 1}")
    return ids


def check_lines(
    codec: Codec,
    lines: Sequence[str],
    prefixes: Sequence[str],
    longest: int,
    origin: str,
    first_line: int = 1,
    more: Mapping[int, str] | None = None,
) -> None:
    """Raise one `InputError` that lists every bad line and prefix, or return quietly.

    Blank lines are never bad, and neither are their prefixes. `origin` names the file; lines
    count from `first_line`. `more` holds what is already known to be wrong, by line.
    """
    problems: list[str] = []
    hints: dict[str, None] = {}
    for number, (line, prefix) in enumerate(zip(lines, prefixes, strict=True), start=first_line):
        where = f"{origin}, line {number}"
        if more and number in more:
            problems.append(f"{where}: {more[number]}")
        if is_blank(line):
            continue
        try:
            codec.source_ids(line)
        except InputError as error:
            problems.append(f"{where}: {error.what}")
            hints[codec.accepts()] = None
        try:
            prefix_ids(codec, prefix, longest)
        except InputError as error:
            problems.append(f"{where}, prefix: {error.what}")
            hints[codec.accepts_as_target()] = None
    raise_for_lines(problems, "\n".join(hints))
