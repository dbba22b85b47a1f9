"""The Ruby text of a Squib script → its decks: size, layouts, tables and drawing calls with plain values.

Loops over written lists are unrolled; statements that are not understood are listed with their line.
This module does not know how elements of a template look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.extensions.importing.drawn.units import PixelUnits
from pnp.extensions.importing.drawn.values import CardText, ComputedError, DrawingCall
from pnp.extensions.squib.ruby import (
    DEEPEST,
    MOST_VALUES,
    READS,
    RowIndex,
    RubyValues,
    SquibTable,
    body_of,
    bound,
    is_written_column,
    line_of,
    only_column,
    source_of,
    text_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node as RubyNode
    from tree_sitter import Tree


DRAWS = frozenset({
    "background", "text", "svg", "png", "rect", "circle", "ellipse", "line", "curve", "triangle", "polygon", "star",
    "cut_zone", "safe_zone",
})  # fmt: skip
"""Methods of Squib that can become elements."""

_SAVES = frozenset({"save", "save_png", "save_pdf", "save_sheet"})
_HARMLESS = frozenset({"hand", "showcase", "save_json", "save_xlsx"})
"""Methods of Squib that draw nothing on cards."""

_CONDITIONS = frozenset({"if", "unless", "case", "if_modifier", "unless_modifier", "conditional", "elsif"})
_SILENT = frozenset({
    "require", "puts", "p", "pp", "print", "hint", "enable_build", "disable_build", "enable_group", "disable_group",
})  # fmt: skip
_BLOCKS = frozenset({"build", "group"})


WIDTH, HEIGHT = 825, 1125
"""The size of Squib's cards unless a deck has another, px: a poker card with its bleed."""

TABLE_ALONE = "name the .csv or .xlsx itself"
"""The fix for a script that is not imported."""

AS_IN_FILE = "the table is taken as it is in its file"
"""Why a statement that changes a table is left out."""

MOST_MENDED = 400
"""In a script with a mistake, this many lines at most are left out, one at a time, to find the faulty one."""

MOST_STATEMENTS = 20_000
"""The most statements that are read; those of a loop count each time that it runs."""


@dataclass
class SquibDeck:
    """One ``Squib::Deck.new``.

    Attributes:
        options: Its keyword arguments.
        line: Its line.
        layouts: Layout files in the order in which they are loaded.
        calls: Drawing calls in order.
        saves: Its calls that save files or make pictures of several cards.
        font: The font that ``set`` gives.
        left_out: A line for each part that is not imported.
        unread: The lines and sources of the drawing calls in these parts.
        tables: The tables whose columns it uses, or whose length is its number of cards.
    """

    options: Mapping[str, Any]
    line: int
    layouts: list[str] = field(default_factory=list)
    calls: list[DrawingCall] = field(default_factory=list)
    saves: list[DrawingCall] = field(default_factory=list)
    font: str = ""
    left_out: list[str] = field(default_factory=list)
    unread: set[tuple[int, str]] = field(default_factory=set)
    tables: dict[str, None] = field(default_factory=dict)


@dataclass
class SquibScript:
    """The contents of a script.

    Attributes:
        decks: Its decks in order.
        tables: Its tables by the names of their variables.
        settings: What ``Squib.configure`` gives.
        left_out: A line for each part outside decks that is not imported.
    """

    decks: list[SquibDeck] = field(default_factory=list)
    tables: dict[str, SquibTable] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def parse_script(text: str, file: str) -> SquibScript:
    """Return the decks and tables of a script.

    Args:
        text: Ruby.
        file: Its name, for messages.

    Raises:
        Fault: ``import-extra``: the parser is not installed.
    """
    try:
        import tree_sitter_ruby
        from tree_sitter import Language, Parser
    except ImportError:
        what = "a script of Squib is read with a library that is not installed"
        why, fix = "the table alone, .csv or .xlsx, needs none", "pip install '.[squib]' in pnp's repository"
        raise Fault(Code.IMPORT_EXTRA, Place(file), what=what, why=why, fix=fix) from None
    parser = Parser(Language(tree_sitter_ruby.language()))
    reader = _Reader(file)
    tree = parser.parse(text.encode())
    if tree.root_node.has_error:
        tree, faults = _mended(text, tree, lambda mended: parser.parse(mended.encode()))
        reader.script.left_out += [f"{file}:{line}: {what} (a mistake in Ruby)" for line, what in faults]
    reader.enabled = {
        name
        for node in _all_nodes(tree.root_node)
        if node.type == "call" and _method(node) in ("enable_build", "enable_group")
        for name in reader.values.literals(node)
    }
    reader.statements(tree.root_node, None, 0)
    if not reader.values.tables and (table := reader.table_within(tree.root_node)) is not None:
        reader.named_table("", table)
    return reader.script


