"""A project's folder → the text and bytes of its files, each read once.

Paths start at the project's folder, have forward slashes, and cannot leave the folder, not even through a symbolic
link. Nothing is written here. This module also finds the games of a project, which are the folders below data/.
"""

from __future__ import annotations

import codecs
import json
import os
import re
import unicodedata
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, did_you_mean, nearest, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.patterns import lazy_pattern
from pnp.core.plugins import call_plugin, load_plugin, plugins
from pnp.project.delimited import parse_csv
from pnp.project.tree import Seq, parse_yaml
from pnp.workers.activity import activity

LARGEST = 64 * 2**20
"""Largest size of a project file, in bytes; far above any picture for a card at 1200 dpi."""

DELIMITED = (".csv", ".tsv", ".txt")
"""Endings of tables with commas, semicolons or tabs between cells."""

OWN_TABLES = (*DELIMITED, ".json")
"""Endings of the tables that are read here."""

NOT_READ = (".numbers", ".gsheet", ".fods", ".xlsb")
"""Endings of other kinds of tables, which cannot be read."""

ORIGIN = ".origin.txt"
"""The ending of a file that says where a table came from: crew.csv.origin.txt for crew.csv."""


@frozen_dataclass
class TableFormat:
    """A format of tables that a wing or a package reads. The name of its entry point is the ending of these files.

    Attributes:
        function: Module and function, such as "module:function". It is given the content of a file, its path, the
            requested sheet or "", the place that names the file, a collector of diagnostics, and the number of the line
            that names the columns, or 0 to search for it. It returns rows, as `parse_csv` does, or raises a Fault.
    """

    function: str


@cache
def added_tables() -> tuple[str, ...]:
    """Return the endings of the tables that wings and packages read, which may have sheets."""
    endings = (f".{name}" for name in plugins("pnp.tables"))
    return tuple(ending for ending in endings if ending not in (*OWN_TABLES, ".yaml", ".yml"))


def table_endings() -> tuple[str, ...]:
    """Return the endings of all tables from which a deck can take its cards."""
    return (*added_tables(), *OWN_TABLES)


@cache
def _sheet_pattern() -> re.Pattern[str]:
    return re.compile(rf"(.+(?:{'|'.join(map(re.escape, table_endings()))}))#(.*)", re.IGNORECASE)


_PAIR = lazy_pattern(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}")
"""A surrogate pair: the two escapes by which JSON writes a character above U+FFFF."""


_MEDIA = tuple(
    ".png .jpg .jpeg .gif .webp .bmp .tif .tiff .avif .svg .svgz .ttf .otf .ttc .woff .woff2 .pdf".split()  # noqa: SIM905
)
"""Endings of files that are never web pages."""


def _mistaken(content: bytes, path: str) -> tuple[str, str] | None:
    """Return what a file is if it only stands for the real one, and the fix; None if it is what its name says."""
    start = content[:300].removeprefix(codecs.BOM_UTF8).lstrip().lower()
    if start.startswith(b"version https://git-lfs.github.com/"):
        what = f"{path} is only a pointer: Git LFS has not fetched the file itself"
        return what, "run git lfs install and git lfs pull; of a ZIP from a forge, clone the repository instead"
    if b"/annex/objects/" in start and len(content) < 1000:
        return f"{path} is only a pointer: git-annex has not fetched the file itself", f"run git annex get '{path}'"
    if start.startswith((b"<!doctype html", b"<html")) and path.lower().endswith((*table_endings(), *_MEDIA)):
        fix = "download it again; the page may ask you to log in, or have a link to the file"
        return f"{path} is a web page, saved under this name", fix
    return None


