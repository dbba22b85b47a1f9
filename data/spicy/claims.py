"""What the claims of Spicy look at in played games. Before is the table before the picks.

A pick that is a card, a number and a spice is a card played; owner is who played the top card, as long as it may be
challenged.
"""

from .rules import Copy, Play


def top(table):
    """What was declared last."""
    return table.declared[-1]


def plays(options, table):
    """The plays that the player whose turn it is may pick."""
    return [option for option in options[table.turn] if isinstance(option, Play)]


def numbers(options, table):
    """The numbers that may be declared."""
    return sorted({option.number for option in plays(options, table)})


def spices(options, table):
    """The spices that may be declared."""
    return {option.suit for option in plays(options, table)}


def with_any_card(options, table):
    """Whether whatever may be declared may be declared with any card in hand."""
    said = {(option.number, option.suit) for option in plays(options, table)}
    return len(plays(options, table)) == len(said) * len(table.hands[table.turn])


def pick_of(before, picks):
    """What the player whose turn it was has picked; None where others answered."""
    return picks.get(before.turn)


def wants_to_copy(pick):
    """Whether somebody has picked a copy."""
    return isinstance(pick, Copy)


def clockwise_from_the_owner(table, before):
    """All but the top card's player, in turn."""
    return [(before.owner + step) % table.players for step in range(1, table.players)]


# --- Set-up


def worlds_end_is_in_place(table, facts, decks):
    """World's End lies in the draw pile, under as many cards as it says for this number of players."""
    above = next(height.above for height in facts.heights if height.players == table.players)
    rest = len(decks.spicy) - facts.hand * table.players
    return len(table.draw) - 1 == rest and table.draw[rest - above] == decks.worlds_end[0]


def worlds_end_is_in_the_draw_deck(table, decks):
    """World's End is one of the cards of the draw pile."""
    return table.draw.count(decks.worlds_end[0]) == 1


def draw_deck_is_left(table):
    """With six cards each, 100 cards leave a draw pile, and World's End in it."""
    return len(table.draw) - 1 == 100 - 6 * table.players > 0


def all_have_whole_hands(table, facts):
    """Everybody has as many cards as are dealt."""
    return all(len(hand) == facts.hand for hand in table.hands)


def somebody_without_cards_is_asked(table, asked):
    """The first who is asked has an empty hand."""
    return not table.hands[asked[0]]


# --- Turns


def is_turn_on_an_empty_stack(asked, table):
    """A turn begins, and nothing has been declared."""
    return asked == [table.turn] and not table.declared


def is_turn_on_other_cards(asked, options, table, facts):
    """A turn begins, and less than the highest number has been declared."""
    return is_turn_on_a_stack(asked, options, table) and top(table).number < max(facts.numbers)


def is_turn_on_a_ten(asked, options, table, facts):
    """A turn begins, and the highest number has been declared."""
    return is_turn_on_a_stack(asked, options, table) and top(table).number == max(facts.numbers)


def is_turn_on_a_late_number(asked, options, table, facts):
    """A turn begins on an 8, 9 or 10."""
    return is_turn_on_a_stack(asked, options, table) and top(table).number in (*facts.late, max(facts.numbers))


def is_turn_on_a_stack(asked, options, table):
    """A turn begins, and something has been declared."""
    return asked == [table.turn] and options[table.turn][0] == "pass" and len(table.declared) > 0


def top_card_cannot_be_challenged(asked, options, table):
    """A turn begins on a stack of whose top card it is settled that it holds."""
    return is_turn_on_a_stack(asked, options, table) and table.owner is None


def opening_of_any_spice(options, table, facts):
    """1, 2 or 3 of any spice, with any card."""
    return (
        numbers(options, table) == [1, 2, 3]
        and spices(options, table) == set(facts.spices)
        and with_any_card(options, table)
    )


def any_higher_of_the_spice(options, table, facts):
    """Any higher number of the same spice, with any card."""
    return (
        numbers(options, table) == list(range(top(table).number + 1, max(facts.numbers) + 1))
        and spices(options, table) == {top(table).suit}
        and with_any_card(options, table)
    )


def opening_of_the_spice(options, table):
    """1, 2 or 3 of the same spice."""
    return numbers(options, table) == [1, 2, 3] and spices(options, table) == {top(table).suit}


