"""The table of another program → the columns of a deck: names for expressions, kinds of fields, marks in texts.

Each change and loss is listed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pnp.core.diagnostics import Mistake
from pnp.core.markup import tag_style
from pnp.core.patterns import lazy_pattern
from pnp.core.scripts import in_ascii
from pnp.extensions.importing.found_deck import Column, FoundDeck
from pnp.project.cards import PICTURE
from pnp.project.fields import DECIMAL_COMMA, FIELD_KINDS
from pnp.project.paints import as_hex
from pnp.project.table import cell_value

RESERVED = ("copies", "each")
"""Keys of a card that belong to pnp."""

_MARK = lazy_pattern(r"([*_\\\[\]`])")
_TAG = lazy_pattern(r"<(/?)([a-zA-Z][\w-]*)([^<>]*)>")
_SPAN = lazy_pattern(r"<span\s+([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE = lazy_pattern(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_EXPRESSION = lazy_pattern(r"\{[{%#]")
_BRACES = lazy_pattern(r"\{[{%#]|[}%#]\}")
_ICON = lazy_pattern(r"(?<!\w):[A-Za-z][\w-]*:(?!\w)")
_BREAK = lazy_pattern(r"<br\s*/?>|\\13\\|\\n", re.IGNORECASE)
_BOLD, _ITALIC = lazy_pattern(r"</?(?:b|strong)>", re.IGNORECASE), lazy_pattern(r"</?(?:i|em)>", re.IGNORECASE)
_SIZES = {"x-small": "69%", "small": "83%", "medium": "100%", "large": "120%", "x-large": "144%", "xx-large": "173%"}
_PANGO: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "size": ("font-size", {"smaller": "83%", "larger": "120%", **_SIZES}),
    "weight": ("font-weight", dict.fromkeys(("bold", "ultrabold", "heavy", "600", "700", "800", "900"), "bold")),
    "style": ("font-style", {"italic": "italic", "oblique": "italic"}),
    "underline": ("text-decoration", dict.fromkeys(("single", "double", "low"), "underline")),
    "strikethrough": ("text-decoration", {"true": "line-through"}),
    "variant": ("font-variant", dict.fromkeys(("smallcaps", "small-caps", "small_caps"), "small-caps")),
}
"""Attributes of Pango's spans: the CSS property that replaces each, and its values by those of Pango."""

_TRUE_OR_FALSE = {"true", "false", "yes", "no"}


def columns_of(deck: FoundDeck, left_out: list[str]) -> list[Column]:
    """Return the columns of a deck, in order.

    Args:
        deck: The deck of the other program.
        left_out: Collects a line for each change and loss.
    """
    if not deck.rows:
        return []
    columns: list[Column] = []
    names = UniqueNames()
    has_commas = any(row.delimiter == "," for row in deck.rows)
    for was in deck.rows[0].header:
        cells = [row.cells.get(was) or _text(row.get(was)) for row in deck.rows]
        is_copies = was == deck.copies_column
        name = "copies" if is_copies else expression_name(was)
        if not any(cells):
            left_out.append(f"column {was}: it is empty, or a remark")
            continue
        name = name if is_copies else names.unused(name)
        if not has_commas:
            cells = [_with_point(cell) for cell in cells]
        column = Column(name, was, cells, "copies" if is_copies else _kind(cells))
        column.is_picture = column.kind == "text" and all(PICTURE.fullmatch(cell) for cell in cells if cell)
        uses = deck.uses
        if was in uses.names and column.kind in ("text", "flag"):
            column.kind = "word"
            if was in uses.texts:
                left_out.append(
                    f"{name}: a word, which is not translated, as the drawing compares its cells or uses them as names"
                )
        elif was in uses.texts and column.kind == "flag":
            column.kind = "text"
        elif column.is_picture:
            column.kind = "word"
            left_out.append(f"{name}: it names pictures; put them below templates/, and draw them with image: or svg:")
        elif column.kind == "text" and uses.texts and was not in uses.texts:
            column.kind = "word"
        elif column.kind == "text":
            _mark_up(column, uses.icons.get(was, {}) if deck.drawing is not None else None, left_out)
        if name != was and not is_copies:
            left_out.append(f"column {was} is renamed to {name}, which expressions can use")
        columns.append(column)
    return columns


def _with_point(cell: str) -> str:
    """Return a cell of a table that is not separated by commas, with a decimal point in a number."""
    return cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell


