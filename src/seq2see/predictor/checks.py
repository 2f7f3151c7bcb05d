"""What can be wrong with lines to answer, and with the prefixes of their answers."""

from collections.abc import Iterable, Mapping, Sequence

from seq2see.core.errors import InputError, Seq2seeError
from seq2see.core.recipe import Decoding
from seq2see.text.codec import BadLines, Codec, is_blank


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
    """Numbers of a prefix; a blank one forces nothing. Raises as `Codec.prefix_ids` does."""
    return [] if is_blank(prefix) else codec.prefix_ids(prefix, longest)


def check_lines(
    codec: Codec,
    lines: Sequence[str],
    prefixes: Sequence[str],
    longest: int,
    origin: str,
    first_line: int = 1,
    more: Mapping[int, str] | None = None,
    prefix_origin: str = "",
) -> None:
    """Raise one `InputError` that lists every bad line and prefix, or return quietly.

    Blank lines are never bad, and neither are their prefixes. `origin` names the file; lines
    count from `first_line`. `more` holds what is already known to be wrong, by line. Prefixes that
    have a file of their own are told by its name, `prefix_origin`.
    """
    bad = BadLines()
    for number, (line, prefix) in enumerate(zip(lines, prefixes, strict=True), start=first_line):
        where = f"{origin}, line {number}"
        if more and number in more:
            bad.problems.append(f"{where}: {more[number]}")
        if is_blank(line):
            continue
        try:
            codec.source_ids(line)
        except InputError as error:
            bad.add(where, error, codec.accepts)
        try:
            prefix_ids(codec, prefix, longest)
        except InputError as error:
            bad.add(
                f"{prefix_origin}, line {number}" if prefix_origin else f"{where}, prefix",
                error,
                lambda: codec.accepts_as_prefix(longest),
            )
    bad.refuse()
