"""The names that a game's rules.py and bots.py import; pnp.play plays these rules.

Rules are generators: they yield the options of each player and receive the picks. A single driver plays them for random
and other bots, recorded picks and replays.
"""

from __future__ import annotations

from pnp.play.cards import FaceDown, PlayingCard, PlayingDeck, move, take
from pnp.play.decisions import DONE, Question, ask, ask_all, ask_some
from pnp.play.history import Changed, Dealt, Moved, Picked
from pnp.play.table import End, Known, Pile, Piles, Seen, Table, Values, draw

__all__ = [
    "DONE",
    "Changed",
    "Dealt",
    "End",
    "FaceDown",
    "Known",
    "Moved",
    "Picked",
    "Pile",
    "Piles",
    "PlayingCard",
    "PlayingDeck",
    "Question",
    "Seen",
    "Table",
    "Values",
    "ask",
    "ask_all",
    "ask_some",
    "draw",
    "move",
    "take",
]
