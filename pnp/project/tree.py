"""YAML text → Map, Seq and scalars with the place of each key and value. Anything ambiguous is refused.

Scalars follow the YAML 1.2 core schema: ``no``, ``on`` and ``12:30`` are strings, and only true and false are booleans.
Duplicate keys, unknown tags, merge keys, deep nesting and aliases that multiply are faults. This module does not know
what the values mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import yaml

from pnp.core.codes import Code
from pnp.core.diagnostics import Correction, Fault, Place
from pnp.core.patterns import lazy_pattern

Position = tuple[int, int]
"""Line and column, both from 1."""


class CellFault(NamedTuple):
    """Why no card can show a cell of a table.

    Attributes:
        what: The fault, in one line. If is_shown is true: what the cells hold, as words that can follow "the column
            has".
        why: The reason.
        fix: What to do.
        code: The kind of fault.
        is_shown: Whether the cell is still printed, as a spreadsheet shows it.
    """

    what: str
    why: str = ""
    fix: str = ""
    code: Code = Code.TABLE_CELL
    is_shown: bool = False


class Map(dict[str, Any]):
    """A mapping read from a file: a dict that also knows the places of its keys and values.

    Attributes:
        cells: The cells of a table's row as they are written; empty for other mappings.
        faults: Why some cells of a table's row cannot be shown, by column name.
        header: The place of each column's name, for a table's row; empty for other mappings.
        delimiter: What separates the cells of a table's row; "" for other mappings.
    """

    __slots__ = ("at", "cells", "delimiter", "faults", "file", "header", "keys_at", "origins", "values_at")

    def __init__(self, file: str, at: Position) -> None:
        super().__init__()
        self.file = file
        self.at = at
        self.keys_at: dict[str, Position] = {}
        self.values_at: dict[str, Position] = {}
        self.origins: dict[str, Map] = {}
        self.cells: dict[str, str] = {}
        self.faults: dict[str, CellFault] = {}
        self.header: dict[str, Place] = {}
        self.delimiter = ""

    @property
    def place(self) -> Place:
        """The place where the mapping begins."""
        return Place(self.file, *self.at)

    def put(self, key: str, value: Any, key_at: Position, value_at: Position) -> None:
        """Add an entry with its places."""
        self[key] = value
        self.keys_at[key] = key_at
        self.values_at[key] = value_at

    def adopt(self, key: str, source: Map, value: Any = ...) -> None:
        """Take over an entry of another mapping with its places; ``value`` replaces its value if given."""
        self[key] = source[key] if value is ... else value
        self.origins[key] = source.origins.get(key, source)

    def together(self, *parts: Map) -> Map:
        """Return a mapping at this one's place with the entries of several. Later values win.

        Earlier keys come first.
        """
        merged = Map(self.file, self.at)
        for part in parts:
            for key in part:
                merged.adopt(key, part)
        return merged

    def place_of_key(self, key: str) -> Place:
        """Return the place of a key, or of the mapping if it has no such key."""
        if key in self.origins:
            return self.origins[key].place_of_key(key)
        return Place(self.file, *self.keys_at.get(key, self.at))

    def place_of(self, key: str) -> Place:
        """Return the place of a key's value, or of the mapping if it has no such key."""
        if key in self.origins:
            return self.origins[key].place_of(key)
        return Place(self.file, *self.values_at.get(key, self.at))


class Seq(list[Any]):
    """A list read from a file: a list that also knows the places of its items.

    Attributes:
        unnamed_columns: The numbers of a table's columns that have cells but no name.
    """

    __slots__ = ("at", "file", "items_at", "unnamed_columns")

    def __init__(self, file: str, at: Position) -> None:
        super().__init__()
        self.file = file
        self.at = at
        self.items_at: list[Position] = []
        self.unnamed_columns: tuple[int, ...] = ()

    @property
    def place(self) -> Place:
        """The place where the list begins."""
        return Place(self.file, *self.at)

    def put(self, value: Any, at: Position) -> None:
        """Add an item with its place."""
        self.append(value)
        self.items_at.append(at)

    def place_of(self, index: int) -> Place:
        """Return the place of an item, or of the list if it has no such item."""
        return Place(self.file, *(self.items_at[index] if 0 <= index < len(self.items_at) else self.at))


def locate(root: Map | Seq, path: Sequence[str | int], of_key: bool = False) -> Place:
    """Return the place of the value to which a path of keys and indexes leads.

    Steps that lead nowhere (a default, or a union's name in a validator's path) are skipped, so the result is the
    nearest place that exists. With ``of_key`` it is the place of the last key, not of its value.
    """
    node: Any = root
    place = root.place
    for step in path:
        if isinstance(node, Map) and step in node:
            is_last_key = of_key and step == path[-1]
            place = node.place_of_key(str(step)) if is_last_key else node.place_of(str(step))
            node = node[str(step)]
        elif isinstance(node, Seq) and isinstance(step, int) and 0 <= step < len(node):
            place = node.place_of(step)
            node = node[step]
    return place


