"""PDFs for a press: PDF/X-1a as far as a file shows it; black text in black ink alone, over what is there."""

from __future__ import annotations

import io

import pikepdf
import pytest
from conftest import ROOT
from PIL import Image as Pillow
from PIL import ImageChops
from press_reading import check_x1a, contents_of, fonts_of, press
from pypdfium2 import PdfDocument
from strategies import open_face

from pnp.core.frame import (
    IDENTITY,
    Art,
    Box,
    Frame,
    Group,
    Image,
    Item,
    LinearGradient,
    Link,
    Path,
    Picture,
    RadialGradient,
    Stop,
    Stroke,
    Text,
    Use,
)
from pnp.core.inks import Press
from pnp.core.outline import rectangle
from pnp.render.pdf import DocumentMetadata, Page, render_pdf
from pnp.render.pdf_inventory import Inventory

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
FOGRA = press()
ABOUT = DocumentMetadata("Title é", "fr", "Author")
SQUARE = rectangle(10, 10, 20, 20)


def rendered(*items: Item) -> bytes:
    frame = Frame(60, 40, items)
    return render_pdf([Page(frame, Box(3, 3, 54, 34), frame.trim)], ABOUT, Inventory(FOGRA))


def read(*items: Item) -> pikepdf.Pdf:
    return check_x1a(rendered(*items))


def word(colour: str, stroke: Stroke | None = None) -> Text:
    return Text(10, 20, 5, (FACE.shape("Word"),), colour, stroke=stroke)


def picture(image: Pillow.Image) -> Image:
    written = io.BytesIO()
    image.save(written, "PNG")
    return Image(5, 5, 10, 10, Picture("p", written.getvalue(), *image.size))


def numbers(operands: list[object]) -> tuple[float, ...]:
    return tuple(float(n) for n in operands)  # type: ignore[arg-type]


def test_everything_is_in_four_inks() -> None:
    stops = (Stop(0, "#ff0000"), Stop(1, "#ffffff"))
    items: list[Item] = [
        Path(SQUARE, "#204060", Stroke("#ff8800", 1)),
        Path(SQUARE, "#808080"),
        Path(SQUARE, LinearGradient(0, 0, 10, 0, stops)),
        Path(SQUARE, RadialGradient(20, 20, 10, stops)),
        picture(Pillow.new("RGB", (4, 4), "#00ff00")),
        picture(Pillow.new("RGBA", (4, 4), (0, 0, 255, 128))),
        Use(Art("art", Box(0, 0, 40, 40), (Path(SQUARE, "#123456"), word("#ffffff"))), IDENTITY),
        Group((word("#aa0000"),), (1, 0, 0, 1, 2, 2)),
        Link(Box(0, 0, 5, 5), "https://example.org"),
    ]
    found = contents_of(read(*items))
    assert {"k", "K", "sh", "Do"} <= found.names
    assert found.spaces == {"/DeviceCMYK"}


def test_the_intent_names_the_press() -> None:
    pdf = read()
    (intent,) = pdf.Root.OutputIntents
    assert (str(intent.OutputConditionIdentifier), str(intent.RegistryName)) == ("FOGRA39", "http://www.color.org")
    assert intent.DestOutputProfile.read_bytes() == FOGRA.icc


def test_two_renders_are_the_same_bytes() -> None:
    items = (Path(SQUARE, "#204060"), word("#000000"), picture(Pillow.new("RGB", (4, 4), "#00ff00")))
    assert rendered(*items) == rendered(*items)


@pytest.mark.parametrize("colour", ["#000000", "#1f1a17", "#2b2b2b"])
def test_black_text_is_black_ink_over_what_is_there(colour: str) -> None:
    found = contents_of(read(Path(SQUARE, "#ffcc00"), word(colour), Path(SQUARE, "#1f1a17")))
    names = [name for name, _ in found.operators]
    begin, end = names.index("gs"), names.index("ET")
    assert names[begin - 1] == "q" and names[end + 1] == "Q"
    assert [numbers(operands) for name, operands in found.operators[begin:end] if name == "k"] == [(0, 0, 0, 1)]
    assert found.states == [{"/Type": "/ExtGState", "/OP": True, "/op": True, "/OPM": 1}]
    # What is no text is in as many inks as its colour has, and knocks out what is below.
    (after,) = [numbers(operands) for name, operands in found.operators[end:] if name == "k"]
    assert sum(part > 0 for part in after) == 4


