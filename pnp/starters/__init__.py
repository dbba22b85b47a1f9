"""What a new project may start from; pnp.project.new_project makes the project's files from it.

A starter is a folder beside this module: a project with a game that is called my-game. Files of all starters are in
common/, and files of every project in project/; each part for pnp add has a folder with its name. A project may also
start from a game that comes with pnp.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.core.frozen_dataclass import frozen_dataclass

HERE = Path(__file__).parent
"""The folder with the starters."""

_INSTALLED = HERE / "games"
SHIPPED = _INSTALLED if _INSTALLED.is_dir() else HERE.parent.parent
"""A project with the games that come with pnp: beside this module if pnp is installed, else the repository."""

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
"""What a project may start from, each with a short description."""

GAMES: tuple[str, ...] = tuple(sorted(path.parent.name for path in SHIPPED.glob("data/*/game.yaml")))
"""The games that come with pnp, from which a project may also start."""


@frozen_dataclass
class FileStart:
    """What reads a file of cards for a new project. The name of its entry point is the ending of these files.

    Attributes:
        function: Module and function, such as "module:function". It is given the path of the file, the folder and the
            title of the new game, a collector of diagnostics, ``language``, that of its texts, "" if it is to be found,
            and ``encoding`` if the user names that of a file that is not Unicode. It returns the files of the game,
            from the project's folder, and a line for each thing that the user should know; no files with faults.
    """

    function: str
