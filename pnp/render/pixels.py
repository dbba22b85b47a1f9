"""Frames → pictures in pixels, by way of the PDF that is printed. For looking at, not for printing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pnp.layout.frame import Frame
from pnp.render.pdf import About, Page, render_pdf
from pnp.units import MM_PER_INCH, MM_PER_PT

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 72.0
"""Dots per inch: enough to see a letter of 5 pt, and quick."""


def pictures(frames: Sequence[Frame], dpi: float = DPI) -> Iterator[Image]:
    """Each frame cut at its trim, on white paper, in red, green and blue."""
    if not frames:
        return
    from pypdfium2 import PdfDocument

    with PdfDocument(render_pdf([Page(frame) for frame in frames], About("faces", "en"))) as document:
        for page in document:
            yield page.render(scale=dpi * MM_PER_PT / MM_PER_INCH, may_draw_forms=False).to_pil().convert("RGB")
            page.close()
