"""The context of a build: a laid-out game, its rulebook, the selected cards, how they are printed, and face digests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.digests import Digests
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing
from pnp.layout.cards.game import GameLayout
from pnp.layout.sheets.finishing import draft_page
from pnp.layout.sheets.sheet import Printed
from pnp.layout.sheets.small_print import SheetLabel
from pnp.layout.text.missing_letters import report_missing
from pnp.project.game import Deck
from pnp.selection import SelectedCards
from pnp.text.bidi import is_right_to_left

if TYPE_CHECKING:
    from pnp.render.pdf import DocumentMetadata
    from pnp.rulebook.load import Rulebook

DRAFT_SUFFIX = "-draft"
FOR_PRESS = "-cmyk"
LARGE_SUFFIX = "-large"

ReportProgress = Callable[[float], None]
"""A function that is told how much of the work is done, from 0 to 1."""


@frozen_dataclass
class BuildContext:
    """Everything that a product or export needs.

    Attributes:
        layout: A game in one language.
        rulebook: Its rulebook, if it has one.
        report_progress: Called with the share of the product that is done, from 0 to 1.
        selected: Which cards are printed, and how often.
        digests: Computes digests of faces.
        made: What products before this one have made for the game.
    """

    layout: GameLayout
    rulebook: Rulebook | None
    printing: Printing
    report_progress: ReportProgress
    selected: SelectedCards = field(default_factory=SelectedCards)
    digests: Digests = field(default_factory=Digests)
    made: Sequence[object] = ()

    def label(self, kind: str = "") -> SheetLabel:
        """Return the small print in the margin of each sheet. A character that no font has is reported.

        Args:
            kind: The kind of sheets; empty for ordinary ones.
        """
        game, fonts = self.layout.edition.game, self.layout.fonts
        version = f" {game.head.version}" if game.head.version else ""
        text = " · ".join(filter(None, (f"{game.head.title}{version}", self.layout.edition.name, kind)))
        label = SheetLabel(text, fonts.small_print, fonts)
        if label.missing:
            language, diagnostics = self.layout.edition.language, self.layout.diagnostics

            def report(characters: str) -> None:
                what = f"no font has a glyph for {characters}, in the margin of the sheets"
                fix = "add a font that has it to fallback: in fonts/fonts.yaml"
                diagnostics.report(Code.GLYPH_MISSING, game.source.place_of("title"), what=what, fix=fix)

            report_missing(label.missing, language, fonts.small_print, fonts, diagnostics, report)
        return label

    def decks(self, part: str) -> list[Deck]:
        """Return the selected decks that are printed with a part: cards, tokens, or an extra."""
        selection = self.selected.selection
        decks = [deck for deck in self._printed_with(part) if selection.has_deck(deck)]
        if not self.printing.is_large:
            return decks
        from pnp.layout.sheets.large_print import enlarged

        return [enlarged(deck, self.printing) for deck in decks]

    def as_designed(self, deck: Deck) -> Deck:
        """Return a deck in the size of its template."""
        game = self.layout.edition.game
        return (game.decks.get(deck.name) or game.extras[deck.name]) if self.printing.is_large else deck

    def _printed_with(self, part: str) -> list[Deck]:
        """Return all decks that are printed with a part."""
        game = self.layout.edition.game
        return [deck for deck in (*game.decks.values(), *game.extras.values()) if deck.print_group == part]

    def suffix(self, decks: Sequence[Deck]) -> str:
        """Return the suffix for the name of a file with some decks, if it contains only some of their cards."""
        is_part = len(decks) < len(self._printed_with(decks[0].print_group))
        return (self.selected.selection.suffix or ("-chosen" if is_part else "")) + self.kind_suffix

    @property
    def kind_suffix(self) -> str:
        """The suffix for names of files in large print, for a press or of a draft: they replace no other file."""
        printing = self.printing
        large, press = LARGE_SUFFIX if printing.is_large else "", FOR_PRESS if printing.press else ""
        return large + press + (DRAFT_SUFFIX if printing.is_draft else "")

    def marked(self, page: Frame) -> Frame:
        """Return a sheet or page; in a draft its margin says that it is one."""
        if not self.printing.is_draft:
            return page
        fonts = self.layout.fonts
        # Translators: printed in capitals on sheets that still have faults.
        words = self.layout.edition.printed_word("draft").upper()
        return draft_page(page, SheetLabel(words, fonts.small_print, fonts))

    def digest(self, printed: Printed) -> str:
        """Return the digest of a face and its back; "" if faces are not recorded."""
        if not self.selected.records_faces:
            return ""
        face, back = printed
        return self.digests.of(face.frame, back.frame if back else None)


def document_metadata(layout: GameLayout, name: str, subject: str = "", duplex: str = "") -> DocumentMetadata:
    """Return the metadata of a PDF of a game. Each PDF has its own title, such as Chili Peppers · cut sheets."""
    from pnp.render.pdf import DocumentMetadata  # a process that only waits for others loads no renderer

    head, tag = layout.edition.game.head, layout.edition.tag
    title = f"{head.title} · {layout.edition.printed_word(name)}"
    return DocumentMetadata(title, tag, head.credits, subject, duplex, starts_right=is_right_to_left(tag))
