"""Translations as tables: what is written is read back to the same bytes; tables of platforms are read by their columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import PO_HEADER, WriteProject

from pnp.core.diagnostics import Fault
from pnp.extensions.translating.command import CatalogueResult, export_table, import_table, update_catalogues
from pnp.project.files import Files

pytestmark = pytest.mark.slow

GAME = """\
title: Small
players: 2
languages: [en, fr]
words: {deal: "Deal, please", pick: "{% if 1 %}Pick{% endif %}"}
decks:
  numbers: {cards: [{name: Fox}, {name: Owl}], template: small/face, fields: {name: text}}
"""
FACE = "elements:\n  name: {text: \"{{ card.name }} {{ words.deal }} {{ words.pick }} {{ ngettext('{n} card', '{n} cards', 2) }}\", in: safe}\n"
PO = PO_HEADER + 'msgid "Small"\nmsgstr "Petit"\n\n#, fuzzy\nmsgid "Fox"\nmsgstr "Renard"\n'
PATH = "data/small/locale/fr.po"


@pytest.fixture
def root(write_project: WriteProject) -> Path:
    project = write_project({"data/small/game.yaml": GAME, "templates/small/face.yaml": FACE, PATH: PO})
    (updated,) = update_catalogues(Files(project), (), ("fr",)).outputs
    (project / PATH).write_bytes(updated.content)
    return project


def exported(root: Path, ending: str) -> bytes:
    (output,) = export_table(Files(root), "small", "fr", ending).outputs
    return output.content


def imported(root: Path, table: bytes | str, name: str = "t.csv") -> CatalogueResult:
    path = root.parent / name
    path.write_bytes(table.encode() if isinstance(table, str) else table)
    return import_table(Files(root), path, "small", "fr")


def strings(result: CatalogueResult) -> str:
    (output,) = result.outputs
    return output.content.decode()


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_what_is_written_is_read_back(root: Path, ending: str) -> None:
    if ending == ".xlsx":
        pytest.importorskip("openpyxl")
    before = (root / PATH).read_bytes()
    done = imported(root, exported(root, ending), f"t{ending}")
    assert list(done.diagnostics) == []
    assert strings(done).encode() == before, "what is stale stays stale, as nobody has looked at it"
    assert done.lines[0].startswith(f"{PATH}  0 translations")


def test_a_stale_translation_that_is_kept_is_approved_by_its_state(root: Path) -> None:
    table = exported(root, ".csv").decode("utf-8-sig").replace("stale", "translated")
    assert "#, fuzzy" not in strings(imported(root, table))


def test_a_table_has_each_text_with_its_state(root: Path) -> None:
    lines = exported(root, ".csv").decode("utf-8-sig").splitlines()
    assert lines[0] == 'context,source,plural,"translation [0, 1]","translation 2 [2, 3, 4, 5, …]",state,note'
    assert ",Small,,Petit,,translated,Small: title" in lines
    assert any(line.startswith(",Fox,,Renard,,stale,") for line in lines)
    assert any(line.startswith(",{n} card,{n} cards,,,missing") for line in lines)


@pytest.mark.parametrize(
    "header",
    [
        "source,translation",
        "Term;Definition",
        "en,fr",
        "English\tFrench",
        "msgid,msgstr",
        "en-US,fr-FR",
        "Source string,Target",
    ],
)
def test_columns_are_known_by_their_usual_names(root: Path, header: str) -> None:
    mark = next(mark for mark in ";\t," if mark in header)
    done = imported(root, f'{header}\nOwl{mark}Hibou\n"Deal, please"{mark}"Distribuez, svp"\n')
    assert [d.code for d in done.diagnostics] == []
    assert 'msgid "Owl"\nmsgstr "Hibou"\n' in strings(done)
    assert 'msgstr "Distribuez, svp"' in strings(done)


def test_plural_forms_have_columns_and_an_incomplete_one_is_left(root: Path) -> None:
    done = imported(root, "source,translation,translation 2\n{n} card,{n} carte,{n} cartes\n")
    assert 'msgstr[0] "{n} carte"\nmsgstr[1] "{n} cartes"' in strings(done)
    done = imported(root, "source,translation\n{n} card,{n} carte\n")
    assert [d.code for d in done.diagnostics] == ["table-row"]
    assert 'msgstr[0] ""' in strings(done)


def test_a_stale_text_says_what_it_was_and_polish_forms_for_which_numbers_they_are(root: Path) -> None:
    table = exported(root, ".csv").decode("utf-8-sig")
    assert "was:" not in table
    (root / PATH).write_text((root / PATH).read_text().replace("#, fuzzy", '#, fuzzy\n#| msgid "Vixen"'))
    assert ',Fox,,Renard,,stale,"was: Vixen\n' in exported(root, ".csv").decode("utf-8-sig")
    (root / "data/small/game.yaml").write_text(GAME.replace("fr]", "pl]"))
    (output,) = export_table(Files(root), "small", "pl", ".csv").outputs
    header = output.content.decode("utf-8-sig").splitlines()[0]
    assert 'translation [1],"translation 2 [2, 3, 4, 22, …]","translation 3 [0, 5, 6, 7, …]"' in header
    filled = output.content.decode("utf-8-sig").replace("{n} cards,,,,", "{n} cards,{n} karta,{n} karty,{n} kart,")
    path = root.parent / "pl.csv"
    path.write_text(filled)
    assert 'msgstr[2] "{n} kart"' in strings(import_table(Files(root), path, "small", "pl"))


@pytest.mark.parametrize(("encoding", "word"), [("cp1252", "Hibou à"), ("cp1250", "Žlutý"), ("shift_jis", "ふくろう")])
def test_a_table_in_another_encoding_is_read_by_its_name(root: Path, encoding: str, word: str) -> None:
    path = root.parent / "t.csv"
    path.write_bytes(f"source,translation\nOwl,{word}\n".encode(encoding))
    with pytest.raises(Fault) as caught:
        import_table(Files(root), path, "small", "fr")
    assert caught.value.diagnostic.code == "file-encoding" and "--encoding" in caught.value.diagnostic.fix
    done = import_table(Files(root), path, "small", "fr", encoding)
    assert f'msgstr "{word}"' in strings(done) and set(done.letters) == {c for c in word if ord(c) > 127}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("source,translation\nElk,Élan\n", [("translation-unused", "t.csv:2:5")]),
        ("source,translation\nOwl,Hibou\nOwl,Chouette\n", [("catalogue-duplicate", "t.csv:3:5")]),
    ],
)
def test_what_does_not_fit_is_told_at_its_row(root: Path, table: str, told: Sequence[tuple[str, str]]) -> None:
    assert [(d.code, str(d.place)) for d in imported(root, table).diagnostics] == told


def test_a_table_without_the_columns_names_those_that_there_are(root: Path) -> None:
    with pytest.raises(Fault) as caught:
        imported(root, "name,cost\nFox,2\n")
    assert caught.value.diagnostic.message == "no column has the source text; there are name, cost"


def test_an_empty_translation_changes_nothing(root: Path) -> None:
    done = imported(root, "source,translation\nSmall,\n")
    assert strings(done) == (root / PATH).read_text(encoding="utf-8")


# --- columns of the game's own tables

COLUMNS = """\
title: Small
players: 2
languages: [en, fr]
decks:
  d: {cards: %s, template: small/face, fields: {name: text, ability: word, ability_text: text}, lookup: {ability: a.csv}}
