"""What a build makes: cards, tokens and extras in files of their own, and how their counts are told."""

from __future__ import annotations

import io
import re
from typing import Any

import pikepdf
import pypdf
import pytest
from conftest import BACK, FACE, GAME, ROOT, WriteProject, build_project
from press_reading import check_x1a
from printed_pages import dark_box

from pnp.build import BuildOptions, build
from pnp.core.printing import Marks, Offset, Printing, parse_paper
from pnp.project.files import Files
from pnp.selection import Selection, SelectionRequest

pytestmark = pytest.mark.slow

TOKEN = (
    'size: [20mm, 20mm]\nshape: circle\nbleed: 1.5mm\nsafe: 1mm\nelements:\n  disc: {ellipse: bleed, fill: "#c00000"}\n'
)
AID = """\
size: [90mm, 130mm]
bleed: 0
elements:
  first: {face: numbers, card: {number: 2}, at: top-left, width: 20mm}
  text: {text: "{{ decks.numbers|length }} cards", in: safe, at: bottom, height: 20mm}
"""
NL = """\
msgid ""
msgstr ""
"Language: nl\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Aides"
msgstr "Hulp"
"""


def summaries(write: WriteProject, game: str, **files: str) -> dict[str, str]:
    changes = {"data/small/game.yaml": game, **{f"templates/small/{name}.yaml": text for name, text in files.items()}}
    built = build_project(write(changes))
    assert [d.what for d in built.diagnostics] == []
    return {output.path.rpartition("/")[2]: output.summary for output in built.outputs}


def test_tokens_have_a_file_of_their_own(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 24, template: small/token, back: small/token}\n"
    assert summaries(write_project, game, token=TOKEN) == {
        "cards.pdf": "2 cards on 1 sheet, A4",
        "tokens.pdf": "24 tokens on 1 sheet, A4",
    }


