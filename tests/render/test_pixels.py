"""Frames as pictures in pixels: cut at the trim, as large as the dots per inch say."""

from __future__ import annotations

import io

from PIL import Image

from pnp.core.frame import Frame, Path
from pnp.core.outline import rectangle
from pnp.render.pixels import Canvas, PictureTile, batch_of, draw_batch, ink_masks, pictures


def test_a_frame_is_cut_at_its_trim_on_white_paper() -> None:
    left = Path(rectangle(-5, -5, 17.7, 70), "#c00000")
    one, other = pictures([Frame(25.4, 50.8, (left,), bleed=3), Frame(12.7, 12.7, ())], dpi=72)
    assert (one.size, other.size) == ((72, 144), (36, 36))
    assert [one.getpixel(point) for point in ((0, 0), (30, 100), (40, 100))] == [(192, 0, 0)] * 2 + [(255, 255, 255)]
    assert other.getcolors() == [(36 * 36, (255, 255, 255))]


def test_no_frames_are_no_pictures() -> None:
    assert list(pictures([])) == []


def test_ink_is_seen_whatever_its_colour() -> None:
    patch = Path(rectangle(-3, -3, 13, 56), "#ffffff")
    (paint,) = ink_masks([Frame(20, 50, (patch,), bleed=3)], dpi=25.4)
    assert (paint.mode, paint.size) == ("L", (26, 56))
    assert [paint.getpixel(point) for point in ((0, 0), (12, 50), (14, 50))] == [255, 255, 0]


def test_a_batch_is_drawn_to_files_with_their_pages_in_place() -> None:
    red, blue = (Frame(10, 10, (Path(rectangle(0, 0, 10, 10), colour),)) for colour in ("#c00000", "#0000c0"))
    canvas = Canvas(30, 20, (PictureTile(1, 0, 0, 10, 20), PictureTile(0, 20, 0, 10, 10)))
    (content,) = draw_batch(batch_of([red, blue], [canvas]))
    image = Image.open(io.BytesIO(content))
    points = ((0, 0), (9, 19), (10, 0), (20, 0), (29, 9), (25, 10))
    assert [image.getpixel(point) for point in points] == [
        (0, 0, 192), (0, 0, 192), (255, 255, 255), (192, 0, 0), (192, 0, 0), (255, 255, 255),
    ]  # fmt: skip


def test_a_tile_may_reach_out_of_its_picture_or_repeat_its_edge() -> None:
    half = (Path(rectangle(0, 0, 5, 10), "#c00000"), Path(rectangle(5, 0, 5, 10), "#0000c0"))
    frame = Frame(10, 10, half)
    for tile, size in ((PictureTile(0, -20, -20, 100, 100), 60), (PictureTile(0, 7, 9, 46, 42), 60)):
        canvas = Canvas(size, size, (tile,), is_stretched=True)
        image = Image.open(io.BytesIO(draw_batch(batch_of([frame], [canvas]))[0]))
        assert sorted(image.getcolors()) == [(30 * 60, (0, 0, 192)), (30 * 60, (192, 0, 0))]
        assert image.getpixel((0, 0)) == image.getpixel((0, 59)) == (192, 0, 0)
        assert image.getpixel((59, 0)) == image.getpixel((59, 59)) == (0, 0, 192)
