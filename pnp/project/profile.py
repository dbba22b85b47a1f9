"""The models of a print shop's profile and of a press; and the size of a card → the shop's size for it."""

from __future__ import annotations

import string
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt, StrictStr

from pnp.core.diagnostics import Mistake, Place, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.core.units import MM_PER_INCH, Mm, format_size
from pnp.project import forms
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes, why_no_file_name


class PressHead(StrictModel):
    """A press and paper."""

    title: StrictStr
    """Its name, for people."""
    condition: StrictStr
    """The registered name of the printing condition: FOGRA39."""
    registry: StrictStr = ""
    """The address of the register that contains that name: http://www.color.org."""
    icc: StrictStr
    """The file with its ICC profile, version 2, beside this file."""
    ink: StrictInt = Field(300, ge=100, le=400)
    """The ink limit: the most ink in one place, per cent of one ink."""
    renderer: StrictStr = "plates"
    """The renderer that prepares sides for this press: pnp's own, or that of an installed package."""


NAME_FIELDS = ("game", "language", "deck", "number", "slug", "side")
"""The fields that names of exported files may contain."""

SAME: Mm = 0.2
"""Sizes that differ by no more than this are the same: shops round inches."""

FAR: Mm = 20.0
"""A card that differs by more than this from all sizes of a shop gets the advice to use another export."""

ALIKE, UNLIKE = 1.05, 1.25
"""Proportions that differ by less than the first factor count as equal; if they differ by more than the second, no size
is advised."""

NEAR: Mm = 1.0
"""A card that differs by less than this from a size of the shop is centred, not scaled: the eye does not notice."""


@takes(forms.TEXT)
def parse_file_name(value: Any) -> str:
    """Parse a pattern for file names, with its fields in braces: "{deck}/{number}-{side}"."""
    if not isinstance(value, str) or not value:
        raise Mistake(f"must be a name like {{deck}}/{{number}}-{{side}}, not {v.describe(value)}")
    try:
        parts = [(field, form, was) for _, field, form, was in string.Formatter().parse(value) if field is not None]
    except ValueError:
        raise Mistake(f"has a brace without its partner, {value}") from None
    fields = [field for field, _, _ in parts]
    for field, form, conversion in parts:
        if field not in NAME_FIELDS:
            raise Mistake(f"has no {{{field}}}", suggest(field, NAME_FIELDS))
        if form or conversion:
            raise Mistake(f"has a format for {field}", f"write {{{field}}}")
    for field in ("deck", "number", "side"):
        if field not in fields:
            raise Mistake(f"has no {{{field}}}, so that files would have the same name", f"add {{{field}}}")
    for name in value.format(**dict.fromkeys(NAME_FIELDS, "1")).split("/"):
        if why := why_no_file_name(name):
            raise Mistake(f"makes a name that {why}", "write {deck}/{number}-{side}")
    return value


@takes(forms.list_of({"type": "number", "minimum": 0, "maximum": 100}, 4, 4))
def parse_inks(value: Any) -> tuple[float, float, float, float]:
    """Parse the percentages of cyan, magenta, yellow and black as parts of 1."""
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != 4:
        raise Mistake(f"must be four numbers like [60, 40, 40, 100], not {v.describe(value)}")
    for part in value:
        if isinstance(part, bool) or not isinstance(part, int | float) or not 0 <= part <= 100:
            raise Mistake(f"must have percentages from 0 to 100, not {v.describe(part)}")
    cyan, magenta, yellow, black = (float(part) / 100 for part in value)
    return cyan, magenta, yellow, black


@takes(forms.list_of({"type": "integer", "minimum": 50, "maximum": 20000}, 2, 2))
def parse_pixels(value: Any) -> tuple[int, int]:
    """Parse the width and height of a picture in pixels."""
    sides = value if isinstance(value, Sequence) and not isinstance(value, str) else []
    pixels = [side for side in sides if type(side) is int and 50 <= side <= 20000]
    if len(pixels) != 2 or len(sides) != 2:
        raise Mistake(f"must be two whole numbers from 50 to 20000 like [825, 1125], not {v.describe(value)}")
    return pixels[0], pixels[1]


