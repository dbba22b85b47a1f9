"""What a chart or a table of a report shows, and where it stands.

A title is for readers; no form of a report looks at it.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Literal

Role = Literal["length", "points", "numbers", "ends", "seats", "bots", "measures", "kinds", "cards"]

BEHIND: Set[Role] = {"kinds", "cards"}
"""Lists of cards: they stand behind all that tells of the game as a whole."""
