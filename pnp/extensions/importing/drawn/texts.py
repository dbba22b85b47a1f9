"""Texts that Squib sets by Pango → the keys of elements: box, font, alignment, icons.

Pango measures a line from its ascent to its descent, pnp from the top of the capitals to the baseline; boxes are made
smaller by the difference, so that texts stand where they stood.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pnp.core.fonts import FontSet
from pnp.core.units import MM_PER_INCH, Mm
from pnp.extensions.importing.drawn.cards import CardSpot, DeckValues, NotTakenError, faded, length
from pnp.extensions.importing.drawn.pictures import CopiedPictures, picture_path
from pnp.extensions.importing.drawn.units import PangoFont, parse_font

USUAL_SIZE = 12.0
"""Points of a font without a size."""

LEADING = 1.15
"""Pango's distance of baselines in sizes of the type, for Arial and most other fonts."""

ROOM = 0.2
"""Pango's extra room above the capitals and below the baseline, in sizes of the type, which pnp does not have."""

LEAST: Mm = 1.0
"""The least side of a text's box, mm."""

LETTER = 0.6
"""The estimated width of a letter, in sizes of the type."""

CAPITALS = 0.75
"""The estimated height of capitals, in sizes of the type."""

LARGEST = 1000.0
"""The largest type, in points."""

SMALLEST = 5.0
"""A text that Squib would cut off with an ellipsis may shrink to this size, in points."""

GENERIC = {"arial", "sans", "sans-serif", "helvetica", "serif", "monospace"}
"""Families that stand for the usual one of a machine: they become the family text."""

BLACK = "#000000"

_MM_PER_POINT = MM_PER_INCH / 72