class Files:
    """The files below one folder.

    Attributes:
        root: The project's folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._bytes: dict[str, bytes] = {}
        self._texts: dict[str, str] = {}
        self._outside: list[str] = []

    def unread(self, folder: str, endings: Container[str]) -> list[str]:
        """Return the files below a folder with certain endings that were not read, sorted, without hidden files."""
        paths = (path.relative_to(self.root) for path in (self.root / folder).rglob("*") if path.suffix in endings)
        visible = (path for path in paths if not any(part.startswith(".") for part in path.parts))
        return sorted(path.as_posix() for path in visible if path.as_posix() not in self._bytes)

    def paths_read(self) -> tuple[str, ...]:
        """The paths of all files that have been read, and of files outside the project that were noted."""
        return (*self._bytes, *self._outside)

    def note_outside(self, path: Path) -> None:
        """Note that a file outside the project was used, such as an installed font.

        Digests of the project do not cover it.
        """
        self._outside.append(path.as_posix())

    def texts(self) -> Mapping[str, str]:
        """The files that have been read as text, by path."""
        return self._texts

    def exists(self, path: str) -> bool:
        """Whether a path leads to anything. Reading it reports whatever is not a readable file."""
        try:
            (self.root / self.on_disk(path)).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return False
        except (OSError, ValueError):
            pass
        return True

    def read(self, path: str, reference: Place) -> bytes:
        """Return the bytes of a file.

        Args:
            path: From the project's folder.
            reference: The place that names the file, for the fault if it cannot be read.

        Raises:
            Fault: ``file-outside``, ``file-missing``, ``file-large`` or ``file-unreadable``.
        """
        path = self.on_disk(path)
        if path not in self._bytes:
            content = self._read(path, reference)
            if mistaken := _mistaken(content, path):
                what, fix = mistaken
                raise Fault(Code.FILE_UNREADABLE, reference, what=what, fix=fix)
            self._bytes[path] = content
        return self._bytes[path]

    def put(self, path: str, content: bytes) -> None:
        """Take note of the new content of a file, which was just written."""
        self._bytes[path] = content
        self._texts.pop(path, None)

    def on_disk(self, path: str) -> str:
        """Return a path as the file system spells it: é may be one or two characters there, as in files from a Mac."""
        if path.isascii() or "\0" in path or (self.root / path).exists():
            return path
        alike = self._alike(PurePosixPath(path), lambda name: unicodedata.normalize("NFC", name))
        return next((other.as_posix() for other in alike), path)

    def _read(self, path: str, reference: Place) -> bytes:
        pure = PurePosixPath(path)
        full = self.root / pure
        if pure.is_absolute() or "\\" in path or "\0" in path or not self._is_inside(full, reference):
            why = "a project reads only what lies in its own folder"
            raise Fault(
                Code.FILE_OUTSIDE, reference, what=f"{path} leads out of the project", why=why, fix="copy it in"
            )
        try:
            if not full.is_file():
                raise self._no_file(pure, reference)
            if full.stat().st_size > LARGEST:
                what = f"{path} is larger than {LARGEST // 2**20} MiB"
                raise Fault(Code.FILE_LARGE, reference, what=what, fix="make it smaller")
            return full.read_bytes()
        except OSError as error:
            what = f"{path} cannot be read: {error.strerror or error}"
            fix = "change its permissions so that you can read it, or replace it"
            raise Fault(Code.FILE_UNREADABLE, reference, what=what, fix=fix) from error

    def _is_inside(self, full: Path, reference: Place) -> bool:
        """Whether a path stays inside the project when links are followed."""
        try:
            return full.resolve().is_relative_to(self.root)
        except (OSError, RuntimeError) as error:
            what = f"{full.relative_to(self.root).as_posix()} is a link that leads back to itself"
            raise Fault(Code.FILE_UNREADABLE, reference, what=what, fix="put a file in its place") from error

    def _no_file(self, pure: PurePosixPath, reference: Place) -> Fault:
        """Return the fault of a path that leads to nothing, or to something that is not a file."""
        full = self.root / pure
        if full.is_symlink():
            kind = "a link that leads nowhere"
        elif full.is_dir():
            kind = "a folder"
        elif full.exists():
            kind = "no ordinary file: a pipe, a socket or a device"
        else:
            return Fault(Code.FILE_MISSING, reference, what=f"no file {pure}", fix=self._closest(pure))
        return Fault(Code.FILE_UNREADABLE, reference, what=f"{pure} is {kind}", fix="put a file in its place")

    def _closest(self, pure: PurePosixPath) -> str:
        for own in self._alike(pure, str.casefold):
            return f"correct the capitals: {own}"
        folder = self.root / pure.parent
        names = [entry.name for entry in folder.iterdir()] if folder.is_dir() else []
        names.sort(key=lambda name: PurePosixPath(name).suffix == pure.suffix)  # of two with one stem the last counts
        by_stem = {PurePosixPath(name).stem: name for name in names}
        close = nearest(pure.stem, by_stem)  # endings would make any two names alike
        other = (pure.parent / by_stem[close]).as_posix() if close else ""
        return did_you_mean(pure.as_posix(), other) if other else "create it, or correct the path"

    def _alike(self, pure: PurePosixPath, form: Callable[[str], str]) -> Iterator[PurePosixPath]:
        """Yield the files whose paths equal the given one when each part is converted by ``form``."""
        paths = [PurePosixPath()]
        for part in pure.parts:
            folders = [path for path in paths if (self.root / path).is_dir()]
            names = ((path, entry.name) for path in folders for entry in sorted((self.root / path).iterdir()))
            paths = [path / name for path, name in names if form(name) == form(part)]
        yield from (path for path in paths if (self.root / path).is_file())

    def text(self, path: str, reference: Place | None = None) -> str:
        """Return the text of a UTF-8 file, with newlines as line ends.

        Raises:
            Fault: As ``read``, or ``file-encoding``.
        """
        if path not in self._texts:
            with activity(path, Place(path)):
                content = self.read(path, reference or Place(path))
            is_table = path.lower().endswith(DELIMITED)
            fix = "save it as CSV UTF-8 in your spreadsheet, or turn it into UTF-8 with pnp import sheet"
            self._texts[path] = decode_text(content, path, fix=fix if is_table else "save the file as UTF-8")
        return self._texts[path]

    def code(self, path: str) -> str:
        """Return the text of a Python file, without running it.

        Raises:
            Fault: As ``text``, or ``nesting-limit`` for code that is nested too deeply to be analysed.
        """
        text = self.text(path)
        if line := _deep_line(text):
            what, fix = f"code is nested more than {DEEPEST_CODE} levels deep", "write it in several statements"
            raise Fault(Code.NESTING_LIMIT, Place(path, line, 1), what=what, fix=fix)
        return text

    def yaml(self, path: str, reference: Place | None = None) -> Any:
        """Return the value of a YAML file."""
        text = self.text(path, reference)
        with activity(path, Place(path)):
            return parse_yaml(text, path)

    def rows(self, path: str, reference: Place, diagnostics: Diagnostics, header: int = 0) -> Any:
        """Return the records of a deck file, read by its ending: YAML, JSON or a table; None for a table with faults.

        Args:
            path: From the project's folder; a workbook's sheet may follow after a #.
            reference: The place that names the file.
            diagnostics: Receives the faults of a table; those of cells are stored with their rows.
            header: The number of the line that names a table's columns; 0 to search for it.

        Raises:
            Fault: As ``text`` and ``yaml``, or the fault of a table that cannot be read at all.
        """
        match = _sheet_pattern().fullmatch(path)
        file, sheet = match.groups() if match else (path, "")
        ending = PurePosixPath(file).suffix.lower()
        if ending in added_tables():
            content = self.read(file, reference)
            added: TableFormat = load_plugin("pnp.tables", ending[1:])
            arguments = (content, file, sheet, reference, diagnostics, header)
            with activity(path, Place(file)):
                return call_plugin("pnp.tables", ending[1:], "read", added.function, *arguments)
        if ending in NOT_READ:
            what, fix = f"{ending} files are not read", "save it as .xlsx, .ods or .csv"
            raise Fault(Code.TABLE_FORMAT, reference, what=what, fix=fix)
        if sheet:
            what, fix = f"{file} has no sheets", f"write {file.rsplit('/', 1)[-1]} alone"
            raise Fault(Code.TABLE_SHEET, reference, what=what, fix=fix)
        if ending in DELIMITED:
            text = self.text(path, reference)
            with activity(path, Place(path)):
                return parse_csv(text, path, diagnostics, header)
        if ending == ".json":
            return self.json(path, reference)
        records = self.yaml(path, reference)
        _report_lost_numbers(self.text(path), path, diagnostics)
        return Seq(path, (1, 1)) if records is None else records

    def json(self, path: str, reference: Place | None = None) -> Any:
        """Return the value of a JSON file. It is read as YAML, which knows places; a tab counts as one space."""
        text = _PAIR.sub(lambda pair: json.loads(f'"{pair[0]}"'), self.text(path, reference))
        with activity(path, Place(path)):
            return parse_yaml(text.replace("\t", " "), path)

    def line(self, path: str, number: int) -> str | None:
        """Return one line of a text file, counted from 1, for a diagnostic; None if there is none."""
        try:
            lines = self.text(path).split("\n")
        except Fault:
            return None
        return lines[number - 1] if 0 < number <= len(lines) else None

    def folders(self, path: str) -> list[str]:
        """Return the names of the folders inside a folder, sorted."""
        return self._names(path, os.DirEntry.is_dir)

    def names(self, path: str) -> list[str]:
        """Return the names of the files inside a folder, sorted."""
        return self._names(path, os.DirEntry.is_file)

    def _names(self, path: str, is_wanted: Callable[[os.DirEntry[str]], bool]) -> list[str]:
        names = []
        try:
            with os.scandir(self.root / path) as entries:
                for entry in entries:
                    with suppress(OSError):  # a link that leads round in a circle
                        if not entry.name.startswith(".") and is_wanted(entry):
                            names.append(entry.name)
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            what = f"{path} cannot be read: {error.strerror or error}"
            raise Fault(
                Code.FILE_UNREADABLE,
                Place(path),
                what=what,
                fix="change the permissions of the folder so that you can read it",
            ) from error
        return sorted(names)


_LOST = lazy_pattern(
    r"^[ \t]*(?:-[ \t]+)?[^\s#:\"'][^#:\"']*:[ \t]+[^\s#\"'\[{|>&*][^#\n]*?(\s(#\S[^\n]*))$", re.MULTILINE
)
"""A value followed by what YAML takes for a comment, though no space follows its #: ``name: Room #1``."""


