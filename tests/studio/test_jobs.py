"""What takes longer becomes a job: it tells how far it is, can be cancelled, and ends in words."""

import threading
import time

import pytest

from seq2see.core.errors import InputError
from seq2see.studio import jobs


@pytest.fixture
def work(monkeypatch, studio):
    """A function: from now on this is what a lab's request does."""

    def does(work):
        monkeypatch.setattr(studio, "ask", lambda request: work)

    return does


BOTTLENECK = {"ask": "bottleneck"}


def test_what_is_quick_is_answered_at_once(client):
    reply = client.post("/api/ask", json=BOTTLENECK).json()
    assert reply["ok"] and "answer" in reply


def test_progress_is_told_and_then_the_answer(client, work):
    more, told = threading.Event(), []

    def slowly(watch):
        for step in range(3):
            watch.tell("counting", step, 3)
            more.wait(10)
            more.clear()
        return "done"

    work(slowly)
    reply = client.post("/api/ask", json=BOTTLENECK).json()
    while "job" in reply:
        told.append(reply["job"]["progress"])
        more.set()
        reply = client.get(f"/api/jobs/{reply['job']['id']}?wait=1").json()
    assert reply == {"ok": True, "answer": "done"}
    assert told[0] == {"done": 0, "total": 3, "what": "counting"}
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)


def test_a_cancelled_job_ends(client, work, page):
    ended = threading.Event()

    def forever(watch):
        try:
            while True:
                watch.check()
                time.sleep(0.01)
        finally:
            ended.set()

    work(forever)
    job = page.begun("/api/ask", BOTTLENECK)
    assert client.delete(f"/api/jobs/{job}").json()["error"]["kind"] == "cancelled"
    assert ended.wait(5)
    assert page.end_of(job)["kind"] == "cancelled"


def test_a_mistake_found_late_comes_in_words(work, page):
    def fails(watch):
        time.sleep(jobs.AT_ONCE * 1.5)
        raise InputError("bad:", ["line 1", "line 2"], "Do this.")

    work(fails)
    assert page.end_of(page.begun("/api/ask", BOTTLENECK)) == {
        "kind": "input", "message": "bad:", "hint": "Do this.", "details": ["line 1", "line 2"],
    }  # fmt: skip


def test_a_fault_of_ours_is_told_and_printed(work, page, capfd):
    def breaks(watch):
        raise ZeroDivisionError("<script>")

    work(breaks)
    found = page.post("/api/ask", BOTTLENECK)
    assert found["kind"] == "fault" and "ZeroDivisionError" in found["message"]
    assert "in breaks" in capfd.readouterr().err


def test_what_cannot_be_written_as_json_is_a_fault(work, page, capfd):
    work(lambda watch: object())
    assert page.post("/api/ask", BOTTLENECK)["kind"] == "fault"


def test_a_finished_job_is_kept_for_a_while(client, work, page, studio, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_KEPT", 3)
    work(lambda watch: time.sleep(jobs.AT_ONCE * 1.2))
    first = page.begun("/api/ask", BOTTLENECK)
    reply = client.get(f"/api/jobs/{first}?wait=1").json()
    assert reply == client.get(f"/api/jobs/{first}?wait=1").json() == {"ok": True, "answer": None}
    work(lambda watch: None)
    for _ in range(5):
        client.post("/api/ask", json=BOTTLENECK)
    assert client.get(f"/api/jobs/{first}?wait=1").json()["error"]["kind"] == "gone"
    assert len(studio.jobs._jobs) <= 5


def test_too_much_at_once_is_refused(client, work, page, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_AT_WORK", 1)
    free = threading.Event()
    work(lambda watch: free.wait(10))
    page.begun("/api/ask", BOTTLENECK)
    assert client.post("/api/ask", json=BOTTLENECK).json()["error"]["kind"] == "busy"
    free.set()


@pytest.mark.parametrize("name", ["nothing", "..%2f..", "<script>", "a" * 9_000])
def test_a_job_that_is_gone_says_so(client, name):
    for call in (client.get, client.delete):
        answer = call(f"/api/jobs/{name}")
        assert answer.status_code in (404, 405) and not answer.json()["ok"]
