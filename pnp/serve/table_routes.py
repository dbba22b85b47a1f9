"""Requests of pages at tables → wishes at these tables, and their answers; docs/playing.md describes the messages."""

from __future__ import annotations

import secrets
from typing import Any

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from pnp.serve.access import route
from pnp.serve.received import NameWish, NewGameWish, PickWish, ReceivedModel, SaidWish, SeatWish, received
from pnp.serve.tables import OpenTable, Tables, as_json

MAX_BODY, MAX_NEW = 200_000, 2_000_000
"""Bytes of a request, and of one for a new game: a long tape has some hundred thousand."""

MAX_LINK = 300
"""Characters of a link that is shown as a QR code."""


def table_routes(tables: Tables) -> list[Route]:
    """Return the routes of tables."""
    host = _Host(tables)
    return [
        route("GET /api/play/{game}/{language}", host.about),
        route("POST /api/play/{game}/{language}", host.begin),
        route("GET /api/table/{table}/view", host.view),
        route("POST /api/table/{table}/pick", host.pick),
        route("POST /api/table/{table}/undo", host.undo),
        route("POST /api/table/{table}/name", host.name),
        route("POST /api/table/{table}/diary", host.diary),
        route("GET /api/table/{table}/tape", host.tape),
        route("GET /api/table/{table}/example", host.example),
        route("GET /api/table/{table}/events", host.events),
        route("GET /api/code", host.code),
    ]


class _Host:
    """Answers the requests of pages; a token that is not known gets nothing."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def about(self, request: Request) -> Response:
        return json_response(await self._tables.about(request.path_params["game"], request.path_params["language"]))

    async def begin(self, request: Request) -> Response:
        wish = await _body(request, NewGameWish, MAX_NEW)
        tape = {
            "players": len(wish.seats),
            "seed": wish.seed or secrets.token_hex(4),
            "seats": wish.seats,
            "values": wish.values,
            "names": wish.names,
            "picks": [],
        }
        if wish.tape is not None:
            tape = wish.tape.message()
        game, language = request.path_params["game"], request.path_params["language"]
        return json_response(await self._tables.begin(game, language, tape))

    def _seated(self, request: Request, token: str) -> tuple[OpenTable, int | None]:
        """Return a table, and the seat that a token opens there; None for one who watches."""
        table = self._tables.find(request.path_params["table"])
        try:
            if table is not None:
                return table, table.seat_of(token)
        except LookupError:
            pass
        raise _no_seat()

    def _seat(self, request: Request, token: str) -> tuple[OpenTable, int]:
        """Return a table, and the seat at which a person acts."""
        table, seat = self._seated(request, token)
        if seat is None:
            raise _no_seat()
        return table, seat

    def _all_seeing(self, request: Request) -> OpenTable:
        """Return a table that shows all cards: one with one person, or one whose game is over."""
        table, _ = self._seated(request, request.query_params.get("token", ""))
        if not _may_see_all(table):
            raise _no_seat()
        return table

    async def view(self, request: Request) -> Response:
        table, seat = self._seated(request, request.query_params.get("token", ""))
        since = _number(request, "since") or 0
        language = request.query_params.get("lang", table.language)
        is_open = "open" in request.query_params and _may_see_all(table)
        past = _number(request, "at"), _number(request, "moment") or 0
        return json_response(await self._tables.wish(table, "view", seat, language, since, *past, is_open))

    async def pick(self, request: Request) -> Response:
        wish = await _body(request, PickWish)
        table, seat = self._seat(request, wish.token)
        return _short(await self._tables.pick(table, seat, wish.option, wish.decision))

    async def undo(self, request: Request) -> Response:
        wish = await _body(request, SeatWish)
        return _short(await self._tables.undo(*self._seat(request, wish.token)))

    async def name(self, request: Request) -> Response:
        wish = await _body(request, NameWish)
        return _short(await self._tables.name(*self._seat(request, wish.token), wish.name))

    async def diary(self, request: Request) -> Response:
        wish = await _body(request, SaidWish)
        if not await self._tables.note(*self._seated(request, wish.token), wish.bounded()):
            raise HTTPException(429, "the diary has enough of this table")
        return json_response({"thanks": True})

    async def tape(self, request: Request) -> Response:
        return json_response(self._all_seeing(request).tape)

    async def example(self, request: Request) -> Response:
        return json_response(await self._tables.wish(self._all_seeing(request), "example", "played_game"))

    async def code(self, request: Request) -> Response:
        """A QR code of a link for another machine, as SVG."""
        link = request.query_params.get("link", "")
        if not self._tables.address or not link.startswith(f"{self._tables.address}/") or len(link) > MAX_LINK:
            raise _no_seat()
        return Response(
            segno.make(link, micro=False).svg_inline(scale=4, border=2, light="white"), media_type="image/svg+xml"
        )

    async def events(self, request: Request) -> Response:
        seated = self._seated(request, request.query_params.get("token", ""))
        return StreamingResponse(self._tables.events(*seated), media_type="text/event-stream")


def _no_seat() -> HTTPException:
    return HTTPException(404, "there is no such seat")


def _number(request: Request, name: str) -> int | None:
    """Return a number of a request; None if it has none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _may_see_all(table: OpenTable) -> bool:
    return table.is_over or sum(seat is not None for seat in table.tokens.values()) < 2


async def _body(request: Request, model: type[ReceivedModel], most: int = MAX_BODY) -> ReceivedModel:
    """Return what a request says.

    Raises:
        NotReceived: It is something else.
    """
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise HTTPException(413, "this is too long")
    return received(content, model)


def _short(answer: dict[str, Any]) -> Response:
    """Return a state without its tape, which holds what other seats must not know."""
    return json_response({name: value for name, value in answer.items() if name != "tape"})


def json_response(value: object) -> Response:
    """Return plain values as an answer."""
    return Response(as_json(value), media_type="application/json")
