"""pnp new --from a file of cards: what is proposed, what is passed over with a word, and that it builds and checks."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Done
from conftest import check_project
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.importing.starting import start_from_file


def new(*arguments: str) -> Done:
    result = CliRunner().invoke(app, ["new", *arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


CREATURES = """\
Forest Creatures v3,,,,,
,,,,,
Name,Cost,Element,Attack,Text,Copies
Ember Fox,2,Fire,3,"When you play it, deal one damage to any creature.",2
River Otter,1,Water,1,Draw a card.,3

Old Oak,5,Fire,2,"Cannot attack, and other creatures have one more health.",1
Pike,2,Water,3,,2
Total,,,,,8
"""


def started(tmp_path: Path, text: str, name: str = "cards.csv") -> tuple[dict[str, str], list[str]]:
    """Return the texts of a new game's files, and the lines that are said."""
    (tmp_path / name).write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    outputs, notes = start_from_file(tmp_path / name, "g", "G", diagnostics)
    assert not diagnostics.errors
    return {output.path: output.content.decode() for output in outputs}, notes


def fields(game: str) -> list[str]:
    return [line.strip() for line in game.partition("    fields:\n")[2].splitlines() if line.startswith("      ")]


def test_what_is_no_card_is_passed_over_with_a_word(tmp_path: Path) -> None:
    files, notes = started(tmp_path, CREATURES)
    assert files["data/g/cards.csv"] == CREATURES
    told = "\n".join(notes)
    assert "cards.csv:1:1: passed over: the columns are named in line 3; line 1 seems to be a title" in told
    assert "cards.csv:9:1: passed over: the row holds a total" in told
    assert "cards.csv: passed over: 1 empty row, 6" in told
    assert "    header: 3\n    totals: true" in files["data/g/game.yaml"]


@pytest.mark.parametrize(
    ("table", "proposed"),
    [
        (CREATURES, ["Name: text", "Cost: 1..5", "Element: [Fire, Water]", "Attack: 1..3", "Text?: text"]),
        ("Name;Preis;Selten\nA;1,5;ja\nB;2;\n", ["Name: text", "Preis: number", "Selten?: flag"]),
        ("Name,Score\nA,-2\nB,3\nC,\n", ["Name: text", "Score?: integer"]),
        ('Name,Unique?,"x: y"\nA,yes,1\nB,no,2\n', ["Name: text", "Unique??: flag", '"x: y": integer']),
        (
            "Nr.;Titel;Typ;Farbe\n"
            + "".join(
                f"{n};{title};{'Sehr lang' if n % 2 else 'Kurz'};{'Rot' if n % 2 else 'Blau'}\n"
                for n, title in enumerate(["Minze", "Minze", "Salbei", "Salbei", "Hexe"], 1)
            ),
            ["Nr.: integer", "Titel: text", "Typ: text", "Farbe: [Rot, Blau]"],
        ),
        ("Name,Wert\nA,1\nB,2\nC,7\n", ["Name: text", "Wert: integer"]),
        ("Name,Farbe\nA,Rot\nB,Rot\nC,Blau\n", ["Name: text", "Farbe: text"]),
        ("id,Name\nc01,A\nc02,B\n", ["id: word", "Name: text"]),
        ("Name,Art\nA,a.png\nB,b.png\n", ["Name: text", "Art: word"]),
    ],
)
def test_fields_are_proposed(tmp_path: Path, table: str, proposed: list[str]) -> None:
    files, _ = started(tmp_path, table)
    assert fields(files["data/g/game.yaml"]) == proposed


@pytest.mark.parametrize("name", ["Anzahl", "Anz.", "Menge", "nb", "Quantité", "Cantidad", "Qty", "count"])
def test_copies_are_a_column_by_any_name(tmp_path: Path, name: str) -> None:
    game = started(tmp_path, f"Name,{name}\nA,2\nB,1\n")[0]["data/g/game.yaml"]
    assert f"    copies: {name}\n" in game
    assert fields(game) == ["Name: text"]


def test_the_drafted_card_shows_no_number_of_its_row_and_no_box_without_a_number(tmp_path: Path) -> None:
    table = "Nr.,Suit,Titel,Kosten,X,Anz.\n1,A,Minze,1,1,1\n2,A,Die Hexe,,,1\n3,B,Salbei,1,4,1\n4,B,Thymian,2,4,1\n"
    files, notes = started(tmp_path, table)
    assert "Nr." not in files["templates/g/cards.yaml"]
    assert "title: {text: '{{ card.Titel }}'" in files["templates/g/cards.yaml"]
    for element, field in (("coin", "Kosten"), ("number_1_box", "X"), ("number_1_label", "X")):
        line = next(line for line in files["templates/g/cards.yaml"].splitlines() if f" {element}: " in line)
        assert f"when: 'card.{field} is not none'" in line
    assert "the drafted card does not show Nr." in "\n".join(notes)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ziehe eine Karte, wenn du die und das mit der hast.", "de"),
        ("Draw a card.", "en"),
        ("Salbei", "en"),
        ("火の鳥カード", "ja"),
    ],
)
def test_the_language_is_that_of_the_texts(tmp_path: Path, text: str, language: str) -> None:
    assert f"languages: [{language}]" in started(tmp_path, f'Name,Text\nA,"{text}"\n')[0]["data/g/game.yaml"]


