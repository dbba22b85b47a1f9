"""Font files → faces that shape words and return metrics.

Only this module reads font tables. It does not break lines, choose sizes or write PDF; a face returns glyphs and
advances, and the caller places them.
"""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property

import uharfbuzz as hb

from pnp.core.diagnostics import Mistake

NARROW_NO_BREAK_SPACE = "\u202f"
NO_BREAK_SPACE = "\u00a0"
_SPACES = {NARROW_NO_BREAK_SPACE: 0.5, NO_BREAK_SPACE: 1.0, "\u2009": 0.5, "\u2007": 1.0}
"""Spaces that a face may lack, and the part of the ordinary space's advance that replaces each."""

_RANGES = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 E0000-E0FFF"
)
_INVISIBLE = frozenset(
    code
    for first, _, last in (part.partition("-") for part in _RANGES.split())
    for code in range(int(first, 16), int(last or first, 16) + 1)
)
"""Characters that are never drawn (joiners, soft hyphens, variation selectors: Unicode's Default_Ignorable_Code_Point),
so that no face lacks them."""

Segment = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",), always absolute; of a glyph in em, else in mm."""


@dataclass(frozen=True, eq=False)
class Word:
    """Shaped text of one face, without a size; compared by identity, as a face returns the same Word for the same text.

    Attributes:
        glyphs: Glyph numbers in the face, in writing order.
        advances: For each glyph the distance to the next one, kerning included, in font units.
        characters: For each glyph the characters it represents; a ligature has several, later parts of a cluster "".
        width: Sum of the advances, in em.
        missing: Characters that the face has no glyph for.
    """

    face: FontFace = field(repr=False)
    text: str
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]
    characters: tuple[str, ...]
    width: float
    missing: str = ""

    @cached_property
    def ink(self) -> tuple[float, float]:
        """How far the glyphs reach above and below the baseline, in em; both are positive inside the letters."""
        return self.face.ink(self.glyphs)


RESTRICTED = 2
"""The permission bits of fonts that must not be embedded."""

_WHOLE_ONLY, _BITMAPS_ONLY = 0x100, 0x200
"""Bits of fonts that may be embedded as a whole only, or as bitmaps only."""

_UPRIGHT_REGULAR = (400, 5, False)
"""Weight, width and slant of a file without a table of styles."""


@dataclass(frozen=True, slots=True)
class FontMetadata:
    """The names and style of a font file, from its tables name and OS/2.

    Attributes:
        family: The family's name, all weights together.
        weight: From 100 to 900; 400 is regular, 700 bold.
        width: From 1 to 9; 5 is normal, less is condensed.
        is_italic: Whether it is an italic or an oblique.
        version: The file's version.
        designer: The name of its designer.
        copyright: The owner of its copyright.
        licence: The text of its licence, or the beginning of it.
        licence_url: The address of the licence.
    """

    family: str
    weight: int
    width: int
    is_italic: bool
    version: str
    designer: str
    copyright: str
    licence: str
    licence_url: str


