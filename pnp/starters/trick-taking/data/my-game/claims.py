"""Tests of claims that are longer than an expression."""


def all_follow(table, asked, options):
    """Whoever has cards of the suit that was led may play these alone."""
    if not table.trick:
        return True
    led = table.trick[0].suit
    return all(
        all(card.suit == led for card in options[seat])
        for seat in asked
        if any(card.suit == led for card in table.hands[seat])
    )
