"""A booklet's style → the colours of its web page by the names of CSS variables, on light and on dark screens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from pnp.layout.legibility import readable
from pnp.rulebook.style import BookletStyle

GROUND = "#17181b"
"""The page in the dark."""

LEAST_CONTRAST = {"ink": 11.0}
"""What a colour in the dark needs against the ground; 4.5 for what is not here (WCAG 2.2, success criterion 1.4.3)."""

WASH = 0.12
"""How much of its edge's colour a box has in the dark."""


@dataclass(frozen=True)
class WebColours:
    """The page's colours by name.

    Attributes:
        light: As in the booklet.
        dark: As light as they must be to be read on the dark ground.
        drawn: Names of those that icons are drawn with, by the light colour.
    """

    light: Mapping[str, str]
    dark: Mapping[str, str]
    drawn: Mapping[str, str]


def web_colours(style: BookletStyle) -> WebColours:
    """The colours of a style's page."""
    read = {name: style.colour(name) for name in ("ink", "accent")}
    read |= {"heading": style.colour(style.section.colour), "subheading": style.colour(style.subsection.colour)}
    grounds = {"paper": "#ffffff", "tint": style.colour("tint"), "rule": style.colour("rule")}
    dark = {name: readable(colour, GROUND, LEAST_CONTRAST.get(name, 4.5)) for name, colour in read.items()}
    dark |= {"paper": GROUND, "tint": _mixed(dark["ink"], WASH), "rule": _mixed(dark["ink"], 0.3)}
    light = {**read, **grounds}
    for name, box in style.boxes.items():
        edge = style.colour(box.edge)
        light |= {f"{name}-edge": edge, f"{name}-fill": style.colour(box.fill)}
        dark |= {f"{name}-edge": readable(edge, GROUND, 4.5), f"{name}-fill": _mixed(edge, WASH)}
    for icon, colour in style.icon_colours.items():
        light[f"icon-{icon}"] = style.colour(colour)
        dark[f"icon-{icon}"] = readable(style.colour(colour), GROUND, 4.5)
    boxes, icons = (f"{name}-edge" for name in style.boxes), (f"icon-{name}" for name in style.icon_colours)
    on_badges = (f"{name}-fill" for name in style.boxes) if style.badge else ()
    names = ("ink", "accent", *boxes, *icons, *on_badges)
    return WebColours(light, dark, {light[name]: name for name in reversed(names)})


@lru_cache(maxsize=256)
def _mixed(colour: str, part: float) -> str:
    """The dark ground with a part of a colour in it."""
    from coloraide import Color

    return Color(GROUND).mix(colour, part, space="srgb").to_string(hex=True)
