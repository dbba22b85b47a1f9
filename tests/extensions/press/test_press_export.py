"""Files for presses: one PDF/X-1a of a deck, both sides of every copy in the shop's order, plates as they should be."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from conftest import BACK, FACE, ROOT, WriteProject
from exported import export_project, files, manifest
from press_reading import INKS, NEEDS_GS, check_x1a, contents_of, fonts_of, plates_of

from pnp.build import BuildOptions, build, make_game
from pnp.build_context import BuildContext
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame
from pnp.core.printing import Printing
from pnp.extensions.press.plates import opaque
from pnp.project.files import Files

pytestmark = pytest.mark.slow

CARDS = "- {number: 1, colour: red, copies: 3}\n- {number: 2, colour: blue}\n"
LOOKS = {
    "templates/small/face.yaml": f"size: poker\nbleed: 1/8in\n{FACE}",
    "templates/small/back.yaml": f"bleed: 1/8in\n{BACK}",
}
INCH = 72.0


def poker(write: WriteProject, **more: str) -> Path:
    looks = {name: look if look.startswith("size") else f"size: poker\n{look}" for name, look in LOOKS.items()}
    return write({"data/small/cards.yaml": CARDS, **looks, **more})


def deck(root: Path, shop: str) -> pikepdf.Pdf:
    return check_x1a(files(export_project(root, shop))["numbers.pdf"])


def is_back(page: pikepdf.Page) -> bool:
    """Backs of the small project hold no text and no curves, nor do their forms."""
    return not contents_of_page(page) & {"TJ", "c"}


def contents_of_page(page: pikepdf.Page) -> set[str]:
    with pikepdf.new() as one:
        one.pages.append(page)
        return contents_of(one).names


def test_a_deck_is_one_file_with_the_back_of_each_copy_before_its_face(write_project: WriteProject) -> None:
    pdf = deck(poker(write_project), "drivethrucards")
    assert [is_back(page) for page in pdf.pages] == [True, False] * 4
    for page in pdf.pages:
        assert [float(n) for n in page.mediabox] == pytest.approx([0, 0, 2.75 * INCH, 3.75 * INCH], abs=0.01)
        trim = [0.125 * INCH, 0.125 * INCH, 2.625 * INCH, 3.625 * INCH]
        assert [float(n) for n in page.trimbox] == pytest.approx(trim, abs=0.01)
    (intent,) = pdf.Root.OutputIntents
    assert str(intent.OutputConditionIdentifier) == "CGATS TR 003"


def test_european_printers_get_the_face_first(write_project: WriteProject) -> None:
    pdf = deck(write_project({"data/small/cards.yaml": CARDS}), "offset")
    assert [is_back(page) for page in pdf.pages] == [False, True] * 4
    millimetres = [float(n) / INCH * 25.4 for n in (*pdf.pages[0].mediabox, *pdf.pages[0].trimbox)]
    assert millimetres == pytest.approx([0, 0, 69, 94, 3, 3, 66, 91], abs=0.01)


def test_a_card_without_a_back_keeps_its_place(write_project: WriteProject) -> None:
    from conftest import GAME

    root = write_project(
        {"data/small/game.yaml": GAME.replace(" back: small/back,", "").replace(", unseen: [colour]", "")}
    )
    made = files(export_project(root, "offset"))
    assert len(check_x1a(made["numbers.pdf"]).pages) == 4
    assert [(card["front"], card["back"]) for card in manifest(made)["cards"]] == [
        ("numbers.pdf#page=1", ""), ("numbers.pdf#page=3", ""),
    ]  # fmt: skip


def test_an_extra_without_backs_is_a_page_each(write_project: WriteProject) -> None:
    from conftest import GAME

    extra = 'size: [100mm, 150mm]\nbleed: 3mm\nelements:\n  ground: {rect: bleed, fill: "#ffcc00"}\n'
    game = GAME + "extras:\n  box: {copies: 2, template: small/box}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/box.yaml": extra})
    built = export_project(root, "offset", decks=("box",))
    made = files(built)
    assert len(check_x1a(made["box.pdf"]).pages) == 2
    assert [(card["front"], card["back"]) for card in manifest(made)["cards"]] == [("box.pdf#page=1", "")]
    assert any("ask for the price of its tool" in output.summary for output in built.outputs)


def test_the_manifest_names_pages(write_project: WriteProject) -> None:
    cards = manifest(files(export_project(poker(write_project), "drivethrucards")))["cards"]
    assert [(card["front"], card["back"]) for card in cards] == [
        ("numbers.pdf#page=2", "numbers.pdf#page=1"), ("numbers.pdf#page=8", "numbers.pdf#page=7"),
    ]  # fmt: skip


def test_a_face_is_drawn_once_however_many_copies_there_are(write_project: WriteProject) -> None:
    one = files(export_project(poker(write_project), "drivethrucards"))["numbers.pdf"]
    many = CARDS.replace("copies: 3", "copies: 43")
    much = files(export_project(poker(write_project, **{"data/small/cards.yaml": many}), "drivethrucards"))[
        "numbers.pdf"
    ]
    assert len(much) - len(one) < 80 * 700


def test_an_export_is_the_same_twice(write_project: WriteProject) -> None:
    root = poker(write_project)
    assert files(export_project(root, "drivethrucards")) == files(export_project(root, "drivethrucards", jobs=2))


def test_pages_may_be_in_inks(write_project: WriteProject) -> None:
    made = files(export_project(write_project(), "pdf", colour="cmyk"))
    pdf = check_x1a(made["numbers/001-1-front.pdf"])
    assert len(list(fonts_of(pdf))) == 1
    light = files(export_project(write_project(), "pdf"))["numbers/001-1-front.pdf"]
    assert "/OutputIntents" not in pikepdf.open(io.BytesIO(light)).Root


def test_a_short_bleed_is_made_longer_by_repeating_its_edge(write_project: WriteProject) -> None:
    """63 × 88 mm with 3 mm of bleed on a page of 2.75 × 3.75 in: paint reaches every edge."""
    from pypdfium2 import PdfDocument

    made = files(export_project(write_project(), "drivethrucards"))["numbers.pdf"]
    with PdfDocument(made) as document:
        image = document[0].render(scale=300 / 72).to_pil().convert("L")
    inside = image.crop((1, 1, 824, 1124))  # the last pixels may be covered in part
    assert max(inside.tobytes()) < 100  # the back's ground is dark all over, and so is the page


@NEEDS_GS
@pytest.mark.parametrize(("shop", "page"), [("offset", 1), ("drivethrucards", 2)])
def test_black_text_is_on_the_black_plate_alone(
    write_project: WriteProject, tmp_path: Path, shop: str, page: int
) -> None:
    face = (
        FACE.replace('"#ffffff"', '"#ffd83d"')
        + "  body: {text: many words, in: [10mm, 40mm, 40mm, 8mm], size: 14pt, colour: '#2b2b2b'}\n"
    )
    made = files(export_project(write_project({"templates/small/face.yaml": face}), shop))["numbers.pdf"]
    plates = plates_of(made, page, tmp_path)
    inner = (20, 20, plates["Black"].width - 20, plates["Black"].height - 20)
    darkest, lightest = plates["Black"].crop(inner).getextrema()
    assert darkest == 0
    assert lightest > 240
    for name in ("Cyan", "Magenta", "Yellow"):  # the ground runs on below the text
        low, high = plates[name].crop(inner).getextrema()
        assert high - low <= 1, name


RULED = """\
size: poker
bleed: 1/8in
elements:
  ground: {{rect: bleed, fill: "{ground}"}}
  bar: {{rect: [10mm, 20mm, 40mm, 0.8mm], fill: "#101010"}}
  line: {{rect: [10mm, 40mm, 40mm, 20mm], stroke: "#101010 0.8mm"}}