def _all_nodes(root: RubyNode) -> Iterator[RubyNode]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _mended(text: str, tree: Tree, parse: Callable[[str], Tree]) -> tuple[Tree, list[tuple[int, str]]]:
    """Return a tree without the only faulty line, or with a missing end added, and a description of the change.

    If that does not help, the tree is returned unchanged, with the line of its first error.
    """
    lines = text.rstrip().split("\n")
    errors = [node for node in _all_nodes(tree.root_node) if node.is_missing or (node.is_error and node.parent)]
    first = line_of(errors[0]) if errors else 1
    candidates = [0, first, *(number for number in range(1, len(lines) + 1) if number != first)]
    for ends in (0, 1):
        end_faults = [(len(lines), "end is missing")] * ends
        for number in candidates[:MOST_MENDED]:
            if number and re.search(r"\b(?:do|end|then)\b|[{}]\s*$", lines[number - 1]):  # it begins or ends a block
                continue
            kept = ["" if number == index else line for index, line in enumerate(lines, 1)] + ["end"] * ends
            mended = parse("\n".join(kept))
            if not mended.root_node.has_error:
                return mended, [*([(number, lines[number - 1].strip()[:70])] if number else []), *end_faults]
    return tree, [(first, lines[first - 1].strip()[:70])]


def _method(node: RubyNode) -> str:
    """Return the name of a called method without a receiver; "" for other nodes."""
    if node.type == "identifier":
        return text_of(node)
    if node.type != "call" or node.child_by_field_name("receiver") is not None:
        return ""
    return text_of(node.child_by_field_name("method"))


