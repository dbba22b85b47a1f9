"""A Game and a catalogue → an Edition: the game in one language, and how further texts are put into it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.model.game import Game
from pnp.words.catalogue import Catalogue
from pnp.words.translate import HEAD_TEXTS, has_words, translate_game
from pnp.words.typography import typeset


@dataclass(frozen=True)
class Edition:
    """A game in one language.

    Attributes:
        game: Its texts are in the language.
        language: The language's code.
        catalogue: Its translations; None for the source language.
        source: The game in its source language, by whose words texts point at cards.
        is_draft: Whether texts without a translation are marked: they stand in [brackets].
    """

    game: Game
    language: str
    catalogue: Catalogue | None
    source: Game
    is_draft: bool = False

    @property
    def tag(self) -> str:
        """The language as the web and PDF name it: pt-BR."""
        return self.language.replace("_", "-")

    def translate(self, text: str) -> str:
        """A source text in the edition's language; the text itself where there is no translation."""
        return (self.catalogue.get(text) if self.catalogue and text else None) or self._untranslated(text)

    def plural(self, singular: str, plural: str, number: int) -> str:
        """The form that a number takes, in the edition's language."""
        translated = self.catalogue.get_plural(singular, plural, number) if self.catalogue else None
        return translated or self._untranslated(singular if number == 1 else plural)

    def _untranslated(self, text: str) -> str:
        """A source text; in the draft of another language it is marked."""
        if not self.is_draft or self.catalogue is None or not has_words(text):
            return text
        inner = text.strip()
        start = text.index(inner)
        return f"{text[:start]}[{inner}]{text[start + len(inner) :]}"


def make_edition(game: Game, language: str, catalogue: Catalogue | None, is_draft: bool = False) -> Edition:
    """Put a game into a language; without a catalogue its texts stay as they are. Its titles are typeset."""
    edition = Edition(game, language, catalogue, game, is_draft)
    source = game
    if catalogue is not None:
        game = translate_game(game, language, edition.translate)
    heads = {key: typeset(getattr(game.head, key), language) for key in HEAD_TEXTS}
    game = game.model_copy(update={"head": game.head.model_copy(update=heads)})
    return Edition(game, language, catalogue, source, is_draft)