class TextSetter:
    """Sets the texts of one deck.

    Attributes:
        safe: The distance from the trim that all texts keep, mm.
        icons: Icons in texts by name; paths from templates/.
    """

    def __init__(self, cards: DeckValues, pictures: CopiedPictures, fonts: FontSet) -> None:
        self.cards = cards
        self.pictures = pictures
        self.fonts = fonts
        self.safe = cards.drawing.safe
        self.icons: dict[str, str] = {}

    def text(self, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Write a text."""
        words = self.cards.words(options["str"])
        if not words:
            return
        font = self.font(options)
        size = round((font.size or USUAL_SIZE) * self.cards.drawing.type_scale, 1)
        if not 0 < size <= LARGEST:
            raise NotTakenError(f"font_size: {size:g} is not a size of type")
        align, valign = self.alignment(options)
        spot = self.text_spot(options, size, align, valign)
        colour, opacity = self.cards.colour(options["color"])
        keys: dict[str, Any] = {"text": words, **spot.written(), "size": f"{size:g}pt"}
        if size > SMALLEST:
            keys["smallest"] = f"{SMALLEST:g}pt"
        keys |= {"lines": options["lines"]} if options.get("lines") else {}
        keys |= self.family(font)
        keys |= {"bold": True} if font.is_bold else {}
        keys |= {"italic": True} if font.is_italic else {}
        keys |= {"align": align} if align != "left" else {}
        keys |= {"valign": valign} if valign != "top" else {}
        keys |= {"colour": colour} if colour != BLACK else {}
        keys |= self.leading(options, size) | self.outline(options) | faded(opacity)
        self.embed()
        if opacity:
            yield keys

    def alignment(self, options: Mapping[str, Any]) -> tuple[str, str]:
        """Return how a text is aligned, across and down; Pango aligns nothing where a box has no width or height."""
        across = str(self.cards.plain(options, "align")).lower()
        down = str(self.cards.plain(options, "valign")).lower()
        align = {"center": "centre", "right": "right"}.get(across, "left") if _is_given(options, "width") else "left"
        if self.cards.plain(options, "justify") is True:
            align = "justify"
        return align, down if down in ("middle", "bottom") and _is_given(options, "height") else "top"

    def text_spot(self, options: Mapping[str, Any], size: float, align: str, valign: str) -> CardSpot:
        """Return the box of a text; one without a width or height ends at the safe area.

        The text stays in the safe area: its box ends there on the sides to which it is not aligned, and equally on both
        sides of a centred text; on other sides the safe area is extended, up to the cut.
        """
        x, y = self.cards.point(options, "x", "y")
        (trim_width, trim_height), degrees = self.cards.drawing.trim, self.cards.degrees(options)
        width, height = trim_width - x - self.cards.drawing.safe, trim_height - y - self.cards.drawing.safe
        if _is_given(options, "width"):
            width = self.cards.side(options, "width")
        if _is_given(options, "height"):
            height = self.cards.side(options, "height", False)
        if width <= 0 or height <= 0:
            raise NotTakenError("its box is off the card")
        room = min(ROOM * size, max((height / _MM_PER_POINT - 0.75 * size) / 2, 0.0)) * _MM_PER_POINT
        angle = math.radians(degrees)
        spot = CardSpot(x - room * math.sin(angle), y + room * math.cos(angle), width, height - 2 * room, degrees)
        down = {"middle": "centre", "bottom": "right"}.get(valign, "left")
        if degrees and not options.get("is_loose"):
            self.safe = max(min(self.safe, *self.reach(spot)), 0.0)
        if degrees:
            return self.loosened(spot, spot, options, size, align, down) if options.get("is_loose") else spot
        x, width = self.kept_safe(spot.x, spot.width, trim_width, "left" if align == "justify" else align)
        y, height = self.kept_safe(spot.y, spot.height, trim_height, down)
        kept = CardSpot(x, y, width, height)
        return self.loosened(spot, kept, options, size, align, down) if options.get("is_loose") else kept

    def loosened(
        self, spot: CardSpot, kept: CardSpot, options: Mapping[str, Any], size: float, align: str, down: str
    ) -> CardSpot:
        """Return the box of a text that other programs print beyond its box, large enough for its longest word.

        A line is not made smaller by the safe area; what is printed of it may extend that, up to the cut.

        Args:
            spot: The box as written.
            kept: The box in the safe area.
            options: The options of the call.
            size: The size of the type, points.
            align: How the text is aligned across.
            down: The same down, in words for across.
        """
        wide = self.longest(options) * LETTER * _MM_PER_POINT
        high = CAPITALS * _MM_PER_POINT * (1 + (options.get("lines", 1) - 1) * LEADING / CAPITALS)
        x, width, y, height = kept.x, kept.width, kept.y, kept.height
        if options.get("lines") and width < wide * size <= spot.width:
            x, width = spot.x, spot.width
        if height < high * size <= spot.height:
            y, height = spot.y, spot.height
        share = {"centre": 0.5, "right": 1.0}
        cos, sin = math.cos(math.radians(spot.degrees)), math.sin(math.radians(spot.degrees))
        if spot.degrees:  # x and y are where the top left corner is when the box is turned about it
            least = wide * min(size, SMALLEST), high * min(size, SMALLEST)
            larger = [max(side, LEAST, need) for side, need in zip((width, height), least, strict=True)]
            if larger != [width, height]:
                self.cards.note("its box is enlarged, as a word is larger")
            right, below = (width - larger[0]) * share.get(align, 0.0), (height - larger[1]) * share.get(down, 0.0)
            x, y = x + right * cos - below * sin, y + right * sin + below * cos
            width, height = larger
        else:
            x, width = self.widened(x, max(width, LEAST), wide * min(size, SMALLEST), align, 0)
            y, height = self.widened(y, max(height, LEAST), high * min(size, SMALLEST), down, 1)
        box = CardSpot(x, y, width, height, spot.degrees)
        ink = min(wide * size, width), min(high * size, height) if options.get("lines") else height
        right, below = (width - ink[0]) * share.get(align, 0.0), (height - ink[1]) * share.get(down, 0.0)
        printed = CardSpot(x + right * cos - below * sin, y + right * sin + below * cos, *ink, spot.degrees)
        self.safe = max(min(self.safe, *self.reach(printed)), 0.0)
        return box

    def longest(self, options: Mapping[str, Any]) -> int:
        """Return the most letters of a line, or of a word for a text that is broken into lines, on all cards."""
        rows = max((len(column.cells) for column in self.cards.columns.values()), default=1)
        texts = {re.sub(r"<br\s*/?>|\\13\\", "\n", self.cards.in_row(options["str"], row)) for row in range(rows)}
        plain = (re.sub(r"<[^<>]*>", "", text) for text in texts)
        return max(
            (len(part) for text in plain for part in (text.split("\n") if options.get("lines") else text.split())),
            default=0,
        )

    def widened(self, start: Mm, length: Mm, least: Mm, align: str, side: int) -> tuple[Mm, Mm]:
        """Return one side of a text's box, at least as long as its longest word is wide, or a line is high."""
        whole = self.cards.drawing.trim[side]
        more = min(least, whole) - length
        if more <= 0:
            return start, length
        self.cards.note("its box is enlarged, as a word is larger")
        start -= more * {"centre": 0.5, "right": 1.0}.get(align, 0.0)
        return max(min(start, whole - length - more), 0.0), length + more

    def kept_safe(self, start: Mm, length: Mm, whole: Mm, align: str) -> tuple[Mm, Mm]:
        """Return one side of a text's box, from its start, cut at the safe area as far as the text does not move."""
        usual = self.cards.drawing.safe
        before, after = usual - start, start + length - (whole - usual)
        if align == "centre":
            cut = max(before, after, 0.0)
            return (start + cut, length - 2 * cut) if length > 2 * cut else (start, length)
        anchored, free = (after, before) if align == "right" else (before, after)
        moved = 0.0
        if anchored > usual:
            moved = anchored
            self.cards.note("it begins beyond the cut, and is moved into the safe area")
        elif anchored > 0:
            self.safe = min(self.safe, usual - anchored)
        cut = free if 0 < free < length - moved else 0.0
        return start + (cut if align == "right" else moved), max(length - cut - moved, LEAST)

    def reach(self, spot: CardSpot) -> tuple[Mm, ...]:
        """Return the distance of a turned box from the trim on each side."""
        angle = math.radians(spot.degrees)
        corners = [
            (spot.x + x * math.cos(angle) - y * math.sin(angle), spot.y + x * math.sin(angle) + y * math.cos(angle))
            for x in (0, spot.width)
            for y in (0, spot.height)
        ]
        xs, ys = zip(*corners, strict=True)
        width, height = self.cards.drawing.trim
        return min(xs), width - max(xs), min(ys), height - max(ys)

    def font(self, options: Mapping[str, Any]) -> PangoFont:
        """Return the font of a text: its own, that of the deck, or Squib's."""
        value = self.cards.plain(options, "font")
        if value in (None, "use_set", "default"):
            value = self.cards.drawing.font
        font = parse_font(str(value)) if value else PangoFont(("Arial",), USUAL_SIZE / self.cards.drawing.type_scale)
        size = self.cards.plain(options, "font_size")
        if isinstance(size, str) and size.strip().removesuffix("pt").replace(".", "", 1).isdecimal():
            size = float(size.strip().removesuffix("pt"))
        if isinstance(size, int | float) and not isinstance(size, bool):
            return PangoFont(font.families, float(size), font.is_bold, font.is_italic)
        return font

    def family(self, font: PangoFont) -> dict[str, Any]:
        """Return the family of a font if the project has it; otherwise list how to add it."""
        for family in font.families:
            if name := _family_name(family, self.fonts):
                return {"font": name} if name != "text" else {}
        first = font.families[0] if font.families else ""
        if first and first.lower() not in GENERIC:
            name = re.sub(r"[^a-z0-9]+", "-", first.lower()).strip("-")
            how = f"pnp fonts add '{first}', then font: {name} in the template"
            self.cards.left_out.append(f"font {first}: the project does not have it; {how}")
        return {}

    def leading(self, options: Mapping[str, Any], size: float) -> dict[str, Any]:
        """Return the leading of a text with extra space between its lines."""
        spacing = self.cards.plain(options, "spacing")
        px = self.cards.units.px(spacing) if spacing is not None else None
        if not px:
            return {}
        return {"leading": round(max(LEADING + self.cards.units.mm(px) / (size * _MM_PER_POINT), 0.5), 2)}

    def outline(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the line around the letters of a text; Squib's is centred on their edge."""
        width = self.cards.mm(options, "stroke_width") if options.get("stroke_width") else 0.0
        colour, opacity = self.cards.colour(options.get("stroke_color", "black"))
        return {"outline": f"{colour} {length(width)}"} if width and opacity and isinstance(colour, str) else {}

    def embed(self) -> None:
        """Add the icons of a text to the template, and list those that are not found."""
        names = self.cards.drawing.icons_of(self.cards.call)
        for options in self.cards.call.icons:
            key, file = options.get("key"), options.get("file")
            if isinstance(key, str) and key in names:
                self.pictures.copied(str(file), {})
                self.icons[names[key]] = f"{self.pictures.game}/{picture_path(str(file))}"
            else:
                what = f"no such picture: {file}" if isinstance(file, str) else "only Ruby can compute its file"
                self.cards.left_out.append(f"{self.cards.drawing.script}:{options['line']}: an icon in texts: {what}")


def _is_given(options: Mapping[str, Any], side: str) -> bool:
    """Whether the box of a text has a width or height."""
    return options.get(side) not in (None, "auto", "native")


def _family_name(family: str, fonts: FontSet) -> str:
    """Return the name that a project has for a family; "" for none."""
    wanted = re.sub(r"[\W_]+", "", family).lower()
    for name, known in fonts.families.items():
        names = {name, *(known_name for face in known.faces.values() for known_name in face.about.names)}
        if wanted in {re.sub(r"[\W_]+", "", one).lower() for one in names}:
            return name
    return ""
