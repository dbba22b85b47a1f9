"""PDFs: trims where the sheet says, to 0.01 mm; boxes, hints, embedded subsets, text that can be copied."""

from __future__ import annotations

import io
import re
from pathlib import Path as FilePath

import pikepdf
import pypdf
import pytest
from conftest import ROOT, WriteProject, build_project
from strategies import open_face

from pnp.core.frame import (
    Anchor,
    Art,
    Box,
    Frame,
    Group,
    Image,
    LinearGradient,
    Link,
    Path,
    Picture,
    Stop,
    Stroke,
    Text,
    Use,
)
from pnp.core.outline import rectangle
from pnp.render.pdf import DocumentMetadata, Page, render_pdf

ABOUT = DocumentMetadata("Title é", "fr", "Author", duplex="long-edge")
FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
MM = 72 / 25.4


def pdf(
    *items: object, width: float = 100, height: float = 50, about: DocumentMetadata = ABOUT, **page: Box
) -> pypdf.PdfReader:
    content = render_pdf([Page(Frame(width, height, items), **page)], about)  # type: ignore[arg-type]
    return pypdf.PdfReader(io.BytesIO(content), strict=True)


def operators(reader: pypdf.PdfReader) -> str:
    return reader.pages[0].get_contents().get_data().decode("latin-1")  # type: ignore[union-attr]


def test_a_page_is_in_mm_with_y_down_after_one_matrix() -> None:
    content = operators(pdf(Path(rectangle(10, 20, 30, 5), "#ff0000")))
    first, *rest = content.splitlines()
    a, b, c, d, e, f = map(float, first.split()[:6])
    assert (a, b, c, d, e) == pytest.approx((MM, 0, 0, -MM, 0))
    assert f == pytest.approx(50 * MM, abs=1e-4)
    assert rest == ["1 0 0 rg", "10 20 30 5 re f"]


def test_page_boxes_are_the_trim_and_the_bleed() -> None:
    page = pdf(trim=Box(10, 5, 60, 30), bleed=Box(7, 2, 66, 36)).pages[0]
    assert [float(n) / MM for n in page.mediabox] == pytest.approx([0, 0, 100, 50], abs=0.001)
    assert [float(n) / MM for n in page.trimbox] == pytest.approx([10, 15, 70, 45], abs=0.001)
    assert [float(n) / MM for n in page.bleedbox] == pytest.approx([7, 12, 73, 48], abs=0.001)


def test_the_catalogue_tells_printers_and_readers() -> None:
    reader = pdf()
    catalog = reader.trailer["/Root"]
    assert catalog["/Lang"] == "fr"
    assert catalog["/ViewerPreferences"] == {
        "/DisplayDocTitle": True,
        "/PrintScaling": "/None",
        "/Duplex": "/DuplexFlipLongEdge",
    }
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Title é", "Author")


def word(text: str) -> Text:
    return Text(10, 20, 5, tuple(FACE.shape(part) for part in text.split()), "#000000", FACE.space * 5)


def test_text_can_be_copied_ligatures_and_accents_included() -> None:
    assert pdf(word("Offizier à l’œuvre : AVANT")).pages[0].extract_text().strip() == "Offizier à l’œuvre : AVANT"


def test_kerning_is_that_of_the_font() -> None:
    content = operators(pdf(word("AVA")))
    numbers = [float(n) for n in re.findall(r">(-?[\d.]+)<", content)]
    kerned = FACE.shape("AVA")
    expected = [FACE.advance(g) - a for g, a in zip(kerned.glyphs, kerned.advances, strict=True)]
    assert expected[:2] == [14, 14]
    assert numbers == pytest.approx([n * 1000 / FACE.units_per_em for n in expected[:2]])


def test_fonts_are_embedded_subsets() -> None:
    reader = pdf(word("Fig"))
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    (font,) = (fonts[name] for name in fonts)
    assert re.fullmatch(r"/[A-Z]{6}\+SourceSans3-Regular", font["/BaseFont"])
    descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
    assert len(descriptor["/FontFile2"].get_data()) < 30_000
    assert "/ToUnicode" in font


def test_characters_are_mapped_in_blocks_of_a_hundred_each_once() -> None:
    """As the format has it, ISO 32000-1, 9.10.3."""
    letters = [chr(code) for code in range(0xA1, 0x180) if code != 0xAD and 0 not in FACE.shape(chr(code)).glyphs]
    reader = pdf(*(Text(1, 1, 3, (FACE.shape(letter),), "#000000") for letter in letters))
    fonts = reader.pages[0]["/Resources"]["/Font"]  # type: ignore[index]
    (font,) = (fonts[name] for name in fonts)
    told = font["/ToUnicode"].get_data().decode("ascii")
    blocks = [int(count) for count in re.findall(r"(\d+) beginbfchar", told)]
    mapped = re.findall(r"<[0-9A-F]{4}> <([0-9A-F]+)>", told.partition("beginbfchar")[2])
    assert len(blocks) > 1
    assert max(blocks) == 100
    assert sum(blocks) == len(mapped) == len(set(mapped)) == len(letters)


