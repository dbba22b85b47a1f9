"""Decks as rows of dicts or a DataFrame, and templates as dicts → a project in a folder of its own.

The folder has ordinary files, so that every fault has its place: row 7 of a deck is line 7 of its file.
"""

from __future__ import annotations

import io
import json
import math
import shutil
import weakref
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from pydantic import ValidationError

from pnp.build import BuildOptions, build
from pnp.check import CheckOptions, check
from pnp.core.diagnostics import Diagnostics, Mistake
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing
from pnp.export import ExportOptions, export
from pnp.exports.request import ExportRequest
from pnp.outputs import BuildResult, Output, write_all
from pnp.project.files import Files
from pnp.project.game import PrintHead
from pnp.workers.supervisor import supervised

GAME = "game"
"""The name of the game, of which the project has one."""


@frozen_dataclass
class CardPicture:
    """A picture that notebooks show.

    Attributes:
        name: What it shows, such as heroes/001-fox-front.
        png: The content of a PNG file.
    """

    name: str
    png: bytes

    def _repr_png_(self) -> bytes:
        return self.png

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_bytes(self.png)


@dataclass
class MadeProject:
    """A project of one game that `make` has written.

    Attributes:
        folder: Its folder, with ``data/``, ``templates/`` and ``fonts/``, for the functions of `pnp.api`.
    """

    folder: Path

    def build(self, **printing: Any) -> BuildResult:
        """Return its printable files.

        Args:
            printing: The keys of ``print:`` in game.yaml: ``paper="letter"``, ``backs="none"``, ``margin="10mm"``.

        Raises:
            Mistake: There is no such key, or it has another kind of value.
        """
        try:
            head = PrintHead.model_validate(printing)
        except ValidationError as error:
            wrong = error.errors()[0]
            cause = wrong.get("ctx", {}).get("error")
            what = cause.what if isinstance(cause, Mistake) else wrong["msg"].lower()
            fix = cause.fix if isinstance(cause, Mistake) else f"use: {', '.join(PrintHead.model_fields)}"
            raise Mistake(f"{'.'.join(map(str, wrong['loc']))}: {what}", fix) from None
        printed = Printing(**head.values, given=tuple(head.values))
        return supervised(partial(build, Files(self.folder), BuildOptions(printing=printed)))

    def check(self) -> Diagnostics:
        """Return all faults that `pnp check` finds."""
        return supervised(partial(check, Files(self.folder), CheckOptions())).diagnostics

    def to_pdf(self, path: str | Path, **printing: Any) -> None:
        """Write the cut sheets of all cards to a file.

        Args:
            path: The file.
            printing: As for `build`.

        Raises:
            Mistake: The project has errors, which the message lists, no cards, or more than one file of them.
        """
        Path(path).write_bytes(self._cards(**printing).content)

    def sheets(self, dpi: float = 72, **printing: Any) -> list[CardPicture]:
        """Return the cut sheets of all cards as pictures.

        Args:
            dpi: Dots per inch.
            printing: As for `build`.

        Raises:
            Mistake: As `to_pdf`.
        """
        import pypdfium2

        document = pypdfium2.PdfDocument(self._cards(**printing).content)
        try:
            return [
                CardPicture(f"sheet {number}", _as_png(page.render(scale=dpi / 72).to_pil()))
                for number, page in enumerate(document, 1)
            ]
        finally:
            document.close()

    def faces(self, deck: str = "", dpi: float = 150) -> list[CardPicture]:
        """Return the faces and backs of cards as pictures, in their order.

        Args:
            deck: The deck; empty for all.
            dpi: Dots per inch.

        Raises:
            Mistake: The project has errors, or no such deck.
        """
        request = ExportRequest(dpi=dpi, bleed=False, corners="round", decks=(deck,) if deck else ())
        exported = self._export(request)
        pictures = sorted((o for o in exported.outputs if o.path.endswith(".png")), key=lambda output: output.path)
        return [CardPicture(o.path.partition("/png/")[2].removesuffix(".png"), o.content) for o in pictures]

    @cached_property
    def _contact(self) -> bytes:
        request = ExportRequest(dpi=100, bleed=False, corners="round", contact=True)
        exported = self._export(request)
        return next(output.content for output in exported.outputs if output.path.endswith("contact.png"))

    def _repr_png_(self) -> bytes:
        """Return a picture of all faces of the first deck."""
        return self._contact

    def _export(self, request: ExportRequest) -> BuildResult:
        exported = supervised(partial(export, Files(self.folder), ExportOptions("png", request=request)))
        _raise(exported.diagnostics)
        return exported

    def _cards(self, **printing: Any) -> Output:
        built = self.build(**printing)
        _raise(built.diagnostics)
        sheets = [output for output in built.outputs if output.path.endswith(".pdf")]
        if not sheets:
            raise Mistake("the project prints no cards", "make a deck with rows")
        if len(sheets) > 1:
            names = ", ".join(output.path.rpartition("/")[2] for output in sheets)
            raise Mistake(f"the project prints several files: {names}", "take them from build().outputs")
        return sheets[0]


