"""The names that rules.py and bots.py of a game import; pnp.play plays such rules.

Rules are generators: they yield the options of each player and get the picks. One driver plays them, for random and
other bots, recorded picks and replays.
"""

from __future__ import annotations

from pnp.play.table import End, Pile, Piles, PlayingCard, PlayingDeck, Seen, Table, move, take

__all__ = ["End", "Pile", "Piles", "PlayingCard", "PlayingDeck", "Seen", "Table", "move", "take"]
