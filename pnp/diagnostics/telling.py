"""Faults as values, and the one collector that they are told to.

A user's mistake becomes a Diagnostic with a place, what is wrong, why, and how to mend it, told to the Diagnostics that
a stage is given. What cannot go on raises a Fault, which whoever can go on collects. Where the place is not known, a
Mistake is raised, or one of the few that docs/architecture.md gives reasons for; other exceptions are bugs of pnp.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pnp.diagnostics.codes import Code, Severity

MOST_NAMED = 4
"""Cards named in one diagnostic; the others are counted."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A spot in a project file: line and column count from 1; 0 means the file as a whole.

    Attributes:
        file: Path from the project's folder, with forward slashes; that of a workbook with the sheet behind a #.
    """

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if self.sheet:
            cell = f"{_letters(self.column)}{self.line}" if self.line and self.column else ""
            return ", ".join(filter(None, (self.path, f"sheet {self.sheet}", cell)))
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])

    @property
    def path(self) -> str:
        """The file itself, without a sheet."""
        return self.file.removesuffix(f"#{self.sheet}") if self.sheet else self.file

    @property
    def sheet(self) -> str:
        """The sheet of a workbook; "" in other files."""
        match = _SHEET.search(self.file)
        return match[1] if match else ""


_SHEET = re.compile(r"\.xls[xm]#(.+)$", re.IGNORECASE)


def _letters(column: int) -> str:
    """The name of a column as spreadsheets show it: A, Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One fault.

    Attributes:
        code: Its kind.
        place: Where it is to be mended.
        what: The fault in one line, with the offending value in it.
        why: What it would lead to, or the rule it breaks; may be empty.
        fix: What to write instead; may be empty.
        cards: Those it was seen on, where it is the fault of a template.
        language: That of these cards, or those in which it is seen.
    """

    code: Code
    place: Place
    what: str
    why: str = ""
    fix: str = ""
    cards: tuple[str, ...] = ()
    language: str = ""

    @property
    def severity(self) -> Severity:
        """Whether it stops a build, or only a strict one."""
        return self.code.severity

    @property
    def message(self) -> str:
        """What is wrong, and on which cards."""
        if not self.cards:
            return f"{self.what} ({self.language})" if self.language else self.what
        more = f" and {len(self.cards) - MOST_NAMED} more" if len(self.cards) > MOST_NAMED else ""
        return f"{self.what}, on {', '.join(self.cards[:MOST_NAMED])}{more} ({self.language})"


class Diagnostics:
    """Collects what is told of a project; the same fault of a template on several cards is one diagnostic.

    Attributes:
        told: How often something was told, the same fault again included; tells whether a piece of work was clean.
        errors: How often an error was.
    """

    def __init__(self, told: Iterable[Diagnostic] = ()) -> None:
        self.told = 0
        self.errors = 0
        self._cards: dict[Diagnostic, dict[str, list[str]]] = {}
        self.extend(told)

    def tell(
        self, code: Code, place: Place, *, what: str, why: str = "", fix: str = "", card: str = "", language: str = ""
    ) -> None:
        """Tell of a fault.

        Args:
            code: Its kind.
            place: Where it is to be mended.
            what: The fault in one line, with the offending value in it.
            why: What it would lead to, or the rule it breaks.
            fix: What to write instead.
            card: The card it was seen on, where it is the fault of a template; empty for the template as a whole.
            language: That of the card.
        """
        cards = (card,) if card else ()
        self.add(Diagnostic(code=code, place=place, what=what, why=why, fix=fix, cards=cards, language=language))

    def add(self, diagnostic: Diagnostic) -> None:
        """Tell of a fault that is a value already."""
        self.told += 1
        self.errors += diagnostic.severity == "error"
        by_language = self._cards.setdefault(replace(diagnostic, cards=(), language=""), {})
        for language in diagnostic.language.split(", "):
            cards = by_language.setdefault(language, [])
            cards += [card for card in diagnostic.cards if card not in cards]

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Tell of several faults."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def taken(self) -> tuple[Diagnostic, ...]:
        """What was told, in order of place; it is forgotten here."""
        told = tuple(self)
        self._cards.clear()
        return told

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Tell of the fault that ends the block, if one does, and go on after it."""
        try:
            yield
        except Fault as fault:
            self.add(fault.diagnostic)

    def __iter__(self) -> Iterator[Diagnostic]:
        """What was told, in order of place, each fault once."""
        return iter(sorted(self._found(), key=lambda d: (d.place, d.severity, d.code, d.message)))

    def _found(self) -> Iterator[Diagnostic]:
        """Each fault once for all languages in which it is on the same cards."""
        for told, by_language in self._cards.items():
            languages: dict[tuple[str, ...], list[str]] = {}
            for language, cards in by_language.items():
                languages.setdefault(tuple(cards), []).append(language)
            for on, those in languages.items():
                yield replace(told, cards=on, language=", ".join(filter(None, those)))

    def __len__(self) -> int:
        return sum(1 for _ in self._found())


class Fault(Exception):
    """Ends work that a fault leaves nothing to go on with; collected where something is left."""

    def __init__(self, code: Code, place: Place, *, what: str, why: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.diagnostic = Diagnostic(code=code, place=place, what=what, why=why, fix=fix)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it travels between processes."""
        return _fault_of, (self.diagnostic,)


def _fault_of(told: Diagnostic) -> Fault:
    return Fault(told.code, told.place, what=told.what, why=told.why, fix=told.fix)


class Mistake(ValueError):
    """What somebody wrote cannot be; raised where its place is not known, and told where it is.

    Attributes:
        what: The mistake in one line.
        fix: What to write instead; may be empty.
    """

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
