"""Paths of drawings and pictures, as templates name them → parsed drawings and sound pictures, each once.

What stands in a file comes from the reader that Assets is given; layout knows of no files. A picture is unpacked once
here, so that a broken one is told; renderers unpack it again.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.layout.drawing import Drawing
from pnp.layout.frame import Picture
from pnp.layout.remarks import without_remarks
from pnp.layout.svg_items import parse_drawing
from pnp.underway import under_way

if TYPE_CHECKING:
    from PIL.Image import Image

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
            with under_way(full, Place(full)):
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
            with under_way(full, Place(full)):
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
