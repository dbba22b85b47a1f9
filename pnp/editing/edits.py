"""Edits of single values, in any order → the changed files; and changed files → the project's folder.

An edit names a file and a value in it; ``do`` is its name in messages. The edits of one request are made together or
not at all. Where a value stands may have changed since it was read: the digests of the files that were read then are
compared first.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from pnp import INPUT_FOLDERS
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.editing.po_text import set_translation
from pnp.editing.table_text import read_delimited
from pnp.editing.text_files import text_of, with_text
from pnp.editing.yaml_text import KeyPath, read_yaml_text
from pnp.outputs import Output, remove, write_all
from pnp.project.files import Files, table_file
from pnp.project.load import load_game
from pnp.project.templates import Templates

Value = object
"""A text, number, true, false or null, or lists and mappings of these."""


@frozen_dataclass
class SetValue:
    """Gives a value in a YAML file another value, or adds a key.

    Attributes:
        path: Keys and indexes from the root of the file to the value.
        before: The key before which a new key is added; None for the end.
    """

    file: str
    path: KeyPath
    value: Value
    before: str | None = None
    do: Literal["set"] = "set"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_yaml_text(text, self.file).set(self.path, self.value, self.before)


@frozen_dataclass
class RemoveValue:
    """Removes a key with its value, or an item of a list, from a YAML file."""

    file: str
    path: KeyPath
    do: Literal["remove"] = "remove"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_yaml_text(text, self.file).remove(self.path)


@frozen_dataclass
class InsertItem:
    """Inserts an item into a list of a YAML file, before the one that has this path now."""

    file: str
    path: KeyPath
    value: Value
    do: Literal["insert"] = "insert"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_yaml_text(text, self.file).insert(self.path, self.value)


@frozen_dataclass
class RenameKey:
    """Renames a key of a YAML file."""

    file: str
    path: KeyPath
    name: str
    do: Literal["rename"] = "rename"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_yaml_text(text, self.file).rename(self.path, self.name)


@frozen_dataclass
class MoveEntry:
    """Moves an entry of a YAML file before another of the same mapping or list; to the end if ``before`` is None."""

    file: str
    path: KeyPath
    before: str | int | None
    do: Literal["move"] = "move"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_yaml_text(text, self.file).move(self.path, self.before)


@frozen_dataclass
class SetCells:
    """Gives cells of a row other texts.

    Attributes:
        file: The table; for a workbook, # and the name of the sheet follow.
        line: The line at which the row begins, from 1.
        cells: The texts, by column from 1.
    """

    file: str
    line: int
    cells: Mapping[int, str]
    do: Literal["cells"] = "cells"

    def make(self, text: str) -> str:
        """Return the changed text of the file, which is no workbook."""
        return read_delimited(text, self.file).set(self.line, self.cells)


@frozen_dataclass
class InsertRow:
    """Inserts a row into a table.

    Attributes:
        file: The table; for a workbook, # and the name of the sheet follow.
        line: The row is inserted before the first that begins at this line or below; at the end if there is none. The
            rows of a workbook are not moved: there it is the first line from this one on whose cells are all empty.
        cells: The texts of its cells.
    """

    file: str
    line: int
    cells: Sequence[str]
    do: Literal["row"] = "row"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_delimited(text, self.file).insert(self.line, self.cells)


@frozen_dataclass
class RemoveRow:
    """Removes a row from a CSV file."""

    file: str
    line: int
    do: Literal["remove-row"] = "remove-row"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return read_delimited(text, self.file).remove(self.line)


@frozen_dataclass
class SetTranslation:
    """Gives an entry of a PO file other translations.

    Attributes:
        line: The line of its msgid.
        entry: Its msgctxt, "" for none, and its msgid: then it is found by these, and the line does not count.
    """

    file: str
    line: int
    strings: Sequence[str]
    is_fuzzy: bool = False
    entry: tuple[str, str] | None = None
    do: Literal["translate"] = "translate"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        return set_translation(text, self.file, self.entry or self.line, self.strings, is_fuzzy=self.is_fuzzy)


@frozen_dataclass
class SetLines:
    """Replaces lines of a text, such as a booklet.

    Attributes:
        line: The first line that is replaced, from 1.
        old: The lines as they were read; if the file has others now, the edit is refused.
        new: The lines that replace them.
    """

    file: str
    line: int
    old: Sequence[str]
    new: Sequence[str]
    do: Literal["lines"] = "lines"

    def make(self, text: str) -> str:
        """Return the changed text of the file."""
        lines, first = text.split("\n"), self.line - 1
        if lines[first : first + len(self.old)] != list(self.old):
            raise Fault(
                Code.EDIT_STALE,
                Place(self.file, self.line),
                what="these lines were changed elsewhere",
                fix="read the file again",
            )
        return "\n".join([*lines[:first], *self.new, *lines[first + len(self.old) :]])


@frozen_dataclass
class PutFile:
    """Writes a whole file, such as a picture or a new template."""

    file: str
    content: bytes
    do: Literal["put"] = "put"


TextEdit = (
    SetValue
    | RemoveValue
    | InsertItem
    | RenameKey
    | MoveEntry
    | SetCells
    | InsertRow
    | RemoveRow
    | SetTranslation
    | SetLines
)
Edit = TextEdit | PutFile

KINDS = (
    ".yaml", ".md", ".csv", ".tsv", ".xlsx", ".ods", ".po", ".txt",
    ".svg", ".png", ".jpg", ".jpeg", ".webp", ".ttf", ".otf",
)  # fmt: skip
"""The endings of files that edits may change or create."""

_WORKBOOK = lazy_pattern(r"(.+\.(?:xls|xlsx|xlsm|ods))#(.+)", re.IGNORECASE | re.DOTALL)


@frozen_dataclass
class FileChange:
    """A file's bytes before and after some edits; None where there is no file."""

    path: str
    before: bytes | None
    after: bytes | None

    def reversed(self) -> FileChange:
        """Return the change that undoes this one."""
        return FileChange(self.path, self.after, self.before)


