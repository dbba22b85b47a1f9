"""Parts of drawings that outlines cannot show, such as shadows → pictures, which resvg draws when they are needed."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Callable
from functools import lru_cache

from pnp.core.frame import Picture
from pnp.core.patterns import lazy_pattern

MOST_PX = 2000
"""Longest side of a picture, in pixels; enough for A5 at 300 dpi."""

MOST_WORK = 24_000_000
"""The most work for a picture: its pixels times the steps of its filters. This much takes about two seconds."""

SLOW = 12
"""How many steps a filter counts as if its time grows with its radius."""

ROUGH_PX = 256
"""Longest side of the picture that is drawn to find where an element paints anything."""

MARK = "\x01"
"""Stands before and after a colour in markup that can still be replaced."""

_STEP = lazy_pattern(r"<fe(\w+)")
_SLOW_STEPS = ("Morphology", "ConvolveMatrix", "Turbulence")


class Sketch(Picture):
    """A picture that is kept as SVG until its pixels are needed, in any resolution.

    ``content`` is the picture in its highest resolution; ``drawn`` returns it in another.

    Attributes:
        svg: The markup. Its viewBox is the box that the picture is stretched over.
        width: Width of the viewBox; height likewise.
    """

    __slots__ = ("height", "svg", "width")

    svg: str
    width: float
    height: float

    def __init__(self, svg: str, width: float, height: float, file: str = "") -> None:
        scale = _most_px(svg, width, height) / max(width, height)
        digest = hashlib.sha256(svg.encode()).hexdigest()[:16]
        values = {"name": digest, "svg": svg, "width": width, "height": height, "file": file}
        values |= {"width_px": max(1, round(width * scale)), "height_px": max(1, round(height * scale))}
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sketch) and (self.svg, self.file) == (other.svg, other.file)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Sketch({self.name})"

    def __reduce__(self) -> tuple[type[Sketch], tuple[str, float, float, str]]:
        return Sketch, (self.svg, self.width, self.height, self.file)

    @property
    def content(self) -> bytes:
        """The picture in its highest resolution, as the bytes of a PNG."""
        return self.drawn(self.width_px).content

    def drawn(self, width_px: float) -> Picture:
        """Return a picture of about the given width in pixels: at least 16, and at most its highest resolution."""
        width = min(self.width_px, max(16, round(width_px)))
        while True:
            height = max(1, round(self.height_px * width / self.width_px))
            try:
                content = draw_svg(self.svg, width, height)
                return Picture(f"{self.name}-{width}", content, width, height, self.file)
            except ValueError:  # it was drawn in a small size when it was read
                if width < ROUGH_PX:
                    raise
                width //= 2

    def with_svg(self, svg: str) -> Sketch:
        """Return the same picture with other markup."""
        return Sketch(svg, self.width, self.height, self.file)


def _most_px(svg: str, width: float, height: float) -> float:
    """Return the longest side, in pixels, of a picture that can be drawn in reasonable time."""
    steps = 1 + sum(SLOW if kind in _SLOW_STEPS else 1 for kind in _STEP.findall(svg))
    shape = min(width, height) / max(width, height)
    return max(16.0, min(float(MOST_PX), math.sqrt(MOST_WORK / steps / max(shape, 1e-3))))


def coloured(svg: str, colour: Callable[[str], str | None]) -> str:
    """Return markup in which the marked colours are replaced.

    Args:
        svg: The markup.
        colour: Returns "#rrggbb" for "currentColor" or "var(--name,#rrggbb)"; None if nothing is painted.
    """
    parts = svg.split(MARK)
    parts[1::2] = [colour(part) or "none" for part in parts[1::2]]
    return "".join(parts)


@lru_cache(maxsize=64)
def draw_svg(svg: str, width_px: int, height_px: int) -> bytes:
    """Draw markup at a width and height in pixels; return a PNG with a transparent ground.

    Raises:
        ModuleNotFoundError: resvg-py is not installed.
        ValueError: The markup cannot be drawn.
    """
    import resvg_py

    sized = svg.replace("<svg ", f'<svg width="{width_px}" height="{height_px}" preserveAspectRatio="none" ', 1)
    try:
        content = bytes(resvg_py.svg_to_bytes(svg_string=sized, skip_system_fonts=True))
    except BaseException as error:  # a fault in resvg itself is an exception of its own, beside all others
        if type(error).__name__ == "PanicException":
            raise ValueError(str(error)) from None
        raise
    if not content.startswith(b"\x89PNG"):
        raise ValueError("no picture")
    return content


def painted_box(content: bytes) -> tuple[int, int, int, int] | None:
    """Return left, top, right and bottom of everything in a PNG that is not transparent, in pixels.

    Return None if there is nothing.
    """
    from PIL import Image

    with Image.open(io.BytesIO(content)) as image:
        return image.convert("RGBA").getchannel("A").getbbox()