def _text(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


class UniqueNames:
    """Names that are each used once."""

    def __init__(self) -> None:
        self._used: set[str] = set()
        self._next: dict[str, int] = {}

    def unused(self, name: str) -> str:
        """Return the name itself, or with the first unused number."""
        candidate, number = name, self._next.get(name, 2)
        while candidate in self._used:
            candidate, number = f"{name}_{number}", number + 1
        self._used.add(candidate)
        self._next[name] = number
        return candidate


def expression_name(was: str) -> str:
    """Return a name for expressions: letters, digits and _."""
    plain = in_ascii(was)
    name = re.sub(r"\W+", "_", plain).strip("_").lower() if not was.isidentifier() else was
    return name if name.isidentifier() and name not in RESERVED else f"field_{name}".rstrip("_")


def _kind(cells: Sequence[str]) -> str:
    """Return the kind of field that accepts all cells; text if more than one does."""
    filled = [cell for cell in cells if cell]
    if all(cell.lower() in _TRUE_OR_FALSE for cell in filled):
        return "flag"
    values = [cell_value(cell) for cell in filled]
    for kind in ("integer", "number"):
        if all(FIELD_KINDS[kind].takes(value) for value in values):
            return kind
    return "text"


def _mark_up(column: Column, icons: Mapping[str, str] | None, left_out: list[str]) -> None:
    """Replace marks by those of pnp, and list marks that have no counterpart; icons are known for a drawing only."""
    column.cells = [marked_up(cell) if icons is None else with_icons(marked_up(cell), icons) for cell in column.cells]
    unread = sum(any(tag_style(tag[2], tag[3]) is None for tag in _TAG.finditer(cell)) for cell in column.cells)
    if unread:
        left_out.append(f"{column.name}: tags in {unread} of its cells; they are kept as they were")
    remaining = (
        ("braces that would be an expression", _EXPRESSION, "they are escaped, so that they are printed"),
        ("words between colons, which are icons", _ICON, "name these in icons: of the template"),
    )
    for what, pattern, consequence in remaining:
        count = sum(bool(pattern.search(cell)) for cell in column.cells)
        if count and (icons is None or pattern is not _ICON):
            left_out.append(f"{column.name}: {what} in {count} of its cells; {consequence}")
    column.cells = [with_braces(cell) for cell in column.cells]


def with_icons(text: str, icons: Mapping[str, str]) -> str:
    """Return a text with icons in place of words, and no-break spaces between them and letters or digits.

    Args:
        text: A text of another program, with pnp's marks.
        icons: Names of icons by the words that stand for them there; other words between colons are printed.
    """
    by_mark = {marked_up(key): icon for key, icon in icons.items()}
    words = [re.escape(key) for key in sorted(by_mark, key=len, reverse=True)]
    pattern = "|".join([*words, _ICON.pattern])

    def put(match: re.Match[str]) -> str:
        if match[0] not in by_mark:
            return f"\\{match[0]}"
        before = "\u00a0" if re.match(r"[\w:]", text[match.start() - 1 : match.start()]) else ""
        after = "\u00a0" if re.match(r"[\w:]", text[match.end() : match.end() + 1]) else ""
        return f"{before}:{by_mark[match[0]]}:{after}"

    return re.sub(pattern, put, text)


def with_braces(text: str) -> str:
    """Return a text with its braces escaped, so that they are printed and begin no expression."""
    return _BRACES.sub(r"{{ '\g<0>' }}", text)


def _restyled(span: re.Match[str]) -> str:
    """Return a span of Pango as one with a style; unchanged if one of its attributes has no counterpart."""
    style = []
    for name, double, single in _ATTRIBUTE.findall(span[1]):
        name, value = name.lower().removeprefix("font_").removeprefix("font-"), (double or single).strip().lower()
        if name in ("foreground", "fgcolor", "color"):
            try:
                style.append(f"color: {as_hex(value.replace(' ', ''), {})}")
            except Mistake:
                return span[0]
        elif name in _PANGO and value in _PANGO[name][1]:
            style.append(f"{_PANGO[name][0]}: {_PANGO[name][1][value]}")
        else:
            return span[0]
    return f'<span style="{"; ".join(style)}">' if style else span[0]


def marked_up(text: str) -> str:
    """Return a text with pnp's marks in place of tags for bold, italic and line ends; other marks are escaped."""
    text = _SPAN.sub(_restyled, _BREAK.sub("\n", text))
    text = _MARK.sub(r"\\\1", text)
    for tag, mark in ((_BOLD, "**"), (_ITALIC, "*")):
        if len(tag.findall(text)) % 2 == 0:
            text = tag.sub(mark, text)
    return text
