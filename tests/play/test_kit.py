"""What a process needs to play a game: its cards in an order that the lines of a file do not decide."""

from __future__ import annotations

from itertools import permutations

import pytest
from conftest import SMALL, WriteProject

from pnp.core.diagnostics import Diagnostics, Place
from pnp.play.game_bundle import GameBundle
from pnp.play.project_game import check_values, read_bundle
from pnp.project.fields import parse_field
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates

BUNDLE = GameBundle(
    "small", (2,), {"hand": 5}, {}, 'class Market(Table):\n    total = 0\n    mode = "plain"\n', "rules.py"
)


@pytest.mark.parametrize(
    ("values", "codes"),
    [
        ({}, []),
        ({"total": 3, "mode": "wild", "hand": 4}, []),
        ({"total": "many"}, ["set-value"]),
        ({"hand": [4]}, ["set-value"]),
        ({"totals": 3}, ["set-unknown"]),
    ],
)
def test_values_that_are_set_before_a_game(values: dict[str, object], codes: list[str]) -> None:
    told = Diagnostics()
    check_values(BUNDLE, values, Place("rules.py", 1, 1), told)
    assert [d.code for d in told] == codes


ROWS = ("- {number: 2, colour: red}\n", "- {number: 1, colour: blue, copies: 2}\n", "- {number: 1, colour: red}\n")


def dealt(write_project: WriteProject, rows: tuple[str, ...], game: str = SMALL["data/small/game.yaml"]) -> list[str]:
    files = Files(
        write_project(
            {"data/small/game.yaml": game, "data/small/cards.yaml": "".join(rows), "data/small/rules.py": "x = 1\n"}
        )
    )
    told = Diagnostics()
    loaded = load_game(files, Templates(files), "small", told)
    assert loaded is not None
    bundle = read_bundle(files, loaded, told)
    assert bundle is not None, list(told)
    return [
        f"{record.values['number']} {record.values['colour']} {record.copies}" for record in bundle.decks["numbers"]
    ]


def test_the_order_of_lines_decides_nothing(write_project: WriteProject) -> None:
    """Sorted by the fields in their order; choices stand as they are declared."""
    for rows in permutations(ROWS):
        assert dealt(write_project, rows) == ["1 red 1", "1 blue 2", "2 red 1"]


def test_without_fields_cards_stay_as_they_are_written(write_project: WriteProject) -> None:
    game = SMALL["data/small/game.yaml"].replace("fields: {number: 1..9, colour: [red, blue]}, ", "")
    assert dealt(write_project, ROWS, game) == ["2 red 1", "1 blue 2", "1 red 1"]


@pytest.mark.parametrize(
    ("name", "written", "values"),
    [
        ("colour", ["red", "blue"], ["red", "blue"]),
        ("suit?", ["a", "b"], [None, "a", "b"]),
        ("number", "1..12", [2, 10]),
        ("price", "number", [0.5, 1, 2.5]),
        ("name", "text", ["Alder", "Beech"]),
        ("used", "flag", [False, True]),
        ("tags", {"list": [3, 4, 5]}, [[3], [3, 4], [4], [5, 3]]),
        ("any", "list", [[], [1, 2], [2], ["1"]]),
    ],
)
def test_how_values_of_a_field_are_sorted(name: str, written: object, values: list[object]) -> None:
    values.reverse()
    ranks = [parse_field(name, written).rank(value) for value in values]
    assert sorted(ranks, reverse=True) == ranks


@pytest.mark.parametrize(
    ("secret", "tone", "backs"),
    [
        ("", "{{ card.colour }}", [1, 1, 1]),
        ("secret_backs: colour", "{{ card.colour }}", [1, 2, 1]),
        ("secret_backs: [colour, number]", "{{ card.colour }}{{ card['number'] }}", [1, 2, 3]),
        ("secret_backs: false", "{{ card.colour }}", [1, 2, 1]),
        ("secret_backs: false", "plain", [1, 1, 1]),
    ],
)
def test_cards_have_the_backs_that_their_deck_allows(
    write_project: WriteProject, secret: str, tone: str, backs: list[int]
) -> None:
    game = SMALL["data/small/game.yaml"]
    back = f'elements:\n  name: {{text: "{tone}", in: safe, size: 20pt}}\n'
    root = write_project(
        {
            "data/small/game.yaml": f"{game}{secret}\n",
            "data/small/cards.yaml": "".join(ROWS),
            "templates/small/back.yaml": back,
        }
    )
    told = Diagnostics()
    loaded = load_game(Files(root), Templates(Files(root)), "small", told)
    assert loaded is not None, list(told)
    assert list(loaded.backs(loaded.decks["numbers"]).values()) == backs