@pytest.mark.parametrize(
    ("table", "language", "translations", "proposed"),
    [
        (
            "Titel,Title (EN),Regeltext,Rules (EN)\nHexe,Witch,Nimmt jeden Stich.,Takes any trick in it.\nRose,Rose,,\n",
            "de", "{en: {Titel: Title (EN), Regeltext: Rules (EN)}}", ["Titel: text", "Regeltext?: text"],
        ),
        ("name_en,name_fr\nThe tree,Arbre\nA fox,Renard\n", "en", "{fr: {name_en: name_fr}}", ["name_en: text"]),
        ("Name,Name DE,Cost\nThe tree,Baum,1\nA fox,Fuchs,1\n", "en", "{de: {Name: Name DE}}", ["Name: text", "Cost: integer"]),
        ("Name,Titel [German]\nThe tree,Baum\nA fox,Fuchs\n", "en", '{de: {Name: "Titel [German]"}}', ["Name: text"]),
        ("Name,card_no,Ability (once)\nThe tree,x,y\nA fox,z,q\n", "en", "", ["Name: text", "card_no: text", "Ability (once): text"]),
    ],
)  # fmt: skip
def test_columns_with_a_language_are_translations(
    tmp_path: Path, table: str, language: str, translations: str, proposed: list[str]
) -> None:
    files, notes = started(tmp_path, table)
    game = files["data/g/game.yaml"]
    assert f"languages: [{language}] " in game
    assert fields(game) == proposed
    assert (f"    translations: {translations}\n" in game) if translations else "translations:" not in game
    assert ("taken for translations into" in "\n".join(notes)) == bool(translations)


def test_a_language_can_be_given(tmp_path: Path) -> None:
    for name, text in (("cards.csv", "A,B\nx,y\n"), ("deck.rb", "Squib::Deck.new(cards: 1) { text str: %w(Ann) }\n")):
        (tmp_path / name).write_text(text)
        outputs, _ = start_from_file(tmp_path / name, "g", "G", Diagnostics(), language="pl")
        assert any(b"languages: [pl]" in each.content for each in outputs), name


def test_names_of_columns_tell_the_language(tmp_path: Path) -> None:
    table = "Nr.,Titel,Farbe,Wert\n1,Minze,Grün,1\n2,Salbei,Blau,2\n"
    assert "languages: [de]" in started(tmp_path, table)[0]["data/g/game.yaml"]