"""


@NEEDS_GS
@pytest.mark.parametrize(("ground", "is_over"), [("#c02418", False), ("#ffd83d", True)])
def test_black_lines_keep_to_the_ink_of_the_press(
    write_project: WriteProject, tmp_path: Path, ground: str, is_over: bool
) -> None:
    looks = {"templates/small/face.yaml": RULED.format(ground=ground)}
    made = files(export_project(poker(write_project, **looks), "drivethrucards"))["numbers.pdf"]
    plates = plates_of(made, 2, tmp_path)
    inks = list(zip(*[plates[name].tobytes() for name in INKS], strict=True))
    lines = [pixel for pixel in inks if pixel[3] == 0]
    assert len(lines) > 400
    assert all((pixel[1] < 250) == is_over for pixel in lines)  # the ground runs on below, or is left out
    assert max(sum(255 - ink for ink in pixel) for pixel in inks) <= 2.42 * 255


def test_lines_of_one_drawing_are_decided_place_by_place(write_project: WriteProject) -> None:
    face = """\
size: poker
bleed: 1/8in
elements:
  ground: {rect: bleed, fill: "#c02418"}
  light: {rect: [-4mm, 44mm, 80mm, 60mm], fill: "#ffd83d"}
  above: {svg: small/line, in: [10mm, 10mm, 20mm, 20mm]}
  below: {svg: small/line, in: [10mm, 60mm, 20mm, 20mm]}
