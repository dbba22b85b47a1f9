"""Ruby expressions of a Squib script → plain values: numbers, texts, lists, tables and their columns.

No Ruby is run. tree-sitter parses the script; what is written out is understood, and texts made of columns of a table.
Everything else is a ``ComputedError``. This module knows no statements.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from tree_sitter import Node as RubyNode


READS = frozenset({"csv", "xlsx"})
"""Methods that read a table."""

_STYLE_METHODS: Mapping[str, tuple[Callable[[str], str], str]] = {
    "upcase": (str.upper, "upper"),
    "downcase": (str.lower, "lower"),
    "capitalize": (str.capitalize, "capitalize"),
    "strip": (str.strip, "trim"),
    "to_s": (str, ""),
    "to_sym": (str, ""),
}
"""Methods of Ruby's texts: what they do to a written text, and the filter of pnp that does it to a cell."""

_COUNTS = frozenset({"nrows", "size", "length", "count"})
LARGEST_NUMBER = 1e9
LONGEST_TEXT = 100_000
"""Characters of a text that is put together."""

MOST_VALUES = 2000
"""Values of a range, and calls of a script that unrolled loops make."""

DEEPEST = 60
"""Levels of values and blocks in each other."""


class ComputedError(Exception):
    """A value that only Ruby can compute."""


@dataclass(frozen=True)
class TableColumn:
    """The cells of one column of a table, changed by filters; as a text, one for each card.

    Attributes:
        table: The name of its table: a key of ``SquibScript.tables``.
        header: The column's name, or its method (``card_name`` for Card Name).
        filters: Filters of pnp, in order.
    """

    table: str
    header: str
    filters: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardText:
    """A text that differs between cards: written parts and cells of columns."""

    parts: tuple[str | TableColumn, ...]


@dataclass(frozen=True)
class RowIndex:
    """The mapping from the cells of a column to their rows that scripts build to name cards in ``range:``."""

    column: TableColumn


@dataclass(frozen=True)
class CardNamed:
    """The card whose cell of a column has a certain text."""

    column: TableColumn
    cell: str


@dataclass(frozen=True)
class SquibTable:
    """A table that a script reads, or writes out as a hash of columns.

    Attributes:
        file: Its path as written; "" for written columns.
        sheet: Number from 0 or name of a workbook's sheet.
        explode: The column of copies, if it is given.
        columns: Written columns.
        line: Where the script reads it.
    """

    file: str = ""
    sheet: int | str = 0
    explode: str = ""
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    line: int = 0


def line_of(node: RubyNode) -> int:
    """Return the line on which a node begins, from 1."""
    return node.start_point[0] + 1


def text_of(node: RubyNode | None) -> str:
    """Return the text of a node; "" for none."""
    return node.text.decode(errors="replace") if node is not None and node.text else ""


def body_of(block: RubyNode | None) -> list[RubyNode]:
    """Return the statements of a block or body."""
    if block is None:
        return []
    body = block.child_by_field_name("body")
    return [child for child in (body or block).named_children if child.type not in ("comment", "block_parameters")]


def parameters_of(block: RubyNode) -> list[str]:
    """Return the names of a block's parameters."""
    parameters = block.child_by_field_name("parameters")
    return [text_of(child) for child in parameters.named_children] if parameters is not None else []


def is_written_column(value: Any) -> TypeGuard[list[Any]]:
    """Whether a value is a list of plain texts, numbers and empty cells."""
    return isinstance(value, list) and bool(value) and all(_is_cell(cell) for cell in value)


def _is_cell(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)


