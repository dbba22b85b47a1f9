"""Ruby expressions of a Squib script → plain values: numbers, texts, lists, tables and their columns.

No Ruby is run. tree-sitter parses the script; the module understands literal values, and texts made of columns of a
table. Everything else is a ``ComputedError``. This module knows no statements.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.importing.drawn.values import (
    CardChoice,
    CardNamed,
    CardTest,
    CardText,
    ComputedError,
    TableColumn,
    only_choice,
)

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

_PARSERS = frozenset({"YAML", "Psych", "JSON"})
"""Modules of Ruby that read a list of cards from a file."""

_COUNTS = frozenset({"nrows", "size", "length", "count"})
LARGEST_NUMBER = 1e9
LONGEST_TEXT = 100_000
"""The most characters of a text that is put together."""

MOST_VALUES = 2000
"""The most values of a range, and the most calls that unrolled loops of a script make."""

DEEPEST = 60
"""The most levels of nested values and blocks."""


@frozen_dataclass
class RowNumber:
    """The number of each row, in a loop over all of them."""


@frozen_dataclass
class RowCount:
    """The number of rows of a table, or the length of a cell in a loop over them: not a value that cards can show."""


@frozen_dataclass
class RowIndex:
    """The mapping from the cells of a column to their rows that scripts build to name cards in ``range:``."""

    column: TableColumn


@frozen_dataclass
class SquibTable:
    """A table that a script reads, or writes out as a hash of columns.

    Attributes:
        file: Its path as written; "" for written columns.
        sheet: Number from 0 or name of a workbook's sheet.
        explode: The column of copies, if it is given.
        columns: Written columns.
        line: Where the script reads it.
        block: The first line of the call, if a block of it changes the cells; "" otherwise.
    """

    file: str = ""
    sheet: int | str = 0
    explode: str = ""
    columns: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    line: int = 0
    block: str = ""


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


def source_of(node: RubyNode) -> str:
    """Return the first line of a node's text, shortened."""
    first = text_of(node).split("\n")[0].strip()
    return first if len(first) <= 70 else f"{first[:69]}…"


def bound(block: RubyNode, values: Sequence[Any]) -> dict[str, Any]:
    """Return the values of a block's parameters; a single list is spread over several parameters, as in Ruby."""
    parameters = block.child_by_field_name("parameters")
    return _spread(parameters.named_children, values) if parameters is not None else {}


