"""What checks look at: a game as it is written, and each of its editions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, assert_never

from pnp.core.fonts import FontSet
from pnp.layout.game import GameLayout
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.selection import SelectedCards
from pnp.source_game import SourceGame
from pnp.text.catalogue import Catalogue

if TYPE_CHECKING:
    from pnp.project.profile import Profile
    from pnp.rulebook.load import Booklet


Need = Literal["", "booklet", "translations", "shop"]
"""What a check may need of its subject."""


@dataclass(frozen=True)
class Request:
    """What a check was asked for, as far as the lines of its summary depend on it.

    Attributes:
        languages: Codes of languages; none means all of each game.
        profile: The print shop, if one is chosen.
        is_complete: Whether the summary lists every claim and every sentence without a test.
    """

    languages: Sequence[str] = ()
    profile: Profile | None = None
    is_complete: bool = False


@dataclass(frozen=True)
class GameSubject:
    """A game in its source language.

    Attributes:
        source_game: The game, its booklet and its texts.
        fonts: The project's.
    """

    files: Files
    source_game: SourceGame
    fonts: FontSet

    @property
    def game(self) -> Game:
        """The game."""
        return self.source_game.game

    @property
    def booklet(self) -> Booklet | None:
        """Its rulebook, if it has one."""
        return self.source_game.booklet

    def has(self, needed: Need) -> bool:
        """Whether it has what a check needs."""
        match needed:
            case "":
                return True
            case "booklet":
                return self.booklet is not None
            case "translations" | "shop":
                return False
            case _:
                assert_never(needed)


@dataclass(frozen=True)
class EditionSubject:
    """A game in one language, laid out.

    Attributes:
        source_game: The game as it is written.
        profile: The print shop or press that it is to go to, if one is known.
        chosen: What of it is made.
    """

    files: Files
    source_game: SourceGame
    layout: GameLayout
    profile: Profile | None = None
    chosen: SelectedCards = field(default_factory=SelectedCards)

    @property
    def catalogue(self) -> Catalogue | None:
        """Its translations; None in the source language."""
        return self.layout.edition.catalogue

    def has(self, needed: Need) -> bool:
        """Whether it has what a check needs."""
        match needed:
            case "":
                return True
            case "booklet":
                return self.source_game.booklet is not None
            case "translations":
                return self.catalogue is not None
            case "shop":
                return self.profile is not None
            case _:
                assert_never(needed)
