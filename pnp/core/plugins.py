"""The packages installed beside pnp → what they add to it: exports, checks, elements, bots and commands.

A package registers an object of `pnp.api` as an entry point; its name is the word by which users ask for it. An entry
point is imported only when somebody asks for it, in every process that needs it. pnp's own names cannot be replaced.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

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
    package = _package(entry)
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


def plugin_fault(error: BaseException) -> Fault | None:
    """Return the fault of an exception that the code of a package has raised, at its line there; None for others.

    What pnp raises when a package calls it is a fault of the package, too, unless the package adds commands only: these
    call all of pnp.
    """
    if not _has_plugins():
        return None
    is_ours = False
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        is_ours = is_ours or _PNP in Path(frame.filename).parents
        if found := _package_of(frame.filename):
            package, groups = found
            if is_ours and groups == {"pnp.commands"}:
                return None
            what = f"the package {package} has failed: {type(error).__name__}: {error}"
            why = f"raised in {frame.name}: {frame.line}"
            fix = f"update {package}, or remove it: pip uninstall {package}"
            return Fault(Code.PLUGIN_FAULTY, Place(frame.filename, frame.lineno or 1), what=what, why=why, fix=fix)
    return None


@contextmanager
def faults_of_plugins() -> Iterator[None]:
    """Raise a Fault for an exception that the code of a package raises."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, Fault) and (fault := plugin_fault(error)):
            raise fault from error
        raise


_PNP = Path(__file__).parent.parent


def _package_of(file: str) -> tuple[str, set[str]] | None:
    """Return the package with a plugin that a file belongs to, and its groups; None for another file."""
    packages: dict[str, set[str]] = {}
    for group in get_args(PluginGroup):
        for entry in plugins(group).values():
            module = sys.modules.get(entry.module.partition(".")[0])
            source = getattr(module, "__file__", None) or ""
            is_of_package = Path(source).parent in Path(file).parents if hasattr(module, "__path__") else file == source
            if source and is_of_package and _PNP not in Path(source).parents:
                packages.setdefault(_package(entry), set()).add(group)
    return next(iter(packages.items()), None)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value


@cache
def _has_plugins() -> bool:
    """Whether any package has an entry point of pnp. Reading files takes 2 ms, `importlib.metadata` would take 25."""
    for folder in map(Path, sys.path):
        with suppress(OSError):
            for file in folder.glob("*-info/entry_points.txt"):
                if b"[pnp." in file.read_bytes():
                    return True
    return False
