"""Less ink: grey has no colour, light has pale backs and grounds; nothing moves, and no text becomes hard to read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

import pytest
from conftest import BACK, FACE, WriteProject, build_project
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from strategies import shipped_face

from pnp.core.colours import contrast
from pnp.core.frame import (
    Art,
    Frame,
    Group,
    Image,
    Item,
    LinearGradient,
    Path,
    Picture,
    Stop,
    Stroke,
    Text,
    Use,
    translation,
)
from pnp.core.outline import rectangle
from pnp.core.printing import Printing
from pnp.layout.contrast import faint_texts
from pnp.layout.sheets.finishing import Finishing, InkSaver, grey, grey_picture, pale, pale_picture
from pnp.layout.sheets.sheet import Printed, Side

WORD = shipped_face("source-sans-3/SourceSans3-Regular.ttf").shape("seven")
colours = st.integers(0, 0xFFFFFF).map(lambda n: f"#{n:06x}")
paints = colours | st.tuples(colours, colours).map(
    lambda pair: LinearGradient(0, 0, 9, 9, (Stop(0, pair[0]), Stop(1, pair[1])))
)
boxes = st.tuples(st.integers(-3, 40), st.integers(-3, 40), st.integers(1, 70), st.integers(1, 95))
paths = st.builds(
    lambda box, fill, stroke: Path(rectangle(*box), fill, stroke and Stroke(stroke, 0.3)),
    boxes,
    st.none() | paints,
    st.none() | colours,
)
texts = st.builds(lambda x, y, fill: Text(x, y, 5, (WORD,), fill), st.integers(5, 40), st.integers(10, 80), colours)
leaves = paths | texts
ART = Art("shared", Frame(20, 20, ()).trim, (Path(rectangle(0, 0, 20, 20), "#aa3311"),))
items = st.lists(
    leaves | st.builds(lambda inner: Group((inner,), translation(2, 3)), leaves) | st.just(Use(ART, translation(5, 5))),
    max_size=6,
).map(tuple)
frames = items.map(lambda found: Frame(63, 88, found, 3, 3, "a card"))


def finish(ink: str, printed: Printed) -> Printed:
    return Finishing(Printing(ink=ink)).card(printed, 3, 3)  # type: ignore[arg-type]


def all_paints(value: object) -> Iterator[str]:
    """Every colour in items, however deep."""
    if isinstance(value, str) and value.startswith("#") and len(value) == 7:
        yield value
    elif isinstance(value, tuple):
        for entry in value:
            yield from all_paints(entry)
    elif is_dataclass(value):
        for entry in fields(value):
            yield from all_paints(getattr(value, entry.name))


def without_paint(value: object) -> object:
    """Items as text, with all colours alike."""
    text = repr(value) if not isinstance(value, Art) else ""
    if isinstance(value, tuple):
        return tuple(map(without_paint, value))
    if isinstance(value, Use):
        return (value.matrix, value.art.box, without_paint(value.art.items))
    if is_dataclass(value) and not isinstance(value, type(WORD)):
        return tuple((entry.name, without_paint(getattr(value, entry.name))) for entry in fields(value))
    return "colour" if isinstance(value, str) and value.startswith("#") else text


@given(frames, st.booleans())
def test_grey_has_no_colour_and_moves_nothing(frame: Frame, is_back: bool) -> None:
    side = Side(frame, Art(frame.name, frame.bleed_box, frame.items))
    card = (Side(Frame(63, 88, ())), side) if is_back else (side, None)
    face, back = finish("grey", card)
    made = back if is_back else face
    assert made is not None and made.art is not None
    assert made.art.items == made.frame.items
    assert all(colour[1:3] == colour[3:5] == colour[5:7] for colour in all_paints(made.frame.items))
    assert without_paint(made.frame.items) == without_paint(frame.items)
    assert replace(made.frame, items=()) == replace(frame, items=())


@given(frames, st.booleans())
def test_light_makes_no_text_hard_to_read_and_nothing_darker(frame: Frame, is_back: bool) -> None:
    card = (Side(Frame(63, 88, ())), Side(frame)) if is_back else (Side(frame), None)
    face, back = finish("light", card)
    made = (back if is_back else face) or face
    assert {told.text for told in faint_texts(made.frame)} <= {told.text for told in faint_texts(frame)}
    assert without_paint(made.frame.items) == without_paint(frame.items)
    for before, after in zip(all_paints(frame.items), all_paints(made.frame.items), strict=True):
        assert after in (before, pale(before))


@given(colours)
def test_grey_and_pale_of_colours(colour: str) -> None:
    assert grey(grey(colour)) == grey(colour)
    pixel = Pillow.new("RGB", (1, 1), colour).convert("L").getpixel((0, 0))
    assert int(grey(colour)[1:3], 16) == pixel
    assert contrast(pale(colour), "#ffffff") <= contrast(colour, "#ffffff") + 1e-9


def test_grounds_of_faces_are_pale_and_what_stands_on_them_is_not() -> None:
    ground, drawing = Path(rectangle(-3, -3, 69, 94), "#ffcc00"), Path(rectangle(20, 20, 20, 20), "#cc0000")
    art = Art("ground", Frame(63, 88, ()).trim, (Path(rectangle(0, 0, 63, 60), "#00cc00"), drawing))
    frame = Frame(63, 88, (ground, drawing, Use(art, translation(0, 0)), Text(10, 20, 5, (WORD,), "#000000")), 3)
    face, _ = finish("light", (Side(frame), None))
    first, second, use, text = face.frame.items
    assert isinstance(use, Use)
    assert (first.fill, second, text) == (pale("#ffcc00"), drawing, frame.items[3])  # type: ignore[union-attr]
    assert use.art.items == (art.items[0]._replace(fill=pale("#00cc00")), drawing)  # type: ignore[arg-type]


def test_a_ground_stays_where_white_text_needs_it() -> None:
    frame = Frame(63, 88, (Path(rectangle(-3, -3, 69, 94), "#222222"), Text(10, 20, 5, (WORD,), "#ffffff")), 3)
    face, back = finish("light", (Side(frame), Side(frame)))
    assert back is not None
    assert face.frame == back.frame == frame
    dark = Frame(63, 88, (Path(rectangle(-3, -3, 69, 94), "#dddd22"), Text(10, 20, 5, (WORD,), "#000000")), 3)
    _, back = finish("light", (Side(dark), Side(dark)))
    assert back is not None
    assert [item.fill for item in back.frame.items] == [pale("#dddd22"), "#000000"]  # type: ignore[union-attr]


def test_what_is_shared_stays_shared() -> None:
    uses: tuple[Item, ...] = (Use(ART, translation(0, 0)), Use(ART, translation(9, 9)))
    back = Side(Frame(63, 88, uses), Art("back", Frame(63, 88, ()).trim, uses))
    for ink in ("grey", "light"):
        inks = Finishing(Printing(ink=ink))  # type: ignore[arg-type]
        (_, first), (_, second) = inks.card((back, back), 3, 3), inks.card((back, back), 3, 3)
        assert first is second and first is not None
        arts = {id(use.art) for use in first.frame.items if isinstance(use, Use)}
        assert len(arts) == 1 and arts != {id(ART)}


@pytest.mark.parametrize(
    ("mode", "form"), [("RGB", "PNG"), ("RGBA", "PNG"), ("RGB", "JPEG"), ("P", "PNG"), ("L", "PNG")]
)
def test_pictures_are_grey_or_pale_and_keep_what_is_clear(mode: str, form: str) -> None:
    written = io.BytesIO()
    Pillow.new(
        "RGBA" if mode == "RGBA" else "RGB", (8, 6), (200, 40, 20, 90) if mode == "RGBA" else (200, 40, 20)
    ).convert(mode).save(written, form)  # type: ignore[arg-type]
    picture = Picture("old", written.getvalue(), 8, 6, "art/x")
    for made in (grey_picture(picture), pale_picture(picture)):
        assert (made.width_px, made.height_px, made.file) == (8, 6, "art/x") and made.name != "old"
        with Pillow.open(io.BytesIO(made.content)) as image:
            assert (image.size, image.format) == ((8, 6), form)
            red, green, blue, clear = image.convert("RGBA").getpixel((3, 3))  # type: ignore[misc]
            assert clear == (90 if mode == "RGBA" else 255)
    with Pillow.open(io.BytesIO(grey_picture(picture).content)) as image:
        red, green, blue, _ = image.convert("RGBA").getpixel((3, 3))  # type: ignore[misc]
        assert red == green == blue
    with Pillow.open(io.BytesIO(pale_picture(picture).content)) as image:
        assert image.convert("L").getpixel((3, 3)) > 180  # type: ignore[operator]


def test_full_ink_changes_nothing_and_pages_are_grey_only() -> None:
    frame = Frame(63, 88, (Path(rectangle(0, 0, 63, 88), "#aa0000"), Image(0, 0, 9, 9, Picture("p", b"", 1, 1))))
    card = (Side(frame), Side(frame))
    assert finish("full", card) is card
    assert InkSaver("light").page(frame) is frame and InkSaver("full").page(frame) is frame
    page = Frame(63, 88, frame.items[:1])
    assert [item.fill for item in InkSaver("grey").page(page).items] == [grey("#aa0000")]  # type: ignore[union-attr]


def test_a_build_takes_less_ink(write_project: WriteProject) -> None:
    face = FACE.replace("#ffffff", "#ffdd00")
    root = write_project(
        {"templates/small/face.yaml": face, "templates/small/back.yaml": BACK.replace("333333", "990000")}
    )
    made = {ink: build_project(root, ink=ink).outputs for ink in ("full", "light", "grey")}
    assert [[output.path for output in outputs] for outputs in made.values()] == [["small/en/cards.pdf"]] * 3
    assert len({outputs[0].content for outputs in made.values()}) == 3
