"""Edits change only what they are asked to change: in YAML, tables, workbooks, catalogues and texts."""

from __future__ import annotations

import codecs
import io
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from pnp import api
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.editing.edits import (
    FileChange,
    InsertRow,
    PutFile,
    RemoveRow,
    SetCells,
    SetLines,
    SetTranslation,
    SetValue,
    make_changes,
    new_faults,
)
from pnp.editing.history import EditHistory
from pnp.editing.po_text import set_translation
from pnp.editing.table_text import DelimitedText
from pnp.editing.text_files import text_of, with_text
from pnp.editing.workbook_cells import set_cells
from pnp.editing.yaml_text import YamlText
from pnp.extensions.workbooks.workbook import parse_workbook
from pnp.project.delimited import parse_csv
from pnp.project.files import Files
from pnp.project.tree import parse_yaml
from pnp.text.po_reader import read_entries

VALUES: list[Any] = [
    "x", "Hello: world", "'quoted'", "it's", "#tag", "two\nlines\n", "true", "12", "", " lead", "né « ça »",
    "{{ card.name }}", "- dash", "@at", "a" * 120, "\U0001f336", "tab\tx", "~", "[", "a, b", "null", "1e3", "*a", "&a",
    12, 3.5, True, None, [1, "a, b"], {"a": 1, "b": ["x: y"]},
]  # fmt: skip


def paths_of(tree: Any, above: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path for key, value in entries for path in ((*above, key), *paths_of(value, (*above, key)))]


YAML = """\
# a deck
decks:
  heroes:   # the brave
    cards:
      - {name: "Ann", points: 1}   # first
      - name: Bob
        points: 2
      # the last
      - {name: 'Cy''s', points: 3}
    template: &one game/card
    text: |
      Two
      lines
  empty:
  twice: *one
"""


@pytest.mark.parametrize(
    ("make", "old", "new"),
    [
        (lambda y: y.set(("decks", "heroes", "cards", 0, "name"), "Eve"), 'name: "Ann"', 'name: "Eve"'),
        (lambda y: y.set(("decks", "heroes", "cards", 2, "name"), "Di's"), "'Cy''s'", "'Di''s'"),
        (lambda y: y.set(("decks", "heroes", "cards", 1, "name"), "yes: no"), "name: Bob", 'name: "yes: no"'),
        (lambda y: y.set(("decks", "heroes", "cards", 1, "points"), 2.5), "points: 2\n", "points: 2.5\n"),
        (lambda y: y.set(("decks", "heroes", "text"), "One\n"), "      Two\n      lines\n", "      One\n"),
        (lambda y: y.set(("decks", "heroes", "template"), "game/b"), "&one game/card", None),
        (lambda y: y.set(("decks", "twice"), "game/b"), "twice: *one", "twice: game/b"),
        (lambda y: y.set(("decks", "empty"), 3), "empty:\n", "empty: 3\n"),
        (lambda y: y.set(("decks", "empty", "a"), 3), "empty:\n", "empty: {a: 3}\n"),
        (lambda y: y.set(("decks", "heroes", "cards", 0, "n"), 3), "points: 1}", "points: 1, n: 3}"),
        (lambda y: y.set(("decks", "heroes", "cards", 1, "n"), 3), "points: 2\n", "points: 2\n        n: 3\n"),
        (lambda y: y.remove(("decks", "heroes", "cards", 1, "name")), "name: Bob\n        points", "points"),
        (lambda y: y.remove(("decks", "empty")), "  empty:\n", ""),
        (lambda y: y.remove(("decks", "heroes", "cards", 0)), '      - {name: "Ann", points: 1}   # first\n', ""),
        (lambda y: y.rename(("decks", "empty"), "full"), "empty:", "full:"),
        (
            lambda y: y.move(("decks", "heroes", "cards", 2), 1),
            "      - name: Bob\n        points: 2\n      # the last\n      - {name: 'Cy''s', points: 3}\n",
            "      # the last\n      - {name: 'Cy''s', points: 3}\n      - name: Bob\n        points: 2\n",
        ),
    ],
)  # fmt: skip
def test_an_edit_of_yaml_keeps_all_else(make: Any, old: str, new: str | None) -> None:
    if new is None:
        with pytest.raises(Fault, match="without changing other values"):
            make(YamlText(YAML, "a.yaml"))
        return
    assert YAML.count(old) == 1
    assert make(YamlText(YAML, "a.yaml")) == YAML.replace(old, new)