class _Reader:
    """Reads one script from its tree."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.values = RubyValues()
        self.script = SquibScript(tables=self.values.tables)
        self.enabled: set[str] = set()
        self.taken = 0
        self.read = 0

    # Statements

    def statements(self, parent: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read the statements of a program or block."""
        for node in body_of(parent):
            self.values.used = deck.tables if deck is not None else None
            self.statement(node, deck, depth + 1)

    def statement(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read one statement; what is not understood is listed."""
        self.count(node, depth)
        try:
            if node.type == "assignment":
                self.assignment(node, deck, depth)
            elif node.type in ("call", "identifier"):
                self.called(node, deck, depth)
            elif node.type in _CONDITIONS and node.type != "case":
                self.condition(node, deck, depth)
            elif node.type in ("then", "else"):
                self.statements(node, deck, depth)
            else:
                self.unknown(node, deck)
        except ComputedError as error:
            self.unknown(node, deck, str(error))

    def condition(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read the branch of a condition that is the same on all cards."""
        test, branches = self.values.branches(node)
        if not isinstance(test, bool):
            raise ComputedError
        if (branch := branches[0 if test else 1]) is not None:
            self.statement(branch, deck, depth + 1)

    def count(self, node: RubyNode, depth: int) -> None:
        """Count a statement, at its level of blocks."""
        self.read += 1
        if self.read > MOST_STATEMENTS or depth > DEEPEST + 1:
            what = "the loops of the script are too long"
            if depth > DEEPEST + 1:
                what = f"blocks are nested in more than {DEEPEST} levels"
            raise Fault(Code.IMPORT_LARGE, Place(self.file, line_of(node)), what=what, fix=TABLE_ALONE)

    def unknown(self, node: RubyNode, deck: SquibDeck | None, why: str = "") -> None:
        """List a statement that is not understood, and forget the variables that it sets.

        A method that draws nothing is not listed: its calls are.
        """
        draws = False
        for inner in _all_nodes(node):
            if inner.type in ("assignment", "operator_assignment"):
                self.values.names[text_of(inner.child_by_field_name("left"))] = ComputedError()
            draws |= self.is_drawing(inner) or _is_new_deck(inner)
            if deck is not None and self.is_drawing(inner):
                deck.unread.add((line_of(inner), source_of(inner)))
        if node.type == "method":
            why = "a method of the script"
        elif draws and node.type in _CONDITIONS:
            why = "only Ruby can tell when it is drawn"
        elif not draws and not why and self.table_within(node) is not None:
            why = AS_IN_FILE
        if draws or node.type != "method":
            self.leave_out(node, deck, why or "only Ruby can compute it")

    def is_drawing(self, node: RubyNode) -> bool:
        """Whether a node is a call that draws."""
        if node.type != "call" or text_of(node.child_by_field_name("method")) not in DRAWS | {"grid"}:
            return False
        receiver = node.child_by_field_name("receiver")
        return receiver is None or isinstance(self.values.names.get(text_of(receiver)), SquibDeck)

    def leave_out(self, node: RubyNode, deck: SquibDeck | None, why: str) -> None:
        """List a statement with its line and the reason."""
        lines = deck.left_out if deck is not None else self.script.left_out
        lines.append(f"{self.file}:{line_of(node)}: {source_of(node)} ({why})")

    def assignment(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read ``name = value`` and ``table['column'] = value``."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            raise ComputedError
        name = text_of(left)
        if _is_new_deck(right):
            self.values.names[name] = self.new_deck(right, depth)
            return
        if left.type in ("identifier", "constant", "instance_variable", "global_variable"):
            value = self.assigned(right, name)
            if isinstance(value, ComputedError) and (table := self.table_within(right)) is not None:
                self.leave_out(node, deck, AS_IN_FILE)
                value = self.named_table(name, table)
            elif any(_changes_in_place(inner) for inner in _all_nodes(right)):
                self.leave_out(node, deck, "it also changes what it reads, which only Ruby can do")
            self.values.names[name] = value
        elif left.type == "element_reference" and len(left.named_children) == 2:
            target, key = self.values.tried(left.named_children[0]), self.values.tried(left.named_children[1])
            if isinstance(target, SquibTable) and isinstance(key, str):
                cells = self.values.tried(right)
                self.values.changed[text_of(left.named_children[0]), key] = cells
                if isinstance(cells, ComputedError):
                    raise cells
            else:
                raise ComputedError
        else:
            raise ComputedError

    def assigned(self, right: RubyNode, name: str) -> Any:
        """Return the value of a variable: a table, an index of rows, or another value; ComputedError as a value."""
        if (index := self.index_of_rows(right)) is not None:
            return index
        value = self.values.tried(right)
        if isinstance(value, dict) and value and all(is_written_column(cells) for cells in value.values()):
            value = SquibTable(columns=value, line=line_of(right))
        return self.read_table(name, value) if isinstance(value, SquibTable) else value

    def read_table(self, name: str, table: SquibTable) -> SquibTable:
        """List a table, and a block that changes its cells; return the table."""
        if table.block:
            why = "the block is not run: the cells are as in the file"
            self.script.left_out.append(f"{self.file}:{table.line}: {table.block} ({why})")
        return self.named_table(name, table)

    def named_table(self, name: str, table: SquibTable) -> SquibTable:
        """List a table under the name of its variable, and return it."""
        if not any(table is known for known in self.values.tables.values()):
            self.values.changed = {key: cells for key, cells in self.values.changed.items() if key[0] != name}
            while name in self.values.tables:  # a variable that is used again, for the table of another deck
                name += "'"
            self.values.tables[name] = table
        return table

    def table_within(self, node: RubyNode) -> SquibTable | None:
        """Return the table that an expression reads or changes in a way that only Ruby knows; None for none.

        An expression that begins with a column is no table.
        """
        kinds = ("call", "identifier", "constant", "element_reference")
        for inner in _all_nodes(node):
            value = self.values.tried(inner) if inner.type in kinds else None
            if isinstance(value, SquibTable | CardText):
                return value if isinstance(value, SquibTable) else None
        return None

    def index_of_rows(self, node: RubyNode) -> RowIndex | None:
        """Return the index that a chain such as ``data['name'].each.with_index.inject …`` makes of a column."""
        methods, inner = [], node
        while inner.type == "call" and (receiver := inner.child_by_field_name("receiver")) is not None:
            methods.append(text_of(inner.child_by_field_name("method")))
            value = self.values.tried(receiver)
            if isinstance(value, CardText):
                is_index = "with_index" in methods or "each_with_index" in methods
                return RowIndex(only_column(value)) if is_index and methods[0] in ("inject", "to_h", "reduce") else None
            inner = receiver
        return None

    def called(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read a call that stands as a statement."""
        if _is_new_deck(node):
            self.new_deck(node, depth)
            return
        receiver = node.child_by_field_name("receiver") if node.type == "call" else None
        name = _method(node)
        if isinstance(named := self.values.names.get(text_of(receiver)), SquibDeck):  # deck.text str: …
            deck, receiver, name = named, None, text_of(node.child_by_field_name("method"))
            self.values.used = deck.tables
        if receiver is not None:
            self.called_on(node, receiver, deck, depth)
        elif name in _SILENT or name == "require_relative":
            return
        elif deck is None:
            self.unknown(node, deck)
        elif name in DRAWS | _SAVES | _HARMLESS:
            self.drawing_call(node, name, deck, depth)
        elif name in _BLOCKS:
            self.build_block(node, deck, depth)
        elif name == "use_layout":
            deck.layouts += _names(self.values.options(node).get("file", "layout.yml"))
        elif name == "set":
            self.set_option(node, deck)
        elif name in READS:
            self.read_table("", self.values.table(node))
        else:
            self.unknown(node, deck, "pnp has no grid" if name == "grid" else "no method of Squib that pnp knows")

    def set_option(self, node: RubyNode, deck: SquibDeck) -> None:
        """Read ``set font: …``."""
        font = self.values.options(node).get("font")
        if isinstance(font, str):
            deck.font = font
        else:
            self.leave_out(node, deck, "only font: is imported")

    def called_on(self, node: RubyNode, receiver: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read a loop over a written list, an index of rows, or Squib.configure."""
        method, block = text_of(node.child_by_field_name("method")), node.child_by_field_name("block")
        if text_of(receiver) == "Squib" and method == "configure":
            self.script.settings.update(self.values.options(node))
            return
        if block is None:
            raise ComputedError
        if method == "each_with_index" and isinstance(values := self.values.value(receiver), CardText):
            self.filled_index(values, block)
            return
        for names in self.values.iterations(node, block):
            with self.names(names):
                self.statements(block, deck, depth)

    @contextmanager
    def names(self, given: Mapping[str, Any]) -> Iterator[None]:
        """Give the parameters of a block their values while it is read."""
        hidden = {name: self.values.names[name] for name in given if name in self.values.names}
        self.values.names.update(given)
        yield
        for name in given:
            self.values.names.pop(name, None)
        self.values.names.update(hidden)

    def filled_index(self, column: CardText, block: RubyNode) -> None:
        """Read ``data['name'].each_with_index { |name, i| id[name] = i }``."""
        body = body_of(block)
        left = body[0].child_by_field_name("left") if len(body) == 1 and body[0].type == "assignment" else None
        if left is None or left.type != "element_reference" or left.named_children[0].type == "element_reference":
            raise ComputedError("a loop over a table")
        self.values.names[text_of(left.named_children[0])] = RowIndex(only_column(column))

    def build_block(self, node: RubyNode, deck: SquibDeck, depth: int) -> None:
        """Read a block that is drawn only in an enabled build."""
        names, block = self.values.literals(node), node.child_by_field_name("block")
        if not names or block is None:
            raise ComputedError
        if names[0] in self.enabled:
            self.statements(block, deck, depth)
        elif any(_method(inner) in DRAWS - {"cut_zone", "safe_zone"} for inner in _all_nodes(block)):
            self.leave_out(node, deck, "the script does not enable it")

    def new_deck(self, node: RubyNode, depth: int) -> SquibDeck:
        """Read a ``Squib::Deck.new`` and return its deck."""
        deck = SquibDeck({}, line_of(node))
        self.values.used = deck.tables
        deck.options = self.values.options(node)
        sides = {"width": WIDTH, "height": HEIGHT, **deck.options}
        dpi = deck.options.get("dpi")
        units = PixelUnits(0, 0, dpi if isinstance(dpi, int) and dpi > 0 else 0)
        given = {name: sides[name] for name in ("width", "height") if units.dpi or isinstance(sides[name], int | float)}
        self.values.sides = {name: px for name, value in given.items() if (px := units.px(value)) is not None}
        layouts = deck.options.get("layout")
        if layouts is not None and not isinstance(layouts, ComputedError):
            deck.layouts += _names(layouts)
        self.script.decks.append(deck)
        if (block := node.child_by_field_name("block")) is not None:
            self.statements(block, deck, depth)
        self.values.used = None
        return deck

    def drawing_call(self, node: RubyNode, name: str, deck: SquibDeck, depth: int) -> None:
        """Add a call to its deck."""
        self.taken += 1
        if self.taken > MOST_VALUES:
            what = f"the script draws more than {MOST_VALUES:,} times"
            raise Fault(Code.IMPORT_LARGE, Place(self.file, line_of(node)), what=what, fix=TABLE_ALONE)
        icons: list[Mapping[str, Any]] = []
        if node.type == "call" and (block := node.child_by_field_name("block")) is not None:
            embed = next(iter(bound(block, [None])), "")
            self.embedded(block, embed, deck, icons, depth)
        call = DrawingCall(name, self.values.options(node), line_of(node), source_of(node), tuple(icons))
        (deck.calls if name in DRAWS else deck.saves).append(call)

    def embedded(
        self, block: RubyNode, embed: str, deck: SquibDeck, icons: list[Mapping[str, Any]], depth: int
    ) -> None:
        """Collect the options of the pictures that a block embeds in a text, also in loops over written values."""
        for inner in body_of(block):
            self.count(inner, depth + 1)
            loop = inner.child_by_field_name("block")
            try:
                if text_of(inner.child_by_field_name("receiver")) == embed:
                    icons.append({"line": line_of(inner), **self.values.options(inner)})
                elif loop is not None:
                    for names in self.values.iterations(inner, loop):
                        with self.names(names):
                            self.embedded(loop, embed, deck, icons, depth + 1)
                else:
                    raise ComputedError("no picture in a text")
            except ComputedError as error:
                self.leave_out(inner, deck, str(error))


def _is_new_deck(node: RubyNode) -> bool:
    return (
        node.type == "call"
        and text_of(node.child_by_field_name("method")) == "new"
        and text_of(node.child_by_field_name("receiver")) in ("Squib::Deck", "Deck")
    )


def _changes_in_place(node: RubyNode) -> bool:
    """Whether a node is a call of a method like ``map!``."""
    return node.type == "call" and text_of(node.child_by_field_name("method")).endswith("!")


def _names(value: Any) -> list[str]:
    """Return the written names of one file or several."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in values):
        raise ComputedError
    return values
