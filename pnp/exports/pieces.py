"""A laid-out game → its pieces: each face and back with its names; and manifests of their files, as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import without_marks
from pnp.core.scripts import in_ascii
from pnp.core.units import Mm
from pnp.expressions.scope import card_names
from pnp.layout.cards.game import GameLayout
from pnp.project.game import Card, Deck
from pnp.text.edition import Edition

LONGEST_SLUG = 40


@frozen_dataclass
class Piece:
    """A distinct card or token.

    Attributes:
        name: Its name for players, without marks.
        number: Its number in the deck, for file names: "007".
        slug: Its label in the source language, in letters that every system accepts; may be empty.
        back: Its back, if it has one.
        back_name: The file name of its back: "back" if all backs of the deck are alike, "back-2" if some are, else its
            own name; empty if it has no back.
    """

    deck: Deck
    card: Card
    name: str
    number: str
    slug: str
    face: Frame
    back: Frame | None
    back_name: str

    @property
    def stem(self) -> str:
        """Return the beginning of its files' names: 007-chili-7."""
        return f"{self.number}-{self.slug}" if self.slug else self.number


def selected_decks(layout: GameLayout, names: Sequence[str]) -> list[Deck]:
    """Return decks and extras by name, or all of them if no names are given."""
    game = layout.edition.game
    return [deck for deck in (*game.decks.values(), *game.extras.values()) if not names or deck.name in names]


def decks_for_tables(layout: GameLayout, names: Sequence[str]) -> list[Deck]:
    """Return the decks for a virtual table: the same, but nets of boxes, which are to be folded, only if named."""
    return [deck for deck in selected_decks(layout, names) if deck.name in names or not deck.template.head.cut]


class Pieces:
    """The pieces of a game in one language."""

    def __init__(self, layout: GameLayout) -> None:
        self._layout = layout
        game = layout.edition.game
        self._names = card_names(game, layout.scope, layout.diagnostics)

    def of(self, deck: Deck) -> Iterator[Piece]:
        """Yield the pieces of a deck or extra in order, without cards that have no copies."""
        edition = self._layout.edition
        source = {**edition.source.decks, **edition.source.extras}[deck.name]
        names = self._names.get(deck.name) or [card.label for card in deck.cards_once]
        times = len(deck.cards) // max(len(source.cards), 1)  # several if each card is in each of several languages
        width = max(3, len(str(len(deck.cards))))
        backs = self._back_names(deck)
        for card, original, name in zip(deck.cards, source.cards * times, names * times, strict=True):
            if card.copies:
                face, back = self._layout.printed(deck, card)
                slug = slug_of(original.label.removeprefix(deck.name))
                number = f"{card.number:0{width}}"
                back_name = backs.get(card.number, f"{'-'.join(filter(None, (number, slug)))}-back") if back else ""
                title = without_marks(name if name != deck.name else deck.head.title or name)
                yield Piece(deck, card, title, number, slug, face.frame, back.frame if back else None, back_name)

    def _back_names(self, deck: Deck) -> dict[int, str]:
        """Return the names of backs that several cards share, by the numbers of the cards."""
        if self._layout.has_one_back(deck):
            return {card.number: "back" for card in deck.cards}
        alike: dict[object, list[int]] = {}
        for card in deck.cards if deck.back else ():
            _, back = self._layout.printed(deck, card)
            if card.copies and back:
                alike.setdefault(back.frame.items, []).append(card.number)
        shared = [numbers for numbers in alike.values() if len(numbers) > 1]
        names = ["back"] if len(alike) == 1 else [f"back-{n}" for n in range(1, len(shared) + 1)]
        return {number: name for name, numbers in zip(names, shared, strict=False) for number in numbers}


def slug_of(label: str) -> str:
    """Return a text in lower-case letters, figures and hyphens."""
    plain = in_ascii(label).lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:LONGEST_SLUG].strip("-")


class ManifestEntry(NamedTuple):
    """A piece and its files: a row of the manifest.

    Attributes:
        number: Its number in the deck, from 1.
        name: Its name for players.
        label: Its name in messages.
        copies: How many are in the game.
        front: File of its face, from the manifest's folder.
        back: File of its back; empty without one.
        width_px: The width of each file in pixels; 0 for files without pixels.
        height_px: The height of each file in pixels; 0 for files without pixels.
        width_mm: The width that each file shows.
        height_mm: The height that each file shows.
        bleed_mm: The bleed on each side that this size includes.
    """

    deck: str
    number: int
    name: str
    label: str
    copies: int
    front: str
    back: str
    width_px: int
    height_px: int
    width_mm: Mm
    height_mm: Mm
    bleed_mm: Mm


def entry_of(
    piece: Piece, front: str, back: str, pixels: tuple[int, int], size: tuple[Mm, Mm], bleed: Mm
) -> ManifestEntry:
    """Return the entry for a piece with its files, their size in pixels and mm, and the bleed that this includes."""
    card = piece.card
    width, height = round(size[0], 3), round(size[1], 3)
    about = (piece.deck.name, card.number, piece.name, card.label, card.copies)
    return ManifestEntry(*about, front, back, *pixels, width, height, round(bleed, 3))


def manifest_json(edition: Edition, entries: Iterable[ManifestEntry], **more: Any) -> bytes:
    """Return the manifest as JSON: the game, further values and all entries."""
    game = edition.game
    head = {"game": game.name, "title": game.head.title, "version": game.head.version, "language": edition.name}
    manifest = {**head, **more, "cards": [entry._asdict() for entry in entries]}
    return (json.dumps(manifest, ensure_ascii=False, indent=1) + "\n").encode()


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The first characters of cells that spreadsheets treat as formulas (OWASP, CSV injection)."""


def manifest_csv(entries: Iterable[ManifestEntry]) -> bytes:
    """Return all entries as a CSV table, with a column for each of their values."""
    return table(ManifestEntry._fields, entries)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, is_imported: bool = False) -> bytes:
    """Return a CSV file, in UTF-8.

    Args:
        head: Names of the columns.
        rows: Their cells.
        is_imported: Whether a program imports the file unchanged. Otherwise a text that a spreadsheet would treat as a
            formula gets an apostrophe before it.
    """
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows if is_imported else (map(_inert, row) for row in rows))
    return buffer.getvalue().encode()


def _inert(cell: object) -> object:
    if not isinstance(cell, str):
        return cell
    return ("'" if cell.startswith(_FORMULA) else "") + cell.replace("\r", " ")  # which would end the row
