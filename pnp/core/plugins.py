"""The entry points of pnp → what its wings and installed packages add: exports, checks, importers, commands.

A wing is a folder that the rest of pnp does not import: ``pnp/play``, and those in ``pnp/extensions``. A wing lists
what it adds in its entry_points.txt; for a package, pip writes a file of that name. An entry gives the word that users
write and an object of a class of `pnp.api`. The object is imported only when the word is used, in each process that
needs it. pnp's own names cannot be replaced.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import CodeType
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

OWN_GROUPS = frozenset({"pnp.analyses", "pnp.api"})
"""Groups by which wings of pnp meet: an object of a package in them is not used."""

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
        if of_group == group and (plugin.is_own or group not in OWN_GROUPS):
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


def added_by_packages() -> dict[str, list[tuple[str, Plugin]]]:
    """Return the entry points of each installed package, with their groups, which pnp may not know."""
    added: dict[str, list[tuple[str, Plugin]]] = {}
    for group, plugin in _listed():
        if not plugin.is_own:
            added.setdefault(plugin.package, []).append((group, plugin))
    return added


@cache
def named_object(reference: str) -> Any:
    """Return the object named by "module:name", or a module."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name) if name else import_module(module)


@cache
def load_plugin(group: PluginGroup, name: str) -> Any:
    """Return the object that an entry point names; None if no wing or package has an entry point of that name.

    Args:
        group: The group of entry points.
        name: The word that users write.

    Raises:
        Fault: ``plugin-faulty``: it is that of a package, and cannot be imported, or is not what `CONTRACTS` says.
    """
    plugin = plugins(group).get(name)
    if plugin is None:
        return None
    if plugin.is_own:
        return named_object(plugin.value)
    from pnp.core.contracts import CONTRACTS

    with _faults_of(plugin, None):
        value = named_object(plugin.value)
        why = CONTRACTS[group].why_not(value, name)
    if why:
        raise _fault(plugin, f"{name} of the package {plugin.package} {why}", None)
    return value


def call_plugin(
    group: PluginGroup, name: str, part: str, function: str | Callable[..., Any], *arguments: Any, **options: Any
) -> Any:
    """Call a function of an entry point's object, and return what it returns.

    For a package, that is what `CONTRACTS` says, and a list if the function yields it.

    Args:
        group: The group of entry points.
        name: The name of the entry point.
        part: What the function does, as `CONTRACTS` names it.
        function: The function, or "module:function".
        arguments: Its arguments.
        options: Its arguments by name.

    Raises:
        Fault: ``plugin-faulty``: the function of a package has raised an exception, or returned something else. A Fault
            that it raises is passed on.
    """
    plugin = plugins(group).get(name)
    if plugin is None or plugin.is_own:
        return (named_object(function) if isinstance(function, str) else function)(*arguments, **options)
    with _faults_of(plugin, function):
        called = named_object(function) if isinstance(function, str) else function
    with _faults_of(plugin, called):
        value = called(*arguments, **options)
        value = list(value) if isinstance(value, Iterator) and part != "run" else value
    _check_returned(group, plugin, part, called, value, arguments)
    return value


async def call_plugin_async(
    group: PluginGroup, name: str, part: str, function: Callable[..., Awaitable[Any]], *arguments: Any
) -> Any:
    """Call an asynchronous function, as `call_plugin` does others."""
    plugin = plugins(group)[name]
    with _faults_of(plugin, function):
        value = await function(*arguments)
    _check_returned(group, plugin, part, function, value, arguments)
    return value


def _check_returned(
    group: PluginGroup, plugin: Plugin, part: str, function: Any, value: Any, arguments: tuple[Any, ...]
) -> None:
    """Raise a Fault if a function of a package has returned something else than `CONTRACTS` says."""
    from pnp.core.contracts import CONTRACTS

    why_not = CONTRACTS[group].calls.get(part)
    with _faults_of(plugin, function):
        why = why_not(value, *arguments) if why_not else ""
    if why:
        code = _code_of(function)
        named = code.co_name if code and code.co_name != "<lambda>" else plugin.name
        raise _fault(plugin, f"{named} of the package {plugin.package} {why}", function)


