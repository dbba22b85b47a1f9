"""Decks of several tables: which rows are cards, what second tables add, and columns with translations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import FACE, PO_HEADER, WriteProject, build_project, check_project, codes

from pnp.core.diagnostics import Diagnostics
from pnp.project.files import Files
from pnp.project.game import Deck
from pnp.project.load import load_game
from pnp.project.templates import Templates

BASE = "name,kind,ability,copies\nOtter,monster,Flying,2\nFox,hero,,\nBear,Monster,Stun,\nTotal,,,3\n"
NIGHT = "ability,name,kind\nFlying,Bat,monster\n"
ABILITIES = "name,text,cost\nFlying,Cannot be blocked,2\nStun,Skip a turn,\n"
DECK = "cards: [base.csv, night.csv], template: small/face"
TABLES = {
    "data/small/base.csv": BASE,
    "data/small/night.csv": NIGHT,
    "data/small/abilities.csv": ABILITIES,
    "templates/small/face.yaml": FACE.replace("card.number", "card.name"),
}


@pytest.fixture
def project(write_project: WriteProject) -> WriteProject:
    def write(deck: str, head: str = "", files: dict[str, str] | None = None) -> Path:
        game = f"title: Small\nplayers: 2\n{head}decks:\n  d: {{{deck}}}\n"
        return write_project({**TABLES, "data/small/game.yaml": game, **(files or {})})

    return write


def load(root: Path) -> tuple[Deck | None, list[str]]:
    """Return the deck, and what is reported: code, place and message."""
    told, files = Diagnostics(), Files(root)
    game = load_game(files, Templates(files), "small", told)
    faults = [f"{d.code} {d.place.file.rpartition('/')[2]}:{d.place.line}:{d.place.column} {d.what}" for d in told]
    return game.decks["d"] if game else None, faults


def names(deck: Deck | None) -> list[str]:
    assert deck is not None
    return [str(card.values["name"]) for card in deck.cards]


def test_tables_are_one_below_the_other(project: WriteProject) -> None:
    deck, told = load(project(DECK))
    assert names(deck) == ["Otter", "Fox", "Bear", "Bat"]
    assert deck and [card.copies for card in deck.cards] == [2, 1, 1, 1]
    assert [card.place.file for card in deck.cards][2:] == ["data/small/base.csv", "data/small/night.csv"]
    assert [fault.partition(" the row")[0] for fault in told] == ["table-row base.csv:5:1"]


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("{kind: monster}", ["Otter", "Bear", "Bat"]),
        ("{kind: [hero]}", ["Fox"]),
        ("{kind: monster, ability: flying}", ["Otter", "Bat"]),
        ('{ability: ""}', ["Fox"]),
        ("{copies: 2}", ["Otter"]),
    ],
)
def test_where_chooses_rows(project: WriteProject, where: str, found: list[str]) -> None:
    deck, _ = load(project(f"{DECK}, where: {where}"))
    assert names(deck) == found


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        (f"{DECK}, where: {{knid: monster}}", "game.yaml:4 where: the table has no column knid"),
        (f"{DECK}, where: {{kind: dragon}}", "game.yaml:4 where: no row has dragon in the column kind"),
        (f"{DECK}, lookup: {{ablity: abilities.csv}}", "game.yaml:4 lookup: no card has a column ablity"),
        (
            f"{DECK}, lookup: {{ability: {{table: abilities.csv, by: id}}}}",
            "game.yaml:4 abilities.csv has no column id",
        ),
        (
            f"{DECK}, lookup: {{ability: short.csv}}",
            "base.csv:4 short.csv has no row whose name is Stun",
        ),
        ("cards: [{number: 1}], where: {kind: hero}, template: small/face", "game.yaml:4 where: needs a table"),
        ("cards: [base.csv, {name: Eel}], template: small/face", "game.yaml:4 cards: names tables and writes out"),
    ],
)
def test_what_is_not_there_is_told(project: WriteProject, deck: str, told: str) -> None:
    found, faults = load(project(deck, files={"data/small/short.csv": "name,text\nFlying,Up\n"}))
    assert found is None
    (fault,) = (fault for fault in faults if not fault.startswith("table-row"))
    assert re.sub(r":\d+ ", " ", fault.partition(" ")[2], count=1).startswith(told)
    assert {fault.split(" ")[0] for fault in faults} <= {"table-choice", "deck-list", "table-row"}


def test_a_second_table_completes_cards_which_may_have_their_own_value(project: WriteProject) -> None:
    night = "name,kind,ability,ability_text\nBat,monster,Flying,Only by night\n"
    fields = "fields: {name: text, ability?: word, ability_text?: text, ability_cost?: 0..9}"
    deck, told = load(
        project(f"{DECK}, lookup: {{ability: abilities.csv}}, {fields}", files={"data/small/night.csv": night})
    )
    assert deck is not None
    found = [(card.values["ability_text"], card.values["ability_cost"]) for card in deck.cards]
    assert found == [("Cannot be blocked", 2), (None, None), ("Skip a turn", None), ("Only by night", 2)]
    assert [str(card.source.place_of("ability_text")) for card in deck.cards][::2] == [
        "data/small/abilities.csv:2:8",
        "data/small/abilities.csv:3:6",
    ]
    assert deck.unread == ("kind",)
    assert [fault for fault in told if not fault.startswith("table-row")] == []


def test_a_row_that_stands_twice_in_a_second_table_is_told(project: WriteProject) -> None:
    twice = {"data/small/abilities.csv": f"{ABILITIES}Flying,Again,\n"}
    _, told = load(project(f"{DECK}, lookup: {{ability: abilities.csv}}", files=twice))
    assert "table-choice abilities.csv:4:1 Flying stands in name a second time; the first is in line 2" in told


def test_cards_that_are_written_twice_in_two_tables_are_told_with_their_files(project: WriteProject) -> None:
    night = {"data/small/night.csv": BASE.partition("Bear")[0]}
    _, told = load(project(DECK, files=night))
    assert "base.csv:2:1, data/small/night.csv:2:1;" in next(fault for fault in told if "more than once" in fault)


# --- translations in columns

TEXTS = "fields: {name: text}"
FRENCH = "name,name (fr),name_de\nOtter,Loutre,Otter\nFox,Renard,Fuchs\n"
HEAD = "languages: [en, fr]\n"
PO = {"data/small/locale/fr.po": f'{PO_HEADER}msgid "Small"\nmsgstr "Petit"\n'}


def in_french(root: Path) -> list[str]:
    built = build_project(root, "fr")
    assert codes(built) == []
    return sorted(output.path for output in built.outputs)


def test_columns_are_the_translations(project: WriteProject) -> None:
    root = project(f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {**PO, "data/small/c.csv": FRENCH})
    assert in_french(root)
    assert [d.what for d in check_project(root, "translations").diagnostics] == []


def test_an_empty_cell_is_a_missing_translation_at_its_row(project: WriteProject) -> None:
    table = FRENCH.replace("Renard", "")
    root = project(f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {**PO, "data/small/c.csv": table})
    (fault,) = check_project(root, "translations").diagnostics
    assert (fault.code, str(fault.place), fault.fix) == (
        "translation-missing",
        "data/small/c.csv:3:1",
        "fill in the cell of the column name (fr) in line 3",
    )


def test_many_empty_cells_are_one_message(project: WriteProject) -> None:
    rows = "".join(f"Card {chr(65 + n)}{chr(97 + n)},\n" for n in range(12))
    root = project(
        f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {**PO, "data/small/c.csv": f"name,name_fr\n{rows}"}
    )
    (fault,) = check_project(root, "translations").diagnostics
    assert "12 texts have no translation" in fault.what and fault.fix == "fill in the empty cells of name_fr"


def test_a_text_in_two_ways_is_told_at_the_second(project: WriteProject) -> None:
    table = "name,name_fr,number\nOtter,Loutre,1\nOtter,Loutres,2\n"
    root = project(
        "cards: c.csv, template: small/face, fields: {name: text, number: 1..9}",
        HEAD,
        {**PO, "data/small/c.csv": table},
    )
    told = [d for d in check_project(root, "translations").diagnostics if d.code == "catalogue-duplicate"]
    assert [str(d.place) for d in told] == ["data/small/c.csv:3:7"]


def test_without_a_catalogue_only_the_other_texts_are_missing(project: WriteProject) -> None:
    root = project(f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {"data/small/c.csv": FRENCH})
    told = check_project(root, "translations").diagnostics
    assert [(d.code, d.what) for d in told] == [("translation-missing", "“Small” has no translation into fr")]


def test_a_table_of_two_languages_alone_has_no_column_of_the_field_itself(project: WriteProject) -> None:
    table = FRENCH.replace("name,", "name_en,", 1)
    root = project(f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {**PO, "data/small/c.csv": table})
    deck, told = load(root)
    assert (names(deck), told) == (["Otter", "Fox"], [])
    assert deck and deck.unread == ("name_de",)
    assert in_french(root)


def test_an_update_leaves_to_the_table_what_the_table_translates(project: WriteProject) -> None:
    from pnp.extensions.translating.command import update_catalogues

    root = project(f"cards: c.csv, template: small/face, {TEXTS}", HEAD, {**PO, "data/small/c.csv": FRENCH})
    output, record = update_catalogues(Files(root), (), ("fr",)).outputs
    assert "Otter" in record.content.decode()
    text = output.content.decode()
    assert 'msgstr "Petit"' in text and "Otter" not in text


def test_a_second_table_has_its_translations_too(project: WriteProject) -> None:
    table = ABILITIES.replace("text,cost", "text,text_fr").replace(",2\n", ",Ne se bloque pas\n")
    fields = "fields: {name: word, ability?: word, ability_text?: text}"
    deck = f"cards: [night.csv], template: small/face, lookup: {{ability: abilities.csv}}, {fields}"
    root = project(deck, HEAD, {**PO, "data/small/abilities.csv": table})
    loaded, told = load(root)
    assert told == [] and loaded and loaded.translated_in == {"fr": {"ability_text": "ability_text_fr"}}
    assert [d.what for d in check_project(root, "translations").diagnostics] == []


def test_a_column_of_translations_has_one_name_in_all_tables(project: WriteProject) -> None:
    files = {**PO, "data/small/c.csv": FRENCH, "data/small/e.csv": "name,name_fr\nElk,Élan\n"}
    _, told = load(project(f"cards: [c.csv, e.csv], template: small/face, {TEXTS}", HEAD, files))
    assert told == ["table-choice c.csv:1:6 name (fr) is called name_fr in another table of the deck"]


def test_a_deck_names_columns_that_are_called_otherwise(project: WriteProject) -> None:
    table = FRENCH.replace("name (fr)", "Nom")
    deck = f"cards: c.csv, template: small/face, {TEXTS}, translations: {{fr: {{name: %s}}}}"
    root = project(deck % "Nom", HEAD, {**PO, "data/small/c.csv": table})
    loaded, told = load(root)
    assert told == [] and loaded and loaded.translated_in == {"fr": {"name": "Nom"}}
    assert [d.what for d in check_project(root, "translations").diagnostics] == []
    _, told = load(project(deck % "Nam", HEAD, {**PO, "data/small/c.csv": table}))
    assert [each.partition(" ")[2].partition(" ")[2] for each in told] == [
        "translations: fr: Nam is no column of the table"
    ]
    _, told = load(
        project((deck % "Nom").replace("{name: Nom", "{title: Nom"), HEAD, {**PO, "data/small/c.csv": table})
    )
    assert [each.partition(" ")[2].partition(" ")[2] for each in told] == [
        "translations: fr: title is no text of fields:"
    ]


def recorded(root: Path, *, accepts: bool = False) -> str:
    """Update the catalogues and return the record of the columns."""
    from pnp.extensions.translating.command import update_catalogues

    for output in update_catalogues(Files(root), (), ("fr",), accepts).outputs:
        (root / output.path).parent.mkdir(parents=True, exist_ok=True)
        (root / output.path).write_bytes(output.content)
    return (root / RECORD).read_text(encoding="utf-8")


def stale(root: Path, table: str) -> list[tuple[str, str]]:
    """Return the places and messages of stale translations of a table."""
    (root / "data/small/c.csv").write_text(table, encoding="utf-8")
    told = check_project(root, "translations").diagnostics
    assert {d.code for d in told} <= {"translation-stale"}
    return [(str(d.place).rpartition("/")[2], d.what) for d in told]


RECORD = "data/small/locale/columns/fr.po"
PAIRS = "name,name_fr,number\nOtter,Loutre,1\nFox,Renard,2\nDraw a card,Piochez,3\nDraw a card,Piochez,4\n"
WAS_OTTER = [("c.csv:2:11", "the translation of “Sea otter” was made for “Otter”")]
SEA = PAIRS.replace("Otter,", "Sea otter,")


@pytest.fixture
def pairs(project: WriteProject) -> Path:
    deck = "cards: c.csv, template: small/face, fields: {name: text, number: 1..9}"
    return project(deck, HEAD, {**PO, "data/small/c.csv": PAIRS})


def test_a_translation_whose_source_has_changed_is_stale_at_its_cell(pairs: Path) -> None:
    assert stale(pairs, SEA) == [], "nothing is known before the first record"
    assert stale(pairs, PAIRS) == []
    before = recorded(pairs)
    assert '# in 2 cells\nmsgctxt "d.name"\nmsgid "Draw a card"' in before
    assert recorded(pairs) == before
    assert stale(pairs, SEA) == WAS_OTTER
    assert codes(build_project(pairs, "fr")) == ["translation-stale@data/small/c.csv:2:11"]
    assert '#, fuzzy\n#| msgid "Otter"\nmsgctxt "d.name"\nmsgid "Sea otter"' in recorded(pairs)
    more = SEA + "Otter,Loutre,5\n"
    assert stale(pairs, more)[0] == WAS_OTTER[0], "what is recorded as stale stays so"
    assert stale(pairs, PAIRS) == [], "the text is again what it was"


@pytest.mark.parametrize(
    "table",
    [
        SEA.replace("Loutre", "Loutre de mer"),
        PAIRS.replace("Loutre", "La loutre"),
        PAIRS + "Vixen,Renard,5\n",
        PAIRS.replace("Fox,Renard,2\n", ""),
        "name,name_fr,number\n" + "".join(sorted(PAIRS.splitlines(keepends=True)[1:])),
    ],
    ids=["both", "translation", "synonym", "row", "order"],
)
def test_what_a_translator_or_author_may_change_is_not_stale(pairs: Path, table: str) -> None:
    recorded(pairs)
    assert stale(pairs, table) == []


def test_one_of_several_cells_and_cells_that_changed_places_are_stale(pairs: Path) -> None:
    recorded(pairs)
    assert [what for _, what in stale(pairs, PAIRS.replace("card,", "cards,", 1))] == [
        "the translation of “Draw a cards” was made for “Draw a card”"
    ]
    swapped = PAIRS.replace("Otter,", "F,").replace("Fox,", "Otter,").replace("F,", "Fox,")
    assert [place for place, _ in stale(pairs, swapped)] == ["c.csv:2:5", "c.csv:3:7"]


def test_a_stale_translation_is_accepted_by_a_command_or_by_its_mark(pairs: Path) -> None:
    recorded(pairs)
    assert stale(pairs, SEA) == WAS_OTTER
    record = recorded(pairs)
    assert "#, fuzzy" not in recorded(pairs, accepts=True)
    assert stale(pairs, SEA) == []
    (pairs / RECORD).write_text(record.replace("#, fuzzy\n", ""), encoding="utf-8")
    assert stale(pairs, SEA) == [] and "#|" not in recorded(pairs)


def test_a_check_says_how_many_translations_are_not_recorded(pairs: Path) -> None:
    def lines() -> list[str]:
        return [line for line in check_project(pairs, "translations").summaries if "recorded" in line]

    (line,) = lines()
    assert line.startswith("small: 3 translations into fr in columns are not recorded; pnp i18n update")
    recorded(pairs)
    assert lines() == []
    stale(pairs, SEA.replace("Renard", "Goupil"))
    assert [line.partition(" in ")[0] for line in lines()] == ["small: 1 translation into fr"]


def test_a_record_in_conflict_is_told_and_kept(pairs: Path) -> None:
    from pnp.extensions.translating.command import update_catalogues

    broken = recorded(pairs).replace("msgctxt", "<<<<<<< HEAD\nmsgctxt", 1)
    (pairs / RECORD).write_text(broken, encoding="utf-8")
    updated = update_catalogues(Files(pairs), (), ("fr",))
    assert [(d.code, d.place.file) for d in updated.diagnostics] == [("catalogue-syntax", RECORD)]
    assert RECORD not in [output.path for output in updated.outputs]