def card_on_a_ten(before, picks):
    """Somebody plays a card on a declared 10."""
    return isinstance(pick_of(before, picks), Play) and bool(before.declared) and top(before).number == 10


def is_low_and_of_the_spice(before, picks):
    """It is declared as 1, 2 or 3 of the same spice."""
    said = pick_of(before, picks)
    return said.number in (1, 2, 3) and said.suit == top(before).suit


def somebody_has_had_a_turn(before, picks):
    """A card was played, or somebody has passed."""
    return before.turn in picks and (isinstance(pick_of(before, picks), Play) or pick_of(before, picks) == "pass")


def next_one_clockwise_has_the_turn(table, before):
    """It is the turn of the next player clockwise."""
    return table.turn == (before.turn + 1) % table.players


def somebody_passes(before, picks):
    """The player whose turn it is passes."""
    return pick_of(before, picks) == "pass"


def somebody_passes_on_a_new_stack(before, picks):
    """The player whose turn it is passes, and a new stack has no card yet."""
    return somebody_passes(before, picks) and not before.declared and any(before.won)


def one_card_is_drawn(table, before):
    """The player has a card more, unless the game has ended; the stack is as it was."""
    more = len(table.hands[before.turn]) - len(before.hands[before.turn])
    return (more == 1 or table.ended == "worlds_end") and len(table.stack) == len(before.stack)


# --- Challenges


def was_challenged(table, before):
    """The top card was challenged."""
    return table.challenges > before.challenges


def challenge_after_a_pass(table, before):
    """The top card was challenged after a pass."""
    return before.passed is not None and was_challenged(table, before)


def was_challenged_with_a_spice_card(table, before):
    """A card was turned over that has a number and a spice."""
    return was_challenged(table, before) and table.revealed.kind == "spice"


def was_all_numbers(table, before):
    """All numbers was turned over."""
    return was_challenged(table, before) and table.revealed.kind == "number-wild"


def was_all_spices(table, before):
    """All spices was turned over."""
    return was_challenged(table, before) and table.revealed.kind == "spice-wild"


def was_true(table, before):
    """The card that was turned over is right in number and spice."""
    if not was_challenged(table, before):
        return False
    return (table.revealed.number, table.revealed.suit) == (top(before).number, top(before).suit)


def was_challenged_and_goes_on(table, before):
    """The top card was challenged, and the game goes on."""
    return was_challenged(table, before) and not table.ended


def owner_wins(table, before):
    """The card's player has won the challenge."""
    return table.winner == before.owner


def owner_wins_if_number_was_named(table, before):
    """The card's player has won if the number was challenged, and lost if the spice was."""
    return owner_wins(table, before) == (table.named == "not_number")


def owner_wins_if_spice_was_named(table, before):
    """The card's player has won if the spice was challenged, and lost if the number was."""
    return owner_wins(table, before) == (table.named == "not_spice")


def only_what_was_named_counts(table, before):
    """The card's player has won if the half that was named is right, and not otherwise."""
    said = top(before)
    right = table.revealed.number == said.number if table.named == "not_number" else table.revealed.suit == said.suit
    return owner_wins(table, before) == right


def is_challenge(options, asked):
    """Others may challenge the top card."""
    return options[asked[0]][0] == "believe"


def all_others_may_challenge(table, asked, options):
    """All but the card's player are asked, and may name number or spice."""
    others = [seat for seat in table.seats if seat != table.owner]
    return sorted(asked) == others and all(options[seat] == ("believe", "not_number", "not_spice") for seat in asked)


def first_clockwise_challenges(table, before, picks):
    """Of those who wanted to challenge, the first clockwise from the card's player did."""
    clockwise = clockwise_from_the_owner(table, before)
    return table.challenger == next(seat for seat in clockwise if picks[seat] != "believe")


def winner_takes_the_stack(table, before):
    """The winner, one of the two, has as many cards more as the stack had, and the stack is empty."""
    more = len(table.won[table.winner]) - len(before.won[table.winner])
    return more == len(before.stack) and not table.stack and table.winner in (before.owner, table.challenger)


