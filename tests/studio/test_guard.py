"""Nothing is answered to another host, another page, or somebody without the token."""

import pytest
from starlette.testclient import TestClient

from seq2see.studio.app import app_of
from seq2see.studio.guard import HEADERS

PORT = 8123
HERE = f"http://127.0.0.1:{PORT}"


def token_of(client) -> str:
    return client.cookies[f"seq2see-{PORT}"]


def test_the_token_becomes_a_cookie_and_leaves_the_address(studio):
    with TestClient(app_of(studio, "s3cret", PORT), base_url=HERE, follow_redirects=False) as c:
        answer = c.get("/?lab=decoding&token=s3cret&x=a%26b")
        assert (answer.status_code, answer.headers["location"]) == (303, "/?lab=decoding&x=a%26b")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
        assert c.get("/api/home").status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:8124", f"[::1]:{PORT}", "",
     f"127.0.0.1:{PORT}.evil.example", f"127.0.0.1:{PORT}@evil.example"],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/", "/api/home", "/?token=TOKEN"])
def test_a_foreign_host_is_refused(client, host, path):
    path = path.replace("TOKEN", token_of(client))
    assert client.get(path, headers={"host": host}).status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8123", "http://127.0.0.1:8124", ""]
)
def test_a_foreign_origin_is_refused(client, origin):
    headers = {"origin": origin}
    assert client.get("/api/home", headers=headers).status_code == 403
    assert client.post("/api/ask", headers=headers, json={"ask": "bottleneck"}).status_code == 403


def test_its_own_pages_are_answered(client):
    for name in ("127.0.0.1", "localhost"):
        headers = {"host": f"{name}:{PORT}", "origin": f"http://{name}:{PORT}"}
        cookie = {"cookie": f'other="; odd; seq2see-{PORT}={token_of(client)}; more=x'}
        assert client.get("/api/home", headers=headers | cookie).status_code == 200


@pytest.mark.parametrize(
    "given", [None, "", "wrong", "</script><script>alert(1)</script>", "ü", "%00", "a" * 10_000]
)
@pytest.mark.parametrize("path", ["/", "/index.html", "/api/home", "/api/schema"])
def test_a_missing_or_wrong_token_is_refused(studio, given, path):
    with TestClient(app_of(studio, "s3cret", PORT), base_url=HERE, follow_redirects=False) as c:
        answer = c.get(path, params={} if given is None else {"token": given})
        assert answer.status_code == 403 and "set-cookie" not in answer.headers
        assert "s3cret" not in answer.text and "alert" not in answer.text
        in_cookie = {"cookie": f"seq2see-{PORT}={given or ''}".encode()}
        assert c.get(path, headers=in_cookie).status_code == 403


def test_two_tokens_are_none(studio):
    with TestClient(app_of(studio, "s3cret", PORT), base_url=HERE, follow_redirects=False) as c:
        assert c.get("/?token=s3cret&token=wrong").status_code == 403


def test_the_token_of_another_port_is_another(studio, client):
    with TestClient(app_of(studio, token_of(client), 8124), base_url="http://127.0.0.1:8124") as c:
        c.cookies = client.cookies
        assert c.get("/api/home").status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/home", "/nothing", "/api/nothing", "/?token=wrong"])
def test_every_answer_carries_the_headers(client, path):
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_only_json_is_read(client):
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        answer = client.post(
            "/api/ask", content=b'{"ask":"bottleneck"}', headers={"content-type": kind}
        )
        assert answer.status_code == 415 and not answer.json()["ok"]


def test_a_body_has_bounds(client):
    answer = client.post("/api/ask", json={"ask": "explain", "model": "m", "text": "7" * 1_000_000})
    assert answer.status_code == 413 and not answer.json()["ok"]
