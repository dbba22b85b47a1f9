"""pnp rename: a renamed field, after which the game builds as before, and what is left to the user."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import Done
from conftest import CARDS, GAME, PO_HEADER, WriteProject, build_project, check_project, codes
from openpyxl import Workbook
from typer.testing import CliRunner

from pnp.commands.main import app

TEXT = (
    "elements:\n  ground: {rect: bleed, fill: '#ffffff'}\n"
    "  colour: {text: \"{{ card.colour }}{{ card['colour'] }}\", in: safe, size: 20pt, when: card.colour != 'red'}\n"
)
BOOKLET = "## Deal\n\nColours: {{ decks.numbers|map(attribute='colour')|join }}.\n"


def run(root: Path, *arguments: str) -> Done:
    result = CliRunner().invoke(app, ["rename", "field", *arguments, "--project", str(root)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)


def texts(root: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in root.rglob("*") if path.suffix in (".yaml", ".md", ".po", ".csv")}


def test_all_places_of_a_field_get_its_new_name(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": f"{GAME}languages: [en, fr]\n",
            "templates/small/face.yaml": TEXT,
            "templates/small/rulebook.md": BOOKLET,
            "data/small/locale/fr.po": f'{PO_HEADER}msgid "{{{{ card.colour }}}}"\nmsgstr "{{{{ card.colour }}}}"\n',
            "data/small/rules.py": "def play(table):\n    return table.top.colour\n",
        }
    )
    before = texts(root)
    done = run(root, "colour", "tint")
    assert done.code == 0, done.err
    after = texts(root)
    for name in ("face.yaml", "rulebook.md", "cards.yaml", "fr.po", "game.yaml"):
        assert after[name] == before[name].replace("card['colour']", "card.tint").replace("colour", "tint").replace(
            "  tint: {text",
            "  colour: {text",  # an element is no field
        )
    assert "check whether it means the field: data/small/rules.py:2: return table.top.colour" in done.err
    assert "data/small/cards.yaml  2 places" in done.out


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_column_of_a_table_is_renamed_and_its_cells_stay(write_project: WriteProject, end: str) -> None:
    table = end.join(['number,"colour",note', '1,red,"a ""b"""', "2,blue,", ""])
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
            "templates/small/face.yaml": TEXT,
        }
    )
    (root / "data/small/cards.yaml").unlink()
    (root / "data/small/cards.csv").write_bytes(b"\xef\xbb\xbf" + table.encode())
    assert run(root, "colour", "tint").code == 0
    assert (root / "data/small/cards.csv").read_bytes() == b"\xef\xbb\xbf" + table.replace("colour", "tint").encode()
    assert codes(build_project(root)) == []


def test_expressions_in_cells_are_renamed(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv").replace(
                "colour: text", "colour: text, note: text"
            )
            + "languages: [en, fr]\n",
            "data/small/cards.csv": 'number,colour,note\n1,red,"{{ card[""colour""] }} and {{ card.colour }}"\n2,blue,plain\n',
            "data/small/cards.csv.origin.txt": "https://docs.google.com/x\n",
            "data/small/locale/fr.po": f'{PO_HEADER}msgid "{{{{ card."\n"colour }}}}"\nmsgstr "{{{{ card[\\"colour\\"] }}}}"\n',
            "templates/small/face.yaml": TEXT,
        }
    )
    (root / "data/small/cards.yaml").unlink()
    done = run(root, "colour", "tint")
    assert (done.code, "cards.csv  3 places" in done.out) == (0, True), done.err
    assert "cards.csv.origin.txt: the table is a copy: change the sheet, too" in done.err
    assert '1,red,"{{ card.tint }} and {{ card.tint }}"' in (root / "data/small/cards.csv").read_text()
    assert "colour" not in (root / "data/small/locale/fr.po").read_text()


OTHER = """\
  others:
    cards: [{hue: red, colour: warm}, {hue: blue, colour: cold}]
    template: small/other
    fields: {hue: text, colour: text}
"""


