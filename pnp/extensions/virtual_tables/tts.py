"""A laid-out game → a saved object of Tabletop Simulator: sheets of faces, and a JSON file that makes decks of them.

Structure: kb.tabletopsimulator.com, "save file format" and "custom deck"; details that these omit (CardID, UniqueBack,
    CustomTile, CustomPDF) are as in files that the program saves.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.build_context import BuildContext, document_metadata
from pnp.core.cut_frames import with_bleed
from pnp.core.diagnostics import counted
from pnp.core.frame import Frame
from pnp.core.markup import without_marks
from pnp.core.units import MM_PER_INCH
from pnp.exports.pieces import Piece, Pieces, decks_for_tables
from pnp.exports.request import Exported, ExportRequest, Undrawn
from pnp.extensions.virtual_tables.sites import grid_for, sheet, sheets_needed
from pnp.outputs import Output
from pnp.project.game import Deck
from pnp.render.pdf import Page, render_pdf
from pnp.render.pixels import Canvas, PictureTile, batch_of, pixels
from pnp.rulebook.parts import in_reading_order, typeset_parts

TILE_TYPES = {"card": 0, "hexagon": 1, "circle": 2, "rounded": 3}
"""Shapes of custom tiles: box, hexagon, circle, rounded."""

TILE_THICKNESS = 0.1
TILE_WIDTH = 2.0
"""The width of an unscaled tile, inches."""

CARD_HEIGHT = 88.9
"""The height of an unscaled card, mm."""

APART = 3.2
"""The distance between two objects on the table, in its units of about an inch."""
DEEP = 1.5 * APART
"""The distance from one row to the next; larger objects take several rows."""
IN_A_ROW = 5

HIDDEN = 1
"""The places of a sheet that hold no card: the last picture stands for cards in the hands of others."""


def export_tts(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield sheets of faces, backs, tokens, the rules, and the saved object that names them."""
    game = context.layout.edition.game
    folder = f"{context.layout.edition.folder}/tts"
    base = request.url.replace("{game}", game.name).replace("{language}", context.layout.edition.name).rstrip("/")
    table = _Table(folder, base or "file:///", request.dpi)
    pieces = Pieces(context.layout)
    decks = decks_for_tables(context.layout, request.decks)
    for number, deck in enumerate(decks):
        of_deck = list(pieces.of(deck))
        if of_deck and deck.template.head.shape == "card" and deck.name in game.decks:
            yield from table.add_deck(deck, of_deck)
        elif of_deck:
            yield from table.add_tiles(deck, of_deck)
        context.report_progress((number + 1) / (len(decks) + 1))
    title, note = without_marks(game.head.title), without_marks(game.head.subtitle)
    if context.rulebook and not request.decks:
        booklet = in_reading_order(typeset_parts(context.rulebook, context.layout))
        if booklet.pages:
            about = document_metadata(context.layout, "rules")
            content = render_pdf([Page(page) for page in booklet.pages], about)
            yield Output(f"{folder}/rules.pdf", content, "")
            table.add_rules(title)
            note = f"{note}\nrules.pdf" if note else "rules.pdf"
    save = _save(title, note, table.objects)
    content = (json.dumps(save, ensure_ascii=False, indent=1) + "\n").encode()
    cards = sum(deck.size for deck in decks)
    summary = f"{counted(len(table.objects), 'object')}, {counted(cards, 'piece')}"
    yield Output(f"{folder}/{game.name}.json", content, summary)