def test_black_text_that_must_knock_out_is_not_printed_over_what_is_there() -> None:
    found = contents_of(read(word("#000000")._replace(knocks_out=True)))
    assert not found.states
    assert [numbers(operands) for name, operands in found.operators if name == "k"] == [(0, 0, 0, 1)]


@pytest.mark.parametrize("colour", ["#ffffff", "#aa0000", "#00004d"])
def test_other_text_knocks_out(colour: str) -> None:
    found = contents_of(read(word(colour)))
    assert "gs" not in found.names
    assert not found.states


def test_a_colour_is_chosen_again_after_black_text() -> None:
    found = contents_of(read(Path(SQUARE, "#ffcc00"), word("#000000"), Path(SQUARE, "#ffcc00")))
    depth, fills = 0, []
    for name, operands in found.operators:
        depth += {"q": 1, "Q": -1}.get(name, 0)
        if name == "k":
            fills.append((depth, numbers(operands)[3] == 1))
    assert fills == [(0, False), (1, True)]


def test_a_gradient_goes_the_way_that_light_goes() -> None:
    """Between its ends it has the inks of the colours between, which are not those between the inks."""
    stops = (Stop(0, "#0000ff"), Stop(1, "#ffff00"))
    pdf = read(Path(SQUARE, LinearGradient(0, 0, 10, 0, stops)))
    (shading,) = pdf.pages[0].Resources.Shading.values()
    middle = shading.Function.Functions[4]
    assert [float(n) for n in middle.C0] == pytest.approx(FOGRA.inks("#808080"), abs=0.001)
    assert [float(n) for n in shading.Function.Bounds] == pytest.approx([n / 8 for n in range(1, 8)])


def test_without_a_press_colours_stay_light() -> None:
    frame = Frame(60, 40, (Path(SQUARE, "#204060"), word("#1f1a17")))
    pdf = pikepdf.open(io.BytesIO(render_pdf([Page(frame)], ABOUT)))
    found = contents_of(pdf)
    assert "rg" in found.names and not found.names & {"k", "K", "gs"}
    assert "/OutputIntents" not in pdf.Root
    assert "/GTS_PDFXVersion" not in pdf.docinfo


@pytest.mark.parametrize(
    "text",
    [
        word("#000000"),
        word("#aa0000", Stroke("#ffffff", 1)),
        Text(10, 20, 5, (FACE.shape("Word"),), LinearGradient(10, 0, 25, 0, (Stop(0, "#ff0000"), Stop(1, "#0000ff")))),
        Text(10, 20, 5, (FACE.shape("two"), FACE.shape("words")), "#204060", space=2),
        Text(10, 20, 5, (FACE.shape(" "),), "#204060"),
    ],
    ids=["black", "stroked", "gradient", "two words", "space"],
)
@pytest.mark.parametrize("for_press", [FOGRA, None], ids=["press", "light"])
def test_text_as_outlines_looks_the_same_and_needs_no_font(text: Text, for_press: Press | None) -> None:
    frame = Frame(60, 40, (Path(rectangle(0, 0, 60, 40), "#ffcc00"), text))
    seen = []
    for letters in ("text", "outlines"):
        content = render_pdf([Page(frame)], ABOUT, Inventory(for_press, letters))
        with PdfDocument(content) as document:
            seen.append(document[0].render(scale=4).to_pil().convert("L").reduce(4))
    pdf = pikepdf.open(io.BytesIO(content))
    assert not list(fonts_of(pdf))
    assert not contents_of(pdf).names & {"BT", "Tj", "TJ"}
    assert max(ImageChops.difference(*seen).tobytes()) <= 40  # letters are drawn a little bolder as text
    assert text.text == " " or len(set(seen[1].tobytes())) > 3


