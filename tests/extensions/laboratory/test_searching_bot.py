"""A player who tries what follows: stronger than chance, always the same, and blind to what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from duels import RULES, changed, duel, duel_kit
from form_games import program as form_program

from pnp.extensions.laboratory.imagining import Glance, KnownCards, imagine, known_cards
from pnp.extensions.laboratory.searching_bot import _Row, _Searcher, solved
from pnp.play.bots import BotSeat, is_search
from pnp.play.cards import PlayingCard
from pnp.play.decisions import random_stream
from pnp.play.game_bundle import PERSON, GameBroken, GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import play, replayed
from pnp.play.history import History, Picked
from pnp.play.match import Match
from pnp.play.processes import LocalExecutor
from pnp.play.saved_game import Tape
from pnp.play.simulation.blocks import Simulation, simulate
from pnp.play.table import Table

pytestmark = pytest.mark.slow

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


def record(position: Any) -> History:
    histories: list[History] = []

    def watch(table: Table) -> list[History]:
        histories.append(History(table))
        return histories

    position(watch=watch)
    return histories[0]


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
    known = known_cards(record(position), 0)
    assert known.placed >= set(own)  # it has laid them down itself
    others = [picks[1] for picks in log]
    assert not known.placed & set(others)
    hand = list(table.hands[0])
    before = sorted(map(repr, table.cards()))
    imagine(program, table, 0, known, iter([0.3] * 1000).__next__)
    assert table.hands[0] == hand
    assert sorted(map(repr, table.cards())) == before


def test_cards_that_the_rules_keep_to_themselves_may_lie_on_the_table() -> None:
    program = form_program("kuhn")  # its third card is in a list of the rules
    setup = GameSetup(2, "kept:0")

    def position(watch=None):  # type: ignore[no-untyped-def]
        return replayed(program, setup, [], [True, True], watch)

    hands = set()
    for number in range(20):
        table = position().table
        known = known_cards(record(position), 0)
        own = list(table.hands[0])
        imagine(program, table, 0, known, random_stream(f"{number}"))
        [kept] = table._shuffled
        assert table.hands[0] == own
        assert {*own, *table.hands[1], *kept} == set(program.decks["cards"])  # in the rules' list, too
        hands.add(table.hands[1][0])
    assert len(hands) == 2


def test_cards_with_different_backs_never_change_places() -> None:
    bundle = duel_kit()
    numbers = tuple(replace(card, back=1 if "red" in card.name else 10) for card in bundle.decks["numbers"])
    program = load_program(replace(bundle, decks={"numbers": numbers}))
    table = replayed(program, GameSetup(2, "backs:0", ()), [], [True, True]).table
    before = [[card._back for card in cards] for _, _, cards in table.every_pile()]
    cards = imagine(program, table, 0, KnownCards(), random_stream("other"))
    assert len(cards) > 8
    assert [[card._back for card in cards] for _, _, cards in table.every_pile()] == before


def test_bots_py_may_imagine_for_it() -> None:
    bots = "def imagine(table, seat, random):\n    table.hands[1 - seat].sort(key=lambda card: card.number)\n"
    program = duel(RULES, bots)
    assert program.imagine is not None
    assert program.bots == {}
    assert play(program, GameSetup(2, "7:3", ("search:10", "random"))).end is not None


def test_in_a_part_of_a_game_it_says_so() -> None:
    from pnp.play.bots import bots_choose

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


# --- games of all kinds

PENNIES = """\
from pnp.rules import End, Table, ask_all


class Pennies(Table):
    points = (0, 0)


def game(table):
    for _ in range(9):
        first, second = yield from ask_all([["heads", "tails"]] * 2, "coin")
        winner = 0 if first == second else 1
        table.points = tuple(p + (seat == winner) for seat, p in enumerate(table.points))
    return End("nine rounds", table.points)
