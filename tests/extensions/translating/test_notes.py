"""Notes for translators in catalogues: the room of texts in one line, values of placeholders, examples of numbers."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import GAME, ROOT, WriteProject, build_project

from pnp.core.diagnostics import Diagnostics
from pnp.extensions.translating.command import update_catalogues
from pnp.extensions.translating.notes import with_number_words
from pnp.project.files import Files
from pnp.text.catalogue import Message
from pnp.text.po_reader import read_entries

pytestmark = pytest.mark.slow

NAMES = """\
title: Small
players: 2..4
facts: {hand: 8, prizes: [{points: 2}, {points: 5}]}
words: {pitch: Dare it, hint_a: Turn left, hint_b: Go}
languages: [en, fr]
decks:
  numbers:
    cards: [{name: Fox, rule: "Take a card, and put another one back.", kind: a}, {name: Bear, rule: Nothing., kind: b}]
    template: small/face
    fields: {name: text, rule: text, kind: [a, b]}
"""
FACE = """\
elements:
  name: {text: "{{ card.name }}", in: [5mm, 5mm, 50mm, 5mm], size: 12pt, smallest: 9pt}
  short: {text: "{{ card.name|upper }}", in: [5mm, 12mm, 20mm, 5mm], size: 12pt, smallest: 9pt}
  rule: {text: "{{ card.rule }}", in: [5mm, 20mm, 50mm, 30mm], size: 10pt}
  pitch: {text: "{{ words.pitch }}", in: [5mm, 52mm, 40mm, 30mm], size: 10pt, lines: 1}
  hint: {text: "{{ words['hint_' ~ card.kind] }}", in: [5mm, 60mm, 30mm, 4mm], size: 10pt}
  own: {text: "Card {{ loop_free }} of {{ hand|words }}", in: [5mm, 66mm, 52mm, 4mm], size: 10pt, when: "false"}
  seen: {text: "{{ card.name }} of {{ hand|words }}", in: [5mm, 72mm, 52mm, 4mm], size: 10pt}
  points: {text: "{{ ngettext('{n} point', '{n} points', prizes[0].points) }}", in: [5mm, 78mm, 30mm, 4mm], size: 10pt}
"""
RULES = """\
## Play

Deal {{ hand|words }} cards. A prize has {{ ngettext('{n} point', '{n} points', prizes[1].points) }}, or
{{ prizes[0].points }}.

:::: each prize in prizes
Here it is {{ prize.points }} times as much, with [1]{.literal} more.
::::