def _report_lost_numbers(text: str, path: str, diagnostics: Diagnostics) -> None:
    """Report the first value in a deck's YAML file of which a part was probably read as a comment by mistake."""
    if match := _LOST.search(text):
        line, column = text.count("\n", 0, match.start(2)) + 1, match.start(2) - text.rfind("\n", 0, match.start(2))
        count = sum(1 for _ in _LOST.finditer(text))
        more = f", and {count - 1} more below" if count > 1 else ""
        what = f"{match[2]} is not read, as # begins a comment{more}"
        fix = "put quotes around the value; or write a space after #, if it is a comment"
        diagnostics.report(Code.YAML_COMMENT, Place(path, line, column), what=what, fix=fix)


DEEPEST_CODE = 150
"""A syntax tree may have at most this many levels, since code that follows it needs up to four calls for each."""


def _deep_line(code: str) -> int:
    """Return the line at which code is nested too deeply; 0 if it is not, or if it is not Python."""
    import ast

    try:
        level: list[ast.AST] = [ast.parse(code)]
    except (RecursionError, MemoryError):
        lines = code.split("\n")
        return lines.index(max(lines, key=len)) + 1
    except (SyntaxError, ValueError):
        return 0
    for _ in range(DEEPEST_CODE):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return max((getattr(node, "lineno", 1) for node in level), default=0)


