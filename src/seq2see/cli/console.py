"""Where the commands write: answers to standard output, everything else to standard error."""

import errno
import sys
from pathlib import Path

from rich.console import Console

from seq2see.core.files import write_text

console = Console(highlight=False)
"""Answers and tables."""
messages = Console(stderr=True, highlight=False)
"""Progress, warnings, what to do next."""


def put(text: str, out: Path | None) -> None:
    """Write `text` to the file `out`, whole or not at all, or to standard output."""
    if out is not None:
        write_text(out, text)
        return
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    left = memoryview(text.encode())
    while left:  # with PYTHONUNBUFFERED set, a write may take a part and only the next one fail
        left = left[sys.stdout.buffer.write(left) :]
    sys.stdout.buffer.flush()


def warn(text: str) -> None:
    """Say something on standard error that is no error."""
    messages.print(f"seq2see: {text}", markup=False, soft_wrap=True)
