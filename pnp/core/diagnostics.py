"""Faults of a user's project → diagnostics, collected as values.

A user's mistake becomes a Diagnostic with a place, what is wrong, why, and how to correct it, in the Diagnostics that a
stage is given. A stage that cannot continue raises a Fault, and the first caller that can continue collects it. Code
that does not know the place raises a Mistake, or one of the few exceptions that docs/architecture.md explains; any
other exception is a bug in pnp.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal

from pnp.core.codes import AnyCode, Code, Severity
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern

Format = Literal["text", "short", "json", "github"]
"""How diagnostics are printed; diagnostic_formats.py does it."""

MOST = 24
"""A fix lists at most this many words."""


def nearest(word: str, words: Iterable[str]) -> str | None:
    """Return the word that is most like a misspelt one; None if none is similar."""
    return _nearest(str(word), tuple(words))


@lru_cache(maxsize=256)
def _nearest(word: str, words: tuple[str, ...]) -> str | None:
    """Return the same, at once for a word that is looked up again, as on each card."""
    by_lower_case = {w.lower(): w for w in words}
    matches = difflib.get_close_matches(word.lower(), by_lower_case, n=1, cutoff=0.6)
    return by_lower_case[matches[0]] if matches else None


class Correction(str):
    """A fix that is one change of text: its words for people, and the change itself.

    Attributes:
        old: The text that stands at the place.
        new: What is to be written instead.
        is_certain: Whether no other change would be as right, so that `pnp check --fix` makes it unasked.
    """

    __slots__ = ("is_certain", "new", "old")
    old: str
    new: str
    is_certain: bool

    def __new__(cls, words: str, old: str = "", new: str = "", is_certain: bool = True) -> Correction:
        """Return a fix with these words."""
        made = super().__new__(cls, words)
        made.old, made.new, made.is_certain = old, new, is_certain
        return made


def did_you_mean(word: str, other: str) -> Correction:
    """Return the fix that proposes another word."""
    return Correction(f"did you mean {other}?", str(word), str(other))


def suggest(word: str, words: Iterable[str]) -> str:
    """Return a fix for a misspelt word: the most similar valid word, or a list of all."""
    words = sorted(words)
    if close := nearest(word, words):
        return did_you_mean(word, close)
    if not words:
        return "none is defined"
    return f"use one of: {', '.join(words[:MOST])}{', …' if len(words) > MOST else ''}"


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return a number with its noun: 1 game, 2,000 games.

    Args:
        number: The number.
        singular: The noun for one.
        plural: The noun for several; "" for the singular with an s.
    """
    return f"{number:,} {singular if number == 1 else plural or f'{singular}s'}"


def in_words(names: Sequence[str]) -> str:
    """Join names as a sentence does: a, b and c."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


_STEERING = frozenset({"Cc", "Cf", "Zl", "Zp"})
"""Unicode categories of characters that move a terminal's cursor, or change its colours or writing direction."""

_HARMLESS = "\u00ad\u200c\u200d"
"""Characters of those categories that words need: the soft hyphen, and non-joiner and joiner of some scripts."""


def printable(text: str) -> str:
    """Replace each character that could control a terminal, including line ends, by a space."""
    if text.isprintable():
        return text
    return "".join(" " if unicodedata.category(c) in _STEERING and c not in _HARMLESS else c for c in text)


MAX_NAMED = 4
"""A diagnostic names at most this many cards, and counts the others."""


@frozen_dataclass(slots=True)
class Place:
    """A position in a project file. Line and column count from 1; 0 means the whole file.

    Attributes:
        file: Path from the project's folder, with forward slashes. For a workbook, # and the name of the sheet follow.
    """

    file: str
    line: int = 0
    column: int = 0

    def __lt__(self, other: Place) -> bool:
        return (self.file, self.line, self.column) < (other.file, other.line, other.column)

    def __str__(self) -> str:
        if self.sheet:
            return ", ".join(filter(None, (self.path, f"sheet {self.sheet}", self.cell)))
        return ":".join([self.file, *(str(n) for n in (self.line, self.column) if n)])

    @property
    def cell(self) -> str:
        """The cell, as spreadsheets name it (B2); "" if the line or the column is not known."""
        return f"{_letters(self.column)}{self.line}" if self.line and self.column else ""

    @property
    def path(self) -> str:
        """The path of the file, without a sheet."""
        return self.file.removesuffix(f"#{self.sheet}") if self.sheet else self.file

    @property
    def sheet(self) -> str:
        """The sheet of a workbook; "" for other files."""
        match = _SHEET.search(self.file)
        return match[1] if match else ""


_SHEET = lazy_pattern(r"\.(?:xls[xm]?|ods)#(.+)$", re.IGNORECASE)


