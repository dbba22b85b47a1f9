"""Tiny fonts of every kind, made by fontTools: squares as wide as their letters are far in the alphabet.

The letters are A to E; in a variable font a square grows with the weight, and leans with the slant.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.ttLib.ttCollection import TTCollection

LETTERS = "ABCDE"
GLYPHS = [".notdef", "space", *LETTERS]
ADVANCES = {".notdef": 500, "space": 250, **{letter: 600 + 10 * n for n, letter in enumerate(LETTERS)}}


def side(letter: str) -> int:
    """The side of a letter's square in the default master, in units of 1000 an em."""
    return 100 + 100 * LETTERS.index(letter)


def _square(pen: Any, name: str) -> Any:
    if name in LETTERS:
        pen.moveTo((50, 0))
        for point in ((50, side(name)), (50 + side(name), side(name)), (50 + side(name), 0)):
            pen.lineTo(point)
        pen.closePath()
    return pen


def _start(is_truetype: bool, family: str, style: str = "Regular", weight: int = 400, **os2: int) -> FontBuilder:
    builder = FontBuilder(1000, isTTF=is_truetype)
    builder.setupGlyphOrder(GLYPHS)
    builder.setupCharacterMap({32: "space", **{ord(letter): letter for letter in LETTERS}})
    if is_truetype:
        builder.setupGlyf({name: _square(TTGlyphPen(None), name).glyph() for name in GLYPHS})
    builder.setupHorizontalMetrics({name: (advance, 50) for name, advance in ADVANCES.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    names = {"familyName": family, "styleName": style, "psName": f"{family.replace(' ', '')}-{style}"}
    builder.setupNameTable({**names, "fullName": f"{family} {style}", "licenseDescription": "SIL Open Font License"})
    builder.setupOS2(usWeightClass=weight, sCapHeight=700, **os2)
    builder.setupPost()
    return builder


def saved(font: TTFont) -> bytes:
    """The bytes of a font."""
    written = io.BytesIO()
    font.save(written)
    return written.getvalue()


def truetype(
    family: str = "Square", style: str = "Regular", weight: int = 400, more: Mapping[str, str] | None = None, **os2: int
) -> bytes:
    """A font with TrueType outlines; more characters may share the glyphs of letters."""
    font = _start(True, family, style, weight, **os2).font
    for table in font["cmap"].tables:
        table.cmap |= {ord(character): letter for character, letter in (more or {}).items()}
    return saved(font)


def _charstrings(is_cff2: bool = False) -> dict[str, Any]:
    return {
        name: _square(T2CharStringPen(None if is_cff2 else ADVANCES[name], None, CFF2=is_cff2), name).getCharString()
        for name in GLYPHS
    }


def cff(family: str = "Square", style: str = "Regular", weight: int = 400) -> bytes:
    """A font with PostScript outlines, keyed by names."""
    builder = _start(False, family, style, weight)
    builder.setupCFF(f"{family}-{style}", {}, _charstrings(), {})
    return saved(builder.font)


def cff2() -> bytes:
    """A font with PostScript outlines of the second version, which PDF does not know."""
    builder = _start(False, "Square")
    builder.setupCFF2(_charstrings(is_cff2=True))
    return saved(builder.font)


def variable(*, axes: Sequence[str] = ("wght",), default: int = 100) -> bytes:
    """A variable font of weight 100 to 900, whose squares grow by 80 up to the blackest; with slnt also to -10."""
    builder = _start(True, "Square", "Thin", default)
    known = {"wght": ("wght", 100, default, 900, "Weight"), "slnt": ("slnt", -10, 0, 0, "Slant")}
    instances = [{"location": {"wght": 700} | ({"slnt": 0} if "slnt" in axes else {}), "stylename": "Bold", "postscriptfontname": "Square-VeryBold"}]  # fmt: skip
    builder.setupFvar([known[tag] for tag in axes], instances if "wght" in axes else [])
    variations = {}
    for letter in LETTERS:
        wider = [(0, 0), (0, 80), (80, 80), (80, 0), (0, 0), (80, 0), (0, 0), (0, 0)]
        leaning = [(0, 0), (20, 0), (20, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)]
        variations[letter] = [
            TupleVariation({tag: (0, 1, 1) if tag == "wght" else (-1, -1, 0)}, wider if tag == "wght" else leaning)
            for tag in axes
        ]
    builder.setupGvar(variations)
    return saved(builder.font)


def web(content: bytes, flavour: str = "woff2") -> bytes:
    """A font as WOFF or WOFF2."""
    font = TTFont(io.BytesIO(content))
    font.flavor = flavour
    return saved(font)


def collection(*contents: bytes) -> bytes:
    """Several fonts in one file."""
    fonts = TTCollection()
    fonts.fonts = [TTFont(io.BytesIO(content)) for content in contents]
    written = io.BytesIO()
    fonts.save(written)
    return written.getvalue()


def symbols() -> bytes:
    """A symbol font, whose letters lie at U+F041 and on."""
    font = TTFont(io.BytesIO(truetype("Signs")))
    table = CmapSubtable.newSubtable(4)
    table.platformID, table.platEncID, table.language = 3, 0, 0
    table.cmap = {0xF000 + code: name for code, name in font.getBestCmap().items()}
    font["cmap"].tables = [table]
    return saved(font)


def coloured(version: int = 0) -> bytes:
    """A font in which A is a red square under a square of the text's colour; in version 1, B is
    moved, C a gradient, D one that fades about a focus, E has a sheen."""
    builder = _start(True, "Paint")
    builder.setupCPAL([[(1, 0, 0, 1), (0, 0, 1, 0.5)]])
    if version == 0:
        builder.setupCOLR({"A": [("C", 0), ("B", 0xFFFF)], "B": [("B", 1)]})
    else:
        line = {"Extend": "pad", "ColorStop": [{"StopOffset": n, "PaletteIndex": n, "Alpha": 1} for n in (0, 1)]}
        gradient = {"Format": 4, "ColorLine": line, "x0": 50, "y0": 0, "x1": 350, "y1": 0, "x2": 50, "y2": 100}
        moved = {"Format": 14, "dx": 100, "dy": 0, "Paint": {"Format": 10, "Glyph": "B", "Paint": {"Format": 2, "PaletteIndex": 0, "Alpha": 0.5}}}  # fmt: skip
        fading = {"Extend": "pad", "ColorStop": [{"StopOffset": n, "PaletteIndex": 0, "Alpha": 1 - n} for n in (0, 1)]}
        circles = {"Format": 6, "ColorLine": fading, "x0": 100, "y0": 50, "r0": 10, "x1": 200, "y1": 50, "r1": 100}
        plain = {"Format": 10, "Glyph": "E", "Paint": {"Format": 2, "PaletteIndex": 0, "Alpha": 1}}
        masked = {"Format": 32, "CompositeMode": "src_in", "SourcePaint": gradient, "BackdropPaint": plain}
        mixed = {"Format": 32, "CompositeMode": "soft_light", "SourcePaint": masked, "BackdropPaint": plain}
        builder.setupCOLR(
            {
                "B": moved,
                "C": {"Format": 10, "Glyph": "C", "Paint": gradient},
                "D": {"Format": 10, "Glyph": "D", "Paint": circles},
                "E": mixed,
            }
        )
    return saved(builder.font)
