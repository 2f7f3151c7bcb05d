"""Runs side by side: a killed program leaves no training behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = """
import sys
from pathlib import Path
from seq2see.core.recipe_file import load_recipe
from seq2see.experiments.training_jobs import Job, train_all

if __name__ == "__main__":
    jobs = [Job(load_recipe("reverser"), Path(sys.argv[1], str(n)), n) for n in (1, 2)]
    train_all(jobs, print)
"""


def stat(pid: int) -> list[str]:
    """State, parent and so on of a process; nothing where it has gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def children_of(parent: int) -> list[int]:
    """Processes that `parent` started."""
    pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [pid for pid in pids if stat(pid)[1:2] == [str(parent)]]


def alive(pid: int) -> bool:
    """Whether a process runs: one that has ended but is not waited for does not."""
    return stat(pid)[:1] not in ([], ["Z"])


def test_killing_the_program_ends_its_trainings(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    (tmp_path / "runs").mkdir()
    started = subprocess.Popen([sys.executable, str(program), str(tmp_path / "runs")])
    deadline = time.monotonic() + 60
    while len(list((tmp_path / "runs").glob("*/log.jsonl"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    workers = children_of(started.pid)
    assert len(workers) >= 2
    os.kill(started.pid, signal.SIGKILL)
    started.wait()
    deadline = time.monotonic() + 30
    while any(map(alive, workers)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(map(alive, workers))
