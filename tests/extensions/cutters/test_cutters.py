"""Sheets for cutting machines: pieces keep off the marks, lines are those of the trims, and layouts never move silently."""

from __future__ import annotations

import io
import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import ezdxf
import ezdxf.bbox
import pikepdf
import pypdfium2
import pytest
from conftest import GAME, WriteProject
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.diagnostics import Mistake
from pnp.core.frame import Box, Frame
from pnp.core.printing import PAPERS
from pnp.export import ExportOptions, export
from pnp.exports.request import ExportRequest
from pnp.extensions.cutters.dxf import render_dxf
from pnp.extensions.cutters.export import CUTTERS, pack_for
from pnp.project.files import Files

pytestmark = pytest.mark.slow

SILHOUETTE = CUTTERS["silhouette"]


def touch(a: Box, b: Box) -> bool:
    return a.x < b.right - 1e-9 and b.x < a.right - 1e-9 and a.y < b.bottom - 1e-9 and b.y < a.bottom - 1e-9


@given(
    st.tuples(st.floats(20, 80), st.floats(20, 80)),
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from(["card", "circle"]),
    st.sampled_from([0.0, 1.5, 3.0]),
)
def test_pieces_keep_off_the_marks_and_in_reach(
    size: tuple[float, float], paper: str, shape: str, bleed: float
) -> None:
    packing = pack_for(SILHOUETTE, size, shape, bleed, PAPERS[paper])
    marks = SILHOUETTE.taken(packing.paper)
    inside = Box(0, 0, *packing.paper).inset(SILHOUETTE.inset)
    for number, slot in enumerate(packing.slots):
        assert inside.contains(slot)
        assert not any(touch(slot, mark) for mark in marks)
        assert not any(touch(slot, other) for other in packing.slots[:number])


@given(st.tuples(st.floats(20, 80), st.floats(20, 80)), st.sampled_from(["card", "circle"]), st.floats(0.0, 4.0))
def test_the_bleed_of_every_piece_is_inside_a_picture(size: tuple[float, float], shape: str, bleed: float) -> None:
    cricut = CUTTERS["cricut"]
    packing = pack_for(cricut, size, shape, bleed, (0.0, 0.0) if cricut.paper is None else cricut.paper)
    picture = Box(0, 0, *packing.paper)
    assert all(picture.contains(slot.inset(-bleed), 1e-6) for slot in packing.slots)


def test_bleed_ends_two_mm_off_the_marks_and_pieces_are_whole(write_project: WriteProject) -> None:
    """Cards of 57 × 87 mm lie 0.8 mm beside the square at the top left."""
    face = 'size: [57mm, 87mm]\ncorner: 0mm\nelements:\n  ground: {rect: bleed, fill: "#3366cc"}\n'
    cards = {"data/small/cards.yaml": "- {number: 1, colour: red, copies: 20}\n", "templates/small/face.yaml": face}
    game = {"data/small/game.yaml": GAME.replace(" back: small/back,", "").replace(", unseen: [colour]", "")}
    made = export(Files(write_project({**cards, **game})), ExportOptions("silhouette"))
    sheet = next(output.content for output in made.outputs if output.path.endswith(".pdf"))
    packing = pack_for(SILHOUETTE, (57, 87), "card", 3.0, PAPERS["a4"])
    dots = 300 / 25.4
    with pypdfium2.PdfDocument(sheet) as document:
        image = document[0].render(scale=300 / 72).to_pil().convert("RGB")
    marks = [mark.inset(0.5) for mark in SILHOUETTE.taken(packing.paper)]
    blue = [box for mark in marks for box in [mark.inset(-1.9)] if not any(touch(box, slot) for slot in packing.slots)]
    assert blue
    for box in blue:
        colours = image.crop(tuple(round(n * dots) for n in (box.x, box.y, box.right, box.bottom))).getcolors(100000)
        assert all(red == green == b for _, (red, green, b) in colours)
    for slot in packing.slots:
        inner = slot.inset(0.15)
        colours = image.crop(tuple(round(n * dots) for n in (inner.x, inner.y, inner.right, inner.bottom))).getcolors()
        assert [colour for _, colour in colours] == [(51, 102, 204)]