def test_a_place_leads_to_its_path() -> None:
    text = YamlText(YAML, "a.yaml")
    for path in paths_of(text.tree):
        holder = text.tree
        for part in path[:-1]:
            holder = holder[part]
        if path[:2] != ("decks", "twice"):
            place = holder.place_of(path[-1])
            assert text.path_at(place.line, place.column) == path


# --- tables

CSVS = [
    "name,points\nAnn,1\nBob,2\n",
    "sep=;\nname;points\n\"Ann;\"\"x\"\"\";1\n\nBob;2",
    "name\tpoints\tnotes\n\"two\nlines\"\t1\t\nBob\t2\t\"q\"\n",
]  # fmt: skip


@pytest.mark.parametrize("text", CSVS)
def test_random_edits_of_tables_change_one_cell(text: str) -> None:
    choice = random.Random(3)
    rows = parse_csv(text, "a.csv", Diagnostics())
    assert rows is not None
    for _ in range(100):
        index, column = choice.randrange(len(rows)), choice.choice([1, 2, 3])
        if column > len(rows[0].header):
            continue
        cell = choice.choice(["x", 'a"b', "a;b,c\td", "1\n2", "x y", "é"])
        table = DelimitedText(text, "a.csv")
        new = table.set(rows.place_of(index).line, {column: cell})
        after = parse_csv(new, "a.csv", Diagnostics())
        name = list(rows[0].header)[column - 1]
        wanted = [{**row, name: cell} if number == index else dict(row) for number, row in enumerate(rows)]
        assert [dict(row) for row in after or ()] == wanted


def test_rows_of_a_table_are_added_and_removed() -> None:
    table = DelimitedText("name;points\nAnn;1\nBob;2", "a.csv")
    assert table.insert(3, ["Cy", "3;4"]) == 'name;points\nAnn;1\nCy;"3;4"\nBob;2'
    assert table.insert(9, ["Cy", "3"]) == "name;points\nAnn;1\nBob;2\nCy;3"
    assert table.remove(2) == "name;points\nBob;2"
    assert table.remove(3) == "name;points\nAnn;1"
    with pytest.raises(Fault, match="no row begins at line 9"):
        table.remove(9)


def workbook() -> bytes:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "Crew"
    for row in (["name", "points", "sum"], ["Ann", 1, "=B2*2"], ["Böb & <co>", 2.5, "=B3*2"]):
        book.active.append(row)
    book.active["A2"].font = openpyxl.styles.Font(bold=True)
    book.create_sheet("Other").append(["x"])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("cell", "text", "value"),
    [
        ((2, 1), "Eve & <x>", "Eve & <x>"),
        ((3, 2), "7", 7),
        ((2, 2), "", None),
        ((4, 1), "New", "New"),
        ((2, 5), "far", "far"),
    ],
)
def test_a_cell_of_a_workbook_changes_alone(cell: tuple[int, int], text: str, value: object) -> None:
    import openpyxl

    content = workbook()
    new = set_cells(content, "a.xlsx", "Crew", {cell: text})
    before, after = (openpyxl.load_workbook(io.BytesIO(each)) for each in (content, new))
    cells = {(c.row, c.column): c.value for row in before["Crew"] for c in row if c.value is not None}
    cells[cell] = value
    found = {(c.row, c.column): c.value for row in after["Crew"] for c in row if c.value is not None}
    assert found == {at: each for at, each in cells.items() if each is not None}
    assert after["Crew"]["A2"].font.bold
    with zipfile.ZipFile(io.BytesIO(content)) as one, zipfile.ZipFile(io.BytesIO(new)) as other:
        assert one.namelist() == other.namelist()
        changed = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert changed == ["xl/worksheets/sheet1.xml"]


def test_a_formula_is_not_replaced() -> None:
    with pytest.raises(Fault, match="computed by a formula") as error:
        set_cells(workbook(), "a.xlsx", "Crew", {(2, 3): "x"})
    assert error.value.diagnostic.code == "edit-refused"
    with pytest.raises(Fault, match="has no sheet Nowhere"):
        set_cells(workbook(), "a.xlsx", "Nowhere", {(2, 3): "x"})


ODS = """<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">\
<office:body><office:spreadsheet><table:table table:name="Crew"><table:table-row>\
<table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>\
<table:table-cell office:value-type="string"><text:p>points</text:p></table:table-cell></table:table-row>\
<table:table-row table:number-rows-repeated="3"><table:table-cell office:value-type="string"><text:p>Ann</text:p>\
</table:table-cell><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1">\
<text:p>1</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>\
</office:document-content>"""


