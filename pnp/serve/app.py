"""Answers of the studio → the same, with the last good ones where there can be none now.

A deck that cannot be read shows the cards and pictures that it had, and says that they are from before.

What answers questions about a project → a web application for one browser on this machine.

It knows nothing of cards: it asks, keeps what was good, and passes on. Only pages of its own and drawings are served,
never a file of the project or of this machine.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pnp import __version__
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault
from pnp.project.files import Files
from pnp.serve.messages import (
    StudioQuestion,
    ToldCard,
    ToldDeck,
    ToldFace,
    ToldFault,
    ToldGame,
    ToldMade,
    ToldProject,
    told_fault,
)
from pnp.workers.log import describe_crash, report_crash

MOST_FACES = 4096
MOST_PAGES = 512

RequestedFace = tuple[Any, ...]
"""Game, language, deck, card, whether it is the back, whether it is cut."""


class LastGood:
    """What was shown last."""

    def __init__(self) -> None:
        self._games: dict[str, ToldGame] = {}
        self._cards: dict[tuple[str, str, str], tuple[ToldCard, ...]] = {}
        self._faces: OrderedDict[RequestedFace, ToldFace] = OrderedDict()
        self._made: dict[tuple[str, str], ToldMade] = {}
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._rules: dict[tuple[str, str], str] = {}

    def project(self, told: ToldProject | None) -> ToldProject:
        """The project with games and decks that cannot be read as they were."""
        if told is None:
            return ToldProject(tuple(map(_as_it_was, self._games.values())), ())
        games = tuple(self._game(game) for game in told.games)
        self._games = {game.name: game for game in games if game.languages}
        return replace(told, games=games)

    def _game(self, game: ToldGame) -> ToldGame:
        before = self._games.get(game.name)
        if before is None:
            return game
        if game.is_broken:
            return _as_it_was(before)
        lost = {deck.name: deck for deck in before.decks if deck.name in game.missing}
        if not lost:
            return game
        now: dict[str, ToldDeck] = {deck.name: deck for deck in game.decks}
        now |= {name: replace(deck, is_broken=True) for name, deck in lost.items()}
        order = {deck.name: number for number, deck in enumerate(before.decks)}
        return replace(game, decks=tuple(sorted(now.values(), key=lambda deck: order.get(deck.name, len(order)))))

    def cards(self, key: tuple[str, str, str], told: tuple[ToldCard, ...] | None) -> tuple[ToldCard, ...]:
        """The cards of a deck in a language."""
        if told is not None:
            self._cards[key] = told
        return self._cards.get(key, ())

    def faces(
        self, key: tuple[Any, ...], numbers: Sequence[int], told: tuple[ToldFace, ...] | None
    ) -> tuple[ToldFace, ...]:
        """Faces of a deck: ``key`` says which of its sides, as a RequestedFace does without the card."""
        if told is None:
            kept = [self._faces.get((*key, number)) for number in numbers]
            return tuple(replace(face, is_stale=True) for face in kept if face)
        for face in told:
            self._faces[(*key, face.number)] = face
            self._faces.move_to_end((*key, face.number))
        while len(self._faces) > MOST_FACES:
            self._faces.popitem(last=False)
        return told

    def made(self, key: tuple[str, str], told: ToldMade | None) -> ToldMade:
        """Sheets and pages of a game in a language; those from before with the faults of now."""
        if told is not None and not told.is_stale:
            self._made[key] = told
            return told
        faults = told.faults if told else ()
        return replace(self._made.get(key) or told or ToldMade(), faults=faults, is_stale=True)

    def rules(self, key: tuple[str, str], told: str | None) -> str:
        """The rules as a web page; "" without any."""
        if told is not None:
            self._rules[key] = told
        return self._rules.get(key, "")

    def picture(self, digest: str, told: str | None) -> str | None:
        """A sheet or page; what tells it from others tells all of it, so that it never goes out of date."""
        if told is not None:
            self._pictures[digest] = told
            while len(self._pictures) > MOST_PAGES:
                self._pictures.popitem(last=False)
        return self._pictures.get(digest)


def _as_it_was(game: ToldGame) -> ToldGame:
    """A game that cannot be read now."""
    return replace(game, is_broken=True, decks=tuple(replace(deck, is_broken=True) for deck in game.decks))


HERE = Path(__file__).parent
HOSTS = ("127.0.0.1", "localhost")
"""Names that this machine is asked by; any other is that of a page elsewhere, which was made to point here."""

MOST_AT_ONCE = 200
"""Faces that are given at a time."""
MOST_DIGITS = 9
"""Digits of a card's number in a request."""
HEARTBEAT = 15.0
"""Seconds after which a browser hears that nothing has changed, so that nobody takes the line for dead."""

