"""A studio with small models, and a browser's part of talking to it; every answer is held against
the schema."""

import shutil
import time
from pathlib import Path

import jsonschema
import msgspec
import pytest
from chromium import browser
from lab_models import directories
from starlette.testclient import TestClient
from visiting import served, visitor

from seq2see.studio.app import app_of
from seq2see.studio.schema import schema
from seq2see.studio.shelf import StudioShelf
from seq2see.studio.studio import Studio

__all__ = ["browser", "directories", "served", "visitor"]

TOKEN, PORT = "a-secret-of-43-characters", 8123
SCHEMA = msgspec.json.decode(msgspec.json.encode(schema()))


def check(part: str, found: object) -> None:
    """Hold `found` against a part of the schema."""
    jsonschema.Draft202012Validator(
        SCHEMA["properties"][part] | {"$defs": SCHEMA["$defs"]}
    ).validate(found)


class Page:
    """Talks to a studio as its page does."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, part: str, **options) -> dict:
        """What an address answers, or its problem."""
        return self._opened(self.client.get(path, **options), part)

    def post(self, path: str, body: object = None, part: str = "trace") -> dict:
        """What a request gives in the end, or its problem."""
        given = {} if body is None else {"json": body}
        return self._opened(self.client.post(path, **given), part)

    def ask(self, **request) -> dict:
        """What a lab is answered."""
        check("request", request)
        return self.post("/api/ask", request)

    def begun(self, path: str, body: object = None) -> str:
        """The id of a job that takes longer."""
        reply = self.client.post(path, **({} if body is None else {"json": body})).json()
        assert "job" in reply, reply
        return reply["job"]["id"]

    def end_of(self, job: str, part: str = "trace") -> dict:
        """What a job gives in the end."""
        return self._opened(self.client.get(f"/api/jobs/{job}?wait=1"), part)

    def _opened(self, response, part: str) -> dict:
        reply = response.json()
        deadline = time.monotonic() + 60
        while "job" in reply and time.monotonic() < deadline:
            assert set(reply) == {"ok", "job"} and reply["ok"]
            check("job", reply["job"])
            response = self.client.get(f"/api/jobs/{reply['job']['id']}?wait=1")
            reply = response.json()
        if not reply["ok"]:
            assert set(reply) == {"ok", "error"} and response.status_code < 500
            check("problem", reply["error"])
            return reply["error"]
        assert set(reply) == {"ok", "answer"} and response.status_code == 200
        check(part, reply["answer"])
        return reply["answer"]


@pytest.fixture
def own(directories, tmp_path) -> dict[str, Path]:
    """Copies of the small models, which a test may damage."""
    return {
        name: shutil.copytree(path, tmp_path / "own" / name) for name, path in directories.items()
    }


@pytest.fixture
def studio(own, tmp_path) -> Studio:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("42\tforty two\n7\tseven\n7\tsix\n", "utf-8")
    bad = tmp_path / "bad.tsv"
    bad.write_text("no tab\nx\tforty two\n", "utf-8")
    return Studio(StudioShelf(own.values(), cache=tmp_path / "cache"), [pairs, bad])


@pytest.fixture
def client(studio):
    with TestClient(
        app_of(studio, TOKEN, PORT), base_url=f"http://127.0.0.1:{PORT}", follow_redirects=False
    ) as opened:
        assert opened.get("/", params={"token": TOKEN}).status_code == 303
        yield opened
        studio.jobs.cancel_all()
        studio.jobs.join(20)


@pytest.fixture
def page(client) -> Page:
    return Page(client)


@pytest.fixture
def ids(studio) -> dict[str, str]:
    """By the folder's name: the ids of the models."""
    return {place.directory.name: place.id for place in studio.shelf.places()}
