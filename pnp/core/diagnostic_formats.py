"""Diagnostics → text for a terminal, an editor, a program (JSON) or the log of a CI system."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from pnp.core.codes import AnyCode
from pnp.core.diagnostics import Diagnostic, Format, Place, printable
from pnp.core.patterns import lazy_pattern


def format_diagnostics(
    diagnostics: Sequence[Diagnostic],
    form: Format,
    read_line: Callable[[str, int], str | None],
    colour: bool = False,
) -> str:
    """Return all diagnostics as text for a terminal, an editor, a program or a CI log.

    Args:
        diagnostics: Diagnostics in the order to print.
        form: ``text`` with the source line, why and fix; ``short`` one line each; ``json`` one array; ``github``
            workflow commands.
        read_line: Returns line n of a project file, or None when there is none.
        colour: Whether to use ANSI colours; only in ``text`` and ``short``.
    """
    paint = _paint if colour else _plain
    match form:
        case "json":
            return json.dumps([_as_json(d) for d in diagnostics], ensure_ascii=False, indent=2)
        case "github":
            return "\n".join(_as_github(d) for d in diagnostics)
        case "short":
            return "\n".join(_headline(d, paint) for d in diagnostics)
        case "text":
            return "\n\n".join(_texts(diagnostics, read_line, paint))
        case _:
            assert_never(form)


MAX_LIKE, SHOWN_LIKE = 5, 3
"""If a file has more faults of one kind than the first number, only as many as the second are shown, and the rest are
counted."""

_VALUES = lazy_pattern(r"“[^”]*”|\"[^\"]*\"|'[^']*'|[-−]?\d[\d.,:×]*")
"""The parts in which faults of one kind differ: quoted texts, and numbers."""


def _texts(
    diagnostics: Iterable[Diagnostic],
    read_line: Callable[[str, int], str | None],
    paint: Callable[[str, str], str],
) -> Iterable[str]:
    """Yield the text of each fault; of many faults of one kind in a file, the first few and a count."""
    kinds: dict[tuple[str, AnyCode, str], list[list[Diagnostic]]] = {}
    for group in _grouped(diagnostics):
        first = group[0]
        kinds.setdefault((first.place.file, first.code, _VALUES.sub("…", first.what)), []).append(group)
    for groups in kinds.values():
        shown = groups if len(groups) <= MAX_LIKE else groups[:SHOWN_LIKE]
        for first, *rest in shown:
            yield _as_text(first, rest, read_line, paint)
        if others := [diagnostic for group in groups[len(shown) :] for diagnostic in group]:
            label = paint(f"{others[0].severity}[{others[0].code}]", others[0].severity)
            place = paint(printable(str(Place(others[0].place.file))), "place")
            where = _lines_in_words(others)
            yield f"{place}: {label}: {len(others):,} more like these, in {where}; all with --format short"


def _grouped(diagnostics: Iterable[Diagnostic]) -> Iterable[list[Diagnostic]]:
    """Group faults of a file with equal messages, such as those of a table's rows, under the first one's place."""
    groups: dict[tuple[str, Diagnostic], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.place.file, replace(diagnostic, place=Place("")))
        groups.setdefault(key, []).append(diagnostic)
    return groups.values()


def _headline(diagnostic: Diagnostic, paint: Callable[[str, str], str]) -> str:
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    return f"{paint(printable(str(diagnostic.place)), 'place')}: {label}: {printable(diagnostic.message)}"


MAX_LINES = 8
"""At most this many lines of a repeated fault are named; the others are counted."""


def _as_text(
    diagnostic: Diagnostic,
    repeated: Sequence[Diagnostic],
    read_line: Callable[[str, int], str | None],
    paint: Callable[[str, str], str],
) -> str:
    lines = [_headline(diagnostic, paint)]
    place = diagnostic.place
    if excerpt := source_line(place, read_line):
        number = str(place.line).rjust(6)
        source, column = excerpt
        lines.append(f"{number} | {source}")
        lines.append(f"{' ' * 6} | {' ' * (column - 1)}{paint('^', diagnostic.severity)}")
    details = (("why", diagnostic.why), ("fix", diagnostic.fix), ("and", _lines_of(repeated)))
    for name, text in details:
        first, *block = text.split("\n")  # a block to paste: by three spaces YAML stays a block, Markdown no code
        lines += [f"   {name}: {printable(first)}"] if text else []
        lines += [f"   {printable(line)}".rstrip() for line in block]
    return "\n".join(lines)


def _lines_of(repeated: Sequence[Diagnostic]) -> str:
    """Return "the same in lines …" for a repeated fault; "" if it is not repeated."""
    return f"the same in {_lines_in_words(repeated)}" if repeated else ""


def _lines_in_words(faults: Sequence[Diagnostic]) -> str:
    """Return the lines of faults in one file as text: lines 4, 8 and 12 more."""
    numbers = [str(n) for n in dict.fromkeys(fault.place.line for fault in faults)]
    more = f" and {len(numbers) - MAX_LINES} more" if len(numbers) > MAX_LINES else ""
    kind = "row" if faults[0].place.sheet else "line"
    return f"{kind if len(numbers) == 1 else f'{kind}s'} {', '.join(numbers[:MAX_LINES])}{more}"


def source_line(place: Place, read_line: Callable[[str, int], str | None]) -> tuple[str, int] | None:
    """Return the source line of a fault, shortened if it is long, and the column in it, from 1.

    Return None if there is no line.
    """
    source = read_line(place.file, place.line) if place.line else None
    return None if source is None else _window(source.rstrip("\n"), max(place.column, 1))


def _window(source: str, column: int, width: int = 110) -> tuple[str, int]:
    """Return the part of a long source line around the column, and the column in that part."""
    source = printable(source)
    if len(source) <= width:
        return source, column
    start = max(0, min(column - width // 2, len(source) - width))
    cut = ("…" if start else "") + source[start : start + width] + ("…" if start + width < len(source) else "")
    return cut, column - start + (1 if start else 0)


def _as_json(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {
        "file": diagnostic.place.path,
        **({"sheet": diagnostic.place.sheet} if diagnostic.place.sheet else {}),
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "what": diagnostic.message,
        "why": diagnostic.why,
        "fix": diagnostic.fix,
    }


def _as_github(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    properties = f"file={_escape(place.path, ',:')}"
    if place.line:
        properties += f",line={place.line},col={max(place.column, 1)}"
    text = ". ".join(part.removesuffix(".") for part in (diagnostic.message, diagnostic.why, diagnostic.fix) if part)
    text = f"{place}: {text}" if place.sheet else text
    return printable(f"::{diagnostic.severity} {properties},title={_escape(diagnostic.code, ',:')}::{_escape(text)}")


def _escape(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_ANSI = {"error": "31;1", "warning": "33;1", "place": "1"}


def _paint(text: str, role: str) -> str:
    return f"\033[{_ANSI[role]}m{text}\033[0m"


def _plain(text: str, role: str) -> str:
    return text
