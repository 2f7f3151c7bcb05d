"""The guard before every request: who may ask, and what a page from here may do.

The studio listens on this machine only, but every page in this machine's browser could send it
requests. So a request must name this server as its host, come from no foreign page, and bring the
secret that was printed in the terminal. It comes once in the address, then in a cookie.
"""

import secrets
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from seq2see.studio.envelope import refused

HEADERS = {
    "Content-Security-Policy": "; ".join(
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        ]
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer: nothing is loaded from elsewhere, no page elsewhere shows this one."""


class Guard:
    """Lets through what carries `token` and comes from this server's own pages."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token
        names = ("127.0.0.1", "localhost")
        # Browsers leave the port out of an address where it is the usual one.
        self._hosts = {f"{name}:{port}" for name in names} | ({*names} if port == 80 else set())
        self._origins = {f"http://{host}" for host in self._hosts}
        self._cookie = f"seq2see-{port}"  # cookies know no ports: a second studio has its own

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer what may not pass, pass on the rest; put the headers on both."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        answer = self._stopped(scope)
        await (answer or self._app)(scope, receive, send_with_headers)

    def _stopped(self, scope: Scope) -> Response | None:
        """What to answer instead, or None where the request may pass."""
        if scope["type"] != "http":
            return Response(status_code=403)
        headers = Headers(scope=scope)
        if headers.getlist("host") not in [[host] for host in self._hosts]:
            return _forbidden(scope, "This address does not belong to the studio.")
        if any(origin not in self._origins for origin in headers.getlist("origin")):
            return _forbidden(scope, "The studio does not answer other pages.")
        query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in query if name == "token"]
        if given and scope["path"] == "/" and scope["method"] == "GET":
            return self._welcome(scope, given, query)
        if not self._is_right(self._cookies(headers)):
            return _forbidden(
                scope,
                "This page needs the studio's whole address.",
                "Open the address that the terminal shows, with its token.",
            )
        return None

    def _welcome(self, scope: Scope, given: list[str], query: list[tuple[str, str]]) -> Response:
        """Put the right token into a cookie and take it out of the address."""
        if not self._is_right(given):
            return _forbidden(
                scope,
                "This is not the token of this studio.",
                "It has a new one each time it starts: open the address that the terminal shows.",
            )
        rest = urlencode([(name, value) for name, value in query if name != "token"])
        answer = RedirectResponse(f"/?{rest}" if rest else "/", status_code=303)
        answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
        return answer

    def _cookies(self, headers: Headers) -> list[str]:
        """Every value of our cookie; other programs may have put odd ones beside it."""
        pairs = [
            pair.strip().partition("=")
            for line in headers.getlist("cookie")
            for pair in line.split(";")
        ]
        return [value for name, _, value in pairs if name == self._cookie]

    def _is_right(self, given: list[str]) -> bool:
        """Compared in the same time whatever is right about it."""
        token = self._token.encode()
        return len(given) == 1 and secrets.compare_digest(
            given[0].encode("utf-8", "replace"), token
        )


def _forbidden(scope: Scope, message: str, hint: str = "") -> Response:
    """What was given is not repeated: it may be markup."""
    if scope["path"].startswith("/api/"):
        body = refused("refused", message, hint)
        return Response(body, 403, media_type="application/json")
    return HTMLResponse(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>seq2see</title>'
        f"<h1>seq2see</h1><p>{message}</p><p>{hint}</p></html>",
        403,
    )
