"""Playing Chicken, in the order of its booklet. In brackets: the booklet's sections."""

from pnp.rules import End, Pile, Piles, Table, ask_all, move

BELOW, ABOVE, EXACT = "below", "above", "exact"  # the sum, compared with the goal


class Race(Table):
    """Everybody's deck, the goals, and the points."""

    hands = Piles("owner")
    latest = Piles("all")  # the card of the latest trick, face up until the next
    played = Piles("owner")  # those of the tricks before, face down
    gone = Piles("owner")  # out of the game
    goals = Pile("nobody")
    used = Pile("all")  # the goals that were turned up, the last of them that of the trick


def game(table):
    """All rounds; most points win."""
    teams = list(table.decks.players.by("team").values())  # [Choose a deck.]
    for seat in table.seats:
        table.hands[seat] = list(teams[seat])
    table.points = [0] * table.players
    for row in table.facts.rounds:  # [How to play]
        table.round = row.round
        yield from play_round(table)
    return End("rounds", table.points)  # [The end of the game]


def new_goals(table):
    """[Set-up] The goals for this number of players, shuffled."""
    return table.shuffled(table.decks.goals.by("tags")[table.players])


def play_round(table):
    """[The end of a round] Tricks until one card is left, which leaves the game; then take back the others."""
    for _ in range(table.facts.rounds[table.round - 1].tricks):
        yield from trick(table)
    for seat in table.seats:
        table.gone[seat] += table.hands[seat]
        table.hands[seat] = table.played[seat] + table.latest[seat]
        table.played[seat], table.latest[seat] = [], []


def trick(table):
    """[How to play] Turn up a goal, choose, reveal, compare."""
    if not table.goals:  # [Set-up] Before the first trick, and [The goal pile] when it has run out
        table.goals, table.used = new_goals(table), []
    goal = table.goals.pop()
    table.used.append(goal)
    picks = yield from ask_all(table.hands, "card")
    values = [card.value for card in picks]
    table.total = total = sum(values)
    outcome = BELOW if total < goal.number else ABOVE if total > goal.number else EXACT
    table.compared = (total, goal.number, outcome)
    winning = min(values) if outcome == ABOVE else max(values)  # above: everybody crashes
    prize = table.facts.rounds[table.round - 1].prize  # [The prize]
    if outcome == EXACT:
        prize += table.facts.bonus
    for seat, card in enumerate(picks):
        if card.value == winning:  # [Tied cards:] all who have played it take the prize in full
            table.points[seat] += prize
        table.played[seat] += table.latest[seat]  # [How to play] The trick before is turned face down
        table.latest[seat] = []
        move(card, table.hands[seat], table.latest[seat])
    table.pause(goal, *picks)
