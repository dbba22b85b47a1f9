"""The text of a YAML file and a change of one value → the new text.

A value is named by its path: keys of mappings, and indexes of lists from 0. Each function returns the new text, and
compares what it loads as with what was asked for. Text that would load otherwise is never returned.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal

import yaml

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.patterns import lazy_pattern
from pnp.project.tree import parse_yaml
from pnp.project.yaml_values import format_flow, format_scalar, quoted

KeyPath = tuple[str | int, ...]
"""Keys of mappings, and indexes of lists from 0, from the root of a file to a value."""

_parsed = lru_cache(maxsize=16)(parse_yaml)
"""A text that was compared after one edit is read for the next."""
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PROPERTIES = lazy_pattern(r"(?:[&!]\S*\s+)*")
_WIDEST = 90
"""A longer new mapping is written in several lines, where that is possible."""
_LINE_END = lazy_pattern("[\n\x85\u2028\u2029]")


@dataclass(slots=True)
class _Node:
    """A value in the text.

    Attributes:
        start: The offset of its first character; of its anchor if it has one.
        end: The offset after its last character; for a block scalar, after its last line without the line end.
        style: The quote of a scalar; | or > for a block scalar; "" for a plain one, and for collections.
        anchor: The name of the anchor to which an alias refers; "" for a value of its own.
        keys: The keys of a mapping.
        values: The values of a mapping or list.
    """

    kind: Literal["scalar", "map", "list", "alias"]
    start: int
    end: int
    style: str = ""
    is_flow: bool = False
    anchor: str = ""
    keys: list[_Node] = field(default_factory=list)
    values: list[_Node] = field(default_factory=list)
    value: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the value is not written, as after ``key:``."""
        return self.start == self.end