def test_a_cell_of_an_ods_changes_alone() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", ODS)
    new = set_cells(buffer.getvalue(), "a.ods", "Crew", {(3, 2): "7", (2, 1): "Eve", (5, 1): "Zoe"})
    rows = parse_workbook(new, "a.ods", "Crew", Place("a.ods"), Diagnostics())
    found = [(row["name"], row.get("points")) for row in rows or ()]
    assert found == [("Eve", 1), ("Ann", 7), ("Ann", 1), ("Zoe", None)]


# --- catalogues

PO = """\
msgid ""
msgstr ""
"Language: fr\\n"

#. a note
#: data/a.yaml:3
#, fuzzy, python-format
#| msgid "A cart"
msgid "A card"
msgstr "Un chariot"

msgctxt "heroes.name"
msgid "one"
msgid_plural "many"
msgstr[0] "un"
msgstr[1] ""
"""


def test_a_translation_changes_alone() -> None:
    new = set_translation(PO, "fr.po", 9, ["Une carte"])
    assert new == PO.replace("fuzzy, ", "").replace('#| msgid "A cart"\n', "").replace("Un chariot", "Une carte")
    assert set_translation(PO, "fr.po", 13, ["un", "plusieurs"]) == PO.replace('[1] ""', '[1] "plusieurs"')
    assert set_translation(PO, "fr.po", ("", "A card"), ["Une carte"]) == new
    assert set_translation(PO, "fr.po", ("heroes.name", "one"), ["un", "plusieurs"]).endswith('[1] "plusieurs"\n')
    for which in (13, 14, ("", "one"), ("", "A cart")):
        with pytest.raises(Fault, match="no entry"):
            set_translation(PO, "fr.po", which, ["un"])


@pytest.mark.parametrize(
    "path", sorted((ROOT / "data").rglob("*.po")), ids=lambda path: f"{path.parent.parent.name}-{path.stem}"
)
def test_random_translations_change_one_entry(path: Path) -> None:
    choice = random.Random(5)
    text = path.read_text(encoding="utf-8")
    entries = [each for each in read_entries(text, "x.po", Diagnostics()) if each.text and not each.is_obsolete]
    for entry in choice.sample(entries, min(20, len(entries))):
        words = choice.choice(["Mot", 'Un "mot"\nsur deux lignes', "long " * 40])
        new = set_translation(text, "x.po", entry.place.line, [words] * len(entry.strings))
        after = [each for each in read_entries(new, "x.po", Diagnostics()) if each.text and not each.is_obsolete]
        pairs = zip(entries, after, strict=True)
        assert [one.text for one, other in pairs if one.strings != other.strings] in ([entry.text], [])
        assert after[entries.index(entry)].strings == tuple([words] * len(entry.strings))


# --- line ends

LF, CRLF, CR = "\n", "\r\n", "\r"
LINES = "one\ntwo: 2\nthree\nfour\nfive\n"


@pytest.mark.parametrize("ends", [[LF] * 5, [CRLF] * 5, [CR] * 5, [LF, LF, CRLF, LF, LF], [CRLF, LF, LF, CR, CRLF]])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize(
    ("new", "kept"),
    [
        ("one\ntwo: 3\nthree\nfour\nfive\n", [0, 1, 2, 3, 4]),
        ("one\ntwo: 2\nfour\nfive\n", [0, 1, 3, 4]),
        ("one\ntwo: 2\nnew\nthree\nfour\nfive\nlast\n", [0, 1, None, 2, 3, 4, None]),
        ("four\none\ntwo: 2\nthree\nfive\n", [None, 0, 1, 2, 4]),
        ("", []),
    ],
)
def test_each_line_keeps_its_own_end(ends: list[str], mark: bytes, new: str, kept: list[int | None]) -> None:
    before = mark + "".join(map(str.__add__, LINES.split("\n"), ends)).encode()
    assert text_of(before, "a.md") == LINES
    usual = max(ends, key=ends.count)
    wanted = "".join(
        line + (usual if at is None else ends[at]) for line, at in zip(new.split("\n"), kept, strict=False)
    )
    assert with_text(before, new) == mark + wanted.encode()
    assert with_text(before, LINES) == before


