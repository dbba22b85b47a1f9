"""Games that people play: picks, views, taking back, saving and going on."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from duels import BOTS, RULES, changed, duel, duel_kit
from games.shipped import GAMES, shipped

from pnp.play.game_bundle import PERSON, GameBroken, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.game_loop import play
from pnp.play.match import Match
from pnp.play.names import Names
from pnp.play.project_game import make_names
from pnp.play.saved_game import NotNow, Tape
from pnp.play.table import End
from pnp.play.view import seat_view

pytestmark = pytest.mark.slow

NAMES = Names({"hands": "hand", "points": "points", "seat": "Place {n}"}, questions={"card": "Play a card"})
ASKING = changed("from pnp.rules import", "from pnp.rules import ask_all,").replace(
    "picks = yield table.hands", 'picks = yield from ask_all(table.hands, "card")'
)


def match(rules: str = RULES, seats: tuple[str, ...] = (PERSON, "highest", "random"), seed: str = "7:0") -> Match:
    return Match(duel(rules, BOTS), Tape(GameSetup(len(seats), seed, seats)))


def finish(one: Match, random: Random) -> None:
    while one.end is None:
        seat = random.choice(one.waiting_for)
        one.pick(seat, random.randrange(len(seat_view(one, seat, NAMES)["question"]["options"])), one.decision)


def test_bots_pick_by_themselves_and_people_are_waited_for() -> None:
    one = match()
    assert (one.waiting_for, one.decision) == ((0,), 0)
    one.pick(0, 0, 0)
    assert (one.waiting_for, one.decision) == ((0,), 1)
    finish(one, Random(1))
    assert one.end is not None
    assert one.waiting_for == ()


def test_all_people_of_a_decision_are_waited_for_and_see_nothing_before() -> None:
    one = match(seats=(PERSON, PERSON))
    before = seat_view(one, 1, NAMES)
    one.pick(0, 1, 0)
    assert (one.waiting_for, one.decision) == ((1,), 0)
    assert seat_view(one, 1, NAMES) == {**before, "waiting": [1], "picked": [0]}
    assert seat_view(one, 0, NAMES)["question"]["picked"] == 1
    one.undo(0)
    assert one.waiting_for == (0, 1)
    one.pick(0, 2, 0)
    one.pick(1, 0, 0)
    assert one.decision == 1


def test_a_pick_is_kept_while_another_person_is_still_to_pick() -> None:
    one = match(seats=(PERSON, PERSON, "highest"))
    assert "pending" not in one.tape.message("duel")
    one.pick(1, 2, 0)
    saved = json.loads(json.dumps(one.tape.message("duel")))
    assert saved["pending"] == {"1": 2}
    again = Match(one.program, Tape.of(saved))
    assert again.waiting_for == (0,)
    assert seat_view(again, 1, NAMES) == seat_view(one, 1, NAMES)
    assert again.at(0).waiting_for == (0, 1, 2)
    again.pick(0, 0, 0)
    one.pick(0, 0, 0)
    assert again.tape == one.tape
    assert one.tape.picks[0][1] == 2
    assert not one.tape.pending


def test_a_pending_pick_that_is_taken_back_is_not_kept() -> None:
    one = match(seats=(PERSON, PERSON))
    one.pick(1, 2, 0)
    one.undo(1)
    assert "pending" not in one.tape.message("duel")


@pytest.mark.parametrize("pending", [{"0": 9}, {"0": -1}, {"2": 0}, {"7": 0}, {"x": 0}, {"0": "x"}, [1], 3])
def test_a_tape_with_a_pending_pick_that_is_not_possible_is_refused(pending: object) -> None:
    saved = match(seats=(PERSON, PERSON, "highest")).tape.message("duel")
    with pytest.raises(NotNow):
        Match(duel(RULES, BOTS), Tape.of({**saved, "pending": pending}))


@pytest.mark.parametrize(
    ("seat", "number", "decision", "words"),
    [
        (0, 0, 1, "gone on"),
        (1, 0, 0, "not asked"),
        (7, 0, 0, "not asked"),
        (0, 3, 0, "no such option"),
        (0, -1, 0, "no such option"),
    ],
)
def test_a_pick_that_is_not_possible_changes_nothing(seat: int, number: int, decision: int, words: str) -> None:
    one = match()
    before = seat_view(one, 0, NAMES)
    with pytest.raises(NotNow, match=words):
        one.pick(seat, number, decision)
    assert seat_view(one, 0, NAMES) == before


def test_a_game_goes_on_from_its_tape() -> None:
    one = match()
    one.pick(0, 2, 0)
    saved = json.loads(json.dumps(one.tape.message("duel")))
    other = Match(one.program, Tape.of(saved))
    assert seat_view(other, 0, NAMES) == seat_view(one, 0, NAMES)
    finish(one, Random(3))
    finish(other, Random(3))
    assert other.tape == one.tape
    assert other.end == one.end


@pytest.mark.parametrize(
    "tape",
    [
        {},
        {"players": 3, "seed": "7", "seats": [PERSON], "values": {}, "picks": []},
        {"players": 3, "seed": "7", "seats": [PERSON] * 3, "values": {}, "picks": ["x"]},
        {"players": 3, "seed": "7", "seats": [PERSON] * 3, "values": {}, "picks": [{"0": 9, "1": 0, "2": 0}]},
        {"players": 3, "seed": "7", "seats": [PERSON] * 3, "values": {}, "picks": [{"5": 0}]},
    ],
)
def test_what_is_no_tape_is_refused(tape: object) -> None:
    with pytest.raises(NotNow):
        Match(duel(), Tape.of(tape))  # type: ignore[arg-type]


def test_the_same_game_as_an_example_of_its_picks() -> None:
    """People's and bots' picks draw nothing from the table's chance, so recorded picks meet the same shuffles."""
    one = match(changed("    set_up(table)\n", "    set_up(table)\n    table.first = table.roll(6)\n"))
    finish(one, Random(5))

    def recorded(choices: list[list[object]]) -> list[object]:
        number = recorded.number  # type: ignore[attr-defined]
        recorded.number += 1  # type: ignore[attr-defined]
        return [options[one.tape.picks[number][seat]] for seat, options in enumerate(choices)]

    recorded.number = 0  # type: ignore[attr-defined]
    again = play(one.program, one.tape.setup, lambda table: recorded)
    assert again.end == one.end


