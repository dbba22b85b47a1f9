"""A booklet's style file → its BookletStyle (page, type, colours and boxes), and its icons by name and colour."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, assert_never

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from pnp.core.diagnostics import Diagnostics, Mistake, Place, nearest
from pnp.core.frame import Art, Box, Use, fit_matrix
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.layout.cards.game import GameLayout
from pnp.project import forms, paints
from pnp.project import values as v
from pnp.project.forms import StrictModel, takes
from pnp.project.paints import as_hex
from pnp.project.templates import Templates
from pnp.project.tree import Map
from pnp.project.validate import validate
from pnp.rulebook.folds import FOLDS, USUAL_FOLD, Fold, Form, SheetPlan, booklet_plan, flat_plan

PlainLength = Annotated[Mm, v.Plain(v.length_between(0, 500))]
PlainTypeSize = Annotated[Mm, v.Plain(v.parse_type_size)]
PlainNumber = Annotated[float, v.Plain(v.parse_number)]
PlainColour = Annotated[str, v.Plain(paints.parse_colour)]


class Margins(StrictModel):
    """Space around the text; inner is the side of the spine."""

    inner: PlainLength = 18.0
    outer: PlainLength = 14.0
    top: PlainLength = 16.0
    bottom: PlainLength = 18.0


class Lettering(StrictModel):
    """How one kind of text is set."""

    font: StrictStr = "text"
    bold: StrictBool = False
    italic: StrictBool = False
    size: PlainTypeSize = v.parse_type_size(9.5)
    leading: PlainNumber = 1.37
    """Distance from baseline to baseline, as a multiple of the size."""
    colour: PlainColour = "ink"
    before: PlainLength = 0.0
    """Space above."""
    after: PlainLength = 0.0
    """Space below."""


class BoxStyle(StrictModel):
    """A tinted box."""

    icon: StrictStr = ""
    fill: PlainColour = "tint"
    edge: PlainColour = "accent"
    """The colour of the bar on its left, and of the icon or its badge."""


class Leaflet(StrictModel):
    """How the single sheet of a leaflet is folded."""

    fold: Annotated[Fold, v.Plain(v.choice(*FOLDS))] = "half"
    """The fold: half, letter, zigzag, gate, french or zine; by default the usual fold for its number of panels."""
    panels: StrictInt = 4
    """How many panels it has, on both sides together; by default the usual number for its fold."""

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, leaflet: Any) -> Any:
        """Add the usual fold for a number of panels, or the usual number of panels for a fold."""
        if isinstance(leaflet, str):
            fix = f"write leaflet: {{fold: {nearest(leaflet, list(FOLDS)) or 'half'}}}"
            raise Mistake(f"must be a mapping, not {v.describe(leaflet)}", fix)
        if not isinstance(leaflet, dict):
            return leaflet
        filled, panels = dict(leaflet), leaflet.get("panels")
        if type(panels) is int and "fold" not in filled:
            if panels not in USUAL_FOLD:
                raise Mistake(
                    f"cannot have {panels} panels", f"write panels: with one of {', '.join(map(str, USUAL_FOLD))}"
                )
            filled["fold"] = USUAL_FOLD[panels]
        if filled.get("fold") in FOLDS:
            filled.setdefault("panels", next(iter(FOLDS[filled["fold"]])))
        return filled

    @model_validator(mode="after")
    def _can_be_folded(self) -> Leaflet:
        if self.panels not in FOLDS[self.fold]:
            numbers = " or ".join(map(str, sorted(FOLDS[self.fold])))
            folds = [fold for fold, plans in FOLDS.items() if self.panels in plans]
            fix = f"write panels: {next(iter(FOLDS[self.fold]))}" + (f", or fold: {folds[0]}" if folds else "")
            raise Mistake(f"cannot have {self.panels} panels: with fold: {self.fold} it has {numbers}", fix)
        return self

    @property
    def plan(self) -> SheetPlan:
        """Return where its panels are printed."""
        return FOLDS[self.fold][self.panels]


MARGINS: Mapping[Form, Mapping[str, str]] = {
    "booklet": {},
    "sheet": {"inner": "15mm", "outer": "15mm", "top": "15mm", "bottom": "15mm"},
    "leaflet": {"inner": "7mm", "outer": "7mm", "top": "7mm", "bottom": "10mm"},
    "none": {},
}
"""The default margins of each form, if they differ from those of Margins."""

LETTERING: Mapping[str, Mapping[str, Any]] = {
    "text": {"size": "9.5pt", "leading": 1.37},
    "small": {"size": "8pt", "leading": 1.3, "colour": "grey"},
    "table": {"size": "8.75pt", "leading": 1.3},
    "section": {"size": "17pt", "leading": 1.15, "bold": True, "colour": "accent", "before": "7mm", "after": "1.6mm"},
    "subsection": {"size": "11.5pt", "leading": 1.2, "bold": True, "before": "4mm", "after": "0.6mm"},
}
"""The defaults of each kind of text."""

PALETTE = {"ink": "#1f1b18", "grey": "#5a5550", "accent": "#8a2a1c", "tint": "#f3eee4", "rule": "#b9b1a4"}
"""The colours every style has."""


AUTO = "auto"
"""A page size that the form determines; it overrides an inherited size."""


@takes(forms.any_of(forms.form_of(v.parse_card_size), forms.one_of(AUTO)))
def parse_page_size(value: Any) -> tuple[Mm, Mm]:
    """Parse the size of a page, as that of a card. ``auto`` was removed before."""
    return v.parse_card_size(value)


class BookletStyle(StrictModel):
    """A booklet's style file below templates/."""

    extends: Annotated[tuple[str, ...], v.Plain(v.parse_names)] = ()
    form: Annotated[Form, v.Plain(v.choice(*MARGINS))] = "booklet"
    """How the rules are printed: booklet, sheet, leaflet or none."""
    leaflet: Leaflet = Field(default_factory=Leaflet)
    """How a leaflet is folded."""
    size: Annotated[tuple[Mm, Mm], v.Plain(parse_page_size)] = (148.0, 210.0)
    """The size of a page or panel; auto is A5 in a booklet, otherwise what fills the paper."""
    columns: Annotated[StrictInt, Field(ge=1, le=3)] = 1
    """How many columns of text a page has."""
    column_gap: PlainLength = 6.0
    """Space between two columns."""
    margins: Margins = Field(default_factory=Margins)
    text: Lettering
    small: Lettering
    """Captions, running title and page number."""
    table: Lettering
    section: Lettering
    """## headings."""
    subsection: Lettering
    """### headings."""
    paragraph_gap: PlainLength = 1.8
    """Space between two paragraphs."""
    component_height: Annotated[Mm, v.Plain(v.length_between(5, 200))] = 19.0
    """Height of the cards in the component list."""
    component_part: float = Field(0.34, ge=0.1, le=0.8)
    """The share of the column's width for these cards."""
    pages: Annotated[int | None, Field(ge=1)] = None
    """How many pages the booklet has, in every language; any other number is reported."""
    most_blank: float = Field(0.25, ge=0, le=1)
    """The share of a page that may be blank at its foot; 1 for a booklet whose pages may end anywhere."""
    smallest_text: PlainTypeSize = v.parse_type_size(6)
    """The smallest type on a page, including labels of figures; smaller type is reported."""
    head: StrictStr = ""
    """A template drawn at the head of each page, above the text and as wide, except on pages that are one picture."""
    panel: StrictStr = ""
    """A template drawn as the ground of each box, in the size of the box, instead of a tint with a bar."""
    badge: StrictStr = ""
    """The drawing in icons: below each box's icon. The badge has the colour of the box's edge; the icon then has that
    of its fill."""
    corner: PlainLength = 1.5
    """Radius of the corners of boxes."""
    palette: dict[str, Annotated[str, v.Plain(paints.parse_colour)]]
    """Colours by name; ink, grey, accent, tint and rule always exist."""
    icons: dict[str, StrictStr] = {}
    """Drawings by name, for boxes and for :name: in the text; paths start at templates/."""
    icon_colours: dict[str, PlainColour] = {}
    """Colours of icons in texts, by the icons' names; other icons have the colour of the text."""
    boxes: dict[str, BoxStyle] = {}

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, style_values: Any) -> Any:
        """Add the defaults for each kind of text and each colour that a style leaves out."""
        filled = {key: value for key, value in style_values.items() if key != "defaults"}
        if filled.get("size") == AUTO:
            del filled["size"]
        if "leaflet" in filled:
            filled.setdefault("form", "leaflet")
        form, margins = filled.get("form"), filled.get("margins", {})
        if isinstance(form, str) and isinstance(margins, dict):
            filled["margins"] = {**MARGINS.get(form, {}), **margins}  # type: ignore[call-overload]
        for name, usual in LETTERING.items():
            own = filled.get(name, {})
            filled[name] = {**usual, **own} if isinstance(own, dict) else own
        own = filled.get("palette", {})
        filled["palette"] = {**PALETTE, **own} if isinstance(own, dict) else own
        return filled

    def plan(self, pages: int) -> SheetPlan:
        """Return where pages are printed; rules that are only on the web are laid out as a booklet."""
        match self.form:
            case "booklet" | "none":
                return booklet_plan(pages)
            case "sheet":
                return flat_plan(pages)
            case "leaflet":
                return self.leaflet.plan
            case _:
                assert_never(self.form)

    def on_page(self, size: tuple[Mm, Mm]) -> BookletStyle:
        """Return the style for a page of another size. The text area does not change, so pages end at the same places.

        The margins grow or shrink in proportion.
        """
        margins = self.margins
        across = (size[0] - self.measure) / (margins.inner + margins.outer)
        down = (size[1] - self.depth) / (margins.top + margins.bottom)
        scaled = Margins.model_construct(
            inner=margins.inner * across,
            outer=margins.outer * across,
            top=margins.top * down,
            bottom=margins.bottom * down,
        )
        return self.model_copy(update={"size": size, "margins": scaled})

    def colour(self, name: str) -> str:
        """Return a colour of the palette or of CSS as #rrggbb; black for an unknown name, which the check reports."""
        try:
            return as_hex(name, self.palette)
        except Mistake:
            return "#000000"

    def icon_colour(self, name: str, of_text: str) -> str:
        """Return the colour of an icon in a text with another colour."""
        own = self.icon_colours.get(name)
        return self.colour(own) if own else of_text

    @property
    def measure(self) -> Mm:
        """Width of the text, mm."""
        return self.size[0] - self.margins.inner - self.margins.outer

    @property
    def column(self) -> Mm:
        """Width of one column of the text, mm."""
        return (self.measure - (self.columns - 1) * self.column_gap) / self.columns

    @property
    def depth(self) -> Mm:
        """Height of the text, mm."""
        return self.size[1] - self.margins.top - self.margins.bottom


