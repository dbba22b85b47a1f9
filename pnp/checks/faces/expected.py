"""The entries of `shows:` and the values of a card → the texts, drawings, cards and colours expected on its face.

The module also returns the fields of cards that an entry reads, and reports entries with misleading names.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place, did_you_mean, nearest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import parse_markup, typeset_runs
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import is_unspaced
from pnp.core.units import Mm
from pnp.expressions import ExpressionError, Scope, compile_expression, compile_text, show
from pnp.expressions.analysis import OF_MAPPINGS, names_read
from pnp.expressions.scope import file_scope
from pnp.project.game import Deck
from pnp.project.paints import as_hex, parse_colour
from pnp.project.template import MustShow
from pnp.project.values import describe
from pnp.text.placeholders import find_expressions
from pnp.text.segmentation import has_breaks_inside
from pnp.text.typography import typeset


def fields_in_shows(shows: Mapping[str, MustShow]) -> set[str]:
    """Return the fields of cards that entries of `shows:` read."""
    return {key for entry in shows.values() for key in _fields_of(entry)}


def fields_in_shapes(entry: MustShow) -> set[str]:
    """Return the fields that an entry's words and drawings read, without those for its number and colour."""
    return _fields_of(entry.model_copy(update={"colour": None, "times": None}))


def _fields_of(entry: MustShow) -> set[str]:
    texts = [text for text in (entry.text, entry.drawing, entry.colour, entry.times) if isinstance(text, str)]
    sources = [text[at.start + 2 : at.end - 2] for text in texts for at in find_expressions(text)]
    return {key for source in (*sources, entry.each) for key in names_read(source.strip()).of("card").names}


def check_names(deck: Deck, places: Mapping[str, Place], diagnostics: Diagnostics) -> None:
    """Report entries that have the name of a field but show another, and entries with a misspelt field name."""
    fields = set(deck.field_names)
    for name, entry in deck.shows.items():
        if name in fields and name not in _fields_of(entry):
            what = f"{name} is shown without card.{name}"
            fix = f"use card.{name} in it, or give it another name"
            if name in OF_MAPPINGS:
                what = (
                    f"the field {name} cannot be read: in expressions, card.{name} is something that every mapping has"
                )
                fix = f"give it another name: pnp rename field {name} NEW"
            diagnostics.report(Code.SHOWS_FIELD, places[name], what=what, fix=fix)
        elif name not in fields and not _fields_of(entry) & fields and (close := nearest(name, fields)):
            what, fix = f"{deck.name} has no field {name}", did_you_mean(name, close)
            diagnostics.report(Code.SHOWS_FIELD, places[name], what=what, fix=fix)


_SAME = str.maketrans(dict.fromkeys("’‘‚", "'") | dict.fromkeys("“”„«»", '"') | dict.fromkeys("-‐\u00ad", ""))
"""Maps all forms of a quote to one, and drops hyphens, which may be at the end of a line. A minus is another
character."""


ZERO_WIDTH_SPACE = "\u200b"

_AT_LEAST = lazy_pattern(r"(\d{1,4})\+")

MAX_VALUES = 1000
"""``each:`` of an entry may have at most this many values on one face."""


