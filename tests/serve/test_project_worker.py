"""What the preview shows of a project; and that only what has changed is laid out again."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from conftest import CARDS, FACE, GAME, WriteProject
from openpyxl import Workbook
from PIL import Image

from pnp.core.colours import channels
from pnp.core.diagnostics import Diagnostics
from pnp.project.files import Files
from pnp.project.profiles import load_press
from pnp.serve.faces import FaceCache
from pnp.serve.messages import FaceMessage
from pnp.serve.project_worker import ProjectWorker

FACTS = GAME.replace("hand: 5", "hand: 5\n  rounds: 3")
SHOWING = FACE + '  hand: {when: card.number == 1, text: "{{ hand }}", in: safe, size: 9pt}\n'
TWO = GAME + "  chips: {template: small/chip}\nlanguages: [en, fr]\nwords: {go: Go}\n"
CHIP = 'size: [20mm, 20mm]\nelements:\n  word: {text: "{{ words.go }}", in: safe, size: 6pt}\n'
PO = """\
msgid ""
msgstr ""
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Small"
msgstr "Petit"
"""


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Labels of the faces that are laid out, and not taken from memory."""
    found: list[str] = []
    lay_out = FaceCache._laid_out

    def noted(self: FaceCache, desk: object, deck: object, card: object, template: object, is_back: bool) -> object:
        found.append(f"{card.label}{' back' if is_back else ''}")  # type: ignore[attr-defined]
        return lay_out(self, desk, deck, card, template, is_back)  # type: ignore[arg-type]

    monkeypatch.setattr(FaceCache, "_laid_out", noted)
    return found


def faces(
    worker: ProjectWorker, language: str = "en", deck: str = "numbers", is_back: bool = False
) -> tuple[FaceMessage, ...]:
    worker.refresh()
    found = worker.faces("small", language, deck, (1, 2), is_back, True)
    assert found is not None
    return found


def change(root: Path, path: str, old: str, new: str) -> None:
    text = (root / path).read_text()
    assert old in text
    (root / path).write_text(text.replace(old, new))


def test_a_project_is_told_with_its_games_and_decks(write_project: WriteProject) -> None:
    told = ProjectWorker(write_project()).project()
    (game,) = told.games
    (deck,) = game.decks
    assert (game.name, game.title, game.languages, game.missing, told.faults) == ("small", "Small", ("en",), (), ())
    assert (deck.name, deck.kind, deck.count, deck.size, deck.has_back) == ("numbers", "cards", 2, (63, 88), True)
    assert (deck.place.file, deck.place.line, deck.template.file) == (
        "data/small/game.yaml",
        6,
        "templates/small/face.yaml",
    )
    assert deck.outline.startswith("M3.000 0.000") and deck.safe_outline


def test_copies_count_as_pieces_and_not_as_faces(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 4}\n- {number: 2, colour: blue}\n"
    ((deck,),) = (game.decks for game in ProjectWorker(write_project({"data/small/cards.yaml": cards})).project().games)
    assert (deck.count, deck.different) == (5, 2)


def test_cards_are_told_with_their_values_and_where_these_are_written(write_project: WriteProject) -> None:
    cards = ProjectWorker(write_project()).cards("small", "en", "numbers")
    assert cards is not None
    assert [(card.label, card.place.line) for card in cards] == [("numbers 1", 1), ("numbers 2", 2)]
    assert [(v.name, v.text, v.place.line) for v in cards[1].values] == [("number", "2", 2), ("colour", "blue", 2)]


def test_a_face_has_its_picture_and_its_elements_with_their_places(write_project: WriteProject) -> None:
    first, second = faces(ProjectWorker(write_project()))
    assert first.svg is not None and first.svg.startswith("<svg") and first.digest != second.digest
    assert [(box.name, box.place.line) for box in first.boxes] == [("ground", 2), ("number", 3)]
    assert first.boxes[0].box == (-3, -3, 69, 94)


def test_a_picture_is_cut_or_has_its_bleed(write_project: WriteProject) -> None:
    worker = ProjectWorker(write_project())
    whole, cut = (worker.faces("small", "en", "numbers", (1,), False, is_cut) for is_cut in (False, True))
    assert 'viewBox="-3 -3 69 94"' in whole[0].svg  # type: ignore[index, operator]
    assert 'viewBox="0 0 63 88"' in cut[0].svg and "clip-path" in cut[0].svg  # type: ignore[index, operator]


