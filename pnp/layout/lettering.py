"""Words of small print → Texts on one line, with characters that the face lacks set in the fonts that have them."""

from __future__ import annotations

from dataclasses import replace

from pnp.fonts import Face, FontSet
from pnp.layout.frame import Text
from pnp.units import Mm


def set_line(
    words: str, x: Mm, y: Mm, size: Mm, face: Face, fonts: FontSet, colour: str = "#000000"
) -> tuple[list[Text], Mm]:
    """The words from x on, and where they end.

    Args:
        words: Set as they are, parted by single spaces.
        x: Where they begin, mm.
        y: Their baseline, mm.
        size: Size of the em, mm.
        face: Their font.
        fonts: For characters that the face lacks.
        colour: Of the letters.
    """
    space = face.space * size
    placed: list[Text] = []
    for word in words.split():
        runs = fonts.shape(word, face)
        for run in runs:
            if placed and run is runs[0] and placed[-1].words[0].face is run.face:
                placed[-1] = replace(placed[-1], words=(*placed[-1].words, run))
            else:
                placed.append(Text(x, y, size, (run,), colour, space))
            x += run.width * size
        x += space
    return placed, x - space