class RubyValues:
    """Evaluates expressions; ``names`` are the variables and constants of the script.

    Attributes:
        names: Values by name; a ComputedError for a name that only Ruby can give a value.
        tables: The script's tables by the names of their variables.
        changed: Columns that the script has changed, by the variable of their table and their name.
        used: The tables that the current deck uses; None outside a deck.
    """

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.tables: dict[str, SquibTable] = {}
        self.changed: dict[tuple[str, str], Any] = {}
        self.used: dict[str, None] | None = None
        self.depth = 0

    def literals(self, node: RubyNode) -> list[str]:
        """Return the plain arguments of a call."""
        arguments = node.child_by_field_name("arguments")
        values = [self.tried(child) for child in arguments.named_children] if arguments is not None else []
        return [str(value) for value in values if isinstance(value, str)]

    def options(self, node: RubyNode) -> dict[str, Any]:
        """Return the keyword arguments of a call; ComputedError as a value for those that only Ruby can compute."""
        arguments = node.child_by_field_name("arguments") if node.type == "call" else None
        options: dict[str, Any] = {}
        for child in arguments.named_children if arguments is not None else []:
            if child.type == "comment":
                continue
            if child.type == "hash":
                options |= {str(key): value for key, value in self.hash_of(child).items()}
            elif child.type == "pair":
                options |= {str(key): value for key, value in self.pair(child).items()}
            else:
                raise ComputedError
        return options

    def hash_of(self, node: RubyNode) -> dict[Any, Any]:
        """Return a written hash."""
        values: dict[Any, Any] = {}
        for child in node.named_children:
            if child.type == "comment":
                continue
            if child.type != "pair":
                raise ComputedError
            values |= self.pair(child)
        return values

    def pair(self, node: RubyNode) -> dict[Any, Any]:
        """Return a key and its value."""
        key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
        if key is None or value is None:
            raise ComputedError
        name = self.value(key)
        if not isinstance(name, str | int | float):
            raise ComputedError
        return {name: self.tried(value)}

    def tried(self, node: RubyNode) -> Any:
        """Return a value, or ComputedError as a value."""
        try:
            return self.value(node)
        except ComputedError as error:
            return error

    def value(self, node: RubyNode) -> Any:
        """Return the value of an expression.

        Raises:
            ComputedError: Only Ruby can compute it.
        """
        read = getattr(self, f"_{node.type}", None) if node.type in _VALUES else None
        if read is None or self.depth > DEEPEST:
            raise ComputedError
        self.depth += 1
        try:
            value = read(node)
        finally:
            self.depth -= 1
        if isinstance(value, ComputedError):
            raise value
        return value

    def _string(self, node: RubyNode) -> Any:
        parts: list[str | TableColumn] = []
        for child in node.named_children:
            if child.type == "string_content":
                parts.append(text_of(child))
            elif child.type == "escape_sequence":
                parts.append(_escaped(text_of(child)))
            elif child.type == "interpolation" and len(child.named_children) == 1:
                parts += _as_text(self.value(child.named_children[0])).parts
            elif child.type == "interpolation":
                raise ComputedError
        return _joined(parts)

    _bare_string = _bare_symbol = _delimited_symbol = _string

    def _chained_string(self, node: RubyNode) -> Any:
        return _joined([part for child in node.named_children for part in _as_text(self.value(child)).parts])

    def _simple_symbol(self, node: RubyNode) -> str:
        return text_of(node)[1:]

    def _hash_key_symbol(self, node: RubyNode) -> str:
        return text_of(node)

    def _integer(self, node: RubyNode) -> int:
        digits = text_of(node).replace("_", "")
        if not digits.isdecimal() or len(digits) > 18 or (digits != "0" and digits[0] == "0"):
            raise ComputedError
        return int(digits)

    def _float(self, node: RubyNode) -> float:
        try:
            return float(text_of(node))
        except ValueError:
            raise ComputedError from None

    def _true(self, _node: RubyNode) -> bool:
        return True

    def _false(self, _node: RubyNode) -> bool:
        return False

    def _nil(self, _node: RubyNode) -> None:
        return None

    def _array(self, node: RubyNode) -> list[Any]:
        return [self.value(child) for child in node.named_children if child.type != "comment"]

    _string_array = _symbol_array = _array

    def _hash(self, node: RubyNode) -> dict[Any, Any]:
        return self.hash_of(node)

    def _range(self, node: RubyNode) -> list[int]:
        begin, end = node.child_by_field_name("begin"), node.child_by_field_name("end")
        first, last = (self.value(begin) if begin else None), (self.value(end) if end else None)
        if type(first) is not int or type(last) is not int or last - first > MOST_VALUES:
            raise ComputedError
        return list(range(first, last + (text_of(node.child_by_field_name("operator")) == "..")))

    def _unary(self, node: RubyNode) -> Any:
        value = self.value(node.named_children[-1])
        if not _is_number(value) or not text_of(node).startswith("-"):
            raise ComputedError
        return -value

    def _binary(self, node: RubyNode) -> Any:
        left, right = self.value(node.named_children[0]), self.value(node.named_children[-1])
        operator = text_of(node.child_by_field_name("operator"))
        if _is_number(left) and _is_number(right):
            return _calculated(left, operator, right)
        if operator == "+" and isinstance(left, str | CardText) and isinstance(right, str | CardText):
            return _joined([*_as_text(left).parts, *_as_text(right).parts])
        if operator == "+" and isinstance(left, list) and isinstance(right, list) and len(left) < MOST_VALUES:
            return [*left, *right]
        raise ComputedError

    def _parenthesized_statements(self, node: RubyNode) -> Any:
        if len(node.named_children) != 1:
            raise ComputedError
        return self.value(node.named_children[0])

    def _identifier(self, node: RubyNode) -> Any:
        name = text_of(node)
        if name not in self.names:
            if self.used is not None and name in ("width", "height"):
                return "deck"
            raise ComputedError
        return self.names[name]

    _constant = _instance_variable = _global_variable = _identifier

    def _scope_resolution(self, node: RubyNode) -> Any:
        if text_of(node) == "Math::PI":
            return math.pi
        raise ComputedError

    def _element_reference(self, node: RubyNode) -> Any:
        if len(node.named_children) != 2:
            raise ComputedError
        target, key = (self.value(child) for child in node.named_children)
        if isinstance(target, SquibTable) and isinstance(key, str):
            return self.column(text_of(node.named_children[0]), target, key)
        if isinstance(target, RowIndex) and isinstance(key, str):
            return CardNamed(target.column, key)
        try:
            if isinstance(target, dict | list):
                return target[key]
        except (KeyError, IndexError, TypeError):
            raise ComputedError from None
        raise ComputedError

    def column(self, name: str, table: SquibTable, header: str) -> Any:
        """Return the cells of a column, as they are or as an earlier assignment has changed them."""
        if self.used is not None:
            self.used.setdefault(self.table_name(name, table))
        if (name, header) in self.changed:
            value = self.changed[name, header]
            if isinstance(value, ComputedError):
                raise value
            return value
        return CardText((TableColumn(self.table_name(name, table), header),))

    def table_name(self, name: str, table: SquibTable) -> str:
        """Return the name under which a table is listed: its own variable, or the one that it was assigned to first."""
        return next((known for known, other in self.tables.items() if other is table), name)

    def table(self, node: RubyNode) -> SquibTable:
        """Return the table that a csv or xlsx call reads."""
        options = self.options(node)
        file, sheet, explode = options.get("file"), options.get("sheet"), options.get("explode", "")
        if not isinstance(file, str):
            raise ComputedError
        return SquibTable(
            file,
            sheet if isinstance(sheet, int | str) else 0,
            explode if isinstance(explode, str) else "",
            line=line_of(node),
        )

    def _call(self, node: RubyNode) -> Any:
        receiver, block = node.child_by_field_name("receiver"), node.child_by_field_name("block")
        method = text_of(node.child_by_field_name("method"))
        if method in READS and text_of(receiver) in ("", "Squib"):
            return self.table(node)
        if receiver is None:
            return self.length(node, method)
        value = self.value(receiver)
        arguments = node.child_by_field_name("arguments")
        if isinstance(value, SquibTable):
            return self.of_table(text_of(receiver), value, method)
        if method in ("map", "collect"):
            return self.mapped(value, block, arguments)
        if arguments is not None or block is not None:
            raise ComputedError
        if method in _COUNTS and isinstance(value, CardText | list):
            return len(value) if isinstance(value, list) else "rows"
        return _styled(value, method)

    def length(self, node: RubyNode, method: str) -> str:
        """Return a length of Squib's own methods, ``inches(2.5)``."""
        arguments = node.child_by_field_name("arguments")
        units = {"inches": "in", "cm": "cm", "mm": "mm"}
        if method not in units or arguments is None or len(arguments.named_children) != 1:
            raise ComputedError
        number = self.value(arguments.named_children[0])
        if not _is_number(number):
            raise ComputedError
        return f"{number}{units[method]}"

    def of_table(self, name: str, table: SquibTable, method: str) -> Any:
        """Return a column by its method, or the count of rows."""
        if method in _COUNTS or method == "ncolumns":
            if self.used is not None:
                self.used.setdefault(self.table_name(name, table))
            return "rows"
        return self.column(name, table, method)

    def mapped(self, values: Any, block: RubyNode | None, arguments: RubyNode | None) -> Any:
        """Return ``values.map { |x| … }`` of a column or a written list."""
        if not isinstance(values, CardText | list):
            raise ComputedError
        each = values if isinstance(values, list) else [values]
        if block is None:
            given = arguments.named_children if arguments is not None else []
            if len(given) != 1 or given[0].type != "block_argument":
                raise ComputedError
            results = [_styled(value, text_of(given[0]).removeprefix("&:")) for value in each]
        else:
            body, parameters = body_of(block), parameters_of(block)
            if len(body) != 1 or len(parameters) != 1:
                raise ComputedError
            results = [self.evaluated(body[0], parameters[0], value) for value in each]
        return results if isinstance(values, list) else _as_text(results[0])

    def evaluated(self, node: RubyNode, name: str, value: Any) -> Any:
        """Return the value of an expression with a value for a name."""
        before = self.names.get(name, ComputedError())
        self.names[name] = value
        try:
            return self.value(node)
        finally:
            self.names[name] = before


