"""A contestant: one program in a process, and if need be an environment, of its own.

Whoever measures starts a `Worker` and asks it for pieces of work, a line of JSON each way; so
several programs can take turns, and each has its own peak memory. The program itself ends in
`run(make)`: `make` gets the job (what all contestants share) and gives an object whose methods are
the pieces of work. Nothing here imports torch or seq2see.
"""

import json
import os
import resource
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

Job = dict[str, Any]


class Unavailable(Exception):  # noqa: N818
    """The contestant cannot take part, and why."""


class Worker:
    """A contestant at work. Raises `Unavailable` where its program cannot start."""

    def __init__(self, script: str, job: Path, python: str = sys.executable) -> None:
        quiet = {"PYTHONWARNINGS": "ignore", "TRANSFORMERS_VERBOSITY": "error", "TQDM_DISABLE": "1"}
        self.process = subprocess.Popen(
            [python, str(Path(__file__).with_name(script)), str(job), "serve"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | quiet,
        )  # fmt: skip
        try:
            self._answer()
        except Unavailable:
            self.close()
            raise

    def ask(self, what: str, **given: object) -> Any:
        """What the method `what` gives."""
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps([what, given]) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Unavailable("its process has ended") from None
        return self._answer()

    def _answer(self) -> Any:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise Unavailable("its process has ended")
        kind, value = json.loads(line)
        if kind == "unavailable":
            raise Unavailable(value)
        return value

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def run(make: Callable[[Job], Any]) -> None:
    """Be a contestant: `PROGRAM JOB serve`, or `PROGRAM JOB METHOD` for one piece of work."""
    job = json.loads(Path(sys.argv[1]).read_text())
    if sys.argv[2] != "serve":
        getattr(make(job), sys.argv[2])()
        return
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not come between the answers

    def answer(kind: str, value: object) -> None:
        answers.write(json.dumps([kind, value]) + "\n")
        answers.flush()

    try:
        contestant = make(job)
    except ImportError as error:
        answer("unavailable", str(error))
        return
    answer("ready", None)
    for line in sys.stdin:
        what, given = json.loads(line)
        try:
            found = peak() if what == "peak" else getattr(contestant, what)(**given)
        except Exception:
            answer("unavailable", traceback.format_exc(limit=-2))
            return
        answer("done", found)


def pairs_to_learn(job: Job) -> list[tuple[list[int], list[int]]]:
    """The pairs as numbers; read only by who trains."""
    return json.loads(Path(job["pairs"]).read_text())


def peak() -> float:
    """The largest memory of this process so far, in MB."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 if sys.platform != "darwin" else 1024**2)


def whole_program(command: list[str], given: str) -> tuple[float, float]:
    """Run a program on `given` as its input: seconds, and its peak memory in MB."""
    measuring = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, "
        "stderr=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-S", "-c", measuring, *command],
        input=given, capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds = time.perf_counter() - start
    return seconds, int(done.stdout) / (1024 if sys.platform != "darwin" else 1024**2)
