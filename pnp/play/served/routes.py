"""Requests of pages at tables → values (wishes), and their answers; docs/playing.md describes the messages."""

from __future__ import annotations

import json
import secrets
from io import BytesIO
from pathlib import Path

import segno
from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from pnp import __version__
from pnp.play.messages import Answer, GiveHint, ShowTable, WriteExample
from pnp.play.served.received import NameWish, NewGameWish, PickWish, SaidWish, SeatChange, SeatWish
from pnp.play.served.tables import OpenTable, Tables, as_json
from pnp.serve.access import PageRoute, is_from_here, route
from pnp.serve.app import MAX_DIGITS, path_parameters, preview_of
from pnp.serve.received import received_body

_PAGES = Environment(loader=PackageLoader("pnp.play.served", "pages"), autoescape=select_autoescape(["html"]))

MAX_BODY, MAX_NEW = 200_000, 2_000_000
"""Bytes of a request, and of one for a new game: a long tape has some hundred thousand."""

MAX_LINK, MAX_PAGE = 300, 40
"""Characters of a link that is shown as a QR code, and of the name of a page."""


class ServedTables(Tables):
    """The tables with their pages, which ``pnp play`` serves beside the preview."""

    def routes(self) -> list[BaseRoute]:
        """Return the pages of the tables, and their scripts."""
        scripts = Mount("/static/play", StaticFiles(directory=Path(__file__).parent / "static"))
        return [scripts, *map(route, table_pages(self))]


def table_pages(tables: Tables) -> tuple[PageRoute, ...]:
    """Return the pages of tables, with who may ask for each and why."""
    host = _Host(tables)
    return (
        PageRoute(
            "GET /play/{name}",
            "everybody",
            "an empty page for a table; a browser does not send the token, which stands behind the #",
            host.play,
        ),
        PageRoute("GET /api/play/{game}/{language}", "a player", "titles, words and names of cards", host.about),
        PageRoute("POST /api/play/{game}/{language}", "this machine", "a new game writes a file", host.begin),
        PageRoute("GET /dress/{game}/{language}.css", "a player", "colours and fonts of the booklet", host.dress),
        PageRoute("GET /cover/{game}/{language}.svg", "a player", "the first page of the booklet", _cover),
        PageRoute("GET /face/{game}/{language}/{deck}/{side}.svg", "a player", "the pictures of the cards", _face),
        PageRoute("GET /api/table/{table}/view", "a seat", "what this seat sees", host.view),
        PageRoute("POST /api/table/{table}/pick", "a seat", "a seat picks for itself", host.pick),
        PageRoute("POST /api/table/{table}/undo", "a seat", "a seat takes back its own pick", host.undo),
        PageRoute("POST /api/table/{table}/name", "a seat", "a seat names itself", host.name),
        PageRoute("POST /api/table/{table}/hint", "a seat", "what a search picks that knows no more", host.hint),
        PageRoute("POST /api/table/{table}/seat", "this machine", "a seat is given to a person or a bot", host.seat),
        PageRoute(
            "POST /api/table/{table}/diary",
            "a seat",
            "a player says something; so often, and so much, as is bounded",
            host.diary,
        ),
        PageRoute(
            "GET /api/table/{table}/tape",
            "a seat",
            "all cards: only for one person alone, or after the game",
            host.tape,
        ),
        PageRoute(
            "GET /api/table/{table}/example",
            "a seat",
            "all cards: only for one person alone, or after the game",
            host.example,
        ),
        PageRoute("GET /api/table/{table}/events", "a seat", "a sign when something has changed", host.events),
        PageRoute("GET /api/code", "this machine", "a picture of a link of this server", host.code),
    )


