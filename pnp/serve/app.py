"""Functions that answer questions about a project → a web application for one browser on this machine.

It passes answers on, and replaces failed ones with the last good ones, marked as stale. Only pages of its own and
drawings are served, never a file of the project or of this machine.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from pnp import __version__
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.project.files import Files
from pnp.serve.access import HOSTS, RequestGuard, is_from_here, route
from pnp.serve.messages import (
    CardMessage,
    DeckMessage,
    FaceMessage,
    FaultMessage,
    GameMessage,
    ProductsMessage,
    ProjectMessage,
    StudioQuestion,
    fault_message,
)
from pnp.serve.tables import NotReceived, Tables
from pnp.workers.log import describe_crash, report_crash

MAX_FACES = 4096
MAX_PAGES = 512
MAX_REFUSED = 1024
"""Questions that ended in a fault and are not tried again before a save."""

RequestedFace = tuple[Any, ...]
"""Game, language, deck, whether it is the back, whether it is cut, and the card's number."""


class LastGood:
    """The last good answers."""

    def __init__(self) -> None:
        self._games: dict[str, GameMessage] = {}
        self._cards: dict[tuple[str, str, str], tuple[CardMessage, ...]] = {}
        self._faces: OrderedDict[RequestedFace, FaceMessage] = OrderedDict()
        self._products: dict[tuple[str, str], ProductsMessage] = {}
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._rules: dict[tuple[str, str], str] = {}

    def project(self, answer: ProjectMessage | None) -> ProjectMessage:
        """The project; games and decks that cannot be read now as they were."""
        if answer is None:
            return ProjectMessage(tuple(map(_as_broken, self._games.values())), ())
        games = tuple(self._game(game) for game in answer.games)
        self._games = {game.name: game for game in games if game.languages}
        return replace(answer, games=games)

    def _game(self, game: GameMessage) -> GameMessage:
        before = self._games.get(game.name)
        if before is None:
            return game
        if game.is_broken:
            return _as_broken(before)
        lost = {deck.name: deck for deck in before.decks if deck.name in game.missing}
        if not lost:
            return game
        now: dict[str, DeckMessage] = {deck.name: deck for deck in game.decks}
        now |= {name: replace(deck, is_broken=True) for name, deck in lost.items()}
        order = {deck.name: number for number, deck in enumerate(before.decks)}
        return replace(game, decks=tuple(sorted(now.values(), key=lambda deck: order.get(deck.name, len(order)))))

    def cards(self, key: tuple[str, str, str], answer: tuple[CardMessage, ...] | None) -> tuple[CardMessage, ...]:
        """The cards of a deck in a language."""
        if answer is not None:
            self._cards[key] = answer
        return self._cards.get(key, ())

    def faces(
        self, key: tuple[Any, ...], numbers: Sequence[int], answer: tuple[FaceMessage, ...] | None
    ) -> tuple[FaceMessage, ...]:
        """Faces of a deck; ``key`` is a RequestedFace without the card's number."""
        if answer is None:
            cached = [self._faces.get((*key, number)) for number in numbers]
            return tuple(replace(face, is_stale=True) for face in cached if face)
        for face in answer:
            self._faces[(*key, face.number)] = face
            self._faces.move_to_end((*key, face.number))
        while len(self._faces) > MAX_FACES:
            self._faces.popitem(last=False)
        return answer

    def products(self, key: tuple[str, str], answer: ProductsMessage | None) -> ProductsMessage:
        """Sheets and pages of a game in a language; stale ones have the current faults."""
        if answer is not None and not answer.is_stale:
            self._products[key] = answer
            return answer
        faults = answer.faults if answer else ()
        return replace(self._products.get(key) or answer or ProductsMessage(), faults=faults, is_stale=True)

    def rules(self, key: tuple[str, str], answer: str | None) -> str:
        """The rules as a web page; "" without rules."""
        if answer is not None:
            self._rules[key] = answer
        return self._rules.get(key, "")

    def picture(self, digest: str, answer: str | None) -> str | None:
        """A sheet or page by its digest, which covers all of it, so that it never goes stale."""
        if answer is not None:
            self._pictures[digest] = answer
            while len(self._pictures) > MAX_PAGES:
                self._pictures.popitem(last=False)
        return self._pictures.get(digest)


def _as_broken(game: GameMessage) -> GameMessage:
    """A game marked as one that cannot be read now."""
    return replace(game, is_broken=True, decks=tuple(replace(deck, is_broken=True) for deck in game.decks))


HERE = Path(__file__).parent
MAX_AT_ONCE = 200
"""Faces in one answer."""
MAX_DIGITS = 9
"""Digits of a card's number in a request."""
HEARTBEAT = 15.0
"""Seconds between signs of life on the event stream, so that no proxy or browser closes it."""

FOR_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox"
)
"""Policy of the rules, a page with content of the project: it may run nothing and load nothing."""

Ask = Callable[[StudioQuestion], Any]