def loser_draws_two_and_starts(table, before):
    """The loser, whose turn it is now, has two cards more."""
    loser = table.challenger if owner_wins(table, before) else before.owner
    return table.turn == loser and len(table.hands[loser]) == len(before.hands[loser]) + 2


def is_turn_of_the_loser(asked, table):
    """Somebody has lost a challenge, and nobody has played since."""
    return asked == [table.turn] and table.challenger is not None


def only_plays_are_offered(options, table):
    """Whose turn it is may play any card, as an opening of any spice, and may not pass."""
    return len(plays(options, table)) == len(options[table.turn]) > 0 and not table.declared


def caught_if_the_challenger_wins(table, before):
    """A bluff is counted as caught if the challenger has won, and only then."""
    return table.caught == before.caught + (table.winner == table.challenger)


# --- The last card, and the end


def others_answer_a_last_card(before, picks):
    """The top card is its player's last one, and the others have answered."""
    return before.owner is not None and before.owner not in picks and not before.hands[before.owner]


def trophy_if_it_held(table, before):
    """Its player has a trophy more if nobody challenged it or the challenge was lost, and only then."""
    has_one_more = len(table.awarded[before.owner]) > len(before.awarded[before.owner])
    return has_one_more == (not was_challenged(table, before) or owner_wins(table, before))


def last_card_has_held(table, before, picks):
    """Nobody has challenged a last card, the game goes on, and nobody has copied it."""
    held = others_answer_a_last_card(before, picks) and not was_challenged(table, before)
    return held and not table.ended and not any(wants_to_copy(pick) for pick in picks.values())


def stack_stays_with_nothing_to_challenge(table, before):
    """The stack is as it was, and its top card has no player any more."""
    return len(table.stack) == len(before.stack) and table.owner is None


def trophy_is_taken(table, before):
    """A trophy was taken, and the game goes on."""
    return len(table.trophies) < len(before.trophies) and not table.ended


def owner_has_a_whole_hand(table, before, facts):
    """Whose card it was has as many cards as are dealt."""
    return len(table.hands[before.owner]) == facts.hand


def ends_by_a_second_trophy(end):
    """The game ends by a second trophy."""
    return end.why == "second_trophy"


def ends_by_the_last_trophy(end):
    """The game ends by the last trophy."""
    return end.why == "last_trophy"


def ends_by_worlds_end(end):
    """The game ends by World's End."""
    return end.why == "worlds_end"


def ends_in_one_of_three_ways(end):
    """The game ends by a second trophy, by the last one, or by World's End."""
    return ends_by_a_second_trophy(end) or ends_by_the_last_trophy(end) or ends_by_worlds_end(end)


def two_trophies_win_alone(table, end):
    """One player has won, with two trophies, and no points are counted."""
    return len(end.winners) == 1 and len(table.awarded[end.winners[0]]) == 2 and not end.scores


def all_trophies_are_taken_apart(table):
    """All trophies are taken, and nobody has two."""
    return not table.trophies and all(len(own) <= 1 for own in table.awarded)


def worlds_end_is_on_top(table, decks):
    """World's End is the top card of the draw pile."""
    return table.draw[-1] == decks.worlds_end[0]


def is_scored(end):
    """Points are counted."""
    return len(end.scores) > 0


def points_are_counted(table, end):
    """Everybody has a point for each card won and ten for each trophy, less one for each card in hand."""
    counted = zip(table.won, table.awarded, table.hands, strict=True)
    return list(end.scores) == [len(won) + 10 * len(awarded) - len(hand) for won, awarded, hand in counted]


def most_points_win(table, end):
    """All with the most points have won, and nobody else."""
    return sorted(end.winners) == [seat for seat in table.seats if end.scores[seat] == max(end.scores)]


def a_stack_is_left(table):
    """Cards lie on the stack."""
    return len(table.stack) > 0


# --- Spice It Up!


def is_turn_off_chili(asked, options, table):
    """A turn begins on a stack that is not chili."""
    return is_turn_on_a_stack(asked, options, table) and top(table).suit != "chili"


def low_numbers_may_be_chili(options, table, facts):
    """Whatever 1, 2 or 3 may be declared may be declared as chili; and nothing else of chili."""
    low = {
        option.number for option in plays(options, table) if option.suit != "chili" and option.number in facts.opening
    }
    return low == {option.number for option in plays(options, table) if option.suit == "chili"}


