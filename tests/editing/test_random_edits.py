"""Random edits of whole projects: each changes what it is asked for and no other line, and undo gives the same bytes.

The projects are the games that ship, the starters, the golden project, and foreign ones: the examples of the docs, decks
of Squib and nanDECK, and spreadsheets, as they are imported.
"""

from __future__ import annotations

import difflib
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import ROOT
from test_edits import VALUES, paths_of

from pnp.commands.new import Name, project_of_file
from pnp.core.diagnostics import Diagnostics, Fault
from pnp.editing.edits import (
    Edit,
    InsertItem,
    InsertRow,
    MoveEntry,
    RemoveRow,
    RemoveValue,
    RenameKey,
    SetCells,
    SetLines,
    SetTranslation,
    SetValue,
    digest_of_file,
    make_changes,
)
from pnp.editing.history import EditHistory
from pnp.editing.text_files import text_of
from pnp.project.delimited import parse_csv
from pnp.project.files import Files
from pnp.project.tree import parse_yaml
from pnp.text.po_reader import read_entries

ENDINGS = (".yaml", ".csv", ".po", ".md")

OWN = {
    **{
        f"game {game}": (ROOT, (f"data/{game}", f"templates/{game}"))
        for game in ("chicken", "chili", "seventy-seven", "spicy")
    },
    **{path.name: (path, ("data", "templates")) for path in sorted((ROOT / "pnp/starters").iterdir()) if path.is_dir()},
    "golden": (ROOT / "tests/golden/project", ("data", "templates")),
}

SCRIPTS = {
    "squib-1.rb": "Squib::Deck.new(cards: 2) { text str: %w(Ann Bob), x: 100, y: 100, color: '#aa0000' }\n",
    "squib-2.rb": (
        "require 'squib'\nSquib::Deck.new(cards: 3, width: 825, height: 1125) do\n  rect x: 38, y: 38, width: 750, height: 1050\n"
        "  text str: ['It\\'s one: #1', 'Two, three', 'Four [4]'], x: 90, y: 90, width: 600, height: 200, font: 'Sans 12'\nend\n"
    ),
    "squib-3.rb": "Squib::Deck.new(cards: 4) do\n  text str: %w(1 2 3 4), x: 10, y: 10\n  line x1: 0, y1: 0, x2: 9, y2: 9\nend\n",
    "nandeck-1.nde": '[names] = "Ann|Bob|Cy"\nCARDSIZE=6,9\nRECTANGLE=1-3,0,0,6,9,#ffffff\nFONT=Arial,12,,#000000\nTEXT=1-3,[names],1,1,4,2\n',
    "nandeck-2.nde": '[n]=1|2|3|4\nFONT=Arial,32,B,#0000ff\nTEXT=1-4,[n],0,0,6,9,center,center\n',
    "sheet-1.csv": "Name,Cost,Element,Text\nAnn,1,Fire,\"Draw, then play.\"\nBob,2,Water,\nCy,3,Fire,Rest\nDi,1,Water,x: y\n",
    "sheet-2.csv": "sep=;\r\nName;Preis;Selten\r\nÄnne;1,5;ja\r\n\"B;ö\";2;\r\n",
}  # fmt: skip
"""Scripts and tables of other programs."""


