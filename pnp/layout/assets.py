"""Paths of drawings and pictures, as templates name them → parsed drawings and measured pictures, each once.

What stands in a file comes from the reader that Assets is given; layout knows of no files. A picture is looked at, not
decoded: its size and format are checked here, renderers decode it.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Callable

from pnp.diagnostics import Code, Diagnostics, Fault, Place
from pnp.layout.drawing import Drawing
from pnp.layout.frame import Picture
from pnp.layout.svg_items import parse_drawing
from pnp.underway import under_way

Read = Callable[[str, Place], bytes]
"""Gives what stands in a file of the project, by its path and the place that names it; raises Fault when it can't."""

MOST_PIXELS = 100_000_000
"""Pixels a picture may have: an A3 page at 600 dpi, and no more memory than a home machine has."""

FORMATS = ("PNG", "JPEG")


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
                self._pictures[full] = _measure(self._read(full, asked_at), full, asked_at)
        return self._pictures[full]


def _measure(content: bytes, path: str, asked_at: Place) -> Picture:
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as image:
                width, height = image.size
    except Image.DecompressionBombError:
        width = height = 2**15
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        what, why = f"{path} is no PNG or JPEG picture", str(error)[:120]
        raise Fault(Code.IMAGE_BROKEN, asked_at, what=what, why=why, fix="save it again as PNG") from error
    if width * height > MOST_PIXELS:
        what = f"{path} has more than {MOST_PIXELS:,} pixels"
        why = "it would take gigabytes of memory; a card at 1200 dpi has 13 million"
        fix = "scale it down to the size it is printed in"
        raise Fault(Code.IMAGE_LARGE, asked_at, what=what, why=why, fix=fix)
    return Picture(hashlib.sha256(content).hexdigest()[:16], content, width, height)
