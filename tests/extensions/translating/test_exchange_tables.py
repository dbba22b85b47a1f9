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
    assert lines[0] == "context,source,plural,translation,translation 2,state,note"
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