"""
HEADS = "def heads(seen, options, random):\n    return 'heads'\n"


def coins(bots: tuple[str, ...]) -> list[Any]:
    program = duel(PENNIES, HEADS)
    return play(program, GameSetup(2, "7:1", bots)).log


def test_who_searches_finds_out_a_bot_that_always_does_the_same() -> None:
    log = coins(("search:60", "heads"))
    assert [first for first, _ in log] == ["heads"] * 9
    assert [second for _, second in coins(("heads", "search:60"))] == ["tails"] * 9


def test_two_who_search_do_not_take_each_other_for_bots() -> None:
    picked = [pick for picks in coins(("search:60", "search:60")) for pick in picks]
    assert 4 <= picked.count("heads") <= 14  # either option is right as often as the other


TOGETHER = """\
from pnp.rules import End, Table, ask


def game(table):
    total = 0
    for seat in table.seats:
        total += yield from ask(seat, [0, 1, 2, 3], "give")
    winners = {wins}
    return End("given", winners=winners)
"""


def test_players_who_win_together_search_for_it() -> None:
    program = duel(TOGETHER.replace("{wins}", "table.seats if total == 3 * table.players else []"))
    won = sum(bool(play(program, GameSetup(2, f"s:{n}", ("search:120",))).end.winners) for n in range(5))  # type: ignore[union-attr]
    assert won == 5


def test_teams_search_for_their_win() -> None:
    rules = TOGETHER.replace("{wins}", "[0, 2] if total % 4 == 3 else [1, 3]")
    program = duel(rules)
    ends = [play(program, GameSetup(4, f"s:{n}", ("random", "random", "random", "search:40"))).end for n in range(6)]
    assert all(end and end.winners == (1, 3) for end in ends)  # the last player decides


def test_options_of_others_follow_the_imagined_cards() -> None:
    program, setup = duel(), GameSetup(2, "7:3", ("search:10", "random"))
    table = program.lay_table(2, random_stream("x"), {})
    seated = BotSeat(program, setup, table, 0, random_stream("own"), partial(replayed, program, setup, []))
    searcher = _Searcher(seated, 10)
    decision = searcher._searched(seated.position, "key")  # type: ignore[arg-type]
    real = replayed(program, setup, []).table.hands
    imagined = searcher._imagined(decision, 0)
    assert imagined.options[0] == real[0]
    assert imagined.options[1] == imagined.table.hands[1] != real[1]


def test_of_equal_cards_in_hand_one_is_tried() -> None:
    program, setup = duel(), GameSetup(2, "7:3", ("search:10", "random"))
    table = replayed(program, setup, []).table
    twin = PlayingCard("numbers", table.hands[0][0]._face[1], {"number": 1}, {})
    table.hands[0].append(twin)
    searcher = _Searcher(BotSeat(program, setup, table, 0, random_stream("own")), 100)
    arms = searcher._arms(table.hands[0], 3, random_stream("arms"))
    assert sorted(arms) == [1, 2, 3]


def test_of_more_options_than_playouts_some_are_tried() -> None:
    program, setup = duel(), GameSetup(2, "7:3", ("search:10", "random"))
    table = replayed(program, setup, []).table
    searcher = _Searcher(BotSeat(program, setup, table, 0, random_stream("own")), 20)
    assert len(searcher._arms(list(range(100)), 40, random_stream("arms"))) == 5
    assert 40 in searcher._arms(list(range(100)), 40, random_stream("arms"))


REMEMBERS = """\
from pnp.play.cards import PlayingCard


def remembers(seen, options, random):
    own = [event.pick for event in seen.log if type(event).__name__ == "Picked" and event.seat == seen.seat]
    assert all(card is not None for card in own)
    assert not any(card in options for card in own)
    return max(options, key=lambda card: card.number)