_VALUES = frozenset({
    "string", "bare_string", "bare_symbol", "delimited_symbol", "chained_string", "simple_symbol", "hash_key_symbol",
    "integer", "float", "true", "false", "nil", "array", "string_array", "symbol_array", "hash", "range", "unary",
    "binary", "parenthesized_statements", "identifier", "constant", "instance_variable", "global_variable",
    "scope_resolution", "element_reference", "call",
})  # fmt: skip
"""The kinds of nodes of tree-sitter's grammar for which the reader has a method."""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _calculated(left: float, operator: str, right: float) -> float:
    """Return a result of Ruby's arithmetic; a division of whole numbers rounds down there."""
    if operator == "+":
        return left + right
    if operator == "-":
        return left - right
    if operator == "*" and abs(left) < LARGEST_NUMBER > abs(right):
        return left * right
    if operator == "/" and right:
        return left // right if isinstance(left, int) and isinstance(right, int) else left / right
    raise ComputedError


_ESCAPES = {"n": "\n", "t": "\t", "s": " ", "e": "", "r": "", "0": ""}


def _escaped(text: str) -> str:
    """Return the letter that an escape sequence stands for."""
    if match := re.fullmatch(r"\\u\{?([0-9a-fA-F]{1,6})\}?", text):
        code = int(match[1], 16)
        return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
    return _ESCAPES.get(text[1:], text[1:])