def test_a_field_of_one_deck_is_renamed_beside_another_deck_that_has_the_new_name(write_project: WriteProject) -> None:
    other = TEXT.replace("'colour'", "'hue'")
    shared = '#: templates/small/face.yaml:4 templates/small/other.yaml:4\nmsgid "{{ card.colour }}"\nmsgstr ""\n'
    own = '#: templates/small/face.yaml:3\nmsgid "Is {{ card.colour }}"\nmsgstr ""\n'
    root = write_project(
        {
            "data/small/game.yaml": GAME + OTHER,
            "templates/small/face.yaml": TEXT,
            "templates/small/other.yaml": other,
            "templates/small/rulebook.md": BOOKLET,
            "data/small/locale/fr.po": f"{PO_HEADER}\n{shared}\n{own}",
        }
    )
    before = texts(root)
    refused = run(root, "colour", "hue")
    assert (refused.code, "there is a field hue already" in refused.err) == (1, True)
    done = run(root, "colour", "hue", "--deck", "numbers")
    assert done.code == 0, done.err
    after = texts(root)
    assert {name for name in before if before[name] != after[name]} == {
        "game.yaml", "cards.yaml", "face.yaml", "fr.po", "rulebook.md",
    }  # fmt: skip
    assert after["game.yaml"].endswith(OTHER)
    assert after["fr.po"].endswith(f"{shared}\n{own.replace('colour', 'hue')}")
    assert [line.partition(": ")[2] for line in done.err.splitlines()] == [
        'data/small/locale/fr.po:8: msgid "{{ card.colour }}"'
    ]
    assert codes(build_project(root)) == []
    (fault,) = [line for line in run(root, "colour", "hue", "--deck", "number").err.splitlines() if "no deck" in line]
    assert "small has no deck number" in fault


TWO_DECKS = """\
title: Small
players: 2..4
age: 8
minutes: 10
languages: [en, fr]
decks:
  events:
    title: events
    cards: [{name: Rain, rule: Lose a card, points: 3}, {name: Sun, rule: Draw a card, points: 1}]
    template: small/event
    named: "{{ card.name }} for {{ card.points }} points"
    fields: {name: text, rule: text, points: 1..9}
  goods:
    title: goods
    cards: goods.csv
    template: small/goods
    named: "{{ card.name }} worth {{ card.points }}"
    fields: {name: text, points: 1..9}
expect:
  - that: decks.events|selectattr("points", "ge", 2)|list|length == 1
    why: one is worth more
  - that: card.points >= 1
    each: decks.events
  - that: card.points >= 2
    each: decks.goods
  - that: (decks.events|sort(attribute="points")|first).points == 1 and decks.events[5 - decks.goods[1].points].points == 1
"""
LOOPS = """\
## Events

{% for c in decks.events|sort(attribute="points") if c.points > 0 %}{{ c.name }} gives {{ c.points }} points. {% endfor %}

{% for c in decks.goods %}{{ c.name }} is worth {{ c.points }}. {% endfor %}

:::: each e in decks.events
- {{ e.name }}: {{ e.points }} points
::::
"""


@pytest.fixture
def two_decks(write_project: WriteProject) -> Path:
    face = 'elements:\n  a: {text: "{{ card.name }}", in: safe}\n  b: {text: "%s: {{ card.points }}", in: bleed}\n'
    root = write_project(
        {
            "data/small/game.yaml": TWO_DECKS,
            "data/small/goods.csv": '"name","points"\nFig,2\nDate,4\n',
            "data/small/cards.yaml": None,
            "templates/small/face.yaml": None,
            "templates/small/event.yaml": face % "Score" + '  c: {text: "{{ card.rule }}", in: trim}\n',
            "templates/small/goods.yaml": face % "Value",
            "templates/small/rulebook.md": LOOPS,
        }
    )
    assert CliRunner().invoke(app, ["i18n", "update", "--project", str(root)]).exit_code == 0
    catalogue = root / "data/small/locale/fr.po"
    entries = re.sub(r'(?m)^msgid ((?:".*"\n)+)msgstr ""$', r"msgid \1msgstr \1", catalogue.read_text())
    catalogue.write_text(entries.replace('msgid "Draw', 'msgctxt "events.rule"\nmsgid "Draw'))
    assert faults_after(root) == []
    return root


