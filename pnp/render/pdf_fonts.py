"""Text → its glyphs, as PDF text operators with embedded font subsets, or as outlines.

Glyphs are written by their own numbers (Identity-H), so that kerning, ligatures and features look as they were laid
out. Each face is one font object with a ToUnicode map for search and copying. TrueType outlines are embedded as
TrueType, PostScript outlines as a bare CFF table.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator
from functools import lru_cache
from itertools import repeat
from typing import Literal

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFDocument, PDFName, PDFStream, PDFString

from pnp.core.fonts import FontFace, Word
from pnp.core.frame import Segment, Text
from pnp.core.outline import transform
from pnp.core.units import Mm

Letters = Literal["outlines", "text"]
"""How text is written: as outlines that need no font, or as text that can be searched and copied."""


def placed_glyphs(text: Text) -> Iterator[tuple[int, float, float]]:
    """Yield glyphs and their places, in font units from the text's start and above its baseline."""
    start = 0.0
    for word in text.words:
        x = start * word.face.units_per_em
        start += word.width + text.space / text.size
        offsets = word.offsets or repeat((0, 0))
        for glyph, advance, (right, up) in zip(word.glyphs, word.advances, offsets, strict=False):
            yield glyph, x + right, up
            x += advance


def outlines(text: Text) -> tuple[Segment, ...]:
    """Return all letters of a text as one outline, in the text's coordinates, to be filled by the nonzero rule."""
    face = text.words[0].face
    em = text.size / face.units_per_em
    segments: list[Segment] = []
    for glyph, x, up in placed_glyphs(text):
        segments += transform(face.outline(glyph), (em, 0.0, 0.0, -em, text.x + x * em, text.y - up * em))
    return tuple(segments)


