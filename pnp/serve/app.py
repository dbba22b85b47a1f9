"""Functions that answer questions about a project → a web application for one browser on this machine.

It passes answers on, and replaces failed ones by the last good ones, marked as stale. It serves only its own pages and
drawings, never a file of the project or of this machine.
"""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial, wraps
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
from pnp.core.plugins import call_plugin, call_plugin_async, load_plugin
from pnp.project.files import Files
from pnp.serve.access import HOSTS, AddedPages, Host, NotReceived, PageRoute, RequestGuard, route
from pnp.serve.events import EventStreams
from pnp.serve.messages import (
    CardMessage,
    DeckMessage,
    FaceMessage,
    FaultMessage,
    GameMessage,
    ProductsMessage,
    ProjectMessage,
    WorkerQuestion,
    fault_message,
)
from pnp.workers.log import describe_crash, report_crash

MAX_FACES = 4096
MAX_PAGES = 512
MAX_REFUSED = 1024
"""How many questions that ended in a fault are remembered; these are not asked again before a save."""

RequestedFace = tuple[Any, ...]
"""Game, language, deck, whether it is the back, whether it is cut, and the card's number."""


class LastGood:
    """The last good answers."""

    def __init__(self) -> None:
        self._games: dict[str, GameMessage] = {}
        self._cards: dict[tuple[str, str, str], tuple[CardMessage, ...]] = {}
        self._faces: OrderedDict[RequestedFace, FaceMessage] = OrderedDict()
        self._products: dict[tuple[str, str], ProductsMessage] = {}
        self._pictures: OrderedDict[tuple[str, str], str] = OrderedDict()
        self._rules: dict[tuple[str, str], str] = {}

    def project(self, answer: ProjectMessage | None) -> ProjectMessage:
        """Return the project; games and decks that cannot be read now as they last were."""
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
        """Return the cards of a deck in a language."""
        if answer is not None:
            self._cards[key] = answer
        return self._cards.get(key, ())

    def faces(
        self, key: tuple[Any, ...], numbers: Sequence[int], answer: tuple[FaceMessage, ...] | None
    ) -> tuple[FaceMessage, ...]:
        """Return faces of a deck; ``key`` is a RequestedFace without the card's number."""
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
        """Return the sheets and pages of a game in a language. Stale ones get the current faults."""
        if answer is not None and not answer.is_stale:
            self._products[key] = answer
            return answer
        faults = answer.faults if answer else ()
        return replace(self._products.get(key) or answer or ProductsMessage(), faults=faults, is_stale=True)

    def rules(self, key: tuple[str, str], answer: str | None) -> str:
        """Return the rules as a web page; "" if there are none."""
        if answer is not None:
            self._rules[key] = answer
        return self._rules.get(key, "")

    def picture(self, digest: str, press: str, answer: str | None) -> str | None:
        """Return a sheet or page by its digest, as a press prints it.

        It never goes stale, since the digest covers all of it.
        """
        if answer is not None:
            self._pictures[digest, press] = answer
            while len(self._pictures) > MAX_PAGES:
                self._pictures.popitem(last=False)
        return self._pictures.get((digest, press))


def _as_broken(game: GameMessage) -> GameMessage:
    """Return a game marked as one that cannot be read now."""
    return replace(game, is_broken=True, decks=tuple(replace(deck, is_broken=True) for deck in game.decks))


HERE = Path(__file__).parent
MAX_AT_ONCE = 200
"""An answer has at most this many faces."""
MAX_DIGITS = 9
"""A card's number in a request has at most this many digits."""

FOR_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; frame-ancestors 'self'; sandbox"
)
"""Security policy for the rules, a page with content of the project: it may neither run nor load anything."""

Ask = Callable[[WorkerQuestion], Any]


class Preview:
    """The state that the routes share.

    Attributes:
        generation: How many saves there have been.
    """

    def __init__(self, files: Files, quick: Ask, slow: Ask, game: str = "") -> None:
        """Set up a preview.

        Args:
            files: The project, of which only lines with faults are read here.
            quick: Answers quick questions: cards and faces.
            slow: Answers slow questions: sheets, pages, checks.
            game: The game to show; "" for all.
        """
        self.generation = 0
        self.good = LastGood()
        self.files = files
        self._quick, self._slow = quick, slow
        self.game = game
        self._refused: dict[WorkerQuestion, tuple[int, Fault]] = {}
        self.streams = EventStreams()

    async def ask(self, *question: Any, slow: bool = False, once: bool = False) -> tuple[Any, list[FaultMessage]]:
        """Return an answer and no faults, or None and the fault.

        A question that ends in a fault is not asked again before a save, unless its process died.

        Args:
            question: Its name in QUESTIONS, and its arguments.
            slow: Whether it is asked of the process for slow questions.
            once: Whether it is not remembered if it ends in a fault.
        """
        generation, fault = (-1, None) if once else self._refused.get(question, (-1, None))
        if fault is None or generation != self.generation:
            generation = self.generation
            try:
                return await anyio.to_thread.run_sync(self._slow if slow else self._quick, question), []
            except Fault as raised:
                fault = raised
                if len(self._refused) >= MAX_REFUSED:
                    self._refused.clear()
                if not once and fault.diagnostic.code != Code.PROCESS_ENDED:  # another process may live longer
                    self._refused[question] = (generation, fault)
        return None, [fault_message(fault.diagnostic, Files(self.files.root))]

    async def warm_up(self) -> None:
        """Read the project before the first request. Later answers report its faults."""
        with suppress(Exception):
            await self.ask("project")

    def saved(self, paths: list[str]) -> None:
        """Tell every page that files have changed."""
        self.generation += 1
        self._refused.clear()
        self.streams.send("saved", json.dumps({"generation": self.generation, "paths": paths}))

    def events(self) -> AsyncIterator[str]:
        """Return the event stream of one page."""
        return self.streams.events("hello", json.dumps({"generation": self.generation}))