def test_pictures_beside_the_table_come_with_it(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        (tmp_path / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    files, _ = started(tmp_path, "Name,Art,Cost\nA,a.svg,1\nB,b.svg,2\n")
    assert "templates/g/art/a.svg" in files
    assert "g/art/{{ card.Art }}" in files["templates/g/cards.yaml"]
    files, notes = started(tmp_path, "Name,Art,Cost\nA,../a.svg,1\nB,b.svg,2\n")
    assert not any("/art/" in path for path in files)
    assert "the drafted card does not show Art" in "\n".join(notes)


def test_a_picture_without_an_ending_is_one_among_others(tmp_path: Path) -> None:
    rows = "Ann,a.png,1,x\nBob,B,2,y\nCy,,3,\nDi,d.jpg,4,z\n"
    files, _ = started(tmp_path, f"Name,Art,Cost,Text\n{rows}")
    assert "Art?: word" in files["data/g/game.yaml"]
    assert "card.Art" not in files["templates/g/cards.yaml"]
    files, _ = started(tmp_path, "Name,Art,Cost\nAnn,a.png,1\nBob,Bob,2\nCy,See below,3\n")
    assert "Art: text" in files["data/g/game.yaml"]


def test_cards_without_a_picture_keep_their_letter(tmp_path: Path) -> None:
    (tmp_path / "a.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')
    template = started(tmp_path, "Name,Art,Cost,Kind\nA,a.svg,1,x\nB,,2,x\n")[0]["templates/g/cards.yaml"]
    assert "picture: {when: 'card.Art', image: 'g/art/{{ card.Art }}'" in template
    assert "size: 64pt" in template and "when: 'not card.Art'" in template


def test_one_choice_is_shown_as_it_is(tmp_path: Path) -> None:
    template = started(tmp_path, "Name,Cost,Kind\nA,1,Oak\nB,2,Oak\nC,3,\nD,4,Oak\n")[0]["templates/g/cards.yaml"]
    assert """text: '{{ card.Kind|default('''') }}'""" in template


TABLES = {
    "portrait": CREATURES,
    "corners": "value,name,suit\n" + "".join(f"{n},Tree {n},{'Leaf' if n < 4 else 'Star'}\n" for n in range(1, 7)),
    "words": "Question;Answer\nHow many legs does a spider have, and how many has a beetle?;Eight\nWho?;Me\n",
    "numbered": "Nr.,Titel,Wert,Kraft,Text\n1,Minze,1,2,x\n2,Hexe,,,y\n3,Salbei,1,3,z\n",
    "translated": "Titel,Title (EN),Wert,Text\nHexe,Witch,1,der\nKraut,Herb,2,die\n",
    "title": "word\nApple\nLighthouse\n",
    "many": "Name," + ",".join(f"S{n}" for n in range(12)) + "\n" + f"A{',1' * 12}\nB{',2' * 12}\n",
    "odd": 'items,Unique?,"a ""b""",#note,o\'clock\nSword,1,q,n,3\nShield,2,q,n,4\n',
    "flags": "Name,Fast,Flying\nHawk,TRUE,FALSE\nSnail,FALSE,FALSE\n",
    "long": "Title,Cost,Rules\nOne," + "1," + "word " * 250 + "\nTwo,2,Short.\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", TABLES)
def test_the_first_check_is_clean(tmp_path: Path, kind: str) -> None:
    (tmp_path / "cards.csv").write_text(TABLES[kind], encoding="utf-8")
    done = new("harbour", "--from", str(tmp_path / "cards.csv"), "--output", str(tmp_path))
    assert done.code == 0, done.err
    assert list(check_project(tmp_path / "harbour", jobs=1).diagnostics) == []


@pytest.mark.slow
def test_each_sheet_of_cards_is_a_deck(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [["Crew of the Albatross"], [], ["Card Name", "Strength"], ["Ann", 4], ["Bob", 2]]:
        book.active.append(row)
    book.create_sheet("Notes").append(["to do"])
    for row in [["name", "force"], ["Breeze", 1], ["Gale", 3]]:
        book["Storms" if "Storms" in book.sheetnames else book.create_sheet("Storms").title].append(row)
    book.save(tmp_path / "ship.xlsx")
    done = new("ship", "--from", str(tmp_path / "ship.xlsx"), "--output", str(tmp_path))
    assert "sheet Notes is left out: it holds no table of cards" in done.err
    game = (tmp_path / "ship/data/ship/game.yaml").read_text()
    assert "cards: ship.xlsx#Sheet" in game
    assert "cards: ship.xlsx#Storms" in game
    assert (tmp_path / "ship/data/ship/ship.xlsx").read_bytes() == (tmp_path / "ship.xlsx").read_bytes()
    assert list(check_project(tmp_path / "ship", jobs=1).diagnostics) == []


def test_a_squib_deck_becomes_a_project(tmp_path: Path) -> None:
    (tmp_path / "deck.rb").write_text("Squib::Deck.new(cards: 2) { text str: %w(Ann Bob), x: 100, y: 100 }\n")
    done = new("old", "--from", str(tmp_path / "deck.rb"), "--output", str(tmp_path))
    assert done.code == 0, done.err
    assert (tmp_path / "old/data/old/deck.csv").exists()


@pytest.mark.parametrize(
    ("start", "told"),
    [("nowhere.csv", "there is no file"), ("blanc", "no starter blanc"), ("empty.csv", "import-empty")],
)
def test_what_cannot_start_a_project_is_refused(tmp_path: Path, start: str, told: str) -> None:
    (tmp_path / "empty.csv").write_text("Name,Cost\n")
    done = new("g", "--from", str(tmp_path / start) if "." in start else start, "--output", str(tmp_path))
    assert done.code != 0
    assert told in " ".join((done.out + done.err).replace("│", "").split())
    assert not (tmp_path / "g").exists()


def test_a_column_of_remarks_is_no_field_and_a_line_says_so(tmp_path: Path) -> None:
    files, notes = started(tmp_path, "Name,Text,Notes\nFox,Steal a card.,too strong?\nOwl,Draw a card.,\n")
    assert fields(files["data/g/game.yaml"]) == ["Name: text", "Text: text"]
    assert "cards.csv: column Notes is taken for remarks; name it in fields: to print it" in notes
    assert "Notes" not in files["templates/g/cards.yaml"]
