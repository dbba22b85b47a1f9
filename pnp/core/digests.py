"""Faces → digests: short texts that are equal for faces that look the same in print, and differ for all others.

A digest is computed from the layout, not from a PDF, so that a new version of a PDF library changes no digest.
"""

from __future__ import annotations

import hashlib

from pnp.core.frame import Art, Frame, Group, Image, Item, Text, Use

LENGTH = 16
"""Length of a digest in digits: so many that two of a million faces never have the same digest."""

MAX_CACHED = 1024
"""At most this many items are cached for later cards."""


class Digests:
    """Computes digests of faces. Shared art, and items that many cards have in common, are computed once."""

    def __init__(self) -> None:
        self._arts: dict[int, tuple[Art, str]] = {}
        self._items: dict[int, tuple[Item, str]] = {}

    def of(self, *sides: Frame | None) -> str:
        """Return the digest of a face and its back."""
        digest = hashlib.sha256()
        for side in sides:
            if side is not None:
                digest.update(
                    f"{side.width:.4f} {side.height:.4f} {side.bleed:.4f} {side.corner:.4f} {side.shape}".encode()
                )
                for item in side.items:
                    digest.update(self._item_text(item).encode())
            digest.update(b"|")
        return digest.hexdigest()[:LENGTH]

    def _item_text(self, item: Item) -> str:
        """Return an item of a face as text, from the cache for an item that other cards share."""
        cached = self._items.get(id(item))
        if cached is not None:
            return cached[1]
        if len(self._items) >= MAX_CACHED:  # most of them are on one card only
            self._items.clear()
        text = self._text(item)
        self._items[id(item)] = (item, text)
        return text

    def _text(self, item: Item) -> str:
        match item:
            case Group():
                mask = f"{item.mask.kind}({''.join(map(self._item_text, item.mask.items))})" if item.mask else ""
                inside = "".join(map(self._item_text, item.items))
                return f"{item.matrix}{item.clip}{item.opacity}{item.blend}({mask}{inside})"
            case Use():
                return f"{item.matrix}{self._art(item.art)}"
            case Text():
                words = "".join([f"{word.face.name}{word.text}{word.glyphs}" for word in item.words])
                return f"{item.x:.4f} {item.y:.4f} {item.size:.4f} {item.space:.4f}{item.fill}{item.stroke}{words}"
            case Image():
                return f"{item.x} {item.y} {item.width} {item.height} {item.picture.name}"
            case _:
                return type(item).__name__ + "".join(map(str, item))

    def _art(self, art: Art) -> str:
        cached = self._arts.get(id(art))
        if cached is None:
            digest = hashlib.sha256("".join((str(art.box), *map(self._item_text, art.items))).encode())
            cached = self._arts[id(art)] = (art, digest.hexdigest())
        return cached[1]
