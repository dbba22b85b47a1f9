"""The changes of a project, in order → undo and redo, also after a restart.

The log is in the user's state folder, one file for each project. It has the changed bytes of each file, and digests of
the whole file before and after: a file that was changed elsewhere since is never overwritten.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pnp.core.cache_folder import read_entry, write_entry
from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.platform import state_folder
from pnp.editing.edits import FileChange, digest_of_file, write_changes

LONGEST = 500
"""The log keeps this many steps."""
LARGEST = 50_000_000
"""The changed bytes in the log have at most this size; older steps are forgotten first."""


@frozen_dataclass
class _Part:
    """The bytes of a file that a step changed, from an offset on; the digests are "" where there is no file."""

    path: str
    start: int
    old: bytes
    new: bytes
    before: str
    after: str

    @classmethod
    def of(cls, change: FileChange) -> _Part:
        """Return the bytes in which a change differs from the file before it."""
        old, new = change.before or b"", change.after or b""
        start = _common(old, new)
        end = _common(old[start:][::-1], new[start:][::-1])
        return cls(
            change.path,
            start,
            old[start : len(old) - end],
            new[start : len(new) - end],
            digest_of_file(change.before),
            digest_of_file(change.after),
        )

    def back(self, root: Path) -> FileChange:
        """Return the change that undoes this one.

        Raises:
            Fault: The file was changed elsewhere since.
        """
        return self._change(root, self.after, self.before, self.new, self.old)

    def again(self, root: Path) -> FileChange:
        """Return the change that makes it again.

        Raises:
            Fault: The file was changed elsewhere since.
        """
        return self._change(root, self.before, self.after, self.old, self.new)

    def _change(self, root: Path, digest: str, to: str, old: bytes, new: bytes) -> FileChange:
        file = root / self.path
        now = file.read_bytes() if file.is_file() else None
        if digest_of_file(now) != digest:
            what, fix = f"{self.path} was changed elsewhere since", "change it in an editor, or in the studio"
            raise Fault(Code.EDIT_STALE, Place(self.path), what=what, fix=fix)
        content = now or b""
        after = content[: self.start] + new + content[self.start + len(old) :]
        return FileChange(self.path, now, after if to else None)


@frozen_dataclass
class EditStep:
    """Changes that are undone together, and their name: "move name"."""

    name: str
    parts: Sequence[_Part]


class EditHistory:
    """The steps of a project.

    Attributes:
        steps: The steps that can be undone, oldest first.
        undone: The steps that can be made again, the next one last.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._path = str(state_folder() / "history" / hashlib.sha256(str(root).encode()).hexdigest())
        self._read()

    def _read(self) -> None:
        """Read the log, to which another program may have added steps."""
        stored = _loaded(read_entry(self._path))
        self.steps = [_step(each) for each in stored.get("steps", ())]
        self.undone = [_step(each) for each in stored.get("undone", ())]

    def make(self, name: str, changes: Sequence[FileChange], *, joins: bool = False) -> None:
        """Write changes, and keep them as a step.

        Args:
            name: The name of the step.
            changes: The changed files.
            joins: Whether the step becomes one with the last, if that has the same name: for a key that is held down.
        """
        write_changes(changes, self._root)
        self.keep(name, changes, joins=joins)

    def keep(self, name: str, changes: Sequence[FileChange], *, joins: bool = False) -> None:
        """Keep changes as a step that are written already."""
        self._read()
        parts = [_Part.of(change) for change in changes]
        last = self.steps[-1] if self.steps else None
        if joins and last and last.name == name and not self.undone and _follow(last.parts, parts):
            changes = [
                FileChange(part.path, self._before(part, now), now.after)
                for part, now in zip(last.parts, changes, strict=True)
            ]
            self.steps[-1] = EditStep(name, [_Part.of(change) for change in changes])
        else:
            self.steps.append(EditStep(name, parts))
        self.undone.clear()
        self._write()

    def undo(self) -> str:
        """Undo the last step, and return its name; "" if there is none."""
        self._read()
        if not self.steps:
            return ""
        write_changes([part.back(self._root) for part in reversed(self.steps[-1].parts)], self._root)
        self.undone.append(self.steps.pop())
        self._write()
        return self.undone[-1].name

    def redo(self) -> str:
        """Make the step again that was undone last, and return its name; "" if there is none."""
        self._read()
        if not self.undone:
            return ""
        write_changes([part.again(self._root) for part in self.undone[-1].parts], self._root)
        self.steps.append(self.undone.pop())
        self._write()
        return self.steps[-1].name

    def _before(self, part: _Part, change: FileChange) -> bytes | None:
        """Return a file as it was before a step that is followed by a change."""
        content = change.before or b""
        return content[: part.start] + part.old + content[part.start + len(part.new) :] if part.before else None

    def _write(self) -> None:
        del self.steps[:-LONGEST]
        while (
            len(self.steps) > 1 and sum(len(part.old) + len(part.new) for s in self.steps for part in s.parts) > LARGEST
        ):
            del self.steps[0]
        stored = {"steps": list(map(_stored, self.steps)), "undone": list(map(_stored, self.undone))}
        write_entry(self._path, zlib.compress(json.dumps(stored).encode()))


def _follow(before: Sequence[_Part], after: Sequence[_Part]) -> bool:
    """Whether changes begin where others ended."""
    return [(part.path, part.after) for part in before] == [(part.path, part.before) for part in after]


def _common(one: bytes, other: bytes) -> int:
    """Return how many bytes two texts begin with that are equal."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _stored(step: EditStep) -> dict[str, Any]:
    parts = [
        [
            part.path,
            part.start,
            *(base64.b64encode(each).decode() for each in (part.old, part.new)),
            part.before,
            part.after,
        ]
        for part in step.parts
    ]
    return {"name": step.name, "parts": parts}


def _step(stored: dict[str, Any]) -> EditStep:
    parts = [
        _Part(path, start, base64.b64decode(old), base64.b64decode(new), before, after)
        for path, start, old, new, before, after in stored["parts"]
    ]
    return EditStep(stored["name"], parts)


def _loaded(content: bytes) -> dict[str, Any]:
    """Return the log of a file; an empty one if there is none, or an older pnp wrote it otherwise."""
    try:
        stored = json.loads(zlib.decompress(content)) if content else {}
        list(map(_step, [*stored.get("steps", ()), *stored.get("undone", ())]))
    except (ValueError, KeyError, TypeError, zlib.error):
        return {}
    return stored
