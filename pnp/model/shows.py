"""What a deck or template says that its faces show: the values that players must find there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StrictInt, StrictStr, model_validator

from pnp.diagnostics import Mistake
from pnp.model import values as v
from pnp.model.strict import Strict
from pnp.units import Mm

SUBJECTS = ("text", "drawing", "card")


class Shown(Strict):
    """Something that must be seen: a text, a drawing, a card in a picture, or a colour."""

    text: StrictStr | None = None
    """A text that stands alone, or a passage: "{{ card.number }}"."""
    drawing: StrictStr | None = None
    """A drawing or picture by its path below templates/: "fruit/art/{{ card.fruit }}"."""
    card: StrictStr | None = None
    """A card shown in a picture, by its label: "numbers 63", "back of numbers"."""
    colour: StrictStr | None = None
    """The colour of the text or drawing; alone, the one that covers most of those that the deck has for it."""
    around: StrictStr | None = None
    """The colour that lies around it: of a frame, a cell, a plate."""
    each: StrictStr = ""
    """An expression for the values to be shown, called value; loop.index0 counts them. Without it there is one."""
    when: StrictStr = ""
    """Shown only where this expression is true."""
    times: StrictInt | StrictStr | None = None
    """How often, a number or an expression; 1+ is at least once. Default: once, and twice for corners."""
    middle: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """Once outside the corners, this tall at least."""
    corners: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """In two corners across from each other, this tall at least, each upright for who sits at its edge."""
    fan: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """What stands in corners lies within this much of the side's edge: what a hand held in a fan shows of each card."""
    order: Literal["across", "down"] | None = None
    """What it says stands in this order: from left to right, or from top to bottom."""
    size: Annotated[Mm | None, v.Plain(v.parse_size_mm)] = None
    """How tall at least, wherever it is; smaller drawings do not count."""
    on: StrictStr = ""
    """Only where it stands on this element of the template, as on a panel of a box."""

    @model_validator(mode="after")
    def _has_one_subject(self) -> Shown:
        given = [key for key in SUBJECTS if getattr(self, key) is not None]
        if len(given) > 1 or not (given or self.colour):
            raise Mistake("must say what is seen", "give it one of text:, drawing:, card:, colour:")
        return self