def test_a_machine_that_needs_no_marks_has_none() -> None:
    assert CUTTERS["cricut"].marks((171, 235)) == CUTTERS["cricut"].taken((171, 235)) == ()


def test_what_is_too_large_is_told() -> None:
    with pytest.raises(Mistake, match="does not fit the area that a Silhouette can cut on 210×297 mm"):
        pack_for(SILHOUETTE, (280, 100), "card", 3, PAPERS["a4"])


MOVED = "a piece has moved: raise the layout of its machine, and write down where it lies now"
LAYOUTS = {
    ("silhouette", "a4", (63.0, 88.0), "card"): (8, (297.0, 210.0), (18.0, 15.5), (216.0, 106.5)),
    ("silhouette", "letter", (63.0, 88.0), "card"): (8, (279.4, 215.9), (13.7, 19.95), (202.7, 107.95)),
    ("silhouette", "letter", (63.5, 88.9), "card"): (8, (279.4, 215.9), (12.7, 19.05), (203.2, 107.95)),
    ("silhouette", "a4", (25.0, 25.0), "circle"): (48, (210.0, 297.0), (12.5, 24.0), (172.5, 248.0)),
    ("silhouette-alpha", "a4", (63.0, 88.0), "card"): (8, (297.0, 210.0), (13.5, 14.0), (220.5, 108.0)),
    ("cricut", "", (63.0, 88.0), "card"): (4, (171.45, 234.95), (19.725, 26.475), (88.725, 120.475)),
}


def test_layouts_do_not_move_silently() -> None:
    assert {name: cutter.layout for name, cutter in CUTTERS.items()} == {
        "silhouette": 1, "silhouette-alpha": 1, "cricut": 3,
    }  # fmt: skip
    for (name, paper, size, shape), where in LAYOUTS.items():
        cutter = CUTTERS[name]
        packing = pack_for(cutter, size, shape, 3.0, cutter.paper or PAPERS[paper])
        first, last = packing.slots[0], packing.slots[-1]
        found = (
            packing.capacity,
            *(tuple(round(n, 3) for n in pair) for pair in (packing.paper, (first.x, first.y), (last.x, last.y))),
        )
        assert found == where, MOVED


@pytest.mark.parametrize(
    ("shape", "corner"), [("card", 3.0), ("card", 0.0), ("rounded", 4.0), ("circle", 0.0), ("hexagon", 0.0)]
)
def test_the_cut_lines_in_dxf(shape: str, corner: float) -> None:
    slot = Box(10, 20, 30, 40 if shape != "circle" else 30)
    piece = Frame(slot.width, slot.height, (), corner=corner, shape=shape)
    document = ezdxf.read(io.StringIO(render_dxf([slot], piece, (210, 297)).decode()))
    assert document.units == ezdxf.units.MM
    (line,) = document.modelspace().query('*[layer=="CUT"]')
    if shape == "circle":
        assert (line.dxf.radius, tuple(line.dxf.center)[:2]) == (15, (25, 297 - 35))
        return
    points = [(x, y) for x, y, *_ in line.get_points()]
    assert line.closed
    assert (min(x for x, _ in points), max(x for x, _ in points)) == (10, 40)
    assert (min(y for _, y in points), max(y for _, y in points)) == (297 - 60, 297 - 20)
    bulges = [bulge for *_, bulge in line.get_points() if bulge]
    assert bulges == pytest.approx([math.tan(math.pi / 8)] * (4 if corner else 0))


