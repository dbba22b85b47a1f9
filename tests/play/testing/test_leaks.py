"""Games whose rules tell all players what piles hide, and games whose rules do not."""

from __future__ import annotations

from random import Random

import pytest
from duels import RULES, changed, duel
from games.shipped import GAMES, program

from pnp.play.game_bundle import GameSetup
from pnp.play.testing.leaks import Leak, find_leaks


def leaks_of(rules: str, games: int = 6) -> dict[str, Leak]:
    found: dict[str, Leak] = {}
    for number in range(games):
        for leak in find_leaks(duel(rules), GameSetup(3, f"leak:{number}"), Random(number)):
            found.setdefault(leak.name or f"line {leak.line}", leak)
    return found


def telling(expression: str) -> str:
    """The rules, telling something each round, after the draw pile has become longer."""
    return changed("    picks = yield table.hands\n", f"    table.told = {expression}\n    picks = yield table.hands\n")


@pytest.mark.parametrize(
    "expression",
    [
        "table.draw[-1].number",
        "table.draw[0].number",
        "max(card.number for card in table.draw)",
        "table.hands[0][0].colour",
        "tuple(sum(card.number for card in hand) for hand in table.hands)",
        "table.draw[-1]",
    ],
)
def test_what_tells_of_hidden_cards_is_found(expression: str) -> None:
    leak = leaks_of(telling(expression))["told"]
    assert leak.values[0] != leak.values[1]
    assert leak.cards[0] != leak.cards[1]
    assert leak.decision > 1


@pytest.mark.parametrize(
    "expression",
    ["len(table.draw)", "sum(map(len, table.hands))", "max(card.number for card in table.decks.numbers)",
     "table.played[-1].number if table.played else 0"],
)  # fmt: skip
def test_what_all_may_know_is_no_leak(expression: str) -> None:
    assert leaks_of(telling(expression)) == {}


def test_names_with_an_underscore_are_for_the_rules_alone() -> None:
    assert leaks_of(telling("0").replace("table.told = 0", "table._told = table.draw[-1].number")) == {}


def test_rules_that_fail_are_left_to_others() -> None:
    assert leaks_of(telling("table.nothing")) == {}
    assert leaks_of(RULES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_shipped_games_tell_nothing_hidden(name: str) -> None:
    game = program(name)
    for players in game.bundle.players:
        for number in range(4):
            assert find_leaks(game, GameSetup(players, f"leak:{number}"), Random(number)) == []


def asking(options: str) -> str:
    """The rules, asking each round for something of the left neighbour's hand."""
    asked = f"    for seat in table.seats:\n        left = table.hands[(seat + 1) % table.players]\n        yield {{seat: {options}}}\n"
    return changed("    picks = yield table.hands\n", f"{asked}    picks = yield table.hands\n")


@pytest.mark.parametrize(
    "options",
    [
        "sorted(left, key=lambda card: card.number)",
        "[card for card in left if card.number > 4] or ['none']",
        "[card.number for card in left]",
        "sorted(card.colour for card in left)",
        "list(table.decks.numbers.without(*table.hands[seat]))",
        "[('take', card) for card in left if card.colour == 'red'] or ['none']",
    ],
)
def test_options_that_tell_of_cards_which_their_player_does_not_see_are_found(options: str) -> None:
    rules = asking(options)
    (leak,) = leaks_of(rules).values()
    assert rules.splitlines()[leak.line - 1].strip().startswith("yield {seat:")


@pytest.mark.parametrize(
    "options",
    [
        "list(left)",
        "range(len(left))",
        "list(table.hands[seat])",
        "sorted(table.hands[seat], key=lambda card: card.number)",
        "[('take', card) for card in reversed(left)]",
        "[card.number for card in table.hands[seat]]",
        "[f'{card.colour} {card.number}' for card in table.decks.numbers]",
    ],
)
def test_options_that_tell_nothing_are_no_leak(options: str) -> None:
    assert leaks_of(asking(options)) == {}