@contextmanager
def _faults_of(plugin: Plugin, function: object) -> Iterator[None]:
    """Raise a Fault in place of an exception in a package's code.

    It names the line of the code; that of the function if the call itself has failed; or that of the import.
    """
    try:
        yield
    except (Fault, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        if fault := plugin_fault(error):
            raise fault from error
        has_function = function is not None and not isinstance(function, str)
        what = f"{plugin.name} of the package {plugin.package} {'has failed' if has_function else 'cannot be imported'}"
        place = None if has_function else _line_of_import(error)
        raise _fault(plugin, f"{what}: {_told(error)}", function, place) from error


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _line_of_import(error: BaseException) -> Place | None:
    """Return the line of a module at which its import has failed."""
    if isinstance(error, SyntaxError) and error.filename:
        return Place(error.filename, error.lineno or 1)
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.line and _PNP not in Path(frame.filename).parents and "importlib" not in frame.filename:
            return Place(frame.filename, frame.lineno or 1)
    return None


def _fault(plugin: Plugin, what: str, function: object, place: Place | None = None) -> Fault:
    fix = f"update {plugin.package}, or remove it: pip uninstall {plugin.package}"
    return Fault(Code.PLUGIN_FAULTY, place or _place(plugin, function), what=what, fix=fix)


def _code_of(function: Any) -> CodeType | None:
    """Return the code of a package's function, without what decorates it; None for anything else."""
    while inner := getattr(function, "__wrapped__", None) or getattr(function, "func", None):
        function = inner
    code = getattr(function, "__code__", None)
    return code if code is not None and _package_of(code.co_filename) else None


def _place(plugin: Plugin, function: object) -> Place:
    """Return the line of a package's function; for anything else, the line that defines the entry point's object."""
    if code := _code_of(function):
        return Place(code.co_filename, code.co_firstlineno)
    file = getattr(sys.modules.get(plugin.module), "__file__", None)
    if not file:
        return Place(plugin.value)
    definition = re.compile(rf"(?:(?:async )?def |class )?{re.escape(plugin.value.partition(':')[2])}\b")
    lines = Path(file).read_text(encoding="utf-8", errors="replace").split("\n")
    return Place(file, next((number for number, line in enumerate(lines, 1) if definition.match(line)), 0))


def package_files() -> list[str]:
    """Return the files of installed packages that extend pnp, sorted; their code is part of a build."""
    files: set[str] = set()
    for module in {plugin.module.partition(".")[0] for _, plugin in _listed() if not plugin.is_own}:
        with suppress(ImportError, ValueError):
            spec = find_spec(module)
            for folder in (spec and spec.submodule_search_locations) or ():
                inside = (path for path in Path(folder).rglob("*") if "__pycache__" not in path.parts)
                files |= {str(path) for path in inside if path.is_file()}
            if spec and spec.origin:
                files.add(spec.origin)
    return sorted(files)


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


def read_data(file: Path) -> str:
    """Return the text of a file in one of the data folders.

    Raises:
        Fault: ``plugin-faulty``: it is not UTF-8.
        OSError: It cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        what, fix = f"byte {error.object[error.start]:#04x} of a package's file is not UTF-8", "update the package"
        raise Fault(Code.PLUGIN_FAULTY, Place(str(file), line), what=what, fix=fix) from error


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
            what = f"the package {package} has failed: {_told(error)}".removesuffix(": ")
            why = f"raised in {frame.name}: {frame.line}"
            fix = f"update {package}, or remove it: pip uninstall {package}"
            return Fault(Code.PLUGIN_FAULTY, Place(frame.filename, frame.lineno or 1), what=what, why=why, fix=fix)
    return None


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
