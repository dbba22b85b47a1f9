"""What the claims of Playing Chicken look at in played games. A trick is a decision; before is the table before it."""


def goal(before):
    """The goal of the trick."""
    return before.used[-1].number


def values(picks):
    """The values of the cards that were played."""
    return [card.value for card in picks.values()]


def highest(picks):
    """How many have played the highest card."""
    return values(picks).count(max(values(picks)))


def lowest(picks):
    """How many have played the lowest card."""
    return values(picks).count(min(values(picks)))


def paid(table, before):
    """All points that the trick has brought."""
    return sum(table.points) - sum(before.points)


def prize(before, facts):
    """The prize of the round that the trick belongs to."""
    return facts.rounds[before.round - 1].prize


# --- Below, above and on the goal


def is_below(table, before):
    """The sum stays below the goal."""
    return table.total < goal(before)


def is_above(table, before):
    """The sum is above the goal."""
    return table.total > goal(before)


def is_exact(table, before):
    """The sum is the goal."""
    return table.total == goal(before)


def highest_take_the_prize(table, before, picks, facts):
    """Each who has played the highest card takes the prize in full."""
    return paid(table, before) == prize(before, facts) * highest(picks) and is_paid_to(table, before, picks, max)


def lowest_take_the_prize(table, before, picks, facts):
    """Each who has played the lowest card takes the prize in full."""
    return paid(table, before) == prize(before, facts) * lowest(picks) and is_paid_to(table, before, picks, min)


def highest_take_prize_and_bonus(table, before, picks, facts):
    """Each who has played the highest card takes the prize and one point more."""
    return paid(table, before) == (prize(before, facts) + 1) * highest(picks) and is_paid_to(table, before, picks, max)


def is_paid_to(table, before, picks, best):
    """Those, and only those, who have played the best card have more points than before."""
    return all(
        (table.points[seat] > before.points[seat]) == (card.value == best(values(picks)))
        for seat, card in picks.items()
    )


def sum_is_that_of_the_cards(table, picks):
    """The sum is that of all the cards played."""
    return table.total == sum(values(picks))


def is_first_trick_off_the_goal(table, before, decision):
    """The first trick of the game, below or above its goal."""
    return decision == 1 and not is_exact(table, before)


def is_first_trick_on_the_goal(table, before, decision):
    """The first trick of the game, with its goal met."""
    return decision == 1 and is_exact(table, before)


def best_has_one(table):
    """The most points that anybody has are one."""
    return max(table.points) == 1


def best_has_two(table):
    """The most points that anybody has are two."""
    return max(table.points) == 2


def is_last_trick_off_the_goal(table, before):
    """The trick of round five, below or above its goal."""
    return before.round == 5 and not is_exact(table, before)


def is_last_trick_on_the_goal(table, before):
    """The trick of round five, with its goal met."""
    return before.round == 5 and is_exact(table, before)


def six_for_each_winner(table, before, picks):
    """Each winner takes six points."""
    return paid(table, before) == 6 * (lowest(picks) if is_above(table, before) else highest(picks))


def twelve_for_each_winner(table, before, picks):
    """Each winner takes twelve points."""
    return paid(table, before) == 12 * highest(picks)


def is_played_by_all_alike(picks):
    """All cards of the trick have one value."""
    return len(set(values(picks))) == 1


# --- Hands


def is_start_of_a_round(table):
    """Nothing has been played in the round."""
    return not any(table.latest)


def seven_less_the_round(table):
    """Six cards in hand in round one, and one fewer in each round."""
    return all(len(hand) == 7 - table.round for hand in table.hands)


def as_many_as_the_table_says(table, facts):
    """Everybody has as many cards as the table of rounds says."""
    return all(len(hand) == facts.rounds[table.round - 1].cards for hand in table.hands)


def whole_decks(table):
    """Six cards in each hand, all of one team."""
    return all(len(hand) == 6 and len({card.team for card in hand}) == 1 for hand in table.hands)


def one_card_a_round_has_gone(table, facts):
    """A card of each player has left the game in each round before this one; nobody plays the last one of a round."""
    return all(len(gone) == table.round - 1 for gone in table.gone) and all(
        len(hand) >= facts.left_over for hand in table.hands
    )


def one_card_each(table):
    """Everybody has one card in hand."""
    return all(len(hand) == 1 for hand in table.hands)


# --- Goals and the end


def goals_are_tagged(table):
    """Each goal that has come up is tagged for this number of players."""
    return all(table.players in card.tags for card in table.used)


def all_tricks_were_played(decision, facts):
    """As many tricks were played as the table of rounds says."""
    return decision == sum(row.tricks for row in facts.rounds)


def goals_came_up_again(table, decision):
    """Fewer goals lie open than tricks were played."""
    return len(table.used) < decision


def most_points_win(table, end):
    """All with the most points have won, and nobody else."""
    best = [seat for seat in table.seats if table.points[seat] == max(table.points)]
    return sorted(end.winners) == best and list(end.scores) == list(table.points)
