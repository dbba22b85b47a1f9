"""Frames → pictures in pixels, by way of the PDF that is printed: to look at, and as files.

What is to be drawn for files is put together first (Batch): it can be sent to another process, and drawn there.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, assert_never

from pnp.core.frame import Frame, Group, Path, move
from pnp.core.outline import trim_outline
from pnp.core.units import MM_PER_INCH, MM_PER_PT, Mm
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.workers.activity import activity

if TYPE_CHECKING:
    from PIL.Image import Image


DPI = 72.0
"""Dots per inch: enough to see a letter of 5 pt, and quick."""

PictureFormat = Literal["png", "webp"]
"""Files that pictures are written as; both lose nothing."""


def pictures(frames: Sequence[Frame], dpi: float = DPI) -> Iterator[Image]:
    """Each frame cut at its trim, on white paper, in red, green and blue."""
    if not frames:
        return
    from pypdfium2 import PdfDocument

    with PdfDocument(render_pdf([Page(frame) for frame in frames], DocumentMetadata("faces", "en"))) as document:
        for page in document:
            yield page.render(scale=dpi * MM_PER_PT / MM_PER_INCH, may_draw_forms=False).to_pil().convert("RGB")
            page.close()


def inked(frames: Sequence[Frame], dpi: float = DPI) -> Iterator[Image]:
    """How much of each pixel of a frame with its bleed is painted on, from 0 to 255, whatever the colour."""
    if not frames:
        return
    from pypdfium2 import PdfDocument

    pages = [with_bleed(frame) for frame in frames]
    with PdfDocument(_pdf(pages)) as document:
        for number, page in enumerate(pages):
            width, height = pixels(page.width, page.height, dpi)
            tile = PictureTile(number, 0, 0, width, height)
            yield _laid((tile,), width, height, document, is_clear=True).getchannel("A")


def drawn(frame: Frame, width_px: int, height_px: int) -> Image:
    """A frame stretched over so many pixels, on white paper, in red, green and blue."""
    from pypdfium2 import PdfDocument

    with PdfDocument(_pdf([frame])) as document:
        return _laid((PictureTile(0, 0, 0, width_px, height_px),), width_px, height_px, document)


# --- pages to draw


def with_bleed(frame: Frame, bleed: Mm | None = None) -> Frame:
    """A frame whose trim reaches to the bleed's edge, or so far beyond the old one."""
    more = frame.bleed if bleed is None else bleed
    items = (Group(frame.items, move(more, more)),) if more else frame.items
    return Frame(frame.width + 2 * more, frame.height + 2 * more, items, name=frame.name)


def cut_out(frame: Frame, bleed: Mm) -> Frame:
    """The same as with_bleed, cut along the piece's outline; around it nothing is painted."""
    if not is_cut(frame, bleed):
        return with_bleed(frame, bleed)
    cut = Group(frame.items, move(bleed, bleed), Path(trim_outline(frame, bleed)))
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, (cut,), name=frame.name)


def silhouette(frame: Frame, bleed: Mm) -> Frame:
    """The outline that a piece is cut along, filled.

    Pictures are cut by it and not by a clip: at the edge of a clip the ground shows through what is painted over it.
    """
    items = (Group((Path(trim_outline(frame, bleed), "#000000"),), move(bleed, bleed)),)
    return Frame(frame.width + 2 * bleed, frame.height + 2 * bleed, items)


def is_cut(frame: Frame, bleed: Mm) -> bool:
    """Whether a piece is cut other than straight.

    Corners of cards are so only without bleed: on what is to be trimmed they would leave white edges.
    """
    return frame.shape != "card" or (frame.corner > 0 and not bleed)


def pixels(width: Mm, height: Mm, dpi: float) -> tuple[int, int]:
    """How many pixels a size has, at least one each way."""
    return max(1, round(width / MM_PER_INCH * dpi)), max(1, round(height / MM_PER_INCH * dpi))


# --- pictures to draw


