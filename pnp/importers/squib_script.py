"""The Ruby text of a Squib script → its decks: size, layouts, tables and drawing calls with plain values.

Loops over written lists are unrolled; statements that are not understood are listed with their line if they would draw.
This module does not know how elements of a template look.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.importers.squib_ruby import (
    DEEPEST,
    MOST_VALUES,
    READS,
    CardText,
    ComputedError,
    RowIndex,
    RubyValues,
    SquibTable,
    body_of,
    is_written_column,
    line_of,
    only_column,
    parameters_of,
    text_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node as RubyNode


DRAWS = frozenset({
    "background", "text", "svg", "png", "rect", "circle", "ellipse", "line", "curve", "triangle", "polygon", "star",
    "cut_zone", "safe_zone",
})  # fmt: skip
"""Methods of Squib that can become elements."""

_SAVES = frozenset({"save", "save_png", "save_pdf", "save_sheet"})
_LEFT_OUT = frozenset({"grid", "hand", "showcase", "save_json", "save_xlsx", "avatar"})
_SILENT = frozenset({
    "require", "puts", "p", "pp", "print", "hint", "enable_build", "disable_build", "enable_group", "disable_group",
})  # fmt: skip
_BLOCKS = frozenset({"build", "group"})


TABLE_ALONE = "name the .csv or .xlsx itself"
"""The fix for a script that is not imported."""

MOST_STATEMENTS = 20_000
"""Statements that are read, those of loops as often as they run."""


@dataclass(frozen=True)
class SquibCall:
    """One drawing call.

    Attributes:
        method: text, svg, rect, …
        options: Its keyword arguments; a value that only Ruby can compute is a ``ComputedError``.
        line: Its line in the script, from 1.
        source: Its first line, for messages.
        icons: The options of each picture embedded in a text.
    """

    method: str
    options: Mapping[str, Any]
    line: int
    source: str
    icons: tuple[Mapping[str, Any], ...] = ()


@dataclass
class SquibDeck:
    """One ``Squib::Deck.new``.

    Attributes:
        options: Its keyword arguments.
        line: Its line.
        layouts: Layout files in the order in which they are loaded.
        calls: Drawing calls in order.
        saves: Options of its save calls.
        font: The font that ``set`` gives.
        left_out: A line for each part that is not imported.
        tables: The tables whose columns it uses, or whose length is its number of cards.
    """

    options: Mapping[str, Any]
    line: int
    layouts: list[str] = field(default_factory=list)
    calls: list[SquibCall] = field(default_factory=list)
    saves: list[SquibCall] = field(default_factory=list)
    font: str = ""
    left_out: list[str] = field(default_factory=list)
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
    tree = Parser(Language(tree_sitter_ruby.language())).parse(text.encode())
    reader = _Reader(file)
    if broken := next((node for node in _all_nodes(tree.root_node) if node.is_error or node.is_missing), None):
        reader.script.left_out.append(f"{file}:{line_of(broken)}: this is not Ruby as it is usually written")
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


def _source(node: RubyNode) -> str:
    """Return the first line of a node's text, shortened."""
    first = text_of(node).split("\n")[0].strip()
    return first if len(first) <= 70 else f"{first[:69]}…"


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
        if depth > DEEPEST:
            what = f"blocks are nested in more than {DEEPEST} levels"
            raise Fault(Code.IMPORT_LARGE, Place(self.file, line_of(parent)), what=what, fix=TABLE_ALONE)
        for node in body_of(parent):
            self.values.used = deck.tables if deck is not None else None
            self.statement(node, deck, depth + 1)

    def statement(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read one statement; what is not understood is listed if it would draw."""
        self.read += 1
        if self.read > MOST_STATEMENTS:
            what = "the loops of the script are too long"
            raise Fault(Code.IMPORT_LARGE, Place(self.file, line_of(node)), what=what, fix=TABLE_ALONE)
        try:
            if node.type == "assignment":
                self.assignment(node, deck, depth)
            elif node.type in ("call", "identifier"):
                self.called(node, deck, depth)
            else:
                self.unknown(node, deck)
        except ComputedError:
            self.unknown(node, deck)

    def unknown(self, node: RubyNode, deck: SquibDeck | None) -> None:
        """List a statement that is not understood if it would draw, and forget the variables that it sets."""
        draws = False
        for inner in _all_nodes(node):
            if inner.type in ("assignment", "operator_assignment"):
                self.values.names[text_of(inner.child_by_field_name("left"))] = ComputedError()
            name = _method(inner) if inner.type == "call" else ""
            draws |= name in DRAWS | _LEFT_OUT or _is_new_deck(inner)
        if draws or (deck is not None and node.type in ("call", "identifier")):
            self.leave_out(node, deck)

    def leave_out(self, node: RubyNode, deck: SquibDeck | None, why: str = "") -> None:
        """List a statement with its line."""
        lines = deck.left_out if deck is not None else self.script.left_out
        lines.append(f"{self.file}:{line_of(node)}: {_source(node)}{f' ({why})' if why else ''}")

    def assignment(self, node: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read ``name = value`` and ``table['column'] = value``."""
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            raise ComputedError
        if _is_new_deck(right):
            self.new_deck(right, depth)
            return
        name = text_of(left)
        if left.type in ("identifier", "constant", "instance_variable", "global_variable"):
            value = self.assigned(right, name)
            if isinstance(value, ComputedError) and (table := self.table_within(right)) is not None:
                self.leave_out(node, deck, "the table is taken as it is in its file")
                value = self.named_table(name, table)
            self.values.names[name] = value
        elif left.type == "element_reference" and len(left.named_children) == 2:
            target, key = self.values.tried(left.named_children[0]), self.values.tried(left.named_children[1])
            if isinstance(target, SquibTable) and isinstance(key, str):
                self.values.changed[text_of(left.named_children[0]), key] = self.values.tried(right)

    def assigned(self, right: RubyNode, name: str) -> Any:
        """Return the value of a variable: a table, an index of rows, or another value; ComputedError as a value."""
        if (index := self.index_of_rows(right)) is not None:
            return index
        value = self.values.tried(right)
        if isinstance(value, dict) and value and all(is_written_column(cells) for cells in value.values()):
            value = SquibTable(columns=value, line=line_of(right))
        return self.named_table(name, value) if isinstance(value, SquibTable) else value

    def named_table(self, name: str, table: SquibTable) -> SquibTable:
        """Return a table after it is listed under the name of its variable."""
        if not any(table is known for known in self.values.tables.values()):
            self.values.changed = {key: cells for key, cells in self.values.changed.items() if key[0] != name}
            while name in self.values.tables:  # a variable that is used again, for the table of another deck
                name += "'"
            self.values.tables[name] = table
        return table

    def table_within(self, node: RubyNode) -> SquibTable | None:
        """Return the table that an expression reads or changes in a way that only Ruby knows; None for none."""
        for inner in _all_nodes(node):
            value = self.values.tried(inner) if inner.type in ("call", "identifier", "constant") else None
            if isinstance(value, SquibTable):
                return value
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
        if receiver is not None:
            self.called_on(node, receiver, deck, depth)
        elif name in _SILENT or name == "require_relative":
            return
        elif deck is None:
            self.unknown(node, deck)
        elif name in DRAWS or name in _SAVES:
            self.drawing_call(node, name, deck)
        elif name in _BLOCKS:
            self.build_block(node, deck, depth)
        elif name == "use_layout":
            deck.layouts += _names(self.values.options(node).get("file", "layout.yml"))
        elif name == "set":
            self.set_option(node, deck)
        elif name in READS:
            self.values.tables[""] = self.values.table(node)
        else:
            self.leave_out(node, deck)

    def set_option(self, node: RubyNode, deck: SquibDeck) -> None:
        """Read ``set font: …``."""
        font = self.values.options(node).get("font")
        if isinstance(font, str):
            deck.font = font
        else:
            self.leave_out(node, deck)

    def called_on(self, node: RubyNode, receiver: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read a loop over a written list, an index of rows, or Squib.configure."""
        method, block = text_of(node.child_by_field_name("method")), node.child_by_field_name("block")
        if text_of(receiver) == "Squib" and method == "configure":
            self.script.settings.update(self.values.options(node))
            return
        values = self.values.value(receiver)
        if isinstance(values, CardText) and method == "each_with_index" and block is not None:
            self.filled_index(values, block)
            return
        if isinstance(values, int) and method == "times":
            values = list(range(min(values, MOST_VALUES)))
        if not isinstance(values, list) or method not in ("each", "each_with_index", "times") or block is None:
            raise ComputedError
        parameters = parameters_of(block)
        for index, value in enumerate(values):
            given = (value, index) if method == "each_with_index" else (value,)
            self.with_names(dict(zip(parameters, given, strict=False)), block, deck, depth)

    def with_names(self, given: Mapping[str, Any], block: RubyNode, deck: SquibDeck | None, depth: int) -> None:
        """Read the statements of a block with values for its parameters."""
        hidden = {name: self.values.names[name] for name in given if name in self.values.names}
        self.values.names.update(given)
        self.statements(block, deck, depth)
        for name in given:
            del self.values.names[name]
        self.values.names.update(hidden)

    def filled_index(self, column: CardText, block: RubyNode) -> None:
        """Read ``data['name'].each_with_index { |name, i| id[name] = i }``."""
        body = body_of(block)
        left = body[0].child_by_field_name("left") if len(body) == 1 and body[0].type == "assignment" else None
        if left is None or left.type != "element_reference":
            raise ComputedError
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

    def new_deck(self, node: RubyNode, depth: int) -> None:
        """Read a deck."""
        deck = SquibDeck({}, line_of(node))
        self.values.used = deck.tables
        deck.options = self.values.options(node)
        layouts = deck.options.get("layout")
        if layouts is not None and not isinstance(layouts, ComputedError):
            deck.layouts += _names(layouts)
        self.script.decks.append(deck)
        if (block := node.child_by_field_name("block")) is not None:
            self.statements(block, deck, depth)
        self.values.used = None

    def drawing_call(self, node: RubyNode, name: str, deck: SquibDeck) -> None:
        """Add a call to its deck."""
        self.taken += 1
        if self.taken > MOST_VALUES:
            what = f"the script draws more than {MOST_VALUES:,} times"
            raise Fault(Code.IMPORT_LARGE, Place(self.file, line_of(node)), what=what, fix=TABLE_ALONE)
        icons = []
        block = node.child_by_field_name("block") if node.type == "call" else None
        for inner in body_of(block):
            if inner.type != "call" or text_of(inner.child_by_field_name("method")) not in ("svg", "png"):
                self.leave_out(inner, deck)
            else:
                icons.append({"line": line_of(inner), **self.values.options(inner)})
        call = SquibCall(name, self.values.options(node), line_of(node), _source(node), tuple(icons))
        (deck.saves if name in _SAVES else deck.calls).append(call)


def _is_new_deck(node: RubyNode) -> bool:
    return (
        node.type == "call"
        and text_of(node.child_by_field_name("method")) == "new"
        and text_of(node.child_by_field_name("receiver")) in ("Squib::Deck", "Deck")
    )


def _names(value: Any) -> list[str]:
    """Return the written names of one file or several."""
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(name, str) for name in values):
        raise ComputedError
    return values
