"""Chili Peppers, in the order of its booklet. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask_all, draw, move, take


class Market(Table):
    """The ring, the piles, the hands, and what was won."""

    ring = Pile("all")  # clockwise from the place of the 1
    hands = Piles("owner")
    won = Piles("nobody")
    draw = Pile("nobody")
    discard = Pile("nobody")  # face down, and nobody looks at it
    used_up = False
    ended = ()  # what ended each round


def game(table):
    """[Winning the game] All rounds; the highest total wins, and tied players share the victory."""
    table.scores = [0] * table.players
    for round in range(1, table.facts.rounds + 1):
        set_up(table, round)
        yield from play_round(table)
        score(table)
        table.pause()
    return End("rounds", table.scores)


def set_up(table, round):
    """[Set-up] The ring with its two ends opposite each other, and a hand for each player."""
    facts = table.facts
    first, last = (table.decks.numbers.by("number")[end][0] for end in facts.ends)
    table.draw = table.shuffled(table.decks.numbers.without(first, last))
    side = (facts.ring - len(facts.ends)) // 2
    table.ring = [first, *take(table.draw, side), last, *take(table.draw, side)]
    table.hands = [take(table.draw, facts.hand) for _ in table.seats]
    table.discard, table.won = [], [[] for _ in table.seats]
    table.target, table.used_up, table.round = 1, False, round  # the first target lies next to the 1, clockwise
    table.order = table.clockwise((round - 1) % table.players)  # [Who draws first?]


def play_round(table):
    """[End of a round] Turns until a hand is empty or the draw pile is used up."""
    while all(table.hands) and table.draw and not table.used_up:
        yield from play_turn(table)
    table.ended += ("hand" if table.draw and not table.used_up else "draw pile",)


def play_turn(table):
    """[A turn] Choose, win the target, discard the others, move on."""
    table.free = free_range(table)
    picks = yield from ask_all(table.hands, "card")
    table.pause(*picks)
    win_target(table, picks)
    lay_others_away(table, picks)
    table.target = following(table)  # [Move on.]


def free_range(table):
    """[The free range] From the lower to the higher of the target's neighbours, both included."""
    before, after = table.ring[table.target - 1].number, table.ring[following(table)].number
    return (before, after) if before < after else (after, before)


def following(table):
    """[Move on.] The place of the next card clockwise."""
    return (table.target + 1) % len(table.ring)


def win_target(table, picks):
    """[Win the target.] The closest card wins, and takes its place; equally far away, the higher one wins."""
    target = table.ring[table.target]
    ranks = [(abs(card.number - target.number), -card.number) for card in picks]
    table.winner = winner = ranks.index(min(ranks))
    table.won[winner].append(target)
    table.ring[table.target] = picks[winner]
    table.hands[winner].remove(picks[winner])


def lay_others_away(table, picks):
    """[Discard the others.] First all of them; then whoever's lies outside the free range draws for its chilies."""
    others = [seat for seat in table.order if seat != table.winner]  # [The winner's card]
    for seat in others:
        move(picks[seat], table.hands[seat], table.discard)
    for seat in others:
        if not is_inside(picks[seat], table.free):
            draw_chilies(table, seat, picks[seat].chilies)


def is_inside(card, free):
    """[The free range] Whether a card lies between the bounds, which no card in play can equal."""
    low, high = free
    return low <= card.number <= high


def draw_chilies(table, seat, owed):
    """[The draw pile runs out] Shuffle the discard pile and lay it under; the round ends after this turn."""
    table.used_up = table.used_up or owed > len(table.draw)
    table.hands[seat] += draw(table, table.draw, owed, refill=table.discard)  # [Both piles are empty] what there is


def score(table):
    """[Scoring] Chilies won, less chilies still in hand."""
    for seat in table.seats:
        table.scores[seat] += chilies(table.won[seat]) - chilies(table.hands[seat])


def chilies(cards):
    """How many chilies some cards show."""
    return sum([card.chilies for card in cards])
