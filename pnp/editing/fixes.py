"""A fault whose fix is one change of text → the edit that makes it.

These are misspelt words for which one other word is proposed, and colours that need quotes. An edit is
tried on the games' data and templates before it is written: it is kept only if it brings no new error there, and if
the fault, should it be one of these, is gone. Faults of faces are only known when the cards are laid out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.core.diagnostics import Diagnostic
from pnp.core.patterns import lazy_pattern
from pnp.editing.edits import Edit, FileChange, SetLines, errors_of, make_changes, new_faults
from pnp.project.files import Files

_PROPOSED = lazy_pattern(r"did you mean ([^\s?]+)\?")
_QUOTED = lazy_pattern(r'put quotes around it: "(#\w+)"')
_WORD = lazy_pattern(r"[#\w][\w./-]*")


def fix_of(diagnostic: Diagnostic, files: Files) -> Edit | None:
    """Return the edit that a fix describes; None if it takes a person to make it."""
    replaced = _replacement(diagnostic)
    place = diagnostic.place
    if replaced is None or not place.line or place.sheet:
        return None
    line = files.line(place.path, place.line) or ""
    for old, new in _shorter(*replaced):
        if at := re.compile(rf"(?<![\w#/]){re.escape(old)}(?![\w/])").search(line, max(place.column - 1, 0)):
            return SetLines(place.path, place.line, [line], [f"{line[: at.start()]}{new}{line[at.end() :]}"])
    return None


def _shorter(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield a word and its replacement; of paths also the ends in which they differ, with and without their ending."""
    while True:
        yield old, new
        (stem, _, ending), (other, _, same) = old.rpartition("."), new.rpartition(".")
        if stem and ending == same:
            yield stem, other
        (first, _, old), (as_first, _, new) = old.partition("/"), new.partition("/")
        if not old or first != as_first:
            return


def _replacement(diagnostic: Diagnostic) -> tuple[str, str] | None:
    """Return the word that a fix replaces, and the new one; None for another kind of fix."""
    if match := _QUOTED.fullmatch(diagnostic.fix):
        return match[1], f'"{match[1]}"'
    match = _PROPOSED.fullmatch(diagnostic.fix)
    if match is None:
        return None
    words = [word.rstrip(".") for word in _WORD.findall(diagnostic.message)]
    close = [word for word in words if word != match[1] and _is_like(word, match[1])]
    return (close[0], match[1]) if len(set(close)) == 1 else None


def _is_like(word: str, other: str) -> bool:
    """Whether one word may be a slip of the pen for the other."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, word.lower(), other.lower()).ratio() >= 0.6


def proven_fix(diagnostic: Diagnostic, files: Files, games: Iterable[str]) -> list[FileChange]:
    """Return the changed files of a fix that leaves no other fault in the games' data; nothing if there is none."""
    edit = fix_of(diagnostic, files)
    if edit is None:
        return []
    names = list(games)
    changes = make_changes(files, [edit])
    if new_faults(files, changes, names):
        return []
    is_left = any(
        (each.code, each.message, each.place) == (diagnostic.code, diagnostic.message, diagnostic.place)
        for game in names
        for each in errors_of(files, game, changes)
    )
    return [] if is_left else changes