def test_a_question_has_its_sentence_its_options_and_its_section() -> None:
    rules = ASKING.replace("def play_round(table):\n", 'def play_round(table):\n    """[A round] All play."""\n')
    asked = seat_view(match(rules), 0, NAMES)["question"]
    assert (asked["name"], asked["prompt"], asked["sections"]) == ("card", "Play a card", ["A round"])
    assert asked["options"][1]["parts"][0]["at"] == ("hands", 0, 1)


def test_the_sections_of_an_end_stand_beside_it_or_in_its_docstring_and_in_those_that_count() -> None:
    rules = '''

def count(table):
    """[Points] One each."""


def last(table):
    """[The end] All cards are played."""
    return End(table.why, count(table))


def first(table):
    """[A turn] Or not."""
    return End("goal")  # [The goal]
'''
    one = match(ASKING + rules)
    own = match(ASKING).sections_of_end()
    assert one.sections_of_end() == [*own, "The end", "Points", "The goal"]
    one.end = End("goal", winners=[0])
    assert one.sections_of_end() == ["The goal"]
    one.end = End("another", winners=[0])
    assert one.sections_of_end() == ["The end", "Points"]


def test_why_a_card_may_not_be_played() -> None:
    rules = ASKING.replace(
        "ask_all(table.hands,", "ask_all([[c for c in own if may(table, c)] for own in table.hands],"
    )
    rules += '\n\ndef may(table, card):\n    """[A round] Only low cards."""\n    return card.number != 7\n'
    one = match(rules)
    refused = [
        entry
        for number in range(30)
        for entry in seat_view(match(rules, seed=f"{number}"), 0, NAMES)["question"]["refused"]
    ]
    assert refused
    assert {entry["why"] for entry in refused} == {"Only low cards."}
    assert {entry["at"][:2] for entry in refused} == {("hands", 0)}  # others' hands are not told of
    assert one.end is None


