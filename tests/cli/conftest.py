"""The program run in this process: status, answers and messages of one call."""

import io
import sys
from typing import NamedTuple

import pytest

from seq2see.__main__ import main


class Outcome(NamedTuple):
    """What a call of the program gave."""

    status: int
    out: str
    err: str

    @property
    def said(self):
        """Messages with every run of white space as one space, since lines wrap."""
        return " ".join(self.err.split())

    @property
    def told(self):
        """Answers, likewise."""
        return " ".join(self.out.split())


@pytest.fixture
def seq2see(monkeypatch, capfdbinary):
    """A function: call the program with arguments and bytes on standard input."""

    def called(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "argv", ["seq2see", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = 0
        try:
            main()
        except SystemExit as end:
            status = end.code or 0
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        outcome = Outcome(status, out.decode(), err.decode())
        assert "Traceback" not in outcome.err
        return outcome

    return called


@pytest.fixture
def lines(tmp_path):
    """A function: a file of these bytes."""

    def written(content, name="lines.txt"):
        (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path / name

    return written
