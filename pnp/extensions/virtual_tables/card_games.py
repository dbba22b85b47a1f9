"""A laid-out game → a custom game for Card Game Simulator, or a card database for Cockatrice, with pictures and decks.

Card Game Simulator: a folder with cgs.json, AllSets.json, decks and pictures by set (its CardGameDef schema).
Cockatrice: a card database, version 4, decks, and pictures that it finds by name and set (its cards.xsd and deck.xsd,
and "custom card pictures" in its handbook). Both as of November 2026.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from pnp.build_context import BuildContext
from pnp.core.diagnostics import counted
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import without_marks
from pnp.core.patterns import lazy_pattern
from pnp.core.units import MM_PER_INCH
from pnp.exports.faces import side_files
from pnp.exports.pieces import Piece, Pieces, decks_for_tables
from pnp.exports.request import Exported, ExportRequest
from pnp.outputs import Output
from pnp.project.game import Deck


class NamedPiece(NamedTuple):
    """A piece with a name that no other piece of the game has: Fox, Fox 2."""

    name: str
    piece: Piece


@frozen_dataclass
class PieceSet:
    """The pieces of a deck.

    Attributes:
        code: Its short name: the deck's, in capitals.
    """

    deck: Deck
    code: str
    pieces: tuple[NamedPiece, ...]

    @property
    def title(self) -> str:
        """Return its name for players."""
        return self.deck.head.title or self.deck.name


def export_cgs(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield a custom game for Card Game Simulator: put its folder into a ZIP, or serve it at ``--url``."""
    sets, request = _sets(context, request), replace(request, bleed=False, corners="round")
    game = context.layout.edition.game
    folder = f"{context.layout.edition.folder}/cgs"
    faces = {f"sets/{s.code}/{_id(named.piece)}.png": named.piece.face for s in sets for named in s.pieces}
    backs = [named.piece.back for s in sets for named in s.pieces if named.piece.back]
    card_back = [("CardBack.png", back) for back in backs[:1]]
    yield from side_files(context, folder, [*faces.items(), *card_back], request, "png")
    width, height = (sets[0].deck if sets else next(iter(game.decks.values()))).template.head.size
    about: dict[str, Any] = {
        "name": game.head.title,
        "cardSize": {"x": round(width / MM_PER_INCH, 4), "y": round(height / MM_PER_INCH, 4)},
        "cardNameIsUnique": True,
        "deckFileType": "txt",
        "deckFileTxtId": "id",
        "cardProperties": [{"name": name, "type": "string"} for name in _field_names(sets)],
        "autoUpdate": -1,
    }
    if request.url:
        base = request.url.replace("{game}", game.name).replace("{language}", context.layout.edition.name).rstrip("/")
        about |= {
            "autoUpdate": 30,
            "autoUpdateUrl": f"{base}/cgs.json",
            "allSetsUrl": f"{base}/AllSets.json",
            "cardImageUrl": f"{base}/sets/{{cardSet}}/{{cardId}}.png",
            "deckUrls": [{"name": s.title, "url": f"{base}/decks/{s.deck.name}.txt"} for s in sets],
            **({"cardBackImageUrl": f"{base}/CardBack.png"} if backs else {}),
        }
    yield _json(f"{folder}/cgs.json", about, _summary(sets, backs))
    all_sets = [{"code": s.code, "name": s.title, "cards": [_cgs_card(s, named) for named in s.pieces]} for s in sets]
    yield _json(f"{folder}/AllSets.json", all_sets)
    for one in sets:
        lines = [f"{named.piece.card.copies} [{_id(named.piece)}] {named.name} ({one.code})\n" for named in one.pieces]
        yield Output(f"{folder}/decks/{one.deck.name}.txt", "".join(lines).encode(), "")


def _cgs_card(one: PieceSet, named: NamedPiece) -> dict[str, str]:
    values = {name: text for name, text in _values(named.piece).items() if name not in ("id", "name", "set")}
    return {"id": _id(named.piece), "name": named.name, "set": one.code, **values}


def _id(piece: Piece) -> str:
    """Return the id of a card, which is unique in the game: numbers-001."""
    return f"{piece.deck.name}-{piece.number}"


_RESERVED = lazy_pattern(r'[*<>:"\\?\x00-\x1f]| // ')
"""What Cockatrice leaves out of a card's name when it looks for its picture; a slash is a space."""


_TAG = lazy_pattern(r"[a-z_][\w.-]*", re.ASCII | re.IGNORECASE)
"""The name of a field that can be a tag."""