def test_no_font_is_listed_that_is_not_used() -> None:
    assert "/Font" not in pdf(Path(rectangle(0, 0, 1, 1), "#000000")).pages[0]["/Resources"]  # type: ignore[operator]


def test_shared_art_is_stored_once() -> None:
    art = Art("pip", Box(0, 0, 10, 10), (Path(rectangle(0, 0, 10, 10), "#123456"),))
    reader = pdf(*(Use(art, (1, 0, 0, 1, 12.0 * n, 0)) for n in range(5)))
    assert len(reader.pages[0]["/Resources"]["/XObject"]) == 1  # type: ignore[index,arg-type]
    assert operators(reader).count(" Do Q") == 5


def test_groups_keep_their_matrix_clip_and_opacity() -> None:
    inner = Path(rectangle(0, 0, 1, 1), "#000000")
    clip = Path(rectangle(0, 0, 5, 5))
    content = operators(pdf(Group((inner,), (2, 0, 0, 2, 3, 4), clip)))
    assert "q\n2 0 0 2 3 4 cm\n0 0 5 5 re W n\n0 g\n0 0 1 1 re f\nQ" in content
    faded = pdf(Group((inner,), opacity=0.5))
    states = faded.pages[0]["/Resources"]["/ExtGState"]  # type: ignore[index]
    assert [float(states[name]["/ca"]) for name in states] == [0.5]


KINDS = {"gs": "/ExtGState", "Do": "/XObject", "sh": "/Shading", "Tf": "/Font"}


