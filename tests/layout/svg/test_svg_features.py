"""Drawings as programs write them → the pixels that browsers show, and what is reported."""

from __future__ import annotations

import base64
import gzip
import io
import sys

import pytest
from conftest import ROOT, cost
from PIL import Image as Pillow

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place
from pnp.core.fonts import Family, FontFace, FontSet
from pnp.core.frame import Box, Frame, Group, Image, Item, Path, fit_matrix
from pnp.core.sketch import Sketch
from pnp.layout.pictures import read_picture
from pnp.layout.svg.drawing import Drawing
from pnp.layout.svg.items import parse_drawing
from pnp.layout.svg.setting import Sources
from pnp.render.pixels import draw_frame

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
PNG = io.BytesIO()
Pillow.new("RGB", (4, 2), "#0000ff").save(PNG, "PNG")
DATA = base64.b64encode(PNG.getvalue()).decode()
FILES = {
    "templates/art/b.png": PNG.getvalue(),
    "templates/art/in.svg": f'<svg {SPACES} viewBox="0 0 2 2"><rect width="2" height="2" fill="lime"/></svg>'.encode(),
}
WHITE, BLACK, RED, LIME, BLUE = "#ffffff", "#000000", "#ff0000", "#00ff00", "#0000ff"
SHAPE = '<rect width="100" height="100" {}/>'


def fonts() -> FontSet:
    folder = ROOT / "fonts/source-sans-3"
    names = {"regular": "SourceSans3-Regular", "bold": "SourceSans3-Bold"}
    return FontSet({"text": Family({s: FontFace(n, (folder / f"{n}.ttf").read_bytes()) for s, n in names.items()})})


def read_file(path: str, place: Place) -> bytes:
    if path not in FILES:
        raise Fault(Code.FILE_MISSING, place, what=f"no file {path}")
    return FILES[path]