class YamlText:
    """The text of a YAML file, with the place of each value.

    Attributes:
        text: The whole text, with newlines as line ends, without a byte order mark.
        file: Its path, for faults.
    """

    def __init__(self, text: str, file: str) -> None:
        """Read a text.

        Raises:
            Fault: It cannot be read.
        """
        self.text = text
        self.file = file
        self.tree = _parsed(text, file)
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        events = (event for event in yaml.parse(text, Loader=_LOADER))
        self._root = self._read(events)

    # --- changes

    def set(self, path: KeyPath, value: Any, before: str | None = None) -> str:
        """Give a value to a key, or to an item of a list. A missing key is added, with the mappings around it.

        Args:
            path: The value's path.
            value: A text, number, true, false or null, or lists and dicts of these.
            before: The key before which a new key is added; None to add it as the last.
        """
        while len(path) > 1 and isinstance(path[-1], str) and self._find(path[:-1]) is None:
            path, value = path[:-1], {path[-1]: value}
        node = self._find(path)
        wanted = _changed(self.tree, path, lambda holder, key: _put(holder, key, value, before))
        if node is not None:
            return self._first_right(self._replacements(node, value, path), wanted, path)
        return self._first_right(self._additions(path, value, before), wanted, path)

    def remove(self, path: KeyPath) -> str:
        """Remove a key with its value, or an item of a list."""
        holder, index = self._entry(path)
        wanted = _changed(self.tree, path, lambda tree, key: tree.pop(key))
        return self._first_right(self._removals(holder, index, path), wanted, path)

    def insert(self, path: KeyPath, value: Any) -> str:
        """Insert an item into a list, before the item that has this path now; at its end if there is none."""
        holder = self._find(path[:-1])
        index = path[-1]
        if holder is None or not isinstance(index, int):
            raise self._no_value(path)
        wanted = _changed(self.tree, path, lambda tree, key: tree.insert(key, value))
        return self._first_right(self._insertions(holder, index, value, path), wanted, path)

    def rename(self, path: KeyPath, name: str) -> str:
        """Rename a key."""
        holder, index = self._entry(path)
        if holder.kind != "map":
            raise self._no_value(path)
        key = holder.keys[index]

        def renamed(tree: Any, old: Any) -> None:
            entries = {(name if other == old else other): value for other, value in tree.items()}
            tree.clear()
            tree.update(entries)

        wanted = _changed(self.tree, path, renamed)
        texts = (self._spliced(key.start, key.end, text) for text in _scalars(name, key.style))
        return self._first_right(texts, wanted, path)

    def move(self, path: KeyPath, before: str | int | None) -> str:
        """Move an entry before another of the same mapping or list, with the comments above it.

        Args:
            path: The entry that is moved.
            before: The key or index of the other entry; None to move it to the end.
        """
        holder, index = self._entry(path)
        to = len(holder.values) if before is None else self._entry((*path[:-1], before))[1]
        order = [number for number in range(len(holder.values)) if number != index]
        order.insert(to - (to > index), index)
        if order == sorted(order):
            return self.text

        def moved(tree: Any, _key: Any) -> None:
            if isinstance(tree, dict):
                entries = list(tree.items())
                tree.clear()
                tree.update(entries[number] for number in order)
            else:
                tree[:] = [tree[number] for number in order]

        return self._first_right(self._orders(holder, order, index), _changed(self.tree, path, moved), path)

    # --- places

    def path_at(self, line: int, column: int) -> KeyPath | None:
        """Return the path of the value, or of the entry whose key, begins at a line and column, from 1."""
        if not 0 < line <= len(self._starts):
            return None
        return self._paths.get(self._starts[line - 1] + column - 1)

    @cached_property
    def _paths(self) -> Mapping[int, KeyPath]:
        paths: dict[int, KeyPath] = {}

        def add(node: _Node, above: KeyPath) -> None:
            for index, value in enumerate(node.values):
                path = (*above, node.keys[index].value if node.keys else index)
                for part in (*node.keys[index : index + 1], value):
                    paths.setdefault(part.start, path)
                add(value, path)

        if self._root is not None:
            add(self._root, ())
        return paths

    # --- reading

    def _read(self, events: Iterator[Any]) -> _Node | None:
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                return self._node(event, events)
        return None

    def _node(self, event: Any, events: Iterator[Any]) -> _Node:
        start, end = self._offset(event.start_mark), self._offset(event.end_mark)
        if isinstance(event, yaml.AliasEvent):
            return _Node("alias", start, end, anchor=event.anchor or "")
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            if style in ("|", ">"):
                end = start + len(self.text[start:end].rstrip(" \t\n\x85\u2028\u2029"))
            return _Node("scalar", start, end, style, value=event.value)
        node = _Node("map" if isinstance(event, yaml.MappingStartEvent) else "list", start, end)
        node.is_flow = bool(event.flow_style)
        for inner in events:
            if isinstance(inner, yaml.CollectionEndEvent):
                if node.is_flow:
                    node.end = self._offset(inner.end_mark)
                elif node.values:
                    node.end = max(node.values[-1].end, node.keys[-1].end + 1 if node.keys else 0)
                break
            if node.kind == "map":
                node.keys.append(self._node(inner, events))
                inner = next(events)
            node.values.append(self._node(inner, events))
        return node

    def _offset(self, mark: Any) -> int:
        offset: int = self._starts[mark.line] + mark.column
        return offset

    # --- finding

    def _find(self, path: KeyPath) -> _Node | None:
        node = self._root
        for part in path:
            self._refuse_alias(node)
            if node is None:
                return None
            if node.kind == "map":
                index = next((number for number, key in enumerate(node.keys) if key.value == part), -1)
            else:
                index = part if isinstance(part, int) and 0 <= part < len(node.values) else -1
            node = node.values[index] if index >= 0 else None
        return node

    def _entry(self, path: KeyPath) -> tuple[_Node, int]:
        """Return the collection with an entry, and the entry's index."""
        holder = self._find(path[:-1]) if path else None
        self._refuse_alias(holder)
        for index, _ in enumerate(holder.values if holder else ()):
            assert holder is not None
            if (holder.keys[index].value if holder.kind == "map" else index) == path[-1]:
                return holder, index
        raise self._no_value(path)

    def _refuse_alias(self, node: _Node | None) -> None:
        if node is not None and node.kind == "alias":
            what, fix = f"*{node.anchor} is shared with other places", f"change it at &{node.anchor}"
            raise Fault(Code.EDIT_REFUSED, self._place(node.start), what=what, fix=fix)

    def _no_value(self, path: KeyPath) -> Fault:
        what, fix = f"there is no {'.'.join(map(str, path)) or 'value'}", "read the file again"
        return Fault(Code.EDIT_STALE, Place(self.file), what=what, fix=fix)

    def _place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return Place(self.file, line, offset - self._starts[line - 1] + 1)

    # --- texts

    def _first_right(self, texts: Iterator[str], wanted: Any, path: KeyPath) -> str:
        """Return the first text that loads as what is wanted.

        Raises:
            Fault: None does.
        """
        for text in texts:
            try:
                loaded = _parsed(text, self.file)
            except Fault:
                continue
            if _same(loaded, wanted):
                return text
        what = f"{'.'.join(map(str, path))} cannot be changed without changing other values"
        raise Fault(Code.EDIT_REFUSED, Place(self.file), what=what, fix="change it in an editor")

    def _spliced(self, start: int, end: int, text: str) -> str:
        return f"{self.text[:start]}{text}{self.text[end:]}"

    def _replacements(self, node: _Node, value: Any, path: KeyPath) -> Iterator[str]:
        """Yield texts in which a node has another value, its own style first."""
        if node.kind == "alias":
            texts = _values(value, is_flow=True)
        elif isinstance(value, str) and node.style in ("|", ">"):
            texts = self._blocks(node, value)
        elif isinstance(value, dict) and value and node.kind == "map" and not node.is_flow and node.values:
            margin = " " * (node.start - self._line_start(node.start))
            rows = self._rows(value, margin).removeprefix("\n" + margin)
            texts = chain([rows], _values(value))
        else:
            texts = _values(value, node.style if node.kind == "scalar" else "", is_flow=self._is_in_flow(path))
        start = node.start
        if node.kind != "alias":
            properties = _PROPERTIES.match(self.text, start, node.end)
            start = properties.end() if properties else start
        gap = " " if node.is_empty and start and self.text[start - 1] not in " \t" else ""
        for text in texts:
            yield self._spliced(start, node.end, gap + text)

    def _blocks(self, node: _Node, value: str) -> Iterator[str]:
        """Yield block scalars with a text in the place of another, and then quoted ones."""
        head, _, body = self.text[node.start : node.end].partition("\n")
        first = next((line for line in body.split("\n") if line.strip()), "")
        margin = first[: len(first) - len(first.lstrip(" "))]
        if margin and value.strip() and not value[:1].isspace():
            lines = value.rstrip("\n").split("\n")
            for mark in dict.fromkeys((head, "|" if value.endswith("\n") else "|-")):
                rows = [f"{margin}{line}" if line else "" for line in lines]
                yield "\n".join([mark, *rows])
        yield from _scalars(value, '"')

    def _is_in_flow(self, path: KeyPath) -> bool:
        return any(
            node is not None and node.is_flow for node in map(self._find, (path[:end] for end in range(len(path))))
        )

    def _additions(self, path: KeyPath, value: Any, before: str | None) -> Iterator[str]:
        """Yield texts in which a key is added to a mapping."""
        if not path or not isinstance(path[-1], str):
            raise self._no_value(path)
        holder, key = self._find(path[:-1]), format_scalar(path[-1], where="key")
        if holder is None and len(path) == 1 and self.tree is None:
            yield from (f"{self.text}{key}: {text}\n" for text in _values(value))
            return
        if holder is None or (holder.kind != "map" and not holder.is_empty and holder.value not in ("", "null", "~")):
            raise self._no_value(path)
        if holder.kind != "map" or not holder.values:
            texts = _values({path[-1]: value}, is_flow=True)
            gap = " " if holder.is_empty and self.text[holder.start - 1 : holder.start] not in (" ", "\t") else ""
            yield from (self._spliced(holder.start, holder.end, gap + text) for text in texts)
            return
        keys = [node.value for node in holder.keys]
        index = keys.index(before) if before in keys else len(keys)
        has_rows = any(node.kind == "map" and not node.is_flow for node in holder.values)
        if isinstance(value, dict) and value and not holder.is_flow and (has_rows or len(format_flow(value)) > _WIDEST):
            margin = " " * (holder.keys[0].start - self._line_start(holder.keys[0].start))
            yield self._with_entry(holder, index, f"{key}:{self._rows(value, margin + (margin or '  '))}")
        for text in _values(value, is_flow=holder.is_flow):
            yield self._with_entry(holder, index, f"{key}: {text}")

    def _rows(self, value: dict[str, Any], margin: str) -> str:
        """Return a mapping as lines of their own, each after a line end."""
        rows = (f"{format_scalar(key, where='key')}: {next(_values(inner))}" for key, inner in value.items())
        return "".join(f"\n{margin}{row}" for row in rows)

    def _insertions(self, holder: _Node, index: int, value: Any, path: KeyPath) -> Iterator[str]:
        """Yield texts in which an item is inserted into a list."""
        if holder.kind != "list" or not holder.values:
            if holder.kind == "list" or holder.is_empty:
                gap = " " if holder.is_empty else ""
                texts = _values([value], is_flow=True)
                yield from (self._spliced(holder.start, holder.end, gap + text) for text in texts)
                return
            raise self._no_value(path)
        index = min(index, len(holder.values))
        for text in _values(value, is_flow=holder.is_flow):
            yield self._with_entry(holder, index, text if holder.is_flow else f"- {text}")

    def _with_entry(self, holder: _Node, index: int, entry: str) -> str:
        """Return the text with an entry in a line of its own, or before a comma."""
        starts, ends = self._spans(holder)
        if holder.is_flow:
            if index < len(starts):
                return self._spliced(starts[index], starts[index], f"{entry}, ")
            return self._spliced(ends[-1], ends[-1], f", {entry}")
        margin = " " * (starts[0] - self._line_start(starts[0]))
        if index < len(starts) and (index or self._is_first_in_line(starts[0])):
            at = self._with_comments(starts[index])
            return self._spliced(at, at, f"{margin}{entry}\n")
        if index < len(starts):  # the first key of an item stands behind its dash
            return self._spliced(starts[0], starts[0], f"{entry}\n{margin}")
        at = self._line_end(ends[-1])
        return self._spliced(at, at, f"\n{margin}{entry}")

    def _removals(self, holder: _Node, index: int, path: KeyPath) -> Iterator[str]:
        """Yield texts without an entry."""
        starts, ends = self._spans(holder)
        empty = "{}" if holder.kind == "map" else "[]"
        if len(starts) == 1:
            if holder.is_flow:
                yield self._spliced(holder.start + 1, holder.end - 1, "")
            elif len(path) > 1:
                start = self._after_key(path[:-1], holder)
                yield self._spliced(start, self._line_end(ends[0]), f" {empty}" if start < starts[0] else empty)
                yield self._spliced(starts[0], ends[0], empty)
            else:
                yield self._spliced(starts[0], ends[0], empty)
        elif holder.is_flow:
            if index:
                yield self._spliced(ends[index - 1], ends[index], "")
            else:
                yield self._spliced(starts[0], starts[1], "")
        elif self._is_first_in_line(starts[index]):
            start, end = self._line_start(starts[index]), self._line_end(ends[index])
            after = _LINE_END.match(self.text, end)
            if after:
                yield self._spliced(start, after.end(), "")
            else:
                before = self._line_end(ends[index - 1]) if index else start
                yield self._spliced(before, end, "")
        else:
            yield self._spliced(starts[index], starts[index + 1], "")

    def _after_key(self, path: KeyPath, holder: _Node) -> int:
        """Return the offset after the key of a block collection, and its colon; its own start if it has no key."""
        above, index = self._entry(path)
        if above.kind != "map":
            return holder.start
        colon = self.text.find(":", above.keys[index].end)
        comment = self._line_end(colon)
        return colon + 1 if comment < holder.start and not self.text[colon + 1 : comment].strip() else holder.start

    def _orders(self, holder: _Node, order: Sequence[int], moved: int) -> Iterator[str]:
        """Yield texts in which the entries of a collection have another order, after one of them has moved.

        Empty lines between the others stay between them.
        """
        starts, ends = self._spans(holder)
        if holder.is_flow:
            pieces = [self.text[start:end] for start, end in zip(starts, ends, strict=True)]
            gaps = [self.text[end:start] for end, start in zip(ends, starts[1:], strict=False)]
        else:
            first = starts[0] if not self._is_first_in_line(starts[0]) else None
            tops = [start if start == first else self._with_comments(start) for start in starts]
            bottoms = [self._line_end(end) for end in ends]
            pieces = [self.text[top:bottom] for top, bottom in zip(tops, bottoms, strict=True)]
            gaps = [self.text[bottom:top] for bottom, top in zip(bottoms, tops[1:], strict=False)]
            margin = " " * (first - self._line_start(first)) if first is not None else ""
            if first is not None:
                pieces = [pieces[0], *(piece.removeprefix(margin) for piece in pieces[1:])]
                gaps = [gap + margin for gap in gaps]
            around = gaps[max(moved - 1, 0) : moved + 1]
            gaps[max(moved - 1, 0) : moved + 1] = [max(around, key=len)] if len(around) > 1 else []
            gaps.insert(order.index(moved) - (order[-1] == moved), f"\n{margin}")
            starts, ends = tops, bottoms
        texts = [pieces[number] for number in order]
        body = "".join(f"{text}{gap}" for text, gap in zip(texts, [*gaps, ""], strict=True))
        yield self._spliced(starts[0], ends[-1], body)

    def _spans(self, holder: _Node) -> tuple[list[int], list[int]]:
        """Return where the entries of a collection begin and end; those of a block list begin at their dashes."""
        if holder.kind == "map":
            starts = [key.start for key in holder.keys]
            ends = [max(value.end, key.end + 1) for key, value in zip(holder.keys, holder.values, strict=True)]
        else:
            starts, ends = [value.start for value in holder.values], [value.end for value in holder.values]
            if not holder.is_flow:
                starts = [self.text.rfind("-", 0, start) if start else 0 for start in starts]
                ends = [max(end, start + 1) for start, end in zip(starts, ends, strict=True)]
        return starts, ends

    def _line_start(self, offset: int) -> int:
        return self._starts[bisect_right(self._starts, offset) - 1]

    def _line_end(self, offset: int) -> int:
        match = _LINE_END.search(self.text, offset)
        return match.start() if match else len(self.text)

    def _is_first_in_line(self, offset: int) -> bool:
        return not self.text[self._line_start(offset) : offset].strip()

    def _with_comments(self, offset: int) -> int:
        """Return the start of a line, or of the comments directly above it; those at the top are the file's own."""
        start = first = self._line_start(offset)
        number = self._starts.index(start)
        while number and self.text[self._starts[number - 1] : start].lstrip().startswith("#"):
            number -= 1
            start = self._starts[number]
        return start if number else first


