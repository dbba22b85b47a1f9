"""A font file of any kind → one face in it.

TrueType and OpenType files are read as they are, web fonts (WOFF, WOFF2) unpacked. One font of a collection (TTC, OTC)
is chosen by its number or name. A variable font is pinned to one place on its axes by HarfBuzz, which takes
milliseconds: see docs/decisions/0041-fonts.md.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import uharfbuzz as hb

from pnp.core.cff import without_cff2
from pnp.core.diagnostics import Mistake, suggest
from pnp.core.font_metadata import read_metadata
from pnp.core.fonts import FontFace
from pnp.core.patterns import lazy_pattern
from pnp.core.units import whole_number
from pnp.core.web_fonts import SIGNATURES, unpacked

ENDINGS = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
"""Endings of font files, lower case."""

REGULAR, BOLD = 400.0, 700.0
"""Weights on the axis wght."""

_LEAST_BOLD = 600.0
"""If an axis does not reach 700, a weight from here on counts as bold."""


_MEMBER = lazy_pattern(rf"(.+(?:{'|'.join(map(re.escape, ENDINGS))}))#(.*)", re.IGNORECASE)


def split_member(path: str) -> tuple[str, str]:
    """Split off the number or name of a font that follows a # in a path; "" if there is none."""
    match = _MEMBER.fullmatch(path)
    return (match[1], match[2].strip()) if match else (path, "")


class VariationAxis(NamedTuple):
    """A property in which a variable font varies: wght (weight), wdth (width), ital, slnt, opsz, or one of its own.

    Attributes:
        tag: The four letters that name the axis.
        least: The smallest value.
        usual: The value of the font's default master.
        most: The largest value.
    """

    tag: str
    least: float
    usual: float
    most: float

    def nearest(self, value: float) -> float:
        """Return the value on the axis that is nearest to the given one."""
        return min(max(value, self.least), self.most)


class FontFile:
    """The contents of one font file, with one or several fonts.

    Attributes:
        name: The file's name without its ending.
        original: The bytes of the file.
        count: The number of fonts in it.
    """

    def __init__(self, name: str, content: bytes) -> None:
        """Unpack a font file.

        Raises:
            Mistake: The file is a web font that cannot be unpacked, or an empty collection.
        """
        self.name = name
        self.original = content
        self.content = unpacked(content) if content[:4] in SIGNATURES else content
        self._blob = hb.Blob(self.content)
        self.count = _count(self.content)
        self._faces: dict[tuple[int, tuple[tuple[str, float], ...]], FontFace] = {}

    def member(self, wanted: str) -> int:
        """Return the index, from 0, of the font with a number (from 1) or a name; "" chooses the first one.

        Raises:
            Mistake: There is no such font in the file, or several.
        """
        if not wanted or (wanted == "1" and self.count == 1):
            return 0
        if wanted.isdecimal():
            if 1 <= (number := whole_number(wanted) or 0) <= self.count:
                return number - 1
            if self.count == 1:
                raise Mistake(f"is one font, and has no #{wanted}", f"leave #{wanted} out")
            what, fix = f"holds {self.count} fonts, and no #{wanted}", f"write #1 to #{self.count}, or the name of one"
            raise Mistake(what, fix)
        names = [_names(hb.Face(self._blob, index)) for index in range(self.count)]
        matches = [index for index, known in enumerate(names) if wanted.casefold() in map(str.casefold, known)]
        if not matches:
            fix = suggest(wanted, [full_name for full_name, *_ in names]) or f"write #1 to #{self.count}"
            raise Mistake(f"holds no font named {wanted}", fix)
        return matches[0]

    def names(self, member: int) -> tuple[str, ...]:
        """Return the names of a font's family: the typographic name, and that for programs with four styles each."""
        face = hb.Face(self._blob, member)
        return read_metadata(face, _tables(face), self.name).names

    def single(self, member: int) -> tuple[bytes, str]:
        """Return one font of a collection as a file of its own, and the file's ending.

        Raises:
            Mistake: The font is broken.
        """
        face = hb.Face(self._blob, member)
        request = hb.SubsetInput()
        request.keep_everything()
        try:
            return bytes(hb.subset(face, request).blob.data), ".ttf" if "glyf" in _tables(face) else ".otf"
        except RuntimeError as error:
            raise _broken(str(error)) from error

    def axes(self, member: int = 0) -> tuple[VariationAxis, ...]:
        """Return the axes of a font in the file; none if it is not a variable font.

        Raises:
            Mistake: They are broken.
        """
        face = hb.Face(self._blob, member)
        if not face.has_var_data:
            return ()
        try:
            infos = face.axis_infos
        except UnicodeDecodeError as error:
            raise _broken("an axis has no name of four letters") from error
        return tuple(VariationAxis(axis.tag, axis.min_value, axis.default_value, axis.max_value) for axis in infos)

    def face(self, member: int = 0, axes: Mapping[str, float] | None = None) -> FontFace:
        """Return the face of one font in the file.

        Args:
            member: Its index, from 0.
            axes: Values on its axes; others stay as in the default master.

        Raises:
            Mistake: The font cannot be read, has no such axis, or an axis does not reach a value.
        """
        own = self.axes(member)
        key = (member, tuple(sorted(_place(own, axes or {}).items())))
        if key not in self._faces:
            self._faces[key] = self._open(member, own, dict(key[1]))
        return self._faces[key]

    def _open(self, member: int, axes: Sequence[VariationAxis], place: Mapping[str, float]) -> FontFace:
        name = f"{self.name}#{member + 1}" if self.count > 1 else self.name
        face = hb.Face(self._blob, member)
        if not place and "CFF2" not in _tables(face):
            return FontFace(name, self.content, member)
        chosen = {axis.tag: place[axis.tag] for axis in axes if place[axis.tag] != axis.usual}
        label = "".join(f" {tag}={value:g}" for tag, value in chosen.items())
        pinned = _pinned(face, place)
        return FontFace(f"{name}{label}", pinned, postscript_name=_instance_name(face, axes, place), axes=place)


