"""Files for presses: one PDF/X-1a of a deck, both sides of every copy in the shop's order, plates as they should be."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from conftest import BACK, FACE, WriteProject
from exported import export_project, files, manifest
from PIL import Image
from press_reading import check_x1a, contents_of, fonts_of

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


@pytest.mark.skipif(not shutil.which("gs"), reason="Ghostscript makes the plates")
@pytest.mark.parametrize(("shop", "page"), [("offset", 1), ("drivethrucards", 2)])
def test_black_text_is_on_the_black_plate_alone(
    write_project: WriteProject, tmp_path: Path, shop: str, page: int
) -> None:
    face = (
        FACE.replace('"#ffffff"', '"#ffd83d"')
        + "  body: {text: many words, in: [10mm, 40mm, 40mm, 8mm], size: 14pt, colour: '#2b2b2b'}\n"
    )
    made = files(export_project(write_project({"templates/small/face.yaml": face}), shop))["numbers.pdf"]
    (tmp_path / "deck.pdf").write_bytes(made)
    command = ["gs", "-q", "-dNOPAUSE", "-dBATCH", "-dSAFER", "-sDEVICE=tiffsep", "-r100", f"-sPageList={page}"]
    subprocess.run([*command, "-sOutputFile=plate%d.tif", "deck.pdf"], cwd=tmp_path, check=True, timeout=60)
    plates = {
        name: Image.open(tmp_path / f"plate1({name}).tif").convert("L")
        for name in ("Cyan", "Magenta", "Yellow", "Black")
    }
    inner = (20, 20, plates["Black"].width - 20, plates["Black"].height - 20)
    darkest, lightest = plates["Black"].crop(inner).getextrema()
    assert darkest == 0
    assert lightest > 240
    for name in ("Cyan", "Magenta", "Yellow"):  # the ground runs on below the text
        low, high = plates[name].crop(inner).getextrema()
        assert high - low <= 1, name
