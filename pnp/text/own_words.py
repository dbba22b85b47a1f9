"""pnp's own words in English → the same words in the language of a game.

These are the words that pnp itself prints: titles of files, notes in margins, reports and README files. A game's own
words are in the game's catalogues. Each language has one file, ``locale/<language>.po`` in this folder, in which
msgctxt is the area of an entry. For a language without a file, printed words are in the catalogue of the game, like any
other text, and reports and README files have the English words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import data_folders, read_data
from pnp.text.catalogue import find_header
from pnp.text.numbers import base_language
from pnp.text.po_reader import PluralRule, PoEntry, read_entries, read_plural_rule

MessageArea = Literal["print", "report", "readme", "play"]
"""Where a message is used: on printed matter, in the report of a simulation, in the README of a release, or on the play
page."""

_LOCALE = Path(__file__).parent / "locale"

_LANGUAGE = lazy_pattern("[a-z]{2,3}(_[A-Z][a-z]{3})?")

_SCRIPTS = {"zh": "Hans", "zh_CN": "Hans", "zh_SG": "Hans", "zh_TW": "Hant", "zh_HK": "Hant", "zh_MO": "Hant"}
"""Language and region → script, for languages with several scripts whose code names none."""

CONTEXT = "pnp"
"""The context of pnp's printed words in the catalogue of a game."""


def message(english: str) -> str:
    """Mark a text as a message that is translated elsewhere."""
    return english


@frozen_dataclass
class OwnWords:
    """The words of one area in one language.

    Attributes:
        entries: The entries by their English text.
        plural_rule: Chooses the form for a number.
    """

    entries: Mapping[str, PoEntry]
    plural_rule: PluralRule

    @property
    def is_complete(self) -> bool:
        """Whether every message of the area has a translation into the language.

        False for English, which needs none.
        """
        return bool(self.entries) and all(map(_is_translated, self.entries.values()))

    def __call__(self, english: str, **values: object) -> str:
        """Translate a text, and fill in the values of its braces."""
        entry = self.entries.get(english)
        return (entry.strings[0] if entry and _is_translated(entry) else english).format(**values)

    def plural(self, singular: str, plural: str, number: int, **values: object) -> str:
        """Translate the text for a number of things, and fill in the values of its braces.

        Args:
            singular: The English text for 1, which names the message.
            plural: The English text for other numbers.
            number: Chooses the form. It is only filled in if it is also one of the values.
            **values: The values, by their names in braces.
        """
        entry = self.entries.get(singular)
        if entry and _is_translated(entry):
            return entry.strings[self.plural_rule(abs(number))].format(**values)
        return (singular if number == 1 else plural).format(**values)


def _is_translated(entry: PoEntry) -> bool:
    return all(entry.strings) and not entry.is_fuzzy


def own_words(area: MessageArea, language: str) -> OwnWords:
    """Return the words of an area in a language, such as fr or fr-CA.

    A script in the code matters, a region does not.
    """
    base, *parts = re.split("[-_@]", language)
    script = next((part.title() for part in parts if len(part) == 4 and part.isalpha()), "")
    script = script or _SCRIPTS.get("_".join([base, *parts[:1]])) or _SCRIPTS.get(base, "")
    for name in filter(_LANGUAGE.fullmatch, ([f"{base}_{script}"] if script else []) + [base]):
        words = _read_area(area, name)
        if words.entries:
            return words
    return OwnWords({}, lambda number: int(number != 1))


def has_printed_words(language: str) -> bool:
    """Whether pnp has translations of the words that it prints into a language."""
    return base_language(language) == "en" or own_words("print", language).is_complete


PrintedWord = Callable[..., str]
"""Takes an English word that pnp prints and the values of its braces, and returns it in the language of an edition."""


def printed_messages() -> Iterator[tuple[str, str]]:
    """Yield the English words that pnp prints, each with a note for translators."""
    content = (_LOCALE / "pnp.pot").read_text(encoding="utf-8")
    for block in content.split("\n\n"):
        if 'msgctxt "print"\n' in block:
            (entry,) = read_entries(block, "pnp.pot", Diagnostics())
            yield entry.text, " ".join(line[3:] for line in block.split("\n") if line.startswith("#. "))


@lru_cache(maxsize=64)
def _read_area(area: MessageArea, language: str) -> OwnWords:
    """Return the words of an area in a language, from the files of pnp and of packages."""
    folders = (_LOCALE, *(folder / "locale" for folder in data_folders().values()))
    paths = [path for folder in folders if (path := folder / f"{language}.po").is_file()]
    words = [_read_words(path, area, language) for path in paths]
    if not words:
        return OwnWords({}, lambda number: int(number != 1))
    return replace(words[0], entries={text: e for each in reversed(words) for text, e in each.entries.items()})


def _read_words(path: Path, area: MessageArea, language: str) -> OwnWords:
    """Return the words of an area in one file."""
    # A build needs a dozen of the messages: only the entries of the area are parsed, which empty lines separate.
    head, *blocks = read_data(path).split("\n\n")
    content = "\n\n".join([head, *(block for block in blocks if f'msgctxt "{area}"\n' in block)])
    diagnostics = Diagnostics()
    entries = read_entries(content, path.name, diagnostics)
    _, header = find_header(entries)
    _, plural_rule = read_plural_rule(header, language, Place(path.name), diagnostics)
    assert not list(diagnostics), [diagnostic.what for diagnostic in diagnostics]
    used = (entry for entry in entries if entry.context == area and not entry.is_obsolete)
    return OwnWords({entry.text: entry for entry in used}, plural_rule)
