"""The routes: from a request over HTTP to the studio's answer in an envelope."""

from collections.abc import Callable
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request as HttpRequest
from starlette.responses import Response
from starlette.routing import Route

from seq2see.core.errors import InputError, Seq2seeError
from seq2see.labs.request import Request
from seq2see.studio.assets import FOLDER, asset
from seq2see.studio.envelope import answered, problem, refused
from seq2see.studio.evaluation_request import Evaluate
from seq2see.studio.guard import Guard
from seq2see.studio.jobs import AT_ONCE, Job, Work, polled
from seq2see.studio.studio import Studio

MOST_BYTES = 1_000_000
"""In the body of a request."""


class _Routes:
    """What each address does."""

    def __init__(self, studio: Studio, assets: Path) -> None:
        self._studio = studio
        self._assets = assets

    async def home(self, request: HttpRequest) -> Response:
        return await self._now(self._studio.home)

    async def ask(self, request: HttpRequest) -> Response:
        asked = msgspec.json.decode(await _body(request), type=Request)
        return await self._soon(request, self._studio.ask(asked))

    async def evaluate(self, request: HttpRequest) -> Response:
        asked = msgspec.json.decode(await _body(request), type=Evaluate)
        return await self._soon(request, self._studio.evaluate(asked))

    async def make(self, request: HttpRequest) -> Response:
        job = self._studio.make(request.path_params["model"])
        return await _first_word(request, job)

    async def run(self, request: HttpRequest) -> Response:
        after = request.query_params.get("after", "0")
        if not after.isdecimal() or len(after) > 12:
            raise InputError(f"after={after[:20]}: expected the number of a line.")
        model = request.path_params["model"]
        return await self._now(lambda: self._studio.run(model, int(after)))

    async def job(self, request: HttpRequest) -> Response:
        job = self._studio.jobs.find(request.path_params["job"])
        if job is None:
            return _json(refused("gone", "There is no such job any more.", "Ask again."), 404)
        if request.method == "DELETE":
            job.cancel()
            await job.wait(AT_ONCE)
            return _json(job.envelope())
        return _json(await polled(job) if "wait" in request.query_params else job.envelope())

    async def schema(self, request: HttpRequest) -> Response:
        from seq2see.studio.schema import schema

        return await self._now(schema)

    async def asset(self, request: HttpRequest) -> Response:
        return asset(request.scope["path"], self._assets)

    async def _now(self, find: Callable[[], object]) -> Response:
        """What is found without a job, though not in this thread: it may read files."""
        return _json(answered(await run_in_threadpool(find)))

    async def _soon(self, request: HttpRequest, work: Work) -> Response:
        return await _first_word(request, self._studio.jobs.start(work))


async def _first_word(request: HttpRequest, job: Job | None) -> Response:
    """The answer if there is one at once, else the job; given up where nobody waits any more."""
    if job is None:
        hint = "Wait for some of it, or cancel it."
        return _json(refused("busy", "Too much is being computed at once.", hint), 429)
    await job.wait(AT_ONCE)
    if job.reply is None and await request.is_disconnected():
        job.cancel()
    return _json(job.envelope())


async def _body(request: HttpRequest) -> bytes:
    """The body, which must say that it is JSON, as no foreign form can."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise HTTPException(415, "expected JSON")
    content = bytearray()
    async for part in request.stream():
        content += part
        if len(content) > MOST_BYTES:
            raise HTTPException(413, "too much to ask at once: a megabyte is the limit")
    return bytes(content)


def _json(content: bytes, status: int = 200) -> Response:
    return Response(content, status, media_type="application/json")


async def _mistake(request: HttpRequest, error: Exception) -> Response:
    return _json(problem(error), 400)


async def _no_such(request: HttpRequest, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _json(refused("http", f"{error.detail}."), error.status_code)


def app_of(studio: Studio, token: str, port: int, assets: Path = FOLDER) -> Guard:
    """The whole application behind its guard."""
    routes = _Routes(studio, assets)
    plain = Starlette(
        routes=[
            Route("/api/home", routes.home),
            Route("/api/ask", routes.ask, methods=["POST"]),
            Route("/api/evaluations", routes.evaluate, methods=["POST"]),
            Route("/api/jobs/{job}", routes.job, methods=["GET", "DELETE"]),
            Route("/api/models/{model}/make", routes.make, methods=["POST"]),
            Route("/api/runs/{model}", routes.run),
            Route("/api/schema", routes.schema),
            Route("/api/{rest:path}", _nothing),
            Route("/{path:path}", routes.asset),
        ],
        exception_handlers={
            Seq2seeError: _mistake,
            msgspec.MsgspecError: _mistake,
            OSError: _mistake,
            HTTPException: _no_such,
        },
    )
    return Guard(plain, token, port)


async def _nothing(request: HttpRequest) -> Response:
    return _json(refused("http", "There is no such address."), 404)
