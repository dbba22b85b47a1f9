"""A face and a print shop → what its press would not take: much ink, what is half clear, fonts that must stay out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.diagnostics import Code, counted
from pnp.layout.frame import Frame, Group, Image, Item, Paint, Path, Picture, Text, Use
from pnp.layout.legibility import placed_texts
from pnp.model.profile import Profile
from pnp.press import Press, coverage, is_near_black
from pnp.render.opaque import is_clear
from pnp.render.plates import plated
from pnp.units import PT_PER_MM, Mm

LOOKED_AT = 600
"""Pixels that the longer side of a picture is made smaller to, before its ink is measured: specks do not count."""

TOLERANCE = 0.5
"""Per cent of ink that make no difference."""

REVERSED: Mm = 6.01 / PT_PER_MM
"""Light type over many inks that is no larger fills up where those do not lie on one another."""

LIGHT, HEAVY = 60.0, 150.0
"""Per cent of ink: text with so little is light, a ground with so much is of many inks."""

Fault = tuple[Code, float, str]
"""The kind, how bad it is (less is worse), in words."""


def press_faults(frame: Frame, profile: Profile) -> Iterator[Fault]:
    """What is wrong with a face for the press of a shop; nothing for one that takes pictures."""
    if profile.head.file != "pdf":
        return
    if profile.head.letters == "text":
        yield from _fonts(frame)
    if profile.press is None:
        if is_clear(frame):
            yield Code.SHOP_TRANSPARENCY, 0.0, "something is half clear, and stays so in the PDF"
        return
    made = plated(frame, profile.press, profile.head.dpi)
    if made.pictured:
        one, several = (f"{noun}, half clear over several colours," for noun in ("place", "places"))
        places = counted(len(made.pictured), f"{one} becomes a picture", f"{several} become pictures")
        first = min(made.pictured, key=lambda box: (box.y, box.x))
        what = f"{places}, from {first.x:.0f}, {first.y:.0f} mm on"
        yield Code.SHOP_TRANSPARENCY, -float(len(made.pictured)), what
    yield from _inks(made.frame, profile.press)


def _inks(frame: Frame, press: Press) -> Iterator[Fault]:
    for paint, name in (found for item in _all(frame.items) for found in _paints(item)):
        for colour in _colours(paint):
            yield from _over(coverage(press.inks(colour)), press, f"{name} {colour}")
    for picture in (image.picture for image in _all(frame.items) if isinstance(image, Image)):
        yield from _over(_most(picture, press), press, picture.file.removeprefix("templates/") or "a picture")
    for text, ground in placed_texts(frame):
        yield from _reversed(text, ground, press)


def _reversed(text: Text, ground: Paint | None, press: Press) -> Iterator[Fault]:
    """Small light type over many inks."""
    if text.size > REVERSED or not isinstance(text.fill, str) or not isinstance(ground, str) or not ground:
        return
    total = coverage(press.inks(ground))
    if coverage(press.inks(text.fill)) <= LIGHT and total >= HEAVY:
        what = f"light text “{text.text}” of {text.size * PT_PER_MM:.3g} pt over {ground}"
        yield Code.SHOP_REVERSED, text.size, f"{what}, {total:.0f} % of ink"


def _over(total: float, press: Press, what: str) -> Iterator[Fault]:
    if total > press.ink + TOLERANCE:
        yield Code.SHOP_INK, -total, f"{what} takes {total:.0f} % of ink, above {press.ink:.0f} %"


def _most(picture: Picture, press: Press) -> float:
    """The most ink of a picture in one place, per cent."""
    image = press.picture(picture.content)
    image.thumbnail((LOOKED_AT, LOOKED_AT))
    seen = image.getcolors(image.width * image.height) or []
    return max((sum(inks) for _, inks in seen if isinstance(inks, tuple)), default=0) / 255 * 100


def _all(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every item that is drawn; lines for machines are in no ink of the press."""
    for item in items:
        if isinstance(item, Group):
            if item.line:
                continue
            yield from _all(item.items)
        elif isinstance(item, Use):
            yield from _all(item.art.items)
        else:
            yield item


def _paints(item: Item) -> Iterator[tuple[Paint, str]]:
    """The paints of an item, with what it is called; text that becomes black ink is left out."""
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


def _fonts(frame: Frame) -> Iterator[Fault]:
    faces = {item.words[0].face: None for item in _all(frame.items) if isinstance(item, Text) and item.words}
    for face in faces:
        if not face.may_be_embedded:
            yield Code.SHOP_FONT, 0.0, f"the font {face.name} must not be embedded, as it says itself"
