"""What `shows:` says and the values of a card → what must be seen on its face.

Also the fields of cards that an entry of `shows:` tells, and diagnostics for entries that mislead.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place, nearest
from pnp.core.markup import parse_markup, typeset_runs
from pnp.core.units import Mm
from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, show
from pnp.expressions.analysis import reads
from pnp.project.game import Deck
from pnp.project.template import MustShow
from pnp.project.values import as_hex, describe, parse_colour
from pnp.text.placeholders import find_expressions
from pnp.text.typography import typeset


def fields_shown(shows: Mapping[str, MustShow]) -> set[str]:
    """The fields of cards that entries of `shows:` read."""
    return {key for shown in shows.values() for key in _fields_of(shown)}


def fields_told(shown: MustShow) -> set[str]:
    """The fields that an entry's words and drawings tell, not only their number and colour."""
    return _fields_of(shown.model_copy(update={"colour": None, "times": None}))


def _fields_of(shown: MustShow) -> set[str]:
    texts = [text for text in (shown.text, shown.drawing, shown.colour, shown.times) if isinstance(text, str)]
    sources = [text[at.start + 2 : at.end - 2] for text in texts for at in find_expressions(text)]
    return {key for source in (*sources, shown.each) for key in reads(source.strip()).of("card").names}


def check_names(deck: Deck, places: Mapping[str, Place], diagnostics: Diagnostics) -> None:
    """Tell of entries that are called like a field and show another, and of those that are a field misspelt."""
    fields = set(deck.cards[0].values)
    for name, shown in deck.shows.items():
        if name in fields and name not in _fields_of(shown):
            what = f"{name} is shown without card.{name}"
            fix = f"write it with card.{name}, or call it otherwise"
            diagnostics.report(Code.SHOWS_FIELD, places[name], what=what, fix=fix)
        elif name not in fields and (close := nearest(name, fields)) and close not in _fields_of(shown):
            diagnostics.report(
                Code.SHOWS_FIELD, places[name], what=f"{deck.name} has no field {name}", fix=f"did you mean {close}?"
            )


_SAME = str.maketrans(dict.fromkeys("’‘‚", "'") | dict.fromkeys("“”„«»", '"') | dict.fromkeys("-‐\u00ad", ""))
"""Quotes however they are set; hyphens, which a line may end with, do not count. A minus is another character."""


_AT_LEAST = re.compile(r"(\d{1,4})\+")

MOST_VALUES = 1000
"""Values that an entry may go through on one face."""


@dataclass(frozen=True)
class Expected:
    """What must be seen.

    Attributes:
        name: What `shows:` calls it.
        kind: text, for what stands alone; passage, for words that may be broken into lines; drawing, card, colour.
        what: The words, as `plain_words` gives them; the path of the drawing; the label of the card.
        colour: "#rrggbb"; empty for any.
        times: How often; is_least, at least so often.
        around: "#rrggbb" of what lies around it; empty for any.
        order: across or down, where it must follow what stands before it in the entry; else empty.
        middle: How tall it is outside the corners; None where it need not be there. So for corners, and size for all.
        fan: How far from the side's edge it may reach where it stands in a corner; None for anywhere.
        on: The element of the template on which it must stand; empty for anywhere.
    """

    name: str
    kind: str
    what: str
    colour: str
    times: int
    is_least: bool
    around: str
    order: str
    middle: Mm | None
    corners: Mm | None
    fan: Mm | None
    size: Mm | None
    on: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What is the same for all that cannot be told apart by looking."""
        return self.kind, self.what, self.colour


def wanted(name: str, shown: MustShow, scope: Scope, palette: Mapping[str, str]) -> Iterator[Expected]:
    """What an entry of `shows:` wants to be seen, with what a scope gives it.

    Raises:
        ExpressionError: One of its expressions has no value, or none that will do.
    """
    if shown.when and not compile_expression(shown.when)(scope):
        return
    values = compile_expression(shown.each)(scope) if shown.each else [None]
    if not isinstance(values, list | tuple | range | dict):
        raise ExpressionError(f"each: {shown.each} is no list but {describe(values)}")
    if len(values) > MOST_VALUES:
        raise ExpressionError(f"each: {shown.each} has {len(values):,} values", f"at most {MOST_VALUES:,}")
    for index, value in enumerate(values):
        inner = {**scope, "value": value, "loop": {"index0": index, "index": index + 1}} if shown.each else scope
        kind, what = _subject(shown, inner)
        colour, around = (_colour(written, inner, palette) for written in (shown.colour, shown.around))
        times, is_least = _times(shown, inner)
        order, lengths = shown.order or "", (shown.middle, shown.corners, shown.fan, shown.size)
        yield Expected(name, kind, what, colour, times, is_least, around, order, *lengths, shown.on)


def _subject(shown: MustShow, scope: Scope) -> tuple[str, str]:
    if shown.text is not None:
        text = _filled(shown.text, scope)
        return "passage" if " " in text.strip() else "text", plain_words(text, str(scope.get("language", "")))
    if shown.drawing is not None:
        path = f"templates/{_filled(shown.drawing, scope)}"
        return "drawing", path if path.endswith((".svg", ".png", ".jpg", ".jpeg")) else f"{path}.svg"
    return ("card", _filled(shown.card, scope)) if shown.card is not None else ("colour", "")


def _colour(written: str | None, scope: Scope, palette: Mapping[str, str]) -> str:
    text = _filled(written, scope).strip() if written else ""
    try:
        return as_hex(parse_colour(text), palette) if text else ""
    except Mistake as mistake:
        raise ExpressionError(mistake.what, mistake.fix, Code.COLOUR_UNKNOWN) from None


def _filled(text: str, scope: Scope) -> str:
    return str(show(compile_text(text)(scope)))


def _times(shown: MustShow, scope: Scope) -> tuple[int, bool]:
    """How often, and whether that is the least."""
    if shown.times is None:
        places = (shown.middle is not None) + 2 * (shown.corners is not None)
        return places or 1, False
    times = compile_text(shown.times)(scope) if isinstance(shown.times, str) else shown.times
    if isinstance(times, str) and (least := _AT_LEAST.fullmatch(times.strip())):
        return int(least[1]), True
    if isinstance(times, bool) or not isinstance(times, int):
        fix = "write a number, an expression in {{ }}, or 1+ for at least once"
        raise ExpressionError(f"times: {shown.times} is no whole number but {describe(times)}", fix)
    return times, False


def plain_words(text: str, language: str) -> str:
    """A text as it is compared: typeset as on the face, then without marks, icons, spaces and hyphens."""
    runs = typeset_runs(parse_markup(text), lambda run, before: typeset(run, language, before))
    return squeezed("".join(run.text for run in runs if not run.is_icon))


def squeezed(text: str) -> str:
    """A text in sight as it is compared."""
    return "".join(unicodedata.normalize("NFKC", text).translate(_SAME).split())