def digest_of_file(content: bytes | None) -> str:
    """Return the digest of a file's bytes; "" if there is no file."""
    return "" if content is None else hashlib.sha256(content).hexdigest()


def make_changes(files: Files, edits: Iterable[Edit], seen: Mapping[str, str] | None = None) -> list[FileChange]:
    """Return the files that some edits change, each once.

    Args:
        files: The project as it was read; later edits see what earlier ones changed.
        edits: The edits, in order.
        seen: The digest of each file as it was when the places of these edits were read in it; None if they were read
            from ``files``.

    Raises:
        Fault: An edit cannot be made; a file has changed since it was seen, is outside the project's folders, or of a
            kind that is not edited.
    """
    before: dict[str, bytes | None] = {}
    after: dict[str, bytes] = {}
    for edit in edits:
        match = _WORKBOOK.fullmatch(edit.file)
        path = match[1] if match else edit.file
        _check_path(path)
        if path not in before:
            before[path] = files.read(path, Place(path)) if files.exists(path) else None
            is_written_anew = isinstance(edit, PutFile) and (before[path] is None or not path.endswith(TEXTS))
            if seen is not None and not is_written_anew:
                check_seen(path, digest_of_file(before[path]), seen)
        content = after.get(path, before[path])
        after[path] = _edited(edit, content, path, match[2] if match else "")
    return [FileChange(path, before[path], new) for path, new in after.items() if new != before[path]]


TEXTS = (".md", ".yaml", ".yml", ".po", ".csv", ".tsv", ".json")
"""Endings of files with texts of people, which no new file replaces unseen."""


def check_seen(path: str, digest: str, seen: Mapping[str, str]) -> None:
    """Raise a Fault if a file has another digest than when it was seen, or was not seen at all."""
    if seen.get(path) != digest:
        what, fix = f"{path} was changed elsewhere since it was read", "look at it again, and repeat the change"
        raise Fault(Code.EDIT_STALE, Place(path), what=what, fix=fix)


def _edited(edit: Edit, content: bytes | None, path: str, sheet: str) -> bytes:
    if isinstance(edit, PutFile):
        return edit.content
    if content is None:
        raise Fault(Code.FILE_MISSING, Place(path), what=f"no file {path}", fix="read the project again")
    if sheet:
        if isinstance(edit, SetCells | InsertRow):
            from pnp.editing.workbook_cells import free_row, set_cells

            if isinstance(edit, SetCells):
                line, cells = edit.line, edit.cells
            else:
                line = free_row(content, path, sheet, edit.line)
                cells = {column: text for column, text in enumerate(edit.cells, 1) if text}
            return set_cells(content, path, sheet, {(line, column): text for column, text in cells.items()})
        what, fix = "rows of a workbook are not removed here", "do it in your spreadsheet"
        raise Fault(Code.EDIT_REFUSED, Place(path), what=what, fix=fix)
    return with_text(content, edit.make(text_of(content, path)))