def table_file(path: str) -> str:
    """Return the file of a table: the path without the sheet that may follow after a #."""
    match = _sheet_pattern().fullmatch(path)
    return match[1] if match else path


def parse_encoding(name: str) -> str:
    """Return the name of an encoding of texts, such as cp1252.

    Raises:
        Mistake: No encoding has this name.
    """
    try:
        if name and isinstance("".encode(name), bytes):
            return codecs.lookup(name).name
    except (LookupError, TypeError, UnicodeError, ValueError):
        raise Mistake(f"no encoding {name}", "write cp1252, cp1250, mac-roman, …") from None
    return ""


def decode_text(content: bytes, file: str, encoding: str = "", fix: str = "") -> str:
    """Return the text of a file, with newlines as line ends.

    Args:
        content: Its bytes.
        file: Its name, for the fault.
        encoding: Its encoding; "" for UTF-8.
        fix: What to do if it has another one; "" for what always helps.

    Raises:
        Fault: ``file-encoding``, at the first wrong byte.
    """
    try:
        text = content.decode(encoding or "utf-8-sig")
    except UnicodeError as error:
        start = error.start if isinstance(error, UnicodeDecodeError) else 0
        place = Place(file, content.count(b"\n", 0, start) + 1, start - content.rfind(b"\n", 0, start))
        what = f"byte {content[start]:#04x} is not {encoding or 'UTF-8'}"
        if not encoding and file.lower().endswith(DELIMITED):
            what += _excel_meaning(content, start)
        fix = fix or ("name another encoding" if encoding else "save the file as UTF-8")
        raise Fault(Code.FILE_ENCODING, place, what=what, fix=fix) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _excel_meaning(content: bytes, at: int) -> str:
    """Return what a byte stands for in a table saved by Excel, to be appended to the fault; "" if it is not clear."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return ": it is UTF-16, which Excel calls Unicode text"
    letter = content[at : at + 1].decode("cp1252", "ignore")
    return f": “{letter}” in what Excel for Western Europe writes" if letter else ""


def game_names(files: Files) -> list[str]:
    """Return the games of a project, sorted: the folders of data/ with a game.yaml."""
    return [name for name in files.folders("data") if files.exists(f"data/{name}/game.yaml")]


def find_games(files: Files, requested: Sequence[str], diagnostics: Diagnostics) -> Sequence[str]:
    """Return the requested games, each once, or all games; none, with a report, if a game is missing."""
    games = game_names(files)
    if not games:
        why, fix = (
            f"{files.root.name} has no data/<game>/game.yaml",
            "run pnp in a project's folder, or make one: pnp new NAME",
        )
        diagnostics.report(Code.GAME_NONE, Place("data"), what="no game here", why=why, fix=fix)
        return ()
    unknown = [name for name in requested if name not in games]
    for name in unknown:
        diagnostics.report(Code.GAME_UNKNOWN, Place("data"), what=f"no game {name}", fix=suggest(name, games))
    return () if unknown else list(dict.fromkeys(requested)) or games
