"""Games that nobody has prepared for a table are played at one: the orchard of the docs, the starters, other forms."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
from form_games import play_by_chance, write_forms
from test_docs import PROJECT_FILE, page, write_orchard
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.game_code import load_program
from pnp.play.match import Match
from pnp.play.saved_game import Tape
from pnp.play.simulate import open_playable
from pnp.project.files import Files

from test_tables import House, view  # isort: skip

pytestmark = pytest.mark.slow

STARTERS = ("auction", "trick-taking")
GAMES = ("orchard", *STARTERS)
FORMS = ("draft", "trade", "hanabi")


@functools.cache
def root_of(name: str) -> tuple[Path, str]:
    """The project of a game as its reader has it, and the name of the game."""
    folder = Path(tempfile.mkdtemp(prefix="pnp-tests-"))
    if name in STARTERS:
        made = CliRunner().invoke(app, ["new", name, "--from", name, "--output", str(folder)])
        assert made.exit_code == 0, made.stderr
        return folder / name, name
    if name in FORMS:
        return write_forms(folder, name), name
    root = write_orchard(folder)
    for path, text in PROJECT_FILE.findall(page("playing.md")):
        (root / path).write_text(text, encoding="utf-8")
    return root, name


@pytest.mark.parametrize("name", GAMES)
def test_it_is_played_to_its_end_by_random_picks(name: str) -> None:
    root, game = root_of(name)
    diagnostics = Diagnostics()
    opened = open_playable(Files(root), game, "", diagnostics)
    assert opened is not None
    assert list(diagnostics) == []
    program = load_program(opened.bundle)
    for players in (opened.bundle.players[0], opened.bundle.players[-1]):
        for seed in range(3):
            match = Match(program, Tape(GameSetup(players, f"{seed}", (PERSON,) * players)))
            assert play_by_chance(match, f"{seed}").end is not None
            assert Match(program, match.tape).end == match.end


@pytest.mark.parametrize("name", [*GAMES, *FORMS])
def test_it_is_played_to_its_end_over_the_wire(name: str) -> None:
    root, game = root_of(name)
    house, random = House(root), Random("wire")
    about = house.get(f"/api/play/{game}/en").json()
    assert house.get(f"/play/{game}").status_code == 200
    opened = house.begin(*[PERSON] * about["players"][0], game=game)
    table, tokens = opened["table"], opened["tokens"]
    for _ in range(2000):
        seen = view(house, table, tokens["0"])
        if "end" in seen:
            break
        seat = str(seen["waiting"][0])
        mine: Any = view(house, table, tokens[seat])
        assert all(option["text"] for option in mine["question"]["options"])
        body = {"option": random.randrange(len(mine["question"]["options"])), "decision": mine["decision"]}
        answer = house.post(f"/api/table/{table}/pick", {"token": tokens[seat], **body})
        assert answer.json().keys() & {"waiting", "end"}, answer.text
    assert seen["end"]["lines"]


@pytest.mark.parametrize("name", STARTERS)
def test_what_is_asked_is_a_sentence(name: str) -> None:
    root, game = root_of(name)
    house = House(root)
    about = house.get(f"/api/play/{game}/en").json()
    opened = house.begin(*[PERSON] * about["players"][0], game=game)
    seat = str(view(house, opened["table"], opened["tokens"]["0"])["waiting"][0])
    assert view(house, opened["table"], opened["tokens"][seat])["question"]["prompt"]
