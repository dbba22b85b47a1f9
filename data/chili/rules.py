"""Chili Peppers, in the order of its booklet. In brackets: the booklet's sections."""

from math import inf

from pnp.rules import End, Pile, Piles, Table, move, take


class Market(Table):
    """The ring, the piles, the hands, and what was won."""

    ring = Pile("all")  # clockwise from the place of the 1
    hands = Piles("owner")
    won = Piles("nobody")
    draw = Pile("nobody")
    discard = Pile("all")
    used_up = False
    ended = ()  # what ended each cycle


def game(table):
    """[Winning the game] All cycles; the highest total wins, and tied players share the victory."""
    table.scores = [0] * table.players
    for cycle in range(table.facts.cycles):
        set_up(table, cycle)
        yield from play_cycle(table)
        score(table)
    return End("cycles", table.scores)


def set_up(table, cycle):
    """[Set-up] The ring with its two ends opposite each other, and a hand for each player."""
    facts = table.facts
    first, last = (table.decks.numbers.by("number")[end][0] for end in facts.ends)
    table.draw = table.shuffled(table.decks.numbers.without(first, last))
    side = (facts.ring - len(facts.ends)) // 2
    table.ring = [first, *take(table.draw, side), last, *take(table.draw, side)]
    table.hands = [take(table.draw, facts.hand) for _ in table.seats]
    table.discard, table.won = [], [[] for _ in table.seats]
    table.target, table.used_up, table.cycle = 1, False, cycle  # the first target lies next to the 1, clockwise
    table.order = table.clockwise(cycle % table.players)  # [Who draws first?]


def play_cycle(table):
    """[End of a cycle] Rounds until a hand is empty or the draw pile is used up."""
    while all(table.hands) and table.draw and not table.used_up:
        yield from play_round(table)
    table.ended += ("hand" if table.draw and not table.used_up else "draw pile",)


def play_round(table):
    """[A round] Choose, win the target, lay the others away, move on."""
    ring, hands, place = table.ring, table.hands, table.target
    following = (place + 1) % len(ring)
    low, high = ring[place - 1].number, ring[following].number
    if low > high:
        low, high = high, low
    table.free = low, high
    picks = yield hands
    target = ring[place].number + 0.25  # of two cards as far away, the higher one is closer
    nearest = inf
    for seat, card in enumerate(picks):
        away = abs(card.number - target)
        if away < nearest:
            nearest, winner = away, seat
    table.winner = winner
    table.won[winner].append(ring[place])
    ring[place] = picks[winner]
    for seat in table.order:
        card, hand = picks[seat], hands[seat]
        if seat == winner:  # [The winner's card]
            hand.remove(card)
        else:
            move(card, hand, table.discard)
            if not low <= card.number <= high:  # [The free range]
                if card.chilies > len(table.draw):
                    refill(table)
                hand += take(table.draw, card.chilies)  # [Both piles are empty] as many as there are
    table.target = following


def refill(table):
    """[The draw pile runs out] The discard pile is shuffled, and laid under it."""
    table.draw[:0] = table.shuffled(table.discard)
    table.discard, table.used_up = [], True


def score(table):
    """[Scoring] Chilies won, less chilies still in hand."""
    for seat in table.seats:
        table.scores[seat] += chilies(table.won[seat]) - chilies(table.hands[seat])


def chilies(cards):
    """How many chilies some cards show."""
    return sum([card.chilies for card in cards])
