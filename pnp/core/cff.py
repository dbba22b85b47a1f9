"""A small OpenType font with PostScript outlines → its CFF table, CID-keyed, with the caller's glyph numbers.

A PDF takes the glyph numbers of a CFF font for CIDs, and the table's charset maps these to glyphs. So a subset with
renumbered glyphs can keep the numbers of the whole font, as PDFs of Asian fonts do. fontTools writes the table, and is
imported only here and for web fonts.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


def cid_keyed(font: bytes, cids: Sequence[int]) -> bytes:
    """Return the CFF table of a font with the given CID for each glyph; deterministic.

    Args:
        font: An OpenType file with a table CFF.
        cids: The CID of each glyph, in the order of the file: 0 first, then ascending.

    Raises:
        ValueError: The table is broken.
    """
    from fontTools.ttLib import TTFont

    with _faults_of_fonttools(), TTFont(io.BytesIO(font), lazy=True) as opened:
        table = opened["CFF "]
        top = table.cff.topDictIndex[0]
        names = [".notdef", *(f"cid{cid:05d}" for cid in cids[1:])]
        if not hasattr(top, "ROS"):
            _add_font_dict(top, table.cff.fontNames[0], len(names))
        top.ROS = ("Adobe", "Identity", 0)
        top.CIDCount = 0x10000
        top.charset = top.CharStrings.charset = names
        top.CharStrings.charStrings = {name: index for index, name in enumerate(names)}
        return bytes(table.compile(opened))


@contextmanager
def _faults_of_fonttools() -> Iterator[None]:
    """Raise as ValueError whatever fontTools raises for broken tables, from AssertionError to struct.error."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        raise ValueError(str(error) or type(error).__name__) from error


def _add_font_dict(top: Any, name: str, count: int) -> None:
    """Move the values that a name-keyed font stores once for all glyphs into the font dictionary of a CID-keyed one."""
    from fontTools.cffLib import FDArrayIndex, FDSelect, FontDict

    strings = top.CharStrings  # reads the entry Private
    shared = FontDict()
    shared.FontName = name
    shared.Private = top.Private
    array, selection = FDArrayIndex(), FDSelect()
    array.append(shared)
    selection.gidArray = [0] * count
    for key in ("Private", "Encoding"):
        top.rawDict.pop(key, None)
        vars(top).pop(key, None)
    top.FDArray = strings.fdArray = array
    top.FDSelect = strings.fdSelect = selection


def without_cff2(font: bytes) -> bytes:
    """Return a static font with a CFF table instead of its CFF2 table, which PDF does not support.

    Raises:
        ValueError: The table is broken.
    """
    from fontTools.cffLib.CFF2ToCFF import convertCFF2ToCFF
    from fontTools.ttLib import TTFont

    written = io.BytesIO()
    with _faults_of_fonttools(), TTFont(io.BytesIO(font), recalcBBoxes=False, recalcTimestamp=False) as opened:
        convertCFF2ToCFF(opened)
        opened.save(written, reorderTables=None)
    return written.getvalue()
