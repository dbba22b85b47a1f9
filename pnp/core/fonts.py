"""Font files → faces that shape words and return metrics.

Only this module reads font tables. It does not break lines, choose sizes or write PDF; a face returns glyphs and
advances, and the caller places them.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from itertools import pairwise, repeat

import uharfbuzz as hb

from pnp.core.diagnostics import Mistake, nearest, suggest
from pnp.core.font_metadata import FontMetadata, read_metadata
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.glyph_outlines import Segment as Segment
from pnp.core.glyph_outlines import glyph_outline
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import is_upright
from pnp.core.stems import BOLD, REGULAR, SAMPLES, mean_stem
from pnp.core.wide_punctuation import CENTRED, OPENING_QUOTES, empty_half, is_wide

NARROW_NO_BREAK_SPACE = "\u202f"
NO_BREAK_SPACE = "\u00a0"
_SPACES = {
    **{NARROW_NO_BREAK_SPACE: 0.5, NO_BREAK_SPACE: 1.0, "\u2009": 0.5, "\u2007": 1.0},
    **{"\u2000": 2.0, "\u2001": 4.0, "\u2002": 2.0, "\u2003": 4.0, "\u2004": 4 / 3, "\u2005": 1.0, "\u2006": 2 / 3},
    **{"\u2008": 1.0, "\u200a": 1 / 3, "\u205f": 1.0, "\u3000": 4.0},
    **dict.fromkeys("\r\u2028\u2029", 1.0),  # ends of lines, as other programs write them
}
"""Spaces that a face may lack, each with the share of the ordinary space's advance that it gets instead."""

_RANGES = (
    "00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 E0000-E0FFF"
)
_INVISIBLE = frozenset(
    code
    for first, _, last in (part.partition("-") for part in _RANGES.split())
    for code in range(int(first, 16), int(last or first, 16) + 1)
)
"""Characters that are never drawn (joiners, soft hyphens, variation selectors: Unicode's Default_Ignorable_Code_Point).
They never count as missing from a face."""

_SYMBOLS = frozenset(range(0xF020, 0xF100))
"""Code points at which symbol fonts (cmap 3,0) store their glyphs; each stands for the character of its last byte."""

_COLOURED = frozenset(("COLR", "CBDT", "sbix", "SVG "))
"""Tables of coloured glyphs: layers of outlines, or pictures."""

_VERIFIED = 20_000
"""At most this many glyphs of a font are verified: all of nearly every font, and some of those with all Chinese
characters."""

_SHARED = 10
"""How many glyphs are subset to verify the tables that all glyphs share, if another subset covers all glyphs. Of 1,500
damaged TrueType fonts, no fault needed more of them to show."""

EMPTY_HALF = 0.45
"""A mark may be closed up by half its width if at least this share of it is empty."""

_JOINING = lazy_pattern(
    "[\u0600-\u08ff\u1800-\u18af\u200d\ua840-\ua87f\U00010ac0-\U00010bff\U00010d00-\U00010fff\U0001e900-\U0001e95f]*"
)
"""The joiner, and letters of scripts from Arabic to Adlam, whose forms depend on their neighbours."""

_SEEN_AROUND = 40
"""At most this many characters on each side of a text are shaped with it; nearly all words are shorter."""

_NO_AXES: Mapping[str, float] = {}

COLOUR_SELECTOR = "\ufe0f"
"""Makes the character before it an emoji instead of a letter (Unicode's variation selector 16)."""


@frozen_dataclass(eq=False)
class Word:
    """Shaped text of one face, without a size.

    Words are compared by identity: a face returns the same Word for the same text.

    Attributes:
        glyphs: Glyph numbers in the face, from left to right.
        advances: For each glyph the distance to the next one, kerning included, in font units.
        characters: For each glyph the characters it represents; a ligature has several, later parts of a cluster "".
        width: Sum of the advances, in em.
        missing: Characters that the face has no glyph for.
        offsets: For each glyph how far it stands right of its place and above the baseline, in font units, as marks
            do; empty if none does.
        is_rightward: Whether it is read from left to right.
    """

    face: FontFace = field(repr=False)
    text: str
    glyphs: tuple[int, ...]
    advances: tuple[int, ...]
    characters: tuple[str, ...]
    width: float
    missing: str = ""
    offsets: tuple[tuple[int, int], ...] = field(default=(), repr=False)
    is_rightward: bool = field(default=True, repr=False)

    @cached_property
    def ink(self) -> tuple[float, float]:
        """How far the glyphs reach above and below the baseline, in em; both numbers are usually positive."""
        return self.face.ink(self.glyphs, self.offsets)


