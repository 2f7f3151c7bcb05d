"""One training at a time in a folder: whether one is under way there, and how it is taken up."""

import contextlib
import fcntl
import shlex
import time
from collections.abc import Generator
from pathlib import Path
from typing import IO

from seq2see.core.errors import RunError
from seq2see.core.files import in_the_name_of


@contextlib.contextmanager
def alone_in(directory: Path) -> Generator[None]:
    """Keep any other training out of `directory` while the context is open.

    Raises `RunError` where one is under way. The lock goes with the process, however it ends.
    """
    lock = _lock_of(directory)
    lock.parent.mkdir(parents=True, exist_ok=True)
    with in_the_name_of(directory):
        opened = lock.open("a")
    with opened as handle:
        if not _locked(handle):
            raise RunError(
                f"{directory}: a training is under way there.",
                hint="Wait for it, stop it, or choose another --out.",
            )
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # the next one takes it as it is
                lock.unlink(missing_ok=True)


def is_under_way(directory: Path) -> bool:
    """Whether some process is training in `directory` now."""
    try:
        with _lock_of(directory).open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def how_to_resume(directory: Path) -> str:
    """The command that goes on with the run in `directory`.

    The recipe is the folder's own, as a whole path: a bare name may be that of a shipped recipe.
    """
    return f"seq2see train {shlex.quote(str(directory.resolve()))} --out " + (
        f"{shlex.quote(str(directory))} --resume"
    )


def _locked(handle: IO[str]) -> bool:
    """Take the lock; again if need be, because a glance of `is_under_way` holds it for a moment."""
    for pause in (0.01, 0.05, 0.2, 0.0):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            time.sleep(pause)
        else:
            return True
    return False


def _lock_of(directory: Path) -> Path:
    """Beside the folder, so that it can be there before the folder is."""
    whole = directory.resolve()
    return whole.with_name(f".{whole.name}.lock")