def _spread(parameters: Sequence[RubyNode], values: Sequence[Any]) -> dict[str, Any]:
    if len(values) == 1 and isinstance(values[0], list) and len(parameters) > 1:
        values = values[0]
    names: dict[str, Any] = {}
    for parameter, value in zip(parameters, values, strict=False):
        if parameter.type == "destructured_parameter":
            names |= _spread(parameter.named_children, value if isinstance(value, list) else [value])
        else:
            names[text_of(parameter)] = value
    return names


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
        sides: The width and height of the current deck, px, if they are numbers.
    """

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self.tables: dict[str, SquibTable] = {}
        self.changed: dict[tuple[str, str], Any] = {}
        self.used: dict[str, None] | None = None
        self.sides: dict[str, float] = {}
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
        """Return the value of a hash literal."""
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
        result = self.tried(value)
        if isinstance(result, ComputedError):
            result.columns = self.columns_within(value)
        return {name: result}

    def columns_within(self, node: RubyNode, depth: int = 0) -> tuple[TableColumn, ...]:
        """Return the columns that an expression names, down to the deepest level that is read."""
        if node.type in ("element_reference", "call") and isinstance(value := self.tried(node), CardText):
            return tuple(part for part in value.parts if isinstance(part, TableColumn))
        children = node.named_children if depth < DEEPEST else []
        return tuple(column for child in children for column in self.columns_within(child, depth + 1))

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
        parts: list[str | TableColumn | CardChoice] = []
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
        if text_of(node).startswith(("!", "not ")):
            test = _truth(value)
            return replace(test, is_among=not test.is_among) if isinstance(test, CardTest) else not test
        if not _is_number(value) or not text_of(node).startswith("-"):
            raise ComputedError
        return -value

    def _binary(self, node: RubyNode) -> Any:
        left, right = self.value(node.named_children[0]), self.value(node.named_children[-1])
        operator = text_of(node.child_by_field_name("operator"))
        if operator in ("==", "!="):
            test = _equal(left, right)
            is_equal = operator == "=="
            return replace(test, is_among=is_equal) if isinstance(test, CardTest) else test == is_equal
        if operator == "||":
            choice = only_choice(left)
            return _either(_truth(left), left, right) if choice is None else _chosen(replace(choice, otherwise=right))
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
                return self.sides.get(name, "deck")
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
        if isinstance(target, dict) and isinstance(key, CardText):
            return self.looked_up(target, key)
        if (choice := only_choice(target)) is not None and isinstance(key, str):
            values = {cell: _entry(entry, key) for cell, entry in choice.values.items()}
            return _chosen(CardChoice(choice.column, values, _entry(choice.otherwise, key)))
        if isinstance(target, SquibTable) and isinstance(key, str):
            return self.column(text_of(node.named_children[0]), target, key)
        if isinstance(target, CardText) and isinstance(key, RowNumber):
            return target
        if isinstance(target, RowIndex) and isinstance(key, str):
            return CardNamed(target.column, key)
        try:
            if isinstance(target, dict | list):
                return target[key]
        except (KeyError, IndexError, TypeError):
            raise ComputedError from None
        raise ComputedError

    def looked_up(self, entries: Mapping[Any, Any], key: CardText, otherwise: Any = None) -> CardText:
        """Return the choice among the entries of a hash literal, by the cells of a column."""
        if any(isinstance(entry, ComputedError) for entry in entries.values()):
            raise ComputedError
        return _chosen(CardChoice(only_column(key), {str(name): entry for name, entry in entries.items()}, otherwise))

    # Conditions

    def branches(self, node: RubyNode) -> tuple[CardTest | bool, list[RubyNode | None]]:
        """Return the test of a condition, and the code that Ruby runs if it is true, and if it is false."""
        condition, body = node.child_by_field_name("condition"), node.child_by_field_name("body")
        branches = [body or node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
        if node.type.startswith("unless"):
            branches.reverse()
        if condition is None:
            raise ComputedError
        return _truth(self.value(condition)), branches

    def _conditional(self, node: RubyNode) -> Any:
        test, branches = self.branches(node)
        if isinstance(test, CardTest):
            return _either(test, *(None if branch is None else self.value(branch) for branch in branches))
        branch = branches[0 if test else 1]
        return None if branch is None else self.value(branch)

    _if = _unless = _elsif = _if_modifier = _unless_modifier = _conditional

    def _then(self, node: RubyNode) -> Any:
        if len(body := body_of(node)) != 1:
            raise ComputedError
        return self.value(body[0])

    _else = _then

    def _case(self, node: RubyNode) -> Any:
        subject = node.child_by_field_name("value")
        if subject is None:
            raise ComputedError
        value, result = self.value(subject), None
        for branch in reversed(node.named_children[1:]):
            if branch.type == "else":
                result = self.value(branch)
            elif branch.type == "when":
                body = branch.child_by_field_name("body")
                chosen = self.value(body) if body is not None else None
                for pattern in branch.children_by_field_name("pattern"):
                    result = _either(_equal(value, self.value(pattern.named_children[0])), chosen, result)
            elif branch.type != "comment":
                raise ComputedError
        return result

    # Calls

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
            block=source_of(node) if node.child_by_field_name("block") is not None else "",
        )

    def _call(self, node: RubyNode) -> Any:
        receiver, block = node.child_by_field_name("receiver"), node.child_by_field_name("block")
        method = text_of(node.child_by_field_name("method"))
        if method in READS and text_of(receiver) in ("", "Squib"):
            return self.table(node)
        if receiver is None:
            return self.length(node, method)
        arguments = node.child_by_field_name("arguments")
        if text_of(receiver) in _PARSERS:
            return self.parsed_table(node)
        if method in ("map", "collect"):
            return self.mapped(receiver, block, arguments)
        if method == "select" and block is not None and receiver.type == "call":
            return self.selected(receiver, block)
        value = self.value(receiver)
        if isinstance(value, SquibTable):
            return self.of_table(text_of(receiver), value, method)
        given = arguments.named_children if arguments is not None else []
        if method in ("fetch", "values_at", "include?") and given:
            return self.looked_into(value, method, given)
        if arguments is not None or block is not None:
            raise ComputedError
        if method in ("nil?", "empty?"):
            return _equal(value, None if method == "nil?" else "")
        if method in _COUNTS and isinstance(value, CardText | list):
            return len(value) if isinstance(value, list) else RowCount()
        return _styled(value, method)

    def selected(self, receiver: RubyNode, block: RubyNode) -> CardTest:
        """Return the cards of ``data['a'].each_index.select { |i| data['a'][i] == 'x' }``."""
        method, body = text_of(receiver.child_by_field_name("method")), body_of(block)
        if method != "each_index" or len(body) != 1:
            raise ComputedError
        test = self.evaluated(body[0], bound(block, [RowNumber()]))
        if not isinstance(test, CardTest):
            raise ComputedError
        return test

    def looked_into(self, value: Any, method: str, given: Sequence[RubyNode]) -> Any:
        """Return entries of a hash literal, or whether a cell is among the texts of a list literal."""
        splat = given[0].type == "splat_argument"
        if splat != (method == "values_at"):
            raise ComputedError
        key = self.value(given[0].named_children[0] if splat else given[0])
        if isinstance(value, dict) and isinstance(key, CardText) and method != "include?":
            return self.looked_up(value, key, self.value(given[1]) if len(given) > 1 else None)
        if method == "include?" and is_written_column(value) and isinstance(key, CardText):
            return CardTest(only_column(key), tuple(str(cell) for cell in value if cell is not None))
        raise ComputedError

    def parsed_table(self, node: RubyNode) -> SquibTable:
        """Return the table that a call of a parser reads, ``JSON.parse(File.read('cards.json'))``."""
        waiting = list(node.named_children)
        while waiting:
            inner = waiting.pop()
            if inner.type == "string" and isinstance(file := self.tried(inner), str):
                return SquibTable(file, line=line_of(node))
            waiting += inner.named_children
        raise ComputedError

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
            return RowCount()
        return self.column(name, table, method)

    def mapped(self, receiver: RubyNode, block: RubyNode | None, arguments: RubyNode | None) -> Any:
        """Return ``values.map { |x| … }`` of a column, columns after ``zip``, rows of a table or a written list."""
        zipped = receiver.child_by_field_name("arguments") if receiver.type == "call" else None
        first = receiver.child_by_field_name("receiver")
        if text_of(receiver.child_by_field_name("method")) == "zip" and zipped is not None and first is not None:
            values = [self.value(node) for node in (first, *zipped.named_children)]
            if not all(isinstance(value, CardText) for value in values):
                raise ComputedError
            each, is_list = [values], False
        else:
            values = self.value(receiver)
            values = [list(pair) for pair in values.items()] if isinstance(values, dict) else values
            if not isinstance(values, CardText | list | SquibTable):
                raise ComputedError
            is_list = isinstance(values, list)
            each = [[value] for value in values] if isinstance(values, list) else [[values]]
        if block is None:
            given = arguments.named_children if arguments is not None else []
            if len(given) != 1 or given[0].type != "block_argument":
                raise ComputedError
            results = [_styled(value, text_of(given[0]).removeprefix("&:")) for (value,) in each]
        elif len(body := body_of(block)) == 1:
            results = [self.evaluated(body[0], bound(block, values_of)) for values_of in each]
        else:
            raise ComputedError
        return results if is_list else _as_text(results[0])

    def evaluated(self, node: RubyNode, names: Mapping[str, Any]) -> Any:
        """Return the value of an expression with values for names."""
        before = self.names
        self.names = {**before, **names}
        try:
            return self.value(node)
        finally:
            self.names = before

    def iterations(self, node: RubyNode, block: RubyNode) -> list[dict[str, Any]]:
        """Return the values of a block's parameters for each time that a loop over written values runs it.

        Raises:
            ComputedError: Only Ruby can compute the values.
        """
        receiver, method = node.child_by_field_name("receiver"), text_of(node.child_by_field_name("method"))
        arguments = node.child_by_field_name("arguments")
        given = [self.value(child) for child in arguments.named_children] if arguments is not None else []
        first = given[0] if given and type(given[0]) is int else 0
        if method == "with_index" and receiver is not None and receiver.type == "call":  # .each.with_index(1)
            receiver = receiver.child_by_field_name("receiver")
        if receiver is None:
            raise ComputedError
        values = self.value(receiver)
        if type(values) is int and method in ("times", "upto", "downto"):
            last = {"times": values - 1, "upto": first, "downto": first}[method]
            begin, step = (0 if method == "times" else values), (-1 if method == "downto" else 1)
            values = list(range(begin, last + step, step)[: MOST_VALUES + 1])
        elif isinstance(values, SquibTable) and values.columns:
            values = [[name, list(cells)] for name, cells in values.columns.items()]
        elif isinstance(values, dict):
            values = [list(pair) for pair in values.items()]
        elif method not in ("each", "each_pair", "each_with_index", "with_index"):
            raise ComputedError
        if not isinstance(values, list):
            raise ComputedError("a loop over a table" if isinstance(values, CardText | SquibTable) else "")
        if method in ("each_with_index", "with_index"):
            return [bound(block, [value, index]) for index, value in enumerate(values, first)]
        return [bound(block, [value]) for value in values]


_VALUES = frozenset({
    "string", "bare_string", "bare_symbol", "delimited_symbol", "chained_string", "simple_symbol", "hash_key_symbol",
    "integer", "float", "true", "false", "nil", "array", "string_array", "symbol_array", "hash", "range", "unary",
    "binary", "parenthesized_statements", "identifier", "constant", "instance_variable", "global_variable",
    "scope_resolution", "element_reference", "call", "conditional", "if", "unless", "elsif", "if_modifier",
    "unless_modifier", "then", "else", "case",
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


def _joined(parts: Sequence[str | TableColumn | CardChoice]) -> str | CardText:
    """Return parts as a plain text if none of them differs between cards."""
    merged: list[str | TableColumn | CardChoice] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    if len(merged) > MOST_VALUES or _characters(merged) > LONGEST_TEXT:
        raise ComputedError
    if all(isinstance(part, str) for part in merged):
        return "".join(str(part) for part in merged)
    return CardText(tuple(merged))


def only_column(value: CardText) -> TableColumn:
    """Return the column of a text that consists of its cells alone."""
    if len(value.parts) != 1 or not isinstance(value.parts[0], TableColumn):
        raise ComputedError
    return value.parts[0]


def _characters(value: Any, depth: int = 0) -> int:
    """Return the number of characters of a value, with all values of its choices.

    Raises:
        ComputedError: Its choices are nested in too many levels.
    """
    if depth > DEEPEST:
        raise ComputedError
    if isinstance(value, str):
        return len(value) + 1
    if isinstance(value, CardChoice):
        return _characters([*value.values, *value.values.values(), value.otherwise], depth + 1)
    if isinstance(value, CardText | list | dict):
        entries = value.parts if isinstance(value, CardText) else list(value)
        return sum(_characters(entry, depth + 1) for entry in entries)
    return 1


def _chosen(choice: CardChoice) -> CardText:
    """Return a choice as a text, with the choices by the same column that are nested in it."""
    inner = only_choice(choice.otherwise)
    if inner is not None and inner.column == choice.column:
        choice = CardChoice(choice.column, {**choice.values, **inner.values, **choice.values}, inner.otherwise)
    if _characters(choice) > LONGEST_TEXT:
        raise ComputedError
    return CardText((choice,))


def _either(test: CardTest | bool, yes: Any, no: Any) -> Any:
    """Return the value for cards that pass a test, and that for others."""
    if isinstance(test, bool):
        return yes if test else no
    inside, others = (yes, no) if test.is_among else (no, yes)
    return _chosen(CardChoice(test.column, dict.fromkeys(test.cells, inside), others))


def _truth(value: Any) -> CardTest | bool:
    """Return whether Ruby takes a value for true: a cell that is not empty, and all but nil and false."""
    if isinstance(value, CardText):
        return CardTest(only_column(value), ("",), is_among=False)
    return value if isinstance(value, CardTest) else value is not None and value is not False


def _equal(left: Any, right: Any) -> CardTest | bool:
    """Return whether two values are the same, one of which may be a cell; an empty cell is nil."""
    if isinstance(left, CardText) and _is_cell(right) and not isinstance(right, bool):
        return CardTest(only_column(left), ("" if right is None else str(right),))
    if not _is_cell(left) or not _is_cell(right):
        raise ComputedError
    return bool(left == right)


def _entry(entries: Any, key: str) -> Any:
    """Return an entry of a written hash; None for one that is missing."""
    if not isinstance(entries, dict | None) or isinstance(entry := (entries or {}).get(key), ComputedError):
        raise ComputedError
    return entry


def _styled(value: Any, method: str) -> Any:
    """Return a text after one of Ruby's methods for texts."""
    if method not in _STYLE_METHODS:
        raise ComputedError
    if isinstance(value, CardText):
        return CardText(tuple(_styled_part(part, method) for part in value.parts))
    if value is None or isinstance(value, str | int | float):
        return _STYLE_METHODS[method][0]("" if value is None else str(value))
    raise ComputedError


def _styled_part(part: str | TableColumn | CardChoice, method: str) -> str | TableColumn | CardChoice:
    change, name = _STYLE_METHODS[method]
    if isinstance(part, str):
        return change(part)
    if isinstance(part, TableColumn):
        return replace(part, filters=(*part.filters, *([name] if name else [])))
    values = {cell: _styled(value, method) for cell, value in part.values.items()}
    return CardChoice(part.column, values, _styled(part.otherwise, method))
