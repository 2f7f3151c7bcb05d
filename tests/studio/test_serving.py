"""The program itself: a busy port, two studios, Ctrl-C while a job runs; how soon it answers."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from seq2see.core.errors import MissingExtraError
from seq2see.studio.serve import HOST, free_socket


class Program:
    """A studio in a process of its own, and a client that its page would be."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "seq2see", "studio", *map(str, arguments)],
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "NO_COLOR": "1", **environment},
        )
        line = self.process.stderr.readline()
        found = re.search(r"(http://127\.0\.0\.1:(\d+)/)\?(token=\S+)", line)
        assert found, line + self.process.stderr.read()
        self.port = int(found[2])
        self.page = httpx.Client(base_url=found[1], follow_redirects=True, timeout=60)
        for _ in range(500):
            try:
                assert self.page.get(f"/?{found[3]}").status_code == 200
                break
            except httpx.ConnectError:
                time.sleep(0.02)

    def stop(self, end: int = signal.SIGINT) -> tuple[int, str]:
        """Press Ctrl-C; its exit status, and what it said."""
        self.process.send_signal(end)
        status = self.process.wait(60)
        return status, self.process.stderr.read()


@pytest.fixture
def start(tmp_path):
    """A function: start a studio on some port."""
    started: list[Program] = []

    def begin(*arguments, **environment) -> Program:
        started.append(Program("--cache", tmp_path / "cache", *arguments, **environment))
        return started[-1]

    yield begin
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
        one.process.stderr.close()
        one.page.close()


def busy_port():
    """A socket on a port that was free."""
    taken = socket.socket()
    taken.bind((HOST, 0))
    taken.listen()
    return taken


def test_a_busy_port_gives_the_next():
    with busy_port() as taken, free_socket(taken.getsockname()[1]) as found:
        assert found.getsockname()[0] == HOST
        assert 0 < found.getsockname()[1] - taken.getsockname()[1] <= 100


def test_beyond_the_last_port_any_is_taken():
    with free_socket(65_535) as first, free_socket(65_535) as second:
        assert first.getsockname()[1] != second.getsockname()[1]


def test_two_studios_side_by_side_and_ctrl_c(start):
    with busy_port() as taken:
        port = taken.getsockname()[1]
    one, other = start("--port", port), start("--port", port)
    assert one.port != other.port
    other.page.cookies.update(one.page.cookies)  # a browser has one jar for both
    for studio in (one, other):
        assert studio.page.get("/api/home").json()["ok"]
    for studio in (one, other):
        status, said = studio.stop()
        assert status == 0 and "The studio has ended." in said and "Traceback" not in said


def test_ctrl_c_while_a_model_is_made_leaves_nothing_running(start, tmp_path):
    studio = start()
    reply = studio.page.post("/api/models/number-reader/make").json()
    for _ in range(600):
        reply = studio.page.get(f"/api/jobs/{reply['job']['id']}?wait=1").json()
        if reply["job"]["progress"]["total"]:
            break
    status, said = studio.stop()
    assert status == 0 and "Traceback" not in said
    assert not (tmp_path / "cache" / ".number-reader.lock").exists()
    made = tmp_path / "cache" / "number-reader" / "weights.safetensors"
    assert made.is_file()  # what was learned is kept


def test_a_long_poll_does_not_hold_it(start, trained_directory):
    studio = start(trained_directory)
    home = studio.page.get("/api/home").json()["answer"]
    body = {"model": home["models"][0]["id"]}
    studio.page.post("/api/evaluations", json=body)
    began = time.monotonic()
    _, said = studio.stop(signal.SIGTERM)
    assert "Traceback" not in said and time.monotonic() - began < 20


def test_the_page_does_not_wait_for_torch(tmp_path):
    program = """
import sys
import seq2see.cli.studio, seq2see.studio.serve
from seq2see.studio.shelf import StudioShelf
from seq2see.studio.studio import Studio
from pathlib import Path
studio = Studio(StudioShelf([Path(sys.argv[1])], cache=Path(sys.argv[1])))
studio.home()
heavy = {"torch", "sacrebleu", "sentencepiece", "matplotlib"} & set(sys.modules)
assert not heavy, heavy
"""
    subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=True)


def test_help_needs_neither_torch_nor_a_server():
    program = """
import sys
sys.argv = ["seq2see", "studio", "--help"]
from seq2see.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code
heavy = {"torch", "starlette", "uvicorn"} & set(sys.modules)
assert not heavy, heavy
"""
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert "--made" in done.stdout


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_without_the_extra_it_is_named(monkeypatch, missing):
    from seq2see.cli.studio import studio

    for name in [name for name in sys.modules if name.startswith(("seq2see.studio", missing))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError, match=rf"needs {missing}.*\n.*seq2see\[studio\]"):
        studio()


def test_pairs_that_are_not_there_are_named(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "seq2see", "studio", "--pairs", str(Path(tmp_path, "nothing.tsv"))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and "nothing.tsv" in done.stderr


def test_a_model_that_is_not_there_is_named(tmp_path):
    command = [sys.executable, "-m", "seq2see", "studio", str(tmp_path / "nosuch")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nosuch" in done.stderr


def test_the_terminal_tells_of_what_waits_what_is_broken_and_a_taken_port(start, tmp_path):
    (tmp_path / "waits").mkdir()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "weights.safetensors").write_bytes(b"")
    with busy_port() as taken:
        port = taken.getsockname()[1]
        studio = start(tmp_path / "waits", tmp_path / "broken", "--port", port)
        models = studio.page.get("/api/home").json()["answer"]["models"]
        said = studio.stop()[1]
    assert f"Port {port} was taken." in said
    assert "waits: no run here yet" in said and "broken: not a whole model directory" in said
    waits = next(one for one in models if one["title"] == "waits")
    assert waits["status"] == "not made yet" and not waits["can_be_made"]
