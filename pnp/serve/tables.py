"""Tables at which people play a game of the project in browsers: who sits where, tapes, and routes.

Each person has a token, which is all that opens a seat. What a seat gets is the view of that seat alone. A tape is
saved after each pick, so that a table outlives the server, and the process that runs the rules. docs/playing.md
describes the messages.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import segno
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from pnp.core.diagnostics import Fault
from pnp.play.bundle import PERSON

MAX_TABLES = 100
"""Tables that are open at a time; the one that was not used for the longest time is closed for a new one."""
MAX_BODY = 2_000_000
"""Bytes of a request: a long tape has some hundred thousand."""
MAX_STREAMS = 8
"""Pages that follow one seat at a time."""
HEARTBEAT = 15.0
MAX_SAID, MAX_ANSWERS = 5_000, 50
"""Characters of an answer in the diary, and answers of a player."""

MAX_LINK = 300
"""Characters of a link that is shown as a QR code."""

HERE = ("127.0.0.1", "::1")
"""Addresses of this machine: its pages begin games."""

AskRules = Callable[[tuple[Any, ...]], dict[str, Any]]


@dataclass
class OpenTable:
    """A table.

    Attributes:
        tape: The game so far.
        tokens: The seat that each token opens; None for one who watches what all see.
        waiting: The seats that are asked.
        question: The name of what they are asked.
        decision: The number of decisions that were made.
        is_over: Whether the game has ended.
        started: When this decision was asked, in seconds of time.time().
        thought: For each pick of a person: decision, seat and the seconds that it took.
        noted: How many of these the playtest diary has had, when the game came to its end.
    """

    name: str
    game: str
    language: str
    tape: dict[str, Any]
    tokens: dict[str, int | None]
    waiting: list[int] = field(default_factory=list)
    question: str = ""
    decision: int = 0
    is_over: bool = False
    started: float = 0.0
    used: float = 0.0
    thought: list[tuple[int, int, float]] = field(default_factory=list)
    taken_back: int = 0
    noted: int = 0
    streams: dict[asyncio.Queue[str], int | None] = field(default_factory=dict)

    def hang_up(self) -> None:
        """End its streams."""
        for stream in self.streams:
            stream.put_nowait("")

    def saved(self) -> dict[str, Any]:
        """Return what is saved of it."""
        return {
            "table": self.name,
            "game": self.game,
            "language": self.language,
            "tape": self.tape,
            "tokens": self.tokens,
            "thought": self.thought,
            "taken_back": self.taken_back,
            "noted": self.noted,
        }


class Tables:
    """The tables of a project."""

    def __init__(self, root: Path, ask: AskRules, address: str = "") -> None:
        """Keep the tables of a project.

        Args:
            root: The project's folder; tapes are saved below its ``output/``.
            ask: Asks the process that runs the rules; see playroom.
            address: How other machines reach this one: http://192.168.1.7:8137; empty if they may not.
        """
        self.root = root
        self.address = address
        self._ask = ask
        self._tables: dict[str, OpenTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._defaults: dict[str, asyncio.Task[None]] = {}
        self._about: dict[str, dict[str, Any]] = {}

    async def ask(self, *wish: Any) -> dict[str, Any]:
        """Return the answer of the process that runs the rules."""
        try:
            return await anyio.to_thread.run_sync(self._ask, wish)
        except Fault as fault:
            return {"failed": {"what": fault.diagnostic.message, "file": "", "line": 0, "why": "", "fix": ""}}

    def path(self, table: OpenTable | str) -> Path:
        """Return the file that a table is saved in."""
        name = table if isinstance(table, str) else table.name
        return self.root / "output" / "tables" / f"{name}.json"

    async def begin(self, game: str, language: str, tape: dict[str, Any]) -> dict[str, Any]:
        """Open a table for a new game, or for one that goes on; returns its name and the token of each seat."""
        name = secrets.token_hex(4)
        answer = await self.ask("lay", name, game, tape)
        if "tape" not in answer:
            return answer
        people = [seat for seat, who in enumerate(answer["tape"]["seats"]) if who == PERSON]
        tokens: dict[str, int | None] = {secrets.token_urlsafe(12): seat for seat in people}
        tokens[secrets.token_urlsafe(12)] = None
        table = OpenTable(name, game, language, answer["tape"], tokens)
        while len(self._tables) >= MAX_TABLES:
            self._close(min(self._tables.values(), key=lambda open_: open_.used))
        self._tables[name] = table
        await self._took(table, answer)
        return {
            "table": name,
            "tokens": {("watch" if seat is None else str(seat)): token for token, seat in tokens.items()},
            "address": self.address,
        }

    def _close(self, table: OpenTable) -> None:
        self._tables.pop(table.name, None)
        self._locks.pop(table.name, None)
        if task := self._defaults.pop(table.name, None):
            task.cancel()
        table.hang_up()

    def hang_up(self) -> None:
        """End all streams."""
        for table in self._tables.values():
            table.hang_up()

    def close(self) -> None:
        """Close all tables."""
        for table in list(self._tables.values()):
            self._close(table)

    def find(self, name: str) -> OpenTable | None:
        """Return a table that is open, or was saved."""
        if name not in self._tables and name.isalnum():
            with suppress(OSError, ValueError, KeyError, TypeError):
                kept = json.loads(self.path(name).read_text(encoding="utf-8"))
                self._tables[name] = OpenTable(
                    kept["table"],
                    kept["game"],
                    kept["language"],
                    kept["tape"],
                    kept["tokens"],
                    thought=[tuple(entry) for entry in kept["thought"]],
                    taken_back=kept["taken_back"],
                    noted=kept.get("noted", 0),
                )
        return self._tables.get(name)

    async def wish(self, table: OpenTable, name: str, *arguments: Any) -> dict[str, Any]:
        """Return the answer to a wish at a table, which is laid again from its tape if the process has lost it."""
        async with self._locks.setdefault(table.name, asyncio.Lock()):
            table.used = time.time()
            answer = await self.ask(name, table.name, *arguments)
            if "unknown" in answer or "failed" in answer:
                laid = await self.ask("lay", table.name, table.game, table.tape)
                if "tape" not in laid:
                    return laid
                await self._took(table, laid)
                answer = await self.ask(name, table.name, *arguments) if "unknown" in answer else answer
            if "tape" in answer:
                await self._took(table, answer)
            return answer

    async def _took(self, table: OpenTable, answer: dict[str, Any]) -> None:
        """Take over a new state: save it, tell the pages, and wait for the next answers."""
        is_new = answer["decision"] != table.decision or not table.started
        table.tape, table.waiting = answer["tape"], answer["waiting"]
        table.question, table.decision, table.is_over = answer["question"], answer["decision"], answer["is_over"]
        table.used = time.time()
        if is_new:
            table.started = time.time()
        if is_new and table.is_over and table.thought and len(table.thought) != table.noted:
            table.noted = len(table.thought)
            await self._write(table, {"thought": table.thought, "end": answer["end"]})
        await anyio.to_thread.run_sync(self._save, table)
        for stream in table.streams:
            stream.put_nowait(f"event: changed\ndata: {table.decision}\n\n")
        await self._wait_for_answers(table)

    def _save(self, table: OpenTable) -> None:
        path = self.path(table)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".part")
        partial.write_text(json.dumps(table.saved(), ensure_ascii=False), encoding="utf-8")
        partial.replace(path)

    async def about(self, game: str, language: str) -> dict[str, Any]:
        """Return what pages need to know of a game."""
        answer = await self.ask("about", game, language)
        if "title" in answer:
            self._about[game] = answer
        return answer

    async def _wait_for_answers(self, table: OpenTable) -> None:
        """Answer by default for those who do not answer in time, where people sit at several places."""
        if task := self._defaults.pop(table.name, None):
            task.cancel()
        about = self._about.get(table.game) or await self.about(table.game, table.language)
        default = about.get("defaults", {}).get(table.question)
        if default is None or len(table.tokens) < 3 or not table.waiting:
            return
        self._defaults[table.name] = asyncio.create_task(self._answer_for(table, default, about["patience"]))

    async def _answer_for(self, table: OpenTable, default: str, patience: float) -> None:
        decision = table.decision
        await asyncio.sleep(patience)
        self._defaults.pop(table.name, None)
        for seat in list(table.waiting):
            if table.decision == decision:
                await self.wish(table, "pick_named", seat, default, decision)

    async def pick(self, table: OpenTable, seat: int, number: int, decision: int) -> dict[str, Any]:
        """Pick an option for a person."""
        entry = (decision, seat, round(time.time() - table.started, 1))
        table.thought.append(entry)
        answer = await self.wish(table, "pick", seat, number, decision)
        if "tape" not in answer:
            table.thought.remove(entry)
        return answer

    async def undo(self, table: OpenTable, seat: int) -> dict[str, Any]:
        """Take back a person's last pick."""
        answer = await self.wish(table, "undo", seat)
        table.taken_back += "tape" in answer
        return answer

    async def name(self, table: OpenTable, seat: int, name: str) -> dict[str, Any]:
        """Let a person have a name of their own."""
        return await self.wish(table, "name", seat, name)

    async def note(self, table: OpenTable, seat: int | None, answers: dict[str, str]) -> None:
        """Write what a player says of a game into the playtest diary: one line of JSON for each."""
        seconds = [took for _, at, took in table.thought if at == seat]
        await self._write(table, {"seconds": seconds, "seat": seat, "answers": answers})

    async def _write(self, table: OpenTable, more: dict[str, Any]) -> None:
        """Add a line to the playtest diary."""
        entry = {
            "date": time.strftime("%Y-%m-%d"),
            "game": table.game,
            "table": table.name,
            "seats": table.tape["seats"],
            "names": table.tape.get("names", {}),
            "seed": table.tape["seed"],
            "values": table.tape["values"],
            "decisions": len(table.tape["picks"]),
            "is_over": table.is_over,
            "taken_back": table.taken_back,
            **more,
        }
        path = self.path("diary").with_suffix(".jsonl")

        def write() -> None:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as diary:
                diary.write(json.dumps(entry, ensure_ascii=False) + "\n")

        await anyio.to_thread.run_sync(write)

    async def events(self, table: OpenTable, seat: int | None) -> AsyncIterator[str]:
        """The event stream of one page at a table."""
        stream: asyncio.Queue[str] = asyncio.Queue()
        mine = [other for other, of in table.streams.items() if of == seat]
        for oldest in mine[: max(len(mine) - MAX_STREAMS + 1, 0)]:
            oldest.put_nowait("")
        table.streams[stream] = seat
        try:
            yield f"retry: 1000\nevent: changed\ndata: {table.decision}\n\n"
            while True:
                try:
                    event = await asyncio.wait_for(stream.get(), HEARTBEAT)
                except TimeoutError:
                    event = ": nothing\n\n"
                if not event:
                    return
                yield event
        finally:
            table.streams.pop(stream, None)