# --- values as text


@lru_cache(maxsize=16)
def read_yaml_text(text: str, file: str) -> YamlText:
    """Return the text of a YAML file with its places; one that was read lately is not read again."""
    return YamlText(text, file)


def _values(value: Any, style: str = "", *, is_flow: bool = False) -> Iterator[str]:
    """Yield the ways to write a value, the best one first."""
    return _scalars(value, style, is_flow=is_flow) if isinstance(value, str) else iter([format_flow(value)])


def _scalars(text: str, style: str, *, is_flow: bool = False) -> Iterator[str]:
    """Yield the ways to write a text: in its style, or plain; and in double quotes."""
    if style == "'":
        yield quoted(text, "'")
    elif not style:
        yield format_scalar(text, where="flow" if is_flow else "block")
    yield quoted(text)


# --- values


def _plain(value: Any) -> Any:
    """Return a value as plain dicts and lists, which may be changed."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


def _changed(tree: Any, path: KeyPath, change: Callable[[Any, Any], object]) -> Any:
    """Return a copy of a tree in which the holder of a path has been changed."""
    root = holder = _plain(tree)
    if not path:
        return root
    if root is None:
        root = holder = {}
    for number, part in enumerate(path[:-1]):
        try:
            if holder[part] is None:
                holder[part] = {} if isinstance(path[number + 1], str) else []
            holder = holder[part]
        except (KeyError, IndexError, TypeError):
            return root  # the change itself reports that there is no such value
    try:
        change(holder, path[-1])
    except (KeyError, IndexError, TypeError, AttributeError):
        return root
    return root


def _put(holder: Any, key: Any, value: Any, before: str | None) -> None:
    if isinstance(holder, dict) and key not in holder and before in holder:
        entries = list(holder.items())
        entries.insert(list(holder).index(before), (key, value))
        holder.clear()
        holder.update(entries)
    else:
        holder[key] = value


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal, with the same types and the same order of keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if isinstance(one, int | float) and isinstance(other, int | float):
        return one == other and isinstance(one, bool) == isinstance(other, bool)
    return type(one) is type(other) and bool(one == other)