class FontFace:
    """One font file: metrics in em (fractions of the size) and shaped words.

    Attributes:
        name: The file's name without its ending; the face's key everywhere.
        ascent: Top of the line above the baseline, em.
        descent: Bottom of the line below the baseline, em, positive.
        cap_height: Height of a capital, em.
    """

    def __init__(self, name: str, content: bytes) -> None:
        """Open a font from its bytes.

        Raises:
            Mistake: It is no TrueType font with glyf outlines.
        """
        self.name = name
        self.content = content
        if content[:4] == b"ttcf":
            raise Mistake("a collection of several fonts", "use the .ttf file of one font")
        self._face = hb.Face(hb.Blob(content))
        if self._face.glyph_count == 0 or "glyf" not in self._tables():
            raise Mistake("not a TrueType font with glyf outlines", "use a TrueType font (.ttf)")
        self._font = hb.Font(self._face)
        self.units_per_em: int = self._face.upem
        extents = self._font.get_font_extents("ltr")
        self.ascent = extents.ascender / self.units_per_em
        self.descent = -extents.descender / self.units_per_em
        self.cap_height = self._metric(hb.OTMetricsTag.CAP_HEIGHT, 0.7)
        self._words: dict[tuple[str, tuple[str, ...]], Word] = {}
        self._supported: set[int] = set(self._face.unicodes)
        self._space_advance = self.advance(self._font.get_nominal_glyph(32) or 0)
        self.space = self.shape(" ").width

    def __repr__(self) -> str:
        return f"Face({self.name})"

    def _tables(self) -> Sequence[str]:
        try:
            return list(self._face.table_tags)
        except UnicodeDecodeError:
            return ()

    def verify(self) -> None:
        """Read everything that a build may need of the file later, so that a broken one is reported early.

        Raises:
            Mistake: The file is broken.
        """
        try:
            _ = self.postscript_name, self.bounding_box, self.italic_angle
            self.subset(set(range(self._face.glyph_count)))
            self.web_subset(set(map(chr, self._supported)))
        except (RuntimeError, ValueError, struct.error) as error:
            what = f"the font is broken: {str(error) or type(error).__name__}"
            raise Mistake(what, "download the font file again") from error

    def _metric(self, tag: hb.OTMetricsTag, otherwise: float) -> float:
        value = self._font.get_metric_position(tag)
        return value / self.units_per_em if value else otherwise

    def has(self, character: str) -> bool:
        """Whether the face can show the character; spaces that it replaces, and characters never drawn, included."""
        return ord(character) in self._supported or character in _SPACES or ord(character) in _INVISIBLE

    def shape(self, text: str, features: tuple[str, ...] = ()) -> Word:
        """Return the glyphs of a text, kerned and with ligatures by the font's own tables.

        Args:
            text: Characters of one direction, left to right; no line breaks.
            features: OpenType features to switch on, such as "tnum", or off, such as "-liga".
        """
        key = (text, features)
        word = self._words.get(key)
        if word is None:
            word = self._words[key] = self._shape(text, features)
        return word

    def _shape(self, text: str, features: tuple[str, ...]) -> Word:
        buffer = hb.Buffer()
        unsupported = [c for c in text if ord(c) not in self._supported]
        lacking = {c: _SPACES[c] for c in unsupported if c in _SPACES}
        buffer.add_str("".join(" " if c in lacking else c for c in text) if lacking else text)
        buffer.guess_segment_properties()
        hb.shape(self._font, buffer, {f.removeprefix("-"): not f.startswith("-") for f in features})
        infos, positions = buffer.glyph_infos or [], buffer.glyph_positions or []
        advances = [p.x_advance for p in positions]
        starts = [info.cluster for info in infos]
        characters = []
        end = len(text)
        for index in range(len(starts) - 1, -1, -1):  # clusters rise from left to right
            start = starts[index]
            is_later_part = index > 0 and starts[index - 1] == start
            characters.append("" if is_later_part else text[start:end])
            end = end if is_later_part else start
            if text[start] in lacking:
                advances[index] = round(advances[index] * lacking[text[start]])
            elif text[start] == NO_BREAK_SPACE:  # some fonts make it wider than a space, which leaves holes
                advances[index] = self._space_advance
        characters.reverse()
        return Word(
            face=self,
            text=text,
            glyphs=tuple(info.codepoint for info in infos),
            advances=tuple(advances),
            characters=tuple(characters),
            width=sum(advances) / self.units_per_em,
            missing="".join(dict.fromkeys(c for c in unsupported if not self.has(c))) if unsupported else "",
        )

    def advance(self, glyph: int) -> int:
        """Return the glyph's own advance, without kerning, in font units."""
        return int(self._font.get_glyph_h_advance(glyph))

    def ink(self, glyphs: tuple[int, ...]) -> tuple[float, float]:
        """Return how far glyphs reach above and below the baseline, in em."""
        top = bottom = 0
        for glyph in glyphs:
            extents = self._font.get_glyph_extents(glyph)
            if extents is not None and extents.height:
                top = max(top, extents.y_bearing)
                bottom = min(bottom, extents.y_bearing + extents.height)
        return top / self.units_per_em, -bottom / self.units_per_em

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return the glyph's outline in font units, y up; quadratic curves become cubic ones."""
        segments: list[Segment] = []
        self._font.draw_glyph(glyph, _draw_functions(), _Pen(segments))
        return tuple(segments)

    @cached_property
    def postscript_name(self) -> str:
        """The PostScript name, by which PDF and print shops identify the face."""
        return self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or self.name

    @cached_property
    def may_be_embedded(self) -> bool:
        """Whether the font's own permission bits let it be embedded in files (OpenType, OS/2, fsType)."""
        return self.permissions & 0xF != RESTRICTED

    @cached_property
    def refusal(self) -> str:
        """Why its own permission bits forbid that the font is embedded in files; "" where they allow it."""
        if not self.may_be_embedded:
            return "its maker forbids that it is embedded in files"
        if self.permissions & _BITMAPS_ONLY:
            return "its maker allows no outlines in files, only bitmaps"
        if self.permissions & _WHOLE_ONLY:
            return "its maker forbids that parts of it are embedded, and a PDF holds the letters that it uses"
        return ""

    @property
    def permissions(self) -> int:
        """The permission bits (OpenType, OS/2, fsType)."""
        table = self._style_table
        permissions: int = struct.unpack(">H", table[8:10])[0] if len(table) >= 10 else 0
        return permissions

    @cached_property
    def _style_table(self) -> bytes:
        return bytes(self._face.reference_table("OS/2").data) if "OS/2" in self._tables() else b""

    @property
    def is_variable(self) -> bool:
        """Whether the file contains a range of weights or widths, of which the default one is printed."""
        return "fvar" in self._tables()

    @cached_property
    def about(self) -> FontMetadata:
        """The names and style in the file."""
        table = self._style_table
        weight, width, is_italic = _UPRIGHT_REGULAR
        if len(table) >= 64:
            weight, width = struct.unpack(">2H", table[4:8])
            is_italic = bool(struct.unpack(">H", table[62:64])[0] & 0x201)  # italic, or oblique

        def name_of(*identifiers: hb.OTNameIdPredefined) -> str:
            return next((name.strip() for entry in identifiers if (name := self._face.get_name(entry))), "")

        ids = hb.OTNameIdPredefined
        return FontMetadata(
            family=name_of(ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY) or self.name,
            weight=weight,
            width=width,
            is_italic=is_italic,
            version=name_of(ids.VERSION_STRING),
            designer=name_of(ids.DESIGNER, ids.MANUFACTURER),
            copyright=name_of(ids.COPYRIGHT),
            licence=name_of(ids.LICENSE),
            licence_url=name_of(ids.LICENSE_URL),
        )

    @cached_property
    def bounding_box(self) -> tuple[int, int, int, int]:
        """Left, bottom, right and top of the box around all glyphs, in font units."""
        head = self._face.reference_table("head").data
        return struct.unpack(">4h", bytes(head)[36:44])

    @cached_property
    def italic_angle(self) -> float:
        """Degrees anticlockwise from upright; negative for italics."""
        post = bytes(self._face.reference_table("post").data)
        angle: int = struct.unpack(">i", post[4:8])[0]
        return angle / 65536

    def subset(self, glyphs: set[int]) -> bytes:
        """Return a TrueType file with only these glyphs, under their own numbers; deterministic."""
        request = hb.SubsetInput()
        request.glyph_set.update(glyphs)
        request.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
        drop = {"GSUB", "GPOS", "GDEF", "name", "OS/2", "post", "cmap", "DSIG", "STAT", "gasp", "kern"}
        request.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            int.from_bytes(tag.ljust(4).encode(), "big") for tag in drop
        )
        return bytes(hb.subset(self._face, request).blob.data)

    def web_subset(self, characters: set[str]) -> bytes:
        """Return a TrueType file for a web page: the characters' glyphs with kerning and ligatures; deterministic."""
        request = hb.SubsetInput()
        request.unicode_set.update(sorted(map(ord, characters)))
        request.flags = hb.SubsetFlags.NO_HINTING
        return bytes(hb.subset(self._face, request).blob.data)