"""


def test_bots_that_remember_remember_what_was_imagined() -> None:
    hidden = changed('played = Pile("all")', 'played = Pile("nobody")')
    program = duel(hidden, REMEMBERS, usual=("remembers",))
    assert program.reads_log
    for number in range(3):
        setup = GameSetup(3, f"7:{number}", ("search:20", "remembers", "remembers"))
        assert play(program, setup).end is not None


def test_a_history_follows_cards_that_change_places() -> None:
    program, setup = duel(changed('played = Pile("all")', 'played = Pile("nobody")')), GameSetup(2, "7:3")
    log = play(program, setup).log[:2]
    histories: list[History] = []

    def watch(table: Table) -> list[History]:
        histories.append(History(table).show_players())
        return histories

    def position(watch=watch):  # type: ignore[no-untyped-def]
        return replayed(program, setup, log, [True, True], watch)

    table = position().table
    known = known_cards(record(lambda watch: replayed(program, setup, log, [True, True], watch)), 0)
    cards = imagine(program, table, 0, known, random_stream("other"))
    History(table, [step.exchanged(cards) for step in histories[0].steps]).show_players()
    picked = [event.pick for event in table.seen_by(1).log if isinstance(event, Picked) and event.seat == 1]
    assert picked == [cards.get(picks[1], picks[1]) for picks in log]
    assert all(card in table.played for card in picked)
    own = [event.pick for event in table.seen_by(0).log if isinstance(event, Picked) and event.seat == 0]
    assert own == [picks[0] for picks in log]


def test_a_glance_shows_what_a_view_shows() -> None:
    table = replayed(duel(), GameSetup(3, "7:3"), []).table
    glance, view = Glance(table, 1), table.seen_by(1)
    for name in vars(view):
        assert getattr(glance, name) == getattr(view, name)
    with pytest.raises(AttributeError, match="shows no pionts"):
        _ = glance.pionts


def test_searching_seats_play_in_blocks_over_processes() -> None:
    setup = GameSetup(2, "7", ("search:8", "random"), is_turning=True)
    tallies = []
    for jobs in (1, 2):
        with LocalExecutor(jobs) as executor:
            *_, last = simulate(Simulation(duel_kit(), setup, 12), executor.submit, jobs)
            tallies.append(last.as_json())
    assert tallies[0] == tallies[1]
    assert tallies[0]["games"] == 12


TWO_STEPS = """\
from pnp.rules import End, Table, ask


def game(table):
    gain = 1
    if (yield from ask(0, ["stop", "go"], "first")) == "go":
        gain = yield from ask({second}, [5, -1, -2, -3, -4], "second")
    return End("done", [{gain}, -({gain})])
"""


def first_pick(second: int, bots: tuple[str, ...], gain: str = "gain", **more: Any) -> Any:
    program = duel(TWO_STEPS.replace("{second}", str(second)).replace("{gain}", gain), "", **more)
    return play(program, GameSetup(2, "7:1", bots)).log[0][0]


def test_in_a_duel_for_points_own_later_picks_are_learned() -> None:
    assert first_pick(0, ("search:60", "random"), scores=(-5, 5)) == "go"
    assert first_pick(0, ("search:60", "random")) == "stop"  # without bounds nobody knows that it is for points


def test_in_a_duel_for_points_a_rival_who_searches_is_expected_to_learn() -> None:
    assert first_pick(1, ("search:60", "random"), "-gain", scores=(-5, 5)) == "go"
    assert first_pick(1, ("search:60", "search:60"), "-gain", scores=(-5, 5)) == "stop"


def rows_of(worth: Callable[[int, int], tuple[float, float]]) -> list[_Row]:
    """All picks of two seats with two options each, twice; the second seat's bot picks the first."""
    names = {1: ("a", "b")}
    return [_Row(names, {1: pick}, {1: 0}, [worth(0, pick), worth(1, pick)]) for pick in (0, 1)] * 2


def test_a_solved_matrix_leaves_out_an_option_that_is_always_worse() -> None:
    mix, _ = solved(rows_of(lambda own, rival: (1.0 - own, 0.0)), 0, [1], 2)
    assert mix[0] > 0.98


def test_a_rival_is_expected_to_answer() -> None:
    """Whoever dares alone wins, both who dare lose: with a rival who mostly dares, one does not."""
    worth = {(0, 0): (0.0, 0.0), (0, 1): (1.0, 0.5), (1, 0): (0.5, 1.0), (1, 1): (0.4, 0.4)}
    mix, weights = solved(rows_of(lambda own, rival: worth[own, rival]), 0, [1], 2)
    assert mix[1] > 0.9
    assert weights[0] > weights[1]