def _as_text(value: Any) -> CardText:
    """Return a value as a text with parts."""
    if isinstance(value, CardText):
        return value
    if value is None:
        return CardText(("",))
    if isinstance(value, str | int | float):
        return CardText((str(value),))
    raise ComputedError


def _joined(parts: Sequence[str | TableColumn]) -> str | CardText:
    """Return parts as a plain text if none of them differs between cards."""
    merged: list[str | TableColumn] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    if len(merged) > MOST_VALUES or sum(len(part) for part in merged if isinstance(part, str)) > LONGEST_TEXT:
        raise ComputedError
    if all(isinstance(part, str) for part in merged):
        return "".join(str(part) for part in merged)
    return CardText(tuple(merged))


def only_column(value: CardText) -> TableColumn:
    """Return the column of a text that is nothing but its cells."""
    if len(value.parts) != 1 or not isinstance(value.parts[0], TableColumn):
        raise ComputedError
    return value.parts[0]


def _styled(value: Any, method: str) -> Any:
    """Return a text after one of Ruby's methods for texts."""
    if method not in _STYLE_METHODS:
        raise ComputedError
    change, name = _STYLE_METHODS[method]
    if isinstance(value, CardText):
        parts = [
            change(part) if isinstance(part, str) else replace(part, filters=(*part.filters, *([name] if name else [])))
            for part in value.parts
        ]
        return CardText(tuple(parts))
    if value is None or isinstance(value, str | int | float):
        return change("" if value is None else str(value))
    raise ComputedError
