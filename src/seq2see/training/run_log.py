"""`log.jsonl`: what happened in a run, one JSON object a line."""

from pathlib import Path

import msgspec

from seq2see.core.errors import RunError
from seq2see.core.files import write_bytes
from seq2see.store.names import LOG
from seq2see.training.report import EpochEnd, RunEnd, RunStart, RunStop

Entry = RunStart | EpochEnd | RunEnd | RunStop


def append(directory: Path, entry: Entry) -> None:
    """Add a line; a watcher sees it at once."""
    with (directory / LOG).open("ab") as log:
        log.write(msgspec.json.encode(entry) + b"\n")


def read(directory: Path) -> list[Entry]:
    """All entries, oldest first; a last line cut short by a kill is left out.

    Raises `RunError` for any other line that is none.
    """
    path = directory / LOG
    content = path.read_bytes() if path.exists() else b""
    whole = content[: content.rfind(b"\n") + 1]
    try:
        return [msgspec.json.decode(line, type=Entry) for line in whole.splitlines()]
    except (msgspec.MsgspecError, RecursionError) as error:
        raise RunError(
            f"{path}: damaged: {error}.",
            hint="Remove the damaged line, or train again with --overwrite.",
        ) from None


def rewind(directory: Path, epoch: int, update: int) -> None:
    """Forget the end of `epoch` and all after `update`, because they will happen again."""
    kept = [
        entry
        for entry in read(directory)
        if entry.update <= update
        and not isinstance(entry, RunEnd)
        and not (isinstance(entry, EpochEnd) and entry.epoch >= epoch)
    ]
    write_bytes(directory / LOG, b"".join(msgspec.json.encode(e) + b"\n" for e in kept))