class Preview:
    """The state that the routes share.

    Attributes:
        generation: Counts saves.
    """

    def __init__(self, files: Files, quick: Ask, slow: Ask, game: str = "") -> None:
        """A preview.

        Args:
            files: The project; only lines of its files are read, for faults.
            quick: Answers quick questions: cards and faces.
            slow: Answers slow questions: sheets, pages, checks.
            game: The game to show; "" for all.
        """
        self.generation = 0
        self.good = LastGood()
        self._files = files
        self._quick, self._slow = quick, slow
        self.game = game
        self._refused: dict[StudioQuestion, tuple[int, Fault]] = {}
        self._streams: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, *question: Any, slow: bool = False) -> tuple[Any, list[FaultMessage]]:
        """Return an answer and no faults, or None and the fault.

        A question that ends in a fault is not tried again before a save, unless its process died.
        """
        generation, fault = self._refused.get(question, (-1, None))
        if fault is None or generation != self.generation:
            generation = self.generation
            try:
                return await anyio.to_thread.run_sync(self._slow if slow else self._quick, question), []
            except Fault as raised:
                fault = raised
                if len(self._refused) >= MAX_REFUSED:
                    self._refused.clear()
                if fault.diagnostic.code != Code.PROCESS_ENDED:  # another process may live longer
                    self._refused[question] = (generation, fault)
        return None, [fault_message(fault.diagnostic, Files(self._files.root))]

    async def warm_up(self) -> None:
        """Read the project before the first request; faults are reported by later answers."""
        with suppress(Exception):
            await self.ask("project")

    def saved(self, paths: list[str]) -> None:
        """Send every page the event that files have changed."""
        self.generation += 1
        self._refused.clear()
        event = json.dumps({"generation": self.generation, "paths": paths})
        for stream in self._streams:
            stream.put_nowait(f"event: saved\ndata: {event}\n\n")

    def hang_up(self) -> None:
        """End the event stream of every page; may be called from any thread or signal handler."""
        if self._loop is None:
            self._end_streams()
        else:
            with suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._end_streams)

    def _end_streams(self) -> None:
        for stream in self._streams:
            stream.put_nowait("")

    async def events(self) -> AsyncIterator[str]:
        """The event stream of one page."""
        stream: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._streams.add(stream)
        try:
            yield f"retry: 1000\nevent: hello\ndata: {json.dumps({'generation': self.generation})}\n\n"
            while True:
                try:
                    event = await asyncio.wait_for(stream.get(), HEARTBEAT)
                except TimeoutError:
                    event = ": nothing\n\n"
                if not event:
                    return
                yield event
        finally:
            self._streams.discard(stream)


def make_app(
    preview: Preview,
    watch: Callable[[anyio.Event], AsyncIterator[list[str]]] | None = None,
    report: Callable[[str], None] = print,
    tables: Tables | None = None,
    *,
    is_open: bool = False,
) -> Starlette:
    """Return the application.

    Args:
        preview: The state of its routes.
        watch: Yields the paths of saved files, until the event.
        report: Prints a line on the terminal.
        tables: The tables at which games are played; None for none.
        is_open: Whether other machines may come to the tables; then nothing else of the project is served.
    """
    routes: list[BaseRoute] = [
        *(_table_routes(tables) if tables else ()),
        route("GET /rules/{game}/{language}", _rules),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    if not is_open:
        routes += [
            route("GET /", _page),
            route("GET /api/project", _project),
            route("GET /api/cards/{game}/{language}/{deck}", _cards),
            route("GET /api/faces/{game}/{language}/{deck}", _faces),
            route("GET /api/made/{game}/{language}", _products),
            route("GET /picture/{digest}.svg", _picture),
            route("GET /events", _events),
        ]

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        stop = anyio.Event()

        async def pass_on() -> None:
            try:
                async for paths in watch(stop) if watch else _nothing():
                    preview.saved(paths)
            except Exception as error:
                report(f"saved files are not seen any more ({error}): start pnp serve again")
                raise

        watching = asyncio.create_task(pass_on())
        warming = asyncio.create_task(preview.warm_up())
        yield
        stop.set()
        preview.hang_up()
        if tables:
            tables.close()
        for task in (watching, warming):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    own = [urlsplit(tables.address).hostname or ""] if is_open and tables and tables.address else []
    hosts = [*HOSTS, *own]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=hosts), Middleware(RequestGuard)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.add_exception_handler(Exception, _bug)
    app.add_exception_handler(Fault, _refusal)
    app.add_exception_handler(NotReceived, _refusal)
    app.add_exception_handler(ClientDisconnect, _refusal)  # nobody hears it
    app.state.preview, app.state.report, app.state.tables, app.state.is_open = preview, report, tables, is_open
    return app


async def _nothing() -> AsyncIterator[list[str]]:
    none: list[list[str]] = []
    for paths in none:
        yield paths


# --- routes

_PAGES = Environment(loader=PackageLoader("pnp.serve", "pages"), autoescape=select_autoescape(["html"]))


async def _page(request: Request) -> Response:
    preview = _preview(request)
    return HTMLResponse(_PAGES.get_template("index.html").render(game=preview.game, version=__version__))