def texts_of(value: Any) -> Iterator[str]:
    """Yield every text of a tree, including its keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from texts_of(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_of(inner)


DEEPEST = 40
"""A file may be nested at most this deeply; card data needs five levels."""

MAX_ALIASED_VALUES = 10_000
"""Aliases may add at most this many values to a file: far more than a deck needs, far fewer than a YAML bomb."""

_TOO_DEEP = f"nested more than {DEEPEST} levels deep"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INTEGER = lazy_pattern(r"[-+]?(?:0|[1-9][0-9]*)")
_OCTAL_OR_HEX = lazy_pattern(r"0o([0-7]+)|0x([0-9a-fA-F]+)")
_LONGEST_NUMBER = 100
_LEADING_ZERO = lazy_pattern(r"[-+]?0[0-9]+")
_FLOAT = lazy_pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_CONSTANTS = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}


def parse_yaml(text: str, file: str, foreign: list[str] | None = None) -> Any:
    """Return the value of a document: Map, Seq, str, int, float, bool or None.

    Args:
        text: One YAML document; an empty one gives None.
        file: The name of the file in places.
        foreign: Given for a file of another program, which is read as YAML 1.1 (merge keys ``<<: *base``, the last of
            two equal keys, ``#`` as a comment, octal numbers). It receives a line for each of these, which pnp's own
            files must not have.

    Raises:
        Fault: The text is not YAML, or uses a feature that is refused.
    """
    try:
        events = yaml.parse(text, Loader=_LOADER)
        return _YamlReader(events, file, text, foreign).document()
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        what = f"character U+{ord(str(error.character)[:1] or ' '):04X} is not allowed in YAML"
        raise Fault(Code.YAML_SYNTAX, Place(file, line, 1), what=what, fix="delete it") from error
    except yaml.MarkedYAMLError as error:
        raise _colour_fault(text, file, error) or _syntax_fault(text, file, error) from error


_BARE_COLOUR = lazy_pattern(r"""^[^#'"]*[:,\[-]\s+(#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b.*)$""", re.MULTILINE)


NEAR = 4
"""The cause of a syntax error is searched in this many lines before it."""


def _colour_fault(text: str, file: str, error: yaml.MarkedYAMLError) -> Fault | None:
    """Return the fault of a colour without quotes, if there is one at most NEAR lines before the syntax error."""
    end = error.problem_mark.line + 1 if error.problem_mark else 0
    start = min(error.context_mark.line if error.context_mark else end, max(end - NEAR, 0))
    for number, line in enumerate(text.split("\n")[start:end], start + 1):
        if match := _BARE_COLOUR.match(line):
            return _bare_colour(file, number, match)
    return None


def _bare_colour(file: str, line: int, match: re.Match[str]) -> Fault:
    colour = re.split(r"[\s,}\]]", match[1])[0]
    what = f"{colour} is not read: # begins a comment, to the end of the line"
    fix = Correction(f'put quotes around it: "{colour}"', colour, f'"{colour}"')
    return Fault(Code.YAML_SYNTAX, Place(file, line, match.start(1) + 1), what=what, fix=fix)


_NO_SPACE = lazy_pattern(r"\s*(?:- )?[A-Za-z_][\w-]*\??:(?=[^\s:/])")
"""A key whose value follows directly after the colon."""


def _no_space_fault(text: str, file: str, mark: yaml.Mark) -> Fault | None:
    """Return the fault of a missing space after a colon, if there is one at most NEAR lines before the error."""
    for number, line in list(enumerate(text.split("\n")[: mark.line + 1], 1))[-NEAR:]:
        if match := _NO_SPACE.match(line):
            what, fix = "a colon begins a value only if a space follows it", f"write {match[0].strip()} with a space"
            return Fault(Code.YAML_SYNTAX, Place(file, number, match.end()), what=what, fix=fix)
    return None


def _syntax_fault(text: str, file: str, error: yaml.MarkedYAMLError) -> Fault:
    mark = error.problem_mark or error.context_mark
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    problem = (error.problem or "cannot be read").replace("<", "").replace(">", "")
    if "maximum nesting depth" in problem:  # the parser's own limit, which it reaches before it gives the first event
        return Fault(Code.YAML_DEPTH, place, what=_TOO_DEEP, fix="flatten the data")
    why = error.context or ""
    if error.context_mark and why:
        why += f" at line {error.context_mark.line + 1}"
    fix = ""
    if "mapping values are not allowed" in problem:
        if mark and (fault := _no_space_fault(text, file, mark)):
            return fault
        fix = "put quotes around a text that has ': ' in it"
    elif "found a tab" in problem:
        fix = "indent with spaces"
    elif "cannot start any token" in problem and text.split("\n")[place.line - 1][place.column - 1 :].startswith("\t"):
        problem, fix = "a value cannot begin with a tab", "indent with spaces"
    elif "found character '\\t'" in problem or "cannot start any token" in problem:
        fix = "indent with spaces, and put quotes around a text that starts with a special character"
    elif "stream end" in problem or "end of stream" in problem or "unexpected end" in problem:
        fix = "the file seems cut off: close every quote and bracket"
    elif mark and _is_in_expression(text, mark):
        fix, why = "write 'single quotes' in it, or put single ones around it", "the text ends at the second quote"
    elif mark and _is_after_end(text, mark):
        fix = "put quotes around the whole text" + (", or a comma before what follows" if "',' or" in problem else "")
        why = "a list, a mapping or a text in quotes ends here, and something follows"
    elif "expected ',' or" in problem:
        fix = "close every bracket, and put quotes around a text that has brackets, braces or commas in it"
    elif "expected key" in problem:
        fix = "begin all keys of a mapping in the same column"
    if opened := _open_quote(text, mark.line if mark else 0):
        fix = f"close the quote in line {opened}"
        why = "a text that begins there would end only here"
    return Fault(Code.YAML_SYNTAX, place, what=f"not valid YAML: {problem}", why=why, fix=fix)


_QUOTED = lazy_pattern(r"""\\.|'(?:[^']|'')*'|\s#.*|(")""")


def _open_quote(text: str, end: int) -> int:
    """Return the first line, from 1, before line ``end`` that has an unpaired double quote; else 0."""
    for number, line in enumerate(text.split("\n")[:end], 1):
        if len([match for match in _QUOTED.finditer(line) if match[1]]) % 2:
            return number
    return 0


def _is_in_expression(text: str, mark: yaml.Mark) -> bool:
    """Whether a place follows a double quote inside an expression of a text in double quotes."""
    before = "".join(text.split("\n")[mark.line : mark.line + 1])[: mark.column]
    return re.search(r'"[^"]*\{\{[^"}]*"\s*$', before) is not None


def _is_after_end(text: str, mark: yaml.Mark) -> bool:
    """Whether a list, a mapping or a text in quotes ends in its line before a place."""
    before = "".join(text.split("\n")[mark.line : mark.line + 1])[: mark.column]
    return before.rstrip(" |>").endswith(("]", "}", '"', "'"))


class _YamlReader:
    """Builds the tree from the parser's events; an instance reads one document."""

    def __init__(self, events: Iterator[Any], file: str, text: str, foreign: list[str] | None) -> None:
        self.text = text
        self.foreign = foreign
        self.lines: list[str] = []
        self.events = events
        self.file = file
        self.anchors: dict[str, tuple[Any, int]] = {}
        self.aliased = 0
        self.values = 0

    def document(self) -> Any:
        value: Any = None
        has_document = False
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if has_document:
                    what = "a second document starts here"
                    if self.is_foreign(event, f"{what}; only the first is read"):
                        return value
                    self.refuse(event, Code.YAML_DOCUMENTS, what, "use one document a file")
                has_document = True
                value = self.value(next(self.events), 0)
        return value

    def value(self, event: Any, depth: int) -> Any:
        kind = type(event)
        self.values += 1
        if kind is yaml.AliasEvent:
            return self.alias(event)
        before = self.values
        value: Any
        if kind is yaml.ScalarEvent:
            value = self.scalar(event)
        else:
            if depth >= DEEPEST:
                self.refuse(event, Code.YAML_DEPTH, _TOO_DEEP, "flatten the data")
            if event.tag and event.tag != "!":
                self.refuse(event, Code.YAML_TAG, f"unknown tag {event.tag}", "remove it")
            value = self.mapping(event, depth) if kind is yaml.MappingStartEvent else self.sequence(event, depth)
        if event.anchor:
            self.anchors[event.anchor] = (value, self.values - before + 1)
        return value

    def alias(self, event: Any) -> Any:
        if event.anchor not in self.anchors:
            self.refuse(event, Code.YAML_ALIAS, f"*{event.anchor} has no anchor &{event.anchor} before it", "define it")
        value, size = self.anchors[event.anchor]
        self.aliased += size
        self.values += size
        if self.aliased > MAX_ALIASED_VALUES:
            self.refuse(
                event,
                Code.YAML_ALIAS,
                f"aliases multiply to more than {MAX_ALIASED_VALUES:,} values",
                "write the values out, or use combinations (each:)",
            )
        return value

    def mapping(self, event: Any, depth: int) -> Map:
        result = Map(self.file, _position(event))
        bases: list[Any] = []
        for key_event in self.events:
            if type(key_event) is yaml.MappingEndEvent:
                break
            if self.is_merge(key_event):
                base = self.value(next(self.events), depth + 1)
                bases += base if isinstance(base, Seq) else [base]
                continue
            key = self.key(key_event)
            if key in result:
                first = result.keys_at[key][0]
                what = f"{key} is given twice, first in line {first}"
                if not self.is_foreign(key_event, f"{what}; the last one counts"):
                    self.refuse(key_event, Code.YAML_DUPLICATE, what, "keep one")
            value_event = next(self.events)
            at = _position(value_event)
            result.put(key, self.value(value_event, depth + 1), _position(key_event), at)
        for base in bases:
            self.merge(result, base, event)
        return result

    def is_foreign(self, event: Any, what: str) -> bool:
        """Whether the file is from another program; if so, note what is read differently from pnp's own files."""
        if self.foreign is not None:
            self.foreign.append(f"{self.file}:{event.start_mark.line + 1}: {what}, as in YAML 1.1")
        return self.foreign is not None

    def is_merge(self, event: Any) -> bool:
        return self.foreign is not None and type(event) is yaml.ScalarEvent and event.value == "<<" and not event.style

    def merge(self, result: Map, base: Any, event: Any) -> None:
        """Merge a mapping into another: add the entries that this does not have. Earlier mappings win."""
        if not isinstance(base, Map):
            self.refuse(
                event, Code.YAML_MERGE, "<< merges something that is not a mapping", "name a mapping: <<: *base"
            )
        for key, value in base.items():
            if key not in result:
                result.put(key, value, base.keys_at[key], base.values_at[key])

    def key(self, event: Any) -> str:
        if type(event) is not yaml.ScalarEvent:
            self.refuse(event, Code.YAML_KEY, "a key must be a single word or text", "put it in quotes")
        if event.value == "<<" and not event.style:
            self.refuse(event, Code.YAML_MERGE, "merge keys (<<) are not part of YAML 1.2", "repeat the entries")
        return str(event.value)

    def sequence(self, event: Any, depth: int) -> Seq:
        result = Seq(self.file, _position(event))
        for item in self.events:
            if type(item) is yaml.SequenceEndEvent:
                break
            at = _position(item)
            result.put(self.value(item, depth + 1), at)
        return result

    def scalar(self, event: Any) -> str | int | float | bool | None:
        text: str = event.value
        if event.tag is not None and event.tag not in ("!", "tag:yaml.org,2002:str"):
            self.refuse(event, Code.YAML_TAG, f"unknown tag {event.tag}", "remove it")
        if event.style or event.tag is not None:
            return text
        if not text:
            self.refuse_bare_colour(event)
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        first = text[0]
        if not (first.isdigit() or first in "+-."):
            return text
        if len(text) > _LONGEST_NUMBER and any(kind.fullmatch(text) for kind in (_INTEGER, _OCTAL_OR_HEX, _FLOAT)):
            what = f"a number of more than {_LONGEST_NUMBER} characters"
            self.refuse(event, Code.YAML_NUMBER, what, "write it in quotes if it is a text")
        if _INTEGER.fullmatch(text):
            return int(text)
        if match := _OCTAL_OR_HEX.fullmatch(text):
            return int(match[1], 8) if match[1] else int(match[2], 16)
        if _LEADING_ZERO.fullmatch(text):
            number = int(text, 8) if re.fullmatch("[-+]?[0-7]+", text) else text
            if self.is_foreign(event, f"{text} is read as {number}"):
                return number
            self.refuse(
                event,
                Code.YAML_LEADING_ZERO,
                f"{text} would lose its leading zero",
                f'write {int(text)}, or "{text}" in quotes for a text',
            )
        return float(text) if _FLOAT.fullmatch(text) else text

    def refuse_bare_colour(self, event: Any) -> None:
        """Refuse a colour that was read as a comment, so that its key has no value.

        Raises:
            Fault: The event's line has a colour of this kind.
        """
        if not self.lines:
            self.lines = self.text.split("\n")
        number = event.start_mark.line
        if number < len(self.lines) and (match := _BARE_COLOUR.match(self.lines[number])):
            fault = _bare_colour(self.file, number + 1, match)
            if not self.is_foreign(event, fault.diagnostic.what):
                raise fault

    def refuse(self, event: Any, code: Code, what: str, fix: str) -> None:
        raise Fault(code, Place(self.file, *_position(event)), what=what, fix=fix)


def _position(event: Any) -> Position:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1)
