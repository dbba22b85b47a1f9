"""What a template cuts along a line of its own: nets for scissors, for cutting machines, for presses."""

from __future__ import annotations

import io
import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

import ezdxf
import pikepdf
import pypdf
import pytest
from conftest import GAME, ROOT, WriteProject
from exported import export_project, files
from press_reading import NEEDS_GS, check_x1a, plates_of
from test_docs import fences, page

from pnp.build import BuildOptions, build, make_game
from pnp.build_context import BuildContext
from pnp.core.cut_frames import with_bleed
from pnp.core.diagnostics import Diagnostics
from pnp.core.die_lines import die_line, without_lines
from pnp.core.frame import Frame
from pnp.core.outline import straight_pieces
from pnp.project.files import Files
from pnp.render.pixels import draw_frame

pytestmark = pytest.mark.slow

NET = """\
size: [60mm, 90mm]
bleed: 3mm
cut: outline
crease: folds
elements:
  ground: {path: &net "M5 20 L10 5 H50 L55 20 V70 H5 Z", fill: "#990000", stroke: "#990000 6mm"}
  folds: {path: "M5 20 H55", stroke: "#777777 0.3mm dashed 2mm 1.2mm"}
  outline: {path: *net, stroke: "#123456 0.25mm"}
"""
WITH_BOX = GAME + "extras:\n  box: {copies: 1, template: small/box}\n"


def boxed(write: WriteProject, net: str = NET, game: str = WITH_BOX, **more: str) -> Path:
    return write({"data/small/game.yaml": game, "templates/small/box.yaml": net, **more})