class FontFace:
    """One font file: metrics in em (fractions of the size) and shaped words.

    Attributes:
        name: The file's name without its ending, and the number or name that chooses one of several fonts; identifies
            the face everywhere.
        ascent: Top of the line above the baseline, em.
        descent: Bottom of the line below the baseline, em, positive.
        cap_height: Height of a capital, em.
        axes: The values on the axes for an instance of a variable font.
        has_cff: Whether it has PostScript outlines, in a CFF table, instead of TrueType outlines.
        is_coloured: Whether it has coloured glyphs, which are drawn as art: see pnp.layout.text.colour_glyphs.
    """

    def __init__(
        self,
        name: str,
        content: bytes,
        index: int = 0,
        *,
        postscript_name: str = "",
        axes: Mapping[str, float] = _NO_AXES,
    ) -> None:
        """Open a font from its bytes; other kinds of files are read by pnp.core.font_files.

        Args:
            name: The key of the face.
            content: A TrueType or OpenType file with outlines or pictures of glyphs, or a collection of these.
            index: Which font of a collection, from 0.
            postscript_name: Its PostScript name, if it differs from the one in the file.
            axes: The values on the axes that the content was pinned to; they are only used for the metadata.

        Raises:
            Mistake: The content is not a font of this kind.
        """
        self.name = name
        self.content = content
        self.index = index
        self.axes = axes
        self._face = hb.Face(hb.Blob(content), index)
        tables = self._tables()
        self.has_cff = "CFF " in tables
        self.is_coloured = not _COLOURED.isdisjoint(tables)
        if self._face.glyph_count == 0 or not (self.has_cff or self.is_coloured or "glyf" in tables):
            fix = "use a .ttf, .otf, .ttc, .woff or .woff2 font"
            raise Mistake("not a TrueType or OpenType font with outlines", fix)
        self._postscript_name = postscript_name
        self._font = hb.Font(self._face)
        self.units_per_em: int = self._face.upem
        extents = self._font.get_font_extents("ltr")
        self.ascent = extents.ascender / self.units_per_em
        self.descent = -extents.descender / self.units_per_em
        self.cap_height = self._metric(hb.OTMetricsTag.CAP_HEIGHT, 0.7)
        self._words: dict[tuple[str, tuple[str, ...], str, bool, str, str], Word] = {}
        self._supported: set[int] = set(self._face.unicodes)
        if _SYMBOLS & self._supported:  # a symbol font: HarfBuzz finds its letters at their ordinary codes
            self._supported |= {code for code in range(0x20, 0x100) if self._font.get_nominal_glyph(code)}
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
        """Read everything that a build may later need of the file, so that a broken font is reported early.

        Raises:
            Mistake: The file is broken.
        """
        try:
            _ = self.postscript_name, self.bounding_box, self.italic_angle
            step = self._face.glyph_count // _VERIFIED + 1
            characters = sorted(self._supported)[::step]
            if self.has_cff:
                self.subset(set(range(min(self._face.glyph_count, _SHARED))))
            elif not self.is_coloured:
                self.subset(set(range(0, self._face.glyph_count, step)))
                characters = characters[:_SHARED]
            self.web_subset(set(map(chr, characters)))
        except (RuntimeError, ValueError, struct.error) as error:
            what = f"the font is broken: {str(error) or type(error).__name__}"
            raise Mistake(what, "download the font file again") from error

    def _metric(self, tag: hb.OTMetricsTag, otherwise: float) -> float:
        value = self._font.get_metric_position(tag)
        return value / self.units_per_em if value else otherwise

    def has(self, character: str) -> bool:
        """Whether the face can show a character.

        Spaces that it replaces and characters that are never drawn count as shown.
        """
        return ord(character) in self._supported or character in _SPACES or ord(character) in _INVISIBLE

    def shape(
        self,
        text: str,
        features: tuple[str, ...] = (),
        language: str = "",
        is_rightward: bool = True,
        before: str = "",
        after: str = "",
    ) -> Word:
        """Return the glyphs of a text, with kerning and ligatures from the font's own tables.

        Args:
            text: Characters of one direction, without line breaks.
            features: OpenType features to switch on, such as "tnum", or off, such as "-liga".
            language: A code such as sr or zh_Hant, for fonts that have letter forms for some languages.
            is_rightward: Whether it runs from left to right.
            before: The part of the same word before it, in another face or look: Arabic letters join across the edge
                and take the height that the whole word requires.
            after: The part of the same word after it.
        """
        if before or after:
            before, after = _joining_end(before[-_SEEN_AROUND:]), _joining_start(after[:_SEEN_AROUND])
        key = (text, features, language, is_rightward, before, after)
        word = self._words.get(key)
        if word is None:
            word = self._words[key] = self._shape(*key)
        return word

    def _shape(
        self, text: str, features: tuple[str, ...], language: str, is_rightward: bool, before: str, after: str
    ) -> Word:
        unsupported = [c for c in text if ord(c) not in self._supported]
        lacking = {c: _SPACES[c] for c in unsupported if c in _SPACES}
        drawn = "".join(" " if c in lacking else c for c in text) if lacking else text
        whole, begin, stop = f"{before}{drawn}{after}", len(before), len(before) + len(text)
        placed = self._placed(whole, 0, len(whole), features, language, is_rightward)
        if before or after:
            clusters = {info.cluster for info, _ in placed}
            if begin in clusters and (not after or stop in clusters):
                placed = [(info, position) for info, position in placed if begin <= info.cluster < stop]
            else:  # a ligature crosses the edge; its letters are set in their joined forms
                placed = self._placed(whole, begin, len(text), features, language, is_rightward)
        infos, positions = [info for info, _ in placed], [position for _, position in placed]
        advances = [p.x_advance for p in positions]
        starts = [info.cluster - len(before) for info in infos]
        characters = []
        end = len(text)
        for index in range(len(starts) - 1, -1, -1):  # clusters rise in the order of the text
            start = starts[index]
            is_later_part = index > 0 and starts[index - 1] == start
            characters.append("" if is_later_part else text[start:end])
            end = end if is_later_part else start
            if text[start] in lacking:
                advances[index] = round(advances[index] * lacking[text[start]])
            elif text[start] == NO_BREAK_SPACE:  # some fonts make it wider than a space, which leaves holes
                advances[index] = self._space_advance
        characters.reverse()
        glyphs = [info.codepoint for info in infos]
        if is_rightward and not text.isascii():
            for index, (first, second) in enumerate(pairwise(characters)):
                if advances[index] == self.units_per_em:
                    advances[index] -= self.half_shared(first, glyphs[index], second, glyphs[index + 1])
        missing = dict.fromkeys(c for c in unsupported if not self.has(c))
        if 0 in glyphs and not unsupported:
            missing = dict.fromkeys(self._parts_missing(text))
        offsets = [(p.x_offset, p.y_offset) for p in positions]
        if not is_rightward:
            glyphs, advances, characters, offsets = glyphs[::-1], advances[::-1], characters[::-1], offsets[::-1]
        return Word(
            face=self,
            text=text,
            glyphs=tuple(glyphs),
            advances=tuple(advances),
            characters=tuple(characters),
            width=sum(advances) / self.units_per_em,
            missing="".join(missing),
            offsets=tuple(offsets) if any(map(any, offsets)) else (),
            is_rightward=is_rightward,
        )

    def _placed(
        self, text: str, first: int, count: int, features: tuple[str, ...], language: str, is_rightward: bool
    ) -> list[tuple[hb.GlyphInfo, hb.GlyphPosition]]:
        """Return the glyphs of a part of a text, in its order. Letters around the part only influence its forms."""
        buffer = hb.Buffer()
        buffer.add_str(text, first, count)
        buffer.guess_segment_properties()
        buffer.language = language.replace("_", "-") or "und"
        buffer.direction = "ltr" if is_rightward else "rtl"
        hb.shape(self._font, buffer, {f.removeprefix("-"): not f.startswith("-") for f in features})
        placed = list(zip(buffer.glyph_infos or [], buffer.glyph_positions or [], strict=True))
        return placed if is_rightward else placed[::-1]

    def half_shared(self, first: str, glyph: int, second: str, following: int, other: FontFace | None = None) -> int:
        """Return by how much two Chinese or Japanese marks close up, in font units; 0 for other characters.

        Args:
            first: A character of this face.
            glyph: Its glyph.
            second: The character after it.
            following: The glyph of the second character.
            other: The face of the second character; None for this face.
        """
        half = empty_half(first, second)
        after = other or self
        if second in OPENING_QUOTES and after.advance(following) != after.units_per_em:
            return 0  # a narrow quote of a Latin font, which has no empty half before it
        face, number = (self, glyph) if half == "first" else (after, following)
        extents = face._font.get_glyph_extents(number) if half else None
        em = face.units_per_em
        if extents is None or face.advance(number) != em:
            return 0
        room = em - extents.x_bearing - extents.width if half == "first" else extents.x_bearing
        return self.units_per_em // 2 if room >= EMPTY_HALF * em else 0

    def _parts_missing(self, text: str) -> Iterator[str]:
        """Yield the parts of characters, as HarfBuzz divides them, that the face lacks, such as the ring of Thai ำ."""
        parts = [part for part in unicodedata.normalize("NFKD", text) if not self.has(part)]
        yield from parts or text

    def advance(self, glyph: int) -> int:
        """Return the glyph's own advance, without kerning, in font units."""
        return int(self._font.get_glyph_h_advance(glyph))

    def ink(self, glyphs: Sequence[int], offsets: Sequence[tuple[int, int]] = ()) -> tuple[float, float]:
        """Return how far glyphs reach above and below the baseline, in em. Word explains their offsets."""
        top = bottom = 0
        for glyph, (_, up) in zip(glyphs, offsets or repeat((0, 0)), strict=False):
            extents = self._font.get_glyph_extents(glyph)
            if extents is not None and extents.height:
                top = max(top, extents.y_bearing + up)
                bottom = min(bottom, extents.y_bearing + extents.height + up)
        return top / self.units_per_em, -bottom / self.units_per_em

    def glyph_boxes(self, word: Word) -> Iterator[tuple[float, float, float, float]]:
        """Yield left, right, top and bottom of each glyph of a word, in em from its start and baseline, y up."""
        pen = 0
        for glyph, advance, (right, up) in zip(
            word.glyphs, word.advances, word.offsets or repeat((0, 0)), strict=False
        ):
            extents = self._font.get_glyph_extents(glyph)
            if extents is not None and extents.height:
                left, top = pen + right + extents.x_bearing, extents.y_bearing + up
                box = (left, left + extents.width, top, top + extents.height)
                yield tuple(number / self.units_per_em for number in box)
            pen += advance

    def outline(self, glyph: int) -> tuple[Segment, ...]:
        """Return the glyph's outline in font units, y up; quadratic curves become cubic ones."""
        return glyph_outline(self._font, glyph)

    def stem(self, text: str) -> float:
        """Return how thick the stems of a text's letters are, as a share of the cap height."""
        thickness = mean_stem(self.outline(glyph) for glyph in self.shape(text).glyphs)
        return thickness / self.units_per_em / self.cap_height

    @property
    def shaper(self) -> hb.Font:
        """The HarfBuzz font, for pnp.layout.text.colour_glyphs."""
        return self._font

    @cached_property
    def postscript_name(self) -> str:
        """The PostScript name, by which PDF and print shops identify the face."""
        in_file = self._face.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME)
        return self._postscript_name or in_file or re.sub(r"[^\w-]", "", self.name, flags=re.ASCII) or "Font"

    @cached_property
    def about(self) -> FontMetadata:
        """The names, style and permissions in the file.

        An instance of a variable font has the style of its place on the axes.
        """
        about = read_metadata(self._face, self._tables(), self.name)
        weight = round(self.axes.get("wght", about.weight))
        is_sloped = self.axes.get("ital", 0.0) >= 0.5 or self.axes.get("slnt", 0.0) < 0
        return replace(about, weight=weight, is_italic=about.is_italic or is_sloped)

    @property
    def may_be_embedded(self) -> bool:
        """Whether the font's own permission bits (OpenType, OS/2, fsType) allow embedding it in files."""
        return self.about.may_be_embedded

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
        """Return a font program with only these glyphs, under their own numbers; deterministic.

        It is a TrueType file or, for a font with PostScript outlines, a bare CFF table whose CIDs are these numbers.
        """
        if self.has_cff:
            return self._cff_subset(glyphs)
        request = hb.SubsetInput()
        request.glyph_set.update(glyphs)
        request.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING | hb.SubsetFlags.NOTDEF_OUTLINE
        drop = {"GSUB", "GPOS", "GDEF", "name", "OS/2", "post", "cmap", "DSIG", "STAT", "gasp", "kern"}
        request.sets(hb.SubsetInputSets.DROP_TABLE_TAG).update(
            int.from_bytes(tag.ljust(4).encode(), "big") for tag in drop
        )
        return bytes(hb.subset(self._face, request).blob.data)

    def _cff_subset(self, glyphs: set[int]) -> bytes:
        """Return a CFF table with only these glyphs, whose CIDs are their glyph numbers; deterministic."""
        from pnp.core.cff import cid_keyed

        request = hb.SubsetInput()
        request.glyph_set.update(glyphs)
        flags = hb.SubsetFlags
        request.flags = flags.NO_HINTING | flags.NOTDEF_OUTLINE | flags.NO_LAYOUT_CLOSURE | flags.DESUBROUTINIZE
        plan = hb.SubsetPlan(self._face, request)
        numbers = dict(plan.new_to_old_glyph_mapping)
        return cid_keyed(bytes(plan.execute().blob.data), [numbers[new] for new in range(len(numbers))])

    def web_subset(self, characters: set[str]) -> bytes:
        """Return a font file for web pages with these characters' glyphs, kerning and ligatures; deterministic."""
        request = hb.SubsetInput()
        request.unicode_set.update(sorted(map(ord, characters)))
        request.flags = hb.SubsetFlags.NO_HINTING
        return bytes(hb.subset(self._face, request).blob.data)