def make(
    decks: Mapping[str, Any],
    templates: Mapping[str, Any],
    *,
    title: str = "Game",
    game: Mapping[str, Any] | None = None,
    files: Mapping[str, str | bytes | Path] | None = None,
    folder: str | Path | None = None,
) -> MadeProject:
    """Make a project of Python values.

    Args:
        decks: The rows of each deck: dicts, or a DataFrame. A deck with more than rows is a mapping of its keys in
            game.yaml, with the rows as ``cards``: ``{"cards": rows, "back": "back"}``.
        templates: Each template by its name, as the mapping or the text of its YAML file. A deck has the template of
            its own name, else the first.
        title: The game's title.
        game: Further keys of game.yaml, such as ``facts`` and ``expect``.
        files: Further files by their paths in the project: content, or the path of a file to copy. Pictures lie beside
            templates: ``{"templates/art/fox.png": Path("fox.png")}``.
        folder: A new or empty folder for the project; None for one that is removed with the returned value.

    Raises:
        Mistake: A deck is no list of rows, or the folder has files.
        Fault: A file cannot be written.
    """
    if not templates:
        raise Mistake("a project needs a template", 'write templates={"card": {"elements": {…}}}')
    if folder is not None and Path(folder).exists() and any(Path(folder).iterdir()):
        raise Mistake(f"{folder} has files", "name a new folder")
    outputs: list[Output] = []
    heads: dict[str, Any] = {}
    for name, written in decks.items():
        head = dict(written) if isinstance(written, Mapping) else {"cards": written}
        lines = [f"- {_flow(row)}\n" for row in _rows(name, head.get("cards", ()))]
        outputs.append(Output(f"data/{GAME}/{name}.yaml", "".join(lines).encode(), ""))
        own = name if name in templates else next(iter(templates))
        heads[name] = {"template": own, **head, "cards": f"{name}.yaml"}
    tree = {"title": title, "players": "1..4", **(game or {}), "decks": heads}
    outputs.append(Output(f"data/{GAME}/game.yaml", _block(tree), ""))
    for name, look in templates.items():
        outputs.append(Output(f"templates/{name}.yaml", look.encode() if isinstance(look, str) else _block(look), ""))
    for path, content in (files or {}).items():
        read = content.read_bytes() if isinstance(content, Path) else content
        outputs.append(Output(path, read.encode() if isinstance(read, str) else read, ""))
    root = Path(folder or mkdtemp(prefix="pnp-"))
    root.mkdir(parents=True, exist_ok=True)
    made = MadeProject(root.resolve())
    if folder is None:
        weakref.finalize(made, shutil.rmtree, made.folder, ignore_errors=True)
    write_all(outputs, root)
    return made


def _rows(deck: str, rows: Any) -> list[dict[str, Any]]:
    """Return the rows of a deck as plain values; those that are missing are None."""
    if hasattr(rows, "to_dict"):  # a DataFrame
        rows = rows.to_dict("records")
    if isinstance(rows, str | bytes) or not isinstance(rows, Iterable):
        raise Mistake(f"the cards of {deck} must be rows, not {type(rows).__name__}", "give a list of dicts")
    found = list(rows)
    for row in found:
        if not isinstance(row, Mapping):
            raise Mistake(f"a row of {deck} must be a mapping, not {type(row).__name__}", "give dicts: {'name': 'Fox'}")
    return [{str(key): _plain(value) for key, value in row.items()} for row in found]


def _is_missing(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value)) or str(value) in ("NaT", "<NA>")


def _plain(value: Any) -> Any:
    """Return a value as YAML has it: numbers of NumPy become those of Python, dates and paths texts."""
    if _is_missing(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(inner) for inner in value]
    if isinstance(value, str | bool | int | float):
        return value
    return _plain(value.item()) if hasattr(value, "item") else str(value)


def _flow(row: Mapping[str, Any]) -> str:
    """Return a row as one line of YAML, so that its number is that of its line."""
    return json.dumps(row, ensure_ascii=False)


def _block(tree: Mapping[str, Any]) -> bytes:
    return json.dumps(_plain(tree), ensure_ascii=False, indent=2).encode()  # JSON is YAML


def _as_png(image: Any) -> bytes:
    content = io.BytesIO()
    image.save(content, "PNG")
    return content.getvalue()


def _raise(diagnostics: Diagnostics) -> None:
    """Raise a Mistake that lists all errors; warnings are in `MadeProject.check`."""
    errors: Sequence[Any] = [found for found in diagnostics if found.severity == "error"]
    if errors:
        lines = ["; ".join(filter(None, (f"{found.place}: {found.message}", found.fix))) for found in errors]
        raise Mistake("\n".join(lines), "correct the rows or templates")