@pytest.mark.parametrize("size", [(30.0, 26.0), (26.0, 30.0)])
def test_a_hexagon_lies_on_its_longer_side(size: tuple[float, float]) -> None:
    document = ezdxf.read(
        io.StringIO(render_dxf([Box(10, 20, *size)], Frame(*size, (), shape="hexagon"), (210, 297)).decode())
    )
    (line,) = document.modelspace().query('*[layer=="CUT"]')
    points = [point[:2] for point in line.get_points()]
    sides = [math.dist(one, other) for one, other in itertools.pairwise([*points, points[0]])]
    assert sides == pytest.approx([15] * 6, abs=0.05)


def test_a_drawing_shows_the_sheet_and_the_marks_that_are_not_cut() -> None:
    marks = SILHOUETTE.marks((210, 297))
    document = ezdxf.read(
        io.StringIO(render_dxf([Box(30, 40, 63, 88)], Frame(63, 88, ()), (210, 297), {}, marks).decode())
    )
    (page,) = document.modelspace().query('*[layer=="PAGE"]')
    assert {point[:2] for point in page.get_points()} == {(0, 0), (210, 0), (210, 297), (0, 297)}
    square, *arms = document.modelspace().query('*[layer=="REGMARK"]')
    assert {point[:2] for point in square.get_points()} == {(10, 287), (15, 287), (15, 282), (10, 282)}
    assert [len(arm) for arm in arms] == [3, 3]
    assert [document.layers.get(name).dxf.plot for name in ("PAGE", "REGMARK")] == [0, 0]
    assert [tuple(document.header[name]) for name in ("$EXTMIN", "$EXTMAX")] == [(0, 0, 0), (210, 297, 0)]


def exported(root: object, target: str, **request: Any) -> dict[str, bytes]:
    built = export(Files(root), ExportOptions(target, request=ExportRequest(**request)))  # type: ignore[arg-type]
    assert not [d for d in built.diagnostics if d.severity == "error"]
    return {output.path: output.content for output in built.outputs}


def test_sheets_and_lines_of_a_game(write_project: WriteProject) -> None:
    root = write_project({"data/small/cards.yaml": "- {each: {number: 1..9, colour: [red, blue]}}\n"})
    made = exported(root, "silhouette", paper="letter")
    assert list(made) == [
        f"small/en/silhouette/numbers{end}"
        for end in (".pdf", "-cut.svg", "-cut.dxf", "-cut-last.svg", "-cut-last.dxf")
    ]
    svg = ElementTree.fromstring(made["small/en/silhouette/numbers-cut.svg"])
    assert (svg.get("width"), svg.get("height")) == ("279.4mm", "215.9mm")
    last = ElementTree.fromstring(made["small/en/silhouette/numbers-cut-last.svg"])
    assert [len([p for p in lines.iter() if p.tag.endswith("path")]) for lines in (svg, last)] == [8, 2]
    assert made == exported(root, "silhouette", paper="letter")
    pages = len(re.findall(rb"/Type /Page\b", made["small/en/silhouette/numbers.pdf"]))
    assert pages == 6  # three sheets of eight, eight and two, with backs


def test_a_sheet_of_cards_without_backs_has_an_empty_one_behind_it(write_project: WriteProject) -> None:
    """Else a printer that turns each sheet prints one card's back on another sheet's front."""
    decks = "decks:\n  plain: {cards: plain.yaml, template: small/face, fields: {number: 1..20}}\n"
    files = {
        "data/small/game.yaml": GAME.replace("decks:\n", decks),
        "data/small/plain.yaml": "- {each: {number: 1..9}}\n",
        "data/small/cards.yaml": "- {each: {number: 1..5, colour: [red]}}\n",
    }
    made = exported(write_project(files), "silhouette")
    with pikepdf.open(io.BytesIO(made["small/en/silhouette/plain-numbers.pdf"])) as pdf:
        printed = [len(page.Contents.read_bytes()) > 100 for page in pdf.pages]
    # nine plain cards and five with backs: eight; one and five; the second sheet alone has a side with backs
    assert printed == [True, False, True, True]