def test_rules_that_fail_name_their_place() -> None:
    one = match(changed("    table.round += 1", "    table.round += 1 // (table.round != 2)"))
    one.pick(0, 0, 0)
    one.pick(0, 0, 1)
    with pytest.raises(GameBroken) as broken:
        one.pick(0, 0, 2)
    assert broken.value.failure.line == len(RULES.split("\n")) - 1


# --- the shipped games


def program_of(name: str) -> Program:
    return load_program(shipped(name)[1])


@pytest.mark.parametrize("name", GAMES)
def test_random_clicks_reach_the_end_and_the_tape_replays_it(name: str) -> None:
    game, bundle = shipped(name)
    program, names = load_program(bundle), make_names(game, game)
    for players in (min(bundle.players), max(bundle.players)):
        for number in range(2):
            one = Match(program, Tape(GameSetup(players, f"{number}", (PERSON,) * players)))
            random = Random(number)
            while one.end is None:
                seat = random.choice(one.waiting_for)
                options = seat_view(one, seat, names, len(one.history.steps))["question"]["options"]
                one.pick(seat, random.randrange(len(options)), one.decision)
            again = Match(program, Tape.of(json.loads(json.dumps(one.tape.message(name)))))
            assert (again.end, seat_view(again, 0, names)) == (one.end, seat_view(one, 0, names))


@pytest.mark.parametrize("name", GAMES)
def test_a_view_is_the_same_whatever_is_hidden(name: str) -> None:
    """Hidden cards with the same back change places: not a byte of what a seat gets may differ."""
    game, bundle = shipped(name)
    program, names = load_program(bundle), make_names(game, game)
    players = min(bundle.players)
    one = Match(program, Tape(GameSetup(players, "hidden", (PERSON,) * players)))
    random, swaps = Random(1), 0
    for _ in range(12):
        if one.end is not None:
            break
        for seat in one.table.seats:
            hidden = [
                (cards, place)
                for pile, owner, cards in one.table.every_pile()
                for place, card in enumerate(cards)
                if not one.table.sees(seat, card, pile, owner)
            ]
            before = json.dumps(seat_view(one, seat, names))
            pairs = list(combinations(hidden, 2))
            for (first, i), (second, j) in random.sample(pairs, min(len(pairs), 20)):
                if first[i]._back == second[j]._back and not _asked(one, first[i], second[j]):
                    first[i], second[j] = second[j], first[i]
                    assert json.dumps(seat_view(one, seat, names)) == before
                    first[i], second[j] = second[j], first[i]
                    swaps += 1
        seat = one.waiting_for[0]
        one.pick(seat, random.randrange(len(seat_view(one, seat, names)["question"]["options"])), one.decision)
    assert swaps > 100


def _asked(one: Match, *cards: object) -> bool:
    options = [option for options in one._decisions[-1].question.values() for option in options]
    parts = [part for option in options for part in (option if isinstance(option, tuple) else (option,))]
    return any(card is part for card in cards for part in parts)


def test_a_game_is_looked_at_as_it_was() -> None:
    one = match()
    views = []
    while one.end is None:
        views.append(seat_view(one, 0, NAMES))
        one.pick(0, 0, one.decision)
    for seen in views:
        earlier = one.at(seen["decision"])
        assert {**seat_view(earlier, 0, NAMES), "waiting": seen["waiting"]} == seen
    assert seat_view(one.at(one.decision), 0, NAMES) == seat_view(one, 0, NAMES)


def test_an_open_view_shows_all_cards() -> None:
    one = match(seats=("highest", "random", "random")).at(1)
    counts = [pile["count"] for pile in seat_view(one, None, NAMES)["piles"] if pile["name"] == "hands"]
    shown = [
        len(pile["cards"]) for pile in seat_view(one, None, NAMES, is_open=True)["piles"] if pile["name"] == "hands"
    ]
    assert shown == counts
    assert not any(pile["cards"] for pile in seat_view(one, None, NAMES)["piles"] if pile["name"] == "hands")