class SizeHead(StrictModel):
    """A size that a shop prints."""

    trim: Annotated[tuple[Mm, Mm], v.Plain(v.parse_card_size)]
    """Width and height to which it is cut: [2.5in, 3.5in], or a name such as poker."""
    title: StrictStr = ""
    """The shop's name for the size, if it differs from its name here."""
    shape: Annotated[str, v.Plain(v.choice("card", "rounded", "circle", "hexagon"))] = "card"
    """How it is cut, by the words of templates: card, rounded, circle, hexagon."""
    pixels: Annotated[tuple[int, int] | None, v.Plain(parse_pixels)] = None
    """Width and height of the shop's picture, with the trim in the middle, if they are not those of trim and bleed."""
    bleed: Annotated[Mm | None, v.Plain(v.length_between(0, 20))] = None
    """How far the picture runs past the trim, if it differs from the shop's bleed."""
    safe: Annotated[Mm | None, v.Plain(v.length_between(0, 50))] = None
    """How far inside the trim texts must stay, if it differs from the shop's safe."""


class CustomHead(StrictModel):
    """The custom sizes for which a shop makes a tool."""

    smallest: Annotated[tuple[Mm, Mm], v.Plain(v.parse_card_size)]
    """The smallest width and height: [20mm, 20mm]."""
    largest: Annotated[tuple[Mm, Mm], v.Plain(v.parse_card_size)]
    """The largest width and height; a card may lie either way."""
    note: StrictStr = ""
    """A note for users in the list of exported files: ask for the price."""


class SmallestHead(StrictModel):
    """The smallest type and the thinnest line that a shop prints well."""

    text: Annotated[Mm, v.Plain(v.parse_type_size)] = v.parse_type_size(5)
    """The smallest type. Default: 5pt."""
    line: Annotated[Mm, v.Plain(v.length_between(0, 5))] = 0.088
    """The thinnest line. Default: a quarter of a point."""


class ProfileHead(StrictModel):
    """A print shop: the sizes, files and names that it accepts."""

    title: StrictStr
    """The name of the shop."""
    source: StrictStr = ""
    """The web address of the source of its figures."""
    file: Annotated[str, v.Plain(v.choice("png", "pdf"))] = "png"
    """The kind of file: png or pdf."""
    colour: Annotated[str, v.Plain(v.choice("rgb", "cmyk"))] = "rgb"
    """The colours of the files: rgb, which is sRGB, or cmyk, with which PDFs are PDF/X-1a."""
    press: StrictStr = "fogra39"
    """Its press, if the colours are cmyk: fogra39, swop-240, or a press in the project."""
    ink: StrictInt | None = Field(None, ge=100, le=400)
    """The ink limit, per cent of one ink, if it is lower than the press's."""
    rich_black: Annotated[tuple[float, float, float, float] | None, v.Plain(parse_inks)] = None
    """The inks of black grounds and shapes, in per cent: [60, 40, 40, 100]; by default those of the press."""
    pages: Annotated[str, v.Plain(v.choice("side", "front-back", "back-front"))] = "side"
    """A PDF for each side (side), or a PDF for each deck with both sides of every copy, in this order (front-back or
    back-front)."""
    dpi: StrictInt = Field(300, ge=50, le=1200)
    """Dots per inch of the pictures."""
    bleed: Annotated[Mm, v.Plain(v.length_between(0, 20))] = 3.0
    """How far pictures run past the trim."""
    safe: Annotated[Mm, v.Plain(v.length_between(0, 50))] = 3.0
    """How far inside the trim texts must stay."""
    letters: Annotated[Literal["text", "outlines"], v.Plain(v.choice("text", "outlines"))] = "text"
    """Whether texts in PDFs are text, with fonts, or outlines."""
    names: Annotated[str, v.Plain(parse_file_name)] = "{deck}/{number}-{slug}-{side}"
    """The pattern for file names, without the ending."""
    backs: Annotated[str, v.Plain(v.choice("shared", "each", "none"))] = "shared"
    """Back files: one for each card (each), one if all backs of a deck are alike (shared), or none."""
    order: Annotated[str, v.Plain(v.choice("none", "mpc-autofill"))] = "none"
    """An order file for a program that uploads the pictures: mpc-autofill writes cards.xml."""
    most: StrictInt | None = Field(None, ge=1)
    """The most cards in one order."""
    smallest: SmallestHead = Field(default_factory=SmallestHead)
    """The smallest type and the thinnest line."""
    sizes: dict[str, SizeHead] = {}
    """Sizes by name. Without any, the shop accepts all sizes, each with its own bleed."""
    custom: CustomHead | None = None
    """The custom sizes that the shop cuts; without it there are none."""


