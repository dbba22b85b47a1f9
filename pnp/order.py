"""What products and exports are made of: a laid-out game, its rulebook, what is chosen of it, how it is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pnp.choice import Chosen
from pnp.diagnostics import Code
from pnp.fonts import named
from pnp.layout.digest import Digests
from pnp.layout.drafting import draft_page
from pnp.layout.frame import Frame
from pnp.layout.game import GameLayout
from pnp.layout.printing import Printing
from pnp.layout.sheet import Label, Printed
from pnp.model.game import Deck
from pnp.rulebook.load import Booklet
from pnp.words.small_print import small_print

DRAFT = "-draft"
FOR_PRESS = "-cmyk"

Share = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class Order:
    """What a product is made of.

    Attributes:
        layout: A game in one language.
        booklet: Its rulebook, if it has one.
        share: Told how much of the product is done, from 0 to 1.
        chosen: Which cards are printed, and how often.
        digests: Tell one face from another.
    """

    layout: GameLayout
    booklet: Booklet | None
    printing: Printing
    share: Share
    chosen: Chosen = field(default_factory=Chosen)
    digests: Digests = field(default_factory=Digests)

    def label(self, called: str = "") -> Label:
        """What stands small in the margin of each sheet; a character that no font has is told.

        Args:
            called: What kind of sheets they are, where they are not the usual ones.
        """
        game, fonts = self.layout.edition.game, self.layout.fonts
        version = f" {game.head.version}" if game.head.version else ""
        text = " · ".join(filter(None, (f"{game.head.title}{version}", game.language, called)))
        label = Label(text, fonts.small_print, fonts)
        if label.missing:
            what = f"no font has a glyph for {named(label.missing)}, in the margin of the sheets"
            fix = "add a font that has it to fallback: in fonts/fonts.yaml"
            self.layout.diagnostics.tell(Code.GLYPH_MISSING, game.source.place_of("title"), what=what, fix=fix)
        return label

    def decks(self, part: str) -> list[Deck]:
        """The chosen decks that are printed with a part: cards, tokens, or an extra."""
        choice = self.chosen.choice
        return [deck for deck in self._printed_with(part) if choice.has_deck(deck)]

    def _printed_with(self, part: str) -> list[Deck]:
        """All decks that are printed with a part."""
        game = self.layout.edition.game
        return [deck for deck in (*game.decks.values(), *game.extras.values()) if deck.part == part]

    def suffix(self, decks: Sequence[Deck]) -> str:
        """For the name of a file of some decks: one with only a part of what it could hold is called otherwise."""
        is_part = len(decks) < len(self._printed_with(decks[0].part))
        return (self.chosen.choice.suffix or ("-chosen" if is_part else "")) + self.kind_suffix

    @property
    def kind_suffix(self) -> str:
        """For the names of files of a draft, or for a press, so that none is taken for another and replaces it."""
        return (FOR_PRESS if self.printing.press else "") + (DRAFT if self.printing.is_draft else "")

    def marked(self, page: Frame) -> Frame:
        """A sheet or page as it is; that of a draft says so in its margin."""
        if not self.printing.is_draft:
            return page
        fonts = self.layout.fonts
        words = small_print("draft", self.layout.edition.tag).upper()
        return draft_page(page, Label(words, fonts.small_print, fonts))

    def digest(self, printed: Printed) -> str:
        """What tells a face and its back from others; "" where nobody asks."""
        if not self.chosen.is_noting:
            return ""
        face, back = printed
        return self.digests.of(face.frame, back.frame if back else None)