def export_cockatrice(context: BuildContext, request: ExportRequest) -> Iterator[Exported]:
    """Yield a card database and decks for Cockatrice, and pictures for the folder CUSTOM of its pictures."""
    sets, request = _sets(context, request), replace(request, bleed=False, corners="square")
    edition = context.layout.edition
    folder = f"{edition.folder}/cockatrice"
    faces: dict[str, Frame] = {}
    root = ET.Element("cockatrice_carddatabase", version="4")
    ET.SubElement(ET.SubElement(root, "info"), "author").text = edition.game.head.credits or edition.game.head.title
    of_sets, cards = ET.SubElement(root, "sets"), ET.SubElement(root, "cards")
    for one in sets:
        of_set = ET.SubElement(of_sets, "set")
        for tag, text in (("name", one.code), ("longname", one.title), ("settype", "Custom")):
            ET.SubElement(of_set, tag).text = text
        for named in one.pieces:
            picture = _RESERVED.sub("", named.name).replace("/", " ").strip(" .")
            faces[f"CUSTOM/{picture}_{one.code}.png"] = named.piece.face
            card = ET.SubElement(cards, "card")
            ET.SubElement(card, "name").text = named.name
            values = _values(named.piece)
            ET.SubElement(card, "text").text = "\n".join(text for text in values.values() if " " in text)
            prop = ET.SubElement(card, "prop")
            ET.SubElement(prop, "type").text = one.title
            for name, text in values.items():
                if re.fullmatch(r"[a-z_][\w.-]*", name, re.ASCII | re.IGNORECASE) and name.lower() not in (
                    "type",
                    "name",
                ):
                    ET.SubElement(prop, name).text = text
            ET.SubElement(card, "set", num=named.piece.number).text = one.code
            ET.SubElement(card, "tablerow").text = "1"
    yield from side_files(context, folder, list(faces.items()), request, "png")
    yield Output(f"{folder}/{edition.game.name}.xml", _xml(root), _summary(sets, ()))
    for one in sets:
        deck = ET.Element("cockatrice_deck", version="1")
        ET.SubElement(deck, "deckname").text = one.title
        ET.SubElement(deck, "comments").text = edition.game.head.title
        zone = ET.SubElement(deck, "zone", name="main")
        for named in one.pieces:
            ET.SubElement(zone, "card", number=str(named.piece.card.copies), name=named.name)
        yield Output(f"{folder}/{one.deck.name}.cod", _xml(deck), "")


def _sets(context: BuildContext, request: ExportRequest) -> list[PieceSet]:
    """Return the decks with their pieces; a name that several pieces have gets a number."""
    pieces, times = Pieces(context.layout), Counter[str]()
    sets = []
    for deck in decks_for_tables(context.layout, request.decks):
        named = []
        for piece in pieces.of(deck):
            name = " ".join(piece.name.split()) or f"{deck.name} {piece.number}"
            times[name] += 1
            named.append(NamedPiece(name if times[name] == 1 else f"{name} {times[name]}", piece))
        if named:
            sets.append(PieceSet(deck, deck.name.upper(), tuple(named)))
    return sets


def _field_names(sets: Sequence[PieceSet]) -> list[str]:
    names = (name for one in sets for named in one.pieces for name in _values(named.piece))
    return [name for name in dict.fromkeys(names) if name not in ("id", "name", "set")]


def _values(piece: Piece) -> dict[str, str]:
    """Return the values of a card that are not empty, as texts."""
    found = {name: _text(value) for name, value in piece.card.values.items()}
    return {name: text for name, text in found.items() if text}


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, str):
        return without_marks(value)
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _summary(sets: Sequence[PieceSet], backs: Sequence[Frame]) -> str:
    """Return how many cards there are, and what these tables cannot show: several sizes or backs."""
    cards = sum(len(one.pieces) for one in sets)
    notes = [f"{counted(cards, 'card')} in {counted(len(sets), 'deck')}"]
    if len({one.deck.template.head.size for one in sets}) > 1:
        notes.append("all shown in the size of the first")
    if len({back.items for back in backs}) > 1:
        notes.append("all with the back of the first")
    return ", ".join(notes)


def _json(path: str, value: Any, summary: str = "") -> Output:
    return Output(path, json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n", summary)


def _xml(root: ET.Element) -> bytes:
    ET.indent(root)
    content: bytes = ET.tostring(root, encoding="UTF-8", xml_declaration=True)
    return content + b"\n"
