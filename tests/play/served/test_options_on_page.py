"""Every option of every question has one element on the page, in all games, forms and starters, decided in Node.

What a view sends is given to the functions by which the page decides what is drawn and what can be clicked.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import ROOT, one_of
from duels import duel
from form_games import NAMES as FORMS
from form_games import playable
from games.shipped import GAMES
from programs import node
from test_any_game import STARTERS, root_of

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.game_code import load_program
from pnp.play.match import Match
from pnp.play.names import Names
from pnp.play.saved_game import Tape
from pnp.play.simulate import Playable, open_playable
from pnp.play.view import seat_view
from pnp.project.files import Files

pytestmark = pytest.mark.process

WALK = """
import { readFileSync } from "node:fs";
import { choices, choose } from "./play/choosing.js";
import { askedPlaces, drawnPlaces, lying } from "./play/lying.js";

/** How many ways of clicks lead to each option; a place that is drawn twice would be two elements. */
function ways(view, forms) {
  const { options } = view.question;
  const asked = askedPlaces(view.question);
  const places = view.piles.flatMap((pile) => lying(pile, view, forms, asked).places);
  if ([...drawnPlaces(view, forms, asked)].filter((id) => id.startsWith("at ")).length !== places.length) throw new Error("a card is drawn twice");
  const found = options.map(() => 0);
  const walk = (chosen) => {
    const { next } = choices(options, chosen);
    if (!next.length) throw new Error("nothing to click");
    for (const { id } of next) {
      const { number, parts } = choose(options, chosen, id);
      if (parts) walk(parts);
      else found[number] += 1;
    }
  };
  walk([]);
  return found;
}

/** The texts of the buttons that a question has at first, and the places that can be clicked. */
function elements(view, forms) {
  const drawn = drawnPlaces(view, forms, askedPlaces(view.question));
  const { next } = choices(view.question.options, []);
  const atOnce = next.filter(({ id }) => "number" in choose(view.question.options, [], id)).length;
  return { atOnce, buttons: next.filter(({ id }) => !drawn.has(id)).map(({ text }) => text), cards: next.filter(({ id }) => drawn.has(id)).map(({ id }) => id) };
}

const asked = JSON.parse(readFileSync(0));
console.log(JSON.stringify(asked.map(([view, forms]) => ({ ways: ways(view, forms), ...elements(view, forms) }))));
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    shutil.copytree(ROOT / "pnp/play/served/static", folder / "play")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "walk.js").write_text(WALK)
    return folder


def on_page(folder: Path, questions: list[tuple[Any, Any]]) -> list[dict[str, Any]]:
    text = json.dumps(questions)
    walked = subprocess.run([node(), "walk.js"], cwd=folder, input=text, capture_output=True, text=True, check=False)
    assert walked.returncode == 0, walked.stderr
    answer: list[dict[str, Any]] = json.loads(walked.stdout)
    return answer


def questions(match: Match, names: Names, forms: Any, seed: str) -> Iterator[tuple[Any, Any]]:
    """What each seat that is asked is sent, in a game that is played by chance."""
    random = Random(seed)
    for _ in range(25):
        if match.end is not None:
            return
        seat = match.waiting_for[0]
        viewed = seat_view(match, seat, names)
        yield {name: viewed[name] for name in ("piles", "players", "question", "seat", "values")}, forms
        match.pick(seat, random.randrange(len(match.due.question[seat])), match.decision)


def matches(name: str) -> Iterator[tuple[Match, Names, Any]]:
    """Games with the fewest and the most players, their words, and how their piles lie."""
    if name in FORMS:
        opened: Playable | None = playable(name)
    else:
        root, game = (ROOT, name) if name in GAMES else root_of(name)
        opened = open_playable(Files(root), game, "", Diagnostics())
    assert opened is not None
    for players in {opened.bundle.players[0], opened.bundle.players[-1]}:
        tape = Tape(GameSetup(players, "7", (PERSON,) * players))
        yield Match(load_program(opened.bundle), tape), opened.names, {}