def test_values_come_in_the_order_of_their_words_and_zero_in_its_sentence() -> None:
    rules = changed("    table.round += 1", "    table.round += 1\n    table.sum = table.turn = table.total = 0")
    words = {"total": "total {value}", "sum": "sum", "turn": "{seat} to play", "round": "round {value}"}
    names = Names(words, questions={"card": "Play a card"})
    one = match(rules)
    one.pick(0, 0, 0)
    texts = [value["text"] for value in seat_view(one, 0, names)["values"]]
    assert texts == ["total 0", "Seat 1 to play", "round 1", "points: 0 (Seat 1), 0 (Seat 2), 1 (Seat 3)"]


PAUSING = changed("    best = max(", "    table.pause(*picks)\n    best = max(")


def test_a_pause_of_the_rules_is_a_moment_that_can_be_looked_at() -> None:
    one = match(PAUSING)
    one.pick(0, 0, 0)
    now = seat_view(one, 1, NAMES)
    assert [entry["moments"] for entry in now["log"]] == [0, 1]
    paused = seat_view(one.at(1, 1), 1, NAMES)
    assert "question" not in paused
    assert (paused["decision"], paused["waiting"], paused["undo"]) == (1, [], False)
    hands = [pile["cards"] for pile in paused["piles"] if pile["name"] == "hands"]
    assert [sum(card is not None for card in hand) for hand in hands] == [1, 3, 1]
    assert [pile["count"] for pile in paused["piles"] if pile["name"] == "hands"] == [3, 3, 3]
    assert seat_view(one, 1, NAMES) == now


def test_a_pause_names_the_places_of_the_cards_that_all_see_there() -> None:
    one = match(PAUSING)
    one.pick(0, 0, 0)
    for seat in (1, None):
        paused = seat_view(one.at(1, 1), seat, NAMES)
        piles = {(pile["name"], pile["owner"]): pile["cards"] for pile in paused["piles"]}
        revealed = [piles[name, owner][place] for name, owner, place in paused["revealed"]]
        picked = [pick for _, pick in sorted(one.picks()[0].items())]
        assert [(card["deck"], card["card"]) for card in revealed] == [card._face for card in picked]
        assert [owner for _, owner, _ in paused["revealed"]] == [0, 1, 2]
        assert "revealed" not in seat_view(one, seat, NAMES)


def test_what_was_revealed_at_a_pause_is_in_the_log_of_all() -> None:
    secret = PAUSING.replace('played = Pile("all")', 'played = Pile("nobody")')
    hidden = match(secret.replace("    table.pause(*picks)\n", ""))
    revealed = match(secret)
    for one in (hidden, revealed):
        one.pick(0, 0, 0)
    assert "?" in seat_view(hidden, 1, NAMES)["log"][1]["lines"][0]
    assert "?" not in seat_view(revealed, 1, NAMES)["log"][1]["lines"][0]


def test_hidden_cards_show_their_backs() -> None:
    bundle = duel_kit()
    numbers = tuple(replace(card, back=1 if "red" in card.name else 10) for card in bundle.decks["numbers"])
    one = Match(load_program(replace(bundle, decks={"numbers": numbers})), Tape(GameSetup(2, "7:0", (PERSON,) * 2)))
    piles = {(pile["name"], pile["owner"]): pile for pile in seat_view(one, 0, NAMES)["piles"]}
    hidden = one.table.hands[1]
    assert piles["hands", 1]["backs"] == [["numbers", 1 if card.colour == "red" else 10] for card in hidden]
    assert piles["hands", 1]["cards"] == []
    alike = {(pile["name"], pile["owner"]): pile for pile in seat_view(match(), 0, NAMES)["piles"]}
    assert alike["hands", 1]["backs"] == [["numbers", 1]]
    assert alike["played", None]["backs"] == []