@dataclass(frozen=True, slots=True)
class PictureTile:
    """A page on a picture: which, and the pixels that it is stretched over; it may reach out of the picture."""

    page: int
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Canvas:
    """A picture that is still to be drawn.

    Attributes:
        width: In pixels, as is height.
        tiles: Pages on it.
        kind: The file that it becomes.
        dpi: Dots per inch, noted in the file where its kind can; 0 to note none.
        cut: The page whose paint is kept of the picture, all else being transparent; -1 to keep all, on white.
        is_stretched: Whether what its one tile leaves free repeats the tile's edge.
        name: What it shows, for people.
    """

    width: int
    height: int
    tiles: tuple[PictureTile, ...]
    kind: PictureFormat = "png"
    dpi: float = 0.0
    cut: int = -1
    is_stretched: bool = False
    name: str = "a picture"


@dataclass(frozen=True, slots=True)
class PictureBatch:
    """Pages as a PDF, and the pictures that are to be drawn of them."""

    pdf: bytes
    canvases: tuple[Canvas, ...]


def batch_of(pages: Sequence[Frame], canvases: Sequence[Canvas]) -> PictureBatch:
    """Put pictures and the pages on them together; pages are counted from 0."""
    return PictureBatch(_pdf(pages), tuple(canvases))


def draw_batch(batch: PictureBatch) -> list[bytes]:
    """The files of the pictures, in their order. The same batch gives the same bytes."""
    from pypdfium2 import PdfDocument

    files: list[bytes] = []
    with PdfDocument(batch.pdf) as document:
        for canvas in batch.canvases:
            with activity(canvas.name):
                files.append(_encoded(_draw(canvas, document), canvas))
    return files


def _pdf(pages: Sequence[Frame]) -> bytes:
    return render_pdf([Page(page) for page in pages], DocumentMetadata("faces", "en"))


def _draw(canvas: Canvas, document: Any) -> Image:
    """A picture, each page stretched over its pixels exactly: by less than half a pixel where it is as large as it."""
    image = _laid(canvas.tiles, canvas.width, canvas.height, document)
    if canvas.is_stretched:
        _repeat_edge(image, canvas.tiles[0])
    if canvas.cut >= 0:
        tile = PictureTile(canvas.cut, 0, 0, canvas.width, canvas.height)
        image.putalpha(_laid((tile,), canvas.width, canvas.height, document, is_clear=True).getchannel("A"))
    return image


def _laid(tiles: Sequence[PictureTile], width: int, height: int, document: Any, is_clear: bool = False) -> Image:
    """Pages at their places, on white or on nothing."""
    from pypdfium2 import PdfBitmap, raw

    form = raw.FPDFBitmap_BGRA if is_clear else raw.FPDFBitmap_BGR
    bitmap = PdfBitmap.new_native(width, height, form, rev_byteorder=True)
    raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0x00FFFFFF if is_clear else 0xFFFFFFFF)
    for tile in tiles:
        page = document[tile.page]
        place = (tile.x, tile.y, tile.width, tile.height)
        raw.FPDF_RenderPageBitmap(bitmap, page, *place, 0, raw.FPDF_REVERSE_BYTE_ORDER)
        page.close()
    image: Image = bitmap.to_pil()
    return image


def _repeat_edge(image: Image, tile: PictureTile) -> None:
    """Fill what a tile leaves free of a picture with the pixels of its edge."""
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
"""How hard WebP tries, of 6: more takes as long and saves nothing on faces."""


def _encoded(image: Image, canvas: Canvas) -> bytes:
    """A file of a picture, in sRGB."""
    from PIL.PngImagePlugin import PngInfo

    written = io.BytesIO()
    match canvas.kind:
        case "webp":
            image.save(written, "WEBP", lossless=True, method=WEBP_EFFORT, exact=True)
        case "png":
            notes = PngInfo()
            notes.add(b"sRGB", b"\0")
            more: dict[str, Any] = {"dpi": (canvas.dpi, canvas.dpi)} if canvas.dpi else {}
            image.save(written, "PNG", pnginfo=notes, **more)
        case _:
            assert_never(canvas.kind)
    return written.getvalue()