class _Host:
    """Answers the requests of pages; a token that is not known gets nothing."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def play(self, request: Request) -> Response:
        """Return the page for a new game, or that of a table."""
        from pnp.text.bidi import is_right_to_left
        from pnp.text.numbers import language_tag
        from pnp.text.page_words import WEB_WORDS, page_words

        tables = self._tables
        name, language = request.path_params["name"], request.query_params.get("lang", "")
        if table := tables.find(name):
            name, language = table.game, language or table.language
        elif not tables.serves(name):
            raise HTTPException(404, "there is no such table, and no such game")
        elif request.app.state.is_open and not is_from_here(request):
            raise HTTPException(403, "only the machine that serves the game begins games")
        reader = language or _first_language(request)
        values = {
            "game": name,
            "language": language,
            "root": "/",
            "start": "served",
            "notes": {},
            "loading": page_words(reader, WEB_WORDS)["loading"],
            "tag": language_tag(reader),
            "direction": "rtl" if is_right_to_left(reader) else "ltr",
        }
        return HTMLResponse(_PAGES.get_template("play.html").render(values, version=__version__))

    async def about(self, request: Request) -> Response:
        about = await self._tables.about(request.path_params["game"], request.path_params["language"])
        return json_response(about.message())

    async def dress(self, request: Request) -> Response:
        """Return the colours and fonts of a game's table."""
        game, language = path_parameters(request, "game", "language")
        about = (await self._tables.about(game, language)).message()
        letters = "".join(sorted(set(json.dumps(about, ensure_ascii=False))))
        css, _ = await preview_of(request).ask("pnp.play.dress:preview_css", game, language, letters)
        return Response(css or "", media_type="text/css", headers=_KEPT)

    async def begin(self, request: Request) -> Response:
        wish = await received_body(request, NewGameWish, MAX_NEW)
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
        return json_response((await self._tables.begin(game, language, tape, wish.clock)).message())

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
        at, moment = _number(request, "at"), _number(request, "moment") or 0
        wish = ShowTable(table.name, seat, language, since, at, moment, is_open)
        return json_response(await self._tables.view(table, wish, _page(request)))

    async def pick(self, request: Request) -> Response:
        wish = await received_body(request, PickWish, MAX_BODY)
        table, seat = self._seat(request, wish.token)
        return _short(await self._tables.pick(table, seat, wish.option, wish.decision))

    async def undo(self, request: Request) -> Response:
        wish = await received_body(request, SeatWish, MAX_BODY)
        return _short(await self._tables.undo(*self._seat(request, wish.token)))

    async def name(self, request: Request) -> Response:
        wish = await received_body(request, NameWish, MAX_BODY)
        return _short(await self._tables.name(*self._seat(request, wish.token), wish.name))

    async def hint(self, request: Request) -> Response:
        wish = await received_body(request, SeatWish, MAX_BODY)
        table, seat = self._seat(request, wish.token)
        return json_response((await self._tables.wish(table, GiveHint(table.name, seat))).message())

    async def seat(self, request: Request) -> Response:
        wish = await received_body(request, SeatChange, MAX_BODY)
        table, _ = self._seat(request, wish.token)
        return _short(await self._tables.seat(table, wish.seat, wish.who))

    async def diary(self, request: Request) -> Response:
        wish = await received_body(request, SaidWish, MAX_BODY)
        if not await self._tables.note(*self._seated(request, wish.token), wish.bounded()):
            raise HTTPException(429, "the diary has enough of this table")
        return json_response({"thanks": True})

    async def tape(self, request: Request) -> Response:
        return json_response(self._all_seeing(request).tape)

    async def example(self, request: Request) -> Response:
        table = self._all_seeing(request)
        return json_response((await self._tables.wish(table, WriteExample(table.name, "played_game"))).message())

    async def code(self, request: Request) -> Response:
        """Return the QR code of a link for another machine, as SVG."""
        link = request.query_params.get("link", "")
        if not self._tables.address or not link.startswith(f"{self._tables.address}/") or len(link) > MAX_LINK:
            raise _no_seat()
        picture = BytesIO()  # with its namespace: it is loaded as a picture, not as a part of a page
        segno.make(link, micro=False).save(picture, "svg", xmldecl=False, omitsize=True, border=2, light="white")
        return Response(picture.getvalue(), media_type="image/svg+xml")

    async def events(self, request: Request) -> Response:
        token, page = request.query_params.get("token", ""), _page(request)
        table, seat = self._seated(request, token)
        if page and seat is not None and "alone" in request.query_params:
            self._tables.open_seat(table, token, page)
        stream = table.streams.events("changed", str(table.decision), seat)
        return StreamingResponse(stream, media_type="text/event-stream")


def _first_language(request: Request) -> str:
    """Return the language that the reader's browser asks for first and that pnp has words for, as a code; else "en"."""
    from pnp.text.own_words import own_words

    for asked in request.headers.get("accept-language", "").split(","):
        language = asked.partition(";")[0].partition("-")[0].strip().lower()
        if language == "en" or own_words("play", language).entries:
            return language
    return "en"


_KEPT = {"cache-control": "private, max-age=5, stale-while-revalidate=3600"}


async def _cover(request: Request) -> Response:
    """Return the first page of a booklet."""
    game, language = path_parameters(request, "game", "language")
    cover, _ = await preview_of(request).ask("pnp.play.dress:preview_cover", game, language)
    if not cover:
        return PlainTextResponse("no cover", 404)
    return Response(cover, media_type="image/svg+xml", headers=_KEPT)


async def _face(request: Request) -> Response:
    """Return the face of a card by its number in the deck, or its back."""
    preview, key, side = (
        preview_of(request),
        path_parameters(request, "game", "language", "deck"),
        request.path_params["side"],
    )
    digits = side.removeprefix("back-")
    number = int(digits) if digits.isdecimal() and len(digits) <= MAX_DIGITS else 1
    faces, _ = await preview.ask("faces", *key, (number,), side != digits, True)
    if not faces or faces[0].svg is None:
        fault, _ = await preview.ask("pnp.play.dress:preview_fault", *key[:2])
        return PlainTextResponse(fault or "no such card", 404)
    return Response(faces[0].svg, media_type="image/svg+xml", headers=_KEPT)


def _no_seat() -> HTTPException:
    return HTTPException(404, "there is no such seat")


def _number(request: Request, name: str) -> int | None:
    """Return a number of a request; None if it has none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _page(request: Request) -> str:
    """Return the name that a page has given itself, by which it is known among others; "" without one."""
    return request.query_params.get("page", "")[:MAX_PAGE]


def _may_see_all(table: OpenTable) -> bool:
    return table.is_over or sum(seat is not None for seat in table.tokens.values()) < 2


def _short(answer: Answer) -> Response:
    """Return a state without its tape, which holds what other seats must not know."""
    return json_response({name: value for name, value in answer.message().items() if name != "tape"})


def json_response(value: object) -> Response:
    """Return plain values as an answer."""
    return Response(as_json(value), media_type="application/json")
