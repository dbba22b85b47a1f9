"""Requests of the studio's page → answers about the project, and changes of its files.

Only this machine gets answers, and only with the token that ``pnp studio`` prints with its address. A change is made
and checked in the process of the preview, and written here, by the one writer of outputs.
"""

from __future__ import annotations

import mimetypes
import os
import secrets
import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from pnp.core.diagnostics import Fault
from pnp.core.plugins import plugins
from pnp.core.printing import PAPERS, paper_name
from pnp.core.stock import STOCK
from pnp.core.units import format_size
from pnp.editing.edits import FileChange, digest_of_file
from pnp.editing.history import EditHistory
from pnp.exports import export_names, find_export
from pnp.extensions.studio.messages import (
    MAX_BYTES,
    MAX_FILE,
    ChoicesMessage,
    EditAnswer,
    EditRequest,
    FixRequest,
    NewRequest,
    RunRequest,
    ShownRequest,
    WatchedCard,
    WiderMessage,
)
from pnp.outputs import read_back, refuse_links, write_all
from pnp.serve.access import Asker, PageRoute, route
from pnp.serve.app import json_answer, path_parameters, preview_of
from pnp.serve.messages import fault_message
from pnp.serve.received import received_body

STARTING = "pnp.extensions.studio.starting"
HERE = "pnp.extensions.studio.questions"
OWN: Asker = "this machine"
WRITES = "it writes into the project"
SHOWS = "it shows where the project's values stand"
LARGEST_OUTPUT = 1_000_000_000
"""A file that is sent back has at most this many bytes."""

StudioPage = Callable[[Request], Awaitable[Response]]


def choices() -> ChoicesMessage:
    """Return what the page offers of the tables of pnp and of packages."""
    exports = {name: find_export(name) for name in export_names()}
    sheets = [(name, f"{stock.title}: {stock.count} of {format_size(stock.place)}") for name, stock in STOCK.items()]
    return ChoicesMessage(
        papers=(*((name, paper_name(name)) for name in (*PAPERS, *plugins("pnp.papers"))), *sheets),
        exports=tuple((name, export.summary) for name, export in exports.items() if export),
        starts=tuple(f".{ending}" for ending in plugins("pnp.starts")),
    )


