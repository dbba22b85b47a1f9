"""Reports: what a tally tells, which cards are pointed out, and the text for a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from pnp.play.cards import PlayingCard
from pnp.play.game_bundle import CardRecord, GameBundle, GameSetup
from pnp.play.game_code import load_program
from pnp.play.game_loop import PlayedGame, play
from pnp.play.names import Names
from pnp.play.report.grids import overview
from pnp.play.report.terminal import as_text
from pnp.play.report.wording import flagged_cards, labels, verdict
from pnp.play.simulation.blocks import play_block
from pnp.play.simulation.report import Report
from pnp.play.simulation.summary import make_report
from pnp.play.simulation.tally import Tally
from pnp.play.table import End, Pile, Table

pytestmark = pytest.mark.slow

RULES = """\
from pnp.rules import End, Pile, Piles, Table


class Duel(Table):
    hands = Piles("owner")
    played = Pile("all")
    aside = Pile("nobody")


def game(table):
    cards = table.shuffled([card for card in table.decks.numbers if card.number < 9])
    table.aside = [card for card in table.decks.numbers if card.number == 9]
    table.hands = [[cards.pop(), cards.pop(), cards.pop()] for _ in table.seats]
    table.aside += cards
    points = [0] * table.players
    for _ in range(2):
        picks = yield table.hands
        best = max(card.number for card in picks)
        for seat, card in enumerate(picks):
            points[seat] += card.number == best
            table.hands[seat].remove(card)
            table.played.append(card)
    return End("two_rounds", points)
"""
BOTS = """\
def high(seen, options, random):
    return max(options, key=lambda card: card.number)


def shy(seen, options, random):
    return min(options, key=lambda card: card.number)
"""


def duel(players: tuple[int, ...] = (2, 3)) -> GameBundle:
    faces = tuple(CardRecord(str(n), {"number": n}, ("number",), 1 if n == 9 else 2) for n in range(1, 10))
    decks = {"numbers": faces, "tokens": (CardRecord("coin", {}, (), 5),)}
    return GameBundle("duel", players, {}, decks, RULES, "rules.py", BOTS, "bots.py", about={"title": "Duel"})


def simulated(games: int, players: int = 2, bots: tuple[str, ...] = ("random",)) -> Report:
    bundle = duel()
    program, tally = load_program(bundle), Tally(players)
    tally.count(play(program, GameSetup(players, f"7:{index}", bots)) for index in range(games))
    return make_report(tally, bundle, GameSetup(players, "7", bots), seconds=30)


def test_a_report_tells_what_was_played() -> None:
    report = simulated(600)
    assert (report.title, report.players, report.games, report.seed) == ("Duel", 2, 600, "7")
    assert (report.decisions.mean, report.decisions.counts, report.picks) == (2, ((2, 600),), 4)
    assert report.minutes == (1, 1, 1)
    assert [(end.why, end.games, end.share.value) for end in report.endings] == [("two rounds", 600, 1)]
    assert report.scores
    assert {value for value, _ in report.scores.counts} == {0, 1, 2}
    assert sum(seat.sole for seat in report.seats) + report.seats[0].shared == 600
    assert report.seats[0].shared == report.seats[1].shared
    assert report.bot_results == ()


def test_the_same_games_give_the_same_report_as_json_and_text() -> None:
    first, second = simulated(200), simulated(200)
    assert first == second
    text = json.dumps(first.as_json(), allow_nan=False)
    assert text == json.dumps(second.as_json())
    assert json.loads(text)["fairness"]["verdict"] in ("open", "fair", "unfair")
    assert as_text(first) == as_text(second)


def test_bots_are_compared_when_different_ones_play() -> None:
    report = simulated(800, bots=("random", "high"))
    best, other = report.bot_results
    assert (best.bot, other.bot, best.seats) == ("high", "random", 800)
    assert best.share.low > 0.5 > other.share.high
    assert best.share.value + other.share.value == pytest.approx(1)
    assert "seat's share also tells of its bot" in verdict(report)


def test_ends_are_called_as_people_call_them() -> None:
    bundle, tally = duel(), Tally(2)
    tally.count([play(load_program(bundle), GameSetup(2, "7:0"))])
    report = make_report(tally, bundle, GameSetup(2, "7"), names=Names({"two_rounds": "after two rounds"}))
    assert report.endings[0].why == "after two rounds"
    with pytest.raises(ValueError, match="needs a game"):
        make_report(Tally(2), bundle, GameSetup(2, "7"))


# --- players who win or lose together


TEAM = """\
from pnp.rules import End, Pile, Piles, Table


class Team(Table):
    hands = Piles("owner")
    played = Pile("all")


