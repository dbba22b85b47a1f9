"""One Breath: lay all cards in rising order, without a word. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask_all, take


class Breath(Table):
    stock = Pile("nobody")
    hands = Piles("owner")
    row = Pile("all")
    lost = Pile("all")
    level = 0
    lives = 0
    breaths = 0


def game(table):
    """[Play] Levels with one card more each time."""
    table.lives = table.facts.lives
    for level in range(1, table.facts.levels + 1):
        table.level = level
        table.stock, table.row, table.lost = table.shuffled(table.decks.numbers), [], []
        table.hands = [sorted_hand(take(table.stock, table.level)) for _ in table.seats]
        while any(table.hands):
            yield from play_breath(table)
            if table.lives <= 0:
                return End("no lives are left", winners=[])
    return End("all levels are done", winners=table.seats)


def play_breath(table):
    """[A breath] All with cards lay their lowest or wait; lower cards that others hold cost a life."""
    table.breaths += 1
    picks = yield from ask_all(
        {seat: [table.hands[seat][-1], "wait"] for seat in table.seats if table.hands[seat]}, "breath"
    )
    laid = sorted([pick for pick in picks.values() if pick != "wait"], key=lambda card: card.number)
    if not laid:
        table.breaths += 1
        table.lives -= table.breaths % table.facts.patience == 0
        return
    for seat in table.seats:
        table.row += [take(table.hands[seat], 1)[0] for _ in range(picks.get(seat, "wait") != "wait")]
    table.row.sort(key=lambda card: card.number)
    missed = False
    for hand in table.hands:
        while hand and hand[-1].number < laid[-1].number:
            table.lost += take(hand, 1)
            missed = True
    table.lives -= missed or len(laid) > 1


def sorted_hand(cards):
    """[Play] The lowest card of a hand is on top."""
    return sorted(cards, key=lambda card: -card.number)