# --- routes


def table_routes(tables: Tables) -> list[Route]:
    """Return the routes of tables."""
    host = _Host(tables)
    return [
        Route("/api/play/{game}/{language}", host.about),
        Route("/api/play/{game}/{language}", host.begin, methods=["POST"]),
        Route("/api/table/{table}/view", host.view),
        Route("/api/table/{table}/pick", host.pick, methods=["POST"]),
        Route("/api/table/{table}/undo", host.undo, methods=["POST"]),
        Route("/api/table/{table}/name", host.name, methods=["POST"]),
        Route("/api/table/{table}/diary", host.diary, methods=["POST"]),
        Route("/api/table/{table}/tape", host.tape),
        Route("/api/table/{table}/example", host.example),
        Route("/api/table/{table}/events", host.events),
        Route("/api/code", host.code),
    ]


class _Host:
    """Answers the requests of pages; a token that is not known gets nothing."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def about(self, request: Request) -> Response:
        return _json(await self._tables.about(request.path_params["game"], request.path_params["language"]))

    async def begin(self, request: Request) -> Response:
        if request.client is None or request.client.host not in HERE:
            return PlainTextResponse("only the machine that serves the game begins games", 403)
        body = await _body(request)
        tape = body.get("tape") or {
            "players": len(body.get("seats", ())),
            "seed": str(body.get("seed") or secrets.token_hex(4)),
            "seats": body.get("seats", ()),
            "values": body.get("values") or {},
            "names": body.get("names") or {},
            "picks": [],
        }
        game, language = request.path_params["game"], request.path_params["language"]
        return _json(await self._tables.begin(game, language, tape))

    def _seated(self, request: Request, token: str) -> tuple[OpenTable, int | None] | None:
        table = self._tables.find(request.path_params["table"])
        if table is None:
            return None
        for known, seat in table.tokens.items():
            if secrets.compare_digest(known.encode(), token.encode()):
                return table, seat
        return None

    async def view(self, request: Request) -> Response:
        seated = self._seated(request, request.query_params.get("token", ""))
        if seated is None:
            return _nothing()
        table, seat = seated
        since = _number(request, "since") or 0
        language = request.query_params.get("lang", table.language)
        is_open = "open" in request.query_params and _may_see_all(table)
        past = _number(request, "at"), _number(request, "moment") or 0
        return _json(await self._tables.wish(table, "view", seat, language, since, *past, is_open))

    async def pick(self, request: Request) -> Response:
        body = await _body(request)
        seated = self._seated(request, str(body.get("token", "")))
        number, decision = body.get("option"), body.get("decision")
        if seated is None or seated[1] is None or type(number) is not int or type(decision) is not int:
            return _nothing()
        return _short(await self._tables.pick(seated[0], seated[1], number, decision))

    async def undo(self, request: Request) -> Response:
        seated = self._seated(request, str((await _body(request)).get("token", "")))
        if seated is None or seated[1] is None:
            return _nothing()
        return _short(await self._tables.undo(seated[0], seated[1]))

    async def name(self, request: Request) -> Response:
        body = await _body(request)
        seated, name = self._seated(request, str(body.get("token", ""))), body.get("name")
        if seated is None or seated[1] is None or not isinstance(name, str):
            return _nothing()
        return _short(await self._tables.name(seated[0], seated[1], name[:MAX_SAID]))

    async def diary(self, request: Request) -> Response:
        body = await _body(request)
        seated, answers = self._seated(request, str(body.get("token", ""))), body.get("answers")
        if seated is None or not isinstance(answers, dict):
            return _nothing()
        said = {str(question)[:MAX_SAID]: str(answer)[:MAX_SAID] for question, answer in answers.items()}
        await self._tables.note(seated[0], seated[1], dict(list(said.items())[:MAX_ANSWERS]))
        return _json({"thanks": True})

    async def tape(self, request: Request) -> Response:
        """The saved game, for a table with one person, or when it is over: it holds all cards."""
        seated = self._seated(request, request.query_params.get("token", ""))
        if seated is None or not _may_see_all(seated[0]):
            return _nothing()
        return _json(seated[0].tape)

    async def example(self, request: Request) -> Response:
        seated = self._seated(request, request.query_params.get("token", ""))
        if seated is None or not _may_see_all(seated[0]):
            return _nothing()
        return _json(await self._tables.wish(seated[0], "example", "played_game"))

    async def code(self, request: Request) -> Response:
        """A QR code of a link for another machine, as SVG."""
        link = request.query_params.get("link", "")
        if not self._tables.address or not link.startswith(f"{self._tables.address}/") or len(link) > MAX_LINK:
            return _nothing()
        return Response(
            segno.make(link, micro=False).svg_inline(scale=4, border=2, light="white"), media_type="image/svg+xml"
        )

    async def events(self, request: Request) -> Response:
        seated = self._seated(request, request.query_params.get("token", ""))
        if seated is None:
            return _nothing()
        return StreamingResponse(self._tables.events(*seated), media_type="text/event-stream")


def _number(request: Request, name: str) -> int | None:
    """Return a number of a request; None if it has none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _may_see_all(table: OpenTable) -> bool:
    return table.is_over or sum(seat is not None for seat in table.tokens.values()) < 2


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON of a request; empty for anything else."""
    content = b""
    async for chunk in request.stream():
        content += chunk
        if len(content) > MAX_BODY:
            return {}
    with suppress(ValueError, RecursionError):
        value = json.loads(content)
        if isinstance(value, dict):
            return value
    return {}


def _short(answer: dict[str, Any]) -> Response:
    """Return a state without its tape, which holds what other seats must not know."""
    return _json({name: value for name, value in answer.items() if name != "tape"})


def _nothing() -> Response:
    return PlainTextResponse("there is no such seat", 404)


def _json(value: object) -> Response:
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Response(content, media_type="application/json")
