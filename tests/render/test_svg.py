"""Frames as SVG, read back as XML."""

from __future__ import annotations

import base64
import re
from pathlib import Path as FilePath
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import open_face

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics
from pnp.core.fonts import FontFace
from pnp.core.frame import (
    IDENTITY,
    Anchor,
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
    multiply,
)
from pnp.layout.svg.items import parse_drawing
from pnp.layout.svg.notation import parse_path, parse_transform
from pnp.render.svg import SvgSheet, render_svg

SVG = "{http://www.w3.org/2000/svg}"
SQUARE = outline.rectangle(0, 0, 10, 10)
STOPS = (Stop(0, "#ff0000"), Stop(0.5, "#0000ff"))
LINE = LinearGradient(0, 0, 10, 5, STOPS)
FONT = FilePath(__file__).parents[2] / "fonts/source-sans-3/SourceSans3-Regular.ttf"


@pytest.fixture(scope="module")
def face() -> FontFace:
    return open_face(FONT)


def rendered(*items: Item, **options) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(Frame(63, 88, items, bleed=3, corner=4, name="numbers 7"), **options))


def drawn(*items: Item) -> list[ElementTree.Element]:
    """The elements shown, definitions and title left out."""
    return [e for e in rendered(*items) if e.tag not in (f"{SVG}defs", f"{SVG}title")]


def defined(root: ElementTree.Element, reference: str) -> ElementTree.Element:
    """What "#id" or "url(#id)" leads to."""
    (element,) = root.findall(f".//*[@id='{reference.removeprefix('url(').strip('#)')}']")
    return element


# --- the picture as a whole


def test_size_and_title():
    root = rendered()
    assert root.attrib == {
        "width": "63mm",
        "height": "88mm",
        "viewBox": "0 0 63 88",
        "role": "img",
        "aria-label": "numbers 7",
    }
    assert root.findtext(f"{SVG}title") == "numbers 7"
    assert rendered(title='<7> & "7"\x07').findtext(f"{SVG}title") == '<7> & "7"'


def test_nameless_picture_is_hidden_from_screen_readers():
    root = ElementTree.fromstring(render_svg(Frame(1, 1, ())))
    assert root.get("aria-hidden") == "true"
    assert "role" not in root.attrib


def test_bleed_widens_the_view():
    assert rendered(bleed=True).get("viewBox") == "-3 -3 69 94"


def test_corner_clips_to_the_rounded_trim():
    root = rendered(Path(SQUARE, "#ff0000"), corner=True)
    clip = defined(root, root.find(f"{SVG}g").get("clip-path"))
    assert clip.find(f"{SVG}path").get("d").startswith("M4 0L59 0C61.2091 0 63 1.79086 63 4")
    assert rendered(Path(SQUARE), corner=True, bleed=True).find(f"{SVG}g") is None


def test_same_frame_gives_the_same_bytes(face):
    frame = Frame(63, 88, (Text(1, 2, 3, (face.shape("Chili"),), LINE), Path(SQUARE, LINE)))
    assert render_svg(frame) == render_svg(frame)


# --- items


def test_path():
    stroke = Stroke("#00ff00", 0.5, (1, 2.25), "round", "bevel")
    (path,) = drawn(Path((("M", 0.5, -0.5), ("L", -1, 2), ("Z",)), "#ff0000", stroke, even_odd=True, opacity=0.5))
    assert path.tag == f"{SVG}path"
    assert path.attrib == {
        "d": "M0.5-0.5L-1 2Z",
        "fill": "#ff0000",
        "fill-rule": "evenodd",
        "opacity": ".5",
        "stroke": "#00ff00",
        "stroke-width": ".5",
        "stroke-dasharray": "1 2.25",
        "stroke-linecap": "round",
        "stroke-linejoin": "bevel",
    }


def test_path_without_paint_says_so():
    (path,) = drawn(Path(SQUARE))
    assert path.attrib == {"d": "M0 0L10 0L10 10L0 10Z", "fill": "none"}


def test_miter_limit_only_where_it_differs():
    (wide, usual) = drawn(Path(SQUARE, None, Stroke("#000000", 1, miter=10)), Path(SQUARE, None, Stroke("#000000", 1)))
    assert (wide.get("stroke-miterlimit"), usual.get("stroke-miterlimit")) == ("10", None)


def test_group():
    (group,) = drawn(Group((Path(SQUARE, "#ff0000"),), (1, 0, 0, 1, 3, -4), Path(SQUARE, even_odd=True), 0.25))
    assert (group.get("transform"), group.get("opacity")) == ("translate(3 -4)", ".25")
    root = rendered(Group((), clip=Path(SQUARE, even_odd=True)))
    clip = defined(root, root.find(f"{SVG}g").get("clip-path")).find(f"{SVG}path")
    assert clip.attrib == {"d": "M0 0L10 0L10 10L0 10Z", "clip-rule": "evenodd"}


