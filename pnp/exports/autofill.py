"""Exported pieces → cards.xml, an order that mpc-autofill's desktop tool uploads to MakePlayingCards.

Structure: github.com/chilli-axe/mpc-autofill/wiki/XML-Schema-Specification, with files of this machine. The tool is
run in the folder of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from pnp.exports.manifest import Entry

STOCK = "(S30) Standard Smooth"
"""The shop's usual card stock."""

BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, 612)
"""Numbers of cards that the shop sells; older versions of the tool want the next one named."""


def cards_xml(entries: Sequence[Entry]) -> bytes:
    """An order: each copy of a card has a slot, from 0; the back that most have is that of all others."""
    fronts: dict[str, list[int]] = {}
    backs: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    slot = 0
    for entry in entries:
        slots = list(range(slot, slot + entry.copies))
        fronts.setdefault(entry.front, []).extend(slots)
        if entry.back:
            backs.setdefault(entry.back, []).extend(slots)
        names[entry.front] = entry.name
        names.setdefault(entry.back, entry.name)
        slot += entry.copies
    order = Element("order")
    details = SubElement(order, "details")
    _add(details, "quantity", str(slot))
    _add(details, "bracket", str(next((b for b in BRACKETS if b >= slot), BRACKETS[-1])))
    _add(details, "stock", STOCK)
    _add(details, "foil", "false")
    usual = Counter({back: len(slots) for back, slots in backs.items()}).most_common(1)
    _cards(SubElement(order, "fronts"), fronts.items(), names)
    others = [(back, slots) for back, slots in backs.items() if back != usual[0][0]]
    if others:
        _cards(SubElement(order, "backs"), others, names)
    if usual:
        _add(order, "cardback", f"./{usual[0][0]}")
    indent(order)
    return f"{tostring(order, encoding='unicode')}\n".encode()


def _cards(parent: Element, files: Iterable[tuple[str, list[int]]], names: dict[str, str]) -> None:
    for file, slots in files:
        card = SubElement(parent, "card")
        _add(card, "id", f"./{file}")
        _add(card, "sourceType", "Local File")
        _add(card, "slots", ",".join(map(str, slots)))
        _add(card, "name", PurePosixPath(file).name)
        _add(card, "query", names[file].lower())


def _add(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = text
