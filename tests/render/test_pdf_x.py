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

from pnp.layout.frame import (
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
from pnp.layout.outline import rectangle
from pnp.press import Press
from pnp.render.pdf import About, Inventory, Page, render_pdf

FACE = open_face(ROOT / "fonts/source-sans-3/SourceSans3-Regular.ttf")
FOGRA = press()
ABOUT = About("Title é", "fr", "Author")
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