def _check_path(path: str) -> None:
    """Raise a Fault for a path that leads out of the project's folders, or that is of another kind."""
    parts = PurePosixPath(path)
    if (
        parts.is_absolute()
        or ".." in parts.parts
        or "\\" in path
        or parts.parts[:1] not in [(f,) for f in INPUT_FOLDERS]
    ):
        what, fix = f"{path} is not in the project's folders", f"choose one in {', '.join(INPUT_FOLDERS)}"
        raise Fault(Code.FILE_OUTSIDE, Place(path), what=what, fix=fix)
    if parts.suffix.lower() not in KINDS or any(part.startswith(".") for part in parts.parts):
        what, fix = f"{path} is of a kind that is not changed here", "change it in an editor"
        raise Fault(Code.EDIT_REFUSED, Place(path), what=what, fix=fix)


def write_changes(changes: Sequence[FileChange], root: Path) -> None:
    """Write changed files; all of them, or none.

    Raises:
        Fault: A file has another content than before the change, or cannot be written; a link leads elsewhere.
    """
    for change in changes:
        _check_path(change.path)
        target = root / change.path
        now = target.read_bytes() if target.is_file() else None
        if now != change.before:
            what = f"{change.path} was changed elsewhere meanwhile"
            raise Fault(Code.EDIT_STALE, Place(change.path), what=what, fix="look at it again, and repeat the change")
    write_all([Output(change.path, change.after, "") for change in changes if change.after is not None], root)
    remove([Path(change.path) for change in changes if change.after is None], root)


class ChangedFiles(Files):
    """The files of a project as they will be after some changes."""

    def __init__(self, files: Files, changes: Sequence[FileChange]) -> None:
        super().__init__(files.root)
        self._files = files
        self._changed = {change.path: change.after for change in changes}

    def exists(self, path: str) -> bool:
        """Whether a path leads to anything."""
        return self._changed[path] is not None if path in self._changed else self._files.exists(path)

    def read(self, path: str, reference: Place) -> bytes:
        """Return the bytes of a file."""
        content = self._changed.get(path)
        return content if content is not None else self._files.read(path, reference)

    def yaml(self, path: str, reference: Place | None = None) -> Any:
        """Return the value of a YAML file."""
        return super().yaml(path, reference) if path in self._changed else self._files.yaml(path, reference)

    def rows(self, path: str, reference: Place, diagnostics: Diagnostics, header: int = 0) -> Any:
        """Return the records of a deck file."""
        if table_file(path) in self._changed:
            return super().rows(path, reference, diagnostics, header)
        return self._files.rows(path, reference, diagnostics, header)


def new_faults(files: Files, changes: Sequence[FileChange], games: Iterable[str]) -> list[Diagnostic]:
    """Return the errors that games would have after some changes, and do not have now."""
    return [each for game in games for each in new_errors(errors_of(files, game), errors_of(files, game, changes))]


def new_errors(before: Sequence[Diagnostic], after: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors that came with a change: of each kind as many as there are more than before.

    Those at other places are returned first, as a change may have moved the lines of the others.
    """
    known = {(_kind_of(each), each.place) for each in before}
    left = Counter(_kind_of(each) for each in before)
    found = []
    errors = (each for each in after if each.severity == "error")
    for each in sorted(errors, key=lambda error: (_kind_of(error), error.place) not in known):
        left[_kind_of(each)] -= 1
        if left[_kind_of(each)] < 0:
            found.append(each)
    return found


def _kind_of(diagnostic: Diagnostic) -> tuple[str, str]:
    return str(diagnostic.code), diagnostic.message


def errors_of(files: Files, game: str, changes: Sequence[FileChange] = ()) -> list[Diagnostic]:
    """Return the errors in a game's data and templates, as they are or after some changes."""
    changed = ChangedFiles(files, changes) if changes else files
    diagnostics = Diagnostics()
    with diagnostics.catch_faults():
        load_game(changed, Templates(changed), game, diagnostics)
    return [each for each in diagnostics if each.severity == "error"]