def load_style(
    templates: Templates, name: str, reference: Place, diagnostics: Diagnostics
) -> tuple[BookletStyle, Map] | None:
    """Return a style with everything that it extends, and its tree with the places; None if it has faults.

    Raises:
        Fault: The style is missing, or extends itself.
    """
    tree = templates.tree(name, reference)
    style = validate(BookletStyle, tree, "the booklet's style", diagnostics)
    return None if style is None else (style, tree)


def plain_style() -> BookletStyle:
    """Return the style of a booklet without a style file."""
    return BookletStyle.model_validate({})


ON_BADGE = Box(0.2, 0.2, 0.6, 0.6)
"""The box of an icon on its badge, if the badge's side is 1."""


@frozen_dataclass
class BookletIcons:
    """The icons of a style.

    Attributes:
        paths: Drawings by name.
        layout: Reads the drawings, and reports those that cannot be read.
        place: The place of these diagnostics.
    """

    paths: dict[str, str]
    layout: GameLayout
    place: Place

    def __call__(self, name: str, colour: str) -> Art | None:
        """Return an icon in a colour; None if there is none, or it cannot be read."""
        path = self.paths.get(name)
        if path is None:
            return None
        with self.layout.diagnostics.catch_faults():
            drawing = self.layout.assets.drawing(path, self.place, self.layout.diagnostics, self.layout.fonts)
            return drawing.art(name, colour, {}) if drawing else None
        return None


def boxed_icon(icon: Callable[[str, str], Art | None], style: BookletStyle, look: BoxStyle) -> Art | None:
    """Return a box's icon in the colour of its edge.

    On a badge, the badge has that colour and the icon that of the fill.
    """
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
