"""The name and OS/2 tables of a font → its names, style, licence, and whether it may be embedded."""

from __future__ import annotations

import struct
from collections.abc import Collection

import uharfbuzz as hb

from pnp.core.frozen_dataclass import frozen_dataclass

RESTRICTED = 2
"""The permission bit (fsType) of fonts that must not be embedded."""

_WHOLE_ONLY, _BITMAPS_ONLY = 0x100, 0x200
"""The permission bits of fonts that may only be embedded as a whole, and of those that may only be embedded as
bitmaps."""

_UPRIGHT_REGULAR = (400, 5, False)
"""The weight, width and slant of a font file without an OS/2 table."""


@frozen_dataclass(slots=True)
class FontMetadata:
    """What a font says about itself in its name and OS/2 tables.

    Attributes:
        family: The family's name, for all weights together.
        names: The family's names that people use: the typographic name, and the one for programs with four styles a
            family.
        weight: From 100 to 900; 400 is regular, 700 bold.
        width: From 1 to 9; 5 is normal, less is condensed.
        is_italic: Whether it is an italic or an oblique.
        version: The file's version.
        designer: The name of its designer.
        copyright: The owner of its copyright.
        licence: The text of its licence, or the beginning of it.
        licence_url: The address of the licence.
        permissions: The permission bits (OpenType, OS/2, fsType).
    """

    family: str
    names: tuple[str, ...]
    weight: int
    width: int
    is_italic: bool
    version: str
    designer: str
    copyright: str
    licence: str
    licence_url: str
    permissions: int

    @property
    def may_be_embedded(self) -> bool:
        """Whether the font's own permission bits allow embedding it in files."""
        return self.permissions & 0xF != RESTRICTED

    @property
    def refusal(self) -> str:
        """The reason why its permission bits forbid embedding the font in files; "" if they allow it."""
        if not self.may_be_embedded:
            return "its maker forbids that it is embedded in files"
        if self.permissions & _BITMAPS_ONLY:
            return "its maker allows no outlines in files, only bitmaps"
        if self.permissions & _WHOLE_ONLY:
            return "its maker forbids that parts of it are embedded, and a PDF holds the letters that it uses"
        return ""


def read_metadata(face: hb.Face, tables: Collection[str], name: str) -> FontMetadata:
    """Return what a font says about itself.

    Args:
        face: The font.
        tables: The tags of the tables that the font has.
        name: The name of its family, if the font does not state one.
    """
    table = bytes(face.reference_table("OS/2").data) if "OS/2" in tables else b""
    weight, width, is_italic = _UPRIGHT_REGULAR
    permissions: int = struct.unpack(">H", table[8:10])[0] if len(table) >= 10 else 0
    if len(table) >= 64:
        weight, width = struct.unpack(">2H", table[4:8])
        is_italic = bool(struct.unpack(">H", table[62:64])[0] & 0x201)  # italic, or oblique

    def name_of(*identifiers: hb.OTNameIdPredefined) -> str:
        return next((text.strip() for entry in identifiers if (text := face.get_name(entry))), "")

    ids = hb.OTNameIdPredefined
    family = name_of(ids.TYPOGRAPHIC_FAMILY, ids.FONT_FAMILY) or name
    return FontMetadata(
        family=family,
        names=tuple(dict.fromkeys((family, name_of(ids.FONT_FAMILY) or family))),
        weight=weight,
        width=width,
        is_italic=is_italic,
        version=name_of(ids.VERSION_STRING),
        designer=name_of(ids.DESIGNER, ids.MANUFACTURER),
        copyright=name_of(ids.COPYRIGHT),
        licence=name_of(ids.LICENSE),
        licence_url=name_of(ids.LICENSE_URL),
        permissions=permissions,
    )
