"""Every answer of a lab validates, whatever is typed; what cannot be asked is told in words."""

import msgspec
import pytest
from lab_models import directories  # noqa: F401
from typed_texts import TEXTS

from seq2see.labs.ask import Trace


@pytest.mark.parametrize("model", ["reader", "lstm", "plain", "pairs"])
def test_any_text(client, page, ids, model):
    for name, text in TEXTS.items():
        if name == "half a character":
            continue
        found = page.ask(ask="explain", model=ids[model], text=text, beam=2)
        assert "message" in found or found["source_text"] == text


def test_half_a_character_is_no_json(client, ids):
    body = b'{"ask":"explain","model":"%s","text":"\\ud83d"}' % ids["reader"].encode()
    answer = client.post("/api/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]["kind"] == "request"


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"{}", b'{"ask":"nothing"}', b'{"ask":"explain"}', b"\xff",
     b'{"ask":"explain","model":"m","text":3}', b'{"ask":"bottleneck","more":1}',
     b'{"ask":"explain","model":"m","text":"x","beam":17}', b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_request_says_so(client, body):
    answer = client.post("/api/ask", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and answer.json()["error"]["message"]


def test_answers_are_the_types_that_python_has(client, ids):
    for request in ({"ask": "bottleneck"}, {"ask": "explain", "model": ids["reader"], "text": "4"}):
        reply = client.post("/api/ask", json=request).json()
        while "job" in reply:
            reply = client.get(f"/api/jobs/{reply['job']['id']}?wait=1").json()
        trace = msgspec.convert(reply["answer"], type=Trace)
        assert msgspec.to_builtins(trace) == reply["answer"]


def test_the_schema_is_told(client):
    schema = client.get("/api/schema").json()["answer"]
    assert {"request", "trace", "home", "run", "evaluation"} <= set(schema["properties"])


def test_two_at_once_share_one_model(page, ids):
    first = page.ask(ask="explain", model=ids["pairs"], text="bad")
    assert page.ask(ask="explain", model=ids["pairs"], text="bad") == first
