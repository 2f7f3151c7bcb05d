"""Making a chapter's model: a training in a child process, followed through its log."""

import contextlib
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from seq2see.core.errors import RunError
from seq2see.labs.watch import Watch
from seq2see.store.alone import is_under_way
from seq2see.store.names import LOG, MANIFEST
from seq2see.studio.chapter_models import ChapterModel, is_finished

GLANCE = 0.2
"""Seconds between two looks at the log."""

PATIENCE = 20.0
"""Seconds that a training may take to save and stop."""


def make(model: ChapterModel, directory: Path, watch: Watch, *, anew: bool = False) -> None:
    """Train `model` into `directory`, or go on with what is half made there.

    With `anew` a finished one is made again. When cancelled, what was learned so far is saved, and
    the next call goes on from there. Raises `RunError` with the last words of a training that
    failed.
    """
    directory.parent.mkdir(parents=True, exist_ok=True)
    while is_under_way(directory):  # in another studio, say
        _tell(directory, watch)
        time.sleep(GLANCE)
    finished = is_finished(directory)
    if finished and not anew:
        return
    half_made = (directory / MANIFEST).is_file() and not finished
    options = ["--resume"] if half_made else ["--overwrite"] if finished else []
    said = _train(model, directory, options, watch)
    if said is not None and half_made:  # of an older recipe, or damaged
        said = _train(model, directory, ["--overwrite"], watch)
    if said is not None:
        raise RunError(f"{model.title} could not be made:", said[-5:], "Try again.")


def _train(
    model: ChapterModel, directory: Path, options: list[str], watch: Watch
) -> list[str] | None:
    """Train in a child; None when all went well, else what it said."""
    recipe, settings = model.recipe()
    changes = [word for setting in settings for word in ("--set", setting)]
    command = [sys.executable, "-m", "seq2see", "train", recipe, "--out", str(directory), *options]
    with tempfile.TemporaryFile() as messages:
        child = subprocess.Popen(
            [*command, *changes, "--device", "cpu", "--threads", "1"],
            stdin=subprocess.DEVNULL,
            stdout=messages,
            stderr=messages,
            start_new_session=True,  # Ctrl-C reaches us alone; what the child gets, we send
        )
        try:
            watch.tell("starting the training")
            while child.poll() is None:
                _tell(directory, watch)
                time.sleep(GLANCE)
        finally:
            _end(child)
        messages.seek(0)
        said = messages.read().decode(errors="replace").splitlines()
    return None if child.returncode == 0 else [line.strip() for line in said if line.strip()]


def _end(child: subprocess.Popen[bytes]) -> None:
    """End a child that may still be training: it saves first, unless it takes too long."""
    for end in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        if child.poll() is not None:
            return
        child.send_signal(end)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(PATIENCE)


def _tell(directory: Path, watch: Watch) -> None:
    epochs = updates = epoch = update = 0
    with contextlib.suppress(OSError, msgspec.MsgspecError, KeyError, TypeError):
        for line in (directory / LOG).read_bytes().splitlines():
            entry = msgspec.json.decode(line)
            update = entry["update"]
            if entry["event"] == "start":
                epochs, updates = entry["epochs"], entry["updates"]
            epoch = entry.get("epoch", epoch)
    if updates:
        watch.tell(f"training, epoch {min(epoch + 1, epochs)} of {epochs}", update, updates)
    else:
        watch.check()
