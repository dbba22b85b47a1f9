"""Diagnostics → text for a terminal, an editor, a program or a CI log: the one place that prints them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Literal

from pnp.diagnostics.telling import Diagnostic, Place
from pnp.diagnostics.words import printable

Format = Literal["text", "short", "json", "github"]


def format_diagnostics(
    diagnostics: Sequence[Diagnostic],
    form: Format,
    read_line: Callable[[str, int], str | None],
    colour: bool = False,
) -> str:
    """All diagnostics as text for a terminal, an editor, a program or a CI log.

    Args:
        diagnostics: In the order to print.
        form: ``text`` with the source line, why and fix; ``short`` one line each; ``json`` one array; ``github``
            workflow commands.
        read_line: Gives line n of a project file, or None when there is none.
        colour: Whether ANSI colours are welcome; only ``text`` and ``short`` use them.
    """
    if form == "json":
        return json.dumps([_as_json(d) for d in diagnostics], ensure_ascii=False, indent=2)
    if form == "github":
        return "\n".join(_as_github(d) for d in diagnostics)
    paint = _paint if colour else _plain
    if form == "short":
        return "\n".join(_headline(d, paint) for d in diagnostics)
    return "\n\n".join(_as_text(first, others, read_line, paint) for first, *others in _equal(diagnostics))


def _equal(diagnostics: Iterable[Diagnostic]) -> Iterable[list[Diagnostic]]:
    """Faults of the same words in one file, such as those of each row of a table, together where the first stands."""
    groups: dict[tuple[str, Diagnostic], list[Diagnostic]] = {}
    for diagnostic in diagnostics:
        key = (diagnostic.place.file, replace(diagnostic, place=Place("")))
        groups.setdefault(key, []).append(diagnostic)
    return groups.values()


def _headline(diagnostic: Diagnostic, paint: Callable[[str, str], str]) -> str:
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    return f"{paint(printable(str(diagnostic.place)), 'place')}: {label}: {printable(diagnostic.message)}"


MOST_LINES = 8
"""Lines named of those that have the same fault; the others are counted."""


def _as_text(
    diagnostic: Diagnostic,
    others: Sequence[Diagnostic],
    read_line: Callable[[str, int], str | None],
    paint: Callable[[str, str], str],
) -> str:
    lines = [_headline(diagnostic, paint)]
    place = diagnostic.place
    if found := source_line(place, read_line):
        number = str(place.line).rjust(6)
        shown, column = found
        lines.append(f"{number} | {shown}")
        lines.append(f"{' ' * 6} | {' ' * (column - 1)}{paint('^', diagnostic.severity)}")
    told = (("why", diagnostic.why), ("fix", diagnostic.fix), ("and", _lines_of(others)))
    lines += [f"   {name}: {printable(text)}" for name, text in told if text]
    return "\n".join(lines)


def _lines_of(others: Sequence[Diagnostic]) -> str:
    """Where the same fault is again, in words; "" where it is nowhere."""
    if not others:
        return ""
    numbers = [str(n) for n in dict.fromkeys(other.place.line for other in others)]
    more = f" and {len(numbers) - MOST_LINES} more" if len(numbers) > MOST_LINES else ""
    kind = "row" if others[0].place.sheet else "line"
    return f"the same in {kind if len(numbers) == 1 else f'{kind}s'} {', '.join(numbers[:MOST_LINES])}{more}"


def source_line(place: Place, read_line: Callable[[str, int], str | None]) -> tuple[str, int] | None:
    """The line that a fault stands on, cut where it is long, and the fault's column in it from 1; None without one."""
    source = read_line(place.file, place.line) if place.line else None
    return None if source is None else _window(source.rstrip("\n"), max(place.column, 1))


def _window(source: str, column: int, width: int = 110) -> tuple[str, int]:
    """A long source line cut to what is around the column, and the column in the cut."""
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
    where = f"file={_escape(place.path, ',:')}"
    if place.line:
        where += f",line={place.line},col={max(place.column, 1)}"
    text = ". ".join(part.removesuffix(".") for part in (diagnostic.message, diagnostic.why, diagnostic.fix) if part)
    text = f"{place}: {text}" if place.sheet else text
    return printable(f"::{diagnostic.severity} {where},title={_escape(diagnostic.code, ',:')}::{_escape(text)}")


def _escape(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_ANSI = {"error": "31;1", "warning": "33;1", "place": "1"}


def _paint(text: str, role: str) -> str:
    return f"\033[{_ANSI[role]}m{text}\033[0m"


def _plain(text: str, role: str) -> str:
    return text
