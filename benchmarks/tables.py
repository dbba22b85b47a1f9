"""How soon a click is answered at a server of pnp play with twenty tables, next to the rules alone.

    python benchmarks/tables.py                    twenty tables of each game, two games at each
    python benchmarks/tables.py chili --tables 5   one game, and fewer tables

A person sits at each table, with the game's usual bots at the fewest number of players that there is; all click by
chance, half a second apart on average. A click is a pick and the view that follows it, as a page asks for them. The
rules alone are picks and views of such games without a server, processes and messages. The 95th percentile may be
three times that of the rules alone, and 5 ms for the requests.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.game_code import load_program
from pnp.play.match import Match
from pnp.play.project_game import make_names, read_bundle
from pnp.play.saved_game import Tape
from pnp.play.view import seat_view
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("chicken", "chili", "seventy-seven", "spicy")
TIMES, REQUESTS = 3.0, 5.0
"""The bar: so many times the rules alone, and so many milliseconds."""


@contextmanager
def served(game: str) -> Iterator[int]:
    """The port at which a game is played."""
    command = [sys.executable, "-m", "pnp", "play", game, "--no-open", "--port", "0", "--project", str(ROOT)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found
        yield int(found[1])
    finally:
        process.terminate()
        process.wait()


class Page:
    """A page at a table: it asks as the page in the browser does."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.used = 0.0

    def ask(self, path: str, body: Any = None) -> Any:
        if time.monotonic() - self.used > 2:  # the server closes a connection after five idle seconds
            self.connection = HTTPConnection("127.0.0.1", self.port)
            self.connection.connect()
            self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.used = time.monotonic()
        content = None if body is None else json.dumps(body)
        headers = {"content-type": "application/json"} if content else {}
        self.connection.request("POST" if content else "GET", path, content, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return json.loads(text)

    def begin(self, game: str, seats: list[str], seed: str) -> None:
        opened = self.ask(f"/api/play/{game}/en", {"seats": seats, "seed": seed})
        self.path, self.token, self.since = f"/api/table/{opened['table']}", opened["tokens"]["0"], 0

    def view(self) -> Any:
        viewed = self.ask(f"{self.path}/view?token={self.token}&lang=en&since={self.since}")
        self.since += len(viewed["log"])
        return viewed

    def pick(self, number: int, decision: int) -> None:
        self.ask(f"{self.path}/pick", {"token": self.token, "option": number, "decision": decision})


class Seated(NamedTuple):
    """Who sits at a table, and how a person clicks: games, and seconds between two clicks."""

    game: str
    seats: list[str]
    games: int
    thinking: float


def click_through(port: int, seated: Seated, number: int, times: list[float]) -> None:
    """Play games at one table after another; add the seconds of each click."""
    page, chance = Page(port), random.Random(number)
    time.sleep(chance.random() * seated.thinking)
    for played in range(seated.games):
        page.begin(seated.game, seated.seats, f"{number}:{played}")
        view = page.view()
        while "end" not in view:
            time.sleep(chance.expovariate(1 / seated.thinking))
            option = chance.randrange(len(view["question"]["options"]))
            start = time.perf_counter()
            page.pick(option, view["decision"])
            view = page.view()
            times.append(time.perf_counter() - start)


def play_at(port: int, seated: Seated, tables: int) -> list[float]:
    """Play games at several tables at once; the seconds of each click."""
    times: list[float] = []
    pages = [threading.Thread(target=click_through, args=(port, seated, number, times)) for number in range(tables)]
    for page in pages:
        page.start()
    for page in pages:
        page.join()
    return times


def alone(game: str, tables: int) -> tuple[list[str], list[float]]:
    """Who sits at a table, and the seconds of each click with the rules alone."""
    files, diagnostics = Files(ROOT), Diagnostics()
    loaded = load_game(files, Templates(files), game, diagnostics, is_draft=True)
    assert loaded is not None
    bundle = read_bundle(files, loaded, diagnostics)
    assert bundle is not None
    program, names = load_program(bundle), make_names(loaded, loaded)
    players = bundle.players[0]
    usual = list(bundle.usual) or ["random"]
    seats = [PERSON, *(usual[seat % len(usual)] for seat in range(1, players))]
    times = []
    for number in range(tables):
        chance = random.Random(number)
        match = Match(program, Tape(GameSetup(players, f"{number}:0", tuple(seats))))
        view = seat_view(match, 0, names)
        since = 0
        while "end" not in view:
            option = chance.randrange(len(view["question"]["options"]))
            start = time.perf_counter()
            match.pick(0, option, match.decision)
            view = seat_view(match, 0, names, since)
            json.dumps(view)
            times.append(time.perf_counter() - start)
            since += len(view["log"])
    return seats, times


def late(times: list[float]) -> float:
    """The 95th percentile, in milliseconds."""
    return quantiles(times, n=20)[-1] * 1000


def main() -> None:
    """Play, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=GAMES)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--games", type=int, default=2, help="games at each table")
    parser.add_argument("--thinking", type=float, default=0.5, help="seconds between two clicks, on average")
    options = parser.parse_args()
    many = f"{options.tables} tables"
    print(f"| Game | clicks | alone: median, 95 % (ms) | one table | {many} | {many}: at most | ÷ one table |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    is_met = True
    for game in options.names:
        seats, bare = alone(game, options.tables)
        seated = Seated(game, seats, options.games, options.thinking)
        with served(game) as port:
            Page(port).ask(f"/api/play/{game}/en")
            single = play_at(port, seated._replace(games=5), 1)
            times = play_at(port, seated, options.tables)
        most = TIMES * late(bare) + REQUESTS
        is_met &= late(times) <= most
        print(
            f"| {game} | {len(times)} | {median(bare) * 1000:.1f}, {late(bare):.1f} | "
            f"{median(single) * 1000:.1f}, {late(single):.1f} | {median(times) * 1000:.1f}, {late(times):.1f} | "
            f"{most:.1f} | {late(times) / late(single):.2f} |",
            flush=True,
        )
    print(f"\nThe bar {'holds' if is_met else 'is missed'}.")


if __name__ == "__main__":
    main()
