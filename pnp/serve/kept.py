"""A project's folder → its files, read and parsed once, and again only when they have changed.

Whether a file has changed is asked of the system, not of whoever saw it happen.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pnp.diagnostics import Diagnostics, Place
from pnp.source.files import Files, table_file

Stamp = tuple[int, int, int, int]
"""What differs for a file that was written again: its time in two kinds, its size, its place on the disk."""


class KeptFiles(Files):
    """The files of a project that is being worked on."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self._stamps: dict[str, Stamp | None] = {}
        self._digests: dict[str, str] = {}
        self._trees: dict[str, Any] = {}
        self._tables: dict[str, Any] = {}

    def refresh(self) -> frozenset[str]:
        """Forget the files that have changed since they were read; their paths."""
        changed = frozenset(path for path, stamp in self._stamps.items() if self._stamp(path) != stamp)
        for path in changed:
            for kept in (self._stamps, self._bytes, self._texts, self._digests, self._trees):
                kept.pop(path, None)
        for table in [table for table in self._tables if table_file(table) in changed]:
            del self._tables[table]
        return changed

    def digest(self, path: str) -> str:
        """What tells the file's bytes from others; "" where it cannot be read."""
        if path not in self._digests:
            content = b""
            with Diagnostics().collected():
                content = self.read(path, Place(path))
            self._digests[path] = hashlib.sha256(content).hexdigest() if path in self._bytes else ""
        return self._digests[path]

    def _read(self, path: str, asked_at: Place) -> bytes:
        self._stamps[path] = self._stamp(path)
        return super()._read(path, asked_at)

    def exists(self, path: str) -> bool:
        """Whether anything stands there."""
        self._stamps.setdefault(path, self._stamp(path))
        return super().exists(path)

    def yaml(self, path: str, asked_at: Place | None = None) -> Any:
        """The value of a YAML file."""
        if path not in self._trees:
            self._trees[path] = super().yaml(path, asked_at)
        return self._trees[path]

    def rows(self, path: str, asked_at: Place, diagnostics: Diagnostics) -> Any:
        """The records of a deck file; a table with faults is read each time, and they are told each time."""
        if path not in self._tables:
            told = Diagnostics()
            records = super().rows(path, asked_at, told)
            diagnostics.extend(told)
            if told:
                return records
            self._tables[path] = records
        return self._tables[path]

    def _stamp(self, path: str) -> Stamp | None:
        try:
            found = (self.root / path).stat()
        except (OSError, ValueError):
            return None
        return (found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)
