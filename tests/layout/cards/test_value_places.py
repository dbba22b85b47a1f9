"""Faults of a card's value are reported where the value is written: in its cell, or in its translation."""

from __future__ import annotations

import pytest
from conftest import PO_HEADER, WriteProject, check_project

pytestmark = pytest.mark.slow

GAME = """\
title: Small
players: 2
languages: [en, fr]
decks:
  folk: {cards: folk.csv, template: small/face, fields: {name: text, rule: text}}
"""
FACE = """\
elements:
  ground: {rect: bleed, fill: "#ffffff"}
  name: {text: "{{ card.name }}", in: safe, size: 20pt}
  rule: {text: "{{ card.rule }} :sun:", in: [6mm, 30mm, 40mm, 12mm], size: 10pt}
"""
ROWS = "name,rule\nAda,Take :coni: now\nBob,Take <img>\nCy,Then :coni: again\nDee,{long}\n"


def places(write_project: WriteProject, french: str = "Puis :coni: encore", **long: str) -> set[str]:
    rows = ROWS.replace("{long}", long.get("long", "short"))
    texts = [cell for row in rows.splitlines()[1:] for cell in row.split(",")]
    entries = "".join(f'msgid "{text}"\nmsgstr "{french if text.startswith("Then") else text}"\n\n' for text in texts)
    entries += 'msgid "{{ card.rule }} :sun:"\nmsgstr "{{ card.rule }} :sun:"\n\nmsgid "Small"\nmsgstr "Petit"\n'
    root = write_project(
        {
            "data/small/game.yaml": GAME,
            "data/small/cards.yaml": None,
            "data/small/folk.csv": rows,
            "data/small/locale/fr.po": PO_HEADER + entries,
            "templates/small/face.yaml": FACE,
        }
    )
    found = check_project(root).diagnostics
    codes = ("icon-unknown", "placeholder-changed", "order-changed", "text-markup", "text-overflow")
    return {f"{fault.code}@{fault.place} {' '.join(fault.cards)}" for fault in found if fault.code in codes}


def test_the_cell_is_named_once_for_all_cards_with_the_same_slip(write_project: WriteProject) -> None:
    assert places(write_project) == {
        "icon-unknown@data/small/folk.csv:2:5 folk Ada folk Cy",
        "icon-unknown@templates/small/face.yaml:4:16 folk Ada folk Bob folk Cy folk Dee",
        "text-markup@data/small/folk.csv:3:5 folk Bob",
    }


def test_a_slip_of_the_translation_is_in_the_catalogue(write_project: WriteProject) -> None:
    found = places(write_project, french="Prenez :soleli: encore")
    assert [fault.partition(":")[0] for fault in found if "fr.po" in fault] == [
        "placeholder-changed@data/small/locale/fr.po"
    ]


def test_an_unclosed_mark_of_a_translation_is_told_once_in_its_line(write_project: WriteProject) -> None:
    french = {"**Take** one": '"Prenez **un"', "Then **one**": '""\n"Puis "\n"**une"', "**Back** here": '"**Dos ici"'}
    entries = "".join(f'msgid "{text}"\nmsgstr {string}\n\n' for text, string in french.items())
    rows = "name,rule\nAda,**Take** one\nBob,Then **one**\nCy,**Take\n"
    root = write_project(
        {
            "data/small/game.yaml": GAME,
            "data/small/cards.yaml": None,
            "data/small/folk.csv": rows,
            "data/small/locale/fr.po": PO_HEADER + entries,
            "templates/small/face.yaml": FACE.replace(" :sun:", "") + "  back: {text: '**Back** here', in: safe}\n",
        }
    )
    found = [fault for fault in check_project(root).diagnostics if fault.code in ("text-markup", "markup-changed")]
    lines = (PO_HEADER + entries).split("\n")
    wrong = [lines.index(line) + 1 for line in lines if line.count("**") == 1]
    places = [f"data/small/locale/fr.po:{line}" for line in wrong]
    assert [str(fault.place) for fault in found] == ["data/small/folk.csv:4:4", *places]


SENTENCES = {
    "Take {{ card.points }} **now**.": "Prenez {{ card.points }} **vite**.",
    "Hand of {{ hand }}": "Main de {{ hand }}",
    "Deal {{ hand|words }} to each.": "Donnez {{ hand|words }} à chacun.",
}
SLIPS = (
    *(
        ("{{ card.points }}", f"{{{{ {slip} }}}}")
        for slip in ("card.point", "card..points", "card.points / 0", "mains")
    ),
    *(("{{ card.points }}", slip) for slip in ("{{ card.points }", "{{ card.points", "{ card.points }")),
    *(("{{ card.points }}", f"{{{{ card.points|{slip} }}}}") for slip in ("wordz", "words(1, 2, 3, 4)")),
    ("**vite**", "**vite*"),
    ("Main de {{ hand }}", "Main de {{ hnad }}"),
    ("Main de {{ hand }}", "Main de {{ hand }"),
    *(
        ("{{ hand|words }}", slip)
        for slip in ("{{ hnad|words }}", "{{ hand|wordz }}", "{{ hand|words }", ":cion: {{ hand }}")
    ),
)