def stack_has_gone_on_with_chili(table):
    """A stack that began otherwise has had two chili cards in a row."""
    said = [declared.suit for declared in table.declared]
    return len(said) > 2 and said[0] != "chili" and said[-2:] == ["chili", "chili"]


def card_on_a_stack(before, picks):
    """Somebody plays a card on others."""
    return isinstance(pick_of(before, picks), Play) and bool(before.declared)


def is_the_spice_or_chili(before, picks):
    """It is declared as the same spice, or as chili."""
    return pick_of(before, picks).suit in (top(before).suit, "chili")


def opening_or_climbing(options, table, facts):
    """1, 2, 3 or any higher number of the same spice."""
    higher = range(top(table).number + 1, max(facts.numbers) + 1)
    return numbers(options, table) == [*facts.opening, *higher] and spices(options, table) == {top(table).suit}


def is_turn_on_a_paw(asked, options, table):
    """A turn begins while a paw lies on the stack."""
    return is_turn_on_a_stack(asked, options, table) and table.paw is not None


def card_on_a_paw(before, picks):
    """Somebody plays a card while a paw lies on the stack."""
    return before.paw is not None and isinstance(pick_of(before, picks), Play)


def paw_wins_what_lies_under_it(table, before):
    """Whose paw it was has won the cards under it, and the new card alone is the stack."""
    more = len(table.won[before.paw]) - len(before.won[before.paw])
    return more == len(before.stack) and len(table.stack) == 1


def challenge_under_a_paw(table, before):
    """A card under a paw was challenged."""
    return before.paw is not None and was_challenged(table, before)


def paw_is_lifted(table):
    """No paw lies on the stack."""
    return table.paw is None


def at_most_two_lie_under_each_five(table, facts):
    """The stack has no more than two cards over what was declared, for each 5."""
    fives = sum(said.number == 5 for said in table.declared)
    return len(table.stack) <= len(table.declared) + facts.lucky * fives


def two_lie_under_a_five(table):
    """The stack has two cards over what was declared."""
    return len(table.stack) == len(table.declared) + 2


def number_challenge_of_a_twin(table, before, facts):
    """The number of a declared 6 or 9 was challenged, and a 6, a 9 or All numbers was turned over."""
    if not was_challenged(table, before) or table.named != "not_number" or top(before).number not in facts.twins:
        return False
    return table.revealed.number in facts.twins or table.revealed.kind == "number-wild"


def was_copied(table, before):
    """A copycat has added a card."""
    return table.copied and len(table.stack) > len(before.stack)


def copy_is_the_very_same(table, before):
    """The same was declared twice, by two players, and it is the turn of the player to the copycat's left."""
    return (
        table.declared[-1] == table.declared[-2]
        and table.owner != before.owner
        and table.turn == (table.owner + 1) % table.players
    )


def first_clockwise_copies(table, before, picks):
    """Of those who wanted to copy, the first clockwise from the card's player has."""
    return table.owner == next(seat for seat in clockwise_from_the_owner(table, before) if wants_to_copy(picks[seat]))


def somebody_challenges_and_somebody_copies(picks):
    """Of the answers to a card, one is a challenge and one is a copy."""
    challenges = any(pick in ("not_number", "not_spice", "wrong") for pick in picks.values())
    return challenges and any(wants_to_copy(pick) for pick in picks.values())


def somebody_may_copy(options):
    """Somebody may answer with a copy."""
    return any(wants_to_copy(option) for own in options.values() for option in own)


def copies_are_challenged_with_wrong(table, asked, options):
    """Of a copycat's card one may say that it is wrong, of any other, that number or spice are."""
    answers = options[asked[0]]
    return ("wrong" in answers) == table.copied and ("not_number" in answers) == (not table.copied)


def copy_was_challenged(table, before):
    """A copycat's card was challenged."""
    return was_challenged(table, before) and table.named == "wrong"


def owner_wins_if_all_is_right(table, before):
    """The copycat has won if number and spice are right, and not otherwise."""
    right = (table.revealed.number, table.revealed.suit) == (top(before).number, top(before).suit)
    return owner_wins(table, before) == right