class StudioHost:
    """The studio's part of the server.

    Attributes:
        address: "", as other machines never reach it.
        scripts: Its script, which the page of the preview loads.
        token: The word that each request must have in its header.
    """

    def __init__(self, root: Path) -> None:
        self.address = ""
        self.scripts: Sequence[str] = ("/static/studio/studio.js",)
        self.token = secrets.token_urlsafe(16)
        self._root = root
        self._history = EditHistory(root)
        self._lock = anyio.Lock()
        self._tables: list[Process] = []

    def routes(self) -> Sequence[BaseRoute]:
        """Return the pages and files."""
        pages = (
            PageRoute("POST /studio/edit", OWN, WRITES, self._guarded(self._edit)),
            PageRoute("POST /studio/fix", OWN, WRITES, self._guarded(self._fix)),
            PageRoute("POST /studio/new", OWN, "it makes a project in an empty folder", self._guarded(self._new)),
            PageRoute("GET /studio/start", OWN, "what a project may start from", self._guarded(self._start)),
            PageRoute("POST /studio/undo", OWN, WRITES, self._guarded(self._undo)),
            PageRoute("POST /studio/redo", OWN, WRITES, self._guarded(self._redo)),
            PageRoute("GET /studio/steps", OWN, SHOWS, self._guarded(self._steps)),
            PageRoute("POST /studio/card", OWN, SHOWS, self._guarded(self._card)),
            PageRoute("GET /studio/table/{game}/{deck}", OWN, SHOWS, self._guarded(self._ask("table", "game", "deck"))),
            PageRoute(
                "GET /studio/words/{game}/{language}", OWN, SHOWS, self._guarded(self._ask("words", "game", "language"))
            ),
            PageRoute("GET /studio/booklet/{game}", OWN, SHOWS, self._guarded(self._ask("booklet_files", "game"))),
            PageRoute("GET /studio/text/{file:path}", OWN, SHOWS, self._guarded(self._ask("text", "file"))),
            PageRoute("GET /studio/font/{family}", OWN, SHOWS, self._guarded(self._font)),
            PageRoute("POST /studio/run", OWN, "it writes into output/, or runs the rules", self._guarded(self._run)),
            PageRoute("GET /studio/output/{file:path}", OWN, "a file that a button made", self._guarded(self._output)),
            PageRoute("GET /studio/choices", OWN, "the papers and exports that there are", self._choices),
            PageRoute("GET /studio/kinds", OWN, "the keys of elements, which docs describe", self._kinds),
        )
        return [Mount("/static/studio", StaticFiles(directory=Path(__file__).parent / "static")), *map(route, pages)]

    def serves(self, game: str) -> bool:
        """Whether its pages show a game: any of the project."""
        return bool(game)

    def has_player(self, game: str, token: str) -> bool:
        """Whether a token belongs to a player; nobody plays here."""
        return False

    async def find_fault(self, ask: Callable[..., Awaitable[tuple[Any, Any]]], game: str) -> str:
        """Return "": the page shows all faults."""
        return ""

    def hang_up(self) -> None:
        """End event streams, of which it has none."""

    def close(self) -> None:
        """End the tables that were opened; every change is written already."""
        for table in self._tables:
            with suppress(ProcessLookupError):
                table.terminate()

    def _guarded(self, answer: StudioPage) -> StudioPage:
        async def guarded(request: Request) -> Response:
            if not secrets.compare_digest(request.headers.get("x-studio", ""), self.token):
                raise HTTPException(403, "open the address that pnp studio prints")
            return await answer(request)

        return guarded

    def _ask(self, name: str, *parameters: str) -> StudioPage:
        async def ask(request: Request) -> Response:
            answer, faults = await preview_of(request).ask(f"{HERE}:{name}", *path_parameters(request, *parameters))
            return json_answer({"answer": answer, "faults": faults})

        return ask

    async def _card(self, request: Request) -> Response:
        wish = await received_body(request, ShownRequest, MAX_BYTES)
        return await self._state(request, shown=wish.shown)

    async def _choices(self, request: Request) -> Response:
        return json_answer({"answer": await anyio.to_thread.run_sync(choices), "faults": []})

    async def _kinds(self, request: Request) -> Response:
        from pnp.schemas import schema_of

        return json_answer(await anyio.to_thread.run_sync(schema_of, "template"))

    async def _edit(self, request: Request) -> Response:
        wish = await received_body(request, EditRequest, MAX_BYTES)
        async with self._lock:
            answer, faults = await preview_of(request).ask(f"{HERE}:edit", wish, once=True)
            if isinstance(answer, EditAnswer) and not answer.faults:
                make = partial(self._history.make, wish.name, answer.changes, joins=wish.joins)
                seen = {change.path: digest_of_file(change.after) for change in answer.changes}
                return await self._written(request, make, wish.shown, seen)
            if answer is None:
                return await self._state(request, faults)
            return await self._state(request, answer.faults, wider=answer.wider)

    async def _fix(self, request: Request) -> Response:
        wish = await received_body(request, FixRequest, MAX_BYTES)
        async with self._lock:
            answer, faults = await preview_of(request).ask(f"{HERE}:fix", wish, once=True)
            if isinstance(answer, EditAnswer) and answer.changes:
                name = f"correct {wish.faults[0].code}"
                return await self._written(request, lambda: self._history.make(name, answer.changes))
            return await self._state(request, faults)

    async def _start(self, request: Request) -> Response:
        answer, faults = await preview_of(request).ask(f"{STARTING}:starters", once=True)
        return json_answer({"answer": answer, "faults": faults})

    async def _new(self, request: Request) -> Response:
        wish = await received_body(request, NewRequest, MAX_FILE * 3 // 2)
        preview = preview_of(request)
        async with self._lock:
            answer, faults = await preview.ask(f"{STARTING}:new", wish, once=True)
            if answer is None or answer.faults:
                return json_answer({"notes": [], "faults": faults if answer is None else answer.faults})
            try:
                await anyio.to_thread.run_sync(write_all, answer.outputs, self._root)
            except Fault as fault:
                return json_answer({"notes": [], "faults": [fault_message(fault.diagnostic, preview.files)]})
            preview.saved([output.path for output in answer.outputs])
            return json_answer({"notes": answer.notes, "faults": []})

    async def _undo(self, request: Request) -> Response:
        wish = await received_body(request, ShownRequest, MAX_BYTES)
        async with self._lock:
            return await self._written(request, self._history.undo, wish.shown)

    async def _redo(self, request: Request) -> Response:
        wish = await received_body(request, ShownRequest, MAX_BYTES)
        async with self._lock:
            return await self._written(request, self._history.redo, wish.shown)

    async def _run(self, request: Request) -> Response:
        """Start a command, and pass on what it prints, line by line."""
        wish = await received_body(request, RunRequest, MAX_BYTES)

        async def lines() -> AsyncIterator[bytes]:
            process = await create_subprocess_exec(
                sys.executable,
                "-m",
                "pnp",
                *wish.arguments(),
                "--project",
                str(self._root),
                stdin=DEVNULL,
                stdout=PIPE,
                stderr=STDOUT,
                env={**os.environ, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"},
            )
            if wish.command == "play":
                self._tables.append(process)
            assert process.stdout is not None
            try:
                async for line in process.stdout:
                    yield line
                    if wish.command == "play" and line.startswith(b"http"):
                        return
                yield f"exit {await process.wait()}\n".encode()
            finally:
                if wish.command != "play" and process.returncode is None:
                    process.terminate()

        sent = self._as_step(wish.game, lines()) if wish.command == "i18n" else lines()
        return StreamingResponse(sent, media_type="text/plain; charset=utf-8")

    async def _as_step(self, game: str, lines: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Pass on what a command prints that writes catalogues, and keep what it has written as a step."""
        async with self._lock:
            before = self._catalogues(game)
            try:
                async for line in lines:
                    yield line
            finally:
                after = self._catalogues(game).items()
                changes = [FileChange(path, before.get(path), new) for path, new in after if new != before.get(path)]
                if changes:
                    self._history.keep("collect texts", changes)

    def _catalogues(self, game: str) -> Mapping[str, bytes]:
        """Return the catalogues of a game, by path."""
        found = (self._root / "data" / game / "locale").rglob("*.po")
        return {path.relative_to(self._root).as_posix(): path.read_bytes() for path in found}

    async def _font(self, request: Request) -> Response:
        content, _ = await preview_of(request).ask(f"{HERE}:font", request.path_params["family"])
        if content is None:
            raise HTTPException(404, "there is no such family")
        return Response(content, media_type="font/sfnt")

    async def _output(self, request: Request) -> Response:
        content = read_back(request.path_params["file"], refuse_links(self._root), LARGEST_OUTPUT)
        if content is None:
            raise HTTPException(404, "there is no such file")
        kind = mimetypes.guess_type(request.path_params["file"])[0] or "application/octet-stream"
        return Response(content, media_type=kind)

    async def _written(
        self,
        request: Request,
        write: Callable[[], Any],
        shown: WatchedCard | None = None,
        seen: Mapping[str, str] | None = None,
    ) -> Response:
        try:
            await anyio.to_thread.run_sync(write)
        except Fault as fault:
            return await self._state(request, [fault_message(fault.diagnostic, preview_of(request).files)])
        return await self._state(request, shown=shown, seen=seen, is_made=True)

    async def _steps(self, request: Request) -> Response:
        return await self._state(request)

    async def _state(
        self,
        request: Request,
        faults: Sequence[Any] = (),
        shown: WatchedCard | None = None,
        seen: Mapping[str, str] | None = None,
        *,
        is_made: bool = False,
        wider: WiderMessage | None = None,
    ) -> Response:
        """Return the steps that can be undone and made again next, faults, a card as it is now, and new digests."""
        card = (await preview_of(request).ask(f"{HERE}:card", shown, once=True))[0] if shown else None
        steps, undone = self._history.steps, self._history.undone
        names = {"undo": steps[-1].name if steps else "", "redo": undone[-1].name if undone else ""}
        return json_answer(
            {**names, "faults": faults, "shown": card, "seen": seen or {}, "made": is_made, "wider": wider}
        )
