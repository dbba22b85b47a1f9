"""What the claims of Chili Peppers look at in played games. Seats count from 0."""


def distance(card, target):
    """How close a card is to the target; of two that are equally far away, the higher one is closer."""
    return abs(card.number - target.number), -card.number


def is_outside(card, free):
    """Whether a card lies outside the free range."""
    return not free[0] <= card.number <= free[1]


def others(table, picks):
    """The cards that did not win."""
    return [card for seat, card in picks.items() if seat != table.winner]


# --- Set-up


def ring_and_hands_are_apart(table, facts):
    """The ring has all its cards, and none of them is in a hand."""
    cards = [*table.ring, *(card for hand in table.hands for card in hand)]
    return len(table.ring) == facts.ring and len(set(cards)) == len(cards)


def ends_face_each_other(table, facts):
    """The 1 and the 100 lie opposite each other, and the first target is next to the 1."""
    opposite = table.ring[facts.ring // 2]
    return [table.ring[0].number, opposite.number] == list(facts.ends) and table.target == 1


# --- A turn


def is_same_round(table, before):
    """The turn was not the last one of a round."""
    return table.round == before.round


def winner_takes_the_target(table, before, picks):
    """One card more is won, by the winner, whose own card lies in its place."""
    more = [len(now) - len(then) for now, then in zip(table.won, before.won, strict=True)]
    target = before.ring[before.target]
    return (
        sum(more) == more[table.winner] == 1
        and table.won[table.winner][-1] == target
        and table.ring[before.target] == picks[table.winner]
    )


def somebody_is_closer(table, before, picks):
    """A card is closer to the target than the winner's."""
    target = before.ring[before.target]
    return min(distance(card, target) for card in picks.values()) < distance(picks[table.winner], target)


def all_lie_inside(table, before, picks):
    """No card but the winner's lies outside the free range."""
    return table.round == before.round and not any(is_outside(card, before.free) for card in others(table, picks))


def is_nobody_drawing(table, before):
    """The draw pile is as it was."""
    return len(table.draw) == len(before.draw)


def was_enough_to_draw(table, before):
    """The draw pile had as many cards as were owed."""
    return table.round == before.round and not table.used_up


def as_many_as_chilies(table, before, picks):
    """Each player but the winner has drawn a card for each chili, if theirs lay outside the free range."""
    owed = [
        0 if seat == table.winner or not is_outside(card, before.free) else card.chilies for seat, card in picks.items()
    ]
    more = [len(now) - len(then) + 1 for now, then in zip(table.hands, before.hands, strict=True)]
    return more == owed


def neighbours_are_the_bounds(table, facts):
    """The free range runs from the lower to the higher of the target's neighbours."""
    neighbours = table.ring[table.target - 1], table.ring[(table.target + 1) % facts.ring]
    return list(table.free) == sorted(card.number for card in neighbours)


def next_clockwise_is_the_target(table, before, facts):
    """The target has moved on by a card."""
    return table.target == (before.target + 1) % facts.ring


def winner_is_discarded(table, picks):
    """The winner's card lies in the discard pile."""
    return picks[table.winner] in table.discard


def bound_was_played(before, picks):
    """Somebody has played a card that equals a bound of the free range."""
    return any(card.number in before.free for card in picks.values())


# --- The end


def next_one_draws_first(table):
    """In each round, the player who draws first is the next one clockwise."""
    return table.order[0] == (table.round - 1) % table.players and sorted(table.order) == list(table.seats)


def everybody_can_go_on(table):
    """All have cards, and so has the draw pile."""
    return all(table.hands) and len(table.draw) > 0


def no_card_is_lost(table, facts, decks):
    """Hands, piles and what was won hold the cards that were left when the ring was laid."""
    held = sum(map(len, [*table.hands, *table.won, table.draw, table.discard]))
    return held == len(decks.numbers) - facts.ring


def best_totals_win(table, end):
    """All with the highest total win, and nobody else."""
    return [seat for seat in table.seats if end.scores[seat] == max(end.scores)] == sorted(end.winners)
