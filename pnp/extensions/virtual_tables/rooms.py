"""A laid-out game → a module of Foundry Virtual Tabletop, or a game of virtualtabletop.io, with its decks and pictures.

Foundry: documents of the type Cards, as its API describes their data (CardsData, CardData, CardFaceData, versions 10 to
14), and a module whose presets offer them. virtualtabletop.io: a .vtt is a ZIP with a JSON of widgets for each variant,
here each language, and pictures that are named by their CRC-32 and size (its fileloader.mjs, card.js and deck.js). Both
as of November 2026.
"""

from __future__ import annotations

import html
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pnp.build_context import BuildContext
from pnp.core.diagnostics import Diagnostics, counted
from pnp.core.frame import Frame
from pnp.core.markup import without_marks
from pnp.exports.faces import back_file, side_files
from pnp.exports.pieces import Piece, Pieces, decks_for_tables
from pnp.exports.request import Exported, ExportRequest
from pnp.extensions.virtual_tables.tts import describe
from pnp.outputs import Output, zipped
from pnp.project.files import Files
from pnp.project.game import Deck

MOST_SQUARES = 7
"""The longer side of a card on Foundry's grid has at most so many squares, in the proportions of the card."""

PX_PER_MM = 103 / 63
"""The size of cards on virtualtabletop.io, whose own are 103 pixels wide."""

ROOM = (1600, 1000)
"""The size of a room of virtualtabletop.io, pixels."""

GAP, EDGE = 30, 50
"""The distance of two decks in a room, and of the first from its edge, pixels."""

HAND_HEIGHT = 180
FORMAT = 5
"""The version of the widgets; newer servers read older versions."""

_PICTURE = "picture:"
"""The beginning of a picture's path until its content, and so its name, is known."""


