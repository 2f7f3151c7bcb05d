"""A run's log is read on from any line, while it is being written, and whatever happened to it."""

import pytest

from seq2see.store.names import LOG


@pytest.fixture
def log(own):
    return own["reader"] / LOG


def read(page, ids, after=0):
    return page.get(f"/api/runs/{ids['reader']}?after={after}", "run")


def test_it_is_read_line_after_line(page, ids):
    whole = read(page, ids)
    assert whole["status"] == "trained" and whole["first"] == 0 and whole["unreadable"] == 0
    assert [whole["lines"][n]["event"] for n in (0, 1, -1)] == ["start", "epoch", "end"]
    assert whole["next"] == len(whole["lines"])
    some = read(page, ids, whole["next"] - 2)
    assert some["lines"] == whole["lines"][-2:] and some["first"] == whole["next"] - 2
    assert read(page, ids, whole["next"])["lines"] == []


def test_half_a_line_waits_for_its_end(page, ids, log):
    content = log.read_bytes()
    lines = content.splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    before = read(page, ids)
    assert len(before["lines"]) == before["next"] == 3 and before["status"] == "stopped"
    log.write_bytes(content)
    after = read(page, ids, before["next"])
    assert len(after["lines"]) == len(lines) - 3


def test_damaged_lines_are_passed_over_and_counted(page, ids, log):
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([lines[0], b"nonsense\n", b"\xff\n", b"{}\n", *lines[1:]]))
    found = read(page, ids)
    assert len(found["lines"]) == len(lines) and found["unreadable"] == 3
    assert found["next"] == len(lines) + 3


def test_a_log_that_was_cut_back_is_read_anew(page, ids, log):
    whole = read(page, ids)
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:2]))
    again = read(page, ids, whole["next"])
    assert again["first"] == 0 and len(again["lines"]) == 2


def test_every_run_is_listed(page, ids):
    runs = {run["id"]: run for run in page.get("/api/home", "home")["runs"]}
    assert set(runs) == {ids[name] for name in ("reader", "lstm", "plain", "pairs")}
    assert runs[ids["reader"]]["facts"][0] == "13 of 13 epochs"
    assert runs[ids["reader"]]["model"] == ids["reader"]


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "²", "9" * 40])
def test_a_line_has_a_number(page, ids, after):
    assert read(page, ids, after)["kind"] == "input"


def test_a_model_without_a_log_has_no_run(page, ids, log):
    log.unlink()
    assert "no log" in read(page, ids)["message"]
    assert page.get("/api/runs/microscope", "run")["kind"] == "input"
    assert page.get("/api/runs/nothing", "run")["kind"] == "unknown-name"
