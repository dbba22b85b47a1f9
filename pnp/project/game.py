"""The models of game.yaml, and the Game with which the rest of pnp works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr, WithJsonSchema, model_validator

from pnp.core.diagnostics import Mistake, Place
from pnp.core.markup import LANGUAGE
from pnp.core.printing import (
    BackOrder,
    Backs,
    Bleed,
    Fill,
    Flip,
    Ink,
    MarkKind,
    Marks,
    paper_size,
    parse_grid,
    parse_paper,
    parse_scale,
)
from pnp.core.units import Mm
from pnp.project import forms
from pnp.project import values as v
from pnp.project.claims import ClaimHead
from pnp.project.examples import ExampleHead
from pnp.project.fields import FIELD, CardField
from pnp.project.forms import StrictModel, takes
from pnp.project.measures import MeasureHead, PlayHead
from pnp.project.template import MustShow, Template
from pnp.project.tree import Map, Seq

if TYPE_CHECKING:
    from pnp.core.stock import Stock


@takes(forms.NAMES)
def parse_languages(value: Any) -> tuple[str, ...]:
    """Parse the codes of languages, each once: [en, fr, pt_BR]."""
    codes = value if isinstance(value, list) else [value]
    for code in codes:
        if not isinstance(code, str) or not LANGUAGE.fullmatch(code):
            raise Mistake(f"must be codes like fr, pt_BR or zh_Hans, not {v.describe(code)}")
    if not codes:
        raise Mistake("must name one language at least", "write [en]")
    if len({code.replace("-", "_") for code in codes}) < len(codes):
        raise Mistake("must name each language once")
    return tuple(codes)


@takes(forms.any_of({"type": "boolean"}, forms.NAMES))
def parse_secret(value: Any) -> bool | tuple[str, ...]:
    """Parse true, false, or the fields that backs may reveal."""
    return value if isinstance(value, bool) else v.parse_names(value)


@takes(forms.any_of({"type": "integer", "minimum": 0, "maximum": 1000}, forms.TEXT))
def parse_copies(value: Any) -> int | str:
    """Parse how many copies each card has, or the column of its table that says so."""
    if isinstance(value, str) and value.strip() and not value.strip().isdecimal():
        return value
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 1000:
        fix = "write copies: 2; or, if a column of the table gives it for each card, the name of that column"
        raise Mistake(f"must be a whole number from 0 to 1000, not {v.describe(value)}", fix)
    return value


SMALL = 0.25
"""A face is drawn in its deck's small look below this share of its width, unless the deck has small_below."""


class LookupHead(StrictModel):
    """A second table that completes cards."""

    table: StrictStr
    """The table, named like those of cards."""
    by: StrictStr = ""
    """The column that cards name; default: the first."""
    translations: dict[str, dict[str, StrictStr]] = {}
    """Columns with translations that are not called as their field, by language: {en: {Titel: Title}}. A column name_en
    holds those of name without being listed here."""
    header: int = Field(0, ge=0)
    """The line of the table that names its columns; default: as for cards."""

    @model_validator(mode="before")
    @classmethod
    def _of_name(cls, value: Any) -> Any:
        return {"table": value} if isinstance(value, str) else value


LOOKUP = forms.any_of(
    forms.TEXT,
    {
        "type": "object",
        "properties": {"table": forms.TEXT, "by": forms.TEXT, "header": {"type": "integer", "minimum": 0}},
        "required": ["table"],
        "additionalProperties": False,
    },
)
"""What stands for a second table: its name, or a mapping."""


@takes(forms.TEXT)
def parse_look(value: Any) -> tuple[str, ...]:
    """Parse bold, italic, underlined, small-caps or a colour, or several of these in one text."""
    if not isinstance(value, str) or not value.split():
        raise Mistake(f"must be a look such as bold or italic, not {v.describe(value)}", "write as: italic")
    return tuple(value.split())


class NameMarks(StrictModel):
    """How names of cards are marked where texts mention them."""

    look: Annotated[tuple[str, ...], v.Plain(parse_look)] = Field(alias="as")
    """bold, italic, underlined, small-caps, a colour, or several of these."""
    decks: Annotated[tuple[str, ...], v.Plain(v.parse_names)] = ()
    """The decks whose names are marked; default: all."""
    name_field: StrictStr = Field("name", alias="field")
    """The field with a card's name."""
    within: Annotated[tuple[str, ...], v.Plain(v.parse_names)] = Field((), alias="in")
    """The fields in whose texts names are marked; default: all texts of more than one word."""

    @model_validator(mode="before")
    @classmethod
    def _of_look(cls, value: Any) -> Any:
        return {"as": value} if isinstance(value, str) else value


