"""What a new project may start from; how its files are made of that is in pnp.commands.new.

A starter is a folder beside this module: a project with a game that is called my-game. What all starters have is in
common/, and what every project has in project/; a part for pnp add has a folder of its name. A project may also start
from a game that comes with pnp.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
"""Where the starters are."""

_INSTALLED = HERE / "games"
SHIPPED = _INSTALLED if _INSTALLED.is_dir() else HERE.parent.parent
"""A project with the games that come with pnp: of an installed pnp beside this module, else the checkout."""

FONT: Mapping[str, str] = {
    "regular": "SourceSans3-Regular.ttf",
    "bold": "SourceSans3-Bold.ttf",
    "italic": "SourceSans3-Italic.ttf",
    "bold-italic": "SourceSans3-BoldItalic.ttf",
}
"""Source Sans 3, a file for each style, in FONT_FOLDER: the family of new projects, and of projects without fonts."""

FONT_FOLDER = "fonts/source-sans-3"
"""The folder of FONT below SHIPPED; its licence there is OFL.txt."""

STARTERS: Mapping[str, str] = {
    "blank": "a deck and a page for its rules",
    "trick-taking": "four suits, trumps, and rules that play",
    "auction": "lots for the highest bidder, and rules that play",
}
"""What a project may start from, and what that is."""

GAMES: tuple[str, ...] = tuple(sorted(path.parent.name for path in SHIPPED.glob("data/*/game.yaml")))
"""Games that come with pnp, which a project may start from as well."""
