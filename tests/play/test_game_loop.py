"""Playing: bots, seeds, tapes, and what a game may not do."""

from __future__ import annotations

from collections.abc import Generator
from random import Random
from typing import Any

import pytest
from duels import BOTS, RULES, changed, duel, duel_kit

from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.play.bots import BOT_KINDS, BotKind, recorded_chooser
from pnp.play.decisions import random_stream
from pnp.play.game_bundle import Failure, GameBroken, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.game_loop import play, run
from pnp.play.project_game import check_bots
from pnp.play.testing.invariants import Guard, is_repeatable, shortest_failure
from pnp.workers import TooLong
from pnp.workers.limits import Limits, at_most


def fails(program: Program, setup: GameSetup | None = None) -> Failure:
    with pytest.raises(GameBroken) as broken:
        play(program, setup or GameSetup(3, "7:0"), watch=lambda table: [Guard(table)])
    return broken.value.failure


def not_loaded(rules: str, bots: str = BOTS) -> Failure:
    with pytest.raises(GameBroken) as broken:
        duel(rules, bots)
    return broken.value.failure


# --- playing


def test_a_seed_gives_the_same_game_and_another_seed_another() -> None:
    program = duel()
    one, same, other = (play(program, GameSetup(3, seed)) for seed in ("7:1", "7:1", "7:2"))
    assert one.log == same.log
    assert one.end == same.end
    assert one.log != other.log


RECORDED = [["blue 7", "blue 2", "red 2"], ["red 6", "blue 3", "blue 1"], ["red 3", "red 8", "blue 8"]]
RECORDED_SCORES = (2, 1, 1)


def test_a_game_is_what_it_was_on_every_python() -> None:
    """Cards and scores written down once; only random() of the standard library's generator is drawn from."""
    played = play(duel(), GameSetup(3, "7:31"))
    told = [[card._name for card in picks] for picks in played.log]
    assert told == RECORDED
    assert played.end is not None
    assert played.end.scores == RECORDED_SCORES


def rounds(count: int) -> Generator[Any, Any, Any]:
    """Rules that ask so many times, and return what they were told."""
    told = []
    for number in range(count):
        told.append((yield [number]))
    return told