def test_extras_have_a_file_each_and_may_show_cards(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  aid: {copies: 5, template: small/aid}\n  score: {template: small/aid}\n"
    assert summaries(write_project, game, aid=AID) == {
        "cards.pdf": "2 cards on 1 sheet, A4",
        "aid.pdf": "5 pieces on 2 sheets, A4",
        "score.pdf": "1 piece on 1 sheet, A4",
    }


def test_an_extra_of_the_decks_size_fills_their_last_sheet_where_it_is_to(write_project: WriteProject) -> None:
    aid = AID.replace("size: [90mm, 130mm]\nbleed: 0", "size: [63mm, 88mm]\nbleed: 3mm")
    game = GAME + "extras:\n  aid: {copies: 7, template: small/aid, back: small/back, with_decks: true}\n"
    assert summaries(write_project, game, aid=aid) == {"cards.pdf": "9 cards on 1 sheet, A4"}


def test_the_back_of_an_extra_may_show_cards_as_its_face_may(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  aid: {copies: 2, template: small/aid, back: small/behind}\n"
    assert summaries(write_project, game, aid=AID, behind=AID)["aid.pdf"] == "2 pieces on 1 sheet, A4"


def test_each_file_has_a_title_of_its_own_in_the_language_of_the_game(write_project: WriteProject) -> None:
    game = GAME.replace("players:", "languages: [fr, nl]\nplayers:", 1)
    game += "  chips: {copies: 2, template: small/token}\n"
    game += "extras:\n  aid: {title: Aides, template: small/aid}\n  pad: {template: small/aid}\n"
    files = {"token": TOKEN, "aid": AID, "rulebook": ""}
    changes = {"data/small/game.yaml": game, **{f"templates/small/{name}.yaml": text for name, text in files.items()}}
    changes |= {"templates/small/rulebook.md": "## Jeu\n\nJouez.\n", "data/small/locale/nl.po": NL}
    titles = {}
    for output in build_project(write_project(changes)).outputs:
        if output.path.endswith(".pdf"):
            with pikepdf.open(io.BytesIO(output.content)) as pdf:
                titles[output.path.removeprefix("small/")] = str(pdf.docinfo.Title)
    assert titles == {
        "fr/cards.pdf": "Small · planches à découper",
        "fr/tokens.pdf": "Small · jetons à découper",
        "fr/aid.pdf": "Small · Aides",
        "fr/pad.pdf": "Small · pad",
        "fr/rules.pdf": "Small · règles du jeu",
        "fr/booklet.pdf": "Small · livret à plier",
        "nl/cards.pdf": "Small · snijvellen",
        "nl/tokens.pdf": "Small · fiches om uit te knippen",
        "nl/aid.pdf": "Small · Hulp",
        "nl/pad.pdf": "Small · pad",
        "nl/rules.pdf": "Small · spelregels",
        "nl/booklet.pdf": "Small · boekje om te vouwen",
    }


def test_extras_cannot_take_a_name_that_is_taken(write_project: WriteProject) -> None:
    for name in ("cards", "rules", "numbers"):
        game = GAME + f"extras:\n  {name}: {{template: small/aid}}\n"
        built = build_project(write_project({"data/small/game.yaml": game, "templates/small/aid.yaml": AID}))
        assert [d.code for d in built.diagnostics] == ["extra-name"]


def test_a_game_of_tokens_alone_has_no_card_sheets(write_project: WriteProject) -> None:
    game = "title: T\nplayers: 2\ndecks: {chips: {copies: 3, template: small/token}}\n"
    assert list(summaries(write_project, game, token=TOKEN)) == ["tokens.pdf"]


def test_a_booklet_tells_of_its_empty_pages(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    built = build_project(root)
    told = {output.path.rpartition("/")[2]: output.summary for output in built.outputs}
    assert told["rules.pdf"] == "1 page"
    assert told["booklet.pdf"] == "1 page on 1 sheet, A4, to fold and staple, 3 left empty at the end"


@pytest.mark.parametrize(
    ("options", "summary"),
    [
        ({}, "1 page on 1 sheet, A4, to fold and staple, 3 left empty at the end"),
        ({"trim": True}, "1 page on 1 sheet, A4 at 92%, to cut, fold and staple, 3 left empty at the end"),
        ({"trim": True, "paper": "a3"}, "1 page on 1 sheet, A3, to cut, fold and staple, 3 left empty at the end"),
        ({"paper": "letter"}, "1 page on 1 sheet, Letter, to fold and staple, 3 left empty at the end"),
        ({"paper": "4x6in"}, "1 page on 1 sheet, 4x6in at 48%, to fold and staple, 3 left empty at the end"),
    ],
)
def test_a_booklet_tells_how_it_is_printed(write_project: WriteProject, options: dict[str, Any], summary: str) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    told = {output.path.rpartition("/")[2]: output for output in build_project(root, **options).outputs}
    assert told["booklet.pdf"].summary == summary
    with pikepdf.open(io.BytesIO(told["booklet.pdf"].content)) as pdf:
        assert "/StructTreeRoot" not in pdf.Root
    with pikepdf.open(io.BytesIO(told["rules.pdf"].content)) as pdf:
        assert "/StructTreeRoot" in pdf.Root
        assert "/PageLabels" not in pdf.Root


def duplex(content: bytes) -> str:
    """Return how a PDF asks the printer to turn its sheets."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return str(pdf.Root.ViewerPreferences.get("/Duplex", ""))


def test_files_with_one_side_a_sheet_ask_for_one_side(write_project: WriteProject) -> None:
    """Else printers that print both sides by default print a sheet on the back of another."""
    extras = "extras:\n  map: {copies: 1, template: small/map, back: small/map}\n  aid: {copies: 2, template: small/face-plain}\n"
    board = 'size: [400mm, 300mm]\nelements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    plain = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    files = {
        "data/small/game.yaml": GAME + extras,
        "templates/small/map.yaml": board,
        "templates/small/face-plain.yaml": plain,
        "templates/small/rulebook.md": "## Play\n\nPlay.\n",
        "templates/small/booklet.yaml": "form: sheet\n",
    }
    root = write_project(files)
    asked = {
        output.path: duplex(output.content) for output in build_project(root).outputs if output.path.endswith("pdf")
    }
    assert asked == {
        "small/en/cards.pdf": "/DuplexFlipLongEdge",
        "small/en/map.pdf": "/Simplex",
        "small/en/aid.pdf": "/Simplex",
        "small/en/rules.pdf": "",
        "small/en/sheet.pdf": "/Simplex",
    }
    assert {
        duplex(output.content)
        for output in build_project(root, backs="fold").outputs
        if output.path.endswith("cards.pdf")
    } == {"/Simplex"}


COMMON = {
    "poker": (63.5, 88.9), "standard-euro": (59.0, 92.0), "bridge": (57.15, 88.9), "japanese": (59.0, 86.0),
    "us-game": (56.0, 87.0), "game": (63.0, 88.0), "mini-euro": (44.0, 68.0), "mini-us": (41.0, 63.0),
    "tarot": (70.0, 120.0), "square": (70.0, 70.0), "business": (85.0, 55.0), "micro": (31.75, 44.45),
}  # fmt: skip


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "legal", "12x18in"])
def test_a_sheet_that_could_hold_more_says_how(write_project: WriteProject, paper: str) -> None:
    """Marks at the corners cost a card here and there; whoever has not chosen them is told."""
    files = {
        f"{folder}/{name}/{file}": content
        for name, (width, height) in COMMON.items()
        for folder, file, content in (
            ("data", "game.yaml", f"title: G\nplayers: 2\ndecks: {{d: {{copies: 120, template: {name}/t}}}}\n"),
            ("templates", "t.yaml", f"size: [{width}mm, {height}mm]\nelements: {{a: {{text: a, in: safe}}}}\n"),
        )
    }
    root = write_project(files)

    def summaries(**options: Any) -> list[str]:
        outputs = build_project(root, paper=paper, **options).outputs
        return [output.summary for output in outputs if not output.path.startswith("small/")]

    with_marks, with_lines = summaries(), summaries(marks=Marks("lines"))
    assert len(with_marks) == len(COMMON)
    for marked, lined in zip(with_marks, with_lines, strict=True):
        sheets = [int(text.partition(" on ")[2].partition(" ")[0]) for text in (marked, lined)]
        note = re.search(r", (\d+) to a sheet: (\d+) fit with --marks lines$", marked)
        assert sheets == ([-(-120 // int(n)) for n in note.groups()] if note else sheets[:1] * 2)
    assert not [text for text in (*with_lines, *summaries(given=("marks",))) if "--marks" in text]
    if paper == "letter":
        assert (
            sum(text.endswith(", 8 to a sheet: 9 fit with --marks lines") for text in with_marks) == 2
        )  # poker, standard-euro


@pytest.mark.parametrize(("shift", "told"), [(1.2, []), (2.4, []), (9.0, ["back-moved"]), (-9.0, ["back-moved"])])
def test_backs_that_a_printer_cannot_reach_are_told(write_project: WriteProject, shift: float, told: list[str]) -> None:
    root = write_project({"data/small/cards.yaml": "- {number: 1, colour: red, copies: 20}\n"})
    for offset in (Offset(shift), Offset(0.0, shift)):
        built = build_project(root, offset=offset)
        assert {d.code for d in built.diagnostics} <= set(told)
    assert [d.code for d in build_project(root, offset=Offset(shift, shift)).diagnostics] == told


@pytest.mark.parametrize(("pages", "told"), [(60, []), (61, ["booklet-thick"])])
def test_a_booklet_that_no_stapler_takes_is_told(write_project: WriteProject, pages: int, told: list[str]) -> None:
    text = "## Play\n\n" + "\n\n".join(["Play."] + ["::: page-break\n:::\n\nPlay."] * (pages - 1))
    root = write_project({"templates/small/rulebook.md": text + "\n"})
    assert [d.code for d in build_project(root).diagnostics] == told
    assert [d.code for d in build_project(root, paper_weight=120).diagnostics] == ["booklet-thick"]
    light = build_project(root, paper_weight=80)
    assert not light.diagnostics
    (summary,) = (output.summary for output in light.outputs if output.path.endswith("booklet.pdf"))
    assert f"pages moved to the fold by up to {0.1 * (-(-pages // 4) - 1):.2f} mm" in summary


def test_without_marks_nothing_is_printed_outside_the_cards(write_project: WriteProject) -> None:
    """The paper may be labels or cards that are cut already: no name, no ruler, and no word about room for them."""
    for marks, name in (("none", ""), ("lines", "Small")):
        (output,) = build_project(write_project(), marks=Marks(marks)).outputs  # type: ignore[arg-type]
        texts = pypdf.PdfReader(io.BytesIO(output.content)).pages[0].extract_text()
        assert ("50 mm" in texts, name in texts) == (bool(name), True)
        assert "room" not in output.summary


def test_backs_can_be_left_out(write_project: WriteProject) -> None:
    root = write_project()
    pages = {}
    for backs in ("duplex", "none"):
        content = build_project(root, backs=backs).outputs[0].content
        reader = pypdf.PdfReader(io.BytesIO(content))
        pages[backs] = len(reader.pages)
        assert duplex(content) == ("/DuplexFlipLongEdge" if backs == "duplex" else "/Simplex")
    assert pages == {"duplex": 2, "none": 1}


def test_backs_that_give_cards_away_are_told_unless_they_should(write_project: WriteProject) -> None:
    telling = BACK + '  number: {text: "{{ card.number }}", in: safe, colour: "#ffffff"}\n'
    built = build_project(write_project({"templates/small/back.yaml": telling}))
    assert [d.code for d in built.diagnostics] == ["back-reveals"]
    game = GAME + "secret_backs: false\n"
    built = build_project(write_project({"templates/small/back.yaml": telling, "data/small/game.yaml": game}))
    assert not built.diagnostics


def test_a_title_that_no_font_can_print_on_the_sheets_is_told(write_project: WriteProject) -> None:
    built = build_project(write_project({"data/small/game.yaml": GAME.replace("title: ", "title: 神", 1)}))
    assert [d.code for d in built.diagnostics] == ["glyph-missing"]


def pages_of(content: bytes) -> list[str]:
    return [page.get_contents().get_data().decode("latin-1") for page in pypdf.PdfReader(io.BytesIO(content)).pages]  # type: ignore[union-attr]


def test_separate_backs_have_a_file_of_their_own(write_project: WriteProject) -> None:
    root = write_project()
    (together,) = build_project(root).outputs
    faces, backs = build_project(root, backs="separate").outputs
    assert (faces.path, faces.summary) == ("small/en/cards.pdf", "2 cards on 1 sheet, A4")
    assert (backs.path, backs.summary) == ("small/en/cards-backs.pdf", "backs of 1 sheet, A4, for their other side")
    assert [len(pages_of(output.content)) for output in (together, faces, backs)] == [2, 1, 1]
    for output in (faces, backs):
        assert duplex(output.content) == "/Simplex"


def test_folded_sheets_hold_faces_and_backs_and_those_without_backs_are_not_folded(write_project: WriteProject) -> None:
    game = GAME + "  plain: {copies: 9, template: small/face-plain}\n"
    plain = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    files = {"data/small/game.yaml": game, "templates/small/face-plain.yaml": plain}
    (cards,) = build_project(write_project(files), backs="fold").outputs
    assert cards.summary == "11 cards on 2 sheets, A4, to fold"
    reader = pypdf.PdfReader(io.BytesIO(cards.content))
    sizes = [[round(float(n) / 72 * 25.4) for n in page.mediabox[2:]] for page in reader.pages]  # type: ignore[misc]
    assert sizes == [[297, 210], [210, 297]]


def test_on_both_sides_a_sheet_without_backs_is_followed_by_an_empty_page(write_project: WriteProject) -> None:
    game = GAME.replace("decks:\n", "decks:\n  plain: {copies: 9, template: small/plain}\n")
    plain = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/plain.yaml": plain})
    (cards,) = build_project(root).outputs
    assert cards.summary == "11 cards on 2 sheets, A4"
    assert [len(page) < 100 for page in pages_of(cards.content)] == [False, True, False, False]
    assert [len(pages_of(output.content)) for output in build_project(root, backs="separate").outputs] == [2, 2]
    assert [len(pages_of(output.content)) for output in build_project(root, backs="none").outputs] == [2]


def test_the_backs_of_a_booklet_are_moved_too_upright_and_the_other_way(write_project: WriteProject) -> None:
    """Its sheets are turned over the short edge, so backs are head down for the printer."""
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n\n::: page-break\n:::\n\nOn.\n"})
    made = {output.path: output for output in build_project(root, offset=Offset(1, 2), printer="office").outputs}  # type: ignore[arg-type]
    booklet = made["small/en/booklet.pdf"]
    assert booklet.summary.endswith(", for office")
    reader = pypdf.PdfReader(io.BytesIO(booklet.content))
    assert [round(float(page.mediabox.width) / 72 * 25.4) for page in reader.pages] == [210, 210]
    front, back = (re.findall(r"^(.*) cm$", text, re.MULTILINE)[1] for text in pages_of(booklet.content))
    assert [float(n) for n in front.split()] == [0, 1, -1, 0, 210, 0]
    assert [float(n) for n in back.split()] == [0, 1, -1, 0, 209, -2]


def test_backs_too_near_to_one_another_are_told_with_what_helps(write_project: WriteProject) -> None:
    cards = "".join(f"- {{number: {number}, colour: red}}\n" for number in range(1, 10))
    back = BACK + '  stripe: {rect: [-3mm, -3mm, 69mm, 23mm], fill: "#ffffff"}\n'
    root = write_project({"data/small/cards.yaml": cards, "templates/small/back.yaml": back})
    told = list(build_project(root, paper="letter").diagnostics)
    assert [(d.code, d.severity, d.place.file) for d in told] == [
        ("back-bleed", "warning", "templates/small/back.yaml")
    ]
    assert "0.0 mm" in told[0].what and "--gutter 3mm" in told[0].fix
    for printing in ({"paper": "a4"}, {"paper": "letter", "gutter": 3.0}, {"paper": "letter", "backs": "none"}):
        assert not build_project(root, **printing).diagnostics  # type: ignore[arg-type]


def test_sheets_for_a_press_are_in_four_inks_and_called_so(write_project: WriteProject) -> None:
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    built = build(Files(root), BuildOptions(printing=Printing(parse_paper("12x18in")), press="fogra39"))
    assert not [told for told in built.diagnostics if told.severity == "error"]
    made = {output.path.rpartition("/")[2]: output for output in built.outputs}
    assert set(made) == {"cards-cmyk.pdf", "booklet-cmyk.pdf"}
    assert made["cards-cmyk.pdf"].summary == "2 cards on 1 sheet, 12x18in"
    for output in made.values():
        pdf = check_x1a(output.content)
        assert sorted(float(n) for n in pdf.pages[0].mediabox[2:]) == pytest.approx([864, 1296], abs=0.01)
    (told,) = build(Files(root), BuildOptions(press="fogra93")).diagnostics
    assert (told.code, told.fix) == ("press-unknown", "did you mean fogra39?")


def _boxes(content: bytes) -> list[list[float]]:
    """The trim and bleed box of a PDF's first page, mm."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        return [[float(n) / 72 * 25.4 for n in pdf.pages[0][name]] for name in ("/TrimBox", "/BleedBox")]


@pytest.mark.parametrize(
    ("paper", "press", "trim", "bleed"),
    [
        ("a3", "", [62, 43.5, 358, 253.5], 0.0),
        ("a3", "fogra39", [62, 43.5, 358, 253.5], 3.0),
        ("a4", "fogra39", [0.5, 0, 296.5, 210], 0.0),  # with marks, the pages would be smaller
    ],
)
def test_the_trim_of_a_booklet_is_that_of_its_pages(
    write_project: WriteProject, paper: str, press: str, trim: list[float], bleed: float
) -> None:
    """A press gets marks and bleed without being asked, wherever that makes no page smaller."""
    root = write_project({"templates/small/rulebook.md": "## Play\n\nPlay.\n"})
    built = build(Files(root), BuildOptions(printing=Printing(paper), press=press))
    (booklet,) = (output for output in built.outputs if "booklet" in output.path)
    boxes = _boxes(booklet.content)
    assert boxes[0] == pytest.approx(trim, abs=0.01)
    left, top, right, bottom = trim
    assert boxes[-1] == pytest.approx([left - bleed, top - bleed, right + bleed, bottom + bleed], abs=0.01)
    assert ("to cut, fold and staple" in booklet.summary) == bool(bleed)


def test_a_press_looks_at_what_is_printed_for_it(write_project: WriteProject) -> None:
    line = '  line: {path: "M10 60 H40", stroke: "#404040 0.05mm"}\n  pale: {rect: [10mm, 60mm, 9mm, 9mm], fill: "#101030"}\n'
    root = write_project(
        {
            "templates/small/face.yaml": FACE + line,
            "profiles/presses/thin.yaml": "title: T\ncondition: T\nregistry: http://www.color.org\nicc: t.icc\nink: 200\n",
        }
    )
    (root / "profiles/presses/t.icc").write_bytes((ROOT / "pnp/profiles/presses/fogra39.icc").read_bytes())

    def codes(press: str, **choice: Any) -> list[str]:
        built = build(Files(root), BuildOptions(press=press, selection_request=SelectionRequest(Selection(**choice))))
        assert built.outputs
        return sorted({told.code.value for told in built.diagnostics})

    assert codes("") == []
    assert codes("fogra39") == ["shop-line"]
    assert codes("thin") == ["shop-ink", "shop-line"]
    assert codes("thin", only=("numbers",)) == ["shop-ink", "shop-line"]
    assert codes("thin", cards="card.number == 1") == ["shop-ink", "shop-line"]


def test_type_of_cards_that_an_aid_depicts_is_not_there_to_be_read(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  aid: {copies: 1, template: small/aid}\n"
    aid = AID.replace("width: 20mm", "width: 4mm")
    for text, codes in ((aid, []), (aid + '  line: {path: "M10 60 H40", stroke: "#404040 0.05mm"}\n', ["shop-line"])):
        root = write_project({"data/small/game.yaml": game, "templates/small/aid.yaml": text})
        assert [told.code for told in build(Files(root), BuildOptions(press="fogra39")).diagnostics] == codes


def test_a_deck_without_room_for_a_ruler_says_so(write_project: WriteProject) -> None:
    cards = "- {number: 1, colour: red, copies: 10}\n"
    face, back = (f"size: [56mm, 87mm]\n{look}" for look in (FACE, BACK))
    root = write_project(
        {"data/small/cards.yaml": cards, "templates/small/face.yaml": face, "templates/small/back.yaml": back}
    )
    (made,) = (output for output in build(Files(root), BuildOptions()).outputs if output.path.endswith("cards.pdf"))
    assert made.summary == "10 cards on 1 sheet, A4, without room for a ruler"


LEAF = 'size: [40mm, 50mm]\nbleed: 0\ncorner: 0\nelements: {ground: {rect: bleed, fill: "#00aa00"}}\n'


def test_large_print_has_larger_type_and_pieces(write_project: WriteProject) -> None:
    files = {
        "data/small/game.yaml": GAME + "extras:\n  aid: {template: small/leaf}\n  mat: {template: small/mat}\n",
        "templates/small/leaf.yaml": LEAF,
        "templates/small/mat.yaml": LEAF.replace("40mm, 50mm", "180mm, 250mm"),
        "templates/small/rulebook.md": "## Play\n\nPlay a card.\n\n::: page-break\n:::\n\n## End\n\nThe end.\n",
        "templates/common/booklet.yaml": "form: leaflet\nleaflet: {panels: 4}\n",
    }
    printing = Printing(marks=Marks("none"), is_large=True)
    built = build(Files(write_project(files)), BuildOptions(printing=printing))
    assert not [fault for fault in built.diagnostics if fault.severity == "error"]
    made = {output.path.rpartition("/")[2]: output for output in built.outputs}
    assert set(made) == {"cards-large.pdf", "aid-large.pdf", "mat-large.pdf", "rules-large.pdf", "booklet-large.pdf"}
    for name, size in (("aid", (56.0, 70.0)), ("mat", (180.0, 250.0))):  # the mat has no room to grow
        left, top, right, bottom = dark_box(made[f"{name}-large.pdf"].content, colour="#00aa00")
        assert (right - left, bottom - top) == pytest.approx(size, abs=0.1)
    assert made["rules-large.pdf"].summary == "1 page", "written page breaks leave no blank pages"
    sizes: set[float] = set()
    page = pypdf.PdfReader(io.BytesIO(made["rules-large.pdf"].content)).pages[0]
    page.extract_text(
        visitor_text=lambda text, cm, tm, font, size: sizes.add(round(abs(tm[3]) * size, 1)) if text.strip() else None
    )
    assert 4.7 in sizes, "9.5 pt become 13.3 pt, or 4.7 mm"
