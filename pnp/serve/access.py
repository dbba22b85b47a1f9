"""Requests → those that are answered. Each route says who may ask for it and why; a guard protects all routes.

docs/safety.md shows the routes of the preview and of tables.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project.files import Files

Asker = Literal["everybody", "this machine", "a seat", "a player", "nobody"]
"""Who gets an answer if other machines may send requests.

A seat is anyone with the token of a seat or of a watcher at the table in question. A player is anyone with a token at
any table of the game; this machine also is, for the form of a new game."""


Endpoint = Callable[[Request], Awaitable[Response]]


class PageRoute(NamedTuple):
    """A page or answer of the server.

    Attributes:
        line: Its method and path: "GET /rules/{game}/{language}".
        asker: Who gets an answer if other machines may send requests.
        why: The reason for that.
        answer: Returns the answer to a request.
    """

    line: str
    asker: Asker
    why: str
    answer: Endpoint


@frozen_dataclass
class AddedPages:
    """Pages that a package adds to ``pnp serve``.

    Attributes:
        title: The text of the preview's link to the first page.
        routes: Returns the pages for the files of a project. They run inside the server.
    """

    title: str
    routes: Callable[[Files], Sequence[PageRoute]]


class NotReceived(ValueError):
    """JSON that is not what was expected; the exception's text says what is wrong with it."""


class Host(Protocol):
    """What a server does beside the preview, on pages that other machines may reach.

    Attributes:
        address: How other machines reach it: http://192.168.1.7:8137; empty if they may not.
    """

    address: str

    @property
    def scripts(self) -> Sequence[str]:
        """Scripts that the page of the preview loads beside its own, by their paths on the server."""
        ...

    def routes(self) -> Sequence[BaseRoute]:
        """Return the pages and files."""
        ...

    def serves(self, game: str) -> bool:
        """Whether its pages show a game."""
        ...

    def has_player(self, game: str, token: str) -> bool:
        """Whether a token belongs to a player of a game."""
        ...

    async def find_fault(self, ask: Callable[..., Awaitable[tuple[Any, Any]]], game: str) -> str:
        """Return a line for the terminal if a game has no faces; "" if it has. ``ask`` asks the preview."""
        ...

    def hang_up(self) -> None:
        """End the event streams of its pages."""
        ...

    def close(self) -> None:
        """Close everything when the server ends."""
        ...


HERE = ("127.0.0.1", "::1")
"""The addresses of requests from this machine."""

HOSTS = ("127.0.0.1", "localhost")
"""Host names of this machine. A request with another one comes from a foreign page whose name points to this
machine."""

BURST, RATE = 2_000, 100
"""A client may make BURST requests at once, and then RATE requests a second."""

MAX_CLIENTS = 1_000
"""Requests are counted for at most this many clients; the least recent one is forgotten first."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src data:; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


def route(page: PageRoute) -> Route:
    """Return the route of a page, which only answers those who may ask.

    The page itself checks the tokens of seats, because it has the table.
    """
    method, path = page.line.split()

    async def answer(request: Request) -> Response:
        host: Host | None = request.app.state.host
        game = request.path_params.get("game")
        if host and game is not None and not host.serves(game):
            raise HTTPException(404, "there is no such game")
        if request.app.state.is_open:
            is_here = is_from_here(request)
            if page.asker == "this machine" and not is_here:
                raise HTTPException(403, "only the computer that serves the game may do this")
            token = request.query_params.get("token", "")
            if page.asker == "a player" and not is_here and not (host and host.has_player(game or "", token)):
                raise HTTPException(403, "this needs the link of a seat")
        return await page.answer(request)

    return Route(path, answer, methods=[method])


def is_from_here(request: Request) -> bool:
    """Whether a request comes from this machine."""
    return request.client is not None and request.client.host in HERE


class RequestGuard:
    """Refuses requests from pages of other origins, and from clients that ask too often.

    Adds HEADERS to every answer.
    """

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
            return PlainTextResponse("Only pages of this server get answers.", 403)
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if scope["method"] == "POST" and kind != b"application/json":  # a form of a foreign page cannot have this type
            return PlainTextResponse("Only JSON is read: content-type: application/json", 415)
        if not self._may_ask(str((scope.get("client") or ("",))[0])):
            return PlainTextResponse("Too many requests; wait for a moment.", 429, {"retry-after": "5"})
        return None

    def _may_ask(self, client: str) -> bool:
        """Whether a client has a request left. This request is counted."""
        now = time.monotonic()
        left, before = self._left.pop(client, (float(BURST), now))
        left = min(BURST, left + (now - before) * RATE)
        self._left[client] = max(left - 1, 0.0), now
        if len(self._left) > MAX_CLIENTS:
            self._left.popitem(last=False)
        return left >= 1
