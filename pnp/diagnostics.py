"""Faults as values, and the one place that prints them.

A user's mistake never travels as an exception past the module that found it: it becomes a Diagnostic with a place,
what is wrong, why, and how to mend it. Exceptions are for pnp's own bugs.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
Format = Literal["text", "short", "json", "github"]


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a project file: line and column count from 1; 0 means the file as a whole.

    Attributes:
        file: Path from the project's folder, with forward slashes.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault.

    Attributes:
        place: Where it is to be mended.
        code: Its name in docs/diagnostics.md.
        what: The fault in one line, with the offending value in it.
        why: What it would lead to, or the rule it breaks; may be empty.
        fix: What to write instead; may be empty.
    """

    place: Place
    code: str
    what: str
    why: str = ""
    fix: str = ""
    severity: Severity = "error"


class Fault(Exception):
    """Carries diagnostics out of a stage that cannot go on; caught by the stage that called it."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(d.what for d in diagnostics))
        self.diagnostics = diagnostics


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by place, each one once."""
    return sorted(dict.fromkeys(diagnostics), key=lambda d: (d.place, d.severity, d.code, d.what))


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like a misspelt one, or None when none is close."""
    known = {w.lower(): w for w in words}
    close = difflib.get_close_matches(str(word).lower(), known, n=1, cutoff=0.6)
    return known[close[0]] if close else None


def suggest(word: str, words: Iterable[str]) -> str:
    """A fix for a misspelt word: the nearest valid one, else the list of all."""
    words = sorted(words)
    if close := nearest(word, words):
        return f"did you mean {close}?"
    if not words:
        return "none is defined"
    return f"use one of: {', '.join(words[:12])}{', …' if len(words) > 12 else ''}"


def counted(number: int, what: str) -> str:
    """So many of something: 1 game, 2,000 games."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


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
    return "\n\n".join(_as_text(d, read_line, paint) for d in diagnostics)


def _headline(diagnostic: Diagnostic, paint: Callable[[str, str], str]) -> str:
    label = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    return f"{paint(_printable(str(diagnostic.place)), 'place')}: {label}: {_printable(diagnostic.what)}"


def _printable(text: str) -> str:
    """The text with a space for whatever would move a terminal's cursor or change its colours."""
    return "".join(c if c.isprintable() else " " for c in text)


def _as_text(
    diagnostic: Diagnostic, read_line: Callable[[str, int], str | None], paint: Callable[[str, str], str]
) -> str:
    lines = [_headline(diagnostic, paint)]
    place = diagnostic.place
    source = read_line(place.file, place.line) if place.line else None
    if source is not None:
        number = str(place.line).rjust(6)
        shown, column = _window(source.rstrip("\n"), max(place.column, 1))
        lines.append(f"{number} | {shown}")
        lines.append(f"{' ' * 6} | {' ' * (column - 1)}{paint('^', diagnostic.severity)}")
    lines += [
        f"   {name}: {_printable(text)}" for name, text in (("why", diagnostic.why), ("fix", diagnostic.fix)) if text
    ]
    return "\n".join(lines)


def _window(source: str, column: int, width: int = 110) -> tuple[str, int]:
    """A long source line cut to what is around the column, and the column in the cut."""
    source = _printable(source)
    if len(source) <= width:
        return source, column
    start = max(0, min(column - width // 2, len(source) - width))
    cut = ("…" if start else "") + source[start : start + width] + ("…" if start + width < len(source) else "")
    return cut, column - start + (1 if start else 0)


def _as_json(diagnostic: Diagnostic) -> dict[str, str | int]:
    return {
        "file": diagnostic.place.file,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "what": diagnostic.what,
        "why": diagnostic.why,
        "fix": diagnostic.fix,
    }


def _as_github(diagnostic: Diagnostic) -> str:
    place = diagnostic.place
    where = f"file={_escape(place.file, ',:')}"
    if place.line:
        where += f",line={place.line},col={max(place.column, 1)}"
    text = ". ".join(part.removesuffix(".") for part in (diagnostic.what, diagnostic.why, diagnostic.fix) if part)
    return f"::{diagnostic.severity} {where},title={_escape(diagnostic.code, ',:')}::{_escape(text)}"


def _escape(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_ANSI = {"error": "31;1", "warning": "33;1", "place": "1"}


def _paint(text: str, role: str) -> str:
    return f"\033[{_ANSI[role]}m{text}\033[0m"


def _plain(text: str, role: str) -> str:
    return text