@frozen_dataclass
class Fit:
    """How a card fits a size of a shop.

    Attributes:
        name: The name of the size; "" if the shop accepts all sizes.
        trim: Width and height to which the shop cuts, mm.
        page: Width and height of the shop's picture or page, with the trim in the middle, mm.
        bleed: How far past the trim a card must be painted, mm; the page may be larger.
        safe: How far inside the trim texts must stay, mm.
        is_same: Whether the card has exactly that size.
        is_turned: Whether the card is turned by 90° for the shop, because its width is the height of the shop's size.
    """

    name: str
    title: str
    trim: tuple[Mm, Mm]
    page: tuple[Mm, Mm]
    bleed: Mm
    safe: Mm
    is_same: bool
    is_turned: bool = False

    @property
    def page_bleed(self) -> Mm:
        """The bleed of the shop's picture on the sides where it is narrowest, mm."""
        return min(outer - trim for outer, trim in zip(self.page, self.trim, strict=True)) / 2

    @property
    def card_trim(self) -> tuple[Mm, Mm]:
        """The trim as the card is drawn, before it may be turned for the shop."""
        return _way_round(self.trim, self.is_turned)

    def missing_bleed(self, size: tuple[Mm, Mm], bleed: Mm) -> Mm:
        """Return how much bleed a card of a size lacks, mm, on the sides where the shop's picture has most."""
        page = _way_round(self.page, self.is_turned)
        return max(outer - side for outer, side in zip(page, size, strict=True)) / 2 - bleed