def _table_routes(tables: Tables) -> list[BaseRoute]:
    from pnp.serve.table_routes import table_routes  # loads pydantic, which a preview does not need

    return [
        *table_routes(tables),
        route("GET /play/{name}", _play),
        route("GET /face/{game}/{language}/{deck}/{side}.svg", _face),
    ]


async def _play(request: Request) -> Response:
    """The page for a new game, or that of a table."""
    from pnp.text.bidi import is_right_to_left
    from pnp.text.numbers import language_tag
    from pnp.text.page_words import WEB_WORDS, page_words

    tables: Tables = request.app.state.tables
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


def _first_language(request: Request) -> str:
    """Return the language that the reader's browser asks for first and that pnp has words for, as a code; else "en"."""
    from pnp.text.own_words import own_words

    for asked in request.headers.get("accept-language", "").split(","):
        language = asked.partition(";")[0].partition("-")[0].strip().lower()
        if language == "en" or own_words("play", language).entries:
            return language
    return "en"


async def _face(request: Request) -> Response:
    """The face of a card by its number in the deck, or its back."""
    preview, key, side = _preview(request), _key(request, "game", "language", "deck"), request.path_params["side"]
    digits = side.removeprefix("back-")
    number = int(digits) if digits.isdecimal() and len(digits) <= MAX_DIGITS else 1
    faces, _ = await preview.ask("faces", *key, (number,), side != digits, True)
    if not faces or faces[0].svg is None:
        return PlainTextResponse("no such card", 404)
    return Response(
        faces[0].svg,
        media_type="image/svg+xml",
        headers={"cache-control": "private, max-age=5, stale-while-revalidate=3600"},
    )


async def _project(request: Request) -> Response:
    preview = _preview(request)
    answer, faults = await preview.ask("project")
    good = preview.good.project(answer)
    return _json({"generation": preview.generation, "games": good.games, "faults": [*faults, *good.faults]})


async def _cards(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language", "deck")
    answer, faults = await preview.ask("cards", *key)
    return _json({"cards": preview.good.cards(key, answer), "faults": faults})  # type: ignore[arg-type]  # three names


async def _faces(request: Request) -> Response:
    """The faces of the requested cards; pictures whose digests the page has are left out."""
    preview, key = _preview(request), _key(request, "game", "language", "deck")
    query = request.query_params
    is_back, is_cut = query.get("back") == "1", query.get("cut") != "0"
    numbers = tuple(
        int(part) for part in query.get("cards", "").split(",") if part.isdecimal() and len(part) <= MAX_DIGITS
    )[:MAX_AT_ONCE]
    has = dict(pair.split(":", 1) for pair in query.get("have", "").split(",") if ":" in pair)
    generation = preview.generation
    answer, faults = await preview.ask("faces", *key, numbers, is_back, is_cut)
    faces = preview.good.faces((*key, is_back, is_cut), numbers, answer)
    changed = [replace(face, svg=None) if has.get(str(face.number)) == face.digest else face for face in faces]
    return _json({"generation": generation, "faces": changed, "faults": faults})


async def _products(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language")
    answer, faults = await preview.ask("products", *key, slow=True)
    products = preview.good.products(key, answer)  # type: ignore[arg-type]
    return _json({"generation": preview.generation, "made": replace(products, faults=(*faults, *products.faults))})


async def _picture(request: Request) -> Response:
    preview, digest = _preview(request), request.path_params["digest"]
    svg = preview.good.picture(digest, None)
    if svg is None:
        answer, _ = await preview.ask("picture", digest, slow=True)
        svg = preview.good.picture(digest, answer)
    if svg is None:
        return PlainTextResponse("no such picture", 404)
    lasting = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(svg, media_type="image/svg+xml", headers=lasting)


async def _rules(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language")
    answer, _ = await preview.ask("rules", *key, slow=True)
    page = preview.good.rules(key, answer)  # type: ignore[arg-type]
    if not page:
        return PlainTextResponse("no rules", 404)
    return HTMLResponse(page, headers={"content-security-policy": FOR_RULES})


async def _events(request: Request) -> Response:
    return StreamingResponse(_preview(request).events(), media_type="text/event-stream")


async def _refusal(_request: Request, error: Exception) -> Response:
    """Say what cannot be done, and why: it is no bug."""
    if isinstance(error, Fault):
        return PlainTextResponse(f"{error.diagnostic.message}; {error.diagnostic.fix}", 409)
    return PlainTextResponse(str(error), 400)


async def _bug(request: Request, error: Exception) -> Response:
    """Report a crash to the page in a line, and to the terminal as commands do."""
    for line in report_crash(error):
        request.app.state.report(line)
    return _json({"bug": describe_crash(error)}, 500)


def _preview(request: Request) -> Preview:
    preview: Preview = request.app.state.preview
    return preview


def _key(request: Request, *names: str) -> tuple[str, ...]:
    return tuple(request.path_params[name] for name in names)


def _json(value: object, status: int = 200) -> Response:
    content = json.dumps(value, default=vars, ensure_ascii=False, separators=(",", ":"))
    return Response(content, status, media_type="application/json")