def test_marks_stand_on_white_where_bleed_runs_under_them(write_project: WriteProject) -> None:
    game = GAME + "  chips: {copies: 60, template: small/chip}\n"
    chip = 'size: [25mm, 25mm]\nshape: circle\nbleed: 3mm\nelements:\n  disc: {rect: bleed, fill: "#c00000"}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/chip.yaml": chip})
    made = exported(root, "silhouette", decks=("chips",))
    page = pypdfium2.PdfDocument(made["small/en/silhouette/chips.pdf"])[0].render(scale=4).to_pil().convert("RGB")
    for box in SILHOUETTE.taken((210.0, 297.0)):
        x, y, right, bottom = (round(n * 4 * 72 / 25.4) for n in (box.x, box.y, box.right, box.bottom))
        colours = {colour for _, colour in page.crop((x + 1, y + 1, right - 1, bottom - 1)).getcolors()}
        assert not [colour for colour in colours if len(set(colour)) > 1]


def test_a_deck_without_copies_makes_no_file(write_project: WriteProject) -> None:
    assert exported(write_project({"data/small/cards.yaml": "- {number: 1, colour: red, copies: 0}\n"}), "cricut") == {}


def test_a_character_that_no_font_has_is_told(write_project: WriteProject) -> None:
    root = write_project({"data/small/game.yaml": GAME.replace("title: Small", "title: Small \u10d0")})
    told = [d for d in export(Files(root), ExportOptions("silhouette")).diagnostics if d.severity == "error"]
    assert [d.code for d in told] == ["glyph-missing"]


def test_pictures_to_print_then_cut(write_project: WriteProject) -> None:
    """A picture shows its pieces alone, ends where its cut lines do, and backs lie behind their faces."""
    from PIL import Image

    made = exported(write_project({"data/small/cards.yaml": "- {number: 1, colour: red, copies: 7}\n"}), "cricut")
    assert list(made) == [
        f"small/en/cricut/numbers{end}"
        for end in (
            *("-1.png", "-1-back.png", "-2.png", "-2-back.png"),
            *("-cut.svg", "-cut.dxf", "-cut-last.svg", "-cut-last.dxf"),
        )
    ]
    for number, end, places in ((1, "", 4), (2, "-last", 3)):
        drawing = ElementTree.fromstring(made[f"small/en/cricut/numbers-cut{end}.svg"])
        size = [float((drawing.get(side) or "").removesuffix("mm")) for side in ("width", "height")]
        cuts = [path for path in drawing.iter() if path.tag.endswith("path")]
        assert len(cuts) == places
        for side in ("", "-back"):
            with Image.open(io.BytesIO(made[f"small/en/cricut/numbers-{number}{side}.png"])) as picture:
                clear = picture.getchannel("A")
            assert clear.size == tuple(round(length / 25.4 * 300) for length in size)
            for row, column in itertools.product(range(2), range(2)):
                middle = ((31.5 + 69 * column) / 25.4 * 300, (44 + 94 * row) / 25.4 * 300)
                x = clear.width - middle[0] if side else middle[0]
                assert clear.getpixel((round(x), round(middle[1]))) == (255 if 2 * row + column < places else 0)
            assert clear.getpixel((clear.width // 2, 20)) == 0, "there is something between two pieces"


def test_a_sheet_of_pictures_that_lies_is_mirrored_from_left_to_right_too(write_project: WriteProject) -> None:
    face = "size: [110mm, 80mm]\nelements:\n  ground: {rect: bleed, fill: '#3366cc'}\n"
    game = GAME + "extras:\n  mat: {copies: 1, template: small/mat, back: small/mat}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/mat.yaml": face})
    made = exported(root, "cricut", decks=("mat",))
    assert [name.rpartition("/")[2] for name in made] == ["mat-1.png", "mat-1-back.png", "mat-cut.svg", "mat-cut.dxf"]


