"""pnp rename: a field of cards and its new name → the texts of a game that name it, with the smallest changes.

What may mean the field, but need not, is listed and left to the user: rules, and templates that other games share.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.commands.arguments import only_game
from pnp.commands.completion import complete_games
from pnp.commands.options import FormOption, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, write_or_exit

if TYPE_CHECKING:
    from pnp.core.diagnostics import Place
    from pnp.outputs import Output
    from pnp.project.files import Files
    from pnp.project.tree import Map

rename = typer.Typer(no_args_is_help=True, rich_markup_mode=None, add_completion=False)

_LISTS = ("unseen", "secret_backs")
"""Keys of a deck whose values are names of fields."""


_LINE_ENDS = "(\r\n|[\n\r\x85\u2028\u2029])"
"""What YAML counts as the end of a line."""
_RECORDS = ("ties.yaml", "harmless.yaml")
"""Files that pnp writes, of what was confirmed."""


@dataclass
class _Renaming:
    """The texts of a game's files as they are renamed, and what is left to the user.

    Attributes:
        old: The name of the field.
        new: Its new name.
        texts: The new texts of changed files, by path.
        counts: How many places of each file are changed.
        left: A line for each place that may mean the field.
    """

    files: Files
    old: str
    new: str
    texts: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)

    def text(self, path: str) -> str:
        """Return the text of a file, with its own line ends, as far as it is renamed."""
        from pnp.core.diagnostics import Place

        if path not in self.texts:
            content = self.files.read(path, Place(path)).removeprefix(codecs.BOM_UTF8)
            try:
                return content.decode("utf-8")
            except UnicodeDecodeError:
                self.files.text(path)  # reports the place of the byte
                raise
        return self.texts[path]

    def mark(self, path: str) -> bytes:
        """Return the byte order mark of a file; nothing if it has none."""
        from pnp.core.diagnostics import Place

        return codecs.BOM_UTF8 if self.files.read(path, Place(path)).startswith(codecs.BOM_UTF8) else b""

    def put(self, path: str, text: str, count: int = 1) -> None:
        """Keep the new text of a file."""
        self.texts[path] = text
        self.counts[path] = self.counts.get(path, 0) + count

    def names(self, path: str, places: list[Place]) -> None:
        """Rename the field at places of a file, where it stands in plain letters or in quotes."""
        parts = re.split(_LINE_ENDS if path.endswith(".yaml") else "(\n)", self.text(path))
        lines, ends = parts[::2], [*parts[1::2], ""]
        done = 0
        for place in sorted(set(places), reverse=True):
            line, start = lines[place.line - 1], place.column - 1
            match = re.compile(rf"(['\"]?){re.escape(self.old)}(?=\1|\?)").match(line, start)
            if match is None:
                self.left.append(f"{place}: {line.strip()[:80]}")
                continue
            lines[place.line - 1] = f"{line[:start]}{match[1]}{self.new}{line[match.end() :]}"
            done += 1
        if done:
            self.put(path, "".join(map(str.__add__, lines, ends)), done)

    def expressions(self, path: str) -> None:
        """Rename the field where expressions read it of a card or filter cards by it, and where a block names cards."""
        old = re.escape(self.old)
        patterns = (
            (rf"\bcard\s*(?:\.\s*{old}\b(?!\s*\()|\[\s*(['\"]){old}\1\s*\])", rf"card.{self.new}"),
            (
                rf"((?:\battribute\s*=|\b(?:select|reject)attr\(|\b(?:groupby|counts)\()\s*(['\"])){old}(?=\2)",
                rf"\g<1>{self.new}",
            ),
            (rf"(?m)(^:::.*\bcards?=.*[{{,]\s*){old}(?=\s*:)", rf"\g<1>{self.new}"),
        )
        text, count = self.text(path), 0
        for pattern, replacement in patterns:
            found = 1
            while found:  # a block may name several cards in a line
                text, found = re.subn(pattern, replacement, text)
                count += found
        if count:
            self.put(path, text, count)

    def look_at(self, path: str) -> None:
        """List the lines of a file that have the old name as an attribute, a text or a key, and are not changed."""
        if not self.old.isidentifier():
            return
        key = rf"|(?:^\s*|[{{,]\s*){self.old}\??:" if path.startswith("data/") else ""
        pattern = re.compile(rf"\.{self.old}\b(?!\s*\()|(['\"]){self.old}\1{key}")
        for number, line in enumerate(self.text(path).split("\n"), 1):
            if pattern.search(line):
                self.left.append(f"{path}:{number}: {line.strip()[:80]}")


def rename_field(files: Files, game: str, old: str, new: str) -> tuple[list[Output], list[str]]:
    """Return the changed files of a game, and a line for each place that may mean the field and is not changed.

    Args:
        files: The project.
        game: The game's name.
        old: The name of a field, or of a column of a table.
        new: Its new name.

    Raises:
        Fault: No card has the field, the name is taken, or expressions cannot name it.
    """
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Fault, Place, counted, suggest
    from pnp.outputs import Output
    from pnp.project.cards import RESERVED_KEYS
    from pnp.project.tree import Map

    path = f"data/{game}/game.yaml"
    tree = files.yaml(path)
    decks: Any = tree.get("decks") if isinstance(tree, Map) else None
    known: dict[str, Place] = {}
    renaming = _Renaming(files, old, new)
    places: dict[str, list[Place]] = {path: []}
    for deck in decks.values() if isinstance(decks, Map) else ():
        if isinstance(deck, Map):
            _deck_places(files, game, deck, renaming, places, known)
    if not new.isidentifier() or new in RESERVED_KEYS:
        what, fix = f"{new} cannot be the name of a field", "write letters, digits and _, with a letter first"
        raise Fault(Code.FIELD_KIND, Place(path), what=what, fix=fix)
    if old not in known:
        raise Fault(Code.SHOWS_FIELD, Place(path), what=f"no cards have a field {old}", fix=suggest(old, known))
    for file, of_file in places.items():
        renaming.names(file, of_file)
    for file in _texts(files, game):
        if file.endswith((".yaml", ".yml", ".md", ".po")):
            renaming.expressions(file)
        if not file.endswith(".po"):
            renaming.look_at(file)
    outputs = [
        Output(file, renaming.mark(file) + text.encode(), counted(renaming.counts[file], "place"))
        for file, text in renaming.texts.items()
    ]
    return outputs, list(dict.fromkeys(renaming.left))


def _deck_places(
    files: Files, game: str, deck: Map, renaming: _Renaming, places: dict[str, list[Place]], known: dict[str, Place]
) -> None:
    """Collect the places at which a deck and its cards name the field, and the names of all fields."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Diagnostics, Fault
    from pnp.project.tree import Map, Seq

    path, old, new = f"data/{game}/game.yaml", renaming.old, renaming.new
    fields, shows = deck.get("fields"), deck.get("shows")
    if isinstance(fields, Map):
        declared = {key.removesuffix("?"): fields.place_of_key(key) for key in fields}
        known |= declared
        if new in declared:
            what, fix = f"there is a field {new} already", "choose another name"
            raise Fault(Code.FIELD_KIND, declared[new], what=what, fix=fix)
        places[path] += [declared[old]] if old in declared else []
    if isinstance(shows, Map) and old in shows:
        places[path].append(shows.place_of_key(old))
    if deck.get("copies") == old:
        places[path].append(deck.place_of("copies"))
    for key in _LISTS:
        names = deck.get(key)
        if isinstance(names, Seq):
            places[path] += [names.place_of(index) for index, name in enumerate(names) if name == old]
        elif names == old:
            places[path].append(deck.place_of(key))
    cards = deck.get("cards")
    table = f"data/{game}/{cards}"
    is_table = isinstance(cards, str)
    rows: Any = files.rows(table, deck.place_of("cards"), Diagnostics(), deck.get("header") or 0) if is_table else cards
    for row in rows if isinstance(rows, Seq) else ():
        if not isinstance(row, Map):
            continue
        if row.header:
            known |= {name: place for name, place in row.header.items() if name not in known}
            _table_header(table, row, renaming)
            return
        each = row.get("each")
        for holder in (row, *([each] if isinstance(each, Map) else [])):
            known |= {name: holder.place_of_key(name) for name in holder}
            if old in holder:
                places.setdefault(holder.place_of_key(old).file, []).append(holder.place_of_key(old))


