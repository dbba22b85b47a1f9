"""Text → its letters one by one, and as outlines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pnp.layout.frame import Segment, Text
from pnp.layout.outline import transform

Letters = Literal["outlines", "text"]
"""How text is written: as shapes that need no font, or as text that can be found and copied."""


def placed(text: Text) -> Iterator[tuple[int, float]]:
    """Glyphs and their places, in font units from the text's start."""
    start = 0.0
    for word in text.words:
        x = start * word.face.units_per_em
        start += word.width + text.space / text.size
        for glyph, advance in zip(word.glyphs, word.advances, strict=True):
            yield glyph, x
            x += advance


def outlines(text: Text) -> tuple[Segment, ...]:
    """All letters of a text as one outline, in the text's coordinates; filled by the winding number."""
    face = text.words[0].face
    em = text.size / face.units_per_em
    segments: list[Segment] = []
    for glyph, x in placed(text):
        segments += transform(face.outline(glyph), (em, 0.0, 0.0, -em, text.x + x * em, text.y))
    return tuple(segments)