def test_there_is_nothing_of_what_there_is_not(write_project: WriteProject) -> None:
    worker = ProjectWorker(write_project())
    assert worker.faces("small", "de", "numbers", (1,), False, True) is None
    assert worker.faces("other", "en", "numbers", (1,), False, True) is None
    assert worker.faces("small", "en", "../numbers", (1,), False, True) is None
    assert worker.faces("small", "en", "numbers", (0, 3, -1), False, True) == ()
    assert worker.cards("small", "en", "cards") is None
    assert worker.picture("0" * 16) is None


def test_only_the_card_whose_value_has_changed_is_laid_out_again(
    write_project: WriteProject, laid_out: list[str]
) -> None:
    root = write_project()
    worker = ProjectWorker(root)
    before = faces(worker)
    assert laid_out == ["numbers 1", "numbers 2"]
    assert faces(worker) == before and len(laid_out) == 2
    change(root, "data/small/cards.yaml", "number: 2", "number: 7")
    after = faces(worker)
    assert laid_out[2:] == ["numbers 7"]
    assert after[0] == before[0] and after[1].digest != before[1].digest


def test_a_workbook_that_is_named_with_its_sheet_is_read_again(write_project: WriteProject) -> None:
    def workbook(colour: str) -> bytes:
        book, content = Workbook(), io.BytesIO()
        book.active.title = "Cards"
        for row in (["number", "colour"], [1, colour], [2, "blue"]):
            book.active.append(row)
        book.save(content)
        return content.getvalue()

    game = GAME.replace("cards: cards.yaml", 'cards: "cards.xlsx#Cards"')
    root = write_project({"data/small/game.yaml": game, "data/small/cards.xlsx": workbook("red")})
    worker = ProjectWorker(root)
    values = [[value.text for value in card.values] for card in worker.cards("small", "en", "numbers") or ()]
    (root / "data/small/cards.xlsx").write_bytes(workbook("blue"))
    worker.refresh()
    changed = [[value.text for value in card.values] for card in worker.cards("small", "en", "numbers") or ()]
    assert changed[0] != values[0]
    assert changed[1:] == values[1:]


def test_a_fact_matters_to_those_who_ask_for_it(write_project: WriteProject, laid_out: list[str]) -> None:
    root = write_project({"data/small/game.yaml": FACTS, "templates/small/face.yaml": SHOWING})
    worker = ProjectWorker(root)
    before = faces(worker)
    laid_out.clear()
    change(root, "data/small/game.yaml", "rounds: 3", "rounds: 4")
    assert faces(worker) == before and laid_out == []
    change(root, "data/small/game.yaml", "hand: 5", "hand: 6")
    assert faces(worker)[0].digest != before[0].digest
    assert laid_out == ["numbers 1"]  # the other one has not asked


def test_a_template_matters_to_its_own_cards_and_a_back_to_none_of_their_faces(
    write_project: WriteProject, laid_out: list[str]
) -> None:
    root = write_project(
        {"data/small/game.yaml": TWO.replace("languages: [en, fr]\n", ""), "templates/small/chip.yaml": CHIP}
    )
    worker = ProjectWorker(root)
    before, chips = faces(worker), faces(worker, deck="chips")
    faces(worker, is_back=True)
    laid_out.clear()
    change(root, "templates/small/back.yaml", "#333333", "#334455")
    assert faces(worker) == before and faces(worker, deck="chips") == chips and laid_out == []
    faces(worker, is_back=True)
    assert laid_out == ["numbers 1 back"]  # one back for all
    change(root, "templates/small/face.yaml", "20pt", "24pt")
    assert [new.digest == old.digest for new, old in zip(faces(worker), before, strict=True)] == [False, False]
    assert faces(worker, deck="chips") == chips and laid_out[1:] == ["numbers 1", "numbers 2"]


def test_a_drawing_matters_to_the_cards_that_have_it(write_project: WriteProject, laid_out: list[str]) -> None:
    face = FACE + "  mark: {svg: small/mark, in: [9mm, 9mm, 9mm, 9mm]}\n"
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#00aa00"/></svg>'
    root = write_project(
        {
            "data/small/game.yaml": TWO.replace("languages: [en, fr]\n", ""),
            "templates/small/chip.yaml": CHIP,
            "templates/small/face.yaml": face,
            "templates/small/mark.svg": svg,
        }
    )
    worker = ProjectWorker(root)
    before, chips = faces(worker), faces(worker, deck="chips")
    laid_out.clear()
    change(root, "templates/small/mark.svg", "#00aa00", "#0000aa")
    assert faces(worker)[0].digest != before[0].digest and faces(worker, deck="chips") == chips
    assert laid_out == ["numbers 1", "numbers 2"]