class PdfFont:
    """One face in one PDF: the glyphs used so far, and the operators of its words."""

    def __init__(self, face: FontFace, name: str) -> None:
        self.face = face
        self.name = name
        self._characters: dict[int, str] = {0: ""}
        self._operators: dict[int, tuple[Word, str]] = {}
        self._advances: dict[int, int] = {}
        self._space = face.shape(" ").glyphs[0]

    def show(self, words: tuple[Word, ...], space: Mm, size: Mm, is_followed: bool = False) -> str:
        """Return the array of a TJ operator for words with a space between, and optionally after, at a size in mm."""
        end = f"<{self._space:04X}>" if is_followed else ""
        if len(words) == 1 and not is_followed:
            return self._word(words[0], size)
        self._characters.setdefault(self._space, " ")
        excess = self._advance(self._space) / self.face.units_per_em - space / size
        gap = f"<{self._space:04X}>{_thousandths(excess)}"
        return gap.join(self._word(word, size) for word in words) + end

    def _word(self, word: Word, size: Mm) -> str:
        if word.offsets:
            return self._encode_marks(word, size)
        entry = self._operators.get(id(word))
        if entry is None:
            entry = self._operators[id(word)] = (word, self._encode(word))
        return entry[1]

    def _encode(self, word: Word) -> str:
        scale = 1 / self.face.units_per_em
        parts: list[str] = []
        run = ""
        for glyph, advance, characters in zip(word.glyphs, word.advances, word.characters, strict=True):
            if not self._characters.get(glyph):
                self._characters[glyph] = characters
            run += f"{glyph:04X}"
            if excess := self._advance(glyph) - advance:
                parts.append(f"<{run}>{_thousandths(excess * scale)}")
                run = ""
        if run:
            parts.append(f"<{run}>")
        return "".join(parts)

    def _encode_marks(self, word: Word, size: Mm) -> str:
        """Return a word whose marks are moved from their places; the operator Ts, between two arrays, raises them."""
        em = 1 / self.face.units_per_em
        parts: list[str] = []
        height = 0
        for glyph, advance, text, (right, up) in zip(
            word.glyphs, word.advances, word.characters, word.offsets, strict=True
        ):
            if not self._characters.get(glyph):
                self._characters[glyph] = text
            if up != height:
                parts.append(f"] TJ {up * em * size:.4f} Ts [")
                height = up
            excess = self._advance(glyph) - advance + right
            before, after = (_thousandths(shift * em) if shift else "" for shift in (-right, excess))
            parts.append(f" {before}<{glyph:04X}>{after}")
        return "".join(parts) + ("] TJ 0 Ts [" if height else "")

    def _advance(self, glyph: int) -> int:
        advance = self._advances.get(glyph)
        if advance is None:
            advance = self._advances[glyph] = self.face.advance(glyph)
        return advance

    def embed(self, document: PDFDocument) -> None:
        """Add the font, under its name, and its subset to the document."""
        glyphs = sorted(self._characters)
        per_mille = 1000 / self.face.units_per_em
        tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(repr(glyphs).encode()).digest()[:6])
        base = PDFName(f"{tag}+{self.face.postscript_name}")
        box = [round(n * per_mille) for n in self.face.bounding_box]
        descriptor = PDFDictionary(
            {
                "Type": PDFName("FontDescriptor"),
                "FontName": base,
                "Flags": 4,
                "FontBBox": PDFArray(box),
                "ItalicAngle": round(self.face.italic_angle),
                "Ascent": round(self.face.ascent * 1000),
                "Descent": -round(self.face.descent * 1000),
                "CapHeight": round(self.face.cap_height * 1000),
                "StemV": 80,
                **self._program(document, set(glyphs)),
            }
        )
        widths = " ".join(f"{glyph} [{round(self._advance(glyph) * per_mille, 2):g}]" for glyph in glyphs)
        descendant = PDFDictionary(
            {
                "Type": PDFName("Font"),
                "Subtype": PDFName("CIDFontType0" if self.face.has_cff else "CIDFontType2"),
                "BaseFont": base,
                "CIDSystemInfo": PDFDictionary(
                    {"Registry": PDFString("Adobe"), "Ordering": PDFString("Identity"), "Supplement": 0}
                ),
                "FontDescriptor": document.Reference(descriptor),
                "W": f"[{widths}]",
                **({} if self.face.has_cff else {"CIDToGIDMap": PDFName("Identity")}),
            }
        )
        font = {
            "Type": PDFName("Font"),
            "Subtype": PDFName("Type0"),
            "BaseFont": base,
            "Encoding": PDFName("Identity-H"),
            "DescendantFonts": PDFArray([document.Reference(descendant)]),
            "ToUnicode": document.Reference(compressed(self._to_unicode().encode("ascii"))),
        }
        document.Reference(PDFDictionary(font), self.name)

    def _program(self, document: PDFDocument, glyphs: set[int]) -> dict[str, object]:
        """Return the font descriptor's entry for a font program with these glyphs."""
        content = self.face.subset(glyphs)
        if self.face.has_cff:
            return {"FontFile3": document.Reference(compressed(content, {"Subtype": PDFName("CIDFontType0C")}))}
        return {"FontFile2": document.Reference(compressed(content, {"Length1": len(content)}))}

    def _to_unicode(self) -> str:
        pairs = [(g, c) for g, c in sorted(self._characters.items()) if c]
        lines = [
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def",
            "1 begincodespacerange <0000> <FFFF> endcodespacerange",
        ]
        for start in range(0, len(pairs), 100):
            block = pairs[start : start + 100]
            lines.append(f"{len(block)} beginbfchar")
            lines += [f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in block]
            lines.append("endbfchar")
        lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
        return "\n".join(lines)


def compressed(content: bytes, entries: dict[str, object] | None = None) -> PDFStream:
    """Return a stream object, deflated."""
    return stream(deflated(content), {"Filter": PDFName("FlateDecode"), **(entries or {})})


def stream(content: bytes, entries: dict[str, object]) -> PDFStream:
    """Return a stream object with encoded bytes; the entries name the filter."""
    return PDFStream(PDFDictionary(entries), content)


@lru_cache(maxsize=1024)
def deflated(content: bytes) -> bytes:
    """Return the content compressed. Level 4 takes half the time of level 6, and files are 4 % larger.

    The result is cached, because the same art, fonts and pages occur again in the next language and in a booklet's two
    PDFs.
    """
    return zlib.compress(content, 4)


def _thousandths(em: float) -> str:
    return f"{em * 1000:.1f}".removesuffix(".0")