"""
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path d="M2 10H18" stroke="#000"/></svg>'
    looks = {
        "templates/small/face.yaml": face,
        "templates/small/line.svg": drawing.replace("/>", ' stroke-width=".5"/>'),
    }
    made = files(export_project(poker(write_project, **looks), "drivethrucards", decks=("numbers",)))
    with pikepdf.open(io.BytesIO(made["numbers.pdf"])) as pdf, pikepdf.new() as one:
        one.pages.append(pdf.pages[1])
        read = contents_of(one).operators
    black = [
        number for number, (name, inks) in enumerate(read) if name == "K" and [float(n) for n in inks] == [0, 0, 0, 1]
    ]
    assert sorted(read[number - 1][0] == "gs" for number in black) == [False, True]


RULES = {"templates/small/rulebook.md": "## Play\n\nPlay a card, as red as it gets.\n"}


@pytest.mark.parametrize(("target", "bleed"), [("offset", 3.0), ("drivethrucards", 3.175), ("pdf", 3.0)])
def test_the_rules_are_single_pages_for_a_press(write_project: WriteProject, target: str, bleed: float) -> None:
    built = export_project(write_project(RULES), target, decks=("rules",), colour="cmyk")
    (rules,) = built.outputs
    pdf = check_x1a(rules.content)
    assert (rules.path, len(pdf.pages)) == (f"small/en/{target}/rules.pdf", 4)
    boxes = [[float(n) / INCH * 25.4 for n in pdf.pages[0][name]] for name in ("/MediaBox", "/TrimBox", "/BleedBox")]
    whole = [0, 0, 148 + 2 * bleed, 210 + 2 * bleed]
    assert boxes[0] == pytest.approx(whole, abs=0.01)
    assert boxes[1] == pytest.approx([bleed, bleed, 148 + bleed, 210 + bleed], abs=0.01)
    assert boxes[2] == pytest.approx(whole, abs=0.01)
    assert rules.summary == f"4 pages of 148 × 210 mm with {bleed:.2f}".rstrip("0").rstrip(".") + (
        " mm of bleed, 3 left empty at the end"
    )


def test_rules_go_with_decks_and_not_where_nobody_takes_them(write_project: WriteProject) -> None:
    (told,) = export_project(write_project(), "offset", decks=("rules",)).diagnostics
    assert told.code == "deck-unknown"
    root = write_project(RULES)
    made = files(export_project(root, "offset", decks=("rules", "numbers")))
    assert {"rules.pdf", "numbers.pdf"} < set(made)
    assert "rules.pdf" not in files(export_project(root, "offset"))
    for target in ("the-game-crafter", "png"):
        (told,) = export_project(root, target, decks=("rules",)).diagnostics
        assert (told.code, told.what) == ("deck-unknown", "no deck rules")


def test_a_booklet_that_is_cut_has_the_boxes_of_its_pages(write_project: WriteProject) -> None:
    printing = Printing("a3", trim=True)
    built = build(Files(write_project(RULES)), BuildOptions(printing=printing))
    (content,) = (output.content for output in built.outputs if output.path.endswith("booklet.pdf"))
    with pikepdf.open(io.BytesIO(content)) as pdf:
        boxes = [[float(n) / INCH * 25.4 for n in pdf.pages[1][name]] for name in ("/TrimBox", "/BleedBox")]
    assert boxes[0] == pytest.approx([62, 43.5, 358, 253.5], abs=0.01)
    assert boxes[1] == pytest.approx([59, 40.5, 361, 256.5], abs=0.01)


def _some_faces(order: BuildContext) -> Iterator[Frame]:
    """Each seventh face of the decks, and every back."""
    for deck in order.layout.edition.game.decks.values():
        sides = [order.layout.printed(deck, card) for card in deck.cards]
        yield from [face.frame for face, _ in sides[::7]]
        yield from {id(back): back.frame for _, back in sides if back}.values()


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (ROOT / "data").glob("*/game.yaml")))
def test_no_card_that_ships_has_places_that_become_pictures(game: str) -> None:
    faces = make_game(Files(ROOT), game, (_some_faces,), BuildOptions(languages=["en"]), Diagnostics())
    assert len(faces) > 2
    assert [face.name for face in faces if opaque(face, 100).pictured] == []
