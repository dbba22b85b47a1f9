"""Players of Fireworks."""


def hinting(seen, options, random):
    """Play a card that was told of as a colour alone, tell of one that can be played, or discard the oldest."""
    kinds = {type(option).__name__: option for option in reversed(options)}
    told = [places for seat, what, places in seen.told if seat == seen.seat]
    last = seen.told[-seen.players + 1 :]
    mine = [places[0] for seat, what, places in last if seat == seen.seat and what != "gone" and places]
    if mine and told:
        return next(option for option in options if type(option).__name__ == "Play" and option.card.place == mine[-1])
    for option in options:
        if type(option).__name__ == "Hint":
            card = next(card for card in seen.hands[option.seat] if option.what in (card.colour, card.number))
            if card.number == 1 + sum(other.colour == card.colour for other in seen.fireworks):
                return option
    return kinds["Discard"]
