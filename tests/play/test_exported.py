"""Games in a browser's package: the zipped part of pnp plays alone, and as the whole of pnp does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT
from games.shipped import GAMES

from pnp.core.diagnostics import Diagnostics
from pnp.play.exported import needed_files, open_packed, packed, unpacked
from pnp.play.messages import parse_wish
from pnp.play.project_game import read_room_game
from pnp.play.room import Playroom, RoomGame
from pnp.play.saved_game import SeatMessage
from pnp.project.files import Files

pytestmark = pytest.mark.slow

ALONE = """\
import json, sys
sys.path.insert(0, sys.argv[1])
from pnp.play.exported import open_packed
assert not [name for name in sys.modules if "site-packages" in str(getattr(sys.modules[name], "__file__", ""))]
for line in sys.stdin:
    game, wishes = json.loads(line)
    answer = open_packed(*game)
    print(json.dumps([json.loads(answer(json.dumps(wish))) for wish in wishes]))
"""


def room_game(name: str) -> RoomGame:
    diagnostics = Diagnostics()
    game = read_room_game(Files(ROOT), name, diagnostics)
    assert game is not None
    assert not diagnostics
    return game


def played(game: RoomGame, players: int, seed: int) -> tuple[list[list[Any]], list[SeatMessage]]:
    """The wishes of a person who plays by chance with bots, and their answers."""
    random, name = Random(seed), game.bundle.game
    room = Playroom(lambda _: game)
    seats = ["person", *(game.bundle.usual[seat % len(game.bundle.usual)] for seat in range(players - 1))]
    wishes: list[list[Any]] = [["about", name, "fr"]]
    wishes += [["lay", "t", name, {"players": players, "seed": str(seed), "seats": seats, "values": {}, "picks": []}]]
    answers = [room.answer(parse_wish(wish)).message() for wish in wishes]

    def ask(*wish: Any) -> SeatMessage:
        wishes.append(list(wish))
        answers.append(room.answer(parse_wish(wish)).message())
        return answers[-1]

    while not answers[-1].get("is_over"):
        seen = ask("view", "t", 0, "fr", 0)
        ask("pick", "t", 0, random.randrange(len(seen["question"]["options"])), seen["decision"])
    ask("view", "t", 0, "de", 0)
    ask("example", "t", "a_game")
    return wishes, answers


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("package")
    for file in needed_files():
        (folder / "pnp" / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pnp" / file).write_bytes((ROOT / "pnp" / file).read_bytes())
    return folder


@pytest.mark.process
def test_the_package_plays_alone_as_pnp_does(package: Path) -> None:
    games = [room_game(name) for name in GAMES]
    rounds = [
        (game, *played(game, number, 7))
        for game in games
        for number in {*game.bundle.players[:1], game.bundle.players[-1]}
    ]
    lines = [json.dumps([[packed(game), game.bundle.rules, game.bundle.bots], wishes]) for game, wishes, _ in rounds]
    command = [sys.executable, "-I", "-S", "-c", ALONE, str(package)]
    ended = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True, check=False, timeout=100)
    assert ended.returncode == 0, ended.stderr
    for line, (game, wishes, answers) in zip(ended.stdout.splitlines(), rounds, strict=True):
        for got, expected, wish in zip(json.loads(line), answers, wishes, strict=True):
            assert got == json.loads(json.dumps(expected)), (game.bundle.game, wish)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_of_its_package_as_it_went_in(name: str) -> None:
    game = room_game(name)
    again = unpacked(packed(game), game.bundle.rules, game.bundle.bots)
    for of_bundle in (
        "game",
        "players",
        "facts",
        "rules",
        "rules_file",
        "bots",
        "bots_file",
        "decisions",
        "scores",
        "usual",
    ):
        assert getattr(again.bundle, of_bundle) == getattr(game.bundle, of_bundle)
    for deck, records in game.bundle.decks.items():
        for record, other in zip(records, again.bundle.decks[deck], strict=True):
            assert (record.name, record.fields, record.copies) == (other.name, other.fields, other.copies)
            assert {name: record.values[name] for name in record.fields} == other.values
    for language, names in game.names.items():
        other_names = again.names[language]
        for of_names in ("words", "cards", "seats", "language", "title", "questions"):
            assert getattr(other_names, of_names) == getattr(names, of_names), (language, of_names)
    assert json.loads(json.dumps([game.pages, game.sections, game.marks])) == [again.pages, again.sections, again.marks]


def test_no_module_of_the_package_is_too_many(package: Path) -> None:
    code = f"import sys\nsys.path.insert(0, {str(package)!r})\nimport pnp.play.exported, pnp.extensions.laboratory.searching_bot, pnp.rules\n"
    code += "print(*sorted(name for name in sys.modules if name.split('.')[0] == 'pnp'))"
    ended = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    files = [f"pnp/{file.removesuffix('.py')}" for file in needed_files() if file.endswith(".py")]
    names = {file.removesuffix("/__init__").replace("/", ".") for file in files}
    assert names - {"pnp"} == set(ended.stdout.split()) - {"pnp"}


def test_what_the_rules_print_and_another_game_do_no_harm() -> None:
    game = room_game("seventy-seven")
    answer = open_packed(packed(game), f"{game.bundle.rules}\nprint('loaded')\n", game.bundle.bots)
    assert json.loads(answer('["about", "seventy-seven", "xx"]'))["title"] == game.names["en"].title
    assert "refused" in json.loads(answer('["about", "another", "en"]'))
    assert json.loads(answer('["view", "nowhere", 0, "en", 0]')) == {"unknown": True}


def test_rules_that_fail_are_an_answer() -> None:
    game = room_game("seventy-seven")
    answer = open_packed(packed(game), "import numpy_of_nobody\n")
    failed = json.loads(answer('["about", "seventy-seven", "en"]'))["failed"]
    assert (failed["file"], failed["line"]) == ("data/seventy-seven/rules.py", 1)
    assert "numpy_of_nobody" in failed["what"]