def game(table):
    cards = table.shuffled(table.decks.numbers)
    table.hands = [[cards.pop(), cards.pop(), cards.pop()] for _ in table.seats]
    table.played = cards
    picks = yield table.hands
    total = sum(card.number for card in picks)
    for seat, card in enumerate(picks):
        table.hands[seat].remove(card)
        table.played.append(card)
    if total > 5 * table.players:
        return End("enough", winners=table.seats)
    return End("too little", winners=[])
"""


def team(games: int, players: int, bots: tuple[str, ...]) -> Report:
    bundle, setup = replace(duel((1, 2, 3)), rules=TEAM), GameSetup(players, "7", bots, is_turning=True)
    return make_report(play_block(bundle, setup, 0, games), bundle, setup)


def test_players_who_win_together_have_a_share_of_games_won_and_no_seats_to_compare() -> None:
    report = team(800, 3, ("high",))
    enough = next(ending for ending in report.endings if ending.why == "enough")
    assert report.won
    assert report.won.value == enough.share.value
    assert report.won.low < enough.share.low < enough.share.high < report.won.high
    assert (report.fairness, report.margin, report.bot_results) == (None, None, ())
    text = as_text(report)
    assert f"Won: {100 * report.won.value:.1f} % of the games, which all players win or lose together" in text
    assert "Seats" not in text
    assert "won" in overview([report]).head
    assert "seats" not in overview([report]).head


def test_cards_of_players_who_win_together_are_compared_by_games() -> None:
    report = team(8000, 3, ("random",))
    cards = {card.name: card for card in report.cards}
    nine, one = cards["9"].difference, cards["1"].difference
    assert nine
    assert one
    assert nine.low > 0 > one.high
    assert cards["9"].picked <= report.games == 8000
    assert "Games won of those in which somebody picked the card" in as_text(report)


def test_bots_that_play_together_are_not_compared_and_those_that_play_alone_are() -> None:
    together, alone = team(400, 2, ("high", "shy")), team(800, 1, ("high", "shy"))
    assert together.bot_results == ()
    assert "they cannot be compared" in verdict(together)
    best, worst = alone.bot_results
    assert (best.bot, best.seats, worst.bot, worst.seats) == ("high", 400, "shy", 400)
    assert best.share.low > worst.share.high
    assert "Share of their games that they win" in as_text(alone)
    assert as_text(alone).startswith("Duel · 1 player\n")


def test_who_plays_alone_for_points_wins_nothing() -> None:
    bundle, setup = replace(duel((1,)), rules=RULES.replace("points = [0]", "points = [1]")), GameSetup(1, "7")
    report = make_report(play_block(bundle, setup, 0, 100), bundle, setup)
    assert (report.won, report.fairness, verdict(report)) == (None, None, "")


# --- teams


def partners(games: int, bots: tuple[str, ...] = ("random",)) -> Report:
    end = 'End("over", winners=[seat for seat in table.seats if (table.played[-4].number > 5) == (seat % 2 == 0)])'
    rules = TEAM.replace('    if total > 5 * table.players:\n        return End("enough", winners=table.seats)\n', "")
    bundle = replace(duel((4,)), rules=rules.replace('End("too little", winners=[])', end))
    bundle = replace(
        bundle, rules=bundle.rules.replace("[cards.pop(), cards.pop(), cards.pop()]", "[cards.pop(), cards.pop()]")
    )
    setup = GameSetup(4, "7", bots, is_turning=True)
    return make_report(play_block(bundle, setup, 0, games), bundle, setup)


def test_partners_are_compared_as_teams() -> None:
    report = partners(2000)
    assert report.sides == ((1, 3), (2, 4))
    assert report.fairness
    assert report.fairness.verdict == "unfair"  # of numbers from 1 to 9 a few more are below 6
    first, second = report.fairness.seats
    assert first.value + second.value == pytest.approx(1)
    assert second.low > 0.5 > first.high
    assert verdict(report).startswith("Unfair: team ")
    text = as_text(report)
    assert "Share of the games that the seat's team has won" in text
    assert text.count(f"{100 * second.value:.1f} %") >= 2


def test_ties_do_not_make_teams() -> None:
    assert simulated(200).sides == ((1,), (2,))
    assert simulated(200, players=3).sides == ((1,), (2,), (3,))


# --- cards


def test_cards_are_of_the_decks_that_players_pick_from_and_best_first() -> None:
    report = simulated(4000)
    assert {card.deck for card in report.cards} == {"numbers"}
    differences = [card.difference.value for card in report.cards if card.difference]
    assert differences == sorted(differences, reverse=True)
    assert labels(report)["numbers", "3"] == "3"


def test_a_card_that_nobody_picks_is_dead_and_a_strong_one_dominant() -> None:
    cards = {card.name: card for card in simulated(4000).cards}
    assert (cards["9"].flag, cards["9"].picked, cards["9"].difference) == ("dead", 0, None)
    assert cards["9"].because == "never picked, so in less than 0.075 % of games"
    assert (cards["8"].flag, cards["8"].because) == ("dominant", "wins clearly more often")
    assert (cards["1"].flag, cards["1"].because) == ("dead", "wins clearly less often")
    assert cards["4"].flag == cards["5"].flag == ""


def test_a_card_that_is_never_on_offer_is_told_from_one_that_nobody_picks() -> None:
    """The 9 lies aside; once it is dealt like the others, shy players leave it until the cards are used up."""
    dealt = RULES.replace("card.number < 9", "card").replace("card.number == 9", "not card")
    for rules, bots, flag, because in (
        (RULES, "random", "never on offer", "in 95 games looked at, nor picked in 1,800"),
        (dealt, "shy", "dead", "never picked, so in less than 0.17 % of games"),
    ):
        bundle, setup = replace(duel(), rules=rules), GameSetup(2, "7", (bots,))
        report = make_report(play_block(bundle, setup, 0, 1800), bundle, setup)
        nine = next(card for card in report.cards if card.name == "9")
        assert (nine.picked, nine.flag, nine.because) == (0, flag, because)
        assert f"{flag}, {because}: 9" in as_text(report)


def test_different_bots_do_not_make_their_cards_look_good() -> None:
    report = simulated(4000, bots=("high", "shy"))
    assert {card.flag for card in report.cards if card.picked} == {""}
    assert "a card's figures also tell of the bots that pick it" in " ".join(as_text(report).split())


def test_a_few_games_point_out_no_card() -> None:
    assert {card.flag for card in simulated(20).cards} == {""}


FACES = [PlayingCard("plays", str(number), {}) for number in range(12)]


def made(
    pick: Callable[[Random, int], Sequence[PlayingCard]], games: int = 2000, aside: Sequence[PlayingCard] = ()
) -> Report:
    """Two play; who wins is the toss of a coin."""
    random, tally = Random(5), Tally(2)
    table = BoardOfFaces(2, {}, {}, random.random)
    table.pile = [*FACES, *aside]
    for index in range(games):
        log = [list(picks) for picks in zip(pick(random, 0), pick(random, 1), strict=True)]
        winner = int(random.random() * 2)
        tally.count([PlayedGame(GameSetup(2, f"7:{index}"), table, log, End("out", winners=[winner]))])
    faces = tuple(CardRecord(face._name, {}, (), 1) for face in [*FACES, *aside])
    return make_report(tally, GameBundle("made", (2,), {}, {"plays": faces}, "", ""), GameSetup(2, "7"))


class BoardOfFaces(Table):
    pile = Pile("all")


def test_cards_that_only_chance_tells_apart_are_not_pointed_out() -> None:
    report = made(lambda random, _: random.sample(FACES, 4))
    assert flagged_cards(report) == []
    assert verdict(report).startswith(("Fair", "Undecided"))


def test_a_card_that_is_hardly_ever_picked_is_dead() -> None:
    def pick(random: Random, _: int) -> Sequence[PlayingCard]:
        return random.sample(FACES[1:] if random.random() < 0.98 else FACES, 4)

    (remark,) = flagged_cards(made(pick))
    assert (remark[0], remark[1], [card.name for card in remark[2]]) == ("dead", "hardly ever picked", ["0"])


def test_picking_more_cards_than_the_other_makes_no_card_dominant() -> None:
    """Whoever wins has picked twice as many: that tells of playing cards, not of any of them."""
    tally = Tally(2)
    random, table = Random(5), BoardOfFaces(2, {}, {}, Random(0).random)
    table.pile = list(FACES)
    for index in range(1000):
        log = [dict(enumerate(random.sample(FACES, 2))) for _ in range(3)]
        log += [{1: face} for face in random.sample(FACES, 3)]
        tally.count([PlayedGame(GameSetup(2, f"7:{index}"), table, log, End("out", winners=[1]))])
    faces = tuple(CardRecord(face._name, {}, (), 1) for face in FACES)
    report = make_report(tally, GameBundle("made", (2,), {}, {"plays": faces}, "", ""), GameSetup(2, "7"))
    assert all(card.difference and card.difference.low > 0.05 for card in report.cards)
    assert flagged_cards(report) == []


def test_one_who_plays_alone_has_no_seats_to_compare() -> None:
    tally = Tally(1)
    table = BoardOfFaces(1, {}, {}, Random(0).random)
    table.pile = list(FACES)
    for index in range(40):
        tally.count([PlayedGame(GameSetup(1, f"7:{index}"), table, [{0: FACES[index % 12]}], End("out", [index]))])
    report = make_report(tally, GameBundle("made", (1,), {}, {}, "", ""), GameSetup(1, "7"))
    assert (report.fairness, report.margin, verdict(report)) == (None, None, "")
    assert "Seats" not in as_text(report)
