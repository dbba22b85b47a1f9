"""What is printed on a page of a PDF, read from a picture of it."""

from __future__ import annotations

import pypdfium2

PAGE_DPI = 600


def dark_box(pdf: bytes, page: int = 0, colour: str = "") -> tuple[float, float, float, float]:
    """Return the box of what is dark on a page, or has a colour, mm: left, top, right, bottom."""
    side = pypdfium2.PdfDocument(pdf)[page]
    picture = side.render(scale=PAGE_DPI / 72).to_pil()
    if colour:
        wanted = tuple(bytes.fromhex(colour[1:]))
        masks = [
            band.point([255 if abs(level - value) < 24 else 0 for level in range(256)])
            for band, value in zip(picture.convert("RGB").split(), wanted, strict=True)
        ]
        from PIL import ImageChops

        mask = ImageChops.multiply(ImageChops.multiply(masks[0], masks[1]), masks[2])
    else:
        mask = picture.convert("L").point([255 if level < 200 else 0 for level in range(256)])
    box = mask.getbbox()
    assert box is not None
    width, height = (points / 72 * 25.4 / pixels for points, pixels in zip(side.get_size(), picture.size, strict=True))
    return box[0] * width, box[1] * height, box[2] * width, box[3] * height