def test_gradients():
    root = rendered(Path(SQUARE, LINE, Stroke(RadialGradient(1, 2, 3, STOPS), 1)), Path(SQUARE, LINE))
    first, second = root.findall(f"{SVG}path")
    assert first.get("fill") == second.get("fill")
    line, round_ = defined(root, first.get("fill")), defined(root, first.get("stroke"))
    units = {"gradientUnits": "userSpaceOnUse"}
    assert {k: v for k, v in line.items() if k != "id"} == {"x1": "0", "y1": "0", "x2": "10", "y2": "5", **units}
    assert {k: v for k, v in round_.items() if k != "id"} == {"cx": "1", "cy": "2", "r": "3", **units}
    assert [stop.attrib for stop in line] == [
        {"offset": "0", "stop-color": "#ff0000"},
        {"offset": ".5", "stop-color": "#0000ff"},
    ]


def test_art_is_written_once():
    inner = Art("dot", Box(0, 0, 1, 1), (Path(SQUARE, "#ff0000"),))
    outer = Art("dots", Box(0, 0, 9, 9), (Use(inner, (1, 0, 0, 1, 2, 0)), Use(inner, IDENTITY)))
    root = rendered(Use(outer, IDENTITY), Use(outer, (0, 2, -2, 0, 5, 5)))
    first, second = root.findall(f"{SVG}use")
    assert first.get("href") == second.get("href")
    assert (first.get("transform"), second.get("transform")) == (None, "matrix(0 2 -2 0 5 5)")
    assert len(root.findall(f".//{SVG}path")) == 1
    assert len(defined(root, first.get("href"))) == 2