"""
TABLES = {
    "templates/small/face.yaml": 'elements:\n  name: {text: "{{ card.name }}: {{ card.ability_text }}", in: safe}\n',
    "data/small/a.csv": 'name;text;text_fr\r\nFly;"Flies; far";\r\nDig;Digs;Creuse\r\n',
    "data/small/c.csv": "name,ability,name_fr\nOwl,Fly,\nFox,Dig,Renard\nBat,Fly,\n",
    PATH: PO_HEADER + 'msgid "Small"\nmsgstr "Petit"\n',
}


@pytest.fixture
def tables(write_project: WriteProject) -> Path:
    return write_project({**TABLES, "data/small/game.yaml": COLUMNS % "c.csv"})


def written(root: Path, result: CatalogueResult) -> None:
    for output in result.outputs:
        (root / output.path).parent.mkdir(exist_ok=True)
        (root / output.path).write_bytes(output.content)


def test_the_texts_of_columns_are_exported_as_many_as_the_status_counts(tables: Path) -> None:
    from pnp.extensions.translating.command import catalogue_status

    lines = exported(tables, ".csv").decode("utf-8-sig").splitlines()
    assert "d.name,Owl,,,missing,name of d Owl" in lines and "d.name,Fox,,Renard,translated,name of d Fox" in lines
    assert [line.split(",")[:2] for line in lines if line.startswith("d.ability")] == [
        ["d.ability_text", "Flies; far"],
        ["d.ability_text", "Digs"],
    ]
    assert catalogue_status(Files(tables), (), ()).lines == ["small fr  3 of 6 translated, 3 missing"]
    assert sum(line.startswith(("d.", ",Small")) for line in lines) == 6


def test_translations_come_back_into_their_cells(tables: Path) -> None:
    table = exported(tables, ".csv").decode("utf-8-sig")
    table = table.replace("Owl,,,missing", "Owl,,Hibou,translated").replace("far,,,", "far,,Vole; loin,")
    done = imported(tables, table.replace("Renard", "Goupil"))
    assert [d.code for d in done.diagnostics] == []
    assert [line.partition("  ")[0].rpartition("/")[2] for line in done.lines] == ["fr.po", "c.csv", "a.csv", "fr.po"]
    written(tables, done)
    assert (tables / "data/small/a.csv").read_bytes() == (
        b'name;text;text_fr\r\nFly;"Flies; far";"Vole; loin"\r\nDig;Digs;Creuse\r\n'
    )
    assert (
        tables / "data/small/c.csv"
    ).read_text() == "name,ability,name_fr\nOwl,Fly,Hibou\nFox,Dig,Goupil\nBat,Fly,\n"
    assert "Goupil" in (tables / "data/small/locale/columns/fr.po").read_text()


def test_a_table_without_contexts_fills_columns_and_a_stale_one_is_approved_by_its_state(tables: Path) -> None:
    written(tables, imported(tables, "en,fr\nOwl,Hibou\n"))
    table = tables / "data/small/c.csv"
    assert table.read_text().splitlines()[1] == "Owl,Fly,Hibou"
    table.write_text(table.read_text().replace("Owl", "Barn owl"))
    rows = exported(tables, ".csv").decode("utf-8-sig")
    assert "d.name,Barn owl,,Hibou,stale," in rows
    assert [output.path for output in imported(tables, rows).outputs] == [PATH]
    written(tables, imported(tables, rows.replace(",stale,", ",translated,")))
    assert ",stale," not in exported(tables, ".csv").decode("utf-8-sig")


def test_cells_of_a_workbook_are_filled_and_what_cannot_be_written_is_told(tables: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["name", "ability", "name_fr"], ["Owl", "Fly", None], ["Fox", "Dig", '="Re"&"nard"']):
        book.active.append(row)
    book.save(tables / "data/small/c.xlsx")
    game = tables / "data/small/game.yaml"
    game.write_text(game.read_text().replace("c.csv", "c.xlsx"))
    done = imported(tables, "en,fr\nOwl,Hibou\n")
    written(tables, done)
    assert openpyxl.load_workbook(tables / "data/small/c.xlsx").active["C2"].value == "Hibou"
    done = imported(tables, "en,fr\nFox,Goupil\nDigs,Fouit\n")
    told = [d for d in done.diagnostics if d.code == "table-row"]
    assert [str(d.place) for d in told] == ["data/small/c.xlsx, sheet Sheet, C3"]
    written(tables, done)
    assert "Digs;Fouit" in (tables / "data/small/a.csv").read_text()