def faults_after(root: Path) -> list[str]:
    return codes(check_project(root, "translations", "composition"))


@pytest.mark.parametrize(
    "arguments",
    [
        ("points", "worth"),
        ("points", "worth", "--deck", "events"),
        ("points", "worth", "--deck", "goods"),
        ("rule", "effect"),
        ("name", "word"),
    ],
)
def test_what_certainly_is_of_the_decks_is_renamed_with_its_translations(
    two_decks: Path, arguments: tuple[str, ...]
) -> None:
    done = run(two_decks, *arguments)
    assert (done.code, done.err) == (0, "")
    assert faults_after(two_decks) == []


def test_messages_that_need_not_mean_the_field_are_listed_beside_their_source(two_decks: Path) -> None:
    book = two_decks / "templates/small/rulebook.md"
    catalogue = two_decks / "data/small/locale/fr.po"
    for path in (book, catalogue):
        path.write_text(path.read_text().replace("for c in decks.goods", "for c in decks['go' ~ 'ods']"))
    done = run(two_decks, "points", "worth")
    lines = [line.removeprefix("not changed, check whether it means the field: ") for line in done.err.splitlines()]
    assert [line.partition(":")[0] for line in lines] == ["data/small/locale/fr.po"] * 2 + [
        "templates/small/rulebook.md"
    ]
    assert all("c.points" in line for line in lines)


def test_the_cells_of_a_workbook_are_listed(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME.replace("cards.yaml", "cards.xlsx")})
    (root / "data/small/cards.yaml").unlink()
    book = Workbook()
    for row in (["number", "colour", "note"], [1, "red", "It is {{ card.colour }}"], [2, "blue", "No colour"]):
        book.active.append(row)
    book.save(root / "data/small/cards.xlsx")
    done = run(root, "colour", "tint")
    assert [line for line in done.err.splitlines() if "xlsx" in line] == [
        "not changed, check whether it means the field: data/small/cards.xlsx, sheet Sheet, B1: "
        "rename the column to tint in your spreadsheet",
        "not changed, check whether it means the field: data/small/cards.xlsx, sheet Sheet, C2: It is {{ card.colour }}",
    ]


def test_a_table_in_the_folder_of_another_game_stays(write_project: WriteProject) -> None:
    table = "number,colour\n1,red\n2,blue\n"
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "../big/cards.csv"),
            "data/big/cards.csv": table,
            "templates/small/face.yaml": TEXT,
        }
    )
    done = run(root, "colour", "tint")
    assert done.code == 0, done.err
    assert "data/big/cards.csv:1:8: name it tint there, too, if no other game uses the file" in done.err
    assert (root / "data/big/cards.csv").read_text() == table


def test_the_fix_for_a_renamed_column_works(write_project: WriteProject) -> None:
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("cards.yaml", "cards.csv"),
            "data/small/cards.csv": "number,tint\n1,red\n2,blue\n",
            "templates/small/face.yaml": TEXT,
        }
    )
    (root / "data/small/cards.yaml").unlink()
    (fault,) = {fault.fix for fault in build_project(root).diagnostics if fault.code == "missing-key"}
    assert "run pnp rename field colour tint;" in fault
    assert run(root, "colour", "tint").code == 0
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("colr", "tint", "did you mean colour?"),
        ("colour", "number", "there is a field number already"),
        ("colour", "my tint", "my tint cannot be the name of a field"),
        ("colour", "items", "card.items is what every mapping has in expressions"),
        ("colour", "get", "get cannot be the name of a field"),
        ("colour", "copies", "copies cannot be the name of a field"),
        ("hue", "colour", "their field is called colour already"),
    ],
)
def test_names_that_cannot_be_are_refused(write_project: WriteProject, old: str, new: str, what: str) -> None:
    root = write_project()
    done = run(root, old, new)
    assert (done.code, what in done.err) == (1, True), done.err
    assert (root / "data/small/cards.yaml").read_text() == CARDS
