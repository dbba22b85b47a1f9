"""Blocks and an Edition → Filled blocks: translated, computed, typeset, with their pictures laid out.

What cannot be computed is told to the layout's findings and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.diagnostics import Fault, Place, suggest
from pnp.expressions import ExpressionError, compile_expression, compile_text, show
from pnp.expressions.scope import card_values
from pnp.layout.game import GameLayout
from pnp.markup import Runs, parse_markup, typeset_runs
from pnp.model.values import describe
from pnp.rulebook.blocks import ARGUMENTS, BOXES, Block, Face, Filled, walk
from pnp.rulebook.load import Booklet
from pnp.source.strict_yaml import parse_yaml
from pnp.words.placeholders import without_expressions
from pnp.words.translate import has_words, translate_template
from pnp.words.typography import typeset

MOST_REPEATS = 500
"""Times an ``each`` may repeat its content."""

_CHECKED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "width": (lambda value: type(value) in (int, float) and 1 <= value <= 1000, "a width from 1 to 1000 mm"),
    "columns": (lambda value: type(value) is int and 1 <= value <= 50, "a whole number from 1 to 50"),
    "cards": (lambda value: isinstance(value, list) and bool(value), "a list of cards, like [{number: 1}, back]"),
    "back": (lambda value: isinstance(value, bool), "true or false"),
}
"""What an argument must be, and that in words."""

_LITERAL = re.compile(r"\[([^\[\]]*)\]\{\.literal\}")


def fill_booklet(booklet: Booklet, layout: GameLayout) -> tuple[Filled, ...]:
    """Return the booklet's blocks in the layout's language."""
    filler = _Filler(booklet, layout)
    blocks = tuple(filler.fill(booklet.blocks, layout.scope))
    filler.check_links(blocks)
    return blocks


def slug(text: str) -> str:
    """A heading's name in links: its words in small letters, joined by hyphens."""
    words = re.findall(r"\w+", without_expressions(text).lower())
    return "-".join(words) or "section"