def _joining_start(text: str) -> str:
    """Return the joining letters at the start of a text."""
    match = _JOINING.match(text)
    return match[0] if match else ""


def _joining_end(text: str) -> str:
    """Return the joining letters at the end of a text."""
    return _joining_start(text[::-1])[::-1]


def describe_characters(characters: str) -> str:
    """Return characters as diagnostics name them: ``é (U+00E9)``."""
    return ", ".join(f"{c} (U+{ord(c):04X})" for c in characters)


def unknown_family_fix(name: str, families: Iterable[str]) -> str:
    """Return the fix for a family that fonts.yaml does not name: the most similar name, or how to add the family."""
    names = sorted(families)
    if nearest(name, names):
        return suggest(name, names)
    quoted = name if re.fullmatch(r"[\w.-]+", name) else f"'{name}'"
    return f"{suggest(name, names)}; or add it with pnp fonts add {quoted}"


SEMI_BOLD = 600
"""A face of at least this weight counts as heavy (OpenType, OS/2 usWeightClass)."""


@lru_cache(maxsize=256)
def _is_nearer_to_bold(face: FontFace, regular: FontFace, bold: FontFace) -> bool:
    """Whether a face's stems are closer to those of a bold face than to those of the regular one."""
    sample = "".join(filter(lambda letter: all(each.has(letter) for each in (face, regular, bold)), SAMPLES))
    if sample:
        middle = (regular.stem(sample) + bold.stem(sample)) / 2
    else:
        sample, middle = "".join(filter(face.has, SAMPLES)), (REGULAR + BOLD) / 2
    return face.stem(sample) > middle