@pytest.mark.parametrize("mark", ["small/mark", "small/{{ card.colour }}"])
def test_a_drawing_matters_to_cards_that_an_extra_has_shown_before(write_project: WriteProject, mark: str) -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#00aa00"/></svg>'
    root = write_project(
        {
            "data/small/game.yaml": f"{GAME}extras: {{aid: {{template: small/aid}}}}\n",
            "templates/small/face.yaml": FACE + f"  mark: {{svg: '{mark}', in: [9mm, 9mm, 9mm, 9mm]}}\n",
            "templates/small/aid.yaml": "elements: {first: {face: numbers, in: safe}}",
            **{f"templates/small/{name}.svg": svg for name in ("mark", "red", "blue")},
        }
    )
    worker = ProjectWorker(root)
    faces(worker, deck="aid")
    before = faces(worker)
    change(root, f"templates/{mark.replace('{{ card.colour }}', 'red')}.svg", "#00aa00", "#0000aa")
    worker.refresh()
    assert faces(worker)[0] != before[0]


def test_translations_matter_to_the_faces_that_show_them(write_project: WriteProject, laid_out: list[str]) -> None:
    root = write_project(
        {"data/small/game.yaml": TWO, "templates/small/chip.yaml": CHIP, "data/small/locale/fr.po": PO}
    )
    worker = ProjectWorker(root)
    missing = worker.faces("small", "fr", "chips", (1,), False, True)
    english = worker.faces("small", "en", "chips", (1,), False, True)
    faces(worker, "fr")
    laid_out.clear()
    (root / "data/small/locale/fr.po").write_text(PO + '\nmsgid "Go"\nmsgstr "Partez"\n')
    worker.refresh()
    assert worker.faces("small", "en", "chips", (1,), False, True) == english and laid_out == []
    found = worker.faces("small", "fr", "chips", (1,), False, True)
    assert found[0].digest != missing[0].digest and laid_out == ["chips"]  # type: ignore[index]
    faces(worker, "fr")
    assert laid_out == ["chips"]
    assert english[0].digest not in (missing[0].digest, found[0].digest)  # type: ignore[index]  # [Go] is marked


def test_faults_of_a_face_come_with_it_and_go_with_their_cause(write_project: WriteProject) -> None:
    root = write_project()
    worker = ProjectWorker(root)
    change(root, "templates/small/face.yaml", "card.number", "card.nmber")
    first, second = faces(worker)
    assert [fault.code for fault in first.faults] == ["undefined-name"] == [fault.code for fault in second.faults]
    assert first.faults[0].path == "templates/small/face.yaml:3:18" and first.faults[0].cards == ("numbers 1",)
    assert first.faults[0].source.strip().startswith("number: {text:") and first.faults[0].fix
    assert faces(worker)[0].faults == first.faults  # from memory
    change(root, "templates/small/face.yaml", "card.nmber", "card.number")
    assert faces(worker)[0].faults == ()


def test_a_drawing_with_a_fault_tells_it_each_time(write_project: WriteProject) -> None:
    face = FACE + "  mark: {svg: small/mark, in: [9mm, 9mm, 9mm, 9mm]}\n"
    root = write_project({"templates/small/face.yaml": face, "templates/small/mark.svg": "<svg"})
    worker = ProjectWorker(root)
    assert faces(worker)[0].faults
    change(root, "data/small/cards.yaml", "number: 1", "number: 3")
    assert faces(worker)[0].faults


def test_a_deck_that_cannot_be_read_leaves_the_others(write_project: WriteProject) -> None:
    root = write_project(
        {"data/small/game.yaml": TWO.replace("languages: [en, fr]\n", ""), "templates/small/chip.yaml": CHIP}
    )
    worker = ProjectWorker(root)
    change(root, "templates/small/chip.yaml", "text:", "txt:")
    told = worker.project()
    assert told.games[0].missing == ("chips",) and [deck.name for deck in told.games[0].decks] == ["numbers"]
    assert [fault.file for fault in told.faults] == ["templates/small/chip.yaml"]
    assert len(faces(worker)) == 2
    assert worker.faces("small", "en", "chips", (1,), False, True) is None
    made = worker.products("small", "en")
    assert made.is_stale and made.sheets
    (root / "data/small/game.yaml").write_text("title: [\n")
    worker.refresh()
    assert worker.project().games[0].is_broken


