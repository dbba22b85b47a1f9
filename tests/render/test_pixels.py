"""Frames as pictures in pixels: cut at the trim, as large as the dots per inch say."""

from __future__ import annotations

from pnp.layout.frame import Frame, Path
from pnp.layout.outline import rectangle
from pnp.render.pixels import pictures


def test_a_frame_is_cut_at_its_trim_on_white_paper() -> None:
    left = Path(rectangle(-5, -5, 17.7, 70), "#c00000")
    one, other = pictures([Frame(25.4, 50.8, (left,), bleed=3), Frame(12.7, 12.7, ())], dpi=72)
    assert (one.size, other.size) == ((72, 144), (36, 36))
    assert [one.getpixel(point) for point in ((0, 0), (30, 100), (40, 100))] == [(192, 0, 0)] * 2 + [(255, 255, 255)]
    assert other.getcolors() == [(36 * 36, (255, 255, 255))]


def test_no_frames_are_no_pictures() -> None:
    assert list(pictures([])) == []
