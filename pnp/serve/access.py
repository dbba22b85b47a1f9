"""Requests → those that are answered: the table of routes, who may ask for each and why; and the guard before them.

docs/safety.md shows the table. A route that is not in it cannot be served.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.serve.tables import Tables

Asker = Literal["everybody", "this machine", "a seat", "a player", "nobody"]
"""Who is answered where other machines may come.

A seat is whoever has the token of a seat or of a watcher at the table in question; a player is whoever has one at any
table of the game, and this machine for the form of a new game."""


class Access(NamedTuple):
    """Who may ask for a route where other machines may come, and why."""

    asker: Asker
    why: str


ROUTES: Mapping[str, Access] = {
    "GET /": Access("nobody", "the preview shows the whole project"),
    "GET /api/project": Access("nobody", "the preview shows the whole project"),
    "GET /api/cards/{game}/{language}/{deck}": Access("nobody", "the preview shows the whole project"),
    "GET /api/faces/{game}/{language}/{deck}": Access("nobody", "the preview shows the whole project"),
    "GET /api/made/{game}/{language}": Access("nobody", "the preview shows the whole project"),
    "GET /picture/{digest}.svg": Access("nobody", "the preview shows the whole project"),
    "GET /events": Access("nobody", "the preview shows the whole project"),
    "GET /static/{path}": Access("everybody", "scripts and styles of pnp, nothing of the project"),
    "GET /play/{name}": Access(
        "everybody", "an empty page for a table; a browser does not send the token, which stands behind the #"
    ),
    "GET /api/play/{game}/{language}": Access("a player", "titles, words and names of cards"),
    "POST /api/play/{game}/{language}": Access("this machine", "a new game writes a file"),
    "GET /face/{game}/{language}/{deck}/{side}.svg": Access("a player", "the pictures of the cards"),
    "GET /rules/{game}/{language}": Access("a player", "the booklet"),
    "GET /api/table/{table}/view": Access("a seat", "what this seat sees"),
    "GET /api/table/{table}/events": Access("a seat", "a sign when something has changed"),
    "GET /api/table/{table}/tape": Access("a seat", "all cards: only for one person alone, or after the game"),
    "GET /api/table/{table}/example": Access("a seat", "all cards: only for one person alone, or after the game"),
    "POST /api/table/{table}/pick": Access("a seat", "a seat picks for itself"),
    "POST /api/table/{table}/undo": Access("a seat", "a seat takes back its own pick"),
    "POST /api/table/{table}/name": Access("a seat", "a seat names itself"),
    "POST /api/table/{table}/diary": Access("a seat", "a player says something; so often, and so much, as is bounded"),
    "GET /api/code": Access("this machine", "a picture of a link of this server"),
}
"""Every route, by method and path."""

HERE = ("127.0.0.1", "::1")
"""Addresses from which this machine asks."""

HOSTS = ("127.0.0.1", "localhost")
"""Host names of this machine; a request with another comes from a foreign page whose name points here."""

BURST, RATE = 2_000, 100
"""Requests that a client may make at once, and in a second from then on."""

MAX_CLIENTS = 1_000
"""Clients whose requests are counted; the one that has not asked for the longest time is forgotten first."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}

Endpoint = Callable[[Request], Awaitable[Response]]


def route(line: str, endpoint: Endpoint) -> Route:
    """Return the route of a line of ROUTES, which answers only those who may ask.

    Tokens of seats are examined by the endpoint, which has the table.
    """
    method, path = line.split()
    asker = ROUTES[line].asker

    async def answer(request: Request) -> Response:
        tables: Tables | None = request.app.state.tables
        game = request.path_params.get("game")
        if tables and game is not None and not tables.serves(game):
            raise HTTPException(404, "there is no such game")
        if request.app.state.is_open:
            is_here = is_from_here(request)
            if asker == "this machine" and not is_here:
                raise HTTPException(403, "only the machine that serves the game may do this")
            token = request.query_params.get("token", "")
            may_set_up = is_here and path.startswith("/api/play/")
            if asker == "a player" and not may_set_up and not (tables and tables.has_player(game or "", token)):
                raise HTTPException(403, "this needs the link of a seat")
        return await endpoint(request)

    return Route(path, answer, methods=[method])


def is_from_here(request: Request) -> bool:
    """Return whether a request comes from this machine."""
    return request.client is not None and request.client.host in HERE


class RequestGuard:
    """Refuses requests of pages of other origins and of clients that ask too often; adds HEADERS to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Guard an application."""
        self._app = app
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                more = [(name.encode(), text.encode()) for name, text in HEADERS.items() if name.encode() not in names]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        refused = self._refusal(scope) if scope["type"] == "http" else None
        await (refused or self._app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = dict(scope.get("headers", ()))
        is_reading = scope["method"] in ("GET", "HEAD")
        site, mode = headers.get(b"sec-fetch-site", b"none"), headers.get(b"sec-fetch-mode", b"")
        origin, own = headers.get(b"origin"), b"http://" + headers.get(b"host", b"")
        is_foreign = site not in (b"none", b"same-origin") and not (is_reading and mode == b"navigate")
        if is_foreign or origin not in (None, own):
            return PlainTextResponse("Only pages of this server are answered.", 403)
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if scope["method"] == "POST" and kind != b"application/json":  # a form of a foreign page cannot have this type
            return PlainTextResponse("Only JSON is read: content-type: application/json", 415)
        if not self._may_ask(str((scope.get("client") or ("",))[0])):
            return PlainTextResponse("Too many requests; wait for a moment.", 429, {"retry-after": "5"})
        return None

    def _may_ask(self, client: str) -> bool:
        """Return whether a client has a request left, and count this one."""
        now = time.monotonic()
        left, before = self._left.pop(client, (float(BURST), now))
        left = min(BURST, left + (now - before) * RATE)
        self._left[client] = max(left - 1, 0.0), now
        if len(self._left) > MAX_CLIENTS:
            self._left.popitem(last=False)
        return left >= 1