FILES = {
    "data/g/a.yaml": ("# a\na: 1\nb:\n  - x\n  - y  # last\n", SetValue("data/g/a.yaml", ("b", 1), "z"), "y", "z"),
    "data/g/a.csv": ("a,b\n1,2\n3,4\n", SetCells("data/g/a.csv", 3, {2: "5"}), "4", "5"),
    "data/g/a.po": (PO, SetTranslation("data/g/a.po", 13, ["un", "plus"]), 'msgstr[1] ""', 'msgstr[1] "plus"'),
    "data/g/a.md": ("# G\n\nPlay.\n", SetLines("data/g/a.md", 3, ["Play."], ["Win."]), "Play.", "Win."),
}


@pytest.mark.parametrize("path", FILES)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "mixed"])
def test_all_editors_know_all_line_ends(tmp_path: Path, path: str, ends: str) -> None:
    text, edit, old, new = FILES[path]
    text = text.replace("\n", "\r\n", 1) if ends == "mixed" else text.replace("\n", ends)
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_bytes(text.encode())
    (change,) = make_changes(Files(tmp_path), [edit])
    assert change.after == text.replace(old, new).encode()


# --- files and history

GAME = """\
title: Game
players: 2
decks:
  numbers: {cards: numbers.csv, template: game/card}
"""
CARD = 'size: poker\nelements:\n  number: {text: "{{ card.number }}", in: safe}\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in {
        "data/game/game.yaml": GAME,
        "data/game/numbers.csv": "number\n1\n2\n",
        "templates/game/card.yaml": CARD,
        "templates/game/rulebook.md": "# Game\n\nPlay.\n",
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


@pytest.fixture
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


def test_undo_and_redo_survive_a_restart(project: Path, cache: None) -> None:
    contents = [{path: path.read_bytes() for path in project.rglob("*") if path.is_file()}]
    for number, edits in enumerate([
        [SetValue("data/game/game.yaml", ("title",), "Other"), SetCells("data/game/numbers.csv", 2, {1: "11"})],
        [InsertRow("data/game/numbers.csv", 99, ["3"]), RemoveRow("data/game/numbers.csv", 2)],
        [PutFile("templates/game/new.svg", b"<svg/>"), SetLines("templates/game/rulebook.md", 3, ["Play."], ["Win.", ""])],
    ]):  # fmt: skip
        EditHistory(project).make(f"step {number}", make_changes(Files(project), edits))
        contents.append({path: path.read_bytes() for path in project.rglob("*") if path.is_file()})
    for number in (2, 1, 0):
        assert EditHistory(project).undo() == f"step {number}"
        assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == contents[number]
    assert EditHistory(project).undo() == ""
    for number in (0, 1, 2):
        assert EditHistory(project).redo() == f"step {number}"
        assert {path: path.read_bytes() for path in project.rglob("*") if path.is_file()} == contents[number + 1]


def test_what_was_changed_elsewhere_is_not_overwritten(project: Path, cache: None) -> None:
    changes = make_changes(Files(project), [SetValue("data/game/game.yaml", ("title",), "Other")])
    (project / "data/game/game.yaml").write_text(GAME + "# mine\n")
    with pytest.raises(Fault, match="changed elsewhere"):
        EditHistory(project).make("title", changes)
    changes = make_changes(Files(project), [SetValue("data/game/game.yaml", ("title",), "Other")])
    history = EditHistory(project)
    history.make("title", changes)
    (project / "data/game/game.yaml").write_text("title: Mine\n")
    with pytest.raises(Fault, match="changed elsewhere"):
        history.undo()
    assert (project / "data/game/game.yaml").read_text() == "title: Mine\n"


def test_steps_of_a_held_key_become_one(project: Path, cache: None) -> None:
    history = EditHistory(project)
    for size in ("mini", "tarot", "square"):
        history.make(
            "size", make_changes(Files(project), [SetValue("templates/game/card.yaml", ("size",), size)]), joins=True
        )
    assert [step.name for step in history.steps] == ["size"]
    history.undo()
    assert (project / "templates/game/card.yaml").read_text() == CARD


def test_an_edit_that_breaks_a_game_is_known_before_it_is_written(project: Path) -> None:
    files = Files(project)
    changes = make_changes(files, [SetValue("templates/game/card.yaml", ("size",), "no such size")])
    (fault,) = new_faults(files, changes, ["game"])
    assert fault.place.file == "templates/game/card.yaml"
    assert new_faults(files, [FileChange("data/game/numbers.csv", None, b"number\n5\n")], ["game"]) == []


def test_a_program_edits_a_project(project: Path, cache: None) -> None:
    path = project / "templates/game/card.yaml"
    edit = api.SetValue("templates/game/card.yaml", ("elements", "number", "size"), "20pt")
    assert api.edit(project, [edit], name="larger") == [path]
    assert path.read_text() == CARD.replace("in: safe}", "in: safe, size: 20pt}")
    with pytest.raises(api.Fault, match="size"):
        api.edit(project, [api.SetValue("templates/game/card.yaml", ("size",), "no such size")])
    assert EditHistory(project).undo() == "larger"
    assert path.read_text() == CARD


