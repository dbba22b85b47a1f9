"""Seventy-Seven, in the order of its booklet. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask, move, take


class Lane(Table):
    """The cards, everybody's chips, the total that stands, and whose turn it is."""

    hands = Piles("owner")
    draw = Pile("nobody")
    discard = Pile("all")
    chips = out = ()  # chips by seat; the seats of those who are out
    dealer = starter = turn = total = 0
    way = 1  # 1 is clockwise, -1 the other way round
    to_play = 1  # cards left to play in this turn


def game(table):
    """[Set-up] Chips for everybody, a dealer, and the first hands."""
    table.chips, table.out = [table.facts.chips_each] * table.players, []
    table.dealer = table.seats[-1]
    deal(table)
    return (yield from play_on(table))


def play_on(table):
    """[The end of a round] Round after round, until the game ends; who has started one deals the next."""
    while True:
        yield from play_round(table)
        if end := the_end(table):
            return end
        table.dealer = table.next_seat(table.starter - 1, skip=table.out)  # [Once you are out] Or the next who is not
        deal(table)


def deal(table):
    """[Set-up] Hands and a draw pile; the player to the dealer's left starts, clockwise."""
    table.draw, table.discard = table.shuffled(table.decks.cards), []
    table.hands = [[] if seat in table.out else take(table.draw, table.facts.hand) for seat in table.seats]
    table.starter = table.turn = table.next_seat(table.dealer, skip=table.out)
    table.total, table.way, table.to_play = 0, 1, 1


def play_round(table):
    """[The end of a round] Card after card, until the round is over."""
    while not is_round_over(table):
        yield from play_card(table)


def is_round_over(table):
    """[The end of a round] Somebody has called the limit or more, or the whole game has ended."""
    return table.total >= table.facts.limit or the_end(table) is not None


def play_card(table):
    """[Your turn] Play, call, draw; then it is the next player's turn."""
    seat = table.turn
    card = yield from ask(seat, [card for card in table.hands[seat] if may_play(table, card)], "card")
    move(card, table.hands[seat], table.discard)
    table.total += card.value  # the player calls it
    table.to_play -= 1
    if card.kind == "reverse":  # [Change direction] Play goes the other way round
        table.way = -table.way
    if is_dear(table.facts, table.total):
        pay(table, seat)
    if is_round_over(table):  # [77 or more with the first card] Even then
        table.pause()
        return
    if seat not in table.out:
        draw(table, seat)
    if table.to_play == 0:
        table.turn = table.next_seat(seat, skip=table.out, step=table.way)
        table.to_play = table.facts.double_turn if card.kind == "double" else 1


def may_play(table, card):
    """[A 2× on a 2×] Of the cards to play after a 2×, only the last may be a 2× itself."""
    return table.to_play == 1 or card.kind != "double"


def pay(table, seat):
    """[Costly totals] A doublet total costs a chip, the limit or more all of them."""
    if table.chips[seat] == 0:  # [Swimming] Who has to pay again is out
        table.out = [*table.out, seat]
        table.discard[:0] = table.hands[seat]  # [Once you are out] They go under the discard pile
        table.hands[seat], table.to_play = [], 0
    elif table.total >= table.facts.limit:  # [Swimming] Down to none: the player swims
        table.chips[seat] = 0
    else:
        table.chips[seat] -= table.facts.penalty


def is_dear(facts, total):
    """[Costly totals] Whether a total costs something, however it was reached."""
    return total >= facts.limit or total in facts.doublets


def draw(table, seat):
    """[Your turn] One card; when the draw pile is used up, all discards but the top one are shuffled as the new one."""
    table.hands[seat] += take(table.draw, 1)
    if not table.draw:
        *others, top = table.discard
        table.draw, table.discard = table.shuffled(others), [top]


def the_end(table):
    """[The end of the game] One player alone has chips left; None before that. Only one pays at a time."""
    with_chips = [seat for seat in table.seats if table.chips[seat]]
    return End("last_chips", winners=with_chips) if len(with_chips) == 1 else None