class _Pen:
    """Collects an outline; HarfBuzz calls the functions of _draw_functions with it."""

    def __init__(self, segments: list[Segment]) -> None:
        self.segments = segments
        self.at = (0.0, 0.0)


@cache
def _draw_functions() -> hb.DrawFuncs:
    functions = hb.DrawFuncs()
    functions.set_move_to_func(_move_to)
    functions.set_line_to_func(_line_to)
    functions.set_quadratic_to_func(_quadratic_to)
    functions.set_cubic_to_func(_cubic_to)
    functions.set_close_path_func(_close_path)
    return functions


def _move_to(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("M", x, y))
    pen.at = (x, y)


def _line_to(x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("L", x, y))
    pen.at = (x, y)


def _quadratic_to(cx: float, cy: float, x: float, y: float, pen: _Pen) -> None:
    ax, ay = pen.at
    pen.segments.append(
        ("C", ax + 2 / 3 * (cx - ax), ay + 2 / 3 * (cy - ay), x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y)
    )
    pen.at = (x, y)


def _cubic_to(x1: float, y1: float, x2: float, y2: float, x: float, y: float, pen: _Pen) -> None:
    pen.segments.append(("C", x1, y1, x2, y2, x, y))
    pen.at = (x, y)


def _close_path(pen: _Pen) -> None:
    pen.segments.append(("Z",))


