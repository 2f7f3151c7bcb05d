"""Files written beside their place and renamed into it, so that none is ever half there."""

import contextlib
import errno
import os
import tempfile
from collections.abc import Generator
from pathlib import Path


@contextlib.contextmanager
def in_the_name_of(path: Path) -> Generator[None]:
    """What the system refuses of a passing or hidden file is told of `path`, which the user named.

    Where it is the folder around `path` that cannot be written, the error says so.
    """
    try:
        yield
    except OSError as error:
        folder = path.absolute().parent
        what = error.strerror or str(error)
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            what += "" if os.access(folder, os.W_OK) else f"; nothing can be written in {folder}"
        raise OSError(error.errno, what, str(path)) from None


@contextlib.contextmanager
def beside(path: Path) -> Generator[Path]:
    """A path to write to; on success it is moved to `path`, on failure removed.

    The new content is on the disk before the move, so that after a power cut or a kill `path`
    holds either what it held or all of the new. A link keeps pointing where it did. What is no
    file, such as `/dev/stdout` or a pipe, cannot be renamed over: it is written to directly.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        yield path
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    with in_the_name_of(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".tmp")
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            with temporary.open("rb") as written:
                os.fsync(written.fileno())
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)


def write_bytes(path: Path, content: bytes) -> None:
    """Write `content` to `path`, all of it or nothing."""
    with beside(path) as temporary:
        temporary.write_bytes(content)


def write_text(path: Path, content: str) -> None:
    """Write `content` to `path` as UTF-8, all of it or nothing."""
    write_bytes(path, content.encode())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