def owners(pdf: pikepdf.Pdf) -> list[pikepdf.Object]:
    """Pages and forms: what has content and resources."""
    forms = [o for o in pdf.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Form"]
    return [*(page.obj for page in pdf.pages), *forms]


def names_used(owner: pikepdf.Object) -> set[tuple[str, str]]:
    """What the content of a page or form uses, as kind and name."""
    read = pikepdf.parse_content_stream(owner)
    return {(KINDS[str(op)], str(args[0])) for args, op in read if str(op) in KINDS}


def names_given(owner: pikepdf.Object) -> set[tuple[str, str]]:
    """What the resources of a page or form hold."""
    return {(kind, name) for kind, entries in owner.Resources.items() for name in entries}


def within(owner: pikepdf.Object) -> list[pikepdf.Object]:
    """The forms that a page or form draws itself."""
    objects = [*owner.Resources.get("/XObject", {}).values()]
    return [o for o in objects if o.Subtype == "/Form"]


def reached(owner: pikepdf.Object, around: tuple[tuple[int, int], ...] = ()) -> None:
    """Walk down through all forms; fails where one is inside itself."""
    assert owner.objgen not in around
    for form in within(owner):
        reached(form, (*around, owner.objgen))


def test_pages_and_forms_have_what_they_use_among_their_resources_and_no_more() -> None:
    square = Path(rectangle(0, 0, 1, 1), "#000000")
    paint = LinearGradient(0, 0, 1, 0, (Stop(0, "#ff0000"), Stop(1, "#0000ff")))
    inner = Group((square, Group((word("in"),), opacity=0.25)), opacity=0.5)
    art = Art("faded", Box(0, 0, 10, 10), (inner, Path(rectangle(0, 0, 1, 1), paint, opacity=0.75)))
    made = pikepdf.open(pdf(word("out"), inner, Use(art, (1, 0, 0, 1, 0, 0))).stream)
    for owner in owners(made):
        assert names_given(owner) == names_used(owner)
        reached(owner)
    assert {kind for owner in owners(made) for kind, _ in names_used(owner)} == set(KINDS.values())
    states = [float(state.ca) for owner in owners(made) for state in owner.Resources.get("/ExtGState", {}).values()]
    assert sorted(states) == [0.25, 0.25, 0.5, 0.5, 0.75]


def test_gradients_are_shadings_in_page_coordinates() -> None:
    paint = LinearGradient(10, 0, 30, 0, (Stop(0, "#ff0000"), Stop(0.5, "#00ff00"), Stop(1, "#0000ff")))
    shading = pdf(Path(rectangle(10, 0, 20, 5), paint)).pages[0]["/Resources"]["/Shading"]["/S1"]  # type: ignore[index]
    assert [float(n) for n in shading["/Coords"]] == [10, 0, 30, 0]
    assert len(shading["/Function"]["/Functions"]) == 2


def test_strokes_have_width_dash_cap_and_join() -> None:
    stroke = Stroke("#0000ff", 0.5, (2.0, 1.0), "round", "bevel")
    assert "0 0 1 RG 0.5 w 1 J 2 j 4 M [2 1] 0 d" in operators(pdf(Path(rectangle(0, 0, 9, 9), None, stroke)))


@pytest.mark.parametrize(
    ("mode", "kind"), [("RGB", "PNG"), ("RGBA", "PNG"), ("P", "PNG"), ("L", "JPEG"), ("RGB", "JPEG")]
)
def test_pictures_keep_their_pixels_and_transparency(mode: str, kind: str) -> None:
    from PIL import Image as Pillow

    buffer = io.BytesIO()
    Pillow.new(mode, (4, 3), 0).save(buffer, kind)
    picture = Picture("a", buffer.getvalue(), 4, 3)
    reader = pdf(Image(10, 10, 40, 30, picture), Image(50, 10, 4, 3, picture))
    objects = reader.pages[0]["/Resources"]["/XObject"]  # type: ignore[index]
    (image,) = (objects[name] for name in objects)  # type: ignore[union-attr]
    assert (image["/Width"], image["/Height"]) == (4, 3)
    assert ("/SMask" in image) == (mode == "RGBA")
    assert image["/ColorSpace"] == ("/DeviceGray" if (mode, kind) == ("L", "JPEG") else "/DeviceRGB")
    assert image["/BitsPerComponent"] == 8
    assert "40 0 0 -30 10 40 cm" in operators(reader)


def test_outline_and_links_lead_to_their_places() -> None:
    items = (
        Anchor(0, 10, "a", "First", 0),
        Group((Anchor(0, 5, "b", "Second", 1), Link(Box(0, 0, 10, 5), "#a")), (1, 0, 0, 1, 20, 20)),
        Link(Box(0, 0, 5, 5), "https://example.org/"),
        Link(Box(0, 0, 5, 5), "#nowhere"),
    )
    reader = pdf(*items)
    first, children = reader.outline
    assert first["/Title"] == "First"  # type: ignore[call-overload,index]
    assert [child["/Title"] for child in children] == ["Second"]  # type: ignore[union-attr,call-overload,index]
    links = [a.get_object() for a in reader.pages[0]["/Annots"]]  # type: ignore[union-attr]
    assert float(links[0]["/Dest"][3]) == pytest.approx(40 * MM, abs=0.01)
    assert [float(n) / MM for n in links[0]["/Rect"]] == pytest.approx([20, 25, 30, 30], abs=0.001)
    assert links[1]["/A"]["/URI"] == "https://example.org/"
    assert "/Dest" not in links[2]


def test_trims_on_the_sheet_lie_where_the_grid_says(write_project: WriteProject) -> None:
    """The whole way: a frame along the trim of each card, read back from the file's operators."""
    face = "elements:\n  edge: {rect: trim, stroke: '#ff0000 0.1mm'}\n"
    cards = "- {each: {number: 1..9, colour: [red]}}\n"
    root = write_project({"templates/small/face.yaml": face, "data/small/cards.yaml": cards})
    built = build_project(root, backs="none")
    assert not built.diagnostics
    reader = pypdf.PdfReader(io.BytesIO(built.outputs[0].content))
    content = operators(reader)
    origins = [
        (float(m[1]), float(m[2]))
        for m in re.finditer(r"1 0 0 1 ([\d.]+) ([\d.]+) cm\n[-\d. ]+ re W n\n.*\n0 0 63 88 re S", content)
    ]
    assert len(origins) == 9
    xs, ys = sorted({x for x, _ in origins}), sorted({y for _, y in origins})
    across, down = 3.0, 6.0  # gutters
    assert xs == pytest.approx([(210 - 3 * 63 - 2 * across) / 2 + n * (63 + across) for n in range(3)], abs=0.01)
    assert ys == pytest.approx([(297 - 3 * 88 - 2 * down) / 2 + n * (88 + down) for n in range(3)], abs=0.01)


def test_pixels_agree_with_the_frame() -> None:
    """One rendered picture, to prove that the operators mean what they should: y down, colours, place."""
    import pypdfium2

    content = render_pdf([Page(Frame(100, 50, (Path(rectangle(10, 20, 30, 5), "#ff0000"),)))], ABOUT)
    image = pypdfium2.PdfDocument(content)[0].render(scale=10 / MM).to_pil()
    assert image.getpixel((105, 205)) == (255, 0, 0)
    assert image.getpixel((395, 245)) == (255, 0, 0)
    assert image.getpixel((395, 255)) == (255, 255, 255)
    assert image.getpixel((95, 205)) == (255, 255, 255)
    assert FilePath(__file__).exists()


def test_a_matrix_has_no_exponents() -> None:
    content = operators(pdf(Group((Path(rectangle(0, 0, 1, 1), "#ff0000"),), (6e-17, 1.0, -1.0, 2.5e-5, 3.0, 4.0))))
    assert "0.000000000 1 -1 0.000025 3 4 cm".replace("0.000000000", "0") in content
