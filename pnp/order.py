"""What products and exports are made of: a laid-out game, its rulebook, and how it is printed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.layout.game import GameLayout
from pnp.layout.paper import Printing
from pnp.rulebook.load import Booklet

Share = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class Order:
    """What a product is made of.

    Attributes:
        layout: A game in one language.
        booklet: Its rulebook, if it has one.
        share: Told how much of the product is done, from 0 to 1.
    """

    layout: GameLayout
    booklet: Booklet | None
    printing: Printing
    share: Share
