"""The setting of an element of a drawing, the interface that draws it, and the files that drawings may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, Protocol

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import Box, Group, Image, Item, Matrix, Path, Picture, Segment, around, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.layout.svg.drawing import Drawing
from pnp.layout.svg.paint import Paints
from pnp.layout.svg.style import Style
from pnp.layout.svg.tree import SvgNode, SvgTree


@frozen_dataclass
class Sources:
    """The fonts and files that a drawing may use besides its own file.

    Attributes:
        fonts: The project's fonts, for texts; None where there are none.
        read: Returns the bytes of a file, given its path from the project's folder; raises Fault.
        picture: Returns a picture of bytes, given their name and place; raises Fault.
        depth: The number of drawings around this one.
    """

    fonts: FontSet | None = None
    read: Callable[[str, Place], bytes] | None = None
    picture: Callable[[bytes, str, Place], Picture] | None = None
    depth: int = 0

    def deeper(self) -> Sources:
        """Return the same for a drawing inside this one."""
        return replace(self, depth=self.depth + 1)

    def recording(self, paths: set[str]) -> Sources:
        """Return the same; it adds the paths of the files that are read to a set."""
        return replace(self, read=_RecordingRead(self.read, paths)) if self.read else self


@frozen_dataclass
class _RecordingRead:
    """Reads files and records their paths."""

    read: Callable[[str, Place], bytes]
    paths: set[str]

    def __call__(self, path: str, place: Place) -> bytes:
        self.paths.add(path)
        return self.read(path, place)


class Setting(NamedTuple):
    """The context that an element inherits from those around it.

    Attributes:
        matrix: From the element's units to those of the nearest item that has a matrix.
        viewport: Width and height that percentages refer to.
        depth: The number of elements around it.
        trail: Identities of the elements being drawn by reference, to detect cycles.
    """

    matrix: Matrix
    style: Style
    viewport: tuple[float, float]
    depth: int = 0
    trail: tuple[int, ...] = ()

    def set(self, **properties: str) -> Setting:
        """Return the setting with some properties changed; an underscore in a name stands for a hyphen."""
        changes = {name.replace("_", "-"): value for name, value in properties.items()}
        return self._replace(style={**self.style, **changes})


class Walker(Protocol):
    """The interface by which parts of the reader draw the elements of one drawing."""

    tree: SvgTree
    paints: Paints
    sources: Sources
    box: Box
    range: tuple[int, int, bool] | None
    """The elements to draw, if only a part of the drawing is drawn."""

    def warn(self, node: SvgNode, mistake: Mistake) -> None:
        """Report an ignored part of an element."""

    def element(self, node: SvgNode, setting: Setting) -> list[Item]:
        """Return the items of an element."""

    def children(self, node: SvgNode, inner: Setting) -> list[Item]:
        """Return the items of the elements in an element."""

    def inside(self, node: SvgNode, setting: Setting) -> Setting:
        """Return the setting with the element's own style and transform."""

    def referred(self, node: SvgNode, inner: Setting) -> Setting:
        """Return the setting of an element that is drawn by reference: its own style, the referrer's matrix."""

    def finished(self, node: SvgNode, items: list[Item], inner: Setting) -> list[Item]:
        """Return an element's items under its clip path, mask, blend mode and opacity."""

    def clipped(self, items: list[Item], node: SvgNode, box: Box, matrix: Matrix) -> list[Item]:
        """Return items clipped to a moved box, if they may reach out of it and the element hides overflow."""

    def used(self, node: SvgNode, inner: Setting) -> tuple[SvgNode, Setting]:
        """Return the element that a use element shows, and its setting there."""

    def outline(self, node: SvgNode, inner: Setting) -> tuple[Segment, ...]:
        """Return the outline of a shape."""

    def painted(
        self, node: SvgNode, segments: tuple[Segment, ...], inner: Setting, box: Box | None = None
    ) -> list[Item]:
        """Return an outline with its fill, stroke and markers; the box is what gradients cover."""

    def drawing_inside(self, content: bytes, file: str, diagnostics: Diagnostics) -> Drawing | None:
        """Read a drawing that an image of this one shows."""

    def count(self, node: SvgNode, elements: int = 0, segments: int = 0) -> None:
        """Count what is drawn; raise Fault beyond the limits."""


def extents(
    items: Iterable[Item], matrix: Matrix, measure: Callable[[tuple[Segment, ...]], Box], has_strokes: bool = True
) -> Iterator[Box]:
    """Yield boxes around the items as the matrix moves them, with or without strokes."""
    for item in items:
        if isinstance(item, Path):
            if any(segment[0] != "Z" for segment in item.segments):
                moved = measure(outline.transform(item.segments, matrix))
                yield moved.inset(-_overhang(item) * outline.stretch(matrix)) if has_strokes else moved
        elif isinstance(item, Group):
            yield from extents(item.items, multiply(matrix, item.matrix), measure, has_strokes)
        elif isinstance(item, Image):
            corners = outline.rectangle(item.x, item.y, item.width, item.height)
            if corners:
                yield measure(outline.transform(corners, matrix))


def bounding_box(items: Iterable[Item], matrix: Matrix) -> Box | None:
    """Return the box around items as seen from an element's own units, without strokes; None for nothing.

    Args:
        items: Items as they are placed.
        matrix: From the element's units to those of the items.
    """
    if outline.determinant(matrix) == 0:
        return None
    boxes = list(extents(items, outline.inverse(matrix), outline.bounds, has_strokes=False))
    return around(boxes) if boxes else None


def _overhang(path: Path) -> float:
    """Return how far a stroke reaches out from its path at most: tips where lines join, corners of square ends."""
    stroke = path.stroke
    if stroke is None:
        return 0.0
    has_tips = stroke.join == "miter" and len(path.segments) > 2
    return stroke.width / 2 * (max(stroke.miter, 1.5) if has_tips else 1.5 if stroke.cap == "square" else 1.0)