def _table_header(table: str, row: Map, renaming: _Renaming) -> None:
    """Rename a column in the header of a table; a workbook and a copy of a sheet are left to the user, too."""
    from pnp.project.delimited import with_names

    place = row.header.get(renaming.old)
    if place is None:
        return  # the column has its new name already
    if place.sheet:
        renaming.left.append(f"{place}: rename the column to {renaming.new} in your spreadsheet")
        return
    text = renaming.text(table)
    renamed = with_names(text, place.line, row.delimiter, {renaming.old: renaming.new})
    if renamed != text:
        renaming.put(table, renamed)
    if renaming.files.exists(f"{table}.origin.txt"):
        renaming.left.append(f"{table}.origin.txt: the table is a copy: rename the column in the sheet, too")


def _texts(files: Files, game: str) -> Iterator[str]:
    """Yield the files of a game that may name fields: its own data and templates."""
    endings = (".yaml", ".yml", ".md", ".po", ".py")
    for folder in (f"data/{game}", f"templates/{game}"):
        for path in sorted((files.root / folder).rglob("*")):
            is_plain = path.is_file() and not path.is_symlink()
            if is_plain and path.suffix in endings and path.name not in _RECORDS:
                yield path.relative_to(files.root).as_posix()


@rename.callback()
def _group() -> None:
    """Rename what a game's files name."""


@rename.command(name="field", epilog="Example:  pnp rename field price cost harbour")
def field_(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The field's name.", show_default=False)],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.", show_default=False)],
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="The game, by its folder in data/; default: the only one.",
            autocompletion=complete_games,
            show_default=False,
        ),
    ] = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Rename a field of cards in data, templates, booklet and translations. What it leaves to you is listed."""
    from pnp.core.diagnostics import Diagnostics

    files, diagnostics = open_project(project), Diagnostics()
    outputs: list[Output] = []
    left: list[str] = []
    with diagnostics.catch_faults():
        outputs, left = rename_field(files, only_game(files, game, "after the new name"), old, new)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(outputs, project, files)
    for output in outputs:
        say(f"{output.path}  {output.summary}")
    for line in left:
        say(f"not changed, look whether it means the field: {line}", err=True)