def docs_projects() -> dict[str, dict[str, str]]:
    """The examples of each page of the docs that name their files."""
    projects = {}
    for page in (*sorted((ROOT / "docs").glob("*.md")), ROOT / "CONTRIBUTING.md"):
        blocks = re.findall(r"```\w+ title=(\S+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        projects[page.name] = {path: text for path, text in blocks if path.endswith(ENDINGS)}
    return {name: files for name, files in projects.items() if files}


def write_projects(folder: Path) -> dict[str, Path]:
    """Write the texts of all projects into a folder, and return their folders."""
    written: dict[str, Mapping[str, bytes]] = {}
    for name, (root, inputs) in OWN.items():
        paths = [path for one in inputs for path in (root / one).rglob("*") if path.suffix in ENDINGS]
        written[name] = {path.relative_to(root).as_posix(): path.read_bytes() for path in paths}
    for name, files in docs_projects().items():
        written[name] = {path: text.encode() for path, text in files.items()}
    for name, text in SCRIPTS.items():
        (folder / name).write_bytes(text.encode())
        outputs, _ = project_of_file(Name("g", "G"), folder / name, Diagnostics())
        written[name] = {output.path: output.content for output in outputs if output.path.endswith(ENDINGS)}
    roots = {}
    for name, contents in written.items():
        inside = {path: content for path, content in contents.items() if path.startswith(("data/", "templates/"))}
        for path, content in inside.items():
            (folder / "of" / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "of" / name / path).write_bytes(content)
        if inside:
            roots[name] = folder / "of" / name
    return roots


class Attempt(NamedTuple):
    """An edit, what the text must mean afterwards, and how that is read."""

    edit: Edit
    wanted: Any
    read: Callable[[str], Any]
    most_hunks: int = 1


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def ordered(value: Any) -> Any:
    """A value in which the order of keys counts, and the kinds of numbers as YAML tells them apart."""
    if isinstance(value, dict):
        return [(key, ordered(inner)) for key, inner in value.items()]
    return list(map(ordered, value)) if isinstance(value, list) else (isinstance(value, bool | str), value)


def yaml_attempt(file: str, text: str, choice: random.Random) -> Attempt | None:
    tree = plain(parse_yaml(text, file))
    if not (paths := paths_of(tree)):
        return None
    path, value = choice.choice(paths), choice.choice(VALUES)
    *above, last = path
    holder = tree
    for part in above:
        holder = holder[part]
    entries = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
    kind = choice.choice(["set", "set", "set", "add", "remove", "insert", "rename", "move"])
    edit: Edit
    if kind == "move" and len(entries) > 1:
        index, to = choice.sample(range(len(entries)), 2)
        edit = MoveEntry(file, (*above, entries[index][0]), entries[to][0])
        moved = entries.pop(index)
        entries.insert(to - (to > index), moved)
    elif kind == "remove":
        edit, entries = RemoveValue(file, path), [entry for entry in entries if entry[0] != last]
    elif kind == "insert" and isinstance(last, int):
        edit = InsertItem(file, path, value)
        entries.insert(last, (last, value))
    elif kind == "rename" and isinstance(last, str):
        edit, entries = RenameKey(file, path, "new-name"), [("new-name" if k == last else k, v) for k, v in entries]
    elif kind == "add" and isinstance(last, str):
        edit, entries = SetValue(file, (*above, "added"), value, last), []
        for key, inner in holder.items():
            entries += [("added", value)] if key == last else []
            entries.append((key, inner))
    else:
        edit, entries = SetValue(file, path, value), [(k, value if k == last else v) for k, v in entries]
    changed: Any = dict(entries) if isinstance(holder, dict) else [inner for _, inner in entries]
    if above:
        outer = tree
        for part in above[:-1]:
            outer = outer[part]
        outer[above[-1]] = changed
    else:
        tree = changed
    return Attempt(edit, ordered(tree), lambda new: ordered(plain(parse_yaml(new, file))), 2 if kind == "move" else 1)


def csv_attempt(file: str, text: str, choice: random.Random) -> Attempt | None:
    rows = parse_csv(text, file, Diagnostics())
    if not rows:
        return None
    names, index = [*rows[0].header], choice.randrange(len(rows))
    line, cell = rows.place_of(index).line, choice.choice(["x", 'a"b', "a;b,c\td", "1\n2", "é"])
    column = choice.randrange(len(names))
    wanted = [dict(row) for row in rows]
    kind = choice.choice(["set", "set", "row", "remove"])
    edit: Edit = SetCells(file, line, {column + 1: cell})
    if kind == "set":
        wanted[index] = {name: wanted[index].get(name) for name in names} | {names[column]: cell}
    elif kind == "row":
        edit = InsertRow(file, line, [cell, *["y"] * (len(names) - 1)])
        wanted.insert(index, dict(zip(names, [cell, *["y"] * (len(names) - 1)], strict=True)))
    elif len(rows) > 1:
        edit = RemoveRow(file, line)
        del wanted[index]
    else:
        return None

    def read(new: str) -> Any:
        found = parse_csv(new, file, Diagnostics())
        return None if found is None else [{name: row.get(name) for name in names} for row in found]

    return Attempt(edit, [{name: row.get(name) for name in names} for row in wanted], read)


def po_attempt(file: str, text: str, choice: random.Random) -> Attempt | None:
    entries = [entry for entry in read_entries(text, file, Diagnostics()) if entry.text and not entry.is_obsolete]
    if not entries:
        return None
    at = choice.randrange(len(entries))
    strings = tuple(choice.choice(["Mot", 'Un "mot"\nsur deux', "long " * 40]) for _ in entries[at].strings)
    wanted = [(each.text, strings if n == at else tuple(each.strings)) for n, each in enumerate(entries)]

    def read(new: str) -> Any:
        found = read_entries(new, file, Diagnostics())
        return [(each.text, tuple(each.strings)) for each in found if each.text and not each.is_obsolete]

    return Attempt(SetTranslation(file, entries[at].place.line, strings), wanted, read, 2)  # and its flag


def md_attempt(file: str, text: str, choice: random.Random) -> Attempt | None:
    lines = text.split("\n")
    first = choice.randrange(len(lines))
    last = min(len(lines), first + choice.randrange(4))
    new = choice.choice([[], ["A new line."], ["One.", "Two."]])
    wanted = "\n".join([*lines[:first], *new, *lines[last:]])
    return Attempt(SetLines(file, first + 1, lines[first:last], new), wanted, str, 3)  # equal lines


ATTEMPTS = {".yaml": yaml_attempt, ".csv": csv_attempt, ".po": po_attempt, ".md": md_attempt}


def hunks(before: str, after: str) -> int:
    """How many places of a text differ from another; empty lines, of which all are equal, do not count.

    Lines are matched from the start and from the end, as neither way always finds the fewest places.
    """
    lines = [[line for line in text.split("\n") if line.strip()] for text in (before, after)]
    ways = (lines, [each[::-1] for each in lines])
    codes = (difflib.SequenceMatcher(None, *way, autojunk=False).get_opcodes() for way in ways)
    return min(sum(code[0] != "equal" for code in each) for each in codes)


def random_edits(roots: Mapping[str, Path], seed: int, number: int) -> tuple[Counter[str], Counter[str]]:
    """Make random edits in random projects; return how many were made in each, and how many refused."""
    choice, made, refused = random.Random(seed), Counter[str](), Counter[str]()
    while made.total() + refused.total() < number:
        name = choice.choice([*roots])
        root = roots[name]
        ending = choice.choice([".yaml", *ENDINGS])
        if not (paths := sorted(root.rglob(f"*{ending}"))):
            continue
        path = choice.choice(paths)
        file, before = path.relative_to(root).as_posix(), path.read_bytes()
        text = text_of(before, file)
        if (attempt := ATTEMPTS[ending](file, text, choice)) is None:
            continue
        try:
            (change, *_) = make_changes(Files(root), [attempt.edit], {file: digest_of_file(before)}) or [None]
        except Fault:
            if ending != ".yaml" or "*" not in text:  # all but a value that aliases share can be changed
                raise
            refused[name] += 1
            continue
        if change is None:
            continue
        history = EditHistory(root)
        history.make("edit", [change])
        after = text_of(path.read_bytes(), file)
        assert attempt.read(after) == attempt.wanted, (name, attempt.edit)
        assert hunks(text, after) <= attempt.most_hunks, (name, attempt.edit)
        assert history.undo() == "edit"
        assert path.read_bytes() == before, (name, attempt.edit)
        made[name] += 1
    return made, refused


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        found = write_projects(tmp_path_factory.mktemp("projects"))
        assert len(found.keys() - OWN.keys()) >= 10
        yield found


def test_random_edits_of_projects_change_one_place(roots: dict[str, Path]) -> None:
    made, refused = random_edits(roots, 1, 150)
    assert refused.total() < 10
    assert len(made) > 10


@pytest.mark.nightly
def test_two_thousand_random_edits_of_projects_change_one_place(roots: dict[str, Path]) -> None:
    made, refused = random_edits(roots, random.randrange(2**32), 2000)
    print(f"{made.total()} made, {refused.total()} refused, in {len(made)} projects: {dict(made)}")
    assert refused.total() < 60
