"""Pictures in the formats that people have, and the bleed that is made of a picture's edge."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from pnp.core.diagnostics import Fault, Place
from pnp.core.frame import Picture
from pnp.layout.pictures import extended_picture, read_picture

PLACE = Place("t.yaml", 3, 4)
RED, BLUE = (200, 30, 40), (20, 40, 220)


def saved(image: Image.Image, form: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, form, **options)  # type: ignore[arg-type]
    return buffer.getvalue()


def halves(mode: str = "RGB", width: int = 32) -> Image.Image:
    """A picture whose left half is red and whose right half is blue."""
    image = Image.new("RGB", (width, 24), RED)
    image.paste(BLUE, (width // 2, 0, width, 24))
    image = image.convert(mode)
    if mode in ("RGBA", "LA"):
        image.putpixel((0, 0), (0,) * len(mode))
    return image


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.content))
    assert image.format in ("PNG", "JPEG")
    assert image.size == (picture.width_px, picture.height_px)
    return image


@pytest.mark.parametrize(
    ("form", "mode", "options"),
    [
        *(("WEBP", "RGB", {"lossless": True}), ("WEBP", "RGB", {"quality": 90}), ("WEBP", "RGBA", {"lossless": True})),
        *(("AVIF", "RGB", {"quality": 95}), ("TIFF", "RGB", {}), ("TIFF", "RGB", {"compression": "tiff_lzw"})),
        *(("TIFF", "CMYK", {}), ("TIFF", "L", {}), ("GIF", "P", {}), ("BMP", "RGB", {}), ("JPEG2000", "RGB", {})),
        *(("TGA", "RGB", {}), ("PPM", "RGB", {}), ("ICO", "RGBA", {"sizes": [(32, 24)]}), ("JPEG", "CMYK", {})),
        *(("PNG", "P", {}), ("PNG", "1", {}), ("PNG", "LA", {}), ("TIFF", "LAB", {}), ("MPO", "RGB", {})),
    ],
)
def test_pictures_of_many_formats_are_read_by_their_content(form: str, mode: str, options: dict[str, object]) -> None:
    source = halves(mode)
    image = opened(read_picture(saved(source, form, **options), "templates/a.png", PLACE))
    if form in ("PNG", "JPEG", "MPO"):
        return
    expected = source.convert("RGB") if mode != "LAB" else halves()
    for x in (4, 27):
        pairs = zip(image.convert("RGB").getpixel((x, 12)), expected.getpixel((x, 12)), strict=True)  # type: ignore[arg-type]
        assert all(abs(a - b) < (60 if mode == "CMYK" else 12) for a, b in pairs), form
    if mode == "RGBA":
        assert image.mode in ("RGBA", "LA")


@pytest.mark.parametrize(
    ("mode", "values", "expected"),
    [("F", (0.0, 1.0), (0, 255)), ("F", (0.0, 200.0), (0, 200)), ("I;16", (0, 65535), (0, 255))],
)
def test_numbers_beyond_eight_bits_keep_their_tones(
    mode: str, values: tuple[float, float], expected: tuple[int, int]
) -> None:
    source = Image.new(mode, (2, 1))
    for x, value in enumerate(values):
        source.putpixel((x, 0), value)
    image = opened(read_picture(saved(source, "TIFF"), "a.tif", PLACE)).convert("L")
    assert (image.getpixel((0, 0)), image.getpixel((1, 0))) == expected


@pytest.mark.parametrize("content", [b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 2 2\n", b"%PDF-1.4\n", b"<svg/>"])
def test_formats_that_start_programs_are_not_read(content: bytes) -> None:
    with pytest.raises(Fault) as raised:
        read_picture(content, "a.png", PLACE)
    assert (raised.value.diagnostic.code, raised.value.diagnostic.place) == ("image-broken", PLACE)


@pytest.mark.parametrize("form", ["PNG", "JPEG"])
def test_a_bleed_is_made_of_the_edge(form: str) -> None:
    source = halves()
    source.paste((0, 255, 0), (0, 0, 1, 24))
    picture = read_picture(
        saved(source, form, **({"quality": 100, "subsampling": 0} if form == "JPEG" else {})), "a", PLACE
    )
    mirrored = opened(extended_picture(picture, (0, 0, 32, 24), (4, 2, 8, 0), "mirror")).convert("RGB")
    assert mirrored.size == (44, 26)
    stretched = opened(extended_picture(picture, (0, 0, 32, 24), (4, 2, 8, 0), "stretch")).convert("RGB")

    def is_green(image: Image.Image, x: int) -> bool:
        red, green, blue = image.getpixel((x, 10))  # type: ignore[misc]
        return green > 150 > max(red, blue)

    assert [is_green(mirrored, x) for x in (0, 3, 4)] == [False, True, True]
    assert [is_green(stretched, x) for x in (0, 3, 4)] == [True, True, True]
    part = opened(extended_picture(picture, (16, 0, 32, 24), (60, 0, 0, 0), "mirror")).convert("RGB")
    assert part.size == (76, 24)
    assert not any(is_green(part, x) for x in range(76))