DIAL = """size: [70mm, 70mm]
bleed: 0mm
cut: [edge, window, hole]
crease: [bend]
elements:
  ground: {rect: bleed, fill: "#ddeeff"}
  edge: {ellipse: [5mm, 5mm, 60mm, 60mm], stroke: black 0.2mm}
  window: {rect: [30mm, 10mm, 10mm, 8mm], stroke: black 0.2mm}
  hole: {ellipse: [33mm, 33mm, 4mm, 4mm], stroke: black 0.2mm}
  bend: {path: "M10 50 H60", stroke: black 0.2mm}
"""


def test_creases_come_first_and_the_holes_of_a_piece_before_its_outline(write_project: WriteProject) -> None:
    """A machine works in the order of a file, and a piece that is cut out moves."""
    game = GAME + "extras:\n  dial: {copies: 2, template: small/dial}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/dial.yaml": DIAL})
    for target in ("silhouette", "cricut"):
        made = exported(root, target, decks=("dial",))
        drawing = ElementTree.fromstring(made[f"small/en/{target}/dial-cut.svg"])
        assert [layer.get("id") for layer in drawing if layer.tag.endswith("}g")] == ["crease", "cut"]
        for path in list(drawing)[-1]:
            starts = [float(x) for x in re.findall(r"M([\d.]+)", path.get("d") or "")]
            widths = [max(xs) - min(xs) for part in (path.get("d") or "").split("M")[1:]
                      for xs in [[float(n) for n in re.findall(r"[\d.]+", part)][::2]]]  # fmt: skip
            assert len(starts) == 3
            assert widths == sorted(widths)
        lines = ezdxf.read(io.StringIO(made[f"small/en/{target}/dial-cut.dxf"].decode())).modelspace()
        layers = [line.dxf.layer for line in lines if line.dxf.layer in ("CUT", "CREASE")]
        assert layers == ["CREASE"] * 2 + ["CUT"] * 6


STICKERS = """\
size: [70mm, 70mm]
kiss_cut: sticker
perforation: tear
elements:
  sticker: {ellipse: [10mm, 10mm, 50mm, 40mm], fill: "#f0c000", stroke: "#f0c000 6mm"}
  tear: {path: "M0 60 H70", stroke: black 0.2mm}
"""


