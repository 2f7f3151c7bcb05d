"""The envelope: one JSON shape for everything that the server says.

{"ok": true, "answer": …}
{"ok": true, "job": {"id": …, "progress": {"done": …, "total": …, "what": …}}}
{"ok": false, "error": {"kind": …, "message": …, "hint": …, "details": […]}}
"""

import re
from typing import Any, Literal

import msgspec

from seq2see.core.errors import Seq2seeError
from seq2see.studio.entries import Working


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """What went wrong, for a person."""

    kind: str
    """A word for programs: `input`, `not-made`, `unknown-name`, `cancelled`, `fault`, …"""
    message: str
    hint: str
    """What to do about it; may be empty."""
    details: list[str]
    """Every single mistake, one a line."""


class Answered(msgspec.Struct, frozen=True):
    """Something was found."""

    answer: Any
    ok: Literal[True] = True


class UnderWay(msgspec.Struct, frozen=True):
    """It takes longer."""

    job: Working
    ok: Literal[True] = True


class Failed(msgspec.Struct, frozen=True):
    """It did not work."""

    error: Problem
    ok: Literal[False] = False


def answered(answer: object) -> bytes:
    """The envelope of an answer."""
    return msgspec.json.encode(Answered(answer))


def working(job: Working) -> bytes:
    """The envelope of a job that is not done."""
    return msgspec.json.encode(UnderWay(job))


def refused(kind: str, message: str, hint: str = "", details: list[str] | None = None) -> bytes:
    """The envelope of something that did not work."""
    found = Problem(kind=kind, message=message, hint=hint, details=details or [])
    return msgspec.json.encode(Failed(found))


def problem(error: Exception) -> bytes:
    """The envelope of an exception: the user's mistakes in their own words, others as a fault."""
    if isinstance(error, Seq2seeError):
        return refused(kind_of(error), error.what, error.hint, list(error.problems))
    if isinstance(error, msgspec.MsgspecError):
        return refused("request", f"This cannot be asked so: {error}.", "Reload the page.")
    if isinstance(error, MemoryError) or "not enough memory" in str(error):
        return refused(
            "memory",
            "There is not enough memory for this.",
            "Take a shorter text or a smaller beam.",
        )
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return refused("disk", f"{where}{error.strerror or error}.")
    return refused(
        "fault",
        f"A fault in seq2see itself: {type(error).__name__}: {error}",
        "The terminal in which the studio runs shows where it happened.",
    )


def kind_of(error: Seq2seeError) -> str:
    """`InputError` → `input`, `ModelDirectoryError` → `model-directory`."""
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
