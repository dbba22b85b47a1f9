"""The subjects of checks: a source game, and each of its laid-out editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, assert_never

from pnp.core.fonts import FontSet
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.template import Template
from pnp.selection import SelectedCards
from pnp.source_game import SourceGame
from pnp.text.catalogue import Catalogue
from pnp.text.edition import PAIR

if TYPE_CHECKING:
    from pnp.project.profile import ShopProfile
    from pnp.rulebook.load import Rulebook


Need = Literal["", "words", "booklet", "translations", "shop"]
"""What a check needs of its subject: "" is a whole edition, words is any language that an edition prints."""


@frozen_dataclass
class Request:
    """The options of a check on which the lines of its summary depend.

    Attributes:
        languages: Codes of languages; empty for all of each game.
        profile: The chosen print shop, if any.
        is_complete: Whether the summary lists every claim and every sentence without a test.
    """

    languages: Sequence[str] = ()
    profile: ShopProfile | None = None
    is_complete: bool = False


@frozen_dataclass
class GameSubject:
    """A game in its source language.

    Attributes:
        source_game: The game, its booklet and its texts.
        fonts: The project's fonts.
        languages: The requested languages, or pairs of languages; empty for all languages of the game.
    """

    files: Files
    source_game: SourceGame
    fonts: FontSet
    languages: Sequence[str] = ()

    def is_requested(self, language: str) -> bool:
        """Return whether a language of the game is among those that are checked."""
        codes = [code.replace("-", "_").lower() for name in self.languages for code in name.split(PAIR)]
        return not codes or language.replace("-", "_").lower() in codes

    @property
    def game(self) -> Game:
        """Return the game."""
        return self.source_game.game

    @property
    def rulebook(self) -> Rulebook | None:
        """Return the game's rulebook, if it has one."""
        return self.source_game.rulebook

    @property
    def figures(self) -> tuple[Template, ...]:
        """Return the templates of the figures of the game's rulebook."""
        return self.source_game.figures

    def has(self, need: Need) -> bool:
        """Return whether the subject has what a check needs."""
        match need:
            case "" | "words":
                return True
            case "booklet":
                return self.rulebook is not None
            case "translations" | "shop":
                return False
            case _:
                assert_never(need)


@frozen_dataclass
class EditionSubject:
    """A laid-out game in one language.

    Attributes:
        source_game: The game in its source language.
        profile: The print shop or press that it goes to, if known.
        selected: The cards that are printed.
        is_part: Whether only its words are checked, because another edition prints them, too.
    """

    files: Files
    source_game: SourceGame
    layout: GameLayout
    profile: ShopProfile | None = None
    selected: SelectedCards = field(default_factory=SelectedCards)
    is_part: bool = False

    @property
    def parts(self) -> Iterator[EditionSubject]:
        """Yield the editions in single languages whose words this edition prints."""
        edition = self.layout.edition
        for language in edition.others:
            if language != edition.language:
                yield replace(self, layout=self.layout.in_language(language), is_part=True)

    @property
    def in_first_language(self) -> GameLayout:
        """Return the layout of the edition's first language only, for checks of what is the same in all languages."""
        edition = self.layout.edition
        return self.layout.in_language(edition.language) if edition.further else self.layout

    @property
    def catalogue(self) -> Catalogue | None:
        """Return its translations; None in the source language."""
        return self.layout.edition.catalogue

    def has(self, need: Need) -> bool:
        """Return whether the subject has what a check needs."""
        match need:
            case "words":
                return True
            case "":
                return not self.is_part
            case "booklet":
                return self.source_game.rulebook is not None and not self.is_part
            case "translations":
                return self.catalogue is not None
            case "shop":
                return self.profile is not None and not self.is_part
            case _:
                assert_never(need)
