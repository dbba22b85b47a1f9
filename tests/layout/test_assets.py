"""Drawings and pictures by path: read once, from wherever the reader takes them; faults told at their places."""

from __future__ import annotations

import io
import struct

import pytest
from PIL import Image

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.frame import Picture
from pnp.layout import pictures
from pnp.layout.assets import Assets

ASKED = Place("t.yaml", 3, 4)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1"/></svg>'


def png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height)).save(buffer, "PNG")
    return buffer.getvalue()


class Shelf:
    """Files in memory, and which were asked for."""

    def __init__(self, **files: bytes) -> None:
        self.files = {f"templates/{name.replace('_', '.')}": content for name, content in files.items()}
        self.asked: list[tuple[str, Place]] = []

    def __call__(self, path: str, asked_at: Place) -> bytes:
        self.asked.append((path, asked_at))
        if path not in self.files:
            raise Fault(Code.FILE_MISSING, asked_at, what=f"no file {path}")
        return self.files[path]


def test_a_drawing_is_read_once_with_or_without_its_ending() -> None:
    shelf, told = Shelf(a_svg=SVG), Diagnostics()
    shown = Assets(shelf)
    drawing = shown.drawing("a", ASKED, told)
    assert drawing is not None
    assert (drawing.box.width, drawing.box.height) == (2, 1)
    assert shown.drawing("a.svg", Place("u.yaml"), told) is drawing
    assert shelf.asked == [("templates/a.svg", ASKED)]
    assert not told


def test_every_fault_of_a_drawing_is_told_in_its_file() -> None:
    told = Diagnostics()
    bad = SVG.replace(b"</svg>", b"<video/>\n<video/></svg>")
    shown = Assets(Shelf(a_svg=bad))
    for _ in range(2):  # each who asks is told, though the file is read once
        told = Diagnostics()
        assert shown.drawing("a", ASKED, told)
        assert [(d.code, d.place.file, d.place.line) for d in told] == [
            (Code.SVG_UNSUPPORTED, "templates/a.svg", 1),
            (Code.SVG_UNSUPPORTED, "templates/a.svg", 2),
        ]


def test_what_cannot_be_read_is_told_where_it_is_named() -> None:
    shown = Assets(Shelf())
    for ask in (lambda: shown.drawing("a", ASKED, Diagnostics()), lambda: shown.picture("a.png", ASKED)):
        with pytest.raises(Fault) as caught:
            ask()
        assert (caught.value.diagnostic.code, caught.value.diagnostic.place) == (Code.FILE_MISSING, ASKED)


def test_a_picture_is_measured_and_named_by_what_is_in_it() -> None:
    shelf = Shelf(a_png=png(3, 2), b_png=png(3, 2), c_png=png(2, 3))
    shown = Assets(shelf)
    a, b, c = (shown.picture(f"{name}.png", ASKED) for name in "abc")
    assert (a.width_px, a.height_px, a.content) == (3, 2, shelf.files["templates/a.png"])
    assert a.name == b.name != c.name
    assert shown.picture("a.png", ASKED) is a
    assert len(shelf.asked) == 3


def test_a_file_that_is_no_picture_is_told() -> None:
    with pytest.raises(Fault) as caught:
        Assets(Shelf(a_png=SVG)).picture("a.png", ASKED)
    assert (caught.value.diagnostic.code, caught.value.diagnostic.place) == (Code.IMAGE_BROKEN, ASKED)


@pytest.mark.parametrize(("size", "fits"), [((10, 10), True), ((101, 1), False)])
def test_pictures_have_no_more_pixels_than_memory_has_room(
    monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], fits: bool
) -> None:
    monkeypatch.setattr(pictures, "MAX_PIXELS", 100)
    shown = Assets(Shelf(a_png=png(*size)))
    if fits:
        assert shown.picture("a.png", ASKED).width_px == size[0]
    else:
        with pytest.raises(Fault, match="has more than 100 pixels"):
            shown.picture("a.png", ASKED)


def picture_of(content: bytes) -> Picture:
    return Assets(Shelf(a_png=content)).picture("a.png", ASKED)


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_broken_picture_is_told_when_it_is_read(kind: str) -> None:
    buffer = io.BytesIO()
    Image.effect_noise((60, 60), 50).save(buffer, kind)
    whole = buffer.getvalue()
    assert picture_of(whole).width_px == 60
    for broken in (whole[: len(whole) // 2], whole[:40] + bytes(60) + whole[100:], whole[:30]):
        with pytest.raises(Fault) as caught:
            picture_of(broken)
        assert caught.value.diagnostic.code == Code.IMAGE_BROKEN


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_stands_as_its_camera_was_held(kind: str) -> None:
    taken = Image.new("RGB", (40, 20), "#0000ff")
    taken.paste("#ff0000", (0, 0, 20, 20))
    turned = Image.Exif()
    turned[0x0112] = 6  # its right is what was on top
    buffer = io.BytesIO()
    taken.save(buffer, kind, exif=turned)
    picture = picture_of(buffer.getvalue())
    assert (picture.width_px, picture.height_px) == (20, 40)
    with Image.open(io.BytesIO(picture.content)) as image:
        assert (image.format, image.getexif().get(0x0112, 1)) == (kind, 1)
        red, _, blue = image.convert("RGB").getpixel((10, 5))
    assert red > 200
    assert blue < 60


@pytest.mark.parametrize("clear", [None, 0x8000])
def test_a_grey_picture_of_sixteen_bits_keeps_its_tones(clear: int | None) -> None:
    grey = Image.frombytes("I;16", (4, 1), struct.pack("<4H", 0, 0x1234, 0x8000, 0xFFFF))
    content = io.BytesIO()
    grey.save(content, "PNG", **({} if clear is None else {"transparency": clear}))
    picture = Assets(lambda path, place: content.getvalue()).picture("a.png", Place("x"))
    with Image.open(io.BytesIO(picture.content)) as image:
        if clear is None:
            assert (image.mode, image.tobytes()) == ("L", bytes([0, 0x12, 0x80, 0xFF]))
        else:
            assert (image.mode, image.tobytes()) == ("LA", bytes([0, 255, 0x12, 255, 0x80, 0, 0xFF, 255]))
