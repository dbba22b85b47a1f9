"""A PNG or JPEG file → the same picture without what a camera or a program wrote beside it.

Cameras write their maker, their owner and the place (EXIF, XMP, IPTC), telephones whole pictures behind the first. What
is needed to show the picture stays, its ICC profile among it, byte for byte.

Paths of drawings and pictures, as templates name them → parsed drawings and sound pictures, each once.

What stands in a file comes from the reader that Assets is given; layout knows of no files. A picture is unpacked once
here, so that a broken one is told; renderers unpack it again.
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
from pnp.core.frame import Picture
from pnp.layout.drawing import Drawing
from pnp.layout.svg.items import parse_drawing
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from PIL.Image import Image


_JPEG, _PNG = b"\xff\xd8", b"\x89PNG\r\n\x1a\n"
_APP_FIRST, _APP_LAST, _COMMENT, _SCAN, _END = 0xE0, 0xEF, 0xFE, 0xDA, 0xD9
_KEPT = {0xE0: b"JFIF\0", 0xE2: b"ICC_PROFILE\0", 0xEE: b"Adobe"}
"""Segments of applications that say how a JPEG is shown, and what each begins with."""
_MARKER = re.compile(rb"\xff+([^\x00\xff\xd0-\xd7])")
"""The start of a segment; data of a scan has FF 00 and marks to start again from."""
_REMARKS = (b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME")


def without_remarks(content: bytes) -> bytes:
    """The file of a sound picture, without EXIF, XMP, IPTC, comments, and what stands behind its end.

    From where a file is not as the format asks, it stays as it is.
    """
    if content.startswith(_JPEG):
        return _jpeg(content)
    return _png(content) if content.startswith(_PNG) else content


def _jpeg(content: bytes) -> bytes:
    kept, position, is_scan = [_JPEG], len(_JPEG), False
    while marker := _MARKER.search(content, position):
        code, start = marker[1][0], marker.end()
        if is_scan:
            kept.append(content[position : marker.start()])
        if code == _END:
            return b"".join([*kept, b"\xff\xd9"])
        end = start + int.from_bytes(content[start : start + 2], "big")
        if not start + 2 <= end <= len(content):
            position = marker.start()
            break
        is_app = _APP_FIRST <= code <= _APP_LAST
        if code != _COMMENT and (not is_app or content.startswith(_KEPT.get(code, b"\xff"), start + 2)):
            kept.append(b"\xff" + content[marker.end() - 1 : end])
        position, is_scan = end, code == _SCAN
    return b"".join([*kept, content[position:]])


def _png(content: bytes) -> bytes:
    kept, position = [_PNG], len(_PNG)
    while position + 12 <= len(content):
        kind = content[position + 4 : position + 8]
        end = position + 12 + int.from_bytes(content[position : position + 4], "big")
        if kind not in _REMARKS:
            kept.append(content[position:end])
        position = end
        if kind == b"IEND":
            break
    return b"".join(kept)


Read = Callable[[str, Place], bytes]
"""Gives what stands in a file of the project, by its path and the place that names it; raises Fault when it can't."""

MOST_PIXELS = 89_000_000
"""Pixels a picture may have: an A3 page at 600 dpi, no more memory than a home machine has, nothing Pillow warns of."""

FORMATS = ("PNG", "JPEG")
ORIENTATION = 0x0112
"""EXIF's word for how the camera was held."""


class Assets:
    """The drawings and pictures of a project's templates folder."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._drawings: dict[str, Drawing] = {}
        self._pictures: dict[str, Picture] = {}

    def drawing(self, path: str, asked_at: Place, diagnostics: Diagnostics) -> Drawing | None:
        """An SVG file; None when it is no SVG that can be drawn.

        Args:
            path: From templates/; .svg may be left out.
            asked_at: The place that names it.
            diagnostics: Told of each fault in the file.

        Raises:
            Fault: It cannot be read.
        """
        full = f"templates/{path}" + ("" if path.endswith(".svg") else ".svg")
        if full not in self._drawings:
            with activity(full, Place(full)):
                drawing = parse_drawing(self._read(full, asked_at), full, diagnostics)
            if drawing is None:
                return None
            self._drawings[full] = drawing
        return self._drawings[full]

    def drawn(self) -> Iterator[tuple[str, Hashable]]:
        """Each file read so far, with what is equal for files that look the same."""
        for path, drawing in self._drawings.items():
            yield path, (drawing.box, drawing.template)
        for path, picture in self._pictures.items():
            yield path, picture.name

    def picture(self, path: str, asked_at: Place) -> Picture:
        """A PNG or JPEG file.

        Args:
            path: From templates/.
            asked_at: The place that names it.

        Raises:
            Fault: It cannot be read, is no picture, or has more than MOST_PIXELS.
        """
        full = f"templates/{path}"
        if full not in self._pictures:
            with activity(full, Place(full)):
                self._pictures[full] = _read_picture(self._read(full, asked_at), full, asked_at)
        return self._pictures[full]


def _read_picture(content: bytes, path: str, asked_at: Place) -> Picture:
    """A picture that has been unpacked to its last pixel, upright as its camera says, without what else it says."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of bombs, and of data that is not where it should be
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise _too_large(path, asked_at)
                image.load()
                if image.getexif().get(ORIENTATION, 1) != 1:
                    content = _saved(ImageOps.exif_transpose(image), image)
                    return _read_picture(content, path, asked_at)
                if image.mode.startswith("I"):
                    return _read_picture(_saved(_in_eight_bits(image), image), path, asked_at)
                content = without_remarks(content)
                return Picture(hashlib.sha256(content).hexdigest()[:16], content, *image.size, path)
    except Image.DecompressionBombError:
        raise _too_large(path, asked_at) from None
    except MemoryError:
        raise
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, ArithmeticError, LookupError, TypeError) as error:
        what = f"{path} is no PNG or JPEG picture, or a broken one"
        why = "" if isinstance(error, UnidentifiedImageError) else str(error)[:120]
        fix = "save it again, a photograph as JPEG, anything else as PNG"
        raise Fault(Code.IMAGE_BROKEN, asked_at, what=what, why=why, fix=fix) from error


def _in_eight_bits(image: Image) -> Image:
    """A grey picture of 16 bits (I;16, or I with values up to 65,535) in 8, clear where one value of it is to be.

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
        part.point(lambda value, own=own: 255 * (value != own))
        for part, own in ((low, clear & 255), (high, clear >> 8))
    ]
    return Image.merge("LA", (high, ImageChops.lighter(*differing)))


def _saved(changed: Image, original: Image) -> bytes:
    """A picture that was changed, as a file of its old format."""
    written = io.BytesIO()
    changed.save(written, original.format, quality=95, subsampling=0, icc_profile=original.info.get("icc_profile"))
    return written.getvalue()


def _too_large(path: str, asked_at: Place) -> Fault:
    what = f"{path} has more than {MOST_PIXELS:,} pixels"
    why = "it would take gigabytes of memory; a card at 1200 dpi has 13 million"
    fix = "scale it down to the size it is printed in"
    return Fault(Code.IMAGE_LARGE, asked_at, what=what, why=why, fix=fix)
