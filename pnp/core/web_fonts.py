"""A web font (WOFF, WOFF2) → the TrueType or OpenType font in it, which is kept in the user's cache folder.

Unpacking with fontTools takes seconds for a font with thousands of glyphs; fontTools is only imported for it. The
digest of the web font is the name of the cache entry, which also contains the digest of its own bytes.
"""

from __future__ import annotations

import hashlib
import io
import struct
from pathlib import Path

from pnp.core.cache_folder import cache_folder, read_entry, write_entry
from pnp.core.diagnostics import Mistake

SIGNATURES = (b"wOFF", b"wOF2")
"""The first bytes of web fonts."""

LARGEST_UNPACKED = 128 * 2**20
"""Largest size of a font after unpacking, in bytes, as its header states it."""


def unpacked(content: bytes) -> bytes:
    """Unpack a web font.

    Raises:
        Mistake: The font is broken, too large, or needs a library that is not installed.
    """
    size = struct.unpack(">L", content[16:20])[0] if len(content) >= 20 else 0
    if size > LARGEST_UNPACKED:
        raise Mistake(f"larger than {LARGEST_UNPACKED // 2**20} MiB when unpacked", "use another font")
    folder = cache_folder()
    if not folder:
        return _unpack(content)
    entry = str(Path(folder, f"{hashlib.sha256(b'web font 1' + content).hexdigest()}.font"))
    font = read_entry(entry)
    if not font:
        font = _unpack(content)
        write_entry(entry, font)
    return font


def _unpack(content: bytes) -> bytes:
    from fontTools.ttLib import TTFont

    try:
        with TTFont(io.BytesIO(content), recalcBBoxes=False, recalcTimestamp=False) as font:
            font.flavor = None
            written = io.BytesIO()
            font.save(written, reorderTables=None)
    except ImportError:
        what = "a WOFF2 font, which needs the library brotli"
        raise Mistake(what, "pip install '.[woff]' in pnp's repository, or use the .ttf or .otf of the font") from None
    except MemoryError:
        raise
    except Exception as error:  # what its decoders meet: struct.error, zlib.error, brotli.error, AssertionError, …
        what = f"a broken web font: {str(error) or type(error).__name__}"
        raise Mistake(what, "download the font file again") from error
    return written.getvalue()