@pytest.mark.parametrize(("right", "slip"), SLIPS)
def test_a_slip_of_a_translation_is_one_message_at_its_line(write_project: WriteProject, right: str, slip: str) -> None:
    def catalogue(right: str, slip: str) -> str:
        forms = {text: string.replace(right, slip) for text, string in SENTENCES.items()}
        return PO_HEADER + "".join(f'msgid "{text}"\nmsgstr ""\n"{form}"\n\n' for text, form in forms.items())

    folk = "folk: {cards: folk.yaml, template: small/face, fields: {name: text, points: 1..5, rule: text}}"
    files = {
        "data/small/game.yaml": f"{GAME.rpartition('  folk')[0]}  {folk}\nfacts: {{hand: 5}}\n",
        "data/small/cards.yaml": None,
        "data/small/folk.yaml": '- {name: Ada, points: 2, rule: "Take {{ card.points }} **now**."}\n',
        "templates/small/face.yaml": FACE.replace(" :sun:", "")
        + "  foot: {text: 'Hand of {{ hand }}', in: [6mm, 50mm, 40mm, 9mm]}\n",
        "templates/small/rulebook.md": "## Deal\n\nDeal {{ hand|words }} to each.\n",
    }
    usual, found = (
        check_project(write_project({**files, "data/small/locale/fr.po": po})).diagnostics
        for po in (catalogue("", ""), catalogue(right, slip))
    )
    more = {str(fault.place) for fault in found} - {str(fault.place) for fault in usual}
    lines = catalogue(right, slip).split("\n")
    line = next(number for number, text in enumerate(lines, 1) if slip in text and not text.startswith("msgid"))
    assert more in ({f"data/small/locale/fr.po:{line}"}, {f"data/small/locale/fr.po:{line - 1}"})
    assert len(found) == len(usual) + 1


def test_a_missing_drawing_of_an_icon_is_told_once_where_it_is_named(write_project: WriteProject) -> None:
    icons = "icons: {sun: small/sun.svg}\n"
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace("languages: [en, fr]\n", ""),
            "data/small/cards.yaml": None,
            "data/small/folk.csv": "name,rule\nAda,Take :sun: now\nBob,Give :sun:\n",
            "templates/small/face.yaml": f"{icons}{FACE}  more: {{icon: sun, in: [6mm, 60mm, 5mm, 5mm]}}\n",
        }
    )
    (fault,) = check_project(root).diagnostics
    assert (fault.code, str(fault.place)) == ("file-missing", "templates/small/face.yaml:1:14")


def test_a_text_that_does_not_fit_names_its_cell_beside_the_card(write_project: WriteProject) -> None:
    found = places(write_project, long="word " * 40)
    (overflow,) = (fault for fault in found if "overflow" in fault)
    assert overflow.startswith("text-overflow@templates/small/face.yaml:4:16 folk Dee (")
    assert overflow.endswith(" too high: data/small/folk.csv:5:5)")


def test_a_text_of_a_template_that_does_not_fit_names_its_translation(write_project: WriteProject) -> None:
    """The line in the catalogue stands beside the card, for texts of templates and for words that they show."""
    long = "Voici un texte qui est bien plus long"
    texts = {"Small": "Petit", "Back": long, "Stop": long + " encore", "Ada": "Ada"}
    entries = "".join(f'msgid "{text}"\nmsgstr ""\n"{french}"\n\n' for text, french in texts.items())
    face = (
        "elements:\n"
        "  label: {text: Back, in: [6mm, 10mm, 50mm, 4mm], size: 12pt}\n"
        '  word: {text: "{{ words.stop }}", in: [6mm, 20mm, 50mm, 4mm], size: 12pt}\n'
        '  name: {text: "{{ card.name }}", in: [6mm, 30mm, 50mm, 10mm]}\n'
    )
    root = write_project(
        {
            "data/small/game.yaml": GAME.replace(", rule: text", "") + "words: {stop: Stop}\n",
            "data/small/cards.yaml": None,
            "data/small/folk.csv": "name\nAda\n",
            "data/small/locale/fr.po": PO_HEADER + entries,
            "templates/small/face.yaml": face,
        }
    )
    lines = (PO_HEADER + entries).split("\n")
    found = [fault for fault in check_project(root).diagnostics if fault.code == "text-overflow"]
    at = {str(fault.place): fault.cards[0] for fault in found}
    for place, text in (("templates/small/face.yaml:2:17", "Back"), ("templates/small/face.yaml:3:16", "Stop")):
        line = lines.index(f'msgid "{text}"') + 2
        assert at[place].endswith(f" mm too wide for one line: data/small/locale/fr.po:{line})")