def export_foundry(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield a module for Foundry: its folder goes into the folder ``modules`` of the user's data."""
    edition = context.layout.edition
    module = re.sub(r"[^a-z0-9-]+", "-", f"{edition.game.name}-{edition.name}".lower())
    folder = f"{edition.folder}/foundry/{module}"
    presets: dict[str, dict[str, str]] = {}
    cards = 0
    for deck, pieces in _decks(context, request):
        yield from _pictures(context, f"{folder}/pictures", pieces, request)
        document = _foundry_deck(deck, pieces, f"modules/{module}/pictures")
        yield _json(f"{folder}/decks/{deck.name}.json", document)
        label = f"{without_marks(edition.game.head.title)}: {document['name']}"
        preset = {"label": label, "src": f"modules/{module}/decks/{deck.name}.json", "type": "deck"}
        presets[f"{module}-{deck.name}"] = preset
        cards += len(document["cards"])
    script = json.dumps(presets, ensure_ascii=False, indent=2)
    script = f'Hooks.once("init", () => Object.assign(CONFIG.Cards.presets, {script}));\n'
    yield Output(f"{folder}/presets.mjs", script.encode(), "")
    about = {
        "id": module,
        "title": f"{without_marks(edition.game.head.title)} ({edition.name})",
        "description": without_marks(edition.game.head.subtitle),
        "version": str(edition.game.head.version or "1"),
        "authors": [{"name": without_marks(edition.game.head.credits)}] if edition.game.head.credits else [],
        "compatibility": {"minimum": "10", "verified": "13"},
        "esmodules": ["presets.mjs"],
    }
    yield _json(f"{folder}/module.json", about, f"{counted(cards, 'card')} in {counted(len(presets), 'deck')}")


def _foundry_deck(deck: Deck, pieces: Sequence[Piece], folder: str) -> dict[str, Any]:
    """Return a deck as a document of the type Cards, with a card for each copy."""
    width, height = _squares(deck)
    cards = [
        {
            "name": piece.name or deck.name,
            "description": "".join(f"<p>{html.escape(line)}</p>" for line in describe(piece).split("\n") if line),
            "type": "base",
            "suit": deck.name,
            "value": piece.card.number,
            "back": {"name": "", "text": "", "img": _address(folder, back_file(piece, "png"))},
            "faces": [{"name": piece.name, "text": "", "img": f"{folder}/{_front_file(piece)}"}],
            "face": None,
            "drawn": False,
            "width": width,
            "height": height,
            "rotation": 0,
        }
        for piece in pieces
        for _ in range(piece.card.copies)
    ]
    first = pieces[0]
    return {
        "name": without_marks(deck.head.title) or deck.name,
        "type": "deck",
        "description": "",
        "img": _address(folder, back_file(first, "png")) or f"{folder}/{_front_file(first)}",
        "width": width,
        "height": height,
        "rotation": 0,
        "displayCount": True,
        "cards": [{**card, "sort": number} for number, card in enumerate(cards)],
    }


def _squares(deck: Deck) -> tuple[int, int]:
    """Return the size of a card on a grid, in small whole numbers."""
    width, height = deck.template.head.size
    share = Fraction(min(width, height) / max(width, height)).limit_denominator(MOST_SQUARES)
    sides = max(share.numerator, 1), share.denominator
    return sides if width <= height else (sides[1], sides[0])


def export_virtualtabletop(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield the widgets of one language, and their pictures, which `gather_virtualtabletop` puts into a .vtt."""
    edition = context.layout.edition
    folder = f"{edition.folder}/virtualtabletop"
    widgets: dict[str, dict[str, Any]] = {}
    room = _Room()
    for deck, pieces in _decks(context, request):
        yield from _pictures(context, folder, pieces, request)
        widgets |= room.deck(deck, pieces)
    width, _ = ROOM
    widgets["hand"] = {
        "id": "hand", "type": "holder", "x": EDGE, "y": ROOM[1] - HAND_HEIGHT, "width": width - 2 * EDGE,
        "height": HAND_HEIGHT, "onEnter": {"activeFace": 1}, "onLeave": {"activeFace": 0}, "dropOffsetX": 10,
        "dropOffsetY": 14, "stackOffsetX": 40, "childrenPerOwner": True,
    }  # fmt: skip
    head = edition.game.head
    players = "-".join(map(str, sorted({min(head.players), max(head.players)}))) if head.players else ""
    info = {
        "name": without_marks(head.title), "image": "", "rules": "", "bgg": "", "year": 0, "mode": "vs",
        "time": max(head.minutes) if head.minutes else 30, "players": players, "language": edition.name,
        "variant": edition.name, "link": "", "attribution": without_marks(head.credits),
    }  # fmt: skip
    yield _json(f"{folder}/room.json", {"_meta": {"version": FORMAT, "info": info}, **widgets})


class _Room:
    """The table of a room, on which decks are put in rows."""

    def __init__(self) -> None:
        self._x, self._y, self._row = EDGE, EDGE, 0

    def deck(self, deck: Deck, pieces: Sequence[Piece]) -> dict[str, dict[str, Any]]:
        """Return the widgets of a deck: a holder with a pile of its cards, and the deck that describes them."""
        width, height = (round(side * PX_PER_MM) for side in deck.template.head.size)
        x, y = self._place(width + 8, height + 8)
        radius = width / 2 if deck.template.head.shape == "circle" else deck.template.head.corner * PX_PER_MM
        objects = {"type": "image", "x": 0, "y": 0, "width": width, "height": height, "color": "transparent"}
        faces = [
            {"radius": round(radius), "objects": [{**objects, "dynamicProperties": {"value": side}}]}
            for side in ("back", "face")
        ]
        types = {
            _type(piece): {
                "label": piece.name,
                "face": f"{_PICTURE}{_front_file(piece)}",
                "back": f"{_PICTURE}{back_file(piece, 'png')}" if piece.back else "",
            }
            for piece in pieces
        }
        if not any(piece.back for piece in pieces):
            faces[0]["css"] = "background: white"
        name = deck.name
        widgets: dict[str, dict[str, Any]] = {
            f"{name}-holder": {"type": "holder", "x": x, "y": y, "width": width + 8, "height": height + 8},
            name: {
                "type": "deck", "parent": f"{name}-holder", "x": 12, "y": max(height - 90, 0),
                "cardDefaults": {"width": width, "height": height, "enlarge": 3}, "cardTypes": types,
                "faceTemplates": faces,
            },
            f"{name}-pile": {
                "type": "pile", "parent": f"{name}-holder", "x": 4, "y": 4, "width": width, "height": height,
            },
        }  # fmt: skip
        number = 0
        for piece in pieces:
            for copy in range(1, piece.card.copies + 1):
                number += 1
                card = {"type": "card", "parent": f"{name}-pile", "deck": name, "cardType": _type(piece), "z": number}
                widgets[f"{_type(piece)}-{copy}"] = card
        return {identity: {"id": identity, **widget} for identity, widget in widgets.items()}

    def _place(self, width: int, height: int) -> tuple[int, int]:
        """Return the next place on the table; the last row lies on the others if there is no more room."""
        if self._x > EDGE and self._x + width > ROOM[0] - EDGE:
            self._x, self._y, self._row = EDGE, self._y + self._row + GAP, 0
        place = self._x, min(self._y, max(ROOM[1] - HAND_HEIGHT - height - GAP, EDGE))
        self._x, self._row = self._x + width + GAP, max(self._row, height)
        return place


def gather_virtualtabletop(
    _files: Files, game: str, outputs: Sequence[Output], _request: ExportRequest, _diagnostics: Diagnostics
) -> list[Output]:
    """Return a .vtt with a variant for each language; pictures that languages share are in it once."""
    pictures = {output.path: output.content for output in outputs if output.path.endswith(".png")}
    names = {path: f"{_signed_crc(content)}_{len(content)}" for path, content in pictures.items()}
    packed: dict[str, bytes] = {}
    rooms = [output for output in outputs if output.path.endswith("/room.json")]
    cards = 0
    for number, output in enumerate(rooms):
        folder = output.path.rpartition("/")[0]

        def named(match: re.Match[str], folder: str = folder) -> str:
            return f'"/assets/{names[f"{folder}/{json.loads(match[0])[len(_PICTURE) :]}"]}"'

        text = re.sub(rf'"{_PICTURE}(?:[^"\\]|\\.)*"', named, output.content.decode())
        packed[f"{number}.json"] = text.encode()
        cards = max(cards, sum(widget.get("type") == "card" for widget in json.loads(text).values()))
    packed |= {f"assets/{names[path]}": content for path, content in pictures.items()}
    summary = f"{counted(cards, 'card')} in {counted(len(rooms), 'language')}"
    return [Output(f"{game}/virtualtabletop/{game}.vtt", zipped(packed), summary)]


def _signed_crc(content: bytes) -> int:
    """Return the CRC-32 of a file as JavaScript calculates it, a signed number."""
    crc = zlib.crc32(content)
    return crc - 2**32 if crc >= 2**31 else crc


def _decks(context: BuildContext, request: ExportRequest) -> Iterator[tuple[Deck, list[Piece]]]:
    """Yield each deck that has pieces, with them."""
    pieces = Pieces(context.layout)
    decks = decks_for_tables(context.layout, request.decks)
    for number, deck in enumerate(decks):
        if of_deck := list(pieces.of(deck)):
            yield deck, of_deck
        context.report_progress((number + 1) / len(decks))


def _pictures(
    context: BuildContext, folder: str, pieces: Sequence[Piece], request: ExportRequest
) -> Iterator[Exported]:
    """Yield the pictures of pieces, cut out along their outline."""
    sides: dict[str, Frame] = {_front_file(piece): piece.face for piece in pieces}
    sides |= {back_file(piece, "png"): piece.back for piece in pieces if piece.back}
    yield from side_files(context, folder, list(sides.items()), replace(request, bleed=False, corners="round"), "png")


def _front_file(piece: Piece) -> str:
    return f"{piece.deck.name}/{piece.stem}-front.png"


def _type(piece: Piece) -> str:
    """Return the name of a card's type, which is unique in the game."""
    return f"{piece.deck.name}-{piece.number}"


def _address(folder: str, file: str) -> str | None:
    return f"{folder}/{file}" if file else None


def _json(path: str, value: Mapping[str, Any], summary: str = "") -> Output:
    return Output(path, json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n", summary)