class _Table:
    """The objects on the table, and the addresses of their files."""

    def __init__(self, folder: str, base: str, dpi: float) -> None:
        self.objects: list[dict[str, Any]] = []
        self._folder = folder
        self._base = base
        self._dpi = dpi
        self._sheets = 0
        self._row: tuple[int, int, int] = (0, 0, 1)

    # --- decks

    def add_deck(self, deck: Deck, pieces: Sequence[Piece]) -> Iterator[Undrawn]:
        """Add a deck of cards, on as many sheets as it needs; every copy is a card."""
        count = sheets_needed(len(pieces), HIDDEN)
        share = -(-len(pieces) // count)
        cards: list[dict[str, Any]] = []
        sheets: dict[str, dict[str, Any]] = {}
        shared = f"{deck.name}-back.png"
        is_unique = any(piece.back_name not in ("", "back") for piece in pieces)
        if not is_unique:
            yield self._picture(shared, pieces[0].back or _blank(pieces[0].face))
        for number in range(count):
            some = pieces[number * share : (number + 1) * share]
            self._sheets += 1
            key = str(self._sheets)
            end = f"-{number + 1}" if count > 1 else ""
            face, back = f"{deck.name}-faces{end}.png", f"{deck.name}-backs{end}.png"
            size = (deck.template.head.size[0], deck.template.head.size[1])
            grid = grid_for(len(some) + HIDDEN, size, self._dpi)
            last = grid.places - 1
            hidden = some[0].back or _blank(some[0].face)
            yield sheet(f"{self._folder}/{face}", [*enumerate(p.face for p in some), (last, hidden)], grid)
            if is_unique:
                backs = [*enumerate(p.back or _blank(p.face) for p in some), (last, hidden)]
                yield sheet(f"{self._folder}/{back}", backs, grid)
            sheets[key] = {
                "FaceURL": self._url(face),
                "BackURL": self._url(back if is_unique else shared),
                "NumWidth": grid.columns,
                "NumHeight": grid.rows,
                "BackIsHidden": True,
                "UniqueBack": is_unique,
                "Type": 0,
            }
            cards += [
                self._card(piece, self._sheets * 100 + place, {key: sheets[key]}, copy)
                for place, piece in enumerate(some)
                for copy in range(piece.card.copies)
            ]
        if len(cards) == 1:
            self.objects.append({**cards[0], "Transform": self._place(_scale(deck), _extent(deck), face_down=True)})
            return
        custom_deck = {
            **self._object("DeckCustom", without_marks(deck.head.title) or deck.name, "", deck.name),
            "Transform": self._place(_scale(deck), _extent(deck), face_down=True),
            "SidewaysCard": False,
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": sheets,
            "ContainedObjects": cards,
        }
        self.objects.append(custom_deck)

    def _card(self, piece: Piece, identity: int, sheets: dict[str, Any], copy: int) -> dict[str, Any]:
        return {
            **self._object("Card", piece.name, describe(piece), f"{piece.card.label} {copy}"),
            "Transform": _transform(_scale(piece.deck), face_down=True),
            "CardID": identity,
            "SidewaysCard": False,
            "CustomDeck": sheets,
        }

    # --- tokens and player aids

    def add_tiles(self, deck: Deck, pieces: Sequence[Piece]) -> Iterator[Undrawn]:
        """Add tokens, player aids and everything else that is no deck of cards: tiles, several of them in a bag."""
        tiles: list[dict[str, Any]] = []
        backs: set[str] = set()
        for piece in pieces:
            front, back = f"{deck.name}-{piece.stem}.png", f"{deck.name}-{piece.back_name}.png"
            yield self._picture(front, piece.face)
            if piece.back and back not in backs:
                backs.add(back)
                yield self._picture(back, piece.back)
            for copy in range(piece.card.copies):
                tiles.append(self._tile(piece, front, back if piece.back else front, copy))
        if len(tiles) == 1:
            self.objects.append({**tiles[0], "Transform": self._place(tiles[0]["Transform"]["scaleX"], _extent(deck))})
            return
        bag = self._object("Bag", without_marks(deck.head.title) or deck.name, "", f"{deck.name} bag")
        self.objects.append({**bag, "Transform": self._place(1.0), "ContainedObjects": tiles})

    def _tile(self, piece: Piece, front: str, back: str, copy: int) -> dict[str, Any]:
        head = piece.deck.template.head
        return {
            **self._object("Custom_Tile", piece.name, describe(piece), f"{piece.card.label} {copy}"),
            "Transform": _transform(round(head.size[0] / MM_PER_INCH / TILE_WIDTH, 3)),
            "CustomImage": {
                "ImageURL": self._url(front),
                "ImageSecondaryURL": self._url(back),
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {
                    "Type": TILE_TYPES[head.shape],
                    "Thickness": TILE_THICKNESS,
                    "Stackable": head.shape != "card",
                    "Stretch": head.shape != "card",
                },
            },
        }

    def add_rules(self, title: str) -> None:
        """Add the rules as a PDF whose pages players turn."""
        pdf = {"PDFUrl": self._url("rules.pdf"), "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
        rules = self._object("Custom_PDF", title, "", "rules")
        self.objects.append({**rules, "Transform": self._place(1.0), "CustomPDF": pdf})

    # --- common to all objects

    def _object(self, kind: str, name: str, description: str, identity: str) -> dict[str, Any]:
        name_in_file = f"{self._folder} {kind} {identity}"
        return {
            "GUID": hashlib.sha256(name_in_file.encode()).hexdigest()[:6],
            "Name": kind,
            "Nickname": name,
            "Description": description,
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": True,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
        }

    def _place(
        self, scale: float, extent: tuple[float, float] = (0.0, 0.0), face_down: bool = False
    ) -> dict[str, float]:
        """Return the next free place on the table for an object of some width and depth, in its units."""
        across, down = max(1, math.ceil(extent[0] / APART)), max(1, math.ceil(extent[1] / DEEP))
        row, column, deep = self._row
        if column and column + across > IN_A_ROW:
            row, column, deep = row + deep, 0, 1
        self._row = (row, column + across, max(deep, down))
        x, z = (column + (across - 1) / 2 - IN_A_ROW // 2) * APART, -(row + (down - 1) / 2) * DEEP
        return _transform(scale, x, z, face_down)

    def _url(self, file: str) -> str:
        return f"{self._base}/{file}" if not self._base.endswith("/") else f"{self._base}{file}"

    def _picture(self, file: str, frame: Frame) -> Undrawn:
        """Return a face in a file of its own, at its trim."""
        width, height = pixels(frame.width, frame.height, self._dpi)
        canvas = Canvas(width, height, (PictureTile(0, 0, 0, width, height),), dpi=self._dpi, name=frame.name)
        return Undrawn((f"{self._folder}/{file}",), batch_of([with_bleed(frame, 0.0)], [canvas]))


def _blank(face: Frame) -> Frame:
    """Return a white back for a piece that is printed on one side."""
    return Frame(face.width, face.height, (), name="a white back")


def _scale(deck: Deck) -> float:
    """Return the size of a card relative to poker size."""
    return round(max(deck.template.head.size) / CARD_HEIGHT, 3)


def _extent(deck: Deck) -> tuple[float, float]:
    """Return the width and depth of a piece on the table, in its units."""
    width, height = deck.template.head.size
    return width / MM_PER_INCH, height / MM_PER_INCH


def describe(piece: Piece) -> str:
    """Return the texts of a card's face in the game's language, without marks and without its name."""
    values, deck = piece.card.values, piece.deck
    fields = [field.name for field in deck.fields if field.is_translated and not _is_of_back(deck, field.name)]
    texts = [without_marks(text) for name in fields if isinstance(text := values.get(name), str)]
    return "\n".join(text for text in texts if text and text != piece.name)


def _is_of_back(deck: Deck, field: str) -> bool:
    """Return whether a deck's back names a field and its face does not, so that the face must not reveal it."""
    return deck.back is not None and deck.back.names_field(field) and not deck.template.names_field(field)


def _transform(scale: float, x: float = 0.0, z: float = 0.0, face_down: bool = False) -> dict[str, float]:
    """Return the place, turn and scale of an object; cards lie with their heads up."""
    turned = 180.0 if face_down else 0.0
    place = {"posX": round(x, 3), "posY": 1.5, "posZ": round(z, 3), "rotX": 0.0, "rotY": 180.0, "rotZ": turned}
    return {**place, "scaleX": scale, "scaleY": 1.0, "scaleZ": scale}


def _save(title: str, note: str, objects: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the saved game around the objects."""
    empty = {"GameMode": "", "Date": "", "Table": "", "Sky": "", "Rules": "", "PlayerTurn": "", "LuaScript": ""}
    return {"SaveName": title, **empty, "LuaScriptState": "", "Note": note, "ObjectStates": objects}