def style_axes(axes: Sequence[VariationAxis], bold: bool = False, italic: bool = False) -> dict[str, float]:
    """Return the values on a font's axes for a style: the nearest to weight 400 or 700, and upright or italic."""
    place: dict[str, float] = {}
    by_tag = {axis.tag: axis for axis in axes}
    if weight := by_tag.get("wght"):
        place["wght"] = weight.nearest(BOLD if bold else REGULAR)
    if slope := by_tag.get("ital"):
        place["ital"] = slope.nearest(float(italic))
    if slant := by_tag.get("slnt"):
        place["slnt"] = slant.nearest(slant.least if italic and "ital" not in by_tag else 0.0)
    return place


def has_bold(axes: Sequence[VariationAxis]) -> bool:
    """Whether the weight axis reaches bold."""
    return any(axis.tag == "wght" and axis.most >= _LEAST_BOLD for axis in axes)


def has_italic(axes: Sequence[VariationAxis]) -> bool:
    """Whether an axis of the font leads from upright to italic or oblique."""
    tags = {axis.tag: axis for axis in axes}
    return ("ital" in tags and tags["ital"].most >= 1) or ("slnt" in tags and tags["slnt"].least < 0)


def _count(content: bytes) -> int:
    """Return how many fonts a file has.

    Raises:
        Mistake: It is a collection that is cut off or empty.
    """
    if content[:4] != b"ttcf":
        return 1
    count: int = struct.unpack(">L", content[8:12])[0] if len(content) >= 12 else 0
    if not 0 < count <= (len(content) - 12) // 4:
        raise Mistake("a broken collection of fonts", "download the font file again")
    return count


def _tables(face: hb.Face) -> Sequence[str]:
    try:
        return list(face.table_tags)
    except UnicodeDecodeError:
        return ()


def _names(face: hb.Face) -> tuple[str, ...]:
    """Return the names by which a user may choose a font of a collection: the full name first."""
    ids = hb.OTNameIdPredefined
    kinds = (ids.FULL_NAME, ids.POSTSCRIPT_NAME, ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY)
    names = tuple(face.get_name(kind) or "" for kind in kinds)
    regular = names[0].removesuffix(" Regular")  # fontconfig and menus leave it out
    return (*names, regular)


def _place(own: Sequence[VariationAxis], axes: Mapping[str, float]) -> dict[str, float]:
    """Return a value for each axis of a font: the given one, or the usual one."""
    by_tag = {axis.tag: axis for axis in own}
    for tag, value in axes.items():
        if tag not in by_tag:
            has = f"its axes are {', '.join(by_tag)}" if by_tag else "it is not a variable font"
            raise Mistake(f"has no axis {tag}: {has}", f"leave {tag}: out, or take another file")
        axis = by_tag[tag]
        if not axis.least <= value <= axis.most:
            what = f"goes from {axis.least:g} to {axis.most:g} on the axis {tag}, not to {value:g}"
            raise Mistake(what, f"write {tag}: {axis.nearest(value):g}")
    return {axis.tag: axes.get(axis.tag, axis.usual) for axis in own}


def _pinned(face: hb.Face, place: Mapping[str, float]) -> bytes:
    """Return a static font file for one place on the axes, with outlines that PDF supports: glyf or CFF, not CFF2.

    Raises:
        Mistake: The font is broken.
    """
    request = hb.SubsetInput()
    request.keep_everything()
    request.flags |= hb.SubsetFlags.DOWNGRADE_CFF2 | hb.SubsetFlags.RETAIN_GIDS
    for tag, value in place.items():
        request.pin_axis_location(face, tag, value)
    try:
        pinned = hb.subset(face, request)
        content = bytes(pinned.blob.data)
        return without_cff2(content) if "CFF2" in _tables(pinned) else content
    except (RuntimeError, ValueError) as error:
        raise _broken(str(error)) from error


def _broken(why: str) -> Mistake:
    return Mistake(f"a broken font: {why}", "download the font file again")


def _instance_name(face: hb.Face, axes: Sequence[VariationAxis], place: Mapping[str, float]) -> str:
    """Return the PostScript name of a place on the axes: the font's own, or one built as Adobe's note 5902 says."""
    for instance in face.named_instances:
        coordinates = dict(zip((axis.tag for axis in axes), instance.design_coords, strict=False))
        if coordinates == dict(place) and (name := face.get_name(instance.postscript_name_id)):
            return str(name)
    ids = hb.OTNameIdPredefined
    kinds = (ids.VARIATIONS_PS_PREFIX, ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY)
    family = next(filter(None, map(face.get_name, kinds)), "")
    stem = "".join(letter for letter in family if letter.isascii() and letter.isalnum())
    changed = [f"{place[axis.tag]:g}{axis.tag}" for axis in axes if place[axis.tag] != axis.usual]
    return "_".join([stem, *changed])[:63] if stem else ""
