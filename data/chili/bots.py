"""Players of Chili Peppers."""


def careful(seen, options, random):
    """Take a dear target with a near card; else get rid of a card in the free range, or of one with few chilies."""
    target = seen.ring[seen.target]
    low, high = sorted((seen.ring[seen.target - 1].number, seen.ring[seen.target + 1 - len(seen.ring)].number))
    # With so many others at the table, a card this near is often the nearest.
    near = 100 / (2 * seen.players + len(options))

    def worth(card):
        wins = 0.5 ** (abs(card.number - target.number) / near)
        costs = 0 if low < card.number < high else 2 * card.chilies
        return wins * (target.chilies + 2) - (1 - wins) * costs + card.chilies / 2

    return max(options, key=worth)