def make_app(
    preview: Preview,
    watch: Callable[[anyio.Event], AsyncIterator[list[str]]] | None = None,
    report: Callable[[str], None] = print,
    host: Host | None = None,
    added: Iterable[str] = (),
    *,
    is_open: bool = False,
) -> Starlette:
    """Return the application.

    Args:
        preview: The state of its routes.
        watch: Yields the paths of saved files, until the event.
        report: Prints a line on the terminal.
        host: What else is served, such as tables for playing; None for nothing.
        added: The entry points of installed packages whose pages are added; a fault of one is reported.
        is_open: Whether other machines may reach the host; then nothing else of the project is served.
    """
    routes: list[BaseRoute] = [
        *(host.routes() if host else ()),
        route(RULES_PAGE),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    links: dict[str, str] = {}
    if not is_open:
        routes += map(route, PREVIEW_PAGES)
        for name in added:
            try:
                pages: AddedPages = load_plugin("pnp.pages", name)
                of_package = call_plugin("pnp.pages", name, "routes", pages.routes, preview.files)
            except Fault as fault:
                report(_fault_line(fault))
                continue
            routes += (route(page._replace(answer=partial(_answer_of_package, name, page))) for page in of_package)
            links |= {pages.title: of_package[0].line.split()[1]} if of_package else {}

    async def warm_up() -> None:
        await preview.warm_up()
        if host and preview.game and (fault := await host.find_fault(preview.ask, preview.game)):
            report(fault)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        stop = anyio.Event()

        async def pass_on() -> None:
            try:
                async for paths in watch(stop) if watch else _nothing():
                    preview.saved(paths)
            except Exception as error:
                report(f"saved files are no longer noticed ({error}): start pnp serve again")
                raise

        watching = asyncio.create_task(pass_on())
        warming = asyncio.create_task(warm_up())
        yield
        stop.set()
        preview.streams.hang_up()
        if host:
            host.close()
        for task in (watching, warming):
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    own = [urlsplit(host.address).hostname or ""] if is_open and host and host.address else []
    hosts = [*HOSTS, *own]
    middleware = [Middleware(TrustedHostMiddleware, allowed_hosts=hosts), Middleware(RequestGuard)]
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
    app.add_exception_handler(Exception, _bug)
    app.add_exception_handler(Fault, _refusal)
    app.add_exception_handler(NotReceived, _refusal)
    app.add_exception_handler(ClientDisconnect, _refusal)  # nobody hears it
    app.state.preview, app.state.report, app.state.host, app.state.is_open = preview, report, host, is_open
    app.state.links = links
    return app


async def _nothing() -> AsyncIterator[list[str]]:
    none: list[list[str]] = []
    for paths in none:
        yield paths


# --- routes

_PAGES = Environment(loader=PackageLoader("pnp.serve", "pages"), autoescape=select_autoescape(["html"]))


async def _page(request: Request) -> Response:
    state = request.app.state
    scripts = state.host.scripts if state.host else ()
    from pnp.project.profiles import press_names  # the page is asked for once, and serving a table needs none

    page, preview = _PAGES.get_template("index.html"), state.preview
    shown = {"game": preview.game, "links": state.links, "presses": press_names(Files(preview.files.root))}
    return HTMLResponse(page.render(**shown, scripts=scripts, version=__version__))


async def _project(request: Request) -> Response:
    preview = preview_of(request)
    answer, faults = await preview.ask("project")
    good = preview.good.project(answer)
    return json_answer({"generation": preview.generation, "games": good.games, "faults": [*faults, *good.faults]})


async def _cards(request: Request) -> Response:
    preview, key = preview_of(request), path_parameters(request, "game", "language", "deck")
    answer, faults = await preview.ask("cards", *key)
    return json_answer({"cards": preview.good.cards(key, answer), "faults": faults})  # type: ignore[arg-type]  # three names


async def _faces(request: Request) -> Response:
    """Return the faces of the requested cards, without pictures whose digests the page already has."""
    preview, key = preview_of(request), path_parameters(request, "game", "language", "deck")
    query = request.query_params
    look = (query.get("back") == "1", query.get("cut") != "0", query.get("press", ""))
    numbers = tuple(
        int(part) for part in query.get("cards", "").split(",") if part.isdecimal() and len(part) <= MAX_DIGITS
    )[:MAX_AT_ONCE]
    has = dict(pair.split(":", 1) for pair in query.get("have", "").split(",") if ":" in pair)
    generation = preview.generation
    answer, faults = await preview.ask("faces", *key, numbers, *look)
    faces = preview.good.faces((*key, *look), numbers, answer)
    changed = [replace(face, svg=None) if has.get(str(face.number)) == face.digest else face for face in faces]
    return json_answer({"generation": generation, "faces": changed, "faults": faults})


async def _products(request: Request) -> Response:
    preview, key = preview_of(request), path_parameters(request, "game", "language")
    answer, faults = await preview.ask("products", *key, slow=True)
    products = preview.good.products(key, answer)  # type: ignore[arg-type]
    return json_answer(
        {"generation": preview.generation, "made": replace(products, faults=(*faults, *products.faults))}
    )


async def _picture(request: Request) -> Response:
    preview, digest, press = preview_of(request), request.path_params["digest"], request.query_params.get("press", "")
    svg = preview.good.picture(digest, press, None)
    if svg is None:
        answer, _ = await preview.ask("picture", digest, press, slow=True)
        svg = preview.good.picture(digest, press, answer)
    if svg is None:
        return PlainTextResponse("no such picture", 404)
    lasting = {"cache-control": "private, max-age=31536000, immutable"}
    return Response(svg, media_type="image/svg+xml", headers=lasting)


async def _rules(request: Request) -> Response:
    preview, key = preview_of(request), path_parameters(request, "game", "language")
    answer, _ = await preview.ask("rules", *key, slow=True)
    page = preview.good.rules(key, answer)  # type: ignore[arg-type]
    if not page:
        return PlainTextResponse("no rules", 404)
    return HTMLResponse(page, headers={"content-security-policy": FOR_RULES})


async def _events(request: Request) -> Response:
    return StreamingResponse(preview_of(request).events(), media_type="text/event-stream")


WHOLE = "the preview shows the whole project"

PREVIEW_PAGES = (
    PageRoute("GET /", "nobody", WHOLE, _page),
    PageRoute("GET /api/project", "nobody", WHOLE, _project),
    PageRoute("GET /api/cards/{game}/{language}/{deck}", "nobody", WHOLE, _cards),
    PageRoute("GET /api/faces/{game}/{language}/{deck}", "nobody", WHOLE, _faces),
    PageRoute("GET /api/made/{game}/{language}", "nobody", WHOLE, _products),
    PageRoute("GET /picture/{digest}.svg", "nobody", WHOLE, _picture),
    PageRoute("GET /events", "nobody", WHOLE, _events),
)
RULES_PAGE = PageRoute("GET /rules/{game}/{language}", "a player", "the booklet", _rules)


async def _refusal(_request: Request, error: Exception) -> Response:
    """Answer that something cannot be done, and why; this is not a bug."""
    if isinstance(error, Fault):
        return PlainTextResponse(f"{error.diagnostic.message}; {error.diagnostic.fix}", 409)
    return PlainTextResponse(str(error), 400)


async def _answer_of_package(name: str, page: PageRoute, request: Request) -> Response:
    """Return the answer of a package's page. Its fault is the answer, too, and is reported on the terminal."""

    @wraps(page.answer)
    async def answer(request: Request) -> Response:
        try:
            return await page.answer(request)
        except (HTTPException, ClientDisconnect) as refused:
            return PlainTextResponse(str(refused), getattr(refused, "status_code", 400))

    try:
        answered: Response = await call_plugin_async("pnp.pages", name, "answer", answer, request)
    except Fault as fault:
        request.app.state.report(_fault_line(fault))
        raise
    return answered


def _fault_line(fault: Fault) -> str:
    return f"{fault.diagnostic.place}: {fault.diagnostic.severity}[{fault.diagnostic.code}]: {fault.diagnostic.message}"


async def _bug(request: Request, error: Exception) -> Response:
    """Report a crash to the page in one line and on the terminal as commands do."""
    for line in report_crash(error):
        request.app.state.report(line)
    return json_answer({"bug": describe_crash(error)}, 500)


def preview_of(request: Request) -> Preview:
    """Return the preview of the server that received a request."""
    preview: Preview = request.app.state.preview
    return preview


def path_parameters(request: Request, *names: str) -> tuple[str, ...]:
    """Return the named parts of a request's path."""
    return tuple(request.path_params[name] for name in names)


def json_answer(value: object, status: int = 200) -> Response:
    """Return a value as the JSON of an answer."""
    content = json.dumps(value, default=vars, ensure_ascii=False, separators=(",", ":"))
    return Response(content, status, media_type="application/json")
