"""A drawing's items and chosen colours → its items in these colours.

Each set of colours costs one walk over the paints, once. Nothing here reads SVG or places a drawing on a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property

from pnp.core.colours import mix_colours
from pnp.core.diagnostics import Diagnostic, Mistake
from pnp.core.frame import Art, Box, Group, Image, Item, Paint, Path
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.sketch import Sketch, coloured
from pnp.layout.svg.recolouring import OwnColours, own_colours, repainted
from pnp.layout.svg.values import MIX, VARIABLE, parse_colour


@frozen_dataclass(eq=False)
class Drawing:
    """A parsed SVG file.

    Attributes:
        box: Its viewBox, in its own units; items beyond it are clipped, unless the file says overflow="visible".
        variables: Names that ``var(--name, …)`` uses, without the dashes.
        has_current_colour: Whether anything is painted in ``currentColor``.
        file: Its path in the project, with # and the name of the part if it is not the whole file.
        warnings: Reports of what was ignored or replaced while reading.
        files: Paths of the project's other files that it shows.
    """

    box: Box
    variables: frozenset[str]
    has_current_colour: bool
    template: tuple[Item, ...] = field(repr=False)
    """Items whose colours may still be "currentColor" or "var(--name, default)"."""
    file: str = ""
    warnings: tuple[Diagnostic, ...] = field(default=(), repr=False)
    files: frozenset[str] = frozenset()
    _painted: dict[tuple[str, ...], tuple[Item, ...]] = field(default_factory=dict, repr=False)
    _arts: dict[tuple[str, ...], Art] = field(default_factory=dict, repr=False)

    @cached_property
    def own(self) -> OwnColours:
        """The parts that can be recoloured although the file names neither currentColor nor variables."""
        return own_colours(self.template, self.box)

    @property
    def takes_colour(self) -> bool:
        """Whether a colour can be chosen for it: it uses currentColor, or has only one colour."""
        return self.has_current_colour or self.own.colour != ""

    def items(
        self, colour: str | None, colours: Mapping[str, str], repaint: str | None = None, ground: str | None = None
    ) -> tuple[Item, ...]:
        """Return the drawing in these colours; the same objects for the same colours.

        Args:
            colour: What ``currentColor`` stands for; None for black.
            colours: A colour or "none" for each variable to be set; others keep their default. Names that the file does
                not use are ignored: compare with ``variables``.
            repaint: Replaces the only colour of a drawing without currentColor; None to keep it.
            ground: The colour of the shape that covers the drawing, "none" to leave it out; None to keep it.

        Raises:
            Mistake: One of the colours is not a colour.
        """
        key = self._key(colour, colours, repaint, ground)
        if key not in self._painted:
            template = self.template
            if (repaint or ground) and self.template:
                template = repainted(template, self.own, None if self.has_current_colour else repaint, ground)
            self._painted[key] = _Painter(colour, colours).items(template)
        return self._painted[key]

    def art(
        self,
        name: str,
        colour: str | None,
        colours: Mapping[str, str],
        repaint: str | None = None,
        ground: str | None = None,
    ) -> Art:
        """Return the drawing in these colours as one shared Art; it keeps the name of the first request.

        Raises:
            Mistake: One of the colours is not a colour.
        """
        key = self._key(colour, colours, repaint, ground)
        if key not in self._arts:
            self._arts[key] = Art(name, self.box, self.items(colour, colours, repaint, ground), self.file)
        return self._arts[key]

    def _key(
        self, colour: str | None, colours: Mapping[str, str], repaint: str | None, ground: str | None
    ) -> tuple[str, ...]:
        """Return those of the colours that the drawing uses."""
        current_colour = colour or "black" if self.has_current_colour else ""
        repaint = None if self.has_current_colour or not (repaint and self.own.colour) else repaint
        ground = ground if ground and self.own.has_ground else None
        own = (repaint or "", ground or "") if repaint or ground else ()
        return (current_colour, *own, *(colours.get(name, "") for name in sorted(self.variables)))


class _Painter:
    """Replaces currentColor and variables by colours; items without either stay the same objects."""

    def __init__(self, colour: str | None, colours: Mapping[str, str]) -> None:
        self.colour = colour or "black"
        self.colours = colours
        self.resolved: dict[str, str | None] = {}

    def items(self, items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(painted for item in items if (painted := self._item(item)) is not None)

    def _item(self, item: Item) -> Item | None:
        if isinstance(item, Path):
            return self._path(item)
        if isinstance(item, Group):
            inside = self.items(item.items)
            mask = item.mask._replace(items=self.items(item.mask.items)) if item.mask else None
            return item._replace(items=inside, mask=mask) if inside else None
        if isinstance(item, Image) and isinstance(item.picture, Sketch):
            return item._replace(picture=item.picture.with_svg(coloured(item.picture.svg, self._colour)))
        return item

    def _path(self, path: Path) -> Path | None:
        fill = self._paint(path.fill)
        stroke = path.stroke
        if stroke is not None and (paint := self._paint(stroke.paint)) is not stroke.paint:
            stroke = stroke._replace(paint=paint) if paint is not None else None
        if fill is path.fill and stroke is path.stroke:
            return path
        if fill is None and stroke is None:
            return None
        return Path(path.segments, fill, stroke, path.even_odd, path.opacity)

    def _paint(self, paint: Paint | None) -> Paint | None:
        if paint is None or isinstance(paint, str):
            return self._colour(paint) if paint else None
        colours = [self._colour(stop.colour) for stop in paint.stops]
        if all(new is stop.colour for new, stop in zip(colours, paint.stops, strict=True)):
            return paint
        if None in colours:
            return None
        stops = tuple(stop._replace(colour=new or "") for new, stop in zip(colours, paint.stops, strict=True))
        return paint._replace(stops=stops)

    def _colour(self, notation: str) -> str | None:
        if notation[0] == "#":
            return notation
        if notation not in self.resolved:
            self.resolved[notation] = self._choose(notation)
        return self.resolved[notation]

    def _choose(self, notation: str) -> str | None:
        while match := VARIABLE.fullmatch(notation):
            if match[1] in self.colours:
                return _opaque(self.colours[match[1]])
            notation = match[2]
        if mix := MIX.fullmatch(notation):
            first, second = self._colour(mix[1].strip()), self._colour(mix[3].strip())
            return mix_colours(first, float(mix[2]) / 100, second) if first and second else first or second
        return _opaque(self.colour if notation == "currentColor" else notation)


def _opaque(notation: str) -> str | None:
    """Return a colour as "#rrggbb", None for "none".

    Raises:
        Mistake: It is not a colour, or it is neither opaque nor fully transparent.
    """
    colour, alpha = parse_colour(notation)
    if alpha not in (0.0, 1.0):
        raise Mistake(f"{notation!r} is not opaque", "put opacity on the shape instead")
    return colour if alpha else None
