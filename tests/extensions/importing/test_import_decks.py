"""Decks of Squib and nanDECK: what is taken over builds, what is not is said, and nothing is written over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Done
from conftest import WriteProject, build_project, codes
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from PIL import Image
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.importing.columns import marked_up
from pnp.extensions.nandeck.reader import read_nandeck
from pnp.extensions.squib.reader import read_squib

pytestmark = pytest.mark.slow

CREW = """\
Card Name,Cost,Effect,Art,qty,ground,Note,items
Pilot,3,Take <b>two</b> ships *now*.<br>Then rest.,pilot.png,2,sea,,4
Cook,1.5,Gain {{ 1 }} fish. <u>Yes</u>,cook.png,1,land,a,4
1984,0,"Nothing, really",none.PNG,3,sea,,4
"""
DECK = """\
require 'squib'
Squib::Deck.new(cards: 3) do
  data = csv file: 'crew.csv', explode: 'qty'
  text str: data['Card Name'], layout: 'title'
  text str: data['Effect'], layout: 'effect'
  save_pdf
end
"""


def run(root: Path, *arguments: str) -> Done:
    result = CliRunner().invoke(app, ["import", *arguments, "--project", str(root)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def old(folder: Path, **files: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def test_a_deck_is_not_called_as_a_device(write_project: WriteProject, tmp_path: Path) -> None:
    other = old(tmp_path / "old", aux__csv=CREW)
    done = run(write_project(), "squib", str(other / "aux.csv"))
    assert (done.code, "is the name of a device on Windows" in done.err) == (2, True)


def test_a_squib_deck_becomes_a_game_that_builds(write_project: WriteProject, tmp_path: Path) -> None:
    root, other = write_project(), old(tmp_path / "old", crew__csv=CREW, deck__rb=DECK)
    done = run(root, "squib", str(other / "deck.rb"), "--game", "Old Harbour", "--deck", "crew")
    assert done.code == 0, done.err
    assert [path.name for path in sorted((root / "data/old-harbour").iterdir())] == [
        "crew.csv", "crew.csv.origin.txt", "game.yaml",
    ]  # fmt: skip
    assert (root / "data/old-harbour/crew.csv").read_text().splitlines()[:4] == [
        "card_name,Cost,Effect,Art,copies,ground,Note,items",
        'Pilot,3,"Take **two** ships \\*now\\*.',
        'Then rest.",pilot.png,2,sea,,4',
        "Cook,1.5,Gain {{ '{{' }} 1 {{ '}}' }} fish. <u>Yes</u>,cook.png,1,land,a,4",
    ]
    written = (root / "data/old-harbour/game.yaml").read_text()
    fields = written[written.index("fields:") :].split("\n      ")
    assert [field.strip() for field in fields[1:]] == [
        "card_name: text", "Cost: number", "Effect: text", "Art: word", "ground: word", "Note?: word", "items: integer",
    ]  # fmt: skip
    assert [line.removeprefix("not imported, or changed: ") for line in done.err.splitlines()] == [
        "0 of 2 calls of the drawing imported; 2 listed below",
        "deck.rb:4: text str: data['Card Name'], layout: 'title' (no layout title)",
        "deck.rb:5: text str: data['Effect'], layout: 'effect' (no layout effect)",
        "deck.rb:6: save_pdf (pnp build makes the sheets, pnp export pictures of cards)",
        "column Card Name is renamed to card_name, which expressions can use",
        "Effect: braces that would be an expression in 1 of its cells; they are escaped, so that they are printed",
        "Art: it names pictures; put them below templates/, and draw them with image: or svg:",
    ]
    assert "size: [63.5mm, 88.9mm]" in (root / "templates/old-harbour/crew.yaml").read_text()
    built = build_project(root)
    assert codes(built) == []
    assert "6 cards on 1 sheet, A4" in [made.summary for made in built.outputs if "old-harbour" in made.path]


def test_of_a_game_that_is_there_the_block_is_shown(write_project: WriteProject, tmp_path: Path) -> None:
    root, other = write_project(), old(tmp_path / "old", crew__csv="name,number,count\nA,1,2\n")
    before = (root / "data/small/game.yaml").read_bytes()
    done = run(root, "squib", str(other / "crew.csv"), "--explode", "count")
    assert done.code == 0
    assert (root / "data/small/game.yaml").read_bytes() == before
    block = done.err[done.err.index("  crew:") :]
    (root / "data/small/game.yaml").write_text(before.decode() + block, encoding="utf-8")
    assert codes(build_project(root)) == []
    again = run(root, "squib", str(other / "crew.csv"))
    assert again.code == 1
    assert "error[import-exists]: data/small/crew.csv is there already" in again.err


def test_a_first_card_without_cells_stays_a_card(write_project: WriteProject, tmp_path: Path) -> None:
    script = "Squib::Deck.new(cards: 2) do\n  data = {'name' => [nil, 'Ann']}\n  text str: data['name']\nend\n"
    root, other = write_project(), old(tmp_path / "old", deck__rb=script)
    done = run(root, "squib", str(other / "deck.rb"), "--game", "harbour")
    assert done.code == 0, done.err
    assert (root / "data/harbour/deck.csv").read_text() == "card,name\n1,\n2,Ann\n"


def test_a_workbook_is_read_by_its_sheet(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["name", "qty"])
    book.active.append(["A", 2])
    book.create_sheet("Ships").append(["name", "tons"])
    book["Ships"].append(["B", 3.5])
    book.save(tmp_path / "d.xlsx")
    told = Diagnostics()
    (found,), _ = read_squib(tmp_path / "d.xlsx", "Ships", "", "", told)
    assert not told
    assert (found.rows, found.copies_column) == ([{"name": "B", "tons": 3.5}], "")


def test_an_old_encoding_is_named_and_its_letters_are_told(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    (tmp_path / "crew.csv").write_bytes("name\nCafé für\n".encode("cp1252"))
    refused = run(root, "squib", str(tmp_path / "crew.csv"))
    assert refused.code == 1
    assert "--encoding cp1252" in refused.err
    done = run(root, "squib", str(tmp_path / "crew.csv"), "--encoding", "cp1252")
    assert done.code == 0
    assert "check whether they are right: é ü" in done.err
    assert (root / "data/small/crew.csv").read_text(encoding="utf-8") == "name\nCafé für\n"
    assert run(root, "squib", str(tmp_path / "crew.csv"), "--encoding", "base64").code == 2


@pytest.mark.parametrize(
    ("script", "table", "letters", "warned"),
    [
        ("cp1252", "cp1252", "© ñ", []),
        ("cp1252", "utf-8", "©", ["d.csv is UTF-8"]),
        ("cp1252", "utf-8-sig", "©", ["d.csv is UTF-8"]),
        ("cp1252", "utf-16", "©", ["d.csv is UTF-16"]),
        ("utf-8", "cp1252", "ñ", ["d.nde is UTF-8"]),
    ],
)
@pytest.mark.parametrize("is_new", [True, False])
def test_an_encoding_is_that_of_files_that_are_not_unicode(
    write_project: WriteProject, tmp_path: Path, script: str, table: str, letters: str, warned: list[str], is_new: bool
) -> None:
    (tmp_path / "d.csv").write_bytes("Name\nEl niño\n".encode(table))
    (tmp_path / "d.nde").write_bytes("LINK=d.csv\nTEXT=,[Name],0,0,6,1\nTEXT=,© Ann,0,3,6,1\n".encode(script))
    name, options = str(tmp_path / "d.nde"), ["--encoding", "cp1252"]
    root = tmp_path / "crew" if is_new else write_project()
    command = ["new", "crew", "--from", name, "--output", str(tmp_path)]
    command = command if is_new else ["import", "nandeck", name, "--game", "crew", "--project", str(root)]
    result = CliRunner().invoke(app, [*command, *options])
    assert result.exit_code == 0, result.stderr
    assert (root / "data/crew/d.csv").read_text(encoding="utf-8") == "Name\nEl niño\n"
    assert "text: © Ann" in (root / "templates/crew/d.yaml").read_text(encoding="utf-8")
    assert f"check whether they are right: {letters}\n" in result.stderr
    assert result.stderr.count("import-encoding") == len(warned)
    assert all(f"{text}, and is read as such, not as cp1252" in result.stderr for text in warned)


def test_a_project_starts_from_a_table_in_an_old_encoding(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_bytes("name;text\nAnn;Café\nBob;für\n".encode("cp1252"))
    command = ["new", "crew", "--from", str(tmp_path / "cards.csv"), "--output", str(tmp_path)]
    refused = CliRunner().invoke(app, command)
    assert (refused.exit_code, "--encoding cp1252" in refused.stderr) == (1, True)
    made = CliRunner().invoke(app, [*command, "--encoding", "cp1252"])
    assert made.exit_code == 0, made.stderr
    assert (tmp_path / "crew/data/crew/cards.csv").read_text(encoding="utf-8") == "name;text\nAnn;Café\nBob;für\n"
    assert "check whether they are right: é ü" in made.stderr
    for wrong in (["--encoding", "base64"], ["--encoding", "cp1252", "--from", "blank"]):
        assert CliRunner().invoke(app, [*command, *wrong]).exit_code == 2


SCRIPT = """\
; a comment
UNIT = INCH
PAGE = 8.5,11,PORTRAIT
CARDSIZE = 2.5, 3.5
LINKMULTI = Count
LINK = crew.csv
[all]=1-{(Name)}
[margin]=5%
RECTANGLE=[all],0,0,100%,100%,#FF0000
FONT=Arial,12,T,#000000
TEXT=[all],[Name],0,0,100%,20%
TEXT=[all],[Effect],0,20%,100%,20%
"""


def test_a_nandeck_script_gives_table_copies_and_size(write_project: WriteProject, tmp_path: Path) -> None:
    other = old(tmp_path / "old", script__nde=SCRIPT, crew__csv="Name,Effect,Count\nA,x\\13\\y,2\nB,z,3\n")
    root = write_project()
    done = run(root, "nandeck", str(other / "script.nde"), "--game", "crew")
    assert done.code == 0, done.err
    assert "size: [63.5mm, 88.9mm]" in (root / "templates/crew/script.yaml").read_text()
    assert "3 calls of the drawing imported" in done.err
    assert "not imported" not in done.err
    built = build_project(root)
    assert codes(built) == []
    assert any(made.summary.startswith("5 cards") for made in built.outputs)


def test_sequences_of_a_script_are_columns(tmp_path: Path) -> None:
    text = (
        '[name]="Pilot"|"Cook, first"|Boy\n{[rule]="Take\n two"|Rest|Go}\n[sea]=North|Baltic\n'
        "sequence=cost\n1\n2\n3\nendsequence\nSEQUENCE\nid|a\nrank|1\nid|b\nrank|2\nid|c\nrank|3\nENDSEQUENCE\nn[d]=1|2\n"
        "LINKMULTI=2\n"
    )
    old(tmp_path, deck__txt=text)
    told = Diagnostics()
    (found,), _ = read_nandeck(tmp_path / "deck.txt", "", "", "", told)
    assert not told
    assert found.rows == [
        {"name": "Pilot", "rule": "Take two", "sea": "North", "cost": 1, "id": "a", "rank": 1, "d": 1},
        {"name": "Cook, first", "rule": "Rest", "sea": "Baltic", "cost": 2, "id": "b", "rank": 2, "d": 2},
        {"name": "Boy", "rule": "Go", "sea": "North", "cost": 3, "id": "c", "rank": 3, "d": 1},
    ]
    assert (found.copies, found.size) == (2, (60.0, 90.0))
    assert list(found.left_out) == [
        "deck.txt:18: n[d]=1|2 (only nanDECK shuffles its elements; they are taken in the order in which they stand)",
        "[sea] has 2 elements for 3 cards: it begins again, as in nanDECK",
        "[d] has 2 elements for 3 cards: it begins again, as in nanDECK",
    ]


@pytest.mark.parametrize(
    ("kind", "name", "text", "code"),
    [
        ("squib", "deck.rb", "Squib::Deck.new {}\n", "import-empty"),
        ("squib", "deck.rb", "csv file: 'none.csv'\n", "file-missing"),
        ("squib", "c.csv", "name\n", "import-empty"),
        ("squib", "c.csv", "a,a\n1,2\n", "table-header"),
        ("squib", "c.ods", "", "table-format"),
        ("nandeck", "d.txt", "UNIT=MM\n", "import-empty"),
        ("nandeck", "d.txt", "LINK=1SJdrYEP70GkcQ9!cards\n", "import-empty"),
        ("nandeck", "d.txt", "LINK=none.csv\n", "file-missing"),
    ],
)
def test_faults_leave_nothing_behind(
    write_project: WriteProject, tmp_path: Path, kind: str, name: str, text: str, code: str
) -> None:
    root = write_project()
    before = sorted(root.rglob("*"))
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = run(root, kind, str(tmp_path / name))
    assert done.code == 1
    assert f"error[{code}]" in done.err
    assert sorted(root.rglob("*")) == before


def test_an_import_needs_a_project(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("a\n1\n")
    done = run(tmp_path, "squib", str(tmp_path / "c.csv"), "--game", "crew")
    assert (done.code, "error[game-none]" in done.err) == (1, True)
    assert [path.name for path in tmp_path.iterdir()] == ["c.csv"]


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("a <b>b</b> <i>c</i>", "a **b** *c*"),
        ("<b>open", "<b>open"),
        ("2*3_4 [x] \\n", "2\\*3\\_4 \\[x\\] \n"),
        ("a<br/>b\\13\\c", "a\nb\nc"),
    ],
)
def test_marks(text: str, marked: str) -> None:
    assert marked_up(text) == marked


@pytest.mark.parametrize("sheet", ["sheet: 1", "sheet: 'Cards'"])
@pytest.mark.parametrize("script", ["src/deck.rb", "deck.rb"])
def test_squibs_own_folders_and_sheets_are_found(tmp_path: Path, script: str, sheet: str) -> None:
    book = Workbook()
    book.active.append(["other"])
    cards = book.create_sheet("Cards")
    for row in (["name", "n"], ["Ann", 1]):
        cards.append(row)
    (tmp_path / "data").mkdir()
    book.save(tmp_path / "data/game.xlsx")
    path = tmp_path / script
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"data = Squib.xlsx file: 'data/game.xlsx', {sheet}\n", encoding="utf-8")
    (found,), _ = read_squib(path, "", "", "", Diagnostics())
    assert found.rows == [{"name": "Ann", "n": 1}]


# --- tables elsewhere


OUTSIDE = {
    "deck.rb": "data = Squib.csv file: '{}'\nSquib::Deck.new(cards: 1) do\n  text str: data['secret'], x: 1, y: 1\nend\n",
    "deck.nde": 'LINK="{}"\nCARDSIZE=6,9\n',
}


@pytest.mark.parametrize("script", OUTSIDE)
@pytest.mark.parametrize("named", ["../private.csv", "{}/private.csv", "linked/private.csv", "link.csv"])
def test_a_script_reads_tables_of_its_own_folder_alone(
    write_project: WriteProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, named: str
) -> None:
    """An absolute path, one that climbs, and links lead elsewhere; what the message proposes works."""
    deck = tmp_path / "old/deck"
    deck.mkdir(parents=True)
    (tmp_path / "old/private.csv").write_text("name,secret\nA,s3cret\n")
    (deck / "linked").symlink_to(tmp_path / "old")
    (deck / "link.csv").symlink_to(tmp_path / "old/private.csv")
    (deck / script).write_text(OUTSIDE[script].format(named.format(tmp_path / "old")))
    kind = "squib" if script.endswith("rb") else "nandeck"
    project = write_project()
    monkeypatch.chdir(project)
    before = sorted(project.rglob("*"))
    line = (kind, str(deck / script), "--game", "small", "--deck", "crew")
    done = run(project, *line)
    assert done.code == 1 and "error[file-outside]" in done.err and "s3cret" not in done.err
    assert sorted(project.rglob("*")) == before
    proposed = re.search(r"--within (\S+)", done.err)
    if named == "link.csv":
        assert proposed is None  # no link to a file is followed
        return
    assert proposed
    assert run(project, *line, "--within", proposed[1]).code == 0
    assert "s3cret" in (project / "data/small/crew.csv").read_text()


@pytest.mark.parametrize("program", ["squib", "nandeck"])
def test_bold_words_of_a_workbook_arrive_bold_and_a_total_is_no_card(
    write_project: WriteProject, tmp_path: Path, program: str
) -> None:
    root, book = write_project(), Workbook()
    bold, italic = InlineFont(b=True), InlineFont(i=True)
    text = CellRichText("Take ", TextBlock(bold, "one"), " or ", TextBlock(italic, "2"), " *coins*.")
    for row in (["Name", "Text", "qty"], ["Soup", text, 2], ["Fish", "Swap.", 2], ["Sum", None, 4]):
        book.active.append(row)
    book.save(tmp_path / "t.xlsx")
    done = run(root, program, str(tmp_path / "t.xlsx"), "--game", "souk")
    assert done.code == 0, done.err
    table = (root / "data/souk/t.csv").read_text().splitlines()
    assert table[1:] == [r"Soup,Take **one** or *2* \*coins\*.,2", "Fish,Swap.,2"]
    assert "table-row" in done.err


LIVING = "LINK=crew.csv\nTEXT=,[Name],1,1,4,1\nIMAGE=,[Art],1,3,4,4\n"


class Living:
    """A nanDECK deck that is imported, and imported again."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.other = old(folder, crew__nde=LIVING, crew__csv="Name,Art\nAnn,a.png\n")
        self.picture("red")
        self.table, self.template = root / "data/crew/crew.csv", root / "templates/crew/crew.yaml"

    def picture(self, colour: str) -> None:
        Image.new("RGB", (500, 500), colour).save(self.other / "a.png")

    def imported(self, *options: str) -> Done:
        return run(self.root, "nandeck", str(self.other / "crew.nde"), "--game", "crew", *options)


