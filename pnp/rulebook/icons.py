"""Names and colours → the drawings of a booklet's style, on their badges in boxes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.diagnostics import Place
from pnp.layout.frame import Art, Box, Use, fit_matrix
from pnp.layout.game import GameLayout
from pnp.rulebook.style import BookletStyle, BoxStyle

ON_BADGE = Box(0.2, 0.2, 0.6, 0.6)
"""Where an icon stands on a badge, whose side is 1."""


@dataclass(frozen=True)
class Icons:
    """The icons of a style.

    Attributes:
        paths: Drawings by name.
        layout: Reads them, and tells of those that cannot be had.
        place: Where these are told.
    """

    paths: dict[str, str]
    layout: GameLayout
    place: Place

    def __call__(self, name: str, colour: str) -> Art | None:
        """An icon in a colour; None where there is none."""
        path = self.paths.get(name)
        if path is None:
            return None
        with self.layout.diagnostics.collected():
            drawing = self.layout.assets.drawing(path, self.place, self.layout.diagnostics)
            return drawing.art(name, colour, {}) if drawing else None
        return None


def boxed_icon(icon: Callable[[str, str], Art | None], style: BookletStyle, look: BoxStyle) -> Art | None:
    """A box's icon in the box's edge; where the style has a badge, that in the edge, and the icon on it in the fill."""
    if not look.icon:
        return None
    edge = style.colour(look.edge)
    badge = icon(style.badge, edge) if style.badge else None
    mark = icon(look.icon, style.colour(look.fill) if badge else edge)
    if badge is None or mark is None:
        return mark
    square = Box(0, 0, 1, 1)
    layers = ((badge, square), (mark, ON_BADGE))
    return Art(mark.name, square, tuple(Use(art, fit_matrix(art.box, box, "contain")) for art, box in layers))
