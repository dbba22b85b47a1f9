"""The grounds of a style's boxes → styles of the web page: pictures whose edges keep their size around boxes of any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from pnp.layout.frame import Frame
from pnp.render.html import css_name
from pnp.render.svg import render_svg
from pnp.rulebook.setter import DrawPanel
from pnp.units import Mm

EDGE: Mm = 8.0
"""What lies this near to the edges of a ground keeps its size; the rest is stretched."""

WIDTH: Mm = 4 * EDGE
HEIGHT: Mm = 3 * EDGE
"""The ground that is drawn."""

_SLICES = f"{100 * EDGE / HEIGHT:.4g}% {100 * EDGE / WIDTH:.4g}%"


def panel_styles(panel: DrawPanel, kinds: Iterable[str], colours: Mapping[str, str]) -> Iterator[str]:
    """A rule for each kind of box that gives it its ground.

    Args:
        panel: Draws them.
        kinds: The boxes' kinds, each the class of its element.
        colours: The page's colours by name.
    """
    for kind in kinds:
        items = panel(kind, colours[f"{kind}-edge"], colours[f"{kind}-fill"], WIDTH, HEIGHT)
        picture = quote(render_svg(Frame(WIDTH, HEIGHT, items)), safe=" =:/'<>(),;")
        source = f'url("data:image/svg+xml,{picture}")'
        yield f"aside.{css_name(kind)}{{border-image:{source} {_SLICES} fill/{EDGE:g}mm;background:none}}\n"
