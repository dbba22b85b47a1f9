"""Every shipped game, with every bot, at every number of players: games keep the rules, and bots see what players see."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from games.shipped import GAMES, program

from pnp.rules.claims import is_steady
from pnp.rules.driver import Rules, by_seat, play
from pnp.rules.guard import guarded, hidden_piles
from pnp.rules.kit import Sitting
from pnp.rules.table import Seen, Table

LINES = {"spicy": 250}
"""Lines that a game's rules may have; 120 for all others."""


BOTS = [(name, bot) for name in GAMES for bot in ("random", *program(name).bots)]


@pytest.mark.parametrize(("name", "bot"), BOTS)
def test_games_keep_the_rules_at_every_number_of_players(name: str, bot: str) -> None:
    kit = program(name).kit
    for players in kit.players:
        for number in range(4):
            sitting = Sitting(players, f"every:{number}", (bot,))
            play(program(name), sitting, wrap=lambda table, rules: guarded(kit, table, rules))
        assert is_steady(program(name), Sitting(players, "every:0", (bot,)))


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_short(name: str) -> None:
    assert len(program(name).kit.rules.splitlines()) <= LINES.get(name, 120)


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_does_much_better_than_chance(name: str) -> None:
    kit = program(name).kit
    players = kit.players[len(kit.players) // 2]
    assert max(share(name, bot, players) for bot in program(name).bots) > 1.3 / players


def share(name: str, bot: str, players: int, games: int = 120) -> float:
    """The wins of a bot that plays against random ones, a win shared by two counting a half."""
    wins = 0.0
    for number in range(games):
        sitting = Sitting(players, f"beats:{number}", (bot, *["random"] * (players - 1)), is_turning=True)
        end = play(program(name), sitting).end
        assert end is not None
        winners = [sitting.bot_of(seat) for seat in end.winners]
        wins += winners.count(bot) / len(winners)
    return wins / games


@pytest.mark.parametrize(("name", "bot"), [(name, bot) for name, bot in BOTS if bot != "random"])
def test_hidden_cards_do_not_change_a_choice(name: str, bot: str) -> None:
    choices = 0
    for players in (program(name).kit.players[0], program(name).kit.players[-1]):

        def looking(table: Table, rules: Rules) -> Rules:
            nonlocal choices
            picks: Any = None
            while True:
                try:
                    asked = next(rules) if picks is None else rules.send(picks)
                except StopIteration as stop:
                    return stop.value
                for seat, options in by_seat(asked):
                    choices += len(options) > 1
                    assert choice(table, seat, options) == choice(table, seat, options, is_swapped=True)
                picks = yield asked

        def choice(table: Table, seat: int, options: Any, is_swapped: bool = False) -> Any:
            chosen = program(name).bots[bot]
            if not is_swapped:
                return chosen(table.seen_by(seat), options, Random("same").random)
            piles = hidden_piles(table, seat)
            before = [list(pile) for pile in piles]
            cards = [card for pile in piles for card in pile]
            Random(len(cards)).shuffle(cards)
            for pile in piles:
                pile[:] = [cards.pop() for _ in pile]
            try:
                seen: Seen = table.seen_by(seat)
                return chosen(seen, options, Random("same").random)
            finally:
                for pile, old in zip(piles, before, strict=True):
                    pile[:] = old

        play(program(name), Sitting(players, "hidden:0", (bot,)), wrap=looking)
    assert choices > 20