class _Filler:
    def __init__(self, booklet: Booklet, layout: GameLayout) -> None:
        self.booklet = booklet
        self.layout = layout
        self.edition = layout.edition
        translate = self.edition.translate
        self.figures = {name: translate_template(t, translate) for name, t in booklet.figures.items()}
        self.anchors: set[str] = set()

    def tell(self, place: Place, code: str, what: str, fix: str = "") -> None:
        self.layout.findings.add("", place, code, f"{what} ({self.edition.language})", "", fix)

    def fill(self, blocks: tuple[Block, ...], scope: Mapping[str, Any]) -> Iterator[Filled]:
        for block in blocks:
            match block.kind:
                case "each":
                    yield from self._each(block, scope)
                case "heading":
                    yield self._heading(block, scope)
                case "table":
                    yield self._table(block, scope)
                case "figure" | "page":
                    yield from self._figure(block, scope)
                case "component" | "cards":
                    yield from self._faces(block, scope)
                case "list" | "item":
                    children = tuple(self.fill(block.children, scope))
                    yield Filled(block.kind, block.place, children=children, level=block.level)
                case kind if kind in BOXES:
                    yield Filled(kind, block.place, children=tuple(self.fill(block.children, scope)))
                case "page-break" | "toc":
                    yield Filled(block.kind, block.place)
                case "paragraph":
                    if runs := self._runs(block, scope):
                        yield Filled(block.kind, block.place, runs)
                case _:
                    pass  # told by the parser

    # --- text

    def _runs(self, block: Block, scope: Mapping[str, Any]) -> Runs:
        """A block's text: translated, its expressions computed, its marks read, its spaces and quotes set."""
        if not block.text:
            return ()
        source = self.edition.translate(block.text) if has_words(block.text) else block.text
        try:
            text = show(compile_text(source)(scope))
        except (ExpressionError, ValueError) as error:
            fix = getattr(error, "fix", "")
            self.tell(block.place, getattr(error, "code", "expression"), str(error), fix)
            return ()
        runs = parse_markup(_LITERAL.sub(r"\1", text), breaks=False)
        return typeset_runs(runs, lambda part, before: typeset(part, self.edition.language, before))

    def _heading(self, block: Block, scope: Mapping[str, Any]) -> Filled:
        anchor = slug(block.text)
        while anchor in self.anchors:
            anchor += "-2"
        self.anchors.add(anchor)
        return Filled("heading", block.place, self._runs(block, scope), level=block.level, anchor=anchor)

    # --- repetition

    def _each(self, block: Block, scope: Mapping[str, Any]) -> Iterator[Filled]:
        name, _, source = (part.strip() for part in block.names[0].partition(" in "))
        if not name.isidentifier() or not source:
            what = f"::: each {block.names[0]} cannot be read"
            self.tell(block.place, "booklet-each", what, "write ::: each goal in goals")
            return
        values = self._value(block, source, scope)
        if not isinstance(values, list | tuple | range | dict) or len(values) > MOST_REPEATS:
            self.tell(block.place, "booklet-each", f"{source} is no list of at most {MOST_REPEATS} values")
            return
        tables: list[Filled] = []
        for value in values:
            blocks = list(self.fill(block.children, {**scope, name: value}))
            if len(blocks) == 1 and blocks[0].kind == "table":
                tables += blocks
            else:
                yield from blocks
        if tables:
            yield _joined(tables)

    def _value(self, block: Block, source: str, scope: Mapping[str, Any]) -> Any:
        """An argument's value: YAML in brackets, or an expression."""
        source = source.strip()
        try:
            if source[:1] in "\"'" and source[-1:] == source[:1]:
                source = source[1:-1]
            if source[:1] in "[{" and not source.startswith("{{"):
                return parse_yaml(source, block.place.file)
            return (compile_text if "{{" in source else compile_expression)(source)(scope)
        except ExpressionError as error:
            self.tell(block.place, error.code, error.what, error.fix)
        except Fault as fault:
            self.tell(block.place, "booklet-argument", fault.diagnostics[0].what, "write a list like [{number: 1}]")
        return None

    def _values(self, block: Block, scope: Mapping[str, Any]) -> dict[str, Any]:
        """A container's arguments; those that pnp itself reads are checked."""
        values = {key: self._value(block, source, scope) for key, source in block.values.items() if key != "where"}
        for key, (kind, wanted) in _CHECKED.items():
            value = values.get(key)
            if value is not None and key in ARGUMENTS[block.kind] and not kind(value):
                self.tell(block.place, "booklet-argument", f"{key} is {describe(value)}, must be {wanted}")
                del values[key]
        return values

    def _table(self, block: Block, scope: Mapping[str, Any]) -> Filled:
        rows = []
        for row in block.children:
            cells = tuple(
                Filled("cell", cell.place, self._runs(cell, scope), align=cell.align) for cell in row.children
            )
            rows.append(Filled("row", row.place, children=cells, level=row.level))
        return Filled("table", block.place, children=tuple(rows))

    # --- pictures

    def _figure(self, block: Block, scope: Mapping[str, Any]) -> Iterator[Filled]:
        template = self.figures.get(block.names[0]) if block.names else None
        if template is None:
            return
        values = self._values(block, scope)
        frame = self.layout.figure(template, **{**scope, **values})
        children = tuple(self.fill(block.children, scope))
        yield Filled(block.kind, block.place, children=children, frame=frame, options=values)

    def _faces(self, block: Block, scope: Mapping[str, Any]) -> Iterator[Filled]:
        name = block.names[0] if block.names else ""
        deck = self.edition.game.decks.get(name)
        if deck is None:
            self.tell(block.place, "booklet-deck", f"no deck {name}", suggest(name, self.edition.game.decks))
            return
        values = self._values(block, scope)
        wanted: list[Any]
        if block.kind == "component":
            wanted = list(values.get("cards") or [None])
        else:
            wanted = [card.number for card in deck.cards]
            if condition := block.values.get("where"):
                wanted = self._where(block, condition, scope, wanted)
            if values.get("cards"):
                wanted = list(values["cards"])
        children = tuple(self.fill(block.children, scope))
        faces = tuple(self._pictures(block, name, wanted, bool(values.get("back"))))
        yield Filled(block.kind, block.place, children=children, faces=faces, options=values)

    def _where(self, block: Block, condition: str, scope: Mapping[str, Any], numbers: list[int]) -> list[int]:
        deck = self.edition.game.decks[block.names[0]]
        return [n for n in numbers if self._value(block, condition, {**scope, "card": card_values(deck.cards[n - 1])})]

    def _pictures(self, block: Block, deck: str, wanted: list[Any], back: bool) -> Iterator[Face]:
        for card in wanted:
            try:
                shows_back = back or card == "back"
                yield self.layout.picture(deck, None if card == "back" else card, shows_back)
            except LookupError as error:
                what, _, fix = str(error.args[0]).partition("; ")
                self.tell(block.place, "face-unknown", what, fix)

    # --- links

    def check_links(self, blocks: tuple[Filled, ...]) -> None:
        """Tell of links that lead to no heading, or to something that is no address."""
        for block in walk(blocks):
            for run in block.runs:
                target = run.link
                if target.startswith("#") and target[1:] not in self.anchors:
                    self.tell(block.place, "booklet-link", f"no heading {target}", suggest(target[1:], self.anchors))
                elif target and not target.startswith(("#", "https://", "http://", "mailto:")):
                    self.tell(block.place, "booklet-link", f"{target} is no address", "write #heading or https://…")


def _joined(tables: list[Filled]) -> Filled:
    """Tables of one head as one."""
    rows = [row for row in tables[0].children if row.level == 0]
    rows += [row for table in tables for row in table.children if row.level == 1]
    return Filled("table", tables[0].place, children=tuple(rows))