STYLES = ("regular", "bold", "italic", "bold-italic")


@frozen_dataclass
class Family:
    """Up to four faces. If the family lacks a style, the nearest face replaces it."""

    faces: Mapping[str, FontFace]

    def face(self, bold: bool = False, italic: bool = False) -> FontFace:
        """Return the face of a style. Bold replaces a missing bold italic, else italic does.

        The regular face replaces any other.
        """
        style = STYLES[bold + 2 * italic]
        if style == "bold-italic" and style not in self.faces:
            return self.faces.get("bold") or self.faces.get("italic") or self.faces["regular"]
        return self.faces.get(style) or self.faces["regular"]

    def lacks(self, bold: bool, italic: bool, text: str) -> str:
        """Return the name of a style if the family has no face of it, else "".

        Args:
            bold: Whether the text is bold.
            italic: Whether it is italic.
            text: The text; scripts without italics need no italic face.
        """
        style = STYLES[bold + 2 * (italic and not is_upright(text))]
        return "" if style in self.faces else style


@frozen_dataclass
class FontSet:
    """The families of a project, and the fallback families for characters that a family lacks.

    Attributes:
        families: The families by name.
        fallback: The names of fallback families, in order.
        fallbacks: The same for single languages, by their codes with underscores.
        substitutes: By language: the name of a family → the family that replaces it.
        languages: The languages of the game, for messages.
        unusable: The names of families whose files cannot be used, which was reported.
        origin: The fonts of all languages, if these were chosen for one language; None otherwise.
    """

    families: Mapping[str, Family]
    fallback: tuple[str, ...] = ()
    fallbacks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    substitutes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unusable: frozenset[str] = frozenset()
    languages: tuple[str, ...] = ()
    origin: FontSet | None = field(default=None, repr=False)

    def for_language(self, language: str) -> FontSet:
        """Return the fonts for a language: zh_Hant_TW uses those of zh_Hant, or else those of zh."""
        if self.origin is not None:
            return self.origin.for_language(language)
        if not self.fallbacks and not self.substitutes:
            return self
        parts = language.replace("-", "_").split("_")
        names = ["_".join(parts[:count]) for count in range(len(parts), 0, -1)]
        fallback = next((self.fallbacks[name] for name in names if name in self.fallbacks), self.fallback)
        stand_ins = next((self.substitutes[name] for name in names if name in self.substitutes), {})
        families = {**self.families, **{name: self.families[other] for name, other in stand_ins.items()}}
        return replace(self, families=families, fallback=fallback, fallbacks={}, substitutes={}, origin=self)

    @cached_property
    def suppliers(self) -> Mapping[str, Family]:
        """The fallback families by name, in order.

        If another family replaces one, the replacement comes first and the family itself second: an Arabic family may
        replace that of the texts, which then still supplies the Latin letters.
        """
        declared = (self.origin or self).families
        families = [family for name in self.fallback for family in (self.families[name], declared[name])]
        return {name: family for family in families for name in declared if declared[name] is family}

    @property
    def small_print(self) -> FontFace:
        """The face for small print in margins: that of the text family, or else of the first family."""
        family = self.families.get("text") or next(iter(self.families.values()))
        return family.face()

    def face_for(self, character: str, face: FontFace, bold: bool = False, italic: bool = False) -> FontFace:
        """Return the face itself if it has the character, else the first fallback that has it, else the face itself.

        Args:
            character: The character.
            face: The face of the text.
            bold: Whether the text is bold. A fallback family supplies the same style, or bold beside a face that is
                heavy by itself.
            italic: Whether it is italic.
        """
        if face.has(character):
            return face
        for family in self.suppliers.values():
            fallback = family.face(bold or self._is_heavy(face, family), italic)
            if fallback.has(character):
                return fallback
            regular = family.face()  # styles of one family need not have the same characters
            if regular.has(character):
                return regular
        return face

    def _is_heavy(self, face: FontFace, family: Family) -> bool:
        """Whether letters of this family should be bold beside those of a face.

        A family of one style may look heavy although its file calls it regular, so its stems are measured.
        """
        if "bold" not in family.faces or face in family.faces.values():
            return False
        if face.about.weight >= SEMI_BOLD:
            return True
        return face in self._alone and _is_nearer_to_bold(face, family.faces["regular"], family.faces["bold"])

    @cached_property
    def _alone(self) -> frozenset[FontFace]:
        """The faces of families that have only one style."""
        families = [frozenset(family.faces.values()) for family in self.families.values()]
        several = {face for faces in families if len(faces) > 1 for face in faces}
        return frozenset(face for faces in families for face in faces - several)

    def _coloured(self, character: str, face: FontFace) -> FontFace | None:
        """Return the face that shows a character as an emoji; None if there is none."""
        faces = (face, *(family.face() for family in self.suppliers.values()))
        return next((face for face in faces if face.is_coloured and face.has(character)), None)

    def lacking_fallback(self, word: Word, face: FontFace, bold: bool, italic: bool) -> tuple[str, str] | None:
        """Return the fallback family that lacks the style of a word's text, and that style; None if the style is right.

        Signs and emojis always return None: their style is not worth a report.

        Args:
            word: A word that `shape` returned.
            face: The face that the text asked for.
            bold: Whether the text is bold.
            italic: Whether it is italic.
        """
        if word.face is face or word.face.is_coloured or not (bold or italic):
            return None
        if not any(map(str.isalpha, word.text)):
            return None
        for name, family in self.suppliers.items():
            if word.face in family.faces.values():
                slants = {italic, italic and not is_upright(word.text)}  # upright where the family has no italics
                weights = {bold, bold or self._is_heavy(face, family)}
                styles = [STYLES[weight + 2 * slant] for weight in weights for slant in slants]
                if any(family.faces.get(style) is word.face for style in styles):
                    return None
                return name, STYLES[bold + 2 * min(slants)]
        return None

    def shape(
        self,
        text: str,
        face: FontFace,
        features: tuple[str, ...] = (),
        *,
        bold: bool = False,
        italic: bool = False,
        language: str = "",
        is_rightward: bool = True,
        before: str = "",
        after: str = "",
    ) -> tuple[Word, ...]:
        """Shape a text without breaks: return one word for each run of characters that one face can show.

        The words are in the order of the text.

        Args:
            text: Characters of one direction, without line breaks.
            face: The face of the text.
            features: OpenType features to switch on, such as "tnum", or off, such as "-liga".
            language: A code such as sr or zh_Hant, for fonts that have letter forms for some languages.
            is_rightward: Whether it runs from left to right.
            bold: Whether the text is bold, for characters that come from a fallback family.
            italic: Whether it is italic, likewise.
            before: The part of the same word before it, in another look; see `FontFace.shape`.
            after: The part of the same word after it.
        """
        word = face.shape(text, features, language, is_rightward, before, after)
        if not word.missing and COLOUR_SELECTOR not in text:
            return (word,)
        words: list[Word] = []
        whole, start = f"{before}{text}{after}", len(before)
        for run_face, run in self._runs(text, face, bold, italic):
            end = start + len(run)
            words.append(run_face.shape(run, features, language, is_rightward, whole[:start], whole[end:]))
            start = end
        return tuple(words)

    def _runs(self, text: str, face: FontFace, bold: bool, italic: bool) -> Iterator[tuple[FontFace, str]]:
        start, current = 0, None
        for index, character in enumerate(text):
            if current and _joins(character) and current.has(character):
                continue
            needed = None
            if text.startswith(COLOUR_SELECTOR, index + 1):
                needed = self._coloured(character, face)
            if character in CENTRED and (beside := _ideograph_beside(text, index)):
                ideographs = self.face_for(beside, face, bold, italic)
                needed = ideographs if ideographs.has(character) else needed
            needed = needed or self.face_for(character, face, bold, italic)
            if needed is not current:
                if current:
                    yield current, text[start:index]
                start, current = index, needed
        if current:
            yield current, text[start:]


def closed_up(word: Word, following: Word) -> Word:
    """Return a word whose last mark is closed up to the first mark of the following word.

    See `FontFace.half_shared`.
    """
    if not word.glyphs or not following.glyphs or word.advances[-1] != word.face.units_per_em:
        return word
    marks = word.characters[-1], word.glyphs[-1], following.characters[0], following.glyphs[0]
    shared = word.face.half_shared(*marks, other=following.face)
    if not shared:
        return word
    advances = (*word.advances[:-1], word.advances[-1] - shared)
    return replace(word, advances=advances, width=word.width - shared / word.face.units_per_em)


def _ideograph_beside(text: str, index: int) -> str:
    """Return the ideograph, or wide sign, beside a row of dots or dashes in a text; "" if there is none."""
    before, after = text[:index].rstrip(CENTRED)[-1:], text[index:].lstrip(CENTRED)[:1]
    return next((neighbour for neighbour in (before, after) if neighbour and is_wide(neighbour)), "")


def _joins(character: str) -> bool:
    """Whether a character modifies the one before it, so that both must be shaped together."""
    return ord(character) in _INVISIBLE or unicodedata.category(character).startswith("M")
