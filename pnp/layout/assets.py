"""Paths of drawings and pictures, as templates name them → parsed drawings and checked pictures, each read once.

Assets reads files through the function that it is given, never itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import Picture
from pnp.layout.pictures import read_picture
from pnp.layout.svg.drawing import Drawing
from pnp.workers.activity import activity

Read = Callable[[str, Place], bytes]
"""Reads a file of the project, given its path and the place that names it; raises Fault on failure."""


class Assets:
    """The drawings and pictures of a project's templates folder."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._drawings: dict[str, Drawing] = {}
        self._pictures: dict[str, Picture] = {}

    def drawing(
        self, path: str, place: Place, diagnostics: Diagnostics, fonts: FontSet | None = None
    ) -> Drawing | None:
        """Return a parsed SVG file; None if it is not an SVG that can be drawn.

        Args:
            path: From templates/, an .svg or a compressed .svgz; .svg may be left out. A name after # is an object of
                the drawing: a symbol, layer or group.
            place: The place that names it.
            diagnostics: Each fault in the file is added, at every call.
            fonts: The project's fonts, for texts in the file.

        Raises:
            Fault: The file cannot be read.
        """
        full, part = drawing_part(path)
        drawing = self._drawings.get(key := f"{full}#{part}" if part else full)
        if drawing is not None:
            diagnostics.extend(drawing.warnings)
            return drawing
        from pnp.layout.svg.items import parse_drawing  # a game without drawings does not load their reader
        from pnp.layout.svg.setting import Sources

        with activity(full, Place(full)):
            sources = Sources(fonts, self._read, read_picture)
            drawing = parse_drawing(self._read(full, place), full, diagnostics, sources, part, place)
        if drawing is not None:
            self._drawings[key] = drawing
        return drawing

    def digests(self) -> Iterator[tuple[str, Hashable]]:
        """Yield each file read so far, with a value that is equal for files that look the same."""
        for path, drawing in self._drawings.items():
            if "#" not in path:
                yield path, (drawing.box, drawing.template)
        for path, picture in self._pictures.items():
            yield path, picture.name

    def picture(self, path: str, place: Place) -> Picture:
        """Return a picture, as PNG or JPEG.

        Args:
            path: From templates/.
            place: The place that names it.

        Raises:
            Fault: The file cannot be read, is not a picture, or has more than MAX_PIXELS.
        """
        full = f"templates/{with_slashes(path)}"
        if full not in self._pictures:
            with activity(full, Place(full)):
                self._pictures[full] = read_picture(self._read(full, place), full, place)
        return self._pictures[full]


def with_slashes(path: str) -> str:
    """Return a path with slashes in place of the backslashes of Windows."""
    return path.replace("\\", "/")


def drawing_path(path: str) -> str:
    """Return the path of a drawing from the project's folder, given its path from templates/, with or without .svg."""
    return drawing_part(path)[0]


def drawing_part(path: str) -> tuple[str, str]:
    """Return the path of a drawing from the project's folder, and the name of its part after a #, "" for all of it."""
    file, _, part = with_slashes(path).partition("#")
    return f"templates/{file}" + ("" if file.lower().endswith((".svg", ".svgz")) else ".svg"), part