@frozen_dataclass
class ShopProfile:
    """A print shop's profile, with its press.

    Attributes:
        name: Its name on the command line; "" for a press alone, which prints whole sheets.
        place: The place of its file; pnp's own profiles are not in the project.
        decks: The decks and extras for the shop; if empty, all decks.
        press: Its press; None for files in sRGB.
    """

    name: str
    head: ProfileHead
    place: Place
    decks: tuple[str, ...] = ()
    press: Press | None = None

    @property
    def is_shop(self) -> bool:
        """Whether it accepts single cards, with sizes and a bleed of its own."""
        return bool(self.name)

    def fit(self, size: tuple[Mm, Mm], bleed: Mm, shape: str) -> Fit:
        """Return the shop's size for a card.

        Args:
            size: Width and height to which the card is cut, mm.
            bleed: How far its ground runs past the trim, mm.
            shape: How it is cut: see pnp.core.outline.

        Raises:
            Mistake: The shop has no such size; its fix names the nearest.
        """
        head = self.head
        if not head.sizes:
            return Fit("", "", size, _page(size, bleed), bleed, head.safe, is_same=True)
        ways = [
            (_difference(_way_round(of_shop.trim, is_turned), size), is_turned, name)
            for name, of_shop in head.sizes.items()
            for is_turned in (False, True)
            if of_shop.shape == shape
        ]
        alternative = self._as_rectangle(size, shape)
        if not ways:
            raise Mistake(f"{head.title} has no size for a {shape}", alternative or "export it to plain")
        difference, is_turned, name = min(ways, key=lambda way: way[:2])
        nearest = head.sizes[name]
        bleed = head.bleed if nearest.bleed is None else nearest.bleed
        safe = head.safe if nearest.safe is None else nearest.safe
        if difference >= SAME and shape == "card" and head.custom and _is_within(size, head.custom):
            note = f", {head.custom.note}" if head.custom.note else ""
            title = f"a size of its own, {format_size(size)}{note}"
            return Fit("custom", title, size, _page(size, head.bleed), head.bleed, head.safe, is_same=True)
        if difference >= NEAR:
            what = f"{head.title} has no {'' if shape == 'card' else f'{shape} '}size of {format_size(size)}"
            raise Mistake(what, alternative or self._other_size(size, [(way, turned) for _, turned, way in ways]))
        page = _page(nearest.trim, bleed)
        if nearest.pixels:
            page = (nearest.pixels[0] / head.dpi * MM_PER_INCH, nearest.pixels[1] / head.dpi * MM_PER_INCH)
        return Fit(name, nearest.title or name, nearest.trim, page, bleed, safe, difference < SAME, is_turned)

    def _as_rectangle(self, size: tuple[Mm, Mm], shape: str) -> str:
        """Return the fix for a card if the shop has its size only as a rounded tile, or only as a card; else "".

        Cards are cut straight through the sheet, rounded tiles one by one. Some shops have a size only as one of these.
        """
        counterpart = {"card": "rounded", "rounded": "card"}.get(shape)
        for name, of_shop in self.head.sizes.items():
            ways = (_difference(_way_round(of_shop.trim, is_turned), size) for is_turned in (False, True))
            if of_shop.shape == counterpart and min(ways) < NEAR:
                return f"it has {of_shop.title or name} of that size: write shape: {counterpart} in the template"
        return ""

    def _other_size(self, size: tuple[Mm, Mm], ways: Sequence[tuple[str, bool]]) -> str:
        """Return the fix that names the nearest size, turned as the card lies.

        Sizes with its proportions come first.
        """
        trims = [(name, _way_round(self.head.sizes[name].trim, is_turned)) for name, is_turned in ways]
        near_sizes: list[tuple[bool, Mm, str, tuple[Mm, Mm]]] = []
        for name, trim in trims:
            ratio = trim[0] / trim[1] / (size[0] / size[1])
            difference, stretch = _difference(trim, size), max(ratio, 1 / ratio)
            if difference <= FAR and stretch < UNLIKE:
                near_sizes.append((stretch >= ALIKE, difference, name, trim))
        if not near_sizes:
            return "export it to plain, or as pdf with --colour cmyk"
        _, difference, name, trim = min(near_sizes)
        bleed = self.head.bleed if (own := self.head.sizes[name].bleed) is None else own
        lines = f"size: [{round(trim[0], 3):g}mm, {round(trim[1], 3):g}mm]"
        is_nearest = difference <= min(_difference(other, size) for _, other in trims)
        nearest = "the nearest" if is_nearest else "the nearest of its proportions"
        return f"{nearest} is {name}: write {lines} and bleed: {bleed:.4g}mm in the template"

    def pixels(self, fit: Fit) -> tuple[int, int]:
        """Return the width and height of the shop's picture, in pixels."""
        width, height = (side / MM_PER_INCH * self.head.dpi for side in fit.page)
        return round(width), round(height)


def press_alone(press: Press, decks: Sequence[str]) -> ShopProfile:
    """Return a profile for decks, extras and rules that a press prints on whole sheets.

    They keep their own safe areas.
    """
    head = ProfileHead.model_validate({"title": press.title, "file": "pdf", "colour": "cmyk", "safe": "0mm"})
    return ShopProfile("", head, Place("--press"), tuple(decks), press)


def _is_within(size: tuple[Mm, Mm], custom: CustomHead) -> bool:
    """Whether a shop cuts a size as a custom one, upright or turned."""
    least, most, sides = sorted(custom.smallest), sorted(custom.largest), sorted(size)
    return all(low <= side <= high for low, side, high in zip(least, sides, most, strict=True))


def _page(trim: tuple[Mm, Mm], bleed: Mm) -> tuple[Mm, Mm]:
    return trim[0] + 2 * bleed, trim[1] + 2 * bleed


def _way_round(size: tuple[Mm, Mm], is_turned: bool) -> tuple[Mm, Mm]:
    return (size[1], size[0]) if is_turned else size


def _difference(first: tuple[Mm, Mm], second: tuple[Mm, Mm]) -> Mm:
    return max(abs(first[0] - second[0]), abs(first[1] - second[1]))
