"""Players of My Game. A bot sees what its player sees, and returns one of the options."""


def careful(seen, options, random):
    """Raise as long as the lot is worth more than the bid, and sometimes by one more."""
    most = seen.offer[0].value + (1 if random() < 0.3 else 0)
    return "raise" if "raise" in options and seen.bid < most else "pass"