HEADERS: Mapping[str, str] = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}
FOR_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox"
)
"""The rules are a page of the project's: it runs nothing, and loads nothing."""

Ask = Callable[[StudioQuestion], Any]


class Preview:
    """What the routes work with.

    Attributes:
        generation: Counts saves.
    """

    def __init__(self, files: Files, quick: Ask, slow: Ask, game: str = "") -> None:
        """A preview.

        Args:
            files: The project; only lines of its files are read, to be shown with faults.
            quick: Answers what somebody is waiting for: cards and faces.
            slow: Answers what takes longer: sheets, pages, checks.
            game: The game that is meant; empty for all.
        """
        self.generation = 0
        self.good = LastGood()
        self._files = files
        self._quick, self._slow = quick, slow
        self.game = game
        self._refused: dict[StudioQuestion, tuple[int, Fault]] = {}
        self._lines: set[asyncio.Queue[str]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None

    async def ask(self, *question: Any, slow: bool = False) -> tuple[Any, list[ToldFault]]:
        """An answer, or None with the fault for which there is none.

        What ends in a fault is not tried again before a save, unless its process died.
        """
        generation, fault = self._refused.get(question, (-1, None))
        if fault is None or generation != self.generation:
            generation = self.generation
            try:
                return await anyio.to_thread.run_sync(self._slow if slow else self._quick, question), []
            except Fault as raised:
                fault = raised
                if fault.diagnostic.code != Code.PROCESS_ENDED:  # another process may live longer
                    self._refused[question] = (generation, fault)
        return None, [told_fault(fault.diagnostic, Files(self._files.root))]

    async def warm_up(self) -> None:
        """Let all be read before somebody waits for it; what is wrong is told when it is asked for."""
        with suppress(Exception):
            await self.ask("project")

    def saved(self, paths: list[str]) -> None:
        """Tell every page that files have changed."""
        self.generation += 1
        self._refused.clear()
        told = json.dumps({"generation": self.generation, "paths": paths})
        for line in self._lines:
            line.put_nowait(f"event: saved\ndata: {told}\n\n")

    def hang_up(self) -> None:
        """Tell every page that there is no more to come; from whatever thread or signal."""
        if self._loop is None:
            self._end_lines()
        else:
            with suppress(RuntimeError):  # it has ended already
                self._loop.call_soon_threadsafe(self._end_lines)

    def _end_lines(self) -> None:
        for line in self._lines:
            line.put_nowait("")

    async def events(self) -> AsyncIterator[str]:
        """What one page hears."""
        line: asyncio.Queue[str] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._lines.add(line)
        try:
            yield f"retry: 1000\nevent: hello\ndata: {json.dumps({'generation': self.generation})}\n\n"
            while True:
                try:
                    told = await asyncio.wait_for(line.get(), HEARTBEAT)
                except TimeoutError:
                    told = ": nothing\n\n"
                if not told:
                    return
                yield told
        finally:
            self._lines.discard(line)


def make_app(
    preview: Preview,
    watch: Callable[[anyio.Event], AsyncIterator[list[str]]] | None = None,
    report: Callable[[str], None] = print,
) -> Starlette:
    """The application.

    Args:
        preview: What it shows.
        watch: Yields the paths of saved files, until the event.
        report: Prints a line for whoever has started it.
    """
    routes = [
        Route("/", _page),
        Route("/api/project", _project),
        Route("/api/cards/{game}/{language}/{deck}", _cards),
        Route("/api/faces/{game}/{language}/{deck}", _faces),
        Route("/api/made/{game}/{language}", _made),
        Route("/picture/{digest}.svg", _picture),
        Route("/rules/{game}/{language}", _rules),
        Route("/events", _events),
        Mount("/static", StaticFiles(directory=HERE / "static")),
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
        for task in (watching, warming):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=list(HOSTS)), Middleware(_Guard)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.add_exception_handler(Exception, _bug)
    app.state.preview, app.state.report = preview, report
    return app


async def _nothing() -> AsyncIterator[list[str]]:
    none: list[list[str]] = []
    for paths in none:
        yield paths


class _Guard:
    """Refuses what pages of other origins ask for, and says with every answer what a browser may do with it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                more = [(name.encode(), text.encode()) for name, text in HEADERS.items() if name.encode() not in given]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        headers = dict(scope.get("headers", ()))
        site, mode = headers.get(b"sec-fetch-site", b"none"), headers.get(b"sec-fetch-mode", b"")
        if scope["type"] == "http" and site not in (b"none", b"same-origin") and mode != b"navigate":
            await PlainTextResponse("Only pages of this preview are answered.", 403)(scope, receive, guarded)
        else:
            await self._app(scope, receive, guarded)


# --- routes

_PAGES = Environment(loader=PackageLoader("pnp.serve", "pages"), autoescape=select_autoescape(["html"]))


async def _page(request: Request) -> Response:
    preview = _preview(request)
    return HTMLResponse(_PAGES.get_template("index.html").render(game=preview.game, version=__version__))


async def _project(request: Request) -> Response:
    preview = _preview(request)
    told, faults = await preview.ask("project")
    good = preview.good.project(told)
    return _json({"generation": preview.generation, "games": good.games, "faults": [*faults, *good.faults]})


async def _cards(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language", "deck")
    told, faults = await preview.ask("cards", *key)
    return _json({"cards": preview.good.cards(key, told), "faults": faults})  # type: ignore[arg-type]  # three names


async def _faces(request: Request) -> Response:
    """Faces of the cards asked for; pictures that the page has, by their digests, are left out."""
    preview, key = _preview(request), _key(request, "game", "language", "deck")
    query = request.query_params
    is_back, is_cut = query.get("back") == "1", query.get("cut") != "0"
    numbers = tuple(
        int(part) for part in query.get("cards", "").split(",") if part.isdecimal() and len(part) <= MOST_DIGITS
    )[:MOST_AT_ONCE]
    has = dict(pair.split(":", 1) for pair in query.get("have", "").split(",") if ":" in pair)
    generation = preview.generation
    told, faults = await preview.ask("faces", *key, numbers, is_back, is_cut)
    faces = preview.good.faces((*key, is_back, is_cut), numbers, told)
    shown = [replace(face, svg=None) if has.get(str(face.number)) == face.digest else face for face in faces]
    return _json({"generation": generation, "faces": shown, "faults": faults})


async def _made(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language")
    told, faults = await preview.ask("made", *key, slow=True)
    made = preview.good.made(key, told)  # type: ignore[arg-type]
    return _json({"generation": preview.generation, "made": replace(made, faults=(*faults, *made.faults))})


async def _picture(request: Request) -> Response:
    preview, digest = _preview(request), request.path_params["digest"]
    svg = preview.good.picture(digest, None)
    if svg is None:
        told, _ = await preview.ask("picture", digest, slow=True)
        svg = preview.good.picture(digest, told)
    if svg is None:
        return PlainTextResponse("no such picture", 404)
    lasting = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(svg, media_type="image/svg+xml", headers=lasting)


async def _rules(request: Request) -> Response:
    preview, key = _preview(request), _key(request, "game", "language")
    told, _ = await preview.ask("rules", *key, slow=True)
    page = preview.good.rules(key, told)  # type: ignore[arg-type]
    if not page:
        return PlainTextResponse("no rules", 404)
    return HTMLResponse(page, headers={"content-security-policy": FOR_RULES})


async def _events(request: Request) -> Response:
    return StreamingResponse(_preview(request).events(), media_type="text/event-stream")


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
