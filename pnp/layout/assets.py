"""Paths of drawings and pictures, as templates name them → parsed drawings and checked pictures, each read once.

Assets reads files through the function that it is given, never itself. A picture is unpacked once here, so that a
broken one is reported; renderers unpack it again. Its metadata (EXIF, XMP, IPTC, and whatever follows its end) is
removed, as cameras write the owner and the place there. All that a renderer needs stays byte for byte, the ICC profile
included.
"""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import Picture
from pnp.layout.drawing import Drawing
from pnp.layout.svg.items import parse_drawing
from pnp.layout.svg.setting import Sources
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from PIL.Image import Image


_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_APP_FIRST, _APP_LAST, _COMMENT, _SCAN, _END = 0xE0, 0xEF, 0xFE, 0xDA, 0xD9
_SHOWN_BY = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""Application segments that affect how a JPEG looks, and the bytes that each begins with."""
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""The start of a segment. Within a scan, FF 00 stands for a byte FF, and FF D0 to FF D7 are restart markers."""
_METADATA_CHUNKS = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")


def without_metadata(content: bytes) -> bytes:
    """Return a picture file without EXIF, XMP, IPTC, comments, and bytes after its end.

    From the first place that breaks the format on, the file stays as it is.
    """
    if content.startswith(_JPEG):
        return _jpeg(content)
    return _png(content) if content.startswith(_PNG) else content


def _jpeg(content: bytes) -> bytes:
    parts, position, is_scan = [_JPEG], len(_JPEG), False
    while marker := _MARKER.search(content, position):
        code, start = marker[1][0], marker.end()
        if is_scan:
            parts.append(content[position : marker.start()])
        if code == _END:
            return b"".join([*parts, b"\xff\xd9"])
        end = start + int.from_bytes(content[start : start + 2], "big")
        if not start + 2 <= end <= len(content):
            position = marker.start()
            break
        is_app = _APP_FIRST <= code <= _APP_LAST
        if code != _COMMENT and (not is_app or content.startswith(_SHOWN_BY.get(code, b"\xff"), start + 2)):
            parts.append(b"\xff" + content[marker.end() - 1 : end])
        position, is_scan = end, code == _SCAN
    return b"".join([*parts, content[position:]])


def _png(content: bytes) -> bytes:
    parts, position = [_PNG], len(_PNG)
    while position + 12 <= len(content):
        kind = content[position + 4 : position + 8]
        end = position + 12 + int.from_bytes(content[position : position + 4], "big")
        if kind not in _METADATA_CHUNKS:
            parts.append(content[position:end])
        position = end
        if kind == b"IEND":
            break
    return b"".join(parts)


Read = Callable[[str, Place], bytes]
"""Reads a file of the project, given its path and the place that names it; raises Fault on failure."""

MAX_PIXELS = 89_000_000
"""Most pixels of a picture: an A3 page at 600 dpi. It fits a home computer's memory, and Pillow does not warn."""

FORMATS = ("PNG", "JPEG")
ORIENTATION = 0x0112
"""The EXIF tag for how the camera was turned."""


class Assets:
    """The drawings and pictures of a project's templates folder."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._drawings: dict[str, Drawing] = {}
        self._pictures: dict[str, Picture] = {}

    def drawing(
        self, path: str, place: Place, diagnostics: Diagnostics, fonts: FontSet | None = None
    ) -> Drawing | None:
        """Return a parsed SVG file; None when it is no SVG that can be drawn.

        Args:
            path: From templates/; .svg may be left out.
            place: The place that names it.
            diagnostics: Each fault in the file is added, each time that it is asked for.
            fonts: The project's fonts, for texts in the file.

        Raises:
            Fault: The file cannot be read.
        """
        full = f"templates/{path}" + ("" if path.endswith(".svg") else ".svg")
        drawing = self._drawings.get(full)
        if drawing is not None:
            diagnostics.extend(drawing.warnings)
            return drawing
        with activity(full, Place(full)):
            sources = Sources(fonts, self._read, picture_of)
            drawing = parse_drawing(self._read(full, place), full, diagnostics, sources)
        if drawing is not None:
            self._drawings[full] = drawing
        return drawing

    def digests(self) -> Iterator[tuple[str, Hashable]]:
        """Yield each file read so far, with a value that is equal for files that look the same."""
        for path, drawing in self._drawings.items():
            yield path, (drawing.box, drawing.template)
        for path, picture in self._pictures.items():
            yield path, picture.name

    def picture(self, path: str, place: Place) -> Picture:
        """Return a PNG or JPEG picture.

        Args:
            path: From templates/.
            place: The place that names it.

        Raises:
            Fault: The file cannot be read, is not a picture, or has more than MAX_PIXELS.
        """
        full = f"templates/{path}"
        if full not in self._pictures:
            with activity(full, Place(full)):
                self._pictures[full] = picture_of(self._read(full, place), full, place)
        return self._pictures[full]


def picture_of(content: bytes, path: str, place: Place) -> Picture:
    """Unpack a picture to its last pixel; return it upright, as its EXIF orientation says, and without metadata."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # decompression bombs, and misplaced metadata
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                if image.width * image.height > MAX_PIXELS:
                    raise _too_large(path, place)
                image.load()
                if image.getexif().get(ORIENTATION, 1) != 1:
                    content = _encoded(ImageOps.exif_transpose(image), image)
                    return picture_of(content, path, place)
                if image.mode.startswith("I"):
                    return picture_of(_encoded(_in_eight_bits(image), image), path, place)
                content = without_metadata(content)
                return Picture(hashlib.sha256(content).hexdigest()[:16], content, *image.size, path)
    except Image.DecompressionBombError:
        raise _too_large(path, place) from None
    except MemoryError:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError) as error:
        what = f"{path} is not a PNG or JPEG picture, or is broken"
        why = "" if isinstance(error, UnidentifiedImageError) else str(error)[:120]
        fix = "save it again, a photograph as JPEG, anything else as PNG"
        raise Fault(Code.IMAGE_BROKEN, place, what=what, why=why, fix=fix) from error


def _in_eight_bits(image: Image) -> Image:
    """Convert a grey picture of 16 bits (I;16, or I with values up to 65,535) to 8 bits.

    Where the file names one value as transparent, the result has an alpha channel.

    Pillow itself cuts such values off at 255, which makes all but black white.
    """
    from PIL import Image, ImageChops

    samples, size = image.tobytes(), 4 if image.mode == "I" else 2
    low, high = (Image.frombytes("L", image.size, samples[start::size]) for start in (0, 1))
    if image.mode == "I;16B":
        low, high = high, low
    clear = image.info.get("transparency")
    if not isinstance(clear, int):
        return high
    differing = [
        part.point(lambda value, clear_byte=clear_byte: 255 * (value != clear_byte))
        for part, clear_byte in ((low, clear & 255), (high, clear >> 8))
    ]
    return Image.merge("LA", (high, ImageChops.lighter(*differing)))


def _encoded(changed: Image, original: Image) -> bytes:
    """Return a changed picture as a file of its original format."""
    buffer = io.BytesIO()
    changed.save(buffer, original.format, quality=95, subsampling=0, icc_profile=original.info.get("icc_profile"))
    return buffer.getvalue()


def _too_large(path: str, place: Place) -> Fault:
    what = f"{path} has more than {MAX_PIXELS:,} pixels"
    why = "it would take gigabytes of memory; a card at 1200 dpi has 13 million"
    fix = "scale it down to the size it is printed in"
    return Fault(Code.IMAGE_LARGE, place, what=what, why=why, fix=fix)
