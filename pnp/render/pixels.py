"""Frames → pictures in pixels, for comparisons and as files, rendered from the same PDF that is printed.

Pictures for files are collected first, as a PictureBatch, which can be sent to another process and drawn there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, assert_never

from pnp.core.cut_frames import with_bleed
from pnp.core.digests import Digests
from pnp.core.frame import Frame
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import MM_PER_INCH, MM_PER_PT, Mm
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.render.pdf_inventory import SKETCH_DPI, Inventory
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


DPI = 72.0
"""Dots per inch: enough to recognise a letter in 5 pt, and fast."""

PictureFormat = Literal["png", "webp"]
"""Formats of picture files; both are lossless."""


def pictures(frames: Sequence[Frame], dpi: float = DPI) -> Iterator[Raster]:
    """Yield each frame as a picture, cut at its trim, on white paper, in RGB. Frames that look alike are drawn once."""
    if not frames:
        return
    from pypdfium2 import PdfDocument

    digests = Digests()
    order = [digests.of(frame) for frame in frames]
    last_use = {digest: number for number, digest in enumerate(order)}
    different = dict(zip(reversed(order), reversed(frames), strict=True))
    page_of = {digest: number for number, digest in enumerate(different)}
    drawn: dict[str, Raster] = {}
    with PdfDocument(_pdf([*different.values()], dpi)) as document:
        for number, digest in enumerate(order):
            if digest not in drawn:
                page = document[page_of[digest]]
                bitmap = page.render(scale=dpi * MM_PER_PT / MM_PER_INCH, may_draw_forms=False)
                drawn[digest] = bitmap.to_pil().convert("RGB")
                page.close()
            yield drawn[digest] if last_use[digest] > number else drawn.pop(digest)


def ink_masks(frames: Sequence[Frame], dpi: float = DPI) -> Iterator[Raster]:
    """Yield how much of each pixel of each frame, with its bleed, is painted, from 0 to 255, whatever the colour."""
    if not frames:
        return
    from pypdfium2 import PdfDocument

    pages = [with_bleed(frame) for frame in frames]
    with PdfDocument(_pdf(pages, dpi)) as document:
        for number, page in enumerate(pages):
            width, height = pixels(page.width, page.height, dpi)
            tile = PictureTile(number, 0, 0, width, height)
            yield _laid((tile,), width, height, document, is_clear=True).getchannel("A")


def draw_frame(frame: Frame, width_px: int, height_px: int) -> Raster:
    """Return a frame stretched to a width and height in pixels, on white paper, in RGB."""
    from pypdfium2 import PdfDocument

    with PdfDocument(_pdf([frame], width_px / frame.width * MM_PER_INCH)) as document:
        return _laid((PictureTile(0, 0, 0, width_px, height_px),), width_px, height_px, document)


def pixels(width: Mm, height: Mm, dpi: float) -> tuple[int, int]:
    """Return a size in pixels, at least one in each direction."""
    return max(1, round(width / MM_PER_INCH * dpi)), max(1, round(height / MM_PER_INCH * dpi))


# --- pictures to draw


@frozen_dataclass(slots=True)
class PictureTile:
    """A page on a picture: its number, and the pixels that it fills, some of which may be outside the picture."""

    page: int
    x: int
    y: int
    width: int
    height: int


@frozen_dataclass(slots=True)
class Canvas:
    """A picture that is still to be drawn.

    Attributes:
        width: Width in pixels; height likewise.
        tiles: The pages on it.
        kind: The format of its file.
        dpi: Dots per inch, which are recorded in the file if the format allows it; 0 to record none.
        cut: The page that is a mask: pixels that it does not paint become transparent; -1 to keep all pixels, on white.
        is_stretched: Whether the space around its single tile repeats the tile's edge.
        name: A description of its content, for messages.
    """

    width: int
    height: int
    tiles: tuple[PictureTile, ...]
    kind: PictureFormat = "png"
    dpi: float = 0.0
    cut: int = -1
    is_stretched: bool = False
    name: str = "a picture"


@frozen_dataclass(slots=True)
class PictureBatch:
    """A PDF with pages, and the pictures to draw from them."""

    pdf: bytes
    canvases: tuple[Canvas, ...]


def batch_of(pages: Sequence[Frame], canvases: Sequence[Canvas]) -> PictureBatch:
    """Combine pictures and their pages; pages are counted from 0."""
    dpi = max((tile.width / pages[tile.page].width for canvas in canvases for tile in canvas.tiles), default=0.0)
    return PictureBatch(_pdf(pages, dpi * MM_PER_INCH or SKETCH_DPI), tuple(canvases))


def draw_batch(batch: PictureBatch) -> list[bytes]:
    """Return the files of the pictures, in their order. The same batch gives the same bytes."""
    from pypdfium2 import PdfDocument

    files: list[bytes] = []
    with PdfDocument(batch.pdf) as document:
        for canvas in batch.canvases:
            with activity(canvas.name):
                files.append(_encoded(_draw(canvas, document), canvas))
    return files


def _pdf(pages: Sequence[Frame], dpi: float) -> bytes:
    inventory = Inventory(dpi=dpi)
    return render_pdf([Page(page) for page in pages], DocumentMetadata("faces", "en"), inventory)


def _draw(canvas: Canvas, document: Any) -> Raster:
    """Draw a picture. Each page is stretched to whole pixels, which moves its edges by less than half a pixel."""
    image = _laid(canvas.tiles, canvas.width, canvas.height, document)
    if canvas.is_stretched:
        _repeat_edge(image, canvas.tiles[0])
    if canvas.cut >= 0:
        tile = PictureTile(canvas.cut, 0, 0, canvas.width, canvas.height)
        image.putalpha(_laid((tile,), canvas.width, canvas.height, document, is_clear=True).getchannel("A"))
    return image


def _laid(tiles: Sequence[PictureTile], width: int, height: int, document: Any, is_clear: bool = False) -> Raster:
    """Draw pages at their places, on white or on a transparent ground."""
    from pypdfium2 import PdfBitmap, raw

    form = raw.FPDFBitmap_BGRA if is_clear else raw.FPDFBitmap_BGR
    bitmap = PdfBitmap.new_native(width, height, form, rev_byteorder=True)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0x00FFFFFF if is_clear else 0xFFFFFFFF)
    for tile in tiles:
        page = document[tile.page]
        place = (tile.x, tile.y, tile.width, tile.height)
        raw.FPDF_RenderPageBitmap(bitmap, page, *place, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        page.close()
    image: Raster = bitmap.to_pil()
    return image


def _repeat_edge(image: Raster, tile: PictureTile) -> None:
    """Fill the space around a tile on a picture with the pixels of the tile's edge."""
    left, top = max(0, tile.x), max(0, tile.y)
    right, bottom = min(image.width, tile.x + tile.width), min(image.height, tile.y + tile.height)
    for edge, room in (
        ((left, top, right, top + 1), (left, 0, right, top)),
        ((left, bottom - 1, right, bottom), (left, bottom, right, image.height)),
        ((left, 0, left + 1, image.height), (0, 0, left, image.height)),
        ((right - 1, 0, right, image.height), (right, 0, image.width, image.height)),
    ):
        width, height = room[2] - room[0], room[3] - room[1]
        if width > 0 and height > 0:
            image.paste(image.crop(edge).resize((width, height)), room[:2])


WEBP_EFFORT = 2
"""The effort of WebP's compression, of 6: more is slower, and saves nothing for faces."""


def _encoded(image: Raster, canvas: Canvas) -> bytes:
    """Return the file of a picture, in sRGB."""
    from PIL.PngImagePlugin import PngInfo

    buffer = io.BytesIO()
    match canvas.kind:
        case "webp":
            image.save(buffer, "WEBP", lossless=True, method=WEBP_EFFORT, exact=True)
        case "png":
            chunks = PngInfo()
            chunks.add(b"sRGB", b"\0")
            options: dict[str, Any] = {"dpi": (canvas.dpi, canvas.dpi)} if canvas.dpi else {}
            image.save(buffer, "PNG", pnginfo=chunks, **options)
        case _:
            assert_never(canvas.kind)
    return buffer.getvalue()
