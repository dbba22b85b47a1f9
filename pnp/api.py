"""The Python interface of pnp: load, build, check, export, release and simulate the games of a project.

Every function takes the folder of a project and returns a value; nothing is written until `write` or `edit` is called.
The work runs in its own process, which is ended if it exceeds its `Limits`. Mistakes in a project do not raise
exceptions: they are in the ``diagnostics`` of the value. `pnp build`, `check`, `export` and `release` call these
functions.

Exceptions:
    Fault: The work exceeded its limits, its process died, or files cannot be written. ``fault.diagnostic`` has the
        code, the place, what is wrong and the fix.
    Mistake: An argument cannot be right, such as a paper that does not exist; a ValueError.

The names in ``__all__`` are stable: they change only with a new minor version, and CHANGELOG.md says how to follow.
All other names of pnp may change at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from importlib import import_module
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.core.diagnostics import Diagnostic, Diagnostics, Fault, Mistake, Place
from pnp.core.plugins import load_plugin
from pnp.project.files import Files
from pnp.workers.limits import USUAL, Limits
from pnp.workers.pool import Progress

if TYPE_CHECKING:
    from pnp.build import BuildOptions
    from pnp.build_context import BuildContext
    from pnp.check import CheckOptions, CheckResult
    from pnp.checks import Check, Stage, StageRequest
    from pnp.checks.subject import EditionSubject, GameSubject
    from pnp.core.codes import AddedCode, Code
    from pnp.core.frame import Box, Frame, Group, Item, Path, Stroke
    from pnp.core.outline import ellipse, rectangle
    from pnp.core.plugins import CommandEntry
    from pnp.core.printing import Printing
    from pnp.editing.edits import (
        Edit,
        InsertItem,
        InsertRow,
        MoveEntry,
        PutFile,
        RemoveRow,
        RemoveValue,
        RenameKey,
        SetCells,
        SetLines,
        SetTranslation,
        SetValue,
    )
    from pnp.export import ExportOptions
    from pnp.exports.request import Export, ExportRequest, Undrawn
    from pnp.extensions.from_python.project import CardPicture, MadeProject, make
    from pnp.extensions.importing import Importer
    from pnp.extensions.importing.found_deck import DeckDrawing, DrawnTemplate, FoundDeck
    from pnp.extensions.importing.tables import format_csv
    from pnp.layout.cards.drawing_context import DrawingContext
    from pnp.outputs import BuildResult, Output
    from pnp.play.api import BotKind, BotSeat, Report, SimulationResult, simulate
    from pnp.products import Product
    from pnp.project.delimited import parse_csv, table_line
    from pnp.project.elements import Element, ElementKind
    from pnp.project.files import TableFormat, decode_text
    from pnp.project.game import Game
    from pnp.project.table import TableLine, read_table
    from pnp.project.template import Node
    from pnp.project.tree import Map, Seq
    from pnp.release import ReleaseOptions
    from pnp.render.press import Renderer
    from pnp.selection import Selection, SelectionRequest
    from pnp.serve.access import AddedPages, PageRoute
    from pnp.starters import FileStart
    from pnp.text.own_words import own_words


_ValueT = TypeVar("_ValueT")
_DEFINED_IN = {
    "pnp.build": "BuildOptions",
    "pnp.build_context": "BuildContext",
    "pnp.check": "CheckOptions CheckResult",
    "pnp.checks": "Check Stage StageRequest",
    "pnp.checks.subject": "EditionSubject GameSubject",
    "pnp.core.codes": "AddedCode Code",
    "pnp.core.frame": "Box Frame Group Item Path Stroke",
    "pnp.core.outline": "ellipse rectangle",
    "pnp.core.plugins": "CommandEntry",
    "pnp.core.printing": "Printing",
    "pnp.editing.edits": (
        "Edit InsertItem InsertRow MoveEntry PutFile RemoveRow RemoveValue RenameKey SetCells SetLines SetTranslation "
        "SetValue"
    ),
    "pnp.export": "ExportOptions",
    "pnp.exports.request": "Export ExportRequest Undrawn",
    "pnp.layout.cards.drawing_context": "DrawingContext",
    "pnp.outputs": "BuildResult Output",
    "pnp.products": "Product",
    "pnp.project.delimited": "parse_csv table_line",
    "pnp.project.elements": "Element ElementKind",
    "pnp.project.files": "TableFormat decode_text",
    "pnp.project.game": "Game",
    "pnp.project.table": "TableLine read_table",
    "pnp.project.template": "Node",
    "pnp.project.tree": "Map Seq",
    "pnp.release": "ReleaseOptions",
    "pnp.render.press": "Renderer",
    "pnp.selection": "Selection SelectionRequest",
    "pnp.serve.access": "AddedPages PageRoute",
    "pnp.starters": "FileStart",
    "pnp.text.own_words": "own_words",
}
"""Modules → their names of `__all__`, which are imported when they are first used."""

__all__ = [
    "AddedCode",
    "AddedPages",
    "BotKind",
    "BotSeat",
    "Box",
    "BuildContext",
    "BuildOptions",
    "BuildResult",
    "CardPicture",
    "Check",
    "CheckOptions",
    "CheckResult",
    "Code",
    "CommandEntry",
    "DeckDrawing",
    "Diagnostic",
    "Diagnostics",
    "DrawingContext",
    "DrawnTemplate",
    "Edit",
    "EditionSubject",
    "Element",
    "ElementKind",
    "Export",
    "ExportOptions",
    "ExportRequest",
    "Fault",
    "FileStart",
    "Files",
    "FoundDeck",
    "Frame",
    "Game",
    "GameSubject",
    "Group",
    "Importer",
    "InsertItem",
    "InsertRow",
    "Item",
    "Limits",
    "LoadedProject",
    "MadeProject",
    "Map",
    "Mistake",
    "MoveEntry",
    "Node",
    "Output",
    "PageRoute",
    "Path",
    "Place",
    "Printing",
    "Product",
    "PutFile",
    "ReleaseOptions",
    "RemoveRow",
    "RemoveValue",
    "RenameKey",
    "Renderer",
    "Report",
    "Selection",
    "SelectionRequest",
    "Seq",
    "SetCells",
    "SetLines",
    "SetTranslation",
    "SetValue",
    "SimulationResult",
    "Stage",
    "StageRequest",
    "Stroke",
    "TableFormat",
    "TableLine",
    "Undrawn",
    "build",
    "check",
    "decode_text",
    "edit",
    "ellipse",
    "export",
    "format_csv",
    "load",
    "make",
    "own_words",
    "parse_csv",
    "read_table",
    "rectangle",
    "release",
    "simulate",
    "table_line",
    "write",
]


def __getattr__(name: str) -> Any:
    """Import a name from another module, or from a wing, when it is first used."""
    for module, names in _DEFINED_IN.items():
        if name in names.split():
            return getattr(import_module(module), name)
    if name in __all__ and (added := load_plugin("pnp.api", name)):
        return added
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@dataclass
class LoadedProject:
    """The games of a project.

    Attributes:
        games: The games that can be read, each in its source language.
        diagnostics: The faults of the other games and of all files.
    """

    games: list[Game] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def load(project: str | FilePath, games: Sequence[str] = (), *, limits: Limits = USUAL) -> LoadedProject:
    """Read games: their decks, facts, texts and templates.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        games: Names of games; empty for all.
        limits: How much time and memory the work may take.
    """
    return _in_process(partial(_load, _files_of(project), tuple(games)), limits, None)


def build(
    project: str | FilePath | Files,
    options: BuildOptions | None = None,
    *,
    limits: Limits = USUAL,
    progress: Progress | None = None,
) -> BuildResult:
    """Make the printable files: cut sheets and rule booklets. No code of the project runs.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        options: What to build, and how; None for all games in all languages on A4.
        limits: How much time and memory the work may take.
        progress: Called to report progress.
    """
    from pnp.build import BuildOptions, build

    return _in_process(partial(build, _files_of(project), options or BuildOptions()), limits, progress)


def check(
    project: str | FilePath | Files,
    options: CheckOptions | None = None,
    *,
    limits: Limits = USUAL,
    progress: Progress | None = None,
) -> CheckResult:
    """Check everything: decks, templates, texts, translations, print, rules, examples and claims.

    The project's code (``rules.py`` and others) only runs if ``options.jobs`` is not 0, and then in separate processes.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        options: What to check, and how; None for everything, without running code.
        limits: How much time and memory the work may take.
        progress: Called to report progress.
    """
    from pnp.check import CheckOptions, check

    checked = replace(options or CheckOptions(), limits=limits)  # games have the same limits as the rest
    return _in_process(partial(check, _files_of(project), checked), limits, progress)


def export(
    project: str | FilePath | Files, options: ExportOptions, *, limits: Limits = USUAL, progress: Progress | None = None
) -> BuildResult:
    """Make files for uses other than the home printer: pictures, virtual tables, print shops.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        options: What to export, and how: ``ExportOptions("png")``.
        limits: How much time and memory the work may take.
        progress: Called to report progress.
    """
    from pnp.export import export

    return _in_process(partial(export, _files_of(project), options), limits, progress)


def release(
    project: str | FilePath | Files,
    options: ReleaseOptions | None = None,
    *,
    limits: Limits = USUAL,
    progress: Progress | None = None,
) -> BuildResult:
    """Make a ZIP for each game and language: everything to print on A4 and Letter, and a README.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``.
        options: What to release, and how; None for all games in all languages.
        limits: How much time and memory the work may take.
        progress: Called to report progress.
    """
    from pnp.release import ReleaseOptions, release

    return _in_process(partial(release, _files_of(project), options or ReleaseOptions()), limits, progress)


def write(outputs: Sequence[Output], folder: str | FilePath) -> list[FilePath]:
    """Write files into a folder: all of them, or none.

    Returns:
        The paths of the files.

    Raises:
        Fault: ``output-unwritable``: a file or folder cannot be written, or a link leads elsewhere.
    """
    from pnp.outputs import write_all

    write_all(outputs, FilePath(folder))
    return [FilePath(folder) / output.path for output in outputs]


def edit(project: str | FilePath | Files, edits: Sequence[Edit], name: str = "edit") -> list[FilePath]:
    """Change values in a project's files by the smallest changes of text, all of them or none.

    `pnp studio` can undo it as one step.

    Args:
        project: The folder with ``data/``, ``templates/`` and ``fonts/``; or, for edits at lines and indexes, the
            `Files` in which they were read: a file that was changed elsewhere since is not written.
        edits: The values, each with its file and its new text: ``SetValue("data/g/game.yaml", ("title",), "New")``.
        name: The name of the step.

    Returns:
        The paths of the changed files.

    Raises:
        Fault: An edit cannot be made, it would give a game a new error, or a file cannot be written.
    """
    from pnp.editing.edits import make_changes, new_faults
    from pnp.editing.history import EditHistory
    from pnp.project.files import game_names

    files = _files_of(project)
    changes = make_changes(files, edits)
    for diagnostic in new_faults(files, changes, game_names(files)):
        raise Fault(diagnostic.code, diagnostic.place, what=diagnostic.message, why=diagnostic.why, fix=diagnostic.fix)
    EditHistory(files.root).make(name, changes)
    for change in changes:
        files.put(change.path, change.after or b"")
    return [files.root / change.path for change in changes]


def _files_of(project: str | FilePath | Files) -> Files:
    return project if isinstance(project, Files) else Files(FilePath(project))


def _in_process(work: Callable[[Progress], _ValueT], limits: Limits, progress: Progress | None) -> _ValueT:
    """Do some work in its own process under limits; return its result."""
    from pnp.workers.supervisor import supervised

    return supervised(work, limits, progress)


def _load(files: Files, names: tuple[str, ...], _step: Progress) -> LoadedProject:
    from pnp.source_game import read_source_games

    loaded = LoadedProject()
    loaded.games = [source.game for source in read_source_games(files, names, loaded.diagnostics)]
    return loaded