def test_stickers_are_cut_to_their_backing_and_strips_are_perforated(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  stickers: {copies: 2, template: small/stickers}\n"
    root = write_project({"data/small/game.yaml": game, "templates/small/stickers.yaml": STICKERS})
    made = exported(root, "silhouette", decks=("stickers",))
    drawing = ElementTree.fromstring(made["small/en/silhouette/stickers-cut.svg"])
    layers = [layer for layer in drawing if layer.tag.endswith("}g")]
    assert [layer.get("id") for layer in layers] == ["perforation", "kiss_cut", "cut"]
    assert [layer[0].get("stroke") for layer in layers] == ["#ff00ff", "#00ff00", "#ff0000"]
    space = ezdxf.read(io.StringIO(made["small/en/silhouette/stickers-cut.dxf"].decode())).modelspace()
    names = [line.dxf.layer for line in space if line.dxf.layer not in ("PAGE", "REGMARK")]
    assert names == ["PERFORATION"] * 2 + ["KISS_CUT"] * 2 + ["CUT"] * 2
    boxes = {name: ezdxf.bbox.extents(space.query(f'*[layer=="{name}"]')) for name in ("KISS_CUT", "CUT")}
    assert boxes["KISS_CUT"].size.y == pytest.approx(40, abs=0.05)
    assert boxes["CUT"].size.y == pytest.approx(70, abs=0.05)
    assert boxes["KISS_CUT"].extmin.x - boxes["CUT"].extmin.x == pytest.approx(10, abs=0.05)


def test_without_the_library_lines_are_svg_alone(write_project: WriteProject, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ezdxf", None)
    built = export(Files(write_project()), ExportOptions("silhouette"))
    assert [d.code for d in built.diagnostics] == ["cutters-extra"]
    assert [output.path.rpartition("/")[2] for output in built.outputs] == [
        "numbers.pdf", "numbers-cut.svg",
    ]  # fmt: skip


def test_the_marks_of_silhouette_studio() -> None:
    """A square at the top left, corners at the top right and bottom left, all 10 mm from the paper's edges."""
    square, above, below = SILHOUETTE.marks((200, 300))
    assert square.fill == "#000000"
    assert {segment[1:] for segment in square.segments if len(segment) > 1} == {(10, 10), (15, 10), (15, 15), (10, 15)}
    assert above.segments == (("M", 170, 10.15), ("L", 189.85, 10.15), ("L", 189.85, 30))
    assert below.segments == (("M", 10.15, 270), ("L", 10.15, 289.85), ("L", 30, 289.85))
    assert (above.stroke, above.stroke and above.stroke.width) == (below.stroke, 0.3)


def test_newer_machines_have_an_angle_in_each_corner() -> None:
    alpha = CUTTERS["silhouette-alpha"]
    marks = alpha.marks((200, 300))
    assert [mark.segments[1][1:] for mark in marks] == [
        (10.15, 10.15), (189.85, 10.15), (10.15, 289.85), (189.85, 289.85),
    ]  # fmt: skip
    for mark in marks:
        assert mark.stroke is not None and mark.stroke.width == 0.3 and mark.fill is None
        (_, *start), (_, *corner), (_, *end) = mark.segments
        assert (math.dist(start, corner), math.dist(corner, end)) == pytest.approx((19.85, 19.85))
    assert len(alpha.taken((200, 300))) == 8
    packing = pack_for(alpha, (63, 88), "card", 3, PAPERS["a4"])
    taken = alpha.taken(packing.paper)
    assert packing.capacity == 8 and not any(touch(slot, mark) for slot in packing.slots for mark in taken)


def test_what_does_not_fit_is_left_out_and_the_others_are_written(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  mat: {copies: 1, template: small/mat}\n"
    mat = 'size: [300mm, 300mm]\nelements:\n  ground: {rect: bleed, fill: "#c00000"}\n'
    root = write_project({"data/small/game.yaml": game, "templates/small/mat.yaml": mat})
    both = export(Files(root), ExportOptions("cricut", request=ExportRequest(decks=("numbers", "mat"))))
    (told,) = both.diagnostics
    assert (told.code, told.severity) == ("cutter-left-out", "warning")
    assert told.what.startswith("a piece of 300×300 mm does not fit the area") and told.what.endswith(": mat, left out")
    assert "small/en/cricut/numbers-cut.svg" in {output.path for output in both.outputs}
    alone = export(Files(root), ExportOptions("cricut", request=ExportRequest(decks=("mat",))))
    assert [told.code for told in alone.diagnostics] == ["card-large"]
    assert not alone.outputs


def test_sheets_for_a_machine_have_the_paper_and_the_scale_of_the_project(write_project: WriteProject) -> None:
    """The printer scales back, but the machine does not: its cut lines stay as they are."""
    made = {}
    for head in ("", "print: {scale: 104%, paper: letter}\n"):
        root = write_project({"data/small/game.yaml": GAME + head})
        done = export(Files(root), ExportOptions("silhouette"))
        made[head] = {output.path.rpartition("/")[2]: output for output in done.outputs}
    plain, scaled = made.values()
    (sheets,) = [name for name in plain if name.endswith(".pdf") and "cut" not in name]
    assert ", Letter," in scaled[sheets].summary and "at 104% for the printer" in scaled[sheets].summary
    on_letter = export(
        Files(write_project({"data/small/game.yaml": GAME})),
        ExportOptions("silhouette", request=ExportRequest(paper="letter")),
    )
    cut = next(output for output in on_letter.outputs if output.path.endswith("-cut.svg"))
    assert scaled[cut.path.rpartition("/")[2]].content == cut.content