@pytest.fixture
def living(write_project: WriteProject, tmp_path: Path) -> Living:
    deck = Living(write_project(), tmp_path / "old")
    done = deck.imported()
    assert done.code == 0, done.err
    return deck


def test_a_deck_is_brought_up_to_date(living: Living) -> None:
    """Its table, templates and pictures follow the script, and game.yaml stays."""
    refused = living.imported()
    assert (refused.code, "bring it up to date with --replace" in refused.err) == (1, True)
    nothing = living.imported("--replace")
    assert (nothing.code, nothing.out) == (0, "nothing has changed since it was imported\n")
    game = (living.root / "data/crew/game.yaml").read_bytes()
    old(living.other, crew__csv="Name,Art\nAnn,a.png\nBob,\n", crew__nde=LIVING + "TEXT=,new,1,7,4,1\n")
    living.picture("blue")
    note = (living.root / "data/crew/crew.csv.origin.txt").read_text()
    again = next(line for line in note.splitlines() if line.startswith("pnp import"))
    assert again.endswith("old/crew.nde --game crew --deck crew --replace")
    done = living.imported("--replace")
    assert done.code == 0, done.err
    assert [line.split("  ")[0].rpartition("/")[2] for line in done.out.splitlines()] == [
        "crew.csv", "crew.yaml", "a.png", "crew.csv.origin.txt",
    ]  # fmt: skip
    assert living.table.read_text() == "Name,Art\nAnn,a.png\nBob,\n"
    assert "text: new" in living.template.read_text()
    assert (living.root / "data/crew/game.yaml").read_bytes() == game
    assert "Art?: word" in done.err  # for game.yaml: a card may have no picture now


