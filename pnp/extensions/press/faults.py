"""A face and the press of a shop → faults in print: too much ink, small light type, transparent paint, fonts."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import lru_cache

from pnp.core.codes import Code
from pnp.core.diagnostics import counted
from pnp.core.frame import Frame, Group, Image, Item, Paint, Path, Picture, Text, Use
from pnp.core.inks import Press, coverage, is_near_black
from pnp.core.units import PT_PER_MM, Mm
from pnp.extensions.press.plates import has_transparency, plated
from pnp.layout.surfaces import placed_texts
from pnp.project.profile import ShopProfile

SAMPLED = 600
"""To measure its ink, a picture is reduced to this many pixels on its longer side, so that specks do not count."""

INK_TOLERANCE = 0.5
"""Ink that exceeds the limit by no more than this, in per cent, is not reported."""

REVERSED: Mm = 6.01 / PT_PER_MM
"""The size, 6 pt, up to which light type over many inks fills up if those are not in register."""

LIGHT, HEAVY = 60.0, 150.0
"""Per cent of ink: text with at most LIGHT is light, a ground with at least HEAVY is of many inks."""

FAR_OFF = 8.0
"""From this difference on, ΔE 2000, a printed colour plainly differs from that of the screen."""

DULL_PART = 0.1
"""A picture is reported if at least this part of it is printed plainly otherwise."""

LOOKED_AT, COLOURS = 200, 32
"""For that, a picture is reduced to this many pixels on its longer side, and to this many colours."""

PreflightFault = tuple[Code, float, str]
"""The code, a measure of how bad the fault is (less is worse), and its message."""


def press_faults(frame: Frame, profile: ShopProfile) -> Iterator[PreflightFault]:
    """Yield the faults of a face for the press of a shop; none for a shop that takes pictures."""
    if profile.head.file != "pdf":
        return
    if profile.press is None:
        if has_transparency(frame):
            yield Code.SHOP_TRANSPARENCY, 0.0, "an item is transparent, and stays so in the PDF"
        return
    plates = plated(frame, profile.press, profile.head.dpi)
    if plates.pictured:
        single, plural = (f"{noun}, transparent over several colours," for noun in ("place", "places"))
        places = counted(len(plates.pictured), f"{single} becomes a picture", f"{plural} become pictures")
        first = min(plates.pictured, key=lambda box: (box.y, box.x))
        what = f"{places}, from {first.x:.0f}, {first.y:.0f} mm on"
        yield Code.SHOP_TRANSPARENCY, -float(len(plates.pictured)), what
    yield from _inks(plates.frame, profile.press)


def _inks(frame: Frame, press: Press) -> Iterator[PreflightFault]:
    for paint, name in (paint for item in _all_items(frame.items) for paint in _paints(item)):
        for colour in _colours(paint):
            yield from _over(coverage(press.inks(colour)), press, f"{name} {colour}")
            yield from _dull(colour, press, f"{name} {colour}")
    for picture in (image.picture for image in _all_items(frame.items) if isinstance(image, Image)):
        name = picture.file.removeprefix("templates/") or "a picture"
        yield from _over(_most(picture, press), press, name)
        yield from _dull_picture(picture, press, name)
    for text, ground in placed_texts(frame):
        yield from _reversed(text, ground, press)


def _reversed(text: Text, ground: Paint | None, press: Press) -> Iterator[PreflightFault]:
    """Report small light type over many inks."""
    if text.size > REVERSED or not isinstance(text.fill, str) or not isinstance(ground, str) or not ground:
        return
    total = coverage(press.inks(ground))
    if coverage(press.inks(text.fill)) <= LIGHT and total >= HEAVY:
        what = f"light text “{text.text}” of {text.size * PT_PER_MM:.3g} pt over {ground}"
        yield Code.SHOP_REVERSED, text.size, f"{what}, {total:.0f} % of ink"


def _over(total: float, press: Press, what: str) -> Iterator[PreflightFault]:
    if total > press.ink + INK_TOLERANCE:
        yield Code.SHOP_INK, -total, f"{what} takes {total:.0f} % of ink, above {press.ink:.0f} %"


def _dull(colour: str, press: Press, what: str) -> Iterator[PreflightFault]:
    """Report a colour that the inks of a press cannot print; dark ones are near enough."""
    if is_near_black(colour):
        return
    printed = press.printed(colour)
    difference = _difference(colour, printed)
    if difference > FAR_OFF:
        yield Code.SHOP_GAMUT, -difference, f"{what} is printed as about {printed} (ΔE {difference:.0f})"


def _dull_picture(picture: Picture, press: Press, what: str) -> Iterator[PreflightFault]:
    """Report a picture of which a part is in colours that the inks of a press cannot print."""
    found = _dull_part(picture.content, press)
    if found is not None:
        share, difference, colour = found
        how = f"{colour} as about {press.printed(colour)} (ΔE {difference:.0f})"
        yield Code.SHOP_GAMUT, -difference, f"{share:.0%} of {what} is printed plainly otherwise, {how}"


@lru_cache(maxsize=256)
def _dull_part(content: bytes, press: Press) -> tuple[float, float, str] | None:
    """Return which part of a picture is printed plainly otherwise, by how much at most, and the colour there.

    None for less than DULL_PART, and for a picture that is already in inks.
    """
    from PIL import Image as Pillow

    with Pillow.open(io.BytesIO(content)) as image:
        if image.mode == "CMYK":
            return None
        clear = image.convert("RGBA")
    clear.thumbnail((LOOKED_AT, LOOKED_AT))
    whole = Pillow.alpha_composite(Pillow.new("RGBA", clear.size, "#ffffff"), clear).convert("RGB")
    few = whole.quantize(COLOURS, dither=Pillow.Dither.NONE).convert("RGB")
    counted_colours = few.getcolors(few.width * few.height) or []
    dull: list[tuple[float, str, int]] = []
    for count, levels in counted_colours:
        colour = f"#{bytes(levels).hex()}" if isinstance(levels, tuple) else "#ffffff"
        if not is_near_black(colour) and (difference := _difference(colour, press.printed(colour))) > FAR_OFF:
            dull.append((difference, colour, count))
    share = sum(count for *_, count in dull) / (few.width * few.height)
    return (share, *max(dull)[:2]) if share >= DULL_PART else None


@lru_cache(maxsize=20_000)
def _difference(first: str, second: str) -> float:
    """Return the difference of two colours, ΔE 2000."""
    from coloraide import Color

    return float(Color(first).delta_e(Color(second), method="2000"))


def _most(picture: Picture, press: Press) -> float:
    """Return the most ink of a picture in one place, per cent."""
    image = press.picture(picture.content)
    image.thumbnail((SAMPLED, SAMPLED))
    colours = image.getcolors(image.width * image.height) or []
    return max((sum(inks) for _, inks in colours if isinstance(inks, tuple)), default=0) / 255 * 100


def _all_items(items: tuple[Item, ...]) -> Iterator[Item]:
    """Yield every item that is printed; lines for machines are in no ink of the press."""
    for item in items:
        if isinstance(item, Group):
            if item.line:
                continue
            yield from _all_items(item.items)
        elif isinstance(item, Use):
            yield from _all_items(item.art.items)
        else:
            yield item


def _paints(item: Item) -> Iterator[tuple[Paint, str]]:
    """Yield the paints of an item, each with words for it; text that becomes black ink is left out."""
    match item:
        case Path():
            if item.fill:
                yield item.fill, "a shape of"
            if item.stroke:
                yield item.stroke.paint, "a line of"
        case Text() if not isinstance(item.fill, str) or not is_near_black(item.fill):
            yield item.fill, "a text of"


def _colours(paint: Paint) -> list[str]:
    return [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]
