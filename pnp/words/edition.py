"""A Game and a catalogue → an Edition: the game in one language, and how further texts are put into it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.game import Game
from pnp.words.catalogue import Catalogue
from pnp.words.translate import translate_game


@dataclass(frozen=True)
class Edition:
    """A game in one language.

    Attributes:
        game: Its texts are in the language.
        language: The language's code.
        catalogue: Its translations; None for the source language.
    """

    game: Game
    language: str
    catalogue: Catalogue | None

    @property
    def tag(self) -> str:
        """The language as the web and PDF name it: pt-BR."""
        return self.language.replace("_", "-")

    def translate(self, text: str) -> str:
        """A source text in the edition's language; the text itself where there is no translation."""
        return (self.catalogue.get(text) if self.catalogue and text else None) or text

    def plural(self, singular: str, plural: str, number: int) -> str:
        """The form that a number takes, in the edition's language."""
        translated = self.catalogue.get_plural(singular, plural, number) if self.catalogue else None
        return translated or (singular if number == 1 else plural)


def make_edition(game: Game, language: str, catalogue: Catalogue | None) -> Edition:
    """Put a game into a language; without a catalogue it stays as it is."""
    edition = Edition(game, language, catalogue)
    if catalogue is None:
        return edition
    return Edition(translate_game(game, language, edition.translate), language, catalogue)