def test_changes_by_hand_stay_when_a_deck_is_imported_again(living: Living) -> None:
    mine = living.template.read_text() + "# mine\n"
    living.template.write_text(mine)
    old(living.other, crew__csv="Name,Art\nAnna,a.png\n")
    done = living.imported("--replace")
    assert (done.code, living.table.read_text()) == (0, "Name,Art\nAnna,a.png\n"), done.err
    assert "templates/crew/crew.yaml has been changed here, and stays: what is imported has not changed" in done.err
    old(living.other, crew__nde=LIVING + "TEXT=,new,1,7,4,1\n")
    done = living.imported("--replace")
    assert (done.code, living.template.read_text()) == (0, mine), done.err
    assert "compare it with templates/crew/crew_new.yaml" in done.err
    beside = living.root / "templates/crew/crew_new.yaml"
    assert "text: new" in beside.read_text()
    assert living.imported("--replace").code == 0
    old(living.other, crew__nde=LIVING + "TEXT=,newer,1,7,4,1\n")
    refused = living.imported("--replace")
    assert (refused.code, "templates/crew/crew_new.yaml is there already" in refused.err) == (1, True)
    beside.unlink()
    assert living.imported("--replace").code == 0


def test_a_table_that_was_changed_by_hand_is_not_written_over(living: Living) -> None:
    living.table.write_text("Name,Art\nMine,a.png\n")
    old(living.other, crew__csv="Name,Art\nAnna,a.png\n")
    done = living.imported("--replace")
    assert (done.code, "data/crew/crew.csv has been changed here since it was imported" in done.err) == (1, True)
    (living.root / "data/crew/crew.csv.origin.txt").unlink()
    done = living.imported("--replace")
    assert (done.code, "data/crew/crew.csv was not imported" in done.err) == (1, True)
    assert living.table.read_text() == "Name,Art\nMine,a.png\n"


