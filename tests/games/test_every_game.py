"""Every shipped game, with every bot, at every number of players: games keep the rules, and bots see what players see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from games.shipped import GAMES, program

from pnp.play.decisions import by_seat
from pnp.play.game_bundle import GameSetup
from pnp.play.game_code import Choose
from pnp.play.game_loop import play
from pnp.play.table import Table
from pnp.play.testing.invariants import Guard, hidden_cards_swapped, is_repeatable

pytestmark = pytest.mark.slow

LINES = {"spicy": 253}
"""Lines that a game's rules may have; 120 for all others."""


BOTS = [(name, bot) for name in GAMES for bot in ("random", *program(name).bots)]


@pytest.mark.parametrize(("name", "bot"), BOTS)
def test_games_keep_the_rules_at_every_number_of_players(name: str, bot: str) -> None:
    for players in program(name).bundle.players:
        for number in range(2):
            setup = GameSetup(players, f"every:{number}", (bot,))
            play(program(name), setup, watch=lambda table: [Guard(table)])
        assert is_repeatable(program(name), GameSetup(players, "every:0", (bot,)))


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_short(name: str) -> None:
    assert len(program(name).bundle.rules.splitlines()) <= LINES.get(name, 120)


@pytest.mark.nightly
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_does_much_better_than_chance(name: str) -> None:
    bundle = program(name).bundle
    players = bundle.players[len(bundle.players) // 2]
    assert max(share(name, bot, players) for bot in program(name).bots) > 1.3 / players


def share(name: str, bot: str, players: int, games: int = 120) -> float:
    """The wins of a bot that plays against random ones, a win shared by two counting a half."""
    wins = 0.0
    for number in range(games):
        setup = GameSetup(players, f"beats:{number}", (bot, *["random"] * (players - 1)), is_turning=True)
        end = play(program(name), setup).end
        assert end is not None
        winners = [setup.line_up()[seat] for seat in end.winners]
        wins += winners.count(bot) / len(winners)
    return wins / games


class Chooses:
    """Looks whether a bot would choose otherwise if hidden cards lay elsewhere."""

    def __init__(self, chosen: Choose, table: Table) -> None:
        self.chosen = chosen
        self.table = table
        self.choices = 0

    def on_choices(self, choices: Any) -> None:
        for seat, options in by_seat(choices):
            choice = self.choice(seat, options)
            with hidden_cards_swapped(self.table, seat):
                assert self.choice(seat, options) == choice
            self.choices += len(options) > 1

    def choice(self, seat: int, options: Any) -> Any:
        return self.chosen(self.table.seen_by(seat), options, Random(self.choices).random)

    def on_picks(self, choices: Any, picks: Any) -> None: ...

    def on_end(self, result: Any) -> None:
        assert self.choices > 2


VARIANTS = {"spicy": [("luck", "copy"), ("turn", "raider"), ("chili", "start")]}


@pytest.mark.parametrize(("name", "bot"), [(name, bot) for name, bot in BOTS if bot != "random"])
def test_hidden_cards_do_not_change_a_choice(name: str, bot: str) -> None:
    players = program(name).bundle.players
    for number in (players[0], players[-1]):
        for options in [{}, *({"variants": variants} for variants in VARIANTS.get(name, []))]:
            setup = GameSetup(number, "hidden:0", (bot,), options)
            play(program(name), setup, watch=lambda table: [Chooses(program(name).bots[bot], table)])
