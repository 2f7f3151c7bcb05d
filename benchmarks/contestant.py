"""A contestant: one program in a process, and if need be an environment, of its own.

Whoever measures starts a `Worker` and asks it for pieces of work, a line of JSON each way; so
several programs can take turns, and each has its own peak memory. The program is a module with a
class `Contestant`, made from the job (what all contestants share), whose methods are the pieces of
work; `python contestant.py MODULE JOB METHOD` does one of them and ends. Nothing here imports torch
or seq2see.
"""

import importlib
import json
import os
import resource
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import Any

Job = dict[str, Any]


class Unavailable(Exception):  # noqa: N818
    """The contestant cannot take part, and why."""


class Worker:
    """A contestant at work. Raises `Unavailable` where its program cannot start."""

    def __init__(self, module: str, job: Path, python: str = sys.executable) -> None:
        quiet = {"PYTHONWARNINGS": "ignore", "TRANSFORMERS_VERBOSITY": "error", "TQDM_DISABLE": "1"}
        self.process = subprocess.Popen(
            [python, __file__, module, str(job), "serve"],
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


def serve(module: str, job: Job) -> None:
    """Do what is asked, line by line."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not come between the answers

    def answer(kind: str, value: object) -> None:
        answers.write(json.dumps([kind, value]) + "\n")
        answers.flush()

    try:
        contestant = importlib.import_module(module).Contestant(job)
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


if __name__ == "__main__":
    _, module, file, what = sys.argv
    job = json.loads(Path(file).read_text())
    if what == "serve":
        serve(module, job)
    else:
        getattr(importlib.import_module(module).Contestant(job), what)()