def test_a_picture_that_was_changed_by_hand_stays(living: Living) -> None:
    picture = living.root / "templates/crew/a.png"
    Image.new("RGB", (600, 600), "green").save(picture)
    mine = picture.read_bytes()
    living.picture("blue")
    done = living.imported("--replace")
    assert (done.code, picture.read_bytes() == mine) == (0, True)
    assert "templates/crew/a.png has been changed here, and stays" in done.err


@pytest.mark.parametrize("program", ["squib", "cardpen"])
def test_all_importers_bring_decks_up_to_date(write_project: WriteProject, tmp_path: Path, program: str) -> None:
    root, other = write_project(), tmp_path / "old"
    pen = '{"csv": "name\\n%s\\n", "mustache": "{{name}}", "css": ""}'
    files = {"squib": ("crew__csv", "name\n%s\n"), "cardpen": ("crew__json", pen)}
    name, text = files[program]
    for who, options in (("Ann", []), ("Bob", ["--replace"])):
        old(other, **{name: text % who})
        done = run(root, program, str(other / name.replace("__", ".")), "--game", "crew", *options)
        assert done.code == 0, done.err
        assert (root / "data/crew/crew.csv").read_text() == f"name\n{who}\n"


def test_a_deck_that_a_project_started_from_is_brought_up_to_date(tmp_path: Path) -> None:
    other = old(tmp_path / "old", crew__nde="LINK=crew.csv\nTEXT=,[Name],1,1,4,1\n", crew__csv="Name\nAnn\n")
    command = ["new", "crew", "--from", str(other / "crew.nde"), "--output", str(tmp_path)]
    assert CliRunner().invoke(app, command).exit_code == 0
    old(other, crew__csv="Name\nBob\n")
    done = run(tmp_path / "crew", "nandeck", str(other / "crew.nde"), "--replace")
    assert done.code == 0, done.err
    assert (tmp_path / "crew/data/crew/crew.csv").read_text() == "Name\nBob\n"
