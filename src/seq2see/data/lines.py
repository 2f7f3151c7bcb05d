"""Lines from a file or from standard input.

A line ends at `\\n` or `\\r\\n` and nowhere else; a byte-order mark at the start and a missing last
line end change nothing. What is packed with gzip is unpacked, whatever its name.
"""

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

from seq2see.core.errors import InputError
from seq2see.text.codec import raise_for_lines

STANDARD_INPUT = "-"
_MARK = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"


def read_lines(name: str) -> list[str]:
    """All lines of the file `name`, or of standard input for "-", without their ends.

    Raises `InputError` where the file cannot be opened, and for every line that is not UTF-8.
    """
    lines: list[str] = []
    problems: list[str] = []
    for number, raw in enumerate(_raw_lines(_content(name)), start=1):
        try:
            lines.append(raw.decode())
        except UnicodeDecodeError as error:
            problems.append(
                f"{origin_of(name)}, line {number}: not UTF-8 at byte {error.start + 1}"
            )
    raise_for_lines(problems, "Save the file as UTF-8.")
    return lines


def stream_lines() -> Iterator[str | InputError]:
    """Lines of standard input as they come; one that is not UTF-8 comes as its error."""
    for number, raw in enumerate(sys.stdin.buffer, start=1):
        content = raw.removeprefix(_MARK) if number == 1 else raw
        if not content:  # a mark and nothing else
            return
        try:
            yield _without_end(content).decode()
        except UnicodeDecodeError as error:
            yield InputError(f"not UTF-8 at byte {error.start + 1}")


def origin_of(name: str) -> str:
    """What to call a source of lines in a message."""
    return "standard input" if name == STANDARD_INPUT else name


def _content(name: str) -> bytes:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise InputError("standard input is closed.", hint="Name a file.")
        return _unpacked(sys.stdin.buffer.read(), name)
    try:
        return _unpacked(Path(name).read_bytes(), name)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror or error}.") from None
    except ValueError as error:  # a name with a zero byte in it, or with half a character
        raise InputError(f"{name!r}: cannot be the name of a file: {error}.") from None


def _unpacked(content: bytes, name: str) -> bytes:
    if not content.startswith(_GZIP):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(f"{origin_of(name)}: a damaged gzip file: {error}.") from None


def _raw_lines(content: bytes) -> list[bytes]:
    return [_without_end(line) for line in io.BytesIO(content.removeprefix(_MARK))]


def _without_end(line: bytes) -> bytes:
    """A `\\r` is part of the end only before a `\\n`."""
    return line.removesuffix(b"\r\n") if line.endswith(b"\r\n") else line.removesuffix(b"\n")
