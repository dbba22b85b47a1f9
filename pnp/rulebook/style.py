"""What a booklet's style file may say: page, type, colours and boxes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictStr

from pnp.diagnostics import Place
from pnp.load.template import Templates
from pnp.load.validate import validate
from pnp.model import values as v
from pnp.model.template import Colour, Length, Number, Size, Strict, TypeSize
from pnp.units import Mm


class Margins(Strict):
    """Room around the text; inner is the side of the spine."""

    inner: Length = 18.0
    outer: Length = 14.0
    top: Length = 16.0
    bottom: Length = 18.0


class Lettering(Strict):
    """How a kind of text is set."""

    font: StrictStr = "text"
    bold: StrictBool = False
    italic: StrictBool = False
    size: TypeSize = v.parse_type_size(9.5)
    leading: Number = 1.37
    """From baseline to baseline, in sizes."""
    colour: Colour = "ink"
    before: Length = 0.0
    """Room above."""
    after: Length = 0.0
    """Room below."""


class BoxStyle(Strict):
    """A tinted box."""

    icon: StrictStr = ""
    fill: Colour = "tint"
    edge: Colour = "accent"
    """The bar at its left."""


class BookletStyle(Strict):
    """A booklet's style file below templates/."""

    extends: Annotated[tuple[str, ...], v.Written(v.parse_names)] = ()
    size: Annotated[tuple[Mm, Mm], v.Written(v.parse_card_size)] = (148.0, 210.0)
    """A page."""
    margins: Margins = Margins()
    text: Lettering = Lettering()
    small: Lettering = Lettering(size=v.parse_type_size(8))
    """Captions, running title and page number."""
    table: Lettering = Lettering(size=v.parse_type_size(8.5))
    section: Lettering = Lettering(size=v.parse_type_size(17), bold=True)
    """## headings."""
    subsection: Lettering = Lettering(size=v.parse_type_size(12), bold=True)
    """### headings."""
    paragraph_gap: Length = 1.8
    """Room between two paragraphs."""
    component_height: Size = 19.0
    """Height of the cards in the component list."""
    corner: Length = 1.5
    """Radius of boxes."""
    palette: dict[str, Annotated[str, v.Written(v.parse_colour)]] = {}
    icons: dict[str, StrictStr] = {}
    boxes: dict[str, BoxStyle] = {}
    defaults: dict[str, Any] = Field(default_factory=dict)

    @property
    def measure(self) -> Mm:
        """Width of the text, mm."""
        return self.size[0] - self.margins.inner - self.margins.outer

    @property
    def depth(self) -> Mm:
        """Height of the text, mm."""
        return self.size[1] - self.margins.top - self.margins.bottom


def load_style(templates: Templates, name: str, asked_at: Place) -> BookletStyle:
    """Read a style with what it extends.

    Raises:
        Fault: It is missing or wrong.
    """
    return validate(BookletStyle, templates.tree(name, asked_at), "the booklet's style")
