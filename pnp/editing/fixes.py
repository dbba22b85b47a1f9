"""A fault whose fix is one change of text → the edit that makes it.

Such a fix is a Correction: another word for a misspelt one, or quotes for a colour. An edit is tried on the games' data
and templates before it is written: it is kept only if it brings no new error there, and if the fault, should it be one
of these, is gone. Faults of faces are only known when the cards are laid out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pnp.core.diagnostics import Correction, Diagnostic
from pnp.editing.edits import Edit, FileChange, SetLines, errors_of, make_changes, new_errors
from pnp.project.files import Files


def fix_of(diagnostic: Diagnostic, files: Files) -> Edit | None:
    """Return the edit that a fix describes; None if it takes a person to make it."""
    fix, place = diagnostic.fix, diagnostic.place
    if not isinstance(fix, Correction) or not fix.old or not place.line or place.sheet:
        return None
    line = files.line(place.path, place.line) or ""
    for old, new in _shorter(fix.old, fix.new):
        if at := re.compile(rf"(?<![\w#/]){re.escape(old)}(?![\w/])").search(line, max(place.column - 1, 0)):
            before, after = line[: at.start()], line[at.end() :]
            if place.path.endswith(".yaml") and before.count("'") % 2:
                new = new.replace("'", "''")  # it stands in single quotes
            return SetLines(place.path, place.line, [line], [f"{before}{new}{after}"])
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


def proven_fix(diagnostic: Diagnostic, files: Files, games: Iterable[str]) -> list[FileChange]:
    """Return the changed files of a fix that leaves no other fault in the games' data; nothing if there is none."""
    edit = fix_of(diagnostic, files)
    if edit is None:
        return []
    changes = make_changes(files, [edit])
    for game in games:
        left = errors_of(files, game, changes)
        if new_errors(errors_of(files, game), left) or any(_is_same(each, diagnostic) for each in left):
            return []
    return changes


def _is_same(one: Diagnostic, other: Diagnostic) -> bool:
    return (one.code, one.message, one.place) == (other.code, other.message, other.place)