def inks_of(*items: Item) -> list[tuple[str, list[float]]]:
    """The inks that are chosen, for lines (K) and for shapes (k), that something is painted in."""
    found: list[tuple[str, list[float]]] = []
    chosen: dict[str, list[float]] = {}
    for name, operands in contents_of(read(*items)).operators:
        if name in ("k", "K"):
            chosen[name] = [float(n) for n in operands]  # type: ignore[arg-type]
        elif name in ("f", "S"):
            found.append((name, chosen["K" if name == "S" else "k"]))
    return found


def line(width: float, colour: str = "#000000") -> Path:
    return Path((("M", 5, 5), ("L", 40, 5)), None, Stroke(colour, width))


K_ONLY = [0.0, 0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("item", "is_black_alone"),
    [
        (line(0.3), True),
        (line(0.3, "#1a1a1a"), True),
        (line(1.2), False),
        (line(0.3, "#2b0d00"), False),
        (Group((line(0.3),), (5.0, 0.0, 0.0, 5.0, 0.0, 0.0)), False),
        (Group((line(3.0),), (0.2, 0.0, 0.0, 0.2, 0.0, 0.0)), True),
        (Use(Art("rule", Box(0, 0, 60, 40), (line(0.3),)), (5.0, 0.0, 0.0, 5.0, 0.0, 0.0)), False),
        (Path(rectangle(5, 5, 30, 0.4), "#000000"), True),
        (Path(rectangle(5, 5, 30, 2.0), "#000000"), False),
    ],
    ids=str,
)
def test_thin_black_lines_are_of_black_ink_alone(item: Item, is_black_alone: bool) -> None:
    ((_, inks),) = inks_of(item)
    assert (inks == K_ONLY) is is_black_alone


def test_a_thin_black_outline_leaves_its_fill_as_it_is() -> None:
    item = Path(SQUARE, "#ff0000", Stroke("#000000", 0.3))
    (fill, red), (outline, black) = inks_of(item)
    assert (fill, outline, black) == ("f", "S", K_ONLY)
    assert red != K_ONLY
    assert any(bool(state.get("/OP")) for state in contents_of(read(item)).states)


def test_art_that_is_used_in_two_sizes_is_thin_in_one() -> None:
    art = Art("rule", Box(0, 0, 60, 40), (line(0.5),))
    inks = [inks for _, inks in inks_of(Use(art, IDENTITY), Use(art, (4.0, 0.0, 0.0, 4.0, 0.0, 0.0)))]
    assert [found == K_ONLY for found in inks] == [True, False]


def photograph(mode: str) -> tuple[Image, Image]:
    """A picture with soft colours as a JPEG, and what that shows as a picture that loses nothing."""
    ramp = Pillow.linear_gradient("L").resize((120, 80))
    light = Pillow.merge("RGB", (ramp, ramp.rotate(180), ramp.point(lambda level: 200)))
    written = io.BytesIO()
    (light if mode == "RGB" else FOGRA.picture(png(light))).save(written, "JPEG", quality=97)
    content = written.getvalue()
    with Pillow.open(io.BytesIO(content)) as read_back:
        plain = io.BytesIO()
        read_back.save(plain, "TIFF")
    return tuple(
        Image(5, 5, 40, 25, Picture(name, c, 120, 80)) for name, c in (("a", content), ("b", plain.getvalue()))
    )  # type: ignore[return-value]


def png(image: Pillow.Image) -> bytes:
    written = io.BytesIO()
    image.save(written, "PNG")
    return written.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "CMYK"])
def test_photographs_stay_jpegs_in_four_inks(mode: str) -> None:
    jpeg, plain = photograph(mode)
    pdf = read(jpeg)
    (image,) = (thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and "/Width" in thing)
    assert (image.Filter, image.ColorSpace) == ("/DCTDecode", "/DeviceCMYK")
    assert (image.read_raw_bytes() == jpeg.picture.content) == (mode == "CMYK")
    pages = []
    for made in (jpeg, plain):
        with PdfDocument(rendered(made)) as document:
            pages.append(document[0].render(scale=2).to_pil().convert("RGB"))
    assert max(high for _, high in ImageChops.difference(*pages).getextrema()) <= 12