def _letters(column: int) -> str:
    """Return a column's letters in a spreadsheet: A, Z, AA."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


@frozen_dataclass(slots=True, kw_only=True)
class Diagnostic:
    """One fault in a user's project.

    Attributes:
        code: The kind of fault.
        place: The place to correct.
        what: The fault in one line, with the wrong value.
        why: Its consequence, or the rule it breaks; may be empty.
        fix: What to write instead; may be empty.
        cards: The cards that show it, if it is a fault of a template.
        language: The language of these cards, or all languages that show it.
    """

    code: AnyCode
    place: Place
    what: str
    why: str = ""
    fix: str = ""
    cards: tuple[str, ...] = ()
    language: str = ""

    @property
    def severity(self) -> Severity:
        """An error stops every build; a warning stops only a strict one."""
        return self.code.severity

    @property
    def message(self) -> str:
        """The fault, and the cards that show it."""
        if not self.cards:
            return f"{self.what} ({self.language})" if self.language else self.what
        more = f" and {len(self.cards) - MAX_NAMED} more" if len(self.cards) > MAX_NAMED else ""
        return f"{self.what}, on {', '.join(self.cards[:MAX_NAMED])}{more} ({self.language})"


_CAUSES: Mapping[AnyCode, Sequence[Code]] = {
    Code.TEXT_MARKUP: (Code.MARKUP_CHANGED, Code.PLACEHOLDER_LOST),
    **dict.fromkeys(
        (Code.EXPRESSION, Code.EXPRESSION_SYNTAX, Code.EXPRESSION_LIMIT, Code.UNDEFINED_NAME, Code.ICON_UNKNOWN),
        (Code.PLACEHOLDER_CHANGED,),
    ),
}
"""Codes of faults of a card or booklet → codes by which the check of its translation reports the cause at the same
line."""


class Diagnostics:
    """Collects the diagnostics of a project. The same fault of a template on several cards becomes one diagnostic.

    Attributes:
        count: How many reports there were, repeated ones included. Compare it before and after some work to see whether
            the work had faults.
        errors: How many of them were errors.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.count = 0
        self.errors = 0
        self._cards: dict[Diagnostic, dict[str, list[str]]] = {}
        self.extend(diagnostics)

    def report(
        self,
        code: AnyCode,
        place: Place,
        *,
        what: str,
        why: str = "",
        fix: str = "",
        card: str = "",
        language: str = "",
    ) -> None:
        """Report a fault.

        Args:
            code: The kind of fault.
            place: The place to correct.
            what: The fault in one line, with the wrong value.
            why: Its consequence, or the rule it breaks.
            fix: What to write instead.
            card: The card that shows it, if it is a fault of a template; empty for the whole template.
            language: The language of the card.
        """
        cards = (card,) if card else ()
        self.add(Diagnostic(code=code, place=place, what=what, why=why, fix=fix, cards=cards, language=language))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a fault that is already a value.

        Raises:
            TypeError: Its place is none, or one of its texts is none; only a package can do that.
        """
        place, texts = diagnostic.place, (diagnostic.what, diagnostic.why, diagnostic.fix)
        if not isinstance(place, Place) or not (isinstance(place.line, int) and isinstance(place.column, int)):
            raise TypeError(f"a fault needs a Place with a line, not {place!r}")
        if not all(isinstance(text, str) for text in texts):
            raise TypeError(f"what, why and fix of a fault are texts, not {texts!r}")
        self.count += 1
        self.errors += diagnostic.severity == "error"
        by_language = self._cards.setdefault(replace(diagnostic, cards=(), language=""), {})
        for language in diagnostic.language.split(", "):
            cards = by_language.setdefault(language, [])
            cards += [card for card in diagnostic.cards if card not in cards]

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several faults."""
        for diagnostic in diagnostics:
            self.add(diagnostic)

    def drain(self) -> tuple[Diagnostic, ...]:
        """Return the diagnostics in order of place, and remove them."""
        diagnostics = tuple(self)
        self._cards.clear()
        return diagnostics

    @contextmanager
    def catch_faults(self) -> Iterator[None]:
        """Collect a fault that ends the block, and continue after the block."""
        try:
            yield
        except Fault as fault:
            self.add(fault.diagnostic)

    def __iter__(self) -> Iterator[Diagnostic]:
        """Yield the diagnostics in order of place, each fault once."""
        return iter(sorted(self._merged(), key=lambda d: (d.place, d.severity, d.code, d.message)))

    def _merged(self) -> Iterator[Diagnostic]:
        """Yield each fault once, with all languages in which the same cards show it.

        Skip it if its cause is reported.
        """
        reported = {(diagnostic.place, diagnostic.code) for diagnostic in self._cards}
        for diagnostic, by_language in self._cards.items():
            if any((diagnostic.place, cause) in reported for cause in _CAUSES.get(diagnostic.code, ())):
                continue
            languages_by_cards: dict[tuple[str, ...], list[str]] = {}
            for language, cards in by_language.items():
                languages_by_cards.setdefault(tuple(cards), []).append(language)
            for same_cards, languages in languages_by_cards.items():
                yield replace(diagnostic, cards=same_cards, language=", ".join(filter(None, languages)))

    def __len__(self) -> int:
        return sum(1 for _ in self._merged())


class Fault(Exception):
    """Ends work that cannot continue because of a fault; the first caller that can continue collects it."""

    def __init__(self, code: AnyCode, place: Place, *, what: str, why: str = "", fix: str = "") -> None:
        super().__init__(what)
        self.diagnostic = Diagnostic(code=code, place=place, what=what, why=why, fix=fix)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what pickle needs to send the exception to another process."""
        return _fault_of, (self.diagnostic,)


def _fault_of(fault: Diagnostic) -> Fault:
    return Fault(fault.code, fault.place, what=fault.what, why=fault.why, fix=fault.fix)


class Mistake(ValueError):
    """A user wrote an impossible value.

    It is raised by code that does not know the place, and reported by code that does.

    Attributes:
        what: The mistake in one line.
        fix: What to write instead; may be empty.
    """

    def __init__(self, what: str, fix: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.fix = fix
