"""Runs: the log of a training as far as it is written, while it is being written too."""

from pathlib import Path

import msgspec

from seq2see.store.names import LOG, METRICS
from seq2see.studio.entries import RunEntry, RunStatus
from seq2see.studio.look import Look
from seq2see.studio.shelf import Place
from seq2see.training.report import EpochEnd, RunEnd, RunStart, RunStop

Entry = RunStart | EpochEnd | RunEnd | RunStop


class RunLines(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in a run from some line on."""

    id: str
    title: str
    status: RunStatus
    lines: list[Entry]
    """Oldest first; what is not readable as such is left out."""
    first: int
    """Number of the first line here, from 0. Less than was asked for where the log was begun anew
    or cut back, as a resumed run does: then forget what was read before."""
    next: int
    """Ask from here the next time."""
    unreadable: int
    """Lines among these that were passed over."""
    loss_floor: float | None
    """The lowest loss that smoothed labels leave; None without them, or before the first save."""


class Log:
    """The whole lines of a log; one that is being written does not count yet."""

    def __init__(self, directory: Path) -> None:
        path = directory / LOG
        content = path.read_bytes() if path.is_file() else b""
        self.lines = content[: content.rfind(b"\n") + 1].splitlines()

    def entries(self, first: int = 0) -> list[Entry]:
        """Those from line `first` on that can be read."""
        found: list[Entry] = []
        for line in self.lines[first:]:
            try:
                found.append(msgspec.json.decode(line, type=Entry))
            except (msgspec.MsgspecError, RecursionError):
                continue
        return found


def run_lines(place: Place, look: Look, after: int) -> RunLines:
    """The log of a run from line `after` on."""
    log = Log(place.directory)
    first = after if after <= len(log.lines) else 0
    entries = log.entries(first)
    return RunLines(
        id=place.id,
        title=place.title,
        status=_status(look, log.entries()[-1:]),
        lines=entries,
        first=first,
        next=len(log.lines),
        unreadable=len(log.lines) - first - len(entries),
        loss_floor=_loss_floor(place.directory),
    )


def _loss_floor(directory: Path) -> float | None:
    try:
        found = msgspec.json.decode((directory / METRICS).read_bytes(), type=_Metrics).loss_floor
    except (OSError, msgspec.MsgspecError, RecursionError):
        return None
    return found or None


class _Metrics(msgspec.Struct):
    loss_floor: float | None = None


def run_entry(place: Place, look: Look) -> RunEntry | None:
    """The run of a model, or None where there is no log."""
    entries = Log(place.directory).entries()
    if not entries:
        return None
    starts = [entry for entry in entries if isinstance(entry, RunStart)]
    epochs = [entry for entry in entries if isinstance(entry, EpochEnd)]
    measured = [
        f"{one.held_out_accuracy:.1%} of held-out pairs right after epoch {one.epoch}"
        for one in epochs
        if one.held_out_accuracy is not None
    ]
    done = epochs[-1].epoch if epochs else 0
    facts = [f"{done} of {starts[-1].epochs} epochs" if starts else f"{done} epochs"]
    facts += measured[-1:]
    status = _status(look, entries[-1:])
    return RunEntry(
        id=place.id,
        title=place.title,
        status=status,
        why=look.why if status == "broken" else None,
        facts=facts,
        model=place.id if look.why is None else None,
    )


def reached(directory: Path) -> str | None:
    """How far a training came, as `epoch 3 of 10`: the epoch under way. None without a log."""
    entries = Log(directory).entries()
    starts = [entry for entry in entries if isinstance(entry, RunStart)]
    if not starts:
        return None
    done = max((one.epoch for one in entries if isinstance(one, EpochEnd)), default=0)
    return f"epoch {min(done + 1, starts[-1].epochs)} of {starts[-1].epochs}"


def _status(look: Look, last: list[Entry]) -> RunStatus:
    if look.under_way:
        return "training"
    if look.why is not None:
        return "broken"
    return "trained" if last and isinstance(last[0], RunEnd) else "stopped"
