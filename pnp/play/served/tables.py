"""Tables at which people play a game of the project in browsers: who sits where, and tapes.

Each person has a token, which is all that opens a seat. What a seat gets is the view of that seat alone. A tape is
saved after each pick, so that a table outlives the server, and the process that runs the rules. A table's name is that
of its file; nothing in a file names another. Routes are in pnp.play.served.routes.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import anyio

from pnp.core.diagnostics import Fault
from pnp.core.patterns import lazy_pattern
from pnp.outputs import Output, append_line, read_back, refuse_links, write_all
from pnp.play.game_bundle import PERSON
from pnp.play.messages import (
    AboutGame,
    Answer,
    Failed,
    LayTable,
    MatchState,
    OpenedSeat,
    PickNamed,
    PickOption,
    Refused,
    SeatView,
    ShowTable,
    TableWish,
    TakeBack,
    TakeName,
    TakeSeat,
    TellAbout,
    UnknownTable,
    Wish,
)
from pnp.serve.access import NotReceived
from pnp.serve.events import EventStreams

MAX_TABLES = 100
"""The most tables that are open at a time; a further one closes the table that was unused for longest."""
MAX_SAVED = 1_000
"""The most games saved in output/tables; after these no new game begins."""
MAX_FILE, MAX_DIARY = 4_000_000, 50_000_000
"""Bytes of a saved game, and of the diary."""
MAX_ENTRIES = 20
"""Entries of a table in the diary, for each of its tokens."""
MAX_THOUGHT = 10_000
"""The most picks of a table whose seconds are recorded."""
MAX_STREAMS = 8
"""Pages that follow one seat at a time."""
NAME = lazy_pattern("[0-9a-f]{8}")
"""The name of a table."""

AskRules = Callable[[Wish], Answer]


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
        minutes: The minutes that each player has on the clock; 0 without clocks.
        spent: The seconds that seats have been asked for, until ``turned``.
        turned: When the seats that are asked were asked, in seconds of time.monotonic().
        thought: For each pick of a person: decision, seat and the seconds that it took.
        noted: How many of these stand in the playtest diary, which they enter when the game ends.
        said: The number of entries of players in the diary.
        opened: For a token with which a page has opened a single seat, the page; it is no seat of other pages then.
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
    minutes: int = 0
    spent: dict[int, float] = field(default_factory=dict)
    turned: float = 0.0
    used: float = 0.0
    thought: list[tuple[int, int, float]] = field(default_factory=list)
    taken_back: int = 0
    noted: int = 0
    said: int = 0
    opened: dict[str, str] = field(default_factory=dict)
    streams: EventStreams = field(default_factory=lambda: EventStreams(MAX_STREAMS))

    def saved(self) -> dict[str, Any]:
        """Return what is saved of it."""
        return {
            "game": self.game,
            "language": self.language,
            "tape": self.tape,
            "tokens": self.tokens,
            "thought": self.thought,
            "taken_back": self.taken_back,
            "noted": self.noted,
            "said": self.said,
            "minutes": self.minutes,
            "spent": {str(seat): round(seconds, 1) for seat, seconds in self.spent.items()},
        }

    def turn_clocks(self) -> None:
        """Count the time of the seats that are asked until now."""
        now = time.monotonic()
        for seat in self.waiting:
            self.spent[seat] = self.spent.get(seat, 0.0) + now - self.turned
        self.turned = now

    def seat_of(self, token: str) -> int | None:
        """Return the seat that a token opens; None for one who watches.

        Raises:
            LookupError: It opens nothing.
        """
        for known, seat in self.tokens.items():
            if secrets.compare_digest(known.encode(), token.encode()):
                return seat
        raise LookupError


class BegunTable(NamedTuple):
    """A table that was opened.

    Attributes:
        table: Its name.
        tokens: The token of each person's seat, and of ``watch``.
        address: How other machines reach the server; "" if they may not.
    """

    table: str
    tokens: dict[str, str]
    address: str

    def message(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return self._asdict()


class Tables:
    """The tables of a project."""

    def __init__(self, root: Path, ask: AskRules, address: str = "", only: str = "") -> None:
        """Keep the tables of a project.

        Args:
            root: The project's folder; tapes are saved below its ``output/``.
            ask: Asks the process that runs the rules; see playroom.
            address: How other machines reach this one: http://192.168.1.7:8137; empty if they may not.
            only: The only game that is played; empty for every game of the project.
        """
        self.root = root
        self.address = address
        self.scripts: tuple[str, ...] = ()
        self._only = only
        self._ask = ask
        self._tables: dict[str, OpenTable] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._defaults: dict[str, asyncio.Task[None]] = {}
        self._about: dict[str, AboutGame] = {}

    async def ask(self, wish: Wish) -> Answer:
        """Return the answer of the process that runs the rules."""
        try:
            return await anyio.to_thread.run_sync(self._ask, wish)
        except Fault as fault:
            return Failed(fault.diagnostic.message)

    def serves(self, game: str) -> bool:
        """Return whether a game is played here; the process that runs the rules is not asked for others."""
        if self._only:
            return game == self._only
        try:
            return any(path.name == game for path in (self.root / "data").iterdir())
        except OSError:
            return False

    def has_player(self, game: str, token: str) -> bool:
        """Return whether a token opens a seat at an open table of a game."""
        for table in self._tables.values():
            with suppress(LookupError):
                table.seat_of(token)
                if table.game == game:
                    return True
        return False

    async def find_fault(self, ask: Callable[..., Awaitable[tuple[Any, Any]]], game: str) -> str:
        """Return why no card of a game can be drawn, for the terminal; "" if they can be."""
        about = await self.about(game, "")
        fault, _ = (
            await ask("pnp.play.dress:preview_fault", game, about.page["source"])
            if isinstance(about, AboutGame)
            else ("", [])
        )
        return f"cards are not drawn: {fault}" if fault else ""

    async def begin(self, game: str, language: str, tape: dict[str, Any], minutes: int = 0) -> BegunTable | Answer:
        """Open a table for a new game, or for one that goes on; return it, or why it cannot be opened.

        Args:
            game: The game's name.
            language: The language of the page.
            tape: The game so far.
            minutes: The minutes of each player's clock; 0 for none.
        """
        folder = self.root / "output" / "tables"
        if folder.is_dir() and sum(1 for _ in folder.iterdir()) >= MAX_SAVED:
            return Refused(f"output/tables has {MAX_SAVED:,} files: remove games that you do not go on with")
        name = secrets.token_hex(4)
        answer = await self.ask(LayTable(name, game, tape))
        if not isinstance(answer, MatchState):
            return answer
        people = [seat for seat, who in enumerate(answer.tape["seats"]) if who == PERSON]
        tokens: dict[str, int | None] = {secrets.token_urlsafe(12): seat for seat in people}
        tokens[secrets.token_urlsafe(12)] = None
        table = OpenTable(name, game, language, answer.tape, tokens, minutes=minutes)
        self._make_room()
        self._tables[name] = table
        await self._took(table, answer)
        by_seat = {("watch" if seat is None else str(seat)): token for token, seat in tokens.items()}
        return BegunTable(name, by_seat, self.address)

    def open_seat(self, table: OpenTable, token: str, page: str) -> None:
        """Let a page have a seat for itself; pages that hold several seats leave it then."""
        if table.opened.get(token) != page:
            table.opened[token] = page
            table.streams.send("changed", str(table.decision))

    async def view(self, table: OpenTable, wish: ShowTable, page: str) -> dict[str, Any]:
        """Return what a seat sees, the seats that other pages have opened for themselves, and the clocks, if any."""
        answer = await self.wish(table, wish)
        if not isinstance(answer, SeatView):
            return answer.message()
        elsewhere = [seat for token, seat in table.tokens.items() if table.opened.get(token, page) != page]
        view = {**answer.view, "elsewhere": elsewhere}
        if table.minutes:
            table.turn_clocks()
            spent = [round(table.spent.get(seat, 0.0), 1) for seat in range(len(table.tape["seats"]))]
            view["clock"] = {"minutes": table.minutes, "spent": spent}
        return view

    def _close(self, table: OpenTable) -> None:
        self._tables.pop(table.name, None)
        self._locks.pop(table.name, None)
        if task := self._defaults.pop(table.name, None):
            task.cancel()
        table.streams.hang_up()

    def hang_up(self) -> None:
        """End all streams."""
        for table in self._tables.values():
            table.streams.hang_up()

    def close(self) -> None:
        """Close all tables."""
        for table in list(self._tables.values()):
            self._close(table)

    def find(self, name: str) -> OpenTable | None:
        """Return a table that is open, or was saved.

        Raises:
            NotReceived: The file that it was saved in holds no table.
            Fault: The file may not be read.
        """
        if name not in self._tables and NAME.fullmatch(name):
            refuse_links(self.root, "tables")
            path = f"output/tables/{name}.json"
            content = read_back(path, self.root, MAX_FILE)
            if content is None:
                return None
            from pnp.play.served.received import SavedTable  # loads pydantic, which a preview does not need
            from pnp.serve.received import received

            try:
                kept = received(content, SavedTable)
            except NotReceived as reason:
                raise NotReceived(f"{path} is no saved game: {reason}") from None
            if not self.serves(kept.game):
                return None
            self._make_room()
            self._tables[name] = OpenTable(
                name,
                kept.game,
                kept.language,
                kept.tape.message(),
                dict(kept.tokens),
                used=time.time(),
                thought=list(kept.thought),
                taken_back=kept.taken_back,
                noted=kept.noted,
                said=kept.said,
                minutes=kept.minutes,
                spent={int(seat): seconds for seat, seconds in kept.spent.items()},
            )
        return self._tables.get(name)

    def _make_room(self) -> None:
        """Close tables until one more may be opened."""
        while len(self._tables) >= MAX_TABLES:
            self._close(min(self._tables.values(), key=lambda open_: open_.used))

    async def wish(self, table: OpenTable, wish: TableWish) -> Answer:
        """Return the answer to a wish at a table, which is laid again from its tape if the process has lost it."""
        async with self._locks.setdefault(table.name, asyncio.Lock()):
            table.used = time.time()
            answer = await self.ask(wish)
            if isinstance(answer, UnknownTable | Failed):
                laid = await self.ask(LayTable(table.name, table.game, table.tape))
                if not isinstance(laid, MatchState):
                    return laid
                await self._took(table, laid)
                answer = await self.ask(wish) if isinstance(answer, UnknownTable) else answer
            if isinstance(answer, MatchState):
                await self._took(table, answer)
            return answer

    async def _took(self, table: OpenTable, state: MatchState) -> None:
        """Take over a new state: save it, tell the pages, and wait for the next answers."""
        is_new = state.decision != table.decision or not table.started
        table.turn_clocks()
        table.tape, table.waiting = state.tape, state.waiting
        table.question, table.decision, table.is_over = state.question, state.decision, state.is_over
        table.used = time.time()
        if is_new:
            table.started = time.time()
        if is_new and table.is_over and table.thought and len(table.thought) != table.noted:
            table.noted = len(table.thought)
            await self._write(table, {"thought": table.thought, "end": state.end})
        await anyio.to_thread.run_sync(self._save, table)
        table.streams.send("changed", str(table.decision))
        await self._wait_for_answers(table)

    def _save(self, table: OpenTable) -> None:
        refuse_links(self.root, "tables")
        write_all([Output(f"output/tables/{table.name}.json", as_json(table.saved()), "")], self.root)

    async def about(self, game: str, language: str) -> Answer:
        """Return what pages need to know of a game."""
        answer = await self.ask(TellAbout(game, language))
        if isinstance(answer, AboutGame):
            self._about[game] = answer
        return answer

    async def _wait_for_answers(self, table: OpenTable) -> None:
        """Answer by default for those who do not answer in time, where people sit at several places."""
        if task := self._defaults.pop(table.name, None):
            task.cancel()
        about = self._about.get(table.game) or await self.about(table.game, table.language)
        if not isinstance(about, AboutGame) or len(table.tokens) < 3 or not table.waiting:
            return
        if (default := about.defaults.get(table.question)) is not None:
            self._defaults[table.name] = asyncio.create_task(self._answer_for(table, default, about.patience))

    async def _answer_for(self, table: OpenTable, default: str, patience: float) -> None:
        decision = table.decision
        await asyncio.sleep(patience)
        self._defaults.pop(table.name, None)
        for seat in list(table.waiting):
            if table.decision == decision:
                await self.wish(table, PickNamed(table.name, seat, default, decision))

    async def pick(self, table: OpenTable, seat: int, number: int, decision: int) -> Answer:
        """Pick an option for a person."""
        entry = (decision, seat, round(time.time() - table.started, 1))
        table.thought.append(entry)
        del table.thought[:-MAX_THOUGHT]
        answer = await self.wish(table, PickOption(table.name, seat, number, decision))
        if not isinstance(answer, MatchState):
            table.thought.remove(entry)
        return answer

    async def undo(self, table: OpenTable, seat: int) -> Answer:
        """Take back a person's last pick."""
        answer = await self.wish(table, TakeBack(table.name, seat))
        table.taken_back += isinstance(answer, MatchState)
        return answer

    async def seat(self, table: OpenTable, seat: int, who: str) -> Answer:
        """Let a person sit down where a bot plays, with a token, or a bot go on for a person whose token ends."""
        answer = await self.wish(table, TakeSeat(table.name, seat, who))
        if not isinstance(answer, MatchState):
            return answer
        table.tokens = {token: at for token, at in table.tokens.items() if at != seat}
        token = ""
        if who == PERSON:
            token = secrets.token_urlsafe(12)
            table.tokens[token] = seat
        await anyio.to_thread.run_sync(self._save, table)
        return OpenedSeat(seat, token)

    async def name(self, table: OpenTable, seat: int, name: str) -> Answer:
        """Let a person have a name of their own."""
        return await self.wish(table, TakeName(table.name, seat, name))

    async def note(self, table: OpenTable, seat: int | None, answers: Mapping[str, str]) -> bool:
        """Write what a player says of a game into the playtest diary: one line of JSON for each; False for too many."""
        if table.said >= MAX_ENTRIES * len(table.tokens):
            return False
        table.said += 1
        seconds = [took for _, at, took in table.thought if at == seat]
        await self._write(table, {"seconds": seconds, "seat": seat, "answers": answers})
        await anyio.to_thread.run_sync(self._save, table)
        return True

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
        line = as_json(entry).decode()

        def write() -> None:
            refuse_links(self.root, "tables")
            append_line("output/tables/diary.jsonl", line, self.root, MAX_DIARY)

        await anyio.to_thread.run_sync(write)


def as_json(value: object) -> bytes:
    """Return plain values as JSON; unpaired surrogates, which rules may yield, become escapes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(errors="backslashreplace")