def describe_characters(characters: str) -> str:
    """Return characters as diagnostics show them: ``é (U+00E9)``."""
    return ", ".join(f"{c} (U+{ord(c):04X})" for c in characters)


STYLES = ("regular", "bold", "italic", "bold-italic")


@dataclass(frozen=True)
class Family:
    """Up to four faces; the nearest one replaces a style that the family lacks."""

    faces: Mapping[str, FontFace]

    def face(self, bold: bool = False, italic: bool = False) -> FontFace:
        """Return the face of a style; bold, then italic replace bold-italic, else the regular face does."""
        style = STYLES[bold + 2 * italic]
        if style == "bold-italic" and style not in self.faces:
            return self.faces.get("bold") or self.faces.get("italic") or self.faces["regular"]
        return self.faces.get(style) or self.faces["regular"]

    def lacks(self, bold: bool, italic: bool) -> str:
        """Return the style, where the family has no face of it; "" where it has one."""
        style = STYLES[bold + 2 * italic]
        return "" if style in self.faces else style


@dataclass(frozen=True)
class FontSet:
    """The families of a project, and the fallback families for characters that a family lacks."""

    families: Mapping[str, Family]
    fallback: tuple[str, ...] = ()

    @property
    def small_print(self) -> FontFace:
        """The face of small print in margins: the text family's, else the first family's."""
        family = self.families.get("text") or next(iter(self.families.values()))
        return family.face()

    def face_for(self, character: str, face: FontFace) -> FontFace:
        """Return the face itself when it has the character, else the first fallback that has it, else the face."""
        if face.has(character):
            return face
        for name in self.fallback:
            fallback = self.families[name].face()
            if fallback.has(character):
                return fallback
        return face

    def shape(self, text: str, face: FontFace, features: tuple[str, ...] = ()) -> tuple[Word, ...]:
        """Return a text without breaks as words, one for each run of characters that one face can show."""
        word = face.shape(text, features)
        if not word.missing:
            return (word,)
        return tuple(run_face.shape(run, features) for run_face, run in self._runs(text, face))

    def _runs(self, text: str, face: FontFace) -> Iterator[tuple[FontFace, str]]:
        start, current = 0, self.face_for(text[0], face)
        for index, character in enumerate(text):
            needed = current if _joins(character) and current.has(character) else self.face_for(character, face)
            if needed is not current:
                yield current, text[start:index]
                start, current = index, needed
        yield current, text[start:]


def _joins(character: str) -> bool:
    """Whether a character changes the one before it, and so must be shaped with it."""
    return ord(character) in _INVISIBLE or unicodedata.category(character).startswith("M")
