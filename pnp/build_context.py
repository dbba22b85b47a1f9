"""A Frame → a short text that is the same for faces that are printed alike, and another for others.

It is of the layout, not of a PDF: another version of a library that writes PDFs changes no face.

What products and exports are made of: a laid-out game, its rulebook, what is chosen of it, how it is printed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.fonts import describe_characters
from pnp.core.frame import Art, Frame, Group, Image, Item, Text, Use
from pnp.layout.finishing import draft_page
from pnp.layout.game import GameLayout
from pnp.layout.printing import Printing
from pnp.layout.sheet import Printed, SheetLabel
from pnp.project.game import Deck
from pnp.selection import SelectedCards
from pnp.text.own_words import small_print

if TYPE_CHECKING:
    from pnp.rulebook.load import Booklet

LENGTH = 16
"""Digits of a digest: enough that two of a million faces are never taken for one."""

MOST_KEPT = 1024
"""Items that are kept for later cards."""


class Digests:
    """Digests of faces; shared art, and what stands on the first cards and on many more, is worked out once."""

    def __init__(self) -> None:
        self._arts: dict[int, tuple[Art, str]] = {}
        self._items: dict[int, tuple[Item, str]] = {}

    def of(self, *sides: Frame | None) -> str:
        """The digest of a face and its back."""
        told = hashlib.sha256()
        for side in sides:
            if side is not None:
                told.update(
                    f"{side.width:.4f} {side.height:.4f} {side.bleed:.4f} {side.corner:.4f} {side.shape}".encode()
                )
                for item in side.items:
                    told.update(self._kept(item).encode())
            told.update(b"|")
        return told.hexdigest()[:LENGTH]

    def _kept(self, item: Item) -> str:
        """An item of a face, as text; elements that are alike on all cards are the same items."""
        kept = self._items.get(id(item))
        if kept is not None:
            return kept[1]
        text = "".join(self._told((item,)))
        if len(self._items) < MOST_KEPT:
            self._items[id(item)] = (item, text)
        return text

    def _told(self, items: tuple[Item, ...]) -> Iterator[str]:
        for item in items:
            match item:
                case Group():
                    yield f"{item.matrix}{item.clip}{item.opacity}("
                    yield from self._told(item.items)
                    yield ")"
                case Use():
                    yield f"{item.matrix}{self._art(item.art)}"
                case Text():
                    yield f"{item.x:.4f} {item.y:.4f} {item.size:.4f} {item.space:.4f}{item.fill}{item.stroke}"
                    for word in item.words:
                        yield f"{word.face.name}{word.text}{word.glyphs}"
                case Image():
                    yield f"{item.x} {item.y} {item.width} {item.height} {item.picture.name}"
                case _:
                    yield type(item).__name__ + "".join(map(str, item))

    def _art(self, art: Art) -> str:
        kept = self._arts.get(id(art))
        if kept is None:
            told = hashlib.sha256("".join((str(art.box), *self._told(art.items))).encode())
            kept = self._arts[id(art)] = (art, told.hexdigest())
        return kept[1]


DRAFT_SUFFIX = "-draft"
FOR_PRESS = "-cmyk"

ReportProgress = Callable[[float], None]
"""Told how much of the work is done, from 0 to 1."""


@dataclass(frozen=True)
class BuildContext:
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
    share: ReportProgress
    chosen: SelectedCards = field(default_factory=SelectedCards)
    digests: Digests = field(default_factory=Digests)

    def label(self, called: str = "") -> SheetLabel:
        """What stands small in the margin of each sheet; a character that no font has is told.

        Args:
            called: What kind of sheets they are, where they are not the usual ones.
        """
        game, fonts = self.layout.edition.game, self.layout.fonts
        version = f" {game.head.version}" if game.head.version else ""
        text = " · ".join(filter(None, (f"{game.head.title}{version}", game.language, called)))
        label = SheetLabel(text, fonts.small_print, fonts)
        if label.missing:
            what = f"no font has a glyph for {describe_characters(label.missing)}, in the margin of the sheets"
            fix = "add a font that has it to fallback: in fonts/fonts.yaml"
            self.layout.diagnostics.report(Code.GLYPH_MISSING, game.source.place_of("title"), what=what, fix=fix)
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
        return (FOR_PRESS if self.printing.press else "") + (DRAFT_SUFFIX if self.printing.is_draft else "")

    def marked(self, page: Frame) -> Frame:
        """A sheet or page as it is; that of a draft says so in its margin."""
        if not self.printing.is_draft:
            return page
        fonts = self.layout.fonts
        # Translators: printed in capitals on sheets that still have faults.
        words = small_print("draft", self.layout.edition.tag).upper()
        return draft_page(page, SheetLabel(words, fonts.small_print, fonts))

    def digest(self, printed: Printed) -> str:
        """What tells a face and its back from others; "" where nobody asks."""
        if not self.chosen.is_noting:
            return ""
        face, back = printed
        return self.digests.of(face.frame, back.frame if back else None)