@pytest.mark.parametrize("most", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_rules_are_played_to_their_end_or_so_far(count: int, most: int) -> None:
    log: list[Any] = []
    picks = [number * 2 for number in range(min(count, most))]
    if count <= most:
        assert run(rounds(count), lambda asked: asked[0] * 2, log, most) == picks
    else:
        with pytest.raises(GameBroken, match=f"the game goes on after {counted(most, 'decision')}"):
            run(rounds(count), lambda asked: asked[0] * 2, log, most)
    assert log == picks


def test_a_bot_cannot_end_a_game_by_stopping() -> None:
    def stop(asked: Any) -> Any:
        raise StopIteration(asked)

    with pytest.raises(StopIteration):  # its own, which is no end of the game
        run(rounds(3), stop, [], 9)


def test_bots_go_round_the_seats() -> None:
    program = duel()
    wins = [0, 0, 0, 0]
    for number in range(200):
        end = play(program, GameSetup(4, f"7:{number}", ("highest", "random"))).end
        assert end is not None
        for seat in end.winners:
            wins[seat] += 1
    assert play(program, GameSetup(4, "7:1", ("highest", "random"))).setup.line_up()[2] == "highest"
    assert all(60 < count < 160 for count in wins)


def test_options_are_set_before_the_game() -> None:
    rules = changed("    return End(", "    table.round += table.bonus\n    return End(")
    played = play(duel(rules), GameSetup(2, "7:1", values={"bonus": 4}))
    assert played.table.public()["round"] == 7


def test_a_tape_meets_the_shuffles_of_its_seed() -> None:
    program = duel()
    setup = GameSetup(3, "7:1")
    by_bots = play(program, setup)
    picks = [hand.index(card) for hand, card in zip(hands_of(program, setup), by_bots.log[0], strict=True)]
    by_picks = play(program, setup, lambda table: recorded_chooser(picks, program, setup, table))
    assert by_picks.log[0] == by_bots.log[0]


def test_a_built_in_bot_is_an_entry_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It plays alone and beside others, is known where bots are named, and recorded picks draw no chance for it."""
    last = BotKind(lambda seated: lambda options: options[-min(1 + seated.seat, len(options))])
    monkeypatch.setitem(BOT_KINDS, "last", last)  # type: ignore[arg-type]
    program = duel()
    for bots in (("last",), ("last", "highest"), ("random", "last")):
        setup = GameSetup(3, "7:1", bots)
        log = play(program, setup).log
        for seat, (bot, hand) in enumerate(zip(setup.line_up(), hands_of(program, setup), strict=True)):
            if bot == "last":
                assert log[0][seat] == hand[-min(1 + seat, len(hand))]
    diagnostics = Diagnostics()
    check_bots(program.bundle, ("last", "random", "highest", "lst"), Place("bots"), diagnostics)
    assert [(diagnostic.what, diagnostic.fix) for diagnostic in diagnostics] == [
        ("no bot lst in data/duel/bots.py", "did you mean last?")
    ]
    imagining = duel(bots="def imagine(table, seat, random):\n    pass\n").bundle
    check_bots(imagining, ("imagine", "nobody"), Place("bots"), diagnostics)
    assert [diagnostic.code for diagnostic in diagnostics][1:] == ["bots-unknown"] * 2
    assert not any("imagine" in diagnostic.fix for diagnostic in diagnostics)
    setup = GameSetup(3, "7:1", ("last",))
    table = program.lay_table(3, random_stream("7:1"), {})
    recorded_chooser((0, 0, 0), program, setup, table)([[1], [1], [1]])
    assert table.random() == random_stream("7:1")()


def test_a_bot_that_is_nowhere_ends_the_game() -> None:
    failure = fails(duel(), GameSetup(2, "7:0", ("random", "hihgest")))
    assert (failure.code, failure.what) == ("bots-unknown", "no bot hihgest in data/duel/bots.py")
    assert failure.fix == "did you mean highest?"


def hands_of(program: Program, setup: GameSetup) -> list[list[object]]:
    """The hands that are dealt."""
    table = program.lay_table(setup.players, Random(setup.seed).random, {})
    return [list(hand) for hand in next(program.parts["game"](table))]


# --- what cannot be run


def test_rules_that_are_not_python_are_told_with_their_line() -> None:
    failure = not_loaded("def game(table):\n    yield [\n")
    assert (failure.code, failure.file) == ("rules-syntax", "data/duel/rules.py")
    assert failure.line == 2


def test_rules_that_fail_when_they_are_read_are_told_with_their_line() -> None:
    failure = not_loaded("import no_such_module\n")
    assert (failure.code, failure.line) == ("rules-error", 1)
    assert "no_such_module" in failure.what


def test_rules_without_a_game_or_with_two_tables_are_told() -> None:
    assert not_loaded("x = 1\n").code == "rules-game"
    two = "class Other(Table):\n    pass\n"
    assert not_loaded(RULES + "\n\n" + two).what == "data/duel/rules.py has more than one Table: Duel, Other"


def test_a_game_that_asks_nobody_is_told() -> None:
    failure = fails(duel("from pnp.rules import End\n\ndef game(table):\n    return End('done', [0])\n"))
    assert failure.code == "rules-yield"


def test_bots_can_use_what_rules_define() -> None:
    rules = RULES + "\nLIMIT = 5\n"
    bots = "from .rules import LIMIT\n\ndef low(seen, options, random):\n    return options[LIMIT - 5]\n"
    assert play(duel(rules, bots), GameSetup(2, "7:1", ("low",))).end is not None


# --- what no game may do


WRONG = [
    ("rules-error", "best = max", "best = 1 / 0; max", "ZeroDivisionError: division by zero"),
    ("rules-error", "table.played.append(card)", "table.payed.append(card)", "the table has no payed"),
    ("rules-yield", "yield table.hands", "yield {}", "so no seat can act"),
    ("rules-yield", "yield table.hands", "yield table.hands[:2]", "options for 2 seats of 3"),
    ("rules-yield", "yield table.hands", "yield {7: table.hands[0]}", "asks 7, which is not a seat"),
    ("rules-yield", "yield table.hands", "yield {0: []}", "seat 1 has no options"),
    ("rules-yield", "yield table.hands", "yield [[[card] for card in hand] for hand in table.hands]", "cannot pick from"),
    ("rules-cards", "table.played.append(card)", "pass", "gone from the table"),
    ("rules-cards", "table.hands[seat].remove(card)", "pass", "lies in hands[0] and in played"),
    ("rules-cards", "table.played.append(card)", "table.played.append(card.number)", "is not a card"),
    ("rules-length", "table.round += 1", "table.round += 0; table.hands = [table.hands[0] + table.played] * 0 or "
     "[[*h, table.played.pop()] for h in table.hands]", "goes on after 20 decisions"),
    ("rules-end", 'End("three rounds", table.points)', 'End("three rounds", [1])', "1 score for 3 players"),
    ("rules-end", 'End("three rounds", table.points)', 'End("three rounds", winners=[3])', "the winners are [3]"),
    ("rules-end", 'End("three rounds", table.points)', 'End("three rounds", winners=[1, 1])', "each once"),
    ("rules-error", 'End("three rounds", table.points)', 'End("three rounds")', "neither scores nor winners"),
    ("rules-error", "card.number for card", "card.nunber for card", " has no nunber"),
    ("rules-error", "table.facts.rounds", "table.facts.runds", "facts and decks have no runds"),
    ("rules-end", 'End("three rounds", table.points)', '"over"', "returns 'over', not an End"),
    ("rules-end", 'End("three rounds", table.points)', 'End("three rounds", [0.5, 0, 1])', "whole numbers"),
    ("rules-score", "table.points[seat] += 1", "table.points[seat] += 100", "outside 0 to 3"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "old", "new", "what"), WRONG, ids=[f"{w[0]}: {w[3]}" for w in WRONG])
def test_what_no_game_may_do(code: str, old: str, new: str, what: str) -> None:
    failure = fails(duel(changed(old, new), scores=(0, 3)))
    assert failure.code == code
    assert what in failure.what
    assert failure.setup == GameSetup(3, "7:0")
    assert (failure.file, failure.line > 0) == ("data/duel/rules.py", True)


def test_faults_that_are_seen_at_a_decision_have_the_line_of_its_yield() -> None:
    lost = changed("table.played.append(card)", "pass")
    at = 1 + RULES.splitlines().index("    picks = yield table.hands")
    assert fails(duel(lost)).line == at
    assert fails(duel(changed("table.round += 1", "table.round = 0; table.played.clear()"))).line == at


def test_faults_of_the_end_have_the_line_of_the_function_that_returns_it() -> None:
    assert fails(duel(changed('End("three rounds", table.points)', '"over"'))).line == 1 + RULES.splitlines().index(
        "def game(table):"
    )


def test_what_is_put_in_the_place_of_a_pile_is_told() -> None:
    failure = fails(duel(changed("table.round += 1", "table.round += 1; table.played = 0")))
    assert (failure.code, failure.what) == ("rules-cards", "played is a pile, but was replaced by 0")
    assert failure.fix == "table.played.clear() empties it"


@pytest.mark.parametrize("value", ["[]", "{}", "{1, 2}"])
def test_a_value_that_all_games_would_share_is_told_where_the_table_is_made(value: str) -> None:
    failure = not_loaded(changed("    round = 0\n", f"    round = 0\n    log = {value}\n"))
    assert (failure.code, failure.line) == ("rules-error", 1 + RULES.splitlines().index("class Duel(Table):"))
    assert f"set it in game(): table.log = {value}" in failure.what


def test_a_bot_of_another_form_is_told_at_its_own_line() -> None:
    bots = "X = 1\n\ndef short(seen, options):\n    return options[0]\n"
    failure = fails(duel(RULES, bots), GameSetup(3, "7:0", ("short",)))
    assert (failure.code, failure.file, failure.line) == ("bots-error", "data/duel/bots.py", 3)
    assert failure.what == "short(seen, options) does not take the arguments of a bot"
    assert failure.fix == "write def short(seen, options, random):"
    own = "def own(seen, options, random):\n    return max(1)\n"
    assert fails(duel(RULES, own), GameSetup(3, "7:0", ("own",))).what.startswith("TypeError: 'int' object")


def test_a_line_of_the_rules_is_named() -> None:
    failure = fails(duel(changed("best = max", "best = 1 / 0; max")))
    line = RULES.splitlines().index("    best = max(card.number for card in picks)") + 1
    assert (failure.file, failure.line, failure.decision) == ("data/duel/rules.py", line, 1)


def test_a_game_shorter_than_it_may_be_is_told() -> None:
    failure = fails(duel(decisions=(5, 20)))
    assert (failure.code, failure.setup) == ("rules-length", GameSetup(3, "7:0"))
    assert failure.what == "the game is over after 3 decisions, and must take at least 5"


def test_bots_are_held_to_their_options() -> None:
    failure = fails(duel(bots="def highest(seen, options, random):\n    return 5\n"), GameSetup(2, "7:0", ("highest",)))
    assert (failure.code, failure.what) == ("bots-pick", "the bot of seat 1 picks 5, which is none of its 3 options")
    failure = fails(
        duel(bots="def highest(seen, options, random):\n    return seen.x\n"), GameSetup(2, "7:0", ("highest",))
    )
    assert (failure.code, failure.file, failure.line) == ("bots-error", "data/duel/bots.py", 2)


def test_a_table_that_shows_what_is_hidden_is_told() -> None:
    leak = "    round = 0\n\n    def seen_by(self, seat):\n        self.top = self.draw[-1]._name\n        return super().seen_by(seat)\n"
    failure = fails(duel(changed("    round = 0\n", leak)))
    assert (failure.code, failure.what) == ("rules-view", "seat 1 sees what is hidden, in top")


def test_a_view_that_changes_later_is_told() -> None:
    lists = "    round = 0\n\n    def seen_by(self, seat):\n        seen = super().seen_by(seat)\n        seen.__dict__['points'] = self.points\n        return seen\n"
    failure = fails(duel(changed("    round = 0\n", lists)))
    assert failure.code == "rules-view"
    assert "earlier view of seat 1 has changed: points" in failure.what


def test_games_that_differ_from_play_to_play_are_found() -> None:
    assert is_repeatable(duel(), GameSetup(3, "7:0"))
    rules = "import random\n" + changed("table.shuffled(table.decks.numbers)", "random.sample(table.decks.numbers, 18)")
    assert not is_repeatable(duel(rules), GameSetup(3, "7:0"))


def test_what_rules_keep_between_games_is_found() -> None:
    rules = changed("def game(table):\n", "SEEN = []\n\n\ndef game(table):\n    SEEN.append(1)\n")
    rules = rules.replace("table.points = [0] * table.players", "table.points = [len(SEEN) % 2] * table.players")
    assert not is_repeatable(duel(rules), GameSetup(3, "7:0"))


# --- time


def test_a_loop_for_ever_is_stopped_and_told_with_its_line() -> None:
    rules = changed("    best = max", "    while True:\n        pass\n    best = max")
    with at_most(Limits(game_seconds=0.3)):
        failure = fails(duel(rules))
    assert failure.code == "rules-hang"
    assert failure.setup == GameSetup(3, "7:0")
    loop = rules.splitlines().index("    while True:") + 1
    assert failure.line in (loop, loop + 1)


def test_a_loop_that_swallows_exceptions_is_stopped() -> None:
    rules = changed(
        "    best = max",
        "    while True:\n        try:\n            pass\n        except Exception:\n            pass\n    best = max",
    )
    with at_most(Limits(game_seconds=0.3)):
        assert fails(duel(rules)).code == "rules-hang"


def test_a_limit_that_is_not_reached_leaves_no_trace() -> None:
    with at_most(Limits(game_seconds=0.2)) as limit:
        for _ in range(4):
            limit.again()
            play(duel(), GameSetup(2, "7:0"))
    try:
        play(duel(), GameSetup(2, "7:0"))
    except TooLong:  # pragma: no cover
        pytest.fail("the limit went on after its block")


# --- shrinking


def test_a_failing_game_is_cut_to_the_shortest_tape() -> None:
    """It fails whenever anybody plays a nine, after the first round."""
    rules = changed("    table.round += 1", "    table.round += 1\n    assert table.round < 2 or best < 9, 'a nine'")
    program = duel(rules)
    failure = next(found for number in range(50) if (found := failing(program, GameSetup(4, f"7:{number}"))))
    short = shortest_failure(program, failure)
    assert short.code == failure.code
    assert short.picks is not None
    assert len(short.picks) <= 8
    assert not short.picks or short.picks[-1] != 0
    with pytest.raises(GameBroken, match="a nine"):
        play(program, short.setup, lambda table: recorded_chooser(short.picks, program, short.setup, table))  # type: ignore[arg-type]


def failing(program: Program, setup: GameSetup) -> Failure | None:
    try:
        play(program, setup)
    except GameBroken as broken:
        return broken.failure
    return None


def test_the_command_that_plays_a_game_again_has_all_it_needs() -> None:
    setup = GameSetup(3, "7:31", ("highest", "random"), {"variants": ["a", "b"]}, is_turning=True)
    told = "pnp simulate duel --players 3 --bots highest,random --set variants=a,b --seed 7:31 --picks 0,2 --trace"
    assert setup.command("duel", (0, 2)) == told
    assert "--bots highest,random --fixed-seats" in GameSetup(3, "7:31", ("highest", "random")).command("duel")


def test_bots_move_on_by_a_seat_from_game_to_game() -> None:
    def bots(number: int, is_turning: bool) -> list[str]:
        setup = GameSetup(3, f"7:{number}", ("highest", "random", "random"), is_turning=is_turning)
        return list(setup.line_up())

    assert [bots(number, True).index("highest") for number in range(5)] == [0, 1, 2, 0, 1]
    assert [bots(number, False).index("highest") for number in range(5)] == [0] * 5


def test_values_are_written_as_the_command_line_reads_them() -> None:
    options = {"variants": ["a"], "none": [], "hand": 6, "is_open": True, "part": 0.5}
    told = GameSetup(2, "7:1", values=options).command("duel")
    assert "--set variants=a, --set none=, --set hand=6 --set is_open=true --set part=0.5" in told


def test_bots_without_a_seat_come_in_by_turns() -> None:
    setup = GameSetup(2, "7", ("a", "b", "c"), is_turning=True)
    assert [setup.game(number).line_up() for number in range(3)] == [("a", "b"), ("c", "a"), ("b", "c")]
    assert GameSetup(2, "7:1", ("a", "b", "c")).line_up() == ("a", "b")


def test_each_bot_sits_beside_each_other_one() -> None:
    setup = GameSetup(4, "7", ("a", "b", "c", "d"), is_turning=True)
    games = [setup.game(number).line_up() for number in range(24)]
    assert len(set(games)) == 24
    assert all(sorted(game) == ["a", "b", "c", "d"] for game in games)
    after_a = [game[(game.index("a") + 1) % 4] for game in games]
    assert {bot: after_a.count(bot) for bot in "bcd"} == {"b": 8, "c": 8, "d": 8}
    assert setup.game(24).line_up() == games[0]


def test_one_value_for_a_tuple_is_a_tuple_of_it() -> None:
    program = duel(changed("    round = 0", "    round = 0\n    variants = ()"))
    options = {"variants": "raider", "round": 1}
    table = program.lay_table(2, Random(1).random, options)
    assert (table.variants, table.round) == (("raider",), 1)  # type: ignore[attr-defined]


def test_a_kit_loads_again_without_a_trace_of_the_first() -> None:
    bundle = duel_kit()
    one, two = load_program(bundle), load_program(bundle)
    assert one.table is not two.table
    assert play(one, GameSetup(2, "7:0")).end == play(two, GameSetup(2, "7:0")).end
