"""Fireworks: all see a hand but its owner, who is told of it. In brackets: the booklet's sections."""

from typing import NamedTuple

from pnp.rules import End, Pile, Piles, PlayingCard, Table, ask, move, take


class Play(NamedTuple):
    card: PlayingCard


class Discard(NamedTuple):
    card: PlayingCard


class Hint(NamedTuple):
    seat: int
    what: str | int


class Fireworks(Table):
    hands = Piles("others")
    deck = Pile("nobody")
    fireworks = Pile("all")
    discard = Pile("all")
    hints = lives = 0
    told = ()  # seat, what, and the places of the cards


def game(table):
    """[Play] In turn, until the deck is used up, a life too many is lost, or all fireworks are complete."""
    table.deck = table.shuffled(table.decks.cards)
    table.hands = [take(table.deck, table.facts.hand) for _ in table.seats]
    table.hints, table.lives = table.facts.hints, table.facts.lives
    seat, last_turns = 0, table.players
    while table.lives and last_turns and len(table.fireworks) < table.facts.complete:
        last_turns -= not table.deck
        yield from play_turn(table, seat)
        seat = table.next_seat(seat)
    score = len(table.fireworks) if table.lives else 0
    return End("the fireworks are over", [score] * table.players, winners=table.seats if score > 6 else [])


def play_turn(table, seat):
    """[Your turn] Play a card, discard one, or give a hint."""
    options = [*map(Play, table.hands[seat]), *map(Discard, table.hands[seat])]
    if table.hints:
        options += [Hint(other, what) for other in table.others(seat) for what in hints(table.hands[other])]
    pick = yield from ask(seat, options, "turn")
    if isinstance(pick, Hint):
        table.hints -= 1
        cards = table.hands[pick.seat]
        table.told += (
            (pick.seat, pick.what, tuple(i for i, c in enumerate(cards) if pick.what in (c.colour, c.number))),
        )
        return
    card, place = pick.card, table.hands[seat].index(pick.card)
    if isinstance(pick, Play) and card.number == 1 + sum(other.colour == card.colour for other in table.fireworks):
        move(card, table.hands[seat], table.fireworks)
    else:
        move(card, table.hands[seat], table.discard)
        table.lives -= isinstance(pick, Play)
        table.hints += isinstance(pick, Discard)
    table.hands[seat] += take(table.deck, 1)
    table.told += ((seat, "gone", (place,)),)


def hints(hand):
    """[Hints] Each colour and each number of a hand."""
    return list(dict.fromkeys([card.colour for card in hand] + [card.number for card in hand]))