NAME_MARKS = forms.any_of(
    forms.TEXT,
    {
        "type": "object",
        "properties": {"as": forms.TEXT, "decks": forms.NAMES, "field": forms.TEXT, "in": forms.NAMES},
        "required": ["as"],
        "additionalProperties": False,
    },
)
"""What says how names are marked: a look, or a mapping."""


SOURCES = forms.any_of(forms.TEXT, forms.list_of(forms.TEXT, 1), forms.CARDS, {"type": "null"})
"""What stands for a deck's cards: a table, several, the cards themselves, or nothing."""


class DeckHead(StrictModel):
    """A deck as game.yaml describes it."""

    title: StrictStr = ""
    """The players' name for these cards: number cards. Translated."""
    one: StrictStr = ""
    """Screen readers call one card so: number card. Translated. Default: the title."""
    cards: Annotated[Any, WithJsonSchema(SOURCES)] = None
    """A file beside game.yaml (.yaml, .json, .csv, .tsv, or a sheet of .xlsx, .xls or .ods such as harbour.xlsx#Crew),
    several such files: [base.csv, night.csv], or the list of cards itself; without it the deck has one face."""
    where: dict[str, Any] = {}
    """The rows of the table that are cards of this deck: {kind: monster}, or several values: {set: [base, night]}."""
    lookup: dict[str, Annotated[LookupHead, WithJsonSchema(LOOKUP)]] = {}
    """Second tables that complete cards: with ability: abilities.csv, a card whose column ability is a name in the
    first column of that table also has ability_text, ability_icon and so on, from the other columns of that row."""
    translations: dict[str, dict[str, StrictStr]] = {}
    """Columns with translations that are not called as their field, by language: {en: {Titel: Title}}. A column name_en
    holds those of name without being listed here."""
    header: int = Field(0, ge=0)
    """The line of the table that names its columns; default: the first, or the one below a title."""
    totals: StrictBool = False
    """Whether the table has rows with totals below or between the cards; they are left out without a warning."""
    copies: Annotated[int | str, v.Plain(parse_copies)] = 1
    """How many copies a card has if it does not say so itself; or the column of the table that says so, if it is not
    called copies."""
    template: StrictStr
    """The look of the face: a path below templates/, without .yaml."""
    back: StrictStr | None = None
    """The look of the back; without it the cards are printed on one side."""
    small: StrictStr | None = None
    """The look of the face where it is shown small, in figures, aids and booklets: a path as for template."""
    small_below: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """Faces narrower than this are drawn in the small look; default: a quarter of their width."""
    fields: dict[str, Annotated[Any, WithJsonSchema(FIELD)]] = {}
    """The kind of value of each field of the cards; without it any fields and values are accepted."""
    shows: dict[str, MustShow] = {}
    """Texts, drawings and colours that each card's face must show, by the names that messages use."""
    unseen: tuple[StrictStr, ...] = ()
    """Fields that faces do not show."""
    secret_backs: Annotated[bool | tuple[str, ...] | None, v.Plain(parse_secret)] = None
    """Like secret_backs of the game, but only for this deck."""
    two_languages: Literal["both", "each", "first"] | None = None
    """The cards of an edition in two or more languages: all of them on each card (both), each card once in each
    language (each), or only the first language (first). Default: both; for extras each, unless their template has texts
    with lang: first, second and so on."""
    mark_names: Annotated[NameMarks | None, WithJsonSchema(NAME_MARKS)] = None
    """How names of cards are marked where the texts of this deck mention them: bold, italic, small-caps, a colour; or
    {as: italic, decks: [heroes], field: name, in: [rules]}."""
    named: StrictStr = ""
    """How examples and traces name a card: "{{ card.suit }} {{ card.number }}". Translated. Default: the values that
    distinguish it in its deck."""


class ExtraHead(DeckHead):
    """An extra as game.yaml describes it."""

    with_decks: bool = False
    """Whether it is printed with the cards or tokens, after them and on their sheets if it has their size, instead of
    in a PDF of its own."""


class Expectation(StrictModel):
    """Something that must be true of the decks."""

    that: StrictStr
    """An expression that must be true; with ``each``, of every card in turn, called card."""
    each: StrictStr | None = None
    """An expression for the cards to test."""
    cards: StrictStr | None = None
    """An expression for the cards to name if it fails."""
    why: StrictStr = ""
    """The reason for it, shown if it fails."""


