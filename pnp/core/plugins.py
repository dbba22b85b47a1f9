"""The entry points of pnp → what its wings and installed packages add: exports, checks, importers, commands.

A wing is a folder that the rest of pnp does not import: ``pnp/play``, and those in ``pnp/extensions``. A wing lists
what it adds in its entry_points.txt; for a package, pip writes a file of that name. An entry gives the word that users
write and an object of a class of `pnp.api`. The object is imported only when the word is used, in each process that
needs it. pnp's own names cannot be replaced.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from pnp.core.codes import Code
from pnp.core.diagnostics import Fault, Place

PluginGroup = Literal[
    "pnp.analyses",
    "pnp.api",
    "pnp.bots",
    "pnp.checks",
    "pnp.commands",
    "pnp.data",
    "pnp.elements",
    "pnp.exports",
    "pnp.importers",
    "pnp.pages",
    "pnp.papers",
    "pnp.products",
    "pnp.renderers",
    "pnp.stages",
    "pnp.starts",
    "pnp.tables",
]

_PNP = Path(__file__).parent.parent


class CommandEntry(NamedTuple):
    """A command that is imported when it is used.

    Attributes:
        source: The module and the function, or the typer application of a group.
        summary: The first sentence of its help.
        example: The command line at the end of its help; "" for a group.
    """

    source: str
    summary: str
    example: str = ""


class Plugin(NamedTuple):
    """An entry point of a wing or a package.

    Attributes:
        name: The word that users write.
        value: Where the object is: "module:name", or only a module.
        file: The entry_points.txt that lists it.
    """

    name: str
    value: str
    file: Path

    @property
    def module(self) -> str:
        """The module that contains the object."""
        return self.value.partition(":")[0]

    @property
    def is_own(self) -> bool:
        """Whether it is one of pnp's own wings."""
        return _PNP in self.file.parents

    @property
    def package(self) -> str:
        """The name of the package for pip."""
        for metadata in ("METADATA", "PKG-INFO"):
            with suppress(OSError):
                for line in self.file.with_name(metadata).read_text(encoding="utf-8").split("\n"):
                    if line.startswith("Name:"):
                        return line.removeprefix("Name:").strip()
        return self.module.partition(".")[0]


@cache
def plugins(group: PluginGroup) -> Mapping[str, Plugin]:
    """Return the entry points of a group by name.

    Wings come before packages, and the first of two equal names counts.
    """
    by_name: dict[str, Plugin] = {}
    for of_group, plugin in _listed():
        if of_group == group:
            by_name.setdefault(plugin.name, plugin)
    return by_name


@cache
def _listed() -> tuple[tuple[str, Plugin], ...]:
    """Return all entry points with their groups. Reading files takes 2 ms, `importlib.metadata` would take 25."""
    wings = [*_PNP.glob("play/entry_points.txt"), *sorted(_PNP.glob("extensions/*/entry_points.txt"))]
    own = [plugin for file in wings for plugin in _plugins_in(file)]
    installed: list[tuple[str, Plugin]] = []
    for folder in map(Path, sys.path):
        with suppress(OSError):
            for file in folder.glob("*-info/entry_points.txt"):
                installed += _plugins_in(file)
    return (*own, *sorted(installed, key=lambda listed: listed[1][:2]))


def _plugins_in(file: Path) -> Iterator[tuple[str, Plugin]]:
    """Yield the entry points for pnp in a file, each with its group."""
    group = ""
    content = file.read_bytes()
    for line in content.decode(errors="replace").split("\n") if b"[pnp." in content else ():
        text = line.strip()
        if text.startswith("["):
            group = text.strip("[]")
        elif group.startswith("pnp.") and "=" in text and not text.startswith("#"):
            name, _, value = text.partition("=")
            yield group, Plugin(name.strip(), value.partition("[")[0].strip().replace(" ", ""), file)


@cache
def named_object(reference: str) -> Any:
    """Return the object named by "module:name", or a module."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name) if name else import_module(module)


def load_plugin(group: PluginGroup, name: str, kind: type | tuple[type, ...]) -> Any:
    """Return the object that an entry point names; None if no wing or package has an entry point of that name.

    Args:
        group: The group of entry points.
        name: The word that users write.
        kind: The class, or the classes, of which the object must be an instance.

    Raises:
        Fault: ``plugin-faulty``: it cannot be imported, or is something else.
    """
    plugin = plugins(group).get(name)
    if plugin is None:
        return None
    fix = f"update {plugin.package}, or remove it: pip uninstall {plugin.package}"
    try:
        value = named_object(plugin.value)
    except Exception as error:
        if plugin.is_own:
            raise
        what = f"{name} of the package {plugin.package} cannot be imported: {type(error).__name__}: {error}"
        raise Fault(Code.PLUGIN_FAULTY, Place(plugin.value), what=what, fix=fix) from error
    if not isinstance(value, kind):
        expected = kind[0] if isinstance(kind, tuple) else kind
        what = f"{name} of the package {plugin.package} is a {type(value).__name__}, not a {expected.__name__}"
        raise Fault(Code.PLUGIN_FAULTY, Place(plugin.value), what=what, fix=fix)
    return value


@cache
def data_folders() -> Mapping[str, Path]:
    """Return the data folders that wings and packages add, by the names of their entry points.

    A folder may hold codes.md, docs.md, locale/*.po, profiles/*.yaml and profiles/presses/*.yaml. Nothing is imported.
    """
    folders: dict[str, Path] = {}
    for name, plugin in plugins("pnp.data").items():
        with suppress(ImportError, ValueError):
            spec = find_spec(plugin.module)
            if spec is not None and spec.origin:
                folders[name] = Path(spec.origin).parent
    return folders


def plugin_fault(error: BaseException) -> Fault | None:
    """Return a fault, at a line of the package, for an exception that came from a package's code.

    Return None for other exceptions. An exception that pnp raises when a package calls it also counts as the package's,
    unless the package only adds commands: commands call all of pnp.
    """
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
    """Raise a Fault in place of an exception that comes from a package's code."""
    try:
        yield
    except Exception as error:
        if not isinstance(error, Fault) and (fault := plugin_fault(error)):
            raise fault from error
        raise


def _package_of(file: str) -> tuple[str, set[str]] | None:
    """Return the package with an entry point to which a file belongs, and the groups; None for another file."""
    packages: dict[str, set[str]] = {}
    for group in get_args(PluginGroup):
        for plugin in plugins(group).values():
            module = sys.modules.get(plugin.module.partition(".")[0])
            source = getattr(module, "__file__", None) or ""
            is_of_package = Path(source).parent in Path(file).parents if hasattr(module, "__path__") else file == source
            if source and is_of_package and not plugin.is_own:
                packages.setdefault(plugin.package, set()).add(group)
    return next(iter(packages.items()), None)
