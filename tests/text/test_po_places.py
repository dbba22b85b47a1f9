"""Faults of a translation of several lines are at the line that has them, where it is known."""

from __future__ import annotations

from conftest import FACE, GAME, PO_HEADER, WriteProject, build_project

from pnp.core.diagnostics import Diagnostics, Place
from pnp.text.catalogue import Message, read_catalogue
from pnp.text.catalogue_check import check_catalogue
from pnp.text.po_reader import read_entries

PO = """\
msgid "Play two cards."
msgstr ""
"Jouez vos cartes, "
"à savoir 3 cartes."
"""


def test_a_piece_is_at_its_line() -> None:
    (entry,) = read_entries(PO, "fr.po", Diagnostics())
    assert entry.place_of("3") == Place("fr.po", 4)
    assert entry.place_of("vos") == Place("fr.po", 3)
    assert entry.place_of("absent") == entry.place_of() == Place("fr.po", 2)


def test_an_empty_entry_and_a_mark_by_hand_are_explained() -> None:
    content = PO_HEADER + 'msgid "none"\nmsgstr ""\n\n#, fuzzy\nmsgid "is"\nmsgstr "est"\n'
    diagnostics = Diagnostics()
    catalogue = read_catalogue(content, "fr.po", "fr", diagnostics)
    check_catalogue(catalogue, [Message("none", places=(Place("a.yaml", 3),)), Message("is")], diagnostics)
    missing, stale = sorted(diagnostics, key=lambda fault: fault.code)
    line = content.split("\n").index('msgid "none"') + 2
    assert (missing.place, missing.fix) == (Place("a.yaml", 3), f"translate it in fr.po:{line}")
    assert "marked it as in need of work" in stale.why


def test_a_word_that_a_value_looks_up_is_at_its_translation(write_project: WriteProject) -> None:
    game = f"{GAME}languages: [en, fr]\nwords: {{red: Red, blue: Blue}}\n"
    face = FACE + '  word: {text: "{{ words[card.colour] }}", in: [5mm, 60mm, 12mm, 4mm], size: 9pt, lines: 1}\n'
    words = 'msgid "Red"\nmsgstr "Rouge vermillon"\n\nmsgid "Blue"\nmsgstr "Bleu"\n\nmsgid "Small"\nmsgstr "Petit"\n'
    files = {
        "data/small/game.yaml": game,
        "templates/small/face.yaml": face,
        "data/small/locale/fr.po": PO_HEADER + words,
    }
    diagnostics = build_project(write_project(files), "fr").diagnostics
    line = (PO_HEADER + words).split("\n").index('msgstr "Rouge vermillon"') + 1
    assert [f"data/small/locale/fr.po:{line}" in entry.message for entry in diagnostics] == [True]