@frozen_dataclass
class ExpectedItem:
    """A text, drawing, card or colour that must be visible on a face.

    Attributes:
        name: The name of its entry in `shows:`.
        kind: text, for words that stand alone; passage, for words that may be broken into lines; drawing, card, colour.
        what: The words, as `plain_words` returns them; the path of the drawing; the label of the card.
        colour: "#rrggbb"; empty for any.
        times: How often it must be visible.
        is_least: Whether it may be visible more often.
        around: "#rrggbb" of the ground around it; empty for any.
        order: across or down if it must follow the item before it in the entry; else empty.
        middle: The smallest height outside the corners, mm; None if it need not be there.
        corners: The smallest height in two opposite corners, mm; None if it need not be there.
        fan: How far from the side's edge it may extend in a corner, mm; None for any distance.
        size: The smallest height of each, mm; None for the smallest readable height.
        on: The element of the template on which it must be; empty for anywhere.
        near: The entry of which it must be nearest to the item with its own number; empty if there is none.
        turned: By how many degrees it is turned clockwise; None for any.
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
    near: str = ""
    turned: float | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """Return the kind, words and colour. They are equal for items that look the same."""
        return self.kind, self.what, self.colour


def expected_items(name: str, entry: MustShow, scope: Scope, palette: Mapping[str, str]) -> Iterator[ExpectedItem]:
    """Yield the items that an entry of `shows:` requires, with the values of a scope.

    Raises:
        ExpressionError: One of its expressions has no value, or an unusable one.
    """
    if entry.when and not compile_expression(entry.when)(scope):
        return
    values = compile_expression(entry.each)(scope) if entry.each else [None]
    if not isinstance(values, list | tuple | range | dict):
        raise ExpressionError(f"each: {entry.each} is not a list but {describe(values)}")
    if len(values) > MAX_VALUES:
        raise ExpressionError(f"each: {entry.each} has {len(values):,} values", f"at most {MAX_VALUES:,}")
    for index, value in enumerate(values):
        inner = {**scope, "value": value, "loop": {"index0": index, "index": index + 1}} if entry.each else scope
        kind, what = _subject(entry, inner)
        colour, around = (_colour(source, inner, palette) for source in (entry.colour, entry.around))
        times, is_least = _times(entry, inner)
        order, lengths = entry.order or "", (entry.middle, entry.corners, entry.fan, entry.size)
        turned = _turned(entry, inner)
        yield ExpectedItem(
            name, kind, what, colour, times, is_least, around, order, *lengths, entry.on, entry.near, turned
        )


def _subject(entry: MustShow, scope: Scope) -> tuple[str, str]:
    if entry.text is not None:
        text = _filled(entry.text, scope)
        return "passage" if _may_break(text.strip()) else "text", plain_words(text, str(scope.get("language", "")))
    if entry.drawing is not None:
        file, _, part = _filled(entry.drawing, file_scope(scope)).partition("#")
        path = f"templates/{file}{'' if file.endswith(('.svg', '.svgz', '.png', '.jpg', '.jpeg')) else '.svg'}"
        return "drawing", f"{path}#{part}" if part else path
    return ("card", _filled(entry.card, scope)) if entry.card is not None else ("colour", "")


LONGEST_WORD = 10
"""A text without spaces that stands alone has at most this many characters; longer ones are sentences, which are broken
into lines."""


def _may_break(text: str) -> bool:
    """Return whether a text may be broken into lines: at its spaces, or in a script that has none."""
    return " " in text or (len(text) > LONGEST_WORD and has_breaks_inside(text))


def _colour(source: str | None, scope: Scope, palette: Mapping[str, str]) -> str:
    text = _filled(source, scope).strip() if source else ""
    try:
        return as_hex(parse_colour(text), palette) if text else ""
    except Mistake as mistake:
        raise ExpressionError(mistake.what, mistake.fix, Code.COLOUR_UNKNOWN) from None


def _filled(text: str, scope: Scope) -> str:
    return str(show(compile_text(text)(scope)))


def _times(entry: MustShow, scope: Scope) -> tuple[int, bool]:
    """Return how often an entry's item must be visible, and whether it may be visible more often."""
    if entry.times is None:
        places = (entry.middle is not None) + 2 * (entry.corners is not None)
        return places or 1, False
    times = compile_text(entry.times)(scope) if isinstance(entry.times, str) else entry.times
    if isinstance(times, str) and (least := _AT_LEAST.fullmatch(times.strip())):
        return int(least[1]), True
    if isinstance(times, bool) or not isinstance(times, int):
        fix = "write a number, an expression in {{ }}, or 1+ for at least once"
        raise ExpressionError(f"times: {entry.times} is not a whole number but {describe(times)}", fix)
    return times, False


def _turned(entry: MustShow, scope: Scope) -> float | None:
    turned = compile_text(entry.turned)(scope) if isinstance(entry.turned, str) else entry.turned
    if turned is None or (isinstance(turned, int | float) and not isinstance(turned, bool)):
        return turned
    raise ExpressionError(f"turned: {entry.turned} is not a number but {describe(turned)}", "write degrees: 180")


def plain_words(text: str, language: str) -> str:
    """Return a text for comparison: typeset as on the face, then without marks, icons, spaces and hyphens."""
    runs = typeset_runs(parse_markup(text), typeset, language)
    return squeezed("".join(run.text for run in runs if not run.is_icon))


def squeezed(text: str) -> str:
    """Return a text for comparison: with plain quotes, without spaces and hyphens.

    Zero-width spaces are kept in scripts with spaces between words, where they are certainly a mistake.
    """
    if ZERO_WIDTH_SPACE in text and any(map(is_unspaced, text)):
        text = text.replace(ZERO_WIDTH_SPACE, "")
    return "".join(unicodedata.normalize("NFKC", text).translate(_SAME).split())