class Distinction(StrictModel):
    """Things that differ by colour."""

    each: StrictStr
    """An expression for the things: a mapping by name, or a list."""
    colour: StrictStr
    """The colour of one of them, called thing, with its name: thing.tone."""
    mark: StrictStr
    """A second mark that distinguishes it: a shape, icon or word: thing.shape."""


@takes(forms.TEXT)
def parse_paper_name(value: Any) -> str:
    """Parse the name of a paper, or its width and height: a4, letter, 12x18in."""
    if not isinstance(value, str):
        raise Mistake(f"must be a paper such as a4, letter or 12x18in, not {v.describe(value)}")
    return parse_paper(value)


@takes(forms.NUMBER)
def parse_scale_of_page(value: Any) -> float:
    """Parse by how much pages are scaled: 97%, 0.97."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Mistake(f"must be a scale such as 97% or 0.97, not {v.describe(value)}")
    return parse_scale(str(value))


@takes(forms.any_of(forms.one_of("auto"), forms.LENGTH, forms.list_of(forms.LENGTH, 2, 2)))
def parse_gutter(value: Any) -> Mm | tuple[Mm, Mm] | None:
    """Parse the space between two cards, or two, across and down; auto is as much as fits without losing a card."""
    if isinstance(value, list):
        if len(value) != 2:
            raise Mistake(f"must be a length, or two such as [0mm, 4mm], not {v.describe(value)}")
        across, down = map(v.length_between(0, 50), value)
        return across, down
    return None if value == "auto" else v.length_between(0, 50)(value)


@takes(forms.TEXT)
def parse_columns_and_rows(value: Any) -> tuple[int, int]:
    """Parse columns and rows of cards: 3x3."""
    if not isinstance(value, str):
        raise Mistake(f"must be columns and rows such as 3x3, not {v.describe(value)}")
    return parse_grid(value)


@takes(forms.list_of(forms.LENGTH, 2))
def parse_lengths(value: Any) -> tuple[Mm, Mm]:
    """Parse two lengths, across and down: [85mm, 54mm]."""
    if not isinstance(value, list) or len(value) != 2:
        raise Mistake(f"must be two lengths such as [85mm, 54mm], not {v.describe(value)}")
    across, down = map(v.length_between(0, 1200), value)
    return across, down


MIN_PLACE: Mm = 5.0
TOUCH: Mm = 0.05
"""A place on a bought sheet has at least the first on each side; the second is what a ruler does not show."""


class StockHead(StrictModel):
    """A bought sheet with places for cards, as it is measured with a ruler on upright paper."""

    title: StrictStr = "own stock"
    """Its name."""
    paper: Annotated[str, v.Plain(parse_paper_name)] = "a4"
    """The paper of the sheet: a4, letter."""
    place: Annotated[tuple[Mm, Mm], v.Plain(parse_lengths)]
    """Width and height of a place: [85mm, 54mm]."""
    first: Annotated[tuple[Mm, Mm], v.Plain(parse_lengths)]
    """How far the first place is from the left edge and from the top: [15mm, 13.5mm]."""
    step: Annotated[tuple[Mm, Mm], v.Plain(parse_lengths)]
    """From the left edge of a place to that of the next, and from top to top: [95mm, 54mm]."""
    columns: int = Field(ge=1, le=40)
    """How many places lie side by side."""
    rows: int = Field(ge=1, le=60)
    """How many rows there are."""
    bleed: Annotated[Mm, v.Plain(v.length_between(0, 10))] = 0.0
    """How far beyond a place is printed, where it has room."""
    shape: Literal["card", "circle"] = "card"
    """The shape of the places."""

    @model_validator(mode="after")
    def _lies_on_its_paper(self) -> StockHead:
        for side, length in zip(("width", "height"), paper_size(self.paper), strict=True):
            at = side == "height"
            count, place, step, first = (self.columns, self.rows)[at], self.place[at], self.step[at], self.first[at]
            if place < MIN_PLACE:
                raise Mistake(f"has places of {place:g} mm {side}", "measure a place, without the gaps")
            if count > 1 and step < place - TOUCH:
                what = f"has places that cover each other: a step of {step:g} mm, and {place:g} mm {side}"
                raise Mistake(what, "measure the step from the edge of a place to the same edge of the next")
            end = first + (count - 1) * step + place
            if end > length + TOUCH:
                what = f"ends at {end:g} mm, beyond the {side} of its paper, {length:g} mm"
                raise Mistake(what, f"correct {'rows' if at else 'columns'}, first or step")
        return self

    @property
    def sheet(self) -> Stock:
        """The sheet."""
        from pnp.core.stock import Stock

        place, first, step = self.place, self.first, self.step
        return Stock(
            self.title, self.paper, place, first, step, self.columns, self.rows, bleed=self.bleed, shape=self.shape
        )


Price = Annotated[StrictFloat | StrictInt, Field(ge=0, le=1_000_000)]
"""An amount of money, in the user's own currency."""