def test_a_program_does_not_write_where_a_file_was_changed_since_it_read_it(project: Path, cache: None) -> None:
    table = project / "data/game/numbers.csv"
    files = api.Files(project)
    rows = parse_csv(files.text("data/game/numbers.csv"), "numbers.csv", Diagnostics())
    assert rows is not None
    line = rows[1].place.line
    table.write_text("number\n0\n1\n2\n")
    with pytest.raises(api.Fault, match="changed elsewhere"):
        api.edit(files, [api.SetCells("data/game/numbers.csv", line, {1: "3"})])
    assert table.read_text() == "number\n0\n1\n2\n"
    files = api.Files(project)
    for cell in ("5", "6"):
        api.edit(files, [api.SetCells("data/game/numbers.csv", line, {1: cell})])
        assert files.text("data/game/numbers.csv") == table.read_text() == f"number\n0\n{cell}\n2\n"


def test_a_second_fault_of_the_same_kind_is_new(project: Path) -> None:
    (project / "data/game/game.yaml").write_text(GAME.replace("numbers.csv,", "numbers.csv, fields: {number: 1..9},"))
    (project / "data/game/numbers.csv").write_text("number\n12\n2\n")
    files = Files(project)
    changes = make_changes(files, [SetCells("data/game/numbers.csv", 3, {1: "12"})])
    (fault,) = new_faults(files, changes, ["game"])
    assert (fault.place.line, "12" in fault.message) == (3, True)
    below = make_changes(files, [InsertRow("data/game/numbers.csv", 2, ["3"])])
    assert new_faults(files, below, ["game"]) == []


@pytest.mark.parametrize(
    "path", ["../x.yaml", "/etc/x.yaml", "output/x.yaml", "data/game/rules.py", "data/.x/a.yaml", "data\\x.yaml"]
)
def test_only_known_files_of_the_project_are_changed(project: Path, path: str) -> None:
    with pytest.raises(Fault):
        make_changes(Files(project), [PutFile(path, b"x")])


def test_no_link_is_followed_out_of_the_project(
    project: Path, tmp_path_factory: pytest.TempPathFactory, cache: None
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (project / "data/link").symlink_to(elsewhere)
    with pytest.raises(Fault):
        EditHistory(project).make("x", [FileChange("data/link/new.yaml", None, b"a: 1\n")])
    assert not list(elsewhere.iterdir())


def test_values_are_written_as_they_load() -> None:
    for value in VALUES:
        new = YamlText("a: 1\n", "a.yaml").set(("a",), value)
        assert parse_yaml(new, "a.yaml")["a"] == value


def test_comments_at_the_top_stay_there() -> None:
    text = YamlText("# $schema=x\n# what this is\na: 1\n# about b\nb: 2\n", "a.yaml")
    assert text.move(("b",), "a") == "# $schema=x\n# what this is\n# about b\nb: 2\na: 1\n"
    assert text.move(("a",), None) == "# $schema=x\n# what this is\n# about b\nb: 2\na: 1\n"
    assert text.set(("c",), 3, before="a") == "# $schema=x\n# what this is\nc: 3\na: 1\n# about b\nb: 2\n"


@pytest.mark.parametrize(
    ("path", "before", "new"),
    [
        (("a",), None, "b: 2\n\n# c\nc: 3\nd: 4\na: 1\n"),
        (("a",), "d", "b: 2\n\n# c\nc: 3\na: 1\nd: 4\n"),
        (("c",), "a", "# c\nc: 3\na: 1\nb: 2\n\nd: 4\n"),
        (("d",), "b", "a: 1\nd: 4\nb: 2\n\n# c\nc: 3\n"),
        (("b",), "d", "a: 1\n\n# c\nc: 3\nb: 2\nd: 4\n"),
        (("b",), "b", "a: 1\nb: 2\n\n# c\nc: 3\nd: 4\n"),
        (("d",), None, "a: 1\nb: 2\n\n# c\nc: 3\nd: 4\n"),
    ],
)
def test_empty_lines_stay_where_they_are_when_an_entry_moves(path: Any, before: str | None, new: str) -> None:
    assert YamlText("a: 1\nb: 2\n\n# c\nc: 3\nd: 4\n", "a.yaml").move(path, before) == new