@pytest.mark.parametrize(("start", "kind"), [(b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff\xe0", "image/jpeg")])
def test_picture_is_embedded_once(start, kind):
    picture = Picture("a", start + b"rest", 2, 1)
    root = rendered(Image(1, 2, 30, 15, picture), Image(0, 0, 2, 1, picture))
    first, _ = root.findall(f"{SVG}use")
    assert first.get("transform") == "matrix(30 0 0 15 1 2)"
    (image,) = root.iter(f"{SVG}image")
    assert defined(root, first.get("href")) is image
    assert image.get("href") == f"data:{kind};base64,{base64.b64encode(start + b'rest').decode()}"
    assert (image.get("width"), image.get("height"), image.get("preserveAspectRatio")) == ("1", "1", "none")


def test_link_and_anchor():
    (link,) = drawn(Link(Box(1, 2, 3, 4), 'https://a.example/?a="1"&b'), Anchor(1, 2, "rules"))
    assert link.get("href") == 'https://a.example/?a="1"&b'
    assert link[0].attrib == {"x": "1", "y": "2", "width": "3", "height": "4", "fill": "none", "pointer-events": "all"}


# --- text


def test_glyphs_are_defined_once_and_stand_where_the_words_put_them(face):
    words = (face.shape("To"), face.shape("oT"))
    root = rendered(Text(5, 20, 4, words, "#123456", space=1))
    group = root.find(f"{SVG}g")
    em = 4 / face.units_per_em
    assert group.get("fill") == "#123456"
    assert parse_transform(group.get("transform")) == pytest.approx((em, 0, 0, -em, 5, 20), abs=1e-8)
    big, small, small_again, big_again = group
    assert (big.get("href"), small.get("href")) == (big_again.get("href"), small_again.get("href"))
    kerned = words[0].advances[0]
    assert kerned < face.advance(words[0].glyphs[0])
    assert float(small.get("x")) == kerned
    second = sum(words[0].advances) + 1 / em
    assert float(small_again.get("x")) == pytest.approx(second, abs=0.05)
    assert parse_path(defined(root, big.get("href")).get("d")) == face.outline(words[0].glyphs[0])


def test_no_glyph_is_placed_for_a_space(face):
    root = rendered(Text(0, 0, 4, (face.shape("a b"),), "#000000"))
    assert len(root.findall(f".//{SVG}use")) == 2


def test_outlined_text_is_stroked_below_its_fill(face):
    stroke, fill = drawn(Text(0, 9, 10, (face.shape("l"),), "#ffffff", stroke=Stroke("#ff0000", 0.5, (1,))))
    assert (stroke.get("fill"), stroke.get("stroke"), fill.get("fill")) == ("none", "#ff0000", "#ffffff")
    assert "stroke" not in fill.attrib
    em = 10 / face.units_per_em
    assert float(stroke.get("stroke-width")) * em == pytest.approx(0.5, abs=0.001)
    assert float(stroke.get("stroke-dasharray")) * em == pytest.approx(1, abs=0.001)


def test_gradient_runs_over_the_whole_text(face):
    root = rendered(Text(5, 20, 4, (face.shape("ll"),), LINE))
    path = root.find(f"{SVG}path")
    assert defined(root, path.get("fill")).tag == f"{SVG}linearGradient"
    box = outline.bounds(parse_path(path.get("d")))
    letter = outline.bounds(face.outline(face.shape("l").glyphs[0]))
    em = 4 / face.units_per_em
    assert box.bottom == pytest.approx(20 - letter.y * em, abs=0.001)
    assert box.x == pytest.approx(5 + letter.x * em, abs=0.001)
    assert box.right == pytest.approx(5 + (face.shape("l").advances[0] + letter.right) * em, abs=0.001)


# --- numbers

numbers = st.floats(-999, 999)


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=9))
def test_written_numbers_are_within_a_thousandth(points):
    segments = (("M", 0.0, 0.0), *(("L", x, y) for x, y in points))
    (path,) = drawn(Path(segments))
    found = parse_path(path.get("d"))
    assert len(found) == len(segments)
    for mine, theirs in zip(found, segments, strict=True):
        assert mine[1:] == pytest.approx(theirs[1:], abs=0.0005001)


@given(st.floats(0.001, 300), st.floats(0.001, 1000), st.floats(0, 1), st.floats(0, 360))
def test_points_of_scaled_groups_are_within_a_thousandth(shown, size, part, degrees):
    """A drawing of any size in its own units, shown up to 300 mm large, keeps its points."""
    matrix = multiply((shown / size, 0, 0, shown / size, 7, 8), outline.rotation(degrees))
    point = (part * size, (1 - part) * size)
    (group,) = drawn(Group((Path((("M", 0.0, 0.0), ("L", *point))),), matrix))
    written = parse_transform(group.get("transform"))
    found = outline.apply(written, *parse_path(group[0].get("d"))[1][1:])
    assert found == pytest.approx(outline.apply(matrix, *point), abs=0.0015)


# --- letters as text


def test_text_is_outlines_or_text_as_wide_as_laid_out(face):
    word = Text(1, 9, 4, (face.shape("Chili"), face.shape("<1>")), "#123456", space=2.0)
    (shown,) = rendered(word, letters="text").iter(f"{SVG}text")
    assert shown.text == "Chili <1>"
    assert shown.attrib == {
        "x": "1",
        "y": "9",
        "font-size": "4",
        "textLength": f"{word.width:.3f}",
        "lengthAdjust": "spacingAndGlyphs",
        "fill": "#123456",
    }
    assert list(rendered(word).iter(f"{SVG}text")) == []
    assert list(rendered(word, letters="text").iter(f"{SVG}use")) == []
    assert list(rendered(Text(1, 9, 4, (), "#123456"), letters="text").iter(f"{SVG}text")) == []


def test_strokes_of_text_lie_below_its_fill(face):
    word = Text(1, 9, 4, (face.shape("Chili"),), "#123456", stroke=Stroke("#ffffff", 0.5))
    (shown,) = rendered(word, letters="text").iter(f"{SVG}text")
    assert (shown.get("stroke"), shown.get("stroke-width"), shown.get("paint-order")) == ("#ffffff", ".5", "stroke")


# --- pages of many pictures


def test_sheet_shares_definitions_between_pictures(face):
    art = Art("pepper", Box(0, 0, 24, 24), (Path(SQUARE, LINE),))
    frame = Frame(63, 88, (Use(art, IDENTITY), Text(1, 9, 4, (face.shape("Chili"),), "#000000")), corner=4, name="7")
    sheet = SvgSheet(prefix="x")
    first, second = sheet.add(frame), sheet.add(frame, corner=True, title="seven")
    page = ElementTree.fromstring(f"<body>{first}{second}{sheet.defs()}</body>")
    cards, hidden = page.findall(f"{SVG}svg")[:2], page.findall(f"{SVG}svg")[2]
    assert [card.get("aria-label") for card in cards] == ["7", "seven"]
    assert not any(card.find(f"{SVG}defs") for card in cards)
    assert (hidden.get("width"), hidden.get("height"), hidden.get("aria-hidden")) == ("0", "0", "true")
    known = [e.get("id") for e in page.iter() if e.get("id")]
    assert len(known) == len(set(known))
    assert all(identity.startswith("x") for identity in known)
    references = set(re.findall(r'(?:href="|url\()#([^")]+)', first + second + sheet.defs()))
    assert references == set(known)


def test_nothing_shared_needs_no_hidden_svg():
    sheet = SvgSheet()
    sheet.add(Frame(1, 1, (Path(SQUARE, "#000000"),)))
    assert sheet.defs() == ""


def test_prefix_keeps_files_apart(face):
    frame = Frame(9, 9, (Text(1, 9, 4, (face.shape("a"),), LINE), Group((), clip=Path(SQUARE))))
    known = set(re.findall(r'id="([^"]+)"', render_svg(frame, prefix="a") + render_svg(frame, prefix="b")))
    assert len(known) == 4


def test_a_drawing_there_and_back():
    """What is drawn from an SVG is read again as the same items."""
    content = b"""<svg viewBox="0 0 100 100">
        <g opacity=".5"><path d="M11 12C13 14 15 16 17 18Z" fill="red" stroke="#00f" stroke-dasharray="1 2"/>
        <rect width="9" height="9"/></g><rect width="9" height="9" opacity=".5"/></svg>"""
    drawing = parse_drawing(content, "a.svg", Diagnostics())
    assert drawing is not None
    again = parse_drawing(render_svg(Frame(100, 100, drawing.items(None, {}))).encode(), "b.svg", Diagnostics())
    assert again is not None
    assert again.box == drawing.box
    assert again.template == drawing.template
