"""What the claims of Seventy-Seven look at in played games. Before is the table before the picks."""


def played(picks):
    """The card of this turn: one player at a time plays one."""
    return next(iter(picks.values()))


def called(before, picks):
    """The total that is called with the card of this turn."""
    return before.total + played(picks).value


# --- Totals


def total_is_called(table, before, picks):
    """The total has changed by the value of the card."""
    return table.total == called(before, picks)


def is_below_the_limit(before, picks, facts):
    """The card calls less than the limit, and the round goes on."""
    return called(before, picks) < facts.limit


def is_limit(before, picks, facts):
    """The card calls the limit or more."""
    return called(before, picks) >= facts.limit


def is_doublet_total(before, picks, facts):
    """The card calls a doublet total."""
    return called(before, picks) in facts.doublets


def is_free(before, picks, facts):
    """The card calls neither a doublet total nor the limit."""
    return called(before, picks) < facts.limit and called(before, picks) not in facts.doublets


def is_doublet_total_again(before, picks, facts):
    """A 0, a 2× or a change of direction repeats a doublet total."""
    return before.total in facts.doublets and played(picks).kind in ("zero", "double", "reverse")


# --- What it costs


def is_paid_with_a_chip(table, before, facts):
    """The player has paid one chip, and nobody else anything."""
    seat = before.turn
    return (
        table.chips[seat] == before.chips[seat] - facts.penalty
        and sum(table.chips) == sum(before.chips) - facts.penalty
    )


def player_had_chips(before, picks, facts):
    """A doublet total is called by a player with chips."""
    return called(before, picks) in facts.doublets and before.chips[before.turn] > 0


def is_paid_with_all_chips(table, before):
    """The player has no chips left, and nobody else has paid."""
    seat = before.turn
    return table.chips[seat] == 0 and sum(table.chips) == sum(before.chips) - before.chips[seat]


def nobody_pays(table, before):
    """Chips are as they were, and nobody has gone out."""
    return (table.chips, table.out) == (before.chips, before.out)


def player_pays(table, before):
    """The player has fewer chips, or is out."""
    return table.chips[before.turn] < before.chips[before.turn] or before.turn in table.out


def swimmer_has_to_pay(before, picks, facts):
    """A player without chips calls a doublet total, or the limit or more."""
    return before.chips[before.turn] == 0 and not is_free(before, picks, facts)


def player_is_out(table, before):
    """The player whose turn it was is out."""
    return before.turn in table.out


def somebody_goes_out(table, before):
    """More players are out."""
    return len(table.out) > len(before.out)


def only_a_swimmer_goes_out(table, before):
    """It is the player whose turn it was, who had no chips."""
    return table.out[-1] == before.turn and before.chips[before.turn] == 0


def last_chip_is_given_away(table, before):
    """The player had chips, and has none now."""
    return before.chips[before.turn] > 0 == table.chips[before.turn]


# --- Hands and piles


def somebody_sits_out_the_round(table):
    """Somebody who is still in the game has no cards, while others go on with the round."""
    return any(not table.hands[seat] for seat in table.seats if seat not in table.out)


def hands_are_full(table, facts):
    """All who are not out have a whole hand."""
    return sum(len(hand) == facts.hand for hand in table.hands) == table.players - len(table.out)


def everybody_is_ready(table, facts, decks):
    """Chips and a hand for each, all other cards in the draw pile."""
    return (
        all(chips == facts.chips_each for chips in table.chips)
        and all(len(hand) == facts.hand for hand in table.hands)
        and len(table.draw) == len(decks.cards) - facts.hand * table.players
        and not table.discard
    )


def left_of_the_dealer_starts(table):
    """The total is nought, and the player to the dealer's left starts, clockwise."""
    return (table.total, table.way, table.turn) == (0, 1, (table.dealer + 1) % table.players)


def pack_is_new(table, before, picks, facts):
    """The discard pile has become the draw pile, in mid-round."""
    return len(table.draw) > len(before.draw) and called(before, picks) < facts.limit


def one_card_lies_open(table):
    """One card is left on the discard pile."""
    return len(table.discard) == 1


# --- Doublet cards


def can_be_played(total, facts):
    """How many doublet cards can be played on a total without ending the round."""
    return sum(total + doublet < facts.limit for doublet in facts.doublets)


def doublets_get_easier(table, before, facts):
    """More doublet cards can be played than before."""
    return can_be_played(table.total, facts) > can_be_played(before.total, facts)


def is_minus(picks):
    """The card is a −10."""
    return played(picks).kind == "minus"


def is_doublet_on_the_last(before, picks, facts):
    """A doublet card is played on the highest doublet total or more."""
    return before.total >= facts.doublets[-1] and played(picks).kind == "doublet"


def round_goes_on(table, facts):
    """Cards lie on the table, and the total is below the limit."""
    return table.total < facts.limit and len(table.discard) > 0


def is_doublet_at_nought_or_on_a_doublet_total(before, picks, facts):
    """A doublet card is played on a doublet total, or where the count begins."""
    return before.total in (0, *facts.doublets) and played(picks).kind == "doublet"


def doublet_total_stays_one(table, before, facts):
    """A doublet total has come of a doublet total, and of no other."""
    return (table.total in facts.doublets) == (before.total in facts.doublets)


def is_doublet_above_nought(before, picks, facts):
    """A doublet card is played on a total above nought, and stays below the limit."""
    return played(picks).kind == "doublet" and before.total > 0 and called(before, picks) < facts.limit


# --- Special cards


def is_double(table, picks):
    """The card is a 2×, and the game goes on."""
    return played(picks).kind == "double" and with_chips(table) > 1


def next_one_plays_two(table, before, facts):
    """It is another player's turn, with two cards to play."""
    return table.to_play == facts.double_turn and table.turn != before.turn


def double_may_be_picked(options):
    """A 2× is among the cards to pick from."""
    return any(card.kind == "double" for cards in options.values() for card in cards)


def turns_with_reverse_alone(table, before, picks):
    """Play has turned round if the card is a change of direction, and only then."""
    return (table.way != before.way) == (played(picks).kind == "reverse")


def is_reverse_of_a_pair(table, before, picks):
    """The card is a change of direction in a turn of one card, and the game goes on."""
    return played(picks).kind == "reverse" and before.to_play == 1 and with_chips(table) > 1


def is_anothers_turn(table, before):
    """It is the turn of another player."""
    return table.turn != before.turn


# --- The end


def with_chips(table):
    """How many players have chips."""
    return sum(chips > 0 for chips in table.chips)


def nobody_else_has_chips(table, end):
    """One player has won, who has all chips that are left."""
    return len(end.winners) == 1 and table.chips[end.winners[0]] == sum(table.chips) > 0


def is_over(table):
    """Fewer than two players have chips."""
    return with_chips(table) < 2


def starter_deals(table, before):
    """The dealer is the player who started the round before, unless that player is out."""
    return table.dealer == before.starter or before.starter in table.out


def round_has_ended(table, before, picks, facts):
    """The limit was called, and the game goes on."""
    return called(before, picks) >= facts.limit and with_chips(table) > 1


def starter_begins(table):
    """The total is nought, and the player who starts has the turn, clockwise."""
    return (table.total, table.way, table.turn) == (0, 1, table.starter)
