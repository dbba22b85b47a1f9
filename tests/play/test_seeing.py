"""Who sees which cards and values, and what players have seen happen."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import pytest

from pnp.play.cards import Named, named
from pnp.play.game_bundle import GameSetup
from pnp.play.game_loop import play
from pnp.play.history import History
from pnp.play.names import Names, described_step
from pnp.rules import (
    DONE,
    Changed,
    Dealt,
    Known,
    Moved,
    Picked,
    Pile,
    Piles,
    PlayingCard,
    Question,
    Table,
    Values,
    ask,
    ask_all,
    ask_some,
    draw,
)

from duels import RULES, changed, duel  # isort: skip


class Room(Table):
    hands = Piles("others")
    teams_hands = Piles("team")
    line = Piles("face up")
    deck = Pile("nobody")
    board = Pile(lambda table, seat: seat == table.judge)
    private = Piles(lambda table, seat, owner: seat == table.judge)
    bids = Values("owner", first=0)
    judge = 0


def card(number: int) -> PlayingCard:
    return PlayingCard("numbers", str(number), {"number": number})


def room(players: int = 4) -> Room:
    table = Room(players, Named({}), named({}), Random("1").random)
    table.teams = ((0, 2), (1, 3))
    return table


def test_others_see_what_its_owner_does_not() -> None:
    table, red = room(), card(1)
    table.hands[1] = [red]
    assert [table.seen_by(seat).hands[1] for seat in table.seats] == [(red,), 1, (red,), (red,)]


def test_a_team_sees_its_piles() -> None:
    table, red = room(), card(1)
    table.teams_hands[1] = [red]
    assert [table.seen_by(seat).teams_hands[1] for seat in table.seats] == [1, (red,), 1, (red,)]


def test_a_function_says_who_sees_a_pile() -> None:
    table, red = room(), card(1)
    table.board, table.private, table.judge = [red], [[], [], [], [red]], 2
    assert [table.seen_by(seat).board for seat in table.seats] == [1, 1, (red,), 1]
    assert [table.seen_by(seat).private[3] for seat in table.seats] == [1, 1, (red,), 1]


def test_cards_face_up_and_face_down_lie_in_one_pile_until_they_are_shuffled() -> None:
    table, (one, two) = room(), (card(1), card(2))
    table.line[0] = [one, two]
    table.turn_up(two)
    assert table.seen_by(3).line == ((None, two), (), (), ())
    table.turn_down(two)
    table.turn_up(one)
    assert table.seen_by(0).line[0] == (one, None)
    table.line[0] = table.shuffled(table.line[0])
    assert table.seen_by(0).line[0] == (None, None)


def test_a_card_is_known_to_whom_it_was_shown_while_it_lies_where_it_lay() -> None:
    table, (one, two) = room(), (card(1), card(2))
    table.deck = [one, two]
    table.show(two, 1)
    assert table.seen_by(1).known == (Known(two, "deck", None, 1),)
    assert table.seen_by(0).known == ()
    assert table.sees(1, two, "deck")
    table.private[0].append(table.deck.pop())
    assert table.seen_by(1).known == ()
    table.show([one], 1, 2)
    table.deck = table.shuffled(table.deck)
    assert table.seen_by(2).known == ()
    with pytest.raises(ValueError, match="lies in no pile"):
        table.show(card(9), 1)


def test_a_value_of_a_seat_is_secret() -> None:
    table = room()
    table.bids[2] = 7
    assert table.seen_by(2).bids == (None, None, 7, None)
    assert table.seen_by(0).bids == (0, None, None, None)
    assert "bids" not in table.public()
    assert room().bids == [0, 0, 0, 0]


@pytest.mark.parametrize("seen_by", ["own", "everybody"])
def test_unknown_viewers_are_refused(seen_by: str) -> None:
    with pytest.raises(ValueError, match="seen by"):
        Values(seen_by)  # type: ignore[arg-type]


def test_a_value_that_all_seats_would_share_is_refused() -> None:
    with pytest.raises(TypeError, match="share one list"):
        Values(first=[])


# --- words for rules


def test_seats_in_order() -> None:
    table = room()
    assert table.others(2) == [3, 0, 1]
    assert (table.next_seat(3), table.next_seat(0, skip=(1, 2)), table.next_seat(0, step=-1)) == (0, 3, 3)
    with pytest.raises(ValueError, match="no seat follows seat 0"):
        table.next_seat(0, skip=(1, 2, 3))


def test_a_die_shows_each_number_as_often() -> None:
    table = room()
    rolls = [table.roll(6) for _ in range(6000)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(900 < rolls.count(number) < 1100 for number in range(1, 7))


def test_drawing_turns_the_discard_pile_round_when_it_is_needed() -> None:
    table, cards = room(), [card(number) for number in range(6)]
    deck, discard = cards[:2], cards[2:]
    assert draw(table, deck, 2, discard) == cards[:2]
    assert (deck, discard) == ([], cards[2:])
    drawn = draw(table, deck, 2, discard, keep=1)
    assert discard == [cards[5]]
    assert len(drawn) == 2
    assert {*drawn, *deck} == {*cards[2:5]}
    assert draw(table, [], 3, []) == []


# --- questions


def test_one_player_is_asked_and_the_pick_comes_back() -> None:
    asking = ask(1, ["a", "b"], "letter", secret=True)
    question = next(asking)
    assert (question, question.name, question.is_secret) == ({1: ["a", "b"]}, "letter", True)
    with pytest.raises(StopIteration) as end:
        asking.send({1: "b"})
    assert end.value.value == "b"


def test_all_are_asked_and_picks_come_back_in_the_form_of_the_options() -> None:
    for options, back in (([["a"], ["b"]], ["a", "b"]), ({0: ["a"], 1: ["b"]}, {0: "a", 1: "b"})):
        asking = ask_all(options, "letter")
        question = next(asking)
        assert (question, question.name) == (options, "letter")
        with pytest.raises(StopIteration) as end:
            asking.send(back)
        assert end.value.value == back


def test_several_are_picked_one_by_one() -> None:
    asking = ask_some(0, ["a", "b", "c"], least=1, most=2)
    assert next(asking) == {0: ["a", "b", "c"]}
    assert asking.send({0: "b"}) == {0: [DONE, "a", "c"]}
    with pytest.raises(StopIteration) as end:
        asking.send({0: "a"})
    assert end.value.value == ["b", "a"]
    asking = ask_some(0, ["a", "b"])
    next(asking)
    with pytest.raises(StopIteration) as end:
        asking.send({0: DONE})
    assert end.value.value == []


# --- what players have seen


def named_question(options: dict[int, list[str]], name: str, *, is_secret: bool = False) -> Question:
    question = Question(options)
    question.name, question.is_secret = name, is_secret
    return question


class Bluff(NamedTuple):
    card: PlayingCard
    said: int


def test_a_log_hides_what_others_have_not_seen() -> None:
    table, cards = room(2), [card(number) for number in range(8)]
    history = History(table)
    table.deck = list(cards)
    history.on_choices(Question({}))
    history.on_picks(None, {})
    table.line[0].append(table.deck.pop())
    history.on_choices(named_question({0: ["x"]}, "bluff"))
    bluff = Bluff(cards[7], 3)
    history.on_picks(None, {0: bluff})
    table.private[0].append(table.line[0].pop())
    table.judge = 1
    history.on_end(None)
    moved = Moved((None,), ("line", 0), ("private", 0))
    assert history.log(0)[-3:] == (Picked(0, "bluff", bluff), moved, Changed("judge", 1))
    seen = Moved((cards[7],), ("line", 0), ("private", 0))  # by the judge
    assert history.log(1)[-3:] == (Picked(0, "bluff", bluff), seen, Changed("judge", 1))
    assert history.log(1)[0] == Dealt()


def test_a_secret_pick_is_seen_by_its_player_alone() -> None:
    table = room(2)
    history = History(table)
    history.on_choices(named_question({0: ["a"]}, "vote", is_secret=True))
    history.on_picks(None, {0: "a"})
    history.on_end(None)
    assert history.log(0)[-1] == Picked(0, "vote", "a")
    assert history.log(1)[-1] == Picked(0, "vote", None)


def test_bots_read_what_their_seats_have_seen() -> None:
    bots = "def bot(seen, options, random):\n    assert len(seen.log) >= 1\n    return options[len(seen.log) % len(options)]\n"
    played = play(duel(RULES, bots), GameSetup(3, "7:0", ("bot",)))
    assert played.end is not None
    without = bots.replace("seen.log", "seen.hands")
    assert play(duel(RULES, without), GameSetup(3, "7:0", ("bot",))).end is not None


def test_a_trace_for_a_player_hides_what_the_player_does_not_know() -> None:
    rules = changed('played = Pile("all")', 'played = Pile("nobody")')
    histories: list[History] = []

    def watch(table: Table) -> list[History]:
        histories.append(History(table))
        return histories

    play(duel(rules), GameSetup(2, "7:31"), watch=watch)
    lines = [described_step(histories[0], number, Names(), viewer=0) for number in (0, 1)]
    assert lines[0][1] == "      hands (Seat 2): × 3"
    assert lines[1][0].endswith("Seat 2: ?")
    assert "      hands (Seat 2) → played: × 1" in lines[1]