class CostsHead(StrictModel):
    """What printing costs, for pnp build --estimate."""

    sheet: Price | None = None
    """The price of a sheet of paper."""
    stock: Price | None = None
    """The price of a bought sheet with places for cards."""
    ink_page_5_percent: Price | None = None
    """The price of the ink for a side of A4 of which one ink covers 5 %, as makers state how far a cartridge goes."""


class PrintHead(StrictModel):
    """How the game is printed, unless the command line says otherwise."""

    paper: Annotated[str, v.Plain(parse_paper_name)] = "a4"
    """The paper of sheets and booklets: a4, letter, a3, 12x18in."""
    stock: StockHead | None = None
    """A bought sheet with places for cards that pnp does not know by name, as you have measured it."""
    backs: Backs = "duplex"
    """Where backs are printed: on the other side (duplex), beside their faces (fold), in a separate file (separate), or
    not at all (none)."""
    back_order: BackOrder = "same"
    """The order of backs in a separate file: that of the fronts (same), or the last one first (reverse)."""
    flip: Flip = "long"
    """The edge over which the printer turns the paper."""
    margin: Annotated[Mm, v.Plain(v.length_between(0, 30))] = 5.0
    """The strip at each edge that the printer leaves white."""
    gutter: Annotated[Mm | tuple[Mm, Mm] | None, v.Plain(parse_gutter)] = None
    """Space between two cards: 3mm; across and down: [0mm, 4mm]; or auto, which is up to twice the bleed if that does
    not lose a card on a sheet."""
    grid: Annotated[tuple[int, int] | None, v.Plain(parse_columns_and_rows)] = None
    """Columns and rows of cards on a sheet, 3x3, instead of as many as fit."""
    bleed: Bleed = "all"
    """Bleed around every card (all), only around a block of cards that touch (outer), or none."""
    marks: MarkKind = "corner"
    """Marks outside (corner), lines across all cards (lines), or none."""
    mark_length: Annotated[Mm, v.Plain(v.length_between(2, 50))] = 5.0
    """The length of a mark."""
    mark_offset: Annotated[Mm, v.Plain(v.length_between(0, 20))] = 0.5
    """The distance from the bleed to a mark."""
    cut_order: bool = False
    """Whether each mark tells which cut it is, and how far from the edge of the paper."""
    fill: Fill = "none"
    """Whether the last sheet is filled up with spare copies of the first cards."""
    ink: Ink = "full"
    """All ink (full); pale backs and grounds (light); or grey."""
    border: Annotated[Mm, v.Plain(v.length_between(0, 20))] = 0.0
    """The width of a white border inside the trim."""
    outline: bool = False
    """Whether the trims of cards are drawn."""
    press_marks: bool = False
    """Whether sheets for a press have registration targets and a colour bar."""
    paper_weight: Annotated[StrictFloat | StrictInt, Field(ge=40, le=400)] | None = None
    """The weight of the paper, g/m²: pages of a folded booklet move by what its leaves stand out."""
    paper_thickness: Annotated[Mm | None, v.Plain(v.length_between(0.03, 1))] = None
    """The thickness of a sheet, if it is not that of uncoated paper of its weight: 0.12mm."""
    costs: CostsHead | None = None
    """What a sheet and ink cost, for pnp build --estimate."""
    scale: Annotated[float, v.Plain(parse_scale_of_page)] = 1.0
    """By how much all of each page is scaled about its middle, for a printer that scales it back: 103%."""

    @property
    def values(self) -> dict[str, Any]:
        """Return the values that are given, by the attributes of Printing."""
        written = self.model_fields_set
        values = {
            name: getattr(self, name)
            for name in written - {"marks", "mark_length", "mark_offset", "stock", "costs", *_NAMED_HAS}
        }
        values |= {f"has_{attribute}": getattr(self, name) for name, attribute in _NAMED_HAS.items() if name in written}
        if self.costs:
            values |= {"sheet_cost": self.costs.sheet, "stock_cost": self.costs.stock}
            values |= {"ink_cost": self.costs.ink_page_5_percent}
        if written & {"marks", "mark_length", "mark_offset"}:
            values["marks"] = Marks(self.marks, self.mark_length, self.mark_offset)
        if self.stock:
            values |= {"own_stock": self.stock.sheet, "paper": self.stock.paper}
        return values


