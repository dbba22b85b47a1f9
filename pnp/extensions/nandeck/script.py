"""A nanDECK script → its settings, tables and directives, with labels, macros, loops and frames resolved.

As when nanDECK validates a script: what depends on the card, which are the sequences of tables, stays in the texts of
directives. Conditions that depend on the card are kept with the directives between IF and ENDIF.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.extensions.importing.drawn.values import ComputedError
from pnp.extensions.importing.found_deck import Call
from pnp.extensions.nandeck.formulas import (
    calculate,
    compared,
    holds,
    joined_by,
    split_outside,
    unquoted,
    written,
)
from pnp.extensions.nandeck.frames import FRAME_FUNCTIONS, FrameBox, drawn_frames, framed, point

SETTINGS = frozenset({
    "UNIT", "CARDSIZE", "LINK", "LINKMULTI", "BASERANGE", "CARDS", "DUPLEX", "BORDER", "PAGE", "MARGINS", "GAP",
    "LINKMULCOPY",
})  # fmt: skip
"""Directives that are read by their names; of those that a script repeats, the last counts."""

MOST_STATEMENTS = 50_000
"""The most directives that are read; those of a loop count each time that it runs."""

MOST_LABEL = 20_000
"""The most characters of a label."""

DEEPEST = 30
"""The most levels of loops, macros and files that include one another."""

_DIRECTIVE = lazy_pattern(r"([A-Za-z]\w*)\s*(?:=\s*(.*))?", re.DOTALL)
_LABEL = lazy_pattern(r"(\w*)\[([^\[\]]+)\](\d*)\s*=\s*(.*)", re.DOTALL)
_FRAME = lazy_pattern(r"<([^<>]+)>\s*=\s*(.*)", re.DOTALL)
_USED_FRAME = lazy_pattern(r"<([\w*?.~!]+)\s*(?:,\s*P?([TCB][LCR])\s*)?>", re.IGNORECASE)
_FUNCTION = lazy_pattern(r"(\w+)\s*\((.*)\)", re.DOTALL)
_PART = lazy_pattern(r"(.+?):([^,:]+),([^,:]+)")
_ELEMENT = lazy_pattern(r"(.+)\?(.*)", re.DOTALL)
_INNER_LABEL = lazy_pattern(r"\[([^\[\]]*)\]")
_INNER_BRACES = lazy_pattern(r"\{([^{}]*)\}")
_HELD, _FREED = str.maketrans("[]{}", "\ue000\ue001\ue002\ue003"), str.maketrans("\ue000\ue001\ue002\ue003", "[]{}")
_ENDS = {"FOR": ("NEXT",), "IF": ("ENDIF",), "MACRO": ("END", "ENDMACRO"), "SECTION": ("ENDSECTION",)}
_ENDS |= {"SEQUENCE": ("ENDSEQUENCE",), "FRAME": ("ENDFRAME",), "LINK": ("ENDLINK",)}
_SILENT = frozenset({
    "VISUAL", "ENDVISUAL", "DPI", "OVERSAMPLE", "IMAGEFILTER", "ZOOM", "DEPTH", "STORE", "LINKUNI",
    "LINKENCODE", "LINKSTYLES", "HTMLLANG", "BOOKMARK", "COMMENT", "REM", "EXPRESSION", "LOADFONT", "TAG", "FOLDER",
})  # fmt: skip
"""Directives that change nothing on a card of pnp."""


@frozen_dataclass
class Directive:
    """One directive.

    Attributes:
        name: Its name in capitals.
        arguments: Its arguments; sequences stand in them as ``[name]``.
        line: Its line in its file.
        file: The file.
        source: The line as written, for messages.
        numbers: Variables of the loops around it, and ``°``, the number of its frame.
        conditions: Conditions that depend on the card, and whether each must hold.
    """

    name: str
    arguments: tuple[str, ...]
    line: int
    file: str
    source: str
    numbers: Mapping[str, float]
    conditions: tuple[tuple[str, bool], ...]

    @property
    def call(self) -> Call:
        """Return its line and source."""
        return self.line, self.source


ScriptLine = tuple[int, str, str]
"""A line of a script with its number and file."""


@dataclass
class Macro:
    """A macro: its parameters, ``(name)``, and its lines."""

    parameters: list[str]
    lines: list[ScriptLine]


@dataclass
class NanDeckScript:
    """What a script says.

    Attributes:
        settings: Arguments of settings, with the line and source of each.
        labels: Texts by names in lower case.
        sequences: Elements by names in lower case; those of tables too.
        own: The names of sequences that the script writes out, as written.
        names: The names of labels as written.
        directives: Directives that draw, in order.
        left_out: A line for each other part that is not imported.
    """

    settings: dict[str, tuple[str, Call]] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    sequences: dict[str, list[str]] = field(default_factory=dict)
    own: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    directives: list[Directive] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)

    def known(self, name: str) -> str:
        """Return a name of a label or sequence as they are stored; "" for an unknown one."""
        key = name.strip().lower()
        return key if key in self.labels or key in self.sequences else ""

    def count(self, name: str) -> int:
        """Return the number of elements of a sequence; 1 for a label of one value."""
        key = self.known(name)
        if not key:
            raise ComputedError(f"no sequence {name}")
        if key in self.sequences:
            return len(self.sequences[key])
        inner = [self.count(one) for one in _INNER_LABEL.findall(self.labels[key]) if self.known(one)]
        return max(inner, default=1)

    def element(self, name: str, number: int, depth: int = 0) -> str:
        """Return the element of a sequence for a number from 1; those that are too short begin again."""
        key = self.known(name)
        if not key or depth > DEEPEST:
            raise ComputedError(f"no label [{name}]")
        if key in self.sequences:
            elements = self.sequences[key]
            return elements[(number - 1) % len(elements)] if elements else ""
        return unquoted(self.at(self.labels[key], number, {}, depth + 1))

    def at(self, text: str, number: int, numbers: Mapping[str, float], depth: int = 0) -> str:
        """Return a text as it is on one card, with its labels, parts of them, and expressions in braces replaced."""

        def replaced(match: re.Match[str]) -> str:
            part = _PART.fullmatch(match[1])
            if self.known(match[1]) or part is None:
                return self.element(match[1], number, depth).translate(_HELD)
            ends = [int(calculate(end, numbers)) for end in (part[2], part[3])]
            return self.element(part[1], number, depth)[ends[0] - 1 : ends[0] - 1 + ends[1]].translate(_HELD)

        for _ in range(DEEPEST):
            after = _INNER_LABEL.sub(replaced, text)
            if after == text:
                break
            text = after
        return self.computed(text, {**numbers, "§": number}, number).translate(_FREED)

    def computed(self, text: str, numbers: Mapping[str, float], number: int = 0) -> str:
        """Return a text with its expressions in braces replaced; those that are not known yet stay."""

        def replaced(match: re.Match[str]) -> str:
            try:
                return self._in_braces(match[1], numbers, number)
            except ComputedError:
                return match[0].translate(_HELD)

        for _ in range(DEEPEST):
            after = _INNER_BRACES.sub(replaced, text)
            if after == text:
                break
            text = after
        return text if number else text.translate(_FREED)

    def named_by(self, text: str, column: str) -> dict[str, str]:
        """Return what a text becomes for each cell of a column that names a label or a number of a sequence.

        ``[ink_[Kind]]`` has a value for each label that begins with ink_, and ``{inks?[Kind]}`` for each element, also
        for those that no card uses today. A text with other labels of cards has none, nor has ``[[Kind]]``.
        """
        for _ in range(DEEPEST):
            text = _INNER_LABEL.sub(
                lambda label: unquoted(self.labels.get(label[1].strip().lower(), "")) or label[0], text
            )
        cell = rf"\[\s*{re.escape(column)}\s*\]"
        if match := re.fullmatch(rf"\{{([^{{}}?]+)\?{cell}\}}", text, re.IGNORECASE):
            elements = self.sequences.get(match[1].strip().lower(), [])
            return {str(number): element for number, element in enumerate(elements, 1)}
        match = re.search(rf"\[([^\[\]]*){cell}([^\[\]]*)\]", text, re.IGNORECASE)
        if match is None or match[1] + match[2] == "" or set(text[: match.start()] + text[match.end() :]) & set("[{§"):
            return {}
        before, after = match[1].lower(), match[2].lower()
        return {
            name[len(before) : len(name) - len(after)]: text[: match.start()] + value + text[match.end() :]
            for key, name in self.names.items()
            if key.startswith(before) and key.endswith(after) and len(key) > len(before + after)
            if key in self.labels and not set(value := unquoted(self.labels[key])) & set("[{§")
        }

    def _in_braces(self, text: str, numbers: Mapping[str, float], number: int) -> str:
        text = re.sub(r"\(([^()]+)\)", lambda name: str(self.count(name[1])) if self.known(name[1]) else name[0], text)
        match = _ELEMENT.fullmatch(text)
        if match is None or not self.known(match[1]):
            return written(calculate(text, numbers))
        if not match[2].strip() and not number:
            raise ComputedError
        return self.element(match[1], int(calculate(match[2], numbers)) if match[2].strip() else number)


ReadTable = Callable[[str, str, int], Mapping[str, list[str]]]
"""Reads a linked table, or the text of one, with what LINKMULTI says, at a line: all columns, by cards."""


def parse_script(text: str, file: str, linked: ReadTable, include: Callable[[str, int], str]) -> NanDeckScript:
    """Return the contents of a script.

    Args:
        text: The script.
        file: Its name.
        linked: Reads the tables that it links.
        include: Returns the text of another file of the script.
    """
    reader = _DirectiveReader(linked, include)
    reader.run(_lines(text, file, reader.script.left_out), {}, (), 0)
    return reader.script


def _lines(text: str, file: str, left_out: list[str]) -> list[ScriptLine]:
    """Return the lines of a file without comments; lines between braces are one."""
    lines: list[ScriptLine] = []
    block: list[str] = []
    start = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if block or (line.startswith("{") and not line.endswith("}") and "}=" not in line):
            start = start if block else number
            block.append(raw.rstrip() if block else line)
            if not line.endswith("}") or _depth("".join(block)) > 0:
                continue
            line, number, block = "".join(block), start, []
        inner = line[1:-1].strip() if line.startswith("{") and line.endswith("}") else ""
        if _LABEL.fullmatch(inner) or _DIRECTIVE.fullmatch(inner):
            line = inner
        if line.startswith((";", "'")):
            continue
        lines.append((number, split_outside(line, ";;")[0].rstrip(), file))
    if block:
        left_out.append(f"{file}:{start}: {block[0][:70]} (its brace is never closed)")
    return lines


def _depth(text: str) -> int:
    return text.count("{") - text.count("}")


class _DirectiveReader:
    """Reads the lines of a script in order."""

    def __init__(self, linked: ReadTable, include: Callable[[str, int], str]) -> None:
        self.script = NanDeckScript()
        self.linked = linked
        self.include = include
        self.macros: dict[str, Macro] = {}
        self.frames: dict[str, list[FrameBox]] = {}
        self.statements = 0

    def run(
        self,
        lines: Sequence[ScriptLine],
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
        depth: int,
    ) -> None:
        """Read lines, with the variables and conditions around them."""
        rest = iter(lines)
        for number, text, file in rest:
            self.statements += 1
            if not text or self.statements > MOST_STATEMENTS or depth > DEEPEST:
                if self.statements == MOST_STATEMENTS + 1 or depth > DEEPEST:
                    self.leave_out((number, text, file), "the loops and macros are too long; the rest is not read")
                continue
            try:
                self.statement((number, text, file), rest, numbers, conditions, depth)
            except ComputedError as error:
                self.leave_out((number, text, file), str(error).replace("only the other program", "only nanDECK"))

    def statement(
        self,
        line: ScriptLine,
        rest: Iterator[ScriptLine],
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
        depth: int,
    ) -> None:
        """Read one statement, with the lines up to its end if it has one."""
        number, text, _ = line
        if match := _LABEL.fullmatch(text):
            self.label(line, match[1].lower(), match[2].strip(), match[3], match[4], numbers)
            return
        if match := _FRAME.fullmatch(text):
            self.frames[match[1].strip().lower()] = [framed(self.resolved(match[2], numbers), self.size())]
            return
        match = _DIRECTIVE.fullmatch(text)
        if match is None:
            self.leave_out(line, "not a directive")
            return
        name, arguments = match[1].upper(), match[2] or ""
        body = _body(name, arguments, rest)
        if name in _SILENT:
            return
        if name == "FOR":
            self.loop(arguments, body, numbers, conditions, depth)
        elif name == "IF":
            self.branches(arguments, body, numbers, conditions, depth)
        elif name == "MACRO":
            first, *parameters = split_outside(arguments, ",")
            self.macros[first.strip().upper()] = Macro([one.strip() for one in parameters], body)
        elif name == "SECTION":
            if "OFF" not in map(str.strip, arguments.upper().split(",")):
                self.run(body, numbers, conditions, depth + 1)
        elif name == "INCLUDE":
            path = unquoted(self.resolved(arguments, numbers))
            self.run(_lines(self.include(path, number), path, self.script.left_out), numbers, conditions, depth + 1)
        elif name == "SEQUENCE":
            self.sequence_block(unquoted(arguments).strip("[] "), body)
        elif name == "FRAME":
            self.frames |= drawn_frames([text for _, text, _ in body], self.size())
        elif name in self.macros:
            self.macro(self.macros[name], self.resolved(arguments, numbers), numbers, conditions, depth)
        elif name in SETTINGS:
            arguments = self.resolved(arguments, numbers)
            if name == "LINKMULTI" and "LINK" in self.script.settings:
                self.leave_out(line, "it has no effect below LINK: it belongs above")
            self.script.settings[name] = (arguments, (number, text))
            if name == "LINK":
                table = "\n".join(text for _, text, _ in body)
                multi = unquoted(self.script.settings.get("LINKMULTI", ("", (0, "")))[0])
                file = unquoted(split_outside(arguments, ",")[0])
                for column, elements in self.linked(table or file, multi, number).items():
                    self.script.labels.pop(column.lower(), None)
                    self.script.sequences[column.lower()] = elements
        else:
            self.directive(name, arguments, line, numbers, conditions)

    def leave_out(self, line: ScriptLine, why: str) -> None:
        """List a statement."""
        number, text, file = line
        self.script.left_out.append(f"{file}:{number}: {text[:70]} ({why})")

    # Labels

    def resolved(self, text: str, numbers: Mapping[str, float]) -> str:
        """Return a text with labels of one value replaced, and expressions that do not depend on the card."""

        def replaced(match: re.Match[str]) -> str:
            name, part = match[1], _PART.fullmatch(match[1])
            label = self.script.labels.get(name.strip().lower())
            if label is None and part is not None and (whole := self.script.labels.get(part[1].strip().lower())):
                start, length = (int(calculate(end, numbers)) for end in (part[2], part[3]))
                return unquoted(whole)[start - 1 : start - 1 + length]
            if label is None:
                return match[0].translate(_HELD)
            inside = text[: match.start()].count('"') % 2 == 1
            return unquoted(label) if inside else label

        for _ in range(DEEPEST):
            after = _INNER_LABEL.sub(replaced, text)
            if len(after) > MOST_LABEL:
                raise ComputedError("a label is too long")
            if after == text:
                break
            text = after
        return self.script.computed(text, numbers).translate(_FREED)

    def label(
        self, line: ScriptLine, kind: str, name: str, times: str, value: str, numbers: Mapping[str, float]
    ) -> None:
        """Take a label or a sequence."""
        key, value = name.lower(), self.resolved(value.strip(), numbers)
        function = _FUNCTION.fullmatch(value)
        self.script.sequences.pop(key, None)
        self.script.own.pop(key, None)
        self.script.labels.pop(key, None)
        if function and function[1].upper() in FRAME_FUNCTIONS:
            arguments = [unquoted(one) for one in split_outside(function[2], ",")]
            self.frames = {
                one: boxes for one, boxes in self.frames.items() if not re.fullmatch(f"{key}[a-z]*[0-9]*", one)
            }
            self.frames |= FRAME_FUNCTIONS[function[1].upper()](key, arguments, self.size(), self.frames)
            return
        if function and function[1].upper() in ("JOIN", "CONCAT1"):
            self.script.labels[key] = f'"{"".join(unquoted(one) for one in split_outside(function[2], ","))}"'
            return
        if function and function[1].upper() == "AUTORANGE":
            self.script.labels[key] = f"1-{function[2].strip()}"
            return
        if function:
            raise ComputedError(f"only nanDECK can compute it: {value[:40]}")
        elements = [unquoted(one) for one in split_outside(value, "|")]
        if kind and times:
            elements = _combined(kind, elements, int(times))
        elif kind in ("a", "z"):
            elements = sorted(elements, reverse=kind == "z")
        elif kind or times:
            self.leave_out(line, "only nanDECK shuffles its elements; they are taken in the order in which they stand")
        if len(elements) > 1:
            self.script.sequences[key], self.script.own[key] = elements, name
        else:
            self.script.labels[key], self.script.names[key] = value, name

    def sequence_block(self, name: str, body: Sequence[ScriptLine]) -> None:
        """Take the lines up to ENDSEQUENCE: elements of one sequence, or of several that each line names."""
        copies = 1
        for _, text, _ in body:
            first, bar, rest = text.partition("|")
            if text.lower().startswith("multi="):
                copies = max(int(calculate(text[6:], {})), 0)
                continue
            column, element = (name, text) if name else (first.strip().strip("[]"), rest if bar else "")
            if text and column and (name or bar):
                self.script.labels.pop(column.lower(), None)
                self.script.own[column.lower()] = column
                self.script.sequences.setdefault(column.lower(), []).extend([unquoted(element)] * copies)

    # Blocks

    def loop(
        self,
        arguments: str,
        body: Sequence[ScriptLine],
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
        depth: int,
    ) -> None:
        """Run the lines between FOR and NEXT for each value of its variable."""
        name, *ends = [one.strip() for one in self.resolved(arguments, numbers).split(",")]
        if len(ends) not in (2, 3):
            raise ComputedError("a loop needs a variable, a first and a last value")
        first, last, *step = (calculate(end.replace("- ", "-"), numbers) for end in ends)
        by = step[0] if step else 1.0
        if not by or abs((last - first) / by) > MOST_STATEMENTS:
            raise ComputedError("the loop never ends")
        value = first
        while value <= last if by > 0 else value >= last:
            self.run(body, {**numbers, name: value}, conditions, depth + 1)
            value += by

    def branches(
        self,
        condition: str,
        body: Sequence[ScriptLine],
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
        depth: int,
    ) -> None:
        """Read the lines between IF and ENDIF: those of the first condition that holds, or all that may hold."""
        parts: list[tuple[str, list[ScriptLine]]] = [(condition, [])]
        level = 0
        for line in body:
            match = _DIRECTIVE.fullmatch(line[1])
            word = match[1].upper() if match else ""
            if not level and match and word in ("ELSEIF", "ELSE"):
                parts.append((match[2] or "" if word == "ELSEIF" else "", []))
                continue
            level += (word == "IF") - (word == "ENDIF")
            parts[-1][1].append(line)
        before: tuple[tuple[str, bool], ...] = conditions
        for source, lines in parts:
            text = self.resolved(source, numbers)
            # Beside an element of a sequence, {value?a}=A, a letter is a text and not the variable of a loop.
            is_true = self.truth(text, {} if "?" in source else numbers) if text else True
            if is_true is None:
                self.run(lines, numbers, (*before, (text, True)), depth + 1)
                before = (*before, (text, False))
            elif is_true:
                self.run(lines, numbers, before, depth + 1)
                return

    def truth(self, condition: str, numbers: Mapping[str, float]) -> bool | None:
        """Return whether a condition holds; None if that depends on the card."""
        if re.search(r"[\[{§]", condition):
            return None
        word, parts = joined_by(condition)
        if word:
            truths = [bool(self.truth(part, numbers)) for part in parts]
            return any(truths) if word == "or" else all(truths)
        left, operator, right = compared(parts[0])
        names = {} if '"' in parts[0] else numbers
        left, right = (written(names[side]) if side in names else side for side in (left, right))
        return holds(left, operator, right)

    def macro(
        self,
        macro: Macro,
        arguments: str,
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
        depth: int,
    ) -> None:
        """Run the lines of a macro with its arguments."""
        given = [one.strip() for one in split_outside(arguments, ",")]
        values = dict(zip(map(str.lower, macro.parameters), [*given, *[""] * len(macro.parameters)], strict=False))
        pattern = "|".join(map(re.escape, sorted(values, key=len, reverse=True))) or "(?!)"
        lines = [
            (number, re.sub(pattern, lambda name: values[name[0].lower()], text, flags=re.IGNORECASE), file)
            for number, text, file in macro.lines
        ]
        self.run(lines, numbers, conditions, depth + 1)

    # Directives

    def size(self) -> tuple[float, float]:
        """Return the width and height of a card in the script's unit."""
        text, _ = self.script.settings.get("CARDSIZE", ("", (0, "")))
        try:
            width, height = (calculate(side, {}) for side in split_outside(text, ","))
        except (ComputedError, ValueError):
            unit = self.script.settings.get("UNIT", ("CM", (0, "")))[0].strip().upper()
            return {"MM": (60.0, 90.0), "INCH": (60 / 25.4, 90 / 25.4)}.get(unit, (6.0, 9.0))
        return width, height

    def directive(
        self,
        name: str,
        arguments: str,
        line: ScriptLine,
        numbers: Mapping[str, float],
        conditions: tuple[tuple[str, bool], ...],
    ) -> None:
        """Keep a directive that may draw, once for each frame that it names."""
        number, source, file = line
        text = self.resolved(arguments, numbers)
        for index, filled in enumerate(self.in_frames(text), 1):
            in_frame = {**numbers, "°": float(index)}
            filled = self.script.computed(filled, in_frame)
            values = tuple(unquoted(one) for one in split_outside(filled, ","))
            self.script.directives.append(Directive(name, values, number, file, source, in_frame, conditions))

    def in_frames(self, text: str) -> Iterator[str]:
        """Yield a text for each box of the frames that it names, with the box, or its point, in place of the name."""
        names = [match for match in _USED_FRAME.finditer(text) if text[: match.start()].count('"') % 2 == 0]
        names = [match for match in names if any(self.named(match[1]))]
        boxes = [list(self.named(match[1])) for match in names]
        for index in range(max(map(len, boxes), default=1)):
            parts, end = [], 0
            for match, of_name in zip(names, boxes, strict=True):
                box = of_name[index % len(of_name)]
                parts += [
                    text[end : match.start()],
                    point(box, match[2].upper()) if match[2] else ",".join(map(written, box)),
                ]
                end = match.end()
            yield "".join([*parts, text[end:]])

    def named(self, name: str) -> Iterator[FrameBox]:
        """Yield the boxes of frames by a name, in which * and ? stand for other letters."""
        pattern = re.escape(name.lower()).replace(r"\*", ".*").replace(r"\?", ".")
        for frame, boxes in self.frames.items():
            if re.fullmatch(pattern, frame):
                yield from boxes


def _body(name: str, arguments: str, rest: Iterator[ScriptLine]) -> list[ScriptLine]:
    """Take the lines of a block up to its end; none for a directive that is no block."""
    ends = _ENDS.get(name, ())
    if not ends or (name in ("LINK", "FRAME") and arguments.strip()):
        return []
    body: list[ScriptLine] = []
    level = 0
    for line in rest:
        match = _DIRECTIVE.fullmatch(line[1])
        word = match[1].upper() if match else ""
        if word in ends and not level:
            return body
        level += (word == name and name in ("FOR", "IF")) - (word in ends)
        body.append(line)
    return body


def _combined(kind: str, elements: Sequence[str], times: int) -> list[str]:
    """Return the combinations or permutations of elements, so many at a time."""
    ways: Mapping[str, Callable[[], Iterator[tuple[str, ...]]]] = {
        "c": lambda: itertools.combinations(elements, times),
        "cr": lambda: itertools.combinations_with_replacement(elements, times),
        "p": lambda: itertools.permutations(elements, times),
        "pr": lambda: itertools.product(elements, repeat=times),
    }
    if kind not in ways:
        raise ComputedError("only nanDECK can compute it")
    return ["".join(one) for one in itertools.islice(ways[kind](), 2000)]
