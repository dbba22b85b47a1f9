"""A Game and its rules.py → played games: examples, claims, simulations. What rules and bots import is here.

Rules are generators: they yield what each player may choose from, and get the picks. One driver plays them, for random
and other bots, for tapes of picks and for replays. What is imported here is all that rules.py and bots.py need.
"""

from __future__ import annotations

from pnp.play.table import End, Pile, Piles, PlayingCard, PlayingDeck, Seen, Table, move, take

__all__ = ["End", "Pile", "Piles", "PlayingCard", "PlayingDeck", "Seen", "Table", "move", "take"]
