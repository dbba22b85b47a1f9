"""Questions of the start page of a folder without a game: what it may start from, and the files of its project.

Nothing is written into the folder here.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.studio.messages import NewRequest
from pnp.outputs import Output, write_all
from pnp.project.files import Files, game_names
from pnp.project.new_project import Name, file_starts, parse_name, project_files, project_of_file
from pnp.schemas import schema_files
from pnp.serve.messages import FaultMessage, fault_message
from pnp.serve.project_worker import ProjectWorker
from pnp.starters import STARTERS

SHOWN = 3
"""The number of the card that shows a starter."""

INPUTS = ("data", "templates", "fonts")
"""Folders in which a new project may find nothing, as all that is in them is read."""


@frozen_dataclass
class StarterMessage:
    """A starter, with a card of it as SVG."""

    name: str
    summary: str
    svg: str


@frozen_dataclass
class NewAnswer:
    """The files of a new project, and a line for each thing to know; or the faults of its file."""

    outputs: Sequence[Output] = ()
    notes: Sequence[str] = ()
    faults: Sequence[FaultMessage] = ()


def starters(worker: ProjectWorker) -> list[StarterMessage] | None:
    """Return what a project may start from; None if there is a game already."""
    return None if game_names(worker.files) else [StarterMessage(*each, _card(each[0])) for each in STARTERS.items()]


def _card(starter: str) -> str:
    """Return a card of a starter as SVG."""
    with TemporaryDirectory(prefix="pnp-") as folder:
        root = Path(folder)
        write_all(list(project_files(Name("my-game", "My Game"), starter)), root)
        game = ProjectWorker(root).project().games[0]
        deck = game.decks[0].name
        faces = ProjectWorker(root).faces(game.name, game.languages[0], deck, (SHOWN,), is_back=False, is_cut=True)
        return (faces[0].svg if faces else None) or ""


def new(worker: ProjectWorker, request: NewRequest) -> NewAnswer:
    """Return the files of a new project in this folder, of which those exist only that stay as they are."""
    root = worker.files.root
    diagnostics = Diagnostics()
    outputs: list[Output] = []
    notes: list[str] = []
    with diagnostics.catch_faults(), TemporaryDirectory(prefix="pnp-") as folder:
        for name in INPUTS:
            if (root / name).is_symlink() or ((root / name).is_dir() and any((root / name).iterdir())):
                what, fix = f"{name}/ is there already", "start pnp studio in an empty folder"
                raise Fault(Code.PROJECT_EXISTS, Place(name), what=what, fix=fix)
        try:
            named = parse_name(request.name.replace("_", "-"))
        except Mistake as mistake:
            what = f"the name {mistake.what}"
            raise Fault(Code.PROJECT_EXISTS, Place("data"), what=what, fix=mistake.fix) from None
        if request.file:
            outputs, notes = project_of_file(named, _saved(request, Path(folder)), diagnostics, request.language)
        else:
            outputs = list(project_files(named, request.start or "blank"))
        outputs += schema_files(".schemas/") if outputs else []
    if diagnostics.errors:
        return NewAnswer(faults=tuple(fault_message(each, Files(root)) for each in diagnostics))
    kept = [each.path for each in outputs if (root / each.path).exists()]
    notes += [f"{path} was there already, and stays as it was" for path in kept if not path.startswith(".schemas/")]
    return NewAnswer([each for each in outputs if each.path not in kept], notes)


def _saved(request: NewRequest, folder: Path) -> Path:
    """Save the file of a request in a folder, and return its path."""
    assert request.file is not None
    path = folder / (re.sub(r"[^\w .()-]+", "-", request.file.name).strip(" .-") or "cards.csv")
    if path.suffix.lower() not in file_starts():
        what, fix = f"{path.suffix or 'such'} files are not read", "save it as .xlsx, .ods or .csv"
        raise Fault(Code.TABLE_FORMAT, Place(path.name), what=what, fix=fix)
    try:
        path.write_bytes(base64.b64decode(request.file.content, validate=True))
    except binascii.Error:
        what, fix = "the file did not arrive whole", "drop it again"
        raise Fault(Code.TABLE_FORMAT, Place(path.name), what=what, fix=fix) from None
    return path