@pytest.mark.parametrize("name", one_of([*GAMES, *FORMS, *STARTERS, "orchard"], *GAMES, *[*FORMS][::3]))
def test_each_option_has_one_way_of_clicks(name: str, folder: Path) -> None:
    asked = [entry for match, names, forms in matches(name) for entry in questions(match, names, forms, name)]
    assert asked
    forms = (None, "stack", "marker", "count", "fan", "ring")
    every = [
        (view, {pile["name"]: form for pile in view["piles"]} if form else own) for form in forms for view, own in asked
    ]
    for (view, lying), found in zip(every, on_page(folder, every), strict=True):
        told: dict[str, int] = {}
        for number, option in enumerate(view["question"]["options"]):
            told.setdefault(json.dumps(option), number)
        wanted = [int(number in told.values()) for number in range(len(found["ways"]))]
        assert found["ways"] == wanted, (lying, view["question"])


RULES = """
from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, take


class Sell(NamedTuple):
    number: int


class Buy(NamedTuple):
    number: int


class Die(NamedTuple):
    place: int
    shows: int


class Duel(Table):
    hands = Piles("owner")
    market = Pile("all")
    grid = Pile("face up")
    stock = Pile("nobody")


def game(table):
    table.stock = list(table.decks.numbers)
    table.market = take(table.stock, 8)
    table.grid = take(table.stock, 3)
    table.hands = [take(table.stock, 2) for _ in table.seats]
    yield from ask(0, OPTIONS)
    return End("over", [0] * table.players)
"""


def asked_for(options: str, folder: Path) -> dict[str, Any]:
    match = Match(duel(RULES.replace("OPTIONS", options)), Tape(GameSetup(2, "7:0", (PERSON, PERSON))))
    view = json.loads(json.dumps(seat_view(match, 0, Names())))
    [answer] = on_page(folder, [(view, {})])
    return {**answer, "question": view["question"]}


@pytest.mark.parametrize(
    ("options", "ways", "buttons", "cards"),
    [
        ("table.market[:3]", [1, 1, 1], [], 3),
        ("['pass', *table.market[3:6]]", [1, 1, 1, 1], ["pass"], 3),
        ("list(table.grid)", [1] * 3, [], 3),
        ("table.hands[1]", [1, 1], [], 2),
        ("list(table.stock)", [1] * 3, [], 3),
        ("[3, 5, 3]", [1, 1, 0], ["3", "5"], 0),
        ("[1, '1']", [1, 1], ["1"], 0),
        ("[(), (1,), (1, 2)]", [1, 1, 1], ["–", "1"], 0),
        ("[Sell(1), Buy(1), Buy(2)]", [1, 1, 1], ["1", "2"], 0),
        ("[(card, card.number) for card in table.hands[1]]", [1, 1], [], 2),
        ("[Die(0, 5), Die(1, 5), Die(2, 6)]", [1, 1, 1], ["0: shows 5", "1: shows 5", "2: shows 6"], 0),
    ],
)  # fmt: skip
def test_options_of_every_kind(options: str, ways: list[int], buttons: list[str], cards: int, folder: Path) -> None:
    found = asked_for(options, folder)
    assert (found["ways"], found["buttons"], len(found["cards"])) == (ways, buttons, cards)


@pytest.mark.parametrize(
    ("options", "at_once"),
    [
        ("table.hands[0]", 2),
        ("['pass', 'draw']", 2),
        ("[Buy(1), Buy(2)]", 2),
        ("[(card, 1) for card in table.hands[0]]", 0),  # what is said of a card has a button of its own
    ],
)
def test_an_option_that_is_certain_is_picked_at_once(options: str, at_once: int, folder: Path) -> None:
    assert asked_for(options, folder)["atOnce"] == at_once


@pytest.mark.parametrize("options", ["table.hands[1]", "list(table.grid)", "[(card, 1) for card in table.stock]"])
def test_an_option_that_is_not_seen_is_its_place_alone(options: str, folder: Path) -> None:
    for option in asked_for(options, folder)["question"]["options"]:
        assert option["parts"][0].keys() == {"text", "at"}
        assert option["parts"][0]["text"].endswith(f" {option['parts'][0]['at'][2] + 1}")
