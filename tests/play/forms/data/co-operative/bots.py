"""Players of High Water."""


def careful(seen, options, random):
    """The highest bag, on the lower bank."""
    lower = "north" if seen.north < seen.south else "south"
    return max(options, key=lambda option: (option.bank == lower, option.bag.height))
