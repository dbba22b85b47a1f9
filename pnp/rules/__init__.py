"""A Game and its rules.py → played games: examples, claims, simulations. What rules and bots import is here.

Rules are generators: they yield what each player may choose from, and get the picks. One driver plays them, for random
and other bots, for tapes of picks and for replays. What is imported here is all that rules.py and bots.py need.
"""

from pnp.rules.cards import move, take
from pnp.rules.table import Card, Deck, End, Pile, Piles, Seen, Table

__all__ = ["Card", "Deck", "End", "Pile", "Piles", "Seen", "Table", "move", "take"]