def test_sheets_pages_and_rules_are_made_as_a_build_makes_them(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay {{ hand }} cards.\n\nTake 4 cards.\n"})
    worker = ProjectWorker(root)
    made = worker.products("small", "en")
    assert not made.is_stale
    assert [(side.product, side.name, side.is_back) for side in made.sheets] == [
        ("cards", "sheet 1", False),
        ("cards", "sheet 1 back", True),
    ]
    assert [page.product for page in made.pages] == ["booklet"] and made.rules
    assert [fault.code for fault in made.faults] == ["literal-number"]
    assert "Play 5 cards." in (worker.rules("small", "en") or "")
    for picture in (*made.sheets, *made.pages):
        assert (worker.picture(picture.digest) or "").startswith("<svg")
    assert worker.products("small", "en") is made
    worker.project()
    assert faces(worker) and worker.products("small", "en") is made  # though more files were read meanwhile
    change(root, "templates/small/rulebook.md", "Take 4 cards.", "Take one more.")
    worker.refresh()
    again = worker.products("small", "en")
    assert again.faults == () and again.sheets == made.sheets and again.pages != made.pages


@pytest.mark.parametrize(
    ("style", "products", "fault"),
    [
        ("form: sheet", ["sheet"] * 3, []),
        ("leaflet: {panels: 2}", ["leaflet"] * 3, ["leaflet-full"]),
        ("form: none", [], []),
    ],
)
def test_pages_are_shown_in_the_form_of_the_rules(
    write_project: WriteProject, style: str, products: list[str], fault: list[str]
) -> None:
    part = "## Play\n\nPlay.\n\n::: page-break\n:::\n\n"
    files = {"templates/small/rulebook.md": part * 3, "templates/small/booklet.yaml": f"{style}\n"}
    made = ProjectWorker(write_project(files)).products("small", "en")
    assert [page.product for page in made.pages] == products and made.rules
    assert [fault.code for fault in made.faults] == fault


def test_fonts_are_read_again_when_they_change(write_project: WriteProject, laid_out: list[str]) -> None:
    root = write_project()
    worker = ProjectWorker(root)
    before = faces(worker)
    change(root, "fonts/fonts.yaml", "SourceSans3-Bold.ttf", "SourceSans3-Italic.ttf")
    assert faces(worker)[0].digest != before[0].digest
    (root / "fonts/fonts.yaml").write_text("families: {}\n")
    worker.refresh()
    assert worker.project().faults and worker.faces("small", "en", "numbers", (1,), False, True) is None


def test_values_of_combinations_are_placed_where_they_are_written(write_project: WriteProject) -> None:
    root = write_project(
        {"data/small/cards.yaml": "- colour: red\n  each: {number: 1..3}\n- {number: 4, colour: blue}\n"}
    )
    cards = ProjectWorker(root).cards("small", "en", "numbers")
    assert cards is not None
    assert [(v.name, v.place.line) for v in cards[1].values] == [("number", 2), ("colour", 1)]


def test_a_deck_of_one_face_without_data_is_told(write_project: WriteProject) -> None:
    game = "title: T\nplayers: 2\ndecks: {numbers: {copies: 3, template: small/face, back: small/back}}\n"
    root = write_project(
        {"data/small/game.yaml": game, "templates/small/face.yaml": FACE.replace("card.number", "deck")}
    )
    worker = ProjectWorker(root)
    cards = worker.cards("small", "en", "numbers")
    assert cards is not None and [(card.label, card.copies, card.values) for card in cards] == [("numbers", 3, ())]
    assert len(faces(worker)) == 1
    assert CARDS


@pytest.mark.parametrize(
    "element",
    [
        '{for: n in range(hand), ellipse: [20mm, "{{ n * hand }}mm", 2mm, 2mm], fill: "#111111"}',
        '{text: "{% if hand > 1 %}{{ hand|words }}{% endif %}", in: safe, size: 9pt}',
        '{for: n in range(2), text: "{% for m in range(n) %}{{ m + hand }}{% endfor %}", in: safe, size: 9pt}',
        "{text: \"{{ [hand, 2]|map('string')|join }}\", in: safe, size: 9pt}",
        '{group: {inner: {rect: [9mm, 9mm, "{{ hand }}mm", 5mm], fill: "#111111"}}}',
    ],
)
def test_what_loops_and_statements_ask_for_is_noted_and_nothing_else(
    write_project: WriteProject, laid_out: list[str], element: str
) -> None:
    root = write_project({"data/small/game.yaml": FACTS, "templates/small/face.yaml": f"{FACE}  more: {element}\n"})
    worker = ProjectWorker(root)
    before = faces(worker)
    assert all(face.faults == () for face in before)
    laid_out.clear()
    change(root, "data/small/game.yaml", "rounds: 3", "rounds: 4")
    change(root, "data/small/cards.yaml", "number: 2", "number: 3")
    after = faces(worker)
    assert after[0] == before[0] and laid_out == ["numbers 3"]
    change(root, "data/small/game.yaml", "hand: 5", "hand: 7")
    assert faces(worker)[0].digest != before[0].digest


def test_a_name_that_was_not_there_matters_when_it_comes(write_project: WriteProject, laid_out: list[str]) -> None:
    root = write_project({"templates/small/face.yaml": FACE.replace("{{ card.number }}", "{{ rounds }}")})
    worker = ProjectWorker(root)
    assert faces(worker)[0].faults
    change(root, "data/small/game.yaml", "hand: 5", "hand: 5\n  rounds: 3")
    assert faces(worker)[0].faults == () and len(laid_out) == 4


def test_cards_have_their_names_in_the_language_that_is_shown(write_project: WriteProject) -> None:
    game = (
        "title: Small\nplayers: 2..4\nlanguages: [en, he]\nwords: {go: Go}\ndecks:\n"
        '  numbers: {template: small/face, cards: cards.yaml, named: "{{ words.go }} {{ card.number }}"}\n'
        "  people: {template: small/person, cards: people.yaml, fields: {name: text}}\n"
    )
    po = PO.replace("fr", "he").replace("Petit", "קטן") + "".join(
        f'\nmsgid "{text}"\nmsgstr "{translation}"\n'
        for text, translation in {
            "{{ words.go }} {{ card.number }}": "{{ words.go }} {{ card.number }}", "Go": "קדימה", "King": "מלך"
        }.items()
    )  # fmt: skip
    root = write_project(
        {
            "data/small/game.yaml": game,
            "data/small/people.yaml": "- {name: King}\n",
            "templates/small/person.yaml": "elements: {name: {text: '{{ card.name }}', in: safe, size: 9pt}}\n",
            "templates/small/rulebook.md": "## Play\n\nTake a card.\n",
            "data/small/locale/he.po": po,
        }
    )
    worker = ProjectWorker(root)

    def names(language: str) -> list[str]:
        return [card.name for deck in ("numbers", "people") for card in worker.cards("small", language, deck) or ()]

    assert names("en") == ["Go 1", "Go 2", "King"]
    assert names("he") == ["קדימה 1", "קדימה 2", "מלך"]
    cards = worker.cards("small", "he", "people")
    assert cards is not None and cards[0].label == "people King", "messages have one name for it in every language"
    assert [worker.products("small", language).starts_right for language in ("en", "he")] == [False, True]


def test_faces_and_sheets_are_shown_as_a_press_prints_them(write_project: WriteProject) -> None:
    """A soft proof: blue that no ink prints is shown as what it becomes; boxes and places stay."""
    root = write_project({"templates/small/face.yaml": FACE.replace("#ffffff", "#0000ff")})
    worker = ProjectWorker(root)
    press = load_press(worker.files, "fogra39", Diagnostics())
    assert press is not None
    printed = press.printed("#0000ff")
    assert printed.lower() != "#0000ff"
    screen, proof, unknown = (
        worker.faces("small", "en", "numbers", [1], False, True, name) for name in ("", "fogra39", "fogra93")
    )
    assert screen and proof and unknown and proof[0].svg and screen[0].svg
    assert "#0000ff" in screen[0].svg.lower() and printed.lower() not in screen[0].svg.lower()
    assert printed.lower() in proof[0].svg.lower() and "#0000ff" not in proof[0].svg.lower()
    assert (unknown[0].svg, proof[0].boxes) == (screen[0].svg, screen[0].boxes)
    sheet = worker.products("small", "en").sheets[0]
    pictures = [worker.picture(sheet.digest, name) for name in ("", "fogra39")]
    assert [printed.lower() in (svg or "").lower() for svg in pictures] == [False, True]


def test_a_picture_is_shown_as_a_press_prints_it_and_stays_clear_where_it_was(tmp_path: Path) -> None:
    press = load_press(Files(tmp_path), "fogra39", Diagnostics())
    assert press is not None
    image = Image.new("RGBA", (2, 1), "#0000ff")
    image.putpixel((1, 0), (0, 0, 0, 0))
    image.save(tmp_path / "blue.png")
    shown = press.printed_picture((tmp_path / "blue.png").read_bytes())
    assert [shown.getpixel((0, 0))[3], shown.getpixel((1, 0))[3]] == [255, 0]
    assert (
        max(abs(a - b) for a, b in zip(shown.getpixel((0, 0))[:3], channels(press.printed("#0000ff")), strict=True))
        <= 2
    )
