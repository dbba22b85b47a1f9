"""Texts of whole decks: one size on all cards, and names of cards that texts mention."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import PO_HEADER, WriteProject, build_project, codes

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Group, Item, Text
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.serve.project_worker import ProjectWorker
from pnp.text.edition import open_edition

GAME = "title: Small\nplayers: 2\nlanguages: [en, fr]\ndecks:\n  heroes: {cards: cards.yaml, template: small/face, fields: {name: text, rules: text}%s}\n"
CARDS = """\
- {name: Dragon, rules: "It eats [[Knight]] and each other Dragon."}
- {name: Knight, rules: "Fights [[Dragon|dragons]], not the Knights of Rome."}
- {name: The Venerable Archivist of Rome, rules: "Reads in the Library: nothing."}
"""
FACE = """\
elements:
  name: {text: "{{ card.name }}", in: [6mm, 6mm, 50mm, 8mm], size: 16pt, smallest: %s, lines: 1, same_size: true}
  rules: {text: "{{ card.rules }}", in: [6mm, 30mm, 50mm, 30mm], size: 9pt}
"""
FRENCH = {
    "Small": "Petit",
    "Dragon": "Le dragon",
    "Knight": "Chevalier",
    "The Venerable Archivist of Rome": "Archiviste",
    "It eats [[Knight]] and each other Dragon.": "Il mange [[Chevalier]] et Le dragon.",
    "Fights [[Dragon|dragons]], not the Knights of Rome.": "Combat [[Dragon]].",
    "Reads in the Library: nothing.": "Ne lit rien.",
}
FILES = {
    "data/small/game.yaml": GAME % "",
    "data/small/cards.yaml": CARDS,
    "data/small/locale/fr.po": PO_HEADER + "".join(f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in FRENCH.items()),
    "templates/small/face.yaml": FACE % "7pt",
}


def faces(root: Path, language: str = "en") -> tuple[list[Frame], list[str]]:
    files, diagnostics = Files(root), Diagnostics()
    game = load_game(files, Templates(files), "small", diagnostics)
    assert game is not None, list(diagnostics)
    edition = open_edition(files, game, language, diagnostics)
    assert edition is not None
    layout = GameLayout(edition, load_fonts(files, diagnostics), Assets(files.read), diagnostics)
    deck = layout.edition.game.decks["heroes"]
    return [layout.face(deck, card) for card in deck.cards], [
        f"{d.code}@{d.place}: {d.what} | {d.fix} | {d.cards}" for d in diagnostics
    ]


def texts(items: Sequence[Item]) -> list[Text]:
    return [
        each
        for item in items
        for each in (texts(item.items) if isinstance(item, Group) else [item] if isinstance(item, Text) else [])
    ]


def sizes(frames: Sequence[Frame]) -> list[float]:
    return [round(texts(frame.items)[0].size * 72 / 25.4, 2) for frame in frames]


def printed(frame: Frame) -> str:
    return " ".join(line.text for line in texts(frame.items)[1:])


def italics(frame: Frame) -> list[str]:
    return [line.text for line in texts(frame.items)[1:] if "Italic" in line.words[0].face.name]


# --- one size


def test_titles_of_a_deck_have_one_size(write_project: WriteProject) -> None:
    frames, found = faces(write_project(FILES))
    alone, _ = faces(
        write_project({**FILES, "templates/small/face.yaml": (FACE % "7pt").replace(", same_size: true", "")})
    )
    assert found == []
    assert sizes(alone)[:2] == [16, 16]
    assert sizes(frames) == [min(sizes(alone))] * 3
    assert sizes(frames)[0] < 16


def test_each_language_has_its_own_size(write_project: WriteProject) -> None:
    assert sizes(faces(write_project(FILES), "fr")[0]) == [16, 16, 16]


def test_fault_names_the_card_that_fits_no_larger(write_project: WriteProject) -> None:
    _, found = faces(write_project({**FILES, "templates/small/face.yaml": FACE % "14pt"}))
    (fault,) = found
    assert fault.startswith("text-overflow@")
    assert "Venerable" in fault
    small = {**FILES, "templates/small/face.yaml": "smallest_text: 12pt\n" + FACE % "7pt"}
    (fault,) = [each for each in faces(write_project(small))[1] if "of name" in each]
    assert fault.startswith("text-small@")
    assert "Venerable" in fault
    assert "Knight" not in fault


def test_two_texts_share_a_size_by_a_name(write_project: WriteProject) -> None:
    face = (FACE % "7pt").replace("same_size: true", "same_size: titles") + (
        '  second: {text: "{{ card.name }}", in: [6mm, 70mm, 20mm, 8mm], size: 16pt, smallest: 3pt, lines: 1, same_size: titles}\n'
    )
    frames, _ = faces(write_project({**FILES, "templates/small/face.yaml": face}))
    assert (
        len({round(text.size, 4) for frame in frames for text in (texts(frame.items)[0], texts(frame.items)[-1])}) == 1
    )


def test_plain_deck_with_the_same_face_keeps_its_sizes(write_project: WriteProject) -> None:
    game = (GAME % "").replace(
        "languages: [en, fr]\n", ""
    ) + "  others: {cards: [{name: Sage, rules: Reads.}], template: small/face, fields: {name: text, rules: text}}\n"
    root = write_project({**FILES, "data/small/game.yaml": game})
    files, diagnostics = Files(root), Diagnostics()
    loaded = load_game(files, Templates(files), "small", diagnostics)
    assert loaded
    edition = open_edition(files, loaded, "en", diagnostics)
    assert edition
    layout = GameLayout(edition, load_fonts(files, diagnostics), Assets(files.read), diagnostics)
    decks = layout.edition.game.decks
    shown = [layout.face(deck, card) for deck in decks.values() for card in deck.cards]
    assert sizes(shown)[-1] == 16
    assert sizes(shown)[0] < 16


def test_preview_shows_the_new_size_on_the_other_cards(write_project: WriteProject) -> None:
    root = write_project(FILES)
    worker = ProjectWorker(root)
    before = worker.faces("small", "en", "heroes", (1,), False, is_cut=False)
    cards = root / "data/small/cards.yaml"
    cards.write_text(cards.read_text().replace("The Venerable Archivist of Rome", "Archivist"))
    worker.refresh()
    after = worker.faces("small", "en", "heroes", (1,), False, is_cut=False)
    assert before
    assert after
    assert before[0].digest != after[0].digest


# --- names of cards


def test_mentions_are_names_in_each_language(write_project: WriteProject) -> None:
    frames, found = faces(write_project(FILES))
    assert found == []
    assert printed(frames[0]) == "It eats Knight and each other Dragon."
    assert printed(frames[1]) == "Fights dragons, not the Knights of Rome."
    french, found = faces(write_project(FILES), "fr")
    assert found == []
    assert printed(french[0]) == "Il mange Chevalier et Le dragon."
    assert printed(french[1]) == "Combat Le dragon."


@pytest.mark.parametrize(
    ("marks", "language", "marked"),
    [
        ("italic", "en", [["Knight", "Dragon"], ["dragons"], []]),
        ("italic", "fr", [["Chevalier", "Le dragon"], ["Le dragon"], []]),
        ("{as: italic, decks: heroes, field: name, in: [rules]}", "en", [["Knight", "Dragon"], ["dragons"], []]),
    ],
)  # fmt: skip
def test_names_are_marked_as_whole_words(
    write_project: WriteProject, marks: str, language: str, marked: list[list[str]]
) -> None:
    frames, found = faces(write_project({**FILES, "data/small/game.yaml": GAME % f", mark_names: {marks}"}), language)
    assert found == []
    assert [[text.strip(".,") for text in italics(frame)] for frame in frames] == marked


@pytest.mark.parametrize(
    ("written", "place", "fix"),
    [
        ("[[Dargon]]", "data/small/cards.yaml:2:25", "write [[Dragon]]"),
        ("[[Le dragn]]", "data/small/locale/fr.po:22", "write [[Le dragon]]"),
    ],
)
def test_dead_mention_is_a_fault(write_project: WriteProject, written: str, place: str, fix: str) -> None:
    files = dict(FILES)
    if "fr" in place:
        files["data/small/locale/fr.po"] = files["data/small/locale/fr.po"].replace(
            "Combat [[Dragon]]", f"Combat {written}"
        )
    else:
        files["data/small/cards.yaml"] = files["data/small/cards.yaml"].replace("[[Dragon|dragons]]", written)
        files["data/small/locale/fr.po"] = files["data/small/locale/fr.po"].replace("[[Dragon|dragons]]", written)
    (found,) = [
        d
        for d in build_project(write_project(files), "fr" if "fr" in place else "en").diagnostics
        if d.code == "mention-unknown"
    ]
    assert str(found.place).startswith(place)
    assert found.fix == fix
    assert written in found.what


POLISH = FRENCH | {
    "Dragon": "Smok | m | gen: Smoka | dat: Smokowi",
    "Knight": "Rycerz",
    "It eats [[Knight]] and each other Dragon.": "Zjada [[Knight|dat]] i Smoka.",
    "Fights [[Dragon|dragons]], not the Knights of Rome.": "Szuka [[Dragon|gen]] i [[Smok|smoków]].",
}
TABLE = "name,rules,name_fr,rules_fr\n" + "".join(
    f'{name},"{rules}",{POLISH[name]},"{POLISH[rules]}"\n'
    for name, rules in zip(list(FRENCH)[1:4], list(FRENCH)[4:], strict=True)
)


@pytest.mark.parametrize("is_table", [False, True], ids=["po", "columns"])
def test_mentions_take_the_forms_of_translated_names(write_project: WriteProject, is_table: bool) -> None:
    files = {**FILES, "data/small/game.yaml": GAME % ", mark_names: italic"}
    texts = list(POLISH.items())[: 1 if is_table else None]
    files["data/small/locale/fr.po"] = PO_HEADER + "".join(f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in texts)
    if is_table:
        game = files["data/small/game.yaml"].replace("cards.yaml", "cards.csv")
        files |= {"data/small/game.yaml": game, "data/small/cards.csv": TABLE}
    root = write_project(files)
    assert codes(build_project(root, "fr")) == []
    frames, found = faces(root, "fr")
    assert found == []
    assert printed(frames[0]) == "Zjada Rycerz i Smoka .", "a name without forms has one in each case"
    assert printed(frames[1]) == "Szuka Smoka i smoków ."
    assert [[text.strip(".,") for text in italics(frame)] for frame in frames[:2]] == [
        ["Rycerz", "Smoka"],
        ["Smoka", "smoków"],
    ]


def test_a_form_that_a_name_nearly_has_is_told(write_project: WriteProject) -> None:
    texts = POLISH | {"It eats [[Knight]] and each other Dragon.": "Zjada [[Dragon|gne]]."}
    catalogue = PO_HEADER + "".join(f'msgid "{a}"\nmsgstr "{b}"\n\n' for a, b in texts.items())
    _, (found,) = faces(write_project({**FILES, "data/small/locale/fr.po": catalogue}), "fr")
    assert "Smok has no form gne | write [[Dragon|gen]]" in found


@pytest.mark.parametrize(
    "marks",
    [
        "{as: italic, decks: [heros]}",
        "{as: italic, field: title}",
        "{as: italic, in: [rule]}",
        "true",
    ],
)
def test_wrong_marks_are_reported(write_project: WriteProject, marks: str) -> None:
    made = build_project(write_project({**FILES, "data/small/game.yaml": GAME % f", mark_names: {marks}"}), "en")
    assert {code.partition("@")[0] for code in codes(made)} == {"wrong-value"}


@pytest.mark.parametrize(("marks", "code"), [("{look: italic}", "unknown-key"), ("{decks: heroes}", "missing-key")])
def test_marks_say_how_names_look(write_project: WriteProject, marks: str, code: str) -> None:
    made = build_project(write_project({**FILES, "data/small/game.yaml": GAME % f", mark_names: {marks}"}), "en")
    assert code in {found.partition("@")[0] for found in codes(made)}


def test_mention_in_a_template_is_told(write_project: WriteProject) -> None:
    face = (FACE % "7pt") + '  more: {text: "See [[Dragon]].", in: [6mm, 70mm, 50mm, 8mm]}\n'
    found = build_project(write_project({**FILES, "templates/small/face.yaml": face}), "en").diagnostics
    assert [str(each.code) for each in found] == ["text-markup"]


def test_titles_in_two_languages_have_one_size(write_project: WriteProject) -> None:
    face = (FACE % "5pt").replace("8mm], size: 16pt", "14mm], size: 16pt").replace("lines: 1, ", "")
    frames, found = faces(write_project({**FILES, "templates/small/face.yaml": face}), "en+fr")
    assert [each for each in found if "of name" in each] == []
    assert len({round(text.size, 3) for frame in frames for text in texts(frame.items)[:2]}) == 1
