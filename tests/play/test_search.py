"""A player who tries what follows: stronger than chance, always the same, and blind to what is hidden."""

from __future__ import annotations

import pytest
from duels import RULES, changed, duel

from pnp.play.bots import is_search
from pnp.play.bundle import GameBroken, GameSetup
from pnp.play.driver import play, replayed
from pnp.play.history import History
from pnp.play.match import PERSON, Match, Tape
from pnp.play.imagining import imagine, known_cards
from pnp.play.table import Table

NIM = """\
from pnp.rules import End, Table, ask


class Nim(Table):
    left = 10
    turn = 0


def game(table):
    while True:
        table.left -= yield from ask(table.turn, [n for n in (1, 2, 3) if n <= table.left], "take")
        if not table.left:
            return End("taken", winners=[table.turn])
        table.turn = table.next_seat(table.turn)
"""


def wins(rules: str, bots: tuple[str, ...], games: int) -> int:
    program = duel(rules)
    won = 0
    for number in range(games):
        setup = GameSetup(2, f"search:{number}", bots)
        won += 0 in play(program, setup).end.winners  # type: ignore[union-attr]
    return won


def test_it_takes_a_game_of_skill_from_chance() -> None:
    assert wins(NIM, ("search:150", "random"), 20) >= 18
    assert wins(NIM, ("random", "search:150"), 20) <= 6


def test_the_same_seed_gives_the_same_game() -> None:
    program, setup = duel(), GameSetup(3, "7:1", ("search:20", "random", "highest"))
    first, second = play(program, setup), play(program, setup)
    assert first.log == second.log
    assert first.end == second.end


def test_it_sits_at_a_table_with_people() -> None:
    one = Match(duel(NIM), Tape(GameSetup(2, "7", (PERSON, "search:30"))))
    while one.end is None:
        one.pick(0, 0, one.decision)
    again = Match(one.program, one.tape)
    assert again.end == one.end


@pytest.mark.parametrize(
    ("name", "is_one"), [("search:1", True), ("search:", False), ("search:0", False), ("search:x", False)]
)
def test_its_name_has_the_number_of_playouts(name: str, is_one: bool) -> None:
    assert is_search(name) is is_one


def test_it_knows_what_its_seat_has_seen_and_no_more() -> None:
    program, setup = duel(changed('played = Pile("all")', 'played = Pile("nobody")')), GameSetup(2, "7:3")
    played = play(program, setup)
    log = played.log[:2]

    def position(watch=None):  # type: ignore[no-untyped-def]
        return replayed(program, setup, log, [True, True], watch)

    table = position().table
    own = [picks[0] for picks in log]
    assert known_cards(position, 0) >= set(own)  # it has laid them down itself
    others = [picks[1] for picks in log]
    assert not known_cards(position, 0) & set(others)
    hand = list(table.hands[0])
    before = sorted(map(repr, table.cards()))
    imagine(program, table, 0, known_cards(position, 0), iter([0.3] * 1000).__next__)
    assert table.hands[0] == hand
    assert sorted(map(repr, table.cards())) == before


def test_bots_py_may_imagine_for_it() -> None:
    bots = "def imagine(table, seat, random):\n    table.hands[1 - seat].sort(key=lambda card: card.number)\n"
    program = duel(RULES, bots)
    assert program.imagine is not None
    assert program.bots == {}
    assert play(program, GameSetup(2, "7:3", ("search:10", "random"))).end is not None


def test_in_a_part_of_a_game_it_says_so() -> None:
    from pnp.play.choosers import bots_choose

    program, setup = duel(), GameSetup(3, "7:1", ("search:5",))
    table = Table(3, program.decks, program.facts, lambda: 0.5)
    with pytest.raises(GameBroken, match="whole games only"):
        bots_choose(program, setup, table)([["a", "b"]] * 3)


def test_a_history_is_what_a_replay_shows() -> None:
    program, setup = duel(), GameSetup(2, "7:3")
    played = play(program, setup)
    histories: list[History] = []

    def watch(table: Table) -> list[History]:
        histories.append(History(table))
        return histories

    replayed(program, setup, played.log[:2], [True, True], watch)
    assert len(histories[0].steps) == 3