| Prize | Times |
| --- | --- |
| first | [1]{.literal} |
"""


def notes(root: Path) -> dict[str, list[str]]:
    """The extracted comments of each text, as an update writes them."""
    result = update_catalogues(Files(root), [], ["fr"])
    assert not result.diagnostics, list(result.diagnostics)
    (output,) = result.outputs
    content = output.content.decode()
    (root / "data/small/locale").mkdir(exist_ok=True)
    (root / output.path).write_text(content, encoding="utf-8")
    by_text = {}
    for block in content.split("\n\n")[1:]:
        (entry,) = read_entries(block, "fr.po", Diagnostics())
        by_text[entry.text] = [line[3:] for line in block.splitlines() if line.startswith("#. ")]
    return by_text


@pytest.fixture
def project(write_project: WriteProject) -> Path:
    files = {
        "data/small/game.yaml": NAMES,
        "templates/small/face.yaml": FACE.replace("loop_free", "card.kind"),
        "templates/small/rulebook.md": RULES,
    }
    return write_project(files)


def rooms(notes: dict[str, list[str]], text: str) -> list[str]:
    return [line for line in notes[text] if line.startswith("room: ")]


def test_a_text_in_one_line_has_its_least_room(project: Path) -> None:
    noted = notes(project)
    (fox,) = rooms(noted, "Fox")
    assert rooms(noted, "Bear") == [fox]
    match = re.fullmatch(r"room: one line, about (\d+) characters \(20 mm at 9 pt\)", fox)
    assert match and 10 <= int(match[1]) <= 15
    assert rooms(noted, "Dare it") and "(40 mm at 10 pt)" in rooms(noted, "Dare it")[0]
    assert "(30 mm at 10 pt)" in rooms(noted, "Turn left")[0]
    assert "(52 mm at 10 pt)" in rooms(noted, "{{ card.name }} of {{ hand|words }}")[0]


@pytest.mark.parametrize(
    ("language", "expected"), [("ja", "11 full-width characters"), ("ko", "11 full-width characters"), ("ru", "")]
)
def test_room_is_counted_in_the_letters_of_the_language(project: Path, language: str, expected: str) -> None:
    path = project / "data/small/game.yaml"
    path.write_text(path.read_text().replace("[en, fr]", f"[en, fr, {language}]"))
    (output,) = update_catalogues(Files(project), [], [language]).outputs
    room = re.search(r"about (\d+)( full-width)? characters \(40 mm at 10 pt\)", output.content.decode())
    (french,) = rooms(notes(project), "Dare it")
    assert room
    if expected:
        assert room[0].startswith(f"about {expected}")
    else:
        assert f"about {room[1]} " not in french  # Cyrillic letters are wider


def test_a_text_in_several_lines_and_one_of_the_rules_have_none(project: Path) -> None:
    noted = notes(project)
    for text in ("Take a card, and put another one back.", "Play", "Prize"):
        assert rooms(noted, text) == []


def test_a_text_of_that_many_letters_fits_and_a_much_longer_one_does_not(project: Path) -> None:
    (room,) = rooms(notes(project), "Fox")
    count = int(re.findall(r"\d+", room)[0])
    sample = ("the players hold the cards " * 9).upper()
    for length, overflows in ((count * 7 // 10, False), (count * 13 // 10, True)):
        catalogue = project / "data/small/locale/fr.po"
        text = catalogue.read_text(encoding="utf-8")
        changed = re.sub(r'msgid "Fox"\nmsgstr ".*"', f'msgid "Fox"\nmsgstr "{sample[:length].strip()}"', text)
        catalogue.write_text(changed, encoding="utf-8")
        diagnostics = build_project(project, "fr", is_draft=True).diagnostics
        found = [d for d in diagnostics if d.code == "text-overflow" and "of short" in d.what]
        assert bool(found) is overflows


def test_placeholders_show_their_values(project: Path) -> None:
    noted = notes(project)
    (deal,) = [lines for text, lines in noted.items() if text.startswith("Deal")]
    assert "{{ hand|words }} = eight" in deal
    assert "{{ ngettext('{n} point', '{n} points', prizes[1].points) }} = 5 points" in deal
    assert "{{ prizes[0].points }} = 2" in deal
    assert "{{ card.name }} = Fox, for example" in noted["{{ card.name }} of {{ hand|words }}"]
    assert "{{ hand|words }} = eight" in noted["{{ card.name }} of {{ hand|words }}"]
    (times,) = [lines for text, lines in noted.items() if text.startswith("Here it is")]
    assert "{{ prize.points }} = 2, for example" in times


def test_plural_forms_show_the_numbers_they_are_used_with(project: Path) -> None:
    assert "{n} = 2, 5" in notes(project)["{n} point"]


def test_a_literal_number_is_no_text_to_translate(project: Path) -> None:
    assert "[1]{.literal}" not in notes(project)


def test_notes_do_not_change_from_run_to_run(project: Path) -> None:
    path = project / "data/small/locale/fr.po"
    notes(project)
    first = path.read_bytes()
    notes(project)
    assert path.read_bytes() == first


def test_a_game_whose_faces_cannot_be_drawn_still_has_its_catalogue(write_project: WriteProject) -> None:
    face = "elements:\n  a: {text: Hello, in: [5mm, 5mm, 50mm, 5mm], font: gone}\n  b: {icon: gone}\n"
    root = write_project({"data/small/game.yaml": f"{GAME}languages: [en, fr]\n", "templates/small/face.yaml": face})
    assert rooms(notes(root), "Hello") == []


@pytest.mark.needs("gettext")
@pytest.mark.parametrize("language", ["fr", "de"])
def test_gettext_keeps_the_notes_of_the_shipped_games(language: str) -> None:
    for path in ROOT.glob(f"data/*/locale/{language}.po"):
        before = path.read_text(encoding="utf-8")
        after = subprocess.run(["msgcat", str(path)], capture_output=True, check=True, text=True).stdout
        assert [line for line in after.splitlines() if line.startswith("#. ")] == [
            line for line in before.splitlines() if line.startswith("#. ")
        ]


def test_the_shipped_catalogues_are_up_to_date() -> None:
    result = update_catalogues(Files(ROOT), [], [])
    for output in result.outputs:
        assert output.content == (ROOT / output.path).read_bytes(), f"run pnp i18n update: {output.path}"


def test_a_number_in_words_has_its_forms_in_the_language_of_the_file() -> None:
    message = Message(
        "Take {{ hand|words }}.", values=("{{ hand|words }} = two",), numbers=(("{{ hand|words }} = two", 2),)
    )
    assert with_number_words([message], "fr")[0].values == ("{{ hand|words }} = two",), "it has one form"
    (noted,) = with_number_words([message], "he")[0].values
    assert noted.startswith("{{ hand|words }} = two (words: שתיים, words('m'): שניים, words('m', 'noun'): שני, ")


def test_authors_and_the_glossary_explain_a_text_and_loops_have_values(write_project: WriteProject) -> None:
    face = """elements:
  # translators: said by the loser
  lose: {text: "lose", in: [5mm, 5mm, 50mm, 5mm], size: 12pt}
  many: {for: prize in prizes, text: "draw {{ prize.points }}", in: [5mm, 15mm, 50mm, 5mm], size: 12pt}
"""
    named = NAMES.replace("hint_b: Go}", "hint_b: Go}  # translators: a direction").replace(
        "  pitch: Dare it", "pitch: Dare it"
    )
    files = {"data/small/game.yaml": named, "templates/small/face.yaml": face}
    files["data/small/glossary.yaml"] = "terms:\n  go: {en: [Go], fr: aller, means: to the next field}\n"
    told = notes(write_project(files))
    assert told["lose"][1] == "said by the loser"
    assert told["draw {{ prize.points }}"][1] == "{{ prize.points }} = 2, for example"
    assert told["Go"][:3] == ["words.hint_b", "to the next field", "a direction"]


def test_what_is_only_played_comes_last(write_project: WriteProject) -> None:
    named = NAMES + "play: {names: {hands: your hand}, questions: {card: Play a card}}\n"
    files = {"data/small/game.yaml": named, "templates/small/face.yaml": FACE, "templates/small/rulebook.md": RULES}
    assert list(notes(write_project(files)))[-2:] == ["your hand", "Play a card"]
