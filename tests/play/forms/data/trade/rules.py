"""Spice Boats: offers of one or two cards for another. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, Table, ask, ask_some, move, take

SPICES = ["pepper", "clove", "mace"]


class With(NamedTuple):
    seat: int


class Boats(Table):
    hands = Piles("owner")
    offer = Pile("all")
    wanted = ""


def game(table):
    """[Play] Everybody makes a few offers, in turn."""
    deck = table.shuffled(table.decks.spices)
    table.hands = [take(deck, table.facts.hand) for _ in table.seats]
    for _ in range(table.facts.rounds):
        for seat in table.seats:
            yield from trade(table, seat)
    return End("rounds", [score(hand) for hand in table.hands])


def trade(table, seat):
    """[An offer] To whom, what, and for what; the other takes it or not."""
    partner = yield from ask(seat, ["nobody", *map(With, table.others(seat))], "partner")
    if partner == "nobody" or not table.hands[seat]:
        return
    other = partner.seat
    for card in (yield from ask_some(seat, table.hands[seat], 1, table.facts.given, "give")):
        move(card, table.hands[seat], table.offer)
    table.wanted = yield from ask(seat, SPICES, "want")
    cards = [card for card in table.hands[other] if card.spice == table.wanted]
    answer = yield from ask(other, ["no", *cards], "answer")
    back = seat
    if answer != "no":
        move(answer, table.hands[other], table.hands[seat])
        back = other
    table.hands[back] += take(table.offer, len(table.offer))


def score(hand):
    """[The end] Each spice counts as many points as cards of it, squared."""
    return sum(sum(card.spice == spice for card in hand) ** 2 for spice in SPICES)