_NAMED_HAS = {"outline": "outlines", "cut_order": "cut_order", "press_marks": "press_marks"}
"""Flags whose attribute of Printing begins with has_."""


class BookletHead(StrictModel):
    """The rule booklet."""

    text: StrictStr | None = None
    """The Markdown file below templates/; default: <game>/rulebook.md, if there is one."""
    style: StrictStr | None = None
    """The look of its pages: a file below templates/, without .yaml; default: <game>/booklet or common/booklet."""


class GameHead(StrictModel):
    """game.yaml."""

    title: StrictStr
    """The game's name. Translated."""
    subtitle: StrictStr = ""
    """A line below the name. Translated."""
    credits: StrictStr = ""
    """The credits: who designed it. Translated."""
    version: StrictStr = ""
    """The version of the files, printed small where templates ask for it."""
    players: Annotated[tuple[int, ...], v.Plain(v.parse_range)]
    """How many people can play: 3..5, or [2, 4]."""
    age: StrictInt | None = Field(None, ge=1, le=99)
    """The lowest age of players, in years."""
    minutes: Annotated[tuple[int, ...] | None, v.Plain(v.parse_range)] = None
    """How long a game takes: 20, or 10..15."""
    languages: Annotated[tuple[str, ...], v.Plain(parse_languages)] = ("en",)
    """Language codes. The first is the language of cards and texts; each other one has a file locale/<code>.po."""
    facts: dict[str, Any] = {}
    """Numbers, lists and tables of the rules. Every expression can use them by name."""
    words: dict[str, StrictStr] = {}
    """Texts for cards and booklet, which expressions use as words.<name>. Translated."""
    decks: dict[str, DeckHead]
    """The game's decks."""
    extras: dict[str, ExtraHead] = {}
    """Printed matter besides the decks, such as player aids and score sheets, each in a PDF of its own or with_decks.
    They may show cards."""
    expect: tuple[Expectation, ...] = ()
    """Conditions that the decks must meet."""
    distinct: tuple[Distinction, ...] = ()
    """Things that differ by colour. They must also differ by a mark, and look different in grey and to people with any
    kind of colour vision."""
    booklet: BookletHead = Field(default_factory=BookletHead)
    """The rule booklet."""
    print: PrintHead = Field(default_factory=PrintHead)
    """How it is printed, unless the command line says otherwise; data/project.yaml sets it for all games."""
    play: PlayHead = Field(default_factory=PlayHead)
    """How rules.py plays the game."""
    report: tuple[MeasureHead, ...] = ()
    """Measures that the report of a simulation adds to those of every game."""
    smallest_text: Annotated[Mm, v.Plain(v.parse_type_size)] = v.parse_type_size(5)
    """The smallest type on cards, tokens and extras. Default: 5pt, capitals of 1.2 mm."""
    secret_backs: Annotated[bool | tuple[str, ...], v.Plain(parse_secret)] = True
    """Whether the backs of a deck must look alike. With false they may reveal anything, with a list only these fields:
    [team]."""


class ProjectHead(StrictModel):
    """The contents of data/project.yaml: what all games of a project have in common."""

    print: PrintHead = Field(default_factory=PrintHead)
    """How games are printed, unless a game or the command line says otherwise."""


PROJECT_FILE = "data/project.yaml"


class Card(StrictModel):
    """A distinct face of a deck.

    Attributes:
        deck: The deck's name.
        values: The fields of its record.
        copies: How many are in the game.
        place: Where its record begins.
        number: Its position in the deck, from 1.
        label: Its name for people: the deck, and the values that distinguish the card in it.
        source: Its record.
        language: The language of the card, if an edition in several has it once in each; else "".
    """

    deck: str
    values: Mapping[str, Any]
    copies: int
    place: Place
    number: int
    label: str = ""
    source: Map
    language: str = ""