def drawn(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> tuple[Drawing, list[str]]:
    diagnostics = Diagnostics()
    content = f"<svg {SPACES} {attributes}>\n{inside}\n</svg>".encode()
    drawing = parse_drawing(content, "templates/art/a.svg", diagnostics, Sources(fonts(), read_file, read_picture))
    assert drawing is not None, list(diagnostics)
    return drawing, [f"{d.place.line}:{d.place.column} {d.code} {d.what}" for d in diagnostics]


def picture_of_items(drawing: Drawing, colour: str | None = None) -> Pillow.Image:
    items = (Group(drawing.items(colour, {}), fit_matrix(drawing.box, Box(0, 0, 100, 100), "contain")),)
    return draw_frame(Frame(100, 100, items), 200, 200)


Pixels = dict[tuple[int, int], str]
CASES: dict[str, tuple[str, Pixels]] = {
    "classes, ids, elements and attributes": (
        "<style>rect{fill:red} .a{fill:lime} #b{fill:blue} [x='20']{opacity:.5}</style>"
        '<rect width="10" height="10"/><rect class="a" x="10" width="10" height="10" fill="black"/>'
        '<rect id="b" class="a" x="20" width="10" height="10"/>',
        {(5, 5): RED, (15, 5): LIME, (25, 5): "#8080ff"},
    ),
    "CDATA, media and important": (
        "<style><![CDATA[ @media print { .a { fill: lime !important } } @media (max-width: 9px) { .a { fill: red } } "
        ".a:hover { fill: blue } ]]></style>" + SHAPE.format('class="a" style="fill: red"'),
        {(50, 50): LIME},
    ),
    "geometry and transforms in styles": (
        '<rect style="x: 10px; width: 40px; height: 50%; fill: lime; transform: translate(10px, 0) rotate(0.25turn); '
        'transform-origin: 30px 25px"/>',
        {(17, 25): LIME, (59, 25): LIME, (40, 48): WHITE},
    ),
    "variables and currentColor in a sheet": (
        "<style>:root{--tone: lime} .a{fill:var(--tone)} .b{fill:currentColor}</style>"
        '<rect class="a" width="50" height="9"/><rect class="b" x="50" width="50" height="9"/>',
        {(5, 5): LIME, (55, 5): RED},
    ),
    "colours of CSS": (
        "".join(
            f'<rect x="{x * 20}" width="20" height="20" fill="{fill}"/>'
            for x, fill in enumerate(
                ("hsl(120 100% 50%)", "rgb(0 0 255)", "rgb(100%,0%,0%)", "oklch(62.8% .2577 29.23)")
            )
        ),
        {(10, 10): LIME, (30, 10): BLUE, (50, 10): RED, (70, 10): RED},
    ),
    "switch, symbol and use": (
        '<switch><foreignObject requiredExtensions="http://ns.adobe.com/x"/><g systemLanguage="fr"><path d="M0 0"/></g>'
        f"<g>{SHAPE.format('fill=' + chr(34) + 'red' + chr(34))}</g></switch>"
        '<symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="lime"/></symbol>'
        '<use xlink:href="#s" x="10" y="10" width="20" height="20"/>',
        {(5, 5): RED, (20, 20): LIME, (32, 20): RED},
    ),
    "a mask that is one white shape, and one that fades": (
        '<linearGradient id="g"><stop stop-color="white"/><stop offset="1" stop-color="white" stop-opacity="0"/>'
        '</linearGradient><mask id="m"><rect width="50" height="100" fill="#fff"/></mask>'
        '<mask id="n"><rect width="100" height="100" fill="url(#g)"/></mask>'
        + SHAPE.format('fill="red" mask="url(#m)"')
        + '<rect y="50" width="100" height="50" fill="blue" mask="url(#n)"/>',
        {(25, 25): RED, (75, 25): WHITE, (1, 75): "#0300fc", (99, 75): "#fdfdff"},
    ),
    "a clip of shapes that cancel, nested, and in parts of the shape": (
        '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width=".5" height="1"/></clipPath>'
        '<clipPath id="d" clip-path="url(#e)"><path d="M0 0h60v60h-60z"/><path d="M30 30v60h60v-60z"/></clipPath>'
        '<clipPath id="e"><rect width="80" height="80"/></clipPath>'
        + SHAPE.format('fill="red" clip-path="url(#d)"')
        + '<rect x="0" y="90" width="40" height="10" fill="blue" clip-path="url(#c)"/>',
        {
            (10, 10): RED,
            (45, 45): RED,
            (75, 75): RED,
            (85, 85): WHITE,
            (75, 10): WHITE,
            (10, 95): BLUE,
            (30, 95): WHITE,
        },
    ),
    "a clip of letters": (
        '<clipPath id="c"><text x="0" y="100" font-size="140" font-weight="bold">I</text></clipPath>'
        + SHAPE.format('fill="red" clip-path="url(#c)"'),
        {(20, 50): RED, (80, 50): WHITE},
    ),
    "a pattern on fill and on stroke": (
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="20" fill="lime"/>'
        '</pattern><rect width="60" height="60" fill="url(#p)"/>'
        '<path d="M0 80h100" stroke="url(#p)" stroke-width="20"/>',
        {(5, 5): LIME, (15, 5): WHITE, (25, 45): LIME, (65, 5): WHITE, (45, 80): LIME, (55, 80): WHITE},
    ),
    "markers in the colour of the line": (
        '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" markerUnits="userSpaceOnUse" '
        'viewBox="0 0 4 4" orient="auto"><rect width="4" height="4" fill="context-stroke"/></marker>'
        '<path d="M10 50H50V90" fill="none" stroke="red" stroke-width="1" marker-end="url(#m)" marker-mid="url(#m)"/>',
        {(49, 51): RED, (51, 91): RED, (11, 52): WHITE},
    ),
    "dashes with an offset and a length": (
        '<path d="M0 50H100" stroke="red" stroke-width="20" pathLength="10" stroke-dasharray="2 2" '
        'stroke-dashoffset="-1"/>',
        {(5, 50): WHITE, (15, 50): RED, (40, 50): WHITE, (60, 50): RED},
    ),
    "paint order": (
        '<circle cx="50" cy="50" r="30" fill="lime" stroke="red" stroke-width="20" style="paint-order:stroke"/>',
        {(75, 50): LIME, (86, 50): RED},
    ),
    "a gradient that is reflected": (
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="25" spreadMethod="reflect"><stop stop-color="red"/>'
        '<stop offset="1" stop-color="blue"/></linearGradient>' + SHAPE.format('fill="url(#g)"'),
        {(1, 5): "#f8000a", (25, 5): "#0500fa", (49, 5): "#f8000a", (75, 5): "#0500fa"},
    ),
    "text": (
        '<text x="50" y="90" font-size="120" text-anchor="middle" font-family="Source Sans 3" fill="red">I'
        '<tspan fill="blue"></tspan></text>',
        {(50, 50): RED, (20, 50): WHITE},
    ),
    "images in the file, in the project, and drawings": (
        f'<image width="40" height="40" xlink:href="data:image/png;base64,{DATA}"/>'
        '<image x="50" width="40" height="20" preserveAspectRatio="none" href="b.png"/>'
        '<image y="50" width="50" height="50" href="in.svg"/>',
        {(20, 20): BLUE, (20, 5): WHITE, (88, 18): BLUE, (25, 75): LIME, (60, 60): WHITE},
    ),
    "blend modes see the drawing only": (
        '<rect width="50" height="100" fill="#ffff00"/>'
        + SHAPE.format('fill="#00ffff" style="mix-blend-mode:multiply"'),
        {(25, 50): LIME, (75, 50): "#00ffff"},
    ),
    "editors' own elements": (
        '<x:view xmlns:x="http://x.y/z" x:a="1"><path d="M0 0h99v99"/></x:view><metadata><a/></metadata>'
        '<g xmlns:i="http://ns.adobe.com/i" i:extraneous="self"><rect width="9" height="9" fill="red"/></g>',
        {(5, 5): RED, (60, 20): WHITE},
    ),
    "path data up to its mistake": ('<path d="M0 0H50V50H0z M60" fill="red"/>', {(25, 25): RED}),
    "an invalid colour": ('<g fill="lime"><rect width="50" height="50" fill="#00000"/></g>', {(25, 25): LIME}),
    "a font that is not there": ('<text x="5" y="90" font-size="120" font-family="Gone">I</text>', {(22, 50): BLACK}),
    "a shadow": (
        '<filter id="f" width="3"><feOffset dx="40"/></filter><rect width="30" height="30" fill="currentColor" filter="url(#f)" '
        'transform="translate(0 10)"/>',
        {(55, 25): RED, (20, 25): WHITE, (80, 25): WHITE},
    ),
}
REPORTED = {
    "path data up to its mistake": (Code.SVG_VALUE, "<path>: M takes 2 numbers"),
    "an invalid colour": (Code.SVG_VALUE, "<rect>: fill: '#00000' is not a colour"),
    "a font that is not there": (Code.SVG_FONT, "<text>: the font 'Gone' is not one of the project's"),
    "a shadow": (Code.SVG_PICTURE, "a filter on <rect> is drawn as a picture"),
}


@pytest.mark.parametrize("name", CASES)
def test_drawn_as_browsers_draw_it(name: str) -> None:
    inside, pixels = CASES[name]
    drawing, told = drawn(inside)
    expected = " ".join(REPORTED.get(name, ()))
    assert (expected in "".join(told)) if expected else not told
    picture = picture_of_items(drawing, "red")
    for (x, y), colour in pixels.items():
        assert picture.getpixel((x * 2, y * 2))[:3] == pytest.approx(tuple(bytes.fromhex(colour[1:])), abs=16), (x, y)  # type: ignore[index]


def walk(items: tuple[Item, ...]) -> list[Item]:
    return [part for item in items for part in (walk(item.items) if isinstance(item, Group) else [item])]


def test_masks_of_one_shape_are_clips_which_a_press_can_print() -> None:
    drawing, _ = drawn(
        '<mask id="m"><rect width="50" height="50" fill="#fff"/></mask><g mask="url(#m)"><path d="M0 0h9v9"/></g>'
    )
    (group,) = drawing.template
    assert isinstance(group, Group) and group.mask is None and group.clip


def test_a_picture_is_drawn_as_large_as_it_is_printed_and_in_the_chosen_colour() -> None:
    drawing, _ = drawn(
        '<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)"><rect x="20" width="20" height="30" fill="var(--tone, red)"/></g>'
    )
    (image,) = walk(drawing.items(None, {"tone": "#00ff00"}))
    assert isinstance(image, Image) and isinstance(image.picture, Sketch)
    assert 15 < image.x < 20 and 20 < image.width < 30
    assert 'fill="#00ff00"' in image.picture.svg
    small = image.picture.drawn(40)
    assert (small.width_px, small.name != image.picture.drawn(50).name) == (40, True)
    assert image.picture.width_px <= 2000 and image.picture == image.picture.with_svg(image.picture.svg)


def test_many_pictures_become_one() -> None:
    blurred = "".join(f'<rect x="{x}" width="5" height="5" filter="url(#f)"/>' for x in range(0, 100, 8))
    drawing, told = drawn(f'<filter id="f"><feGaussianBlur stdDeviation="1"/></filter>{blurred}')
    assert len(walk(drawing.template)) == 1
    assert len(told) == 1


HOSTILE = {
    "patterns in patterns": "".join(
        f'<pattern id="p{n}" width="2" height="2" patternUnits="userSpaceOnUse"><rect width="2" height="2" fill="url(#p{n - 1})"/></pattern>'
        for n in range(1, 30)
    )
    + SHAPE.format('fill="url(#p29)"'),
    "a pattern of itself": '<pattern id="p" width="9" height="9"><rect width="9" height="9" fill="url(#p)"/></pattern>'
    + SHAPE.format('fill="url(#p)"'),
    "tiny tiles": '<pattern id="p" width="1e-9" height="1e-9" patternUnits="userSpaceOnUse"><path d="M0 0h9v9"/></pattern>'
    + SHAPE.format('fill="url(#p)"'),
    "masks in masks": "".join(
        f'<mask id="m{n}"><g mask="url(#m{n - 1})"><rect width="99" height="99" fill="#888" mask="url(#m{n - 1})"/></g></mask>'
        for n in range(1, 40)
    )
    + SHAPE.format('mask="url(#m39)"'),
    "clips in clips": "".join(
        f'<clipPath id="c{n}" clip-path="url(#c{n - 1})"><rect width="99" height="99" clip-path="url(#c{n - 1})"/></clipPath>'
        for n in range(1, 40)
    )
    + SHAPE.format('clip-path="url(#c39)"'),
    "markers in markers": "".join(
        f'<marker id="k{n}"><path d="M0 0h1v1h1v1h1" marker-mid="url(#k{n - 1})"/></marker>' for n in range(1, 40)
    )
    + '<path d="M0 0h1v1h1" marker-mid="url(#k39)"/>',
    "a filter without end": '<filter id="f"><feTurbulence baseFrequency="9" numOctaves="99999999"/><feMorphology radius="999999"/>'
    '<feConvolveMatrix order="999"/></filter>' + SHAPE.format('filter="url(#f)"'),
    "long dashes": '<path d="M0 0H100" stroke="red" stroke-dasharray="1e-12 1e-12"/>',
    "a sheet of many rules": f"<style>{'g * + * > g .a{fill:red}' * 4000}</style>" + "<g class='a'/>" * 2000,
    "a drawing in itself": '<image width="9" height="9" href="a.svg"/>',
    "huge numbers": '<g transform="scale(1e8)"><g transform="scale(1e8)"><path d="M1e8 1e8h1e8" stroke="red"/></g></g>',
}


def test_an_effect_without_its_library_is_left_out_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    blurred = '<rect x="7" width="20" height="30" filter="url(#f)"/>'
    drawing, told = drawn(f'<filter id="f"><feGaussianBlur stdDeviation="1.75"/></filter>{blurred}')
    assert drawing.items(None, {}) == ()
    assert told == ["2:62 svg-unsupported a filter on <rect> is left out: the library resvg-py is not installed"]


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_drawings_end(name: str) -> None:
    content = f'<svg {SPACES} viewBox="0 0 100 100">{HOSTILE[name]}</svg>'.encode()
    FILES["templates/art/a.svg"] = content

    def draw() -> None:
        drawing = parse_drawing(
            content, "templates/art/a.svg", Diagnostics(), Sources(fonts(), read_file, read_picture)
        )
        if drawing is not None:
            picture_of_items(drawing)

    assert cost(draw) < 400


def test_texts_are_outlines_of_the_project_s_fonts() -> None:
    drawing, told = drawn(
        '<path id="l" d="M0 50H100"/><text font-size="20"><textPath href="#l" startOffset="50%">ab</textPath></text>'
    )
    assert not told
    (letters,) = walk(drawing.template)
    assert isinstance(letters, Path) and min(segment[1] for segment in letters.segments if len(segment) > 1) > 50


@pytest.mark.parametrize(
    ("inside", "told"),
    [
        ('<text style="writing-mode: vertical-rl">ab</text>', "<text>: writing-mode: vertical-rl is not drawn"),
        ('<g writing-mode="tb"><text>ab</text></g>', "<g>: writing-mode: tb is not drawn"),
        ('<text style="text-transform:uppercase">ab</text>', "<text>: text-transform: uppercase is not drawn"),
        ('<text style="font-variant:small-caps">ab</text>', "<text>: font-variant: small-caps is not drawn"),
        ('<text direction="rtl">ab</text>', "<text>: direction: rtl is not drawn"),
        ('<text alignment-baseline="middle">ab</text>', "<text>: alignment-baseline: middle is not drawn"),
        (SHAPE.format('style="clip-path:circle(40px)"'), "<rect>: clip-path: circle(40px) does not clip"),
        (SHAPE.format('style="mask:linear-gradient(red,blue)"'), "<rect>: mask: linear-gradient(red,blue) does not"),
        (SHAPE.format('style="rotate:45deg"'), "<rect>: rotate: 45deg is not drawn"),
        (SHAPE.format('style="writing-mode: tb; background: red; clip-path: none; rotate: 0deg"'), ""),
        ('<text rotate="9" style="text-transform:none;writing-mode:lr-tb;direction:ltr">ab</text>', ""),
        (
            '<radialGradient id="g" fr=".2" spreadMethod="reflect"><stop/><stop offset="1"/></radialGradient>'
            + SHAPE.format('fill="url(#g)"'),
            "<radialGradient>: spreadMethod does not repeat colours inside the radius fr",
        ),
    ],
)
def test_what_browsers_draw_and_pnp_does_not_is_told(inside: str, told: str) -> None:
    faults = [fault for fault in drawn(inside)[1] if "svg-font" not in fault]
    assert [fault.split(" ", 2)[1] for fault in faults] == (["svg-unsupported"] if told else [])
    assert not told or told in faults[0]


@pytest.mark.parametrize("text", ["{{ card.name }}", "Cost: {% if x %}", "%VAR_name%", "${name}"])
def test_a_placeholder_in_a_drawing_is_told(text: str) -> None:
    _, faults = drawn(f'<text font-family="text" y="20">{text}</text>')
    assert any("svg-placeholder" in fault and "a drawing that is not filled" in fault for fault in faults)


def test_a_compressed_drawing_is_read() -> None:
    plain = f'<svg {SPACES} viewBox="0 0 2 2"><rect width="2" height="2"/></svg>'.encode()
    drawings = [parse_drawing(content, "a.svgz", Diagnostics()) for content in (plain, gzip.compress(plain))]
    assert drawings[0] and drawings[1] and drawings[0].items(None, {}) == drawings[1].items(None, {})
    faults = Diagnostics()
    assert parse_drawing(gzip.compress(plain)[:-20], "a.svgz", faults) is None
    assert "incomplete" in next(iter(faults)).what
