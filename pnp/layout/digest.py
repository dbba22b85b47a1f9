"""A Frame → a short text that is the same for faces that are printed alike, and another for others.

It is of the layout, not of a PDF: another version of a library that writes PDFs changes no face.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields

from pnp.layout.frame import Art, Frame, Group, Image, Item, Text, Use

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
                    yield type(item).__name__ + "".join(str(getattr(item, f.name)) for f in fields(item))

    def _art(self, art: Art) -> str:
        kept = self._arts.get(id(art))
        if kept is None:
            told = hashlib.sha256("".join((str(art.box), *self._told(art.items))).encode())
            kept = self._arts[id(art)] = (art, told.hexdigest())
        return kept[1]
