"""Colours and pictures in sRGB → the four inks of a press, through its ICC profile.

Text that is nearly black is printed in black ink alone: in four inks it would blur wherever they are out of register.
This module does not know what is painted where.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pnp.core.colours import channels
from pnp.core.frozen_dataclass import frozen_dataclass

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


InkShares = tuple[float, float, float, float]
"""Cyan, magenta, yellow and black, each from 0 to 1."""

BLACK: InkShares = (0.0, 0.0, 0.0, 1.0)

NEAR_BLACK = 0x30
"""Text is printed in black ink alone if no channel of its colour is higher than this, of 255."""

NO_HUE = 0x0C
"""A colour counts as grey if its channels differ by no more than this, of 255."""

RELATIVE_COLORIMETRIC, BLACK_POINT_COMPENSATION = 1, 0x2000
"""Little CMS's constants for: white stays the paper's white, and the darkest colour stays the darkest."""


@frozen_dataclass(eq=False)
class Press:
    """A press and paper.

    Attributes:
        title: Its name, for people.
        condition: The registered name of the printing condition, such as FOGRA39.
        registry: The address of the register; empty for an unregistered condition.
        icc: The bytes of its ICC profile.
        ink: The ink limit: the most ink in one place, in per cent of one ink (all four inks are 400).
        rich_black: The inks of black grounds and shapes; None for those of the ICC profile.
        renderer: The name of the renderer that separates sides for it.
    """

    title: str
    condition: str
    registry: str
    icc: bytes
    ink: float
    rich_black: InkShares | None = None
    renderer: str = "plates"

    def inks(self, colour: str) -> InkShares:
        """Return the inks of a colour "#rrggbb". Near black they approach rich black gradually."""
        inks = _inks(self.icc, colour)
        share = max(channels(colour)) / NEAR_BLACK
        if self.rich_black is None or share >= 1:
            return inks
        cyan, magenta, yellow, black = (
            rich + (profile_ink - rich) * share for rich, profile_ink in zip(self.rich_black, inks, strict=True)
        )
        return cyan, magenta, yellow, black

    def printed(self, colour: str) -> str:
        """Return the screen colour "#rrggbb" that shows how a colour looks when it is printed."""
        return _printed(self.icc, self.inks(colour))

    def printed_picture(self, content: bytes) -> Raster:
        """Return a picture in screen colours as it looks when it is printed, with its transparent parts.

        Args:
            content: The bytes of its file.
        """
        from PIL import Image as Pillow

        printed: Raster = _transform(self.icc, is_proof=True).apply(self.picture(content))
        with Pillow.open(io.BytesIO(content)) as image:
            printed.putalpha(image.convert("RGBA").getchannel("A"))
        return printed

    def picture(self, content: bytes) -> Raster:
        """Return a picture in four inks; a picture that already has four inks is unchanged.

        Args:
            content: The bytes of its file. Transparent parts are laid on white.
        """
        from PIL import Image as Pillow

        with Pillow.open(io.BytesIO(content)) as image:
            if image.mode == "CMYK":
                return image.copy()
            clear = image.convert("RGBA")
        whole = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, "#ffffff"), clear)
        light = whole.convert("RGB")
        separated: Raster = _transform(self.icc).apply(light)
        return self._with_rich_black(separated, light) if self.rich_black else separated

    def _with_rich_black(self, separated: Raster, light: Raster) -> Raster:
        """Return a picture in inks with the same rich black as shapes, so that both look alike side by side."""
        from PIL import Image as Pillow
        from PIL import ImageChops

        red, green, blue = light.split()
        brightest = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        mask = brightest.point([min(255, round(level / NEAR_BLACK * 255)) for level in range(256)])
        rich = tuple(round(ink * 255) for ink in self.rich_black or BLACK)
        return Pillow.composite(separated, Pillow.new("CMYK", light.size, rich), mask)


def is_near_black(colour: str) -> bool:
    """Whether text of a colour counts as black."""
    return max(channels(colour)) <= NEAR_BLACK


def is_black_line(colour: str) -> bool:
    """Whether lines of a colour count as black: dark and grey."""
    levels = channels(colour)
    return max(levels) <= NEAR_BLACK and max(levels) - min(levels) <= NO_HUE


def coverage(inks: InkShares) -> float:
    """Return the sum of all inks, in per cent of one ink."""
    return sum(inks) * 100


@lru_cache(maxsize=20_000)
def _inks(icc: bytes, colour: str) -> InkShares:
    from PIL import Image as Pillow

    separated = _transform(icc).apply(Pillow.new("RGB", (1, 1), channels(colour)))
    c, m, y, k = separated.getpixel((0, 0))
    return c / 255, m / 255, y / 255, k / 255


@lru_cache(maxsize=20_000)
def _printed(icc: bytes, inks: InkShares) -> str:
    from PIL import Image as Pillow

    levels = Pillow.new("CMYK", (1, 1), tuple(round(share * 255) for share in inks))
    return "#{:02X}{:02X}{:02X}".format(*_transform(icc, is_proof=True).apply(levels).getpixel((0, 0)))


@lru_cache(maxsize=8)
def _transform(icc: bytes, is_proof: bool = False) -> Any:
    """Return Little CMS's transform from sRGB to a profile, or for a proof from the profile back to sRGB.

    Raises:
        ImageCms.PyCMSError: The profile is not one of four inks.
    """
    from PIL import ImageCms

    screen, press = ImageCms.createProfile("sRGB"), ImageCms.getOpenProfile(io.BytesIO(icc))
    flags = ImageCms.Flags(BLACK_POINT_COMPENSATION)
    intent = ImageCms.Intent(RELATIVE_COLORIMETRIC)
    if is_proof:
        return ImageCms.buildTransform(press, screen, "CMYK", "RGB", intent, flags)
    return ImageCms.buildTransform(screen, press, "RGB", "CMYK", intent, flags)


def is_profile_of_press(icc: bytes) -> bool:
    """Whether bytes are an ICC profile for four inks, of a version that PDF 1.4 supports."""
    from PIL import ImageCms

    if icc[12:20] != b"prtrCMYK" or icc[8] > 2:
        return False
    try:
        _transform(icc)
    except ImageCms.PyCMSError:
        return False
    return True