class Deck(StrictModel):
    """A deck with its cards and templates."""

    name: str
    head: DeckHead
    fields: tuple[CardField, ...]
    cards: tuple[Card, ...]
    template: Template
    back: Template | None
    small: Template | None = None
    unread: tuple[str, ...] = ()
    """The columns of its table that no card uses."""
    translated_in: Mapping[str, Mapping[str, str]] = {}
    """The columns of its table that hold the translations of fields: {fr: {name: name_fr}}."""

    @property
    def field_names(self) -> tuple[str, ...]:
        """The names of its cards' fields. In a deck without ``fields:`` a card may lack some of them."""
        if self.fields:
            return tuple(self.cards[0].values) if self.cards else ()
        return tuple(dict.fromkeys(name for card in self.cards for name in card.values))

    @property
    def cards_once(self) -> tuple[Card, ...]:
        """Its cards in one language only, if an edition in several languages has each card once in each."""
        first = self.cards[0].language if self.cards else ""
        return tuple(card for card in self.cards if card.language == first) if first else self.cards

    @property
    def templates(self) -> tuple[Template, ...]:
        """The templates of its face, its back, and its small face."""
        return tuple(look for look in (self.template, self.back, self.small) if look is not None)

    @property
    def is_extra(self) -> bool:
        """Whether it is one of the game's extras, which may show cards."""
        return isinstance(self.head, ExtraHead)

    @property
    def print_group(self) -> str:
        """The product in which it is printed: cards, tokens, or the name of an extra with its own PDF."""
        if isinstance(self.head, ExtraHead) and not self.head.with_decks:
            return self.name
        return "cards" if self.template.head.shape == "card" else "tokens"

    def is_small(self, room: tuple[Mm, Mm]) -> bool:
        """Whether a face is drawn in the small look in a space of this width and height, mm."""
        width, height = self.template.head.size
        below = SMALL * width if self.head.small_below is None else self.head.small_below
        return self.small is not None and min(room[0], room[1] * width / height) < below

    @property
    def size(self) -> int:
        """How many cards it has, including copies."""
        return sum(card.copies for card in self.cards)

    @property
    def shows(self) -> Mapping[str, MustShow]:
        """What its faces must show, by the template and the deck."""
        return {**self.template.head.shows, **self.head.shows}

    def copies(self) -> Iterator[Card]:
        """Yield every card as often as it is in the game."""
        for card in self.cards:
            for _ in range(card.copies):
                yield card


class Game(StrictModel):
    """A game as it was loaded: its facts, cards and templates, without the text of its booklet.

    Attributes:
        name: Its folder below data/.
        source: The tree of game.yaml.
        language: The language of its texts.
        examples: The worked examples of examples.yaml; examples_source is the tree of that file.
        claims: The statements of claims.yaml; claims_source is the tree of that file.
        has_faulty_tests: Whether a claim or an example was left out because of a fault, which was reported.
        printing: The values that ``print:`` of the game and of the project set, by the attributes of Printing.
    """

    name: str
    head: GameHead
    source: Map
    language: str
    decks: Mapping[str, Deck]
    extras: Mapping[str, Deck] = {}
    examples: Mapping[str, ExampleHead] = {}
    examples_source: Map
    claims: tuple[ClaimHead, ...] = ()
    claims_source: Seq
    has_faulty_tests: bool = False
    printing: Mapping[str, Any] = {}

    @property
    def file(self) -> str:
        """Path of game.yaml."""
        return f"data/{self.name}/game.yaml"

    def secret_backs(self, deck: Deck) -> bool | tuple[str, ...]:
        """Return what the backs of a deck may reveal: nothing if True, anything if False, or these fields."""
        return self.head.secret_backs if deck.head.secret_backs is None else deck.head.secret_backs

    def backs(self, deck: Deck) -> dict[int, int]:
        """Return, by card number, the number of the deck's first card whose back must look the same as this card's."""
        secret = self.secret_backs(deck) or deck.field_names
        fields = [name for name in secret if deck.back and deck.back.names_field(name)] if secret is not True else []
        firsts: dict[str, int] = {}
        return {
            card.number: firsts.setdefault(repr([card.values.get(name) for name in fields]), card.number)
            for card in deck.cards
        }


def booklet_path(game: str) -> str:
    """Return the path of a game's booklet text, unless ``booklet:`` names another."""
    return f"templates/{game}/rulebook.md"


def rules_path(game: str) -> str:
    """Return the path of a game's rules."""
    return f"data/{game}/rules.py"


def bots_path(game: str) -> str:
    """Return the path of a game's bots."""
    return f"data/{game}/bots.py"


def claims_code_path(game: str) -> str:
    """Return the path of the functions that test a game's claims."""
    return f"data/{game}/claims.py"
