"""The packages installed beside pnp → what they add to it: exports, checks, elements, bots and commands.

A package registers an object of `pnp.api` as an entry point; its name is the word by which users ask for it. An entry
point is imported only when somebody asks for it, in every process that needs it. pnp's own names cannot be replaced.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PluginGroup = Literal["pnp.exports", "pnp.checks", "pnp.elements", "pnp.bots", "pnp.commands"]


@cache
def plugins(group: PluginGroup) -> Mapping[str, EntryPoint]:
    """The entry points of a group by their names, in order; of two with one name, the first package's."""
    if not _has_plugins():
        return {}
    from importlib.metadata import entry_points

    by_name: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        by_name.setdefault(entry.name, entry)
    return by_name


def load_plugin(group: PluginGroup, name: str, kind: type) -> Any:
    """The object that an entry point names; None where no package has one of that name.

    Args:
        group: The group.
        name: What users call it.
        kind: The class that the object must have.

    Raises:
        Fault: ``plugin-faulty``: it cannot be imported, or is something else.
    """
    entry = plugins(group).get(name)
    if entry is None:
        return None
    package = entry.dist.name if entry.dist else entry.value
    fix = f"update {package}, or remove it: pip uninstall {package}"
    try:
        value = entry.load()
    except Exception as error:
        what = f"{name} of the package {package} cannot be imported: {type(error).__name__}: {error}"
        raise Fault(Code.PLUGIN_FAULTY, Place(entry.value), what=what, fix=fix) from error
    if not isinstance(value, kind):
        what = f"{name} of the package {package} is a {type(value).__name__}, not a {kind.__name__}"
        raise Fault(Code.PLUGIN_FAULTY, Place(entry.value), what=what, fix=fix)
    return value


@cache
def _has_plugins() -> bool:
    """Whether any package has an entry point of pnp. Reading files takes 2 ms, `importlib.metadata` would take 25."""
    for folder in map(Path, sys.path):
        with suppress(OSError):
            for file in folder.glob("*-info/entry_points.txt"):
                if b"[pnp." in file.read_bytes():
                    return True
    return False
