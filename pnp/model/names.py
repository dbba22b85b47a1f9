"""A name in a project → why no file may be called so; files are made on one system and used on others."""

from __future__ import annotations

import re

from pnp.diagnostics import printable

_MARKS = re.compile(r'[<>:"/\\|?*]')
"""What no name of a file may hold on Windows."""

_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})
"""Names that Windows keeps for devices, whatever follows them after a point."""


def why_no_file_name(name: str) -> str:
    """Why no file, and no folder, may have a name on every system, as it goes on after the name; "" where it may."""
    if mark := _MARKS.search(name):
        return f"holds {mark[0]}, which no file name may on Windows"
    if name != printable(name):
        return "holds a control character"
    if not name.strip(". ") or name[-1] in ". ":
        return "is empty, or ends in a point or space"
    if name.partition(".")[0].strip().lower() in _DEVICES:
        return "is the name of a device on Windows"
    return ""