def strokes(content: bytes) -> list[list[float]]:
    """The colours that lines on the first page are drawn in, where they are colours of light."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        read = pikepdf.parse_content_stream(pdf.pages[0])
        return [[float(n) for n in i.operands] for i in read if str(i.operator) in ("G", "RG")]


def test_no_crop_marks_stand_around_a_net(write_project: WriteProject) -> None:
    def sheet(net: str) -> bytes:
        built = build(Files(boxed(write_project, net)), BuildOptions())
        assert not list(built.diagnostics)
        return next(output.content for output in built.outputs if output.path.endswith("/box.pdf"))

    assert [0.0] not in strokes(sheet(NET))
    assert [0.0] in strokes(sheet(NET.replace("cut: outline\n", "")))


def test_a_machine_cuts_and_creases_along_the_lines(write_project: WriteProject) -> None:
    made = files(export_project(boxed(write_project), "silhouette", decks=("box",)))
    svg = ElementTree.fromstring(made["box-cut.svg"])
    layers = {group.get("id"): [path.get("d") for path in group] for group in svg}
    assert list(layers)[1:] == ["crease", "cut"]
    copies = len(layers["cut"])
    assert copies == len(layers["crease"]) == 1  # of one box, on a sheet that could hold more
    assert all(line and line.count("L") == 5 for line in layers["cut"])

    drawing = ezdxf.read(io.StringIO(made["box-cut.dxf"].decode()))
    lines = {layer: drawing.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]') for layer in ("CUT", "CREASE")}
    assert [len(found) for found in lines.values()] == [copies, copies]
    assert [(line.closed, len(line)) for line in lines["CUT"]] == [(True, 6)] * copies
    assert not any(line.closed for line in lines["CREASE"])
    xs, ys = zip(*[point[:2] for point in lines["CUT"][0].get_points()], strict=True)
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((50, 65), abs=0.01)
    # the fold is 15 mm below the top of the net, in both files at the same place
    first = lines["CREASE"][0].get_points()[0][1]
    assert max(ys) - first == pytest.approx(15, abs=0.01)

    printed = strokes(made["box.pdf"])
    assert [round(n / 255, 3) for n in (0x12, 0x34, 0x56)] not in printed  # the outline for scissors


def test_what_stands_beside_a_net_is_for_hands(write_project: WriteProject) -> None:
    texts = (
        "  name: {text: Lid, in: [15mm, 30mm, 30mm, 8mm], size: 12pt}\n"
        "  how: {text: Fold, in: [15mm, 75mm, 30mm, 8mm], size: 12pt}\n"
        "  turned: {text: Glue, in: [20mm, 76mm, 20mm, 6mm], rotate: 180, size: 9pt}\n"
    )
    root = boxed(write_project, NET.replace("elements:", "safe: 0mm\nelements:") + texts)

    def told(content: bytes) -> str:
        return pypdf.PdfReader(io.BytesIO(content)).pages[0].extract_text()

    by_machine = told(files(export_project(root, "silhouette", decks=("box",)))["box.pdf"])
    pressed = told(files(export_project(root, "pdf", decks=("box",), colour="cmyk"))["box/001-front.pdf"])
    by_hand = told(next(o.content for o in build(Files(root), BuildOptions()).outputs if o.path.endswith("/box.pdf")))
    for name, wanted in (("Lid", (True, True, True)), ("Fold", (True, False, False)), ("Glue", (True, False, False))):
        assert tuple(name in text for text in (by_hand, by_machine, pressed)) == wanted


def test_curves_of_a_net_are_true_to_a_hundredth_of_a_mm(write_project: WriteProject) -> None:
    round_net = NET.replace("M5 20 L10 5 H50 L55 20 V70 H5 Z", "M50 45 A20 20 0 1 1 10 45 A20 20 0 1 1 50 45 Z")
    made = files(export_project(boxed(write_project, round_net), "silhouette", decks=("box",)))
    (line, *_) = ezdxf.read(io.StringIO(made["box-cut.dxf"].decode())).modelspace().query('*[layer=="CUT"]')
    points = [point[:2] for point in line.get_points()]
    x, y = (min(values) + 20 for values in zip(*points, strict=True))
    assert [((a - x) ** 2 + (b - y) ** 2) ** 0.5 for a, b in points] == pytest.approx([20] * len(points), abs=0.01)


def test_nets_of_other_lines_have_files_of_their_own(write_project: WriteProject) -> None:
    game = GAME + "extras:\n  box: {cards: boxes.yaml, template: small/box, fields: {high: [20, 30]}}\n"
    net = NET.replace("V70", "V{{ 40 + card.high }}")
    root = boxed(write_project, net, game, **{"data/small/boxes.yaml": "- {each: {high: [20, 30]}}\n"})
    made = files(export_project(root, "silhouette", decks=("box",)))
    assert sorted(name for name in made if name.endswith("cut.svg")) == ["box-2-cut.svg", "box-cut.svg"]


def test_a_press_gets_the_lines_in_inks_of_their_own_over_what_is_there(write_project: WriteProject) -> None:
    made = files(export_project(boxed(write_project), "pdf", decks=("box",), colour="cmyk"))
    pdf = check_x1a(made["box/001-front.pdf"])
    found: dict[str, pikepdf.Object] = {}
    for form in [pdf.pages[0].obj, *pdf.pages[0].obj.Resources.get("/XObject", pikepdf.Dictionary()).values()]:
        resources = form.get("/Resources", pikepdf.Dictionary())
        for name, space in resources.get("/ColorSpace", pikepdf.Dictionary()).items():
            found[str(space[1])] = space
            state = resources.ExtGState[next(iter(resources.ExtGState.keys()))]
            assert (bool(state.OP), int(state.OPM)) == (True, 1)
            used = [[str(o) for o in i.operands] for i in pikepdf.parse_content_stream(form) if str(i.operator) == "CS"]
            assert [name] in used
    assert set(found) == {"/CutContour", "/Crease"}
    assert all(str(space[0]) == "/Separation" and str(space[2]) == "/DeviceCMYK" for space in found.values())


@NEEDS_GS
def test_nothing_takes_a_line_out_of_its_plate(write_project: WriteProject, tmp_path: Path) -> None:
    def plates(net: str) -> list[bytes]:
        made = files(export_project(boxed(write_project, net), "pdf", decks=("box",), colour="cmyk"))
        found = plates_of(made["box/001-front.pdf"], 1, tmp_path)
        return [found[name].tobytes() for name in ("CutContour", "Crease")]

    alone = plates(NET)
    assert all(min(plate) < 128 for plate in alone)
    assert plates(NET + '  lid: {rect: bleed, fill: "#ffcc00"}\n') == alone


@pytest.mark.parametrize(
    ("written", "instead", "code", "told"),
    [
        ("cut: outline", "cut: outlin", "element-unknown", "cut: no element outlin"),
        ("crease: folds", "crease: word", "wrong-value", "crease: word has no outline"),
        ("cut: outline", "cut: outline\nshape: circle", "wrong-value", "cut: a circle is cut along its own outline"),
    ],
)
def test_a_name_that_is_no_shape_is_told(
    write_project: WriteProject, written: str, instead: str, code: str, told: str
) -> None:
    net = NET.replace(written, instead) + '  word: {text: "Box", in: safe}\n'
    faults = [(d.code.value, d.what) for d in build(Files(boxed(write_project, net)), BuildOptions()).diagnostics]
    assert (code, told) in faults


def test_the_example_of_the_docs_has_both_lines(write_project: WriteProject) -> None:
    (net,) = fences(page("templates.md"), "yaml template")
    card = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'
    root = boxed(write_project, net, **{"templates/common/card.yaml": card})
    made = files(export_project(root, "silhouette", decks=("box",)))
    assert b'id="cut"' in made["box-cut.svg"] and b'id="crease"' in made["box-cut.svg"]


def test_lines_on_one_another_are_cut_once(write_project: WriteProject) -> None:
    casing = '  outline-light: {path: *net, stroke: "white 0.5mm"}\n'
    net = NET.replace("cut: outline", "cut: [outline-light, outline]").replace("  outline:", f"{casing}  outline:")
    cuts = ("box-cut.svg", "box-cut.dxf")
    alone, with_casing = (
        files(export_project(boxed(write_project, n), "silhouette", decks=("box",))) for n in (NET, net)
    )
    assert [alone[name] for name in cuts] == [with_casing[name] for name in cuts]
    pressed = [files(export_project(boxed(write_project, n), "pdf", decks=("box",), colour="cmyk")) for n in (NET, net)]
    assert pressed[0] == pressed[1]


def test_a_line_along_the_cut_that_is_not_named_is_told(write_project: WriteProject) -> None:
    """The light line below a dark one, which would be printed; a ground whose stroke is its bleed is none."""
    net = NET.replace("  outline:", '  light: {path: *net, stroke: "white 0.5mm"}\n  outline:')

    def codes(net: str) -> list[tuple[str, str, str]]:
        root = boxed(write_project, net)
        shop = export_project(root, "offset", decks=("box",)).diagnostics
        at_home = build(Files(root), BuildOptions()).diagnostics
        return [(d.code.value, d.fix, d.place.file) for each in (at_home, shop) for d in each]

    assert codes(net) == [("line-unnamed", "name both: cut: [light, dark]", "templates/small/box.yaml")] * 2
    assert codes(net.replace("cut: outline", "cut: [light, outline]")) == codes(NET) == []


def _box(order: BuildContext) -> Iterator[Frame]:
    deck = order.layout.edition.game.extras["box"]
    yield order.layout.face(deck, deck.cards[0])


@pytest.mark.parametrize(
    "game", sorted(path.parent.name for path in (ROOT / "templates").glob("*/box.yaml") if path.parent.name != "common")
)
def test_no_box_is_cut_over_bare_paper(game: str) -> None:
    """Where there is ink on both sides of the cut there is ink below it, for presses and for machines."""
    dots = 200 / 25.4
    (face,) = make_game(Files(ROOT), game, (_box,), BuildOptions(languages=["en"]), Diagnostics())
    page = with_bleed(without_lines(face))
    picture = draw_frame(page, round(page.width * dots), round(page.height * dots))

    def is_bare(x: float, y: float) -> bool:
        return min(picture.getpixel((int((x + face.bleed) * dots), int((y + face.bleed) * dots)))) > 250

    bare = looked_at = 0
    for (x1, y1), (x2, y2) in straight_pieces(die_line(face, "cut")):
        length = math.hypot(x2 - x1, y2 - y1)
        for n in range(1, int(length)):
            x, y = x1 + (x2 - x1) * n / length, y1 + (y2 - y1) * n / length
            across = ((y2 - y1) / length, (x1 - x2) / length)
            if not any(is_bare(x + off * across[0], y + off * across[1]) for off in (-0.35, 0.35)):
                looked_at += 1
                bare += is_bare(x, y)
    assert looked_at > 200
    assert not bare


@pytest.mark.parametrize(
    ("place", "reach", "fix"),
    [
        ("0mm 0mm", "", ""),
        ("0mm 22mm", "", ""),  # in the bleed it is printed
        ("0mm 30mm", "7.0 mm", "write size: [60mm, 100mm] in templates/small/box.yaml"),
        ("-9mm 0mm", "1.0 mm", "move the outline: x and y begin at the left and the top of the template"),
    ],
)
def test_a_line_that_leaves_its_template_is_told(write_project: WriteProject, place: str, reach: str, fix: str) -> None:
    x, y = (float(length.removesuffix("mm")) for length in place.split())
    moved = f'outline: {{path: "M{5 + x} {20 + y} H{50 + x} V{70 + y} H{5 + x} Z", stroke: "#123456 0.25mm"}}'
    net = NET.replace('outline: {path: *net, stroke: "#123456 0.25mm"}', moved)
    found = [d for d in build(Files(boxed(write_project, net)), BuildOptions()).diagnostics if d.code == "cut-outside"]
    assert [(d.what, d.fix) for d in found] == [(f"the cut line reaches {reach} out of the template", fix)] * bool(fix)
