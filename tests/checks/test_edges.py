"""What ends just at the trim is told by a build; what runs on, ends inside, or is white, is not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from conftest import FACE, GAME, WriteProject
from PIL import Image

from pnp.build import BuildOptions, build
from pnp.check import CheckOptions, check
from pnp.export import ExportOptions, export
from pnp.exports.request import ExportRequest
from pnp.project.files import Files
from pnp.selection import Selection, SelectionRequest

PLAIN = 'elements:\n  ground: {rect: bleed, fill: "#ffffff"}\n'


def told(root: Path) -> list[tuple[str, str]]:
    return [(d.code.value, d.what) for d in build(Files(root), BuildOptions()).diagnostics]


def bare(*edges: str) -> list[tuple[str, str]]:
    return [("edge-bare", f"what is drawn to the edge ends there, without bleed: {', '.join(edges)}")]


ALL = ("left", "right", "top", "bottom")


@pytest.mark.parametrize(
    ("elements", "edges"),
    [
        ('ground: {rect: trim, fill: "#aa0000"}', ALL),
        ('ground: {rect: trim, radius: 3mm, fill: "#aa0000"}', ALL),
        ('ground: {rect: bleed, fill: "#aa0000"}', ()),
        ('ground: {rect: trim, fill: "#ffffff"}', ()),
        ('ground: {rect: [2mm, 2mm, 59mm, 84mm], fill: "#aa0000"}', ()),
        ('stripe: {rect: [0mm, 0mm, 63mm, 20mm], fill: "#aa0000"}', ("left", "right", "top")),
        ('stripe: {rect: [-3mm, -3mm, 69mm, 23mm], fill: "#aa0000"}', ()),
        ('dot: {ellipse: [0mm, 30mm, 20mm, 20mm], fill: "#aa0000"}', ()),  # it touches the edge in a point
        ('ground: {rect: trim, fill: {linear: 90, stops: [[0, "#ffffff"], [1, "#000088"]]}}', ALL),
        ('below: {rect: bleed, fill: "#0000aa"}\n  above: {rect: trim, fill: "#0000aa"}', ()),
        ('box: {in: trim, clip: box, group: {ground: {rect: [-5mm, -5mm, 80mm, 99mm], fill: "#aa0000"}}}', ALL),
        ("photo: {image: small/a.png, in: trim, fit: cover, min_dpi: 10}", ALL),
        ("photo: {image: small/a.png, in: bleed, fit: cover, min_dpi: 10}", ()),
    ],
)
def test_what_ends_at_the_trim_is_told(write_project: WriteProject, elements: str, edges: tuple[str, ...]) -> None:
    written = io.BytesIO()
    Image.new("RGB", (60, 80), "#336699").save(written, "PNG")
    face = f"elements:\n  {elements}\n"
    root = write_project({"templates/small/face.yaml": face, "templates/small/a.png": written.getvalue()})
    assert told(root) == (bare(*edges) if edges else [])


BAND = "{} runs into the bleed {}, but ends {} mm before the edge {}"


@pytest.mark.parametrize(
    ("element", "messages"),
    [
        ("band: {rect: [-3mm, 30mm, 62.5mm, 12mm], fill: '#aa0000'}", [("band", "at the left", "3.5", "at the right")]),
        ("band: {rect: [5mm, 30mm, 61mm, 12mm], fill: '#aa0000'}", [("band", "at the right", "5.0", "at the left")]),
        ("side: {rect: [10mm, -3mm, 9mm, 84mm], fill: '#aa0000'}", [("side", "at the top", "7.0", "at the foot")]),
        (
            "photo: {image: small/a.png, in: [-3mm, -3mm, 69mm, 87mm], fit: cover, min_dpi: 10}",
            [("photo", "at the top", "4.0", "at the foot")],
        ),
        ("ribbon: {rect: [-3mm, 30mm, 62.5mm, 12mm], radius: 4mm, fill: '#aa0000'}", []),  # a ribbon ends there
        ("band: {rect: [-3mm, 30mm, 45mm, 12mm], fill: '#aa0000'}", []),  # far from the edge: on purpose
        ("band: {rect: [-3mm, 30mm, 62.5mm, 12mm], fill: '#fffffe'}", []),  # it is not seen to end
        ("band: {rect: [-3mm, 30mm, 69mm, 12mm], fill: '#aa0000'}", []),
    ],
)
def test_what_ends_short_of_the_opposite_edge_is_told(
    write_project: WriteProject, element: str, messages: list[tuple[str, ...]]
) -> None:
    written = io.BytesIO()
    Image.new("RGB", (60, 80), "#336699").save(written, "PNG")
    face = f"{PLAIN}  {element}\n"
    root = write_project({"templates/small/face.yaml": face, "templates/small/a.png": written.getvalue()})
    assert told(root) == [("edge-short", BAND.format(*message)) for message in messages]


def test_a_back_is_looked_at_too(write_project: WriteProject) -> None:
    back = 'elements:\n  ground: {rect: trim, fill: "#333333"}\n'
    assert told(write_project({"templates/small/back.yaml": back})) == bare(*ALL)


def test_a_template_without_bleed_is_told_how_to_have_one(write_project: WriteProject) -> None:
    files = {"templates/small/face.yaml": 'bleed: 0mm\nelements:\n  ground: {rect: trim, fill: "#aa0000"}\n'}
    (fault,) = build(Files(write_project(files)), BuildOptions()).diagnostics
    assert fault.fix == "write bleed: 3mm, and draw it in: bleed, or give a picture extend: mirror"


def test_the_usual_face_is_not_told(write_project: WriteProject) -> None:
    assert told(write_project({"templates/small/face.yaml": FACE})) == []


GROUND = 'ground: {rect: bleed, fill: "#ffffff"}'


@pytest.mark.parametrize(
    ("element", "edges"),
    [
        ("photo: {image: small/a.png, in: trim, fit: cover, min_dpi: 10}", ALL),
        ("photo: {image: small/a.png, in: bleed, fit: cover, min_dpi: 10}", ()),
        ("photo: {image: small/a.png, in: [0mm, 0mm, 30mm, 30mm], fit: cover, min_dpi: 10}", ("left", "top")),
        ("photo: {image: small/a.png, in: [4mm, 4mm, 30mm, 30mm], fit: cover, min_dpi: 10}", ()),
        ("photo: {image: small/clear.png, in: trim, fit: cover, min_dpi: 10}", ()),  # nobody knows where it is seen
        ('band: {rect: [0mm, 60mm, 63mm, 10mm], fill: "#aa0000"}', ("left", "right")),
        ('band: {rect: [-3mm, 60mm, 69mm, 10mm], fill: "#aa0000"}', ()),
        ('band: {rect: [0mm, 60mm, 63mm, 10mm], fill: "#ddddee"}', ()),  # hardly seen beside white
        ('dot: {ellipse: [0mm, 30mm, 20mm, 20mm], fill: "#aa0000"}', ()),
        ('band: {rect: trim, fill: "#aa0000"}\n  over: {rect: bleed, fill: "#ffffff"}', ()),  # it is not on top
    ],
)
def test_what_ends_at_the_trim_over_a_ground_is_told(
    write_project: WriteProject, element: str, edges: tuple[str, ...]
) -> None:
    pictures = {}
    for name, colour in (("a", "#336699"), ("clear", "#33669980")):
        written = io.BytesIO()
        Image.new("RGBA", (60, 80), colour).save(written, "PNG")
        pictures[f"templates/small/{name}.png"] = written.getvalue()
    root = write_project({"templates/small/face.yaml": f"elements:\n  {GROUND}\n  {element}\n", **pictures})
    what = f"what is drawn to the edge ends there, over a ground of another colour: {', '.join(edges)}"
    assert told(root) == ([("edge-bare", what)] if edges else [])


def test_a_shop_is_told_of_that_too(write_project: WriteProject) -> None:
    face = f'elements:\n  {GROUND}\n  band: {{rect: [0mm, 60mm, 63mm, 10mm], fill: "#aa0000"}}\n'
    request = CheckOptions(checks=frozenset({"preflight"}), profile="offset")
    found = check(Files(write_project({"templates/small/face.yaml": face})), request).diagnostics
    (told,) = [d for d in found if d.code.value == "shop-bleed"]
    assert told.message.startswith("what is drawn to the edge ends there, over a ground of another colour: left, right")


TOKENS = GAME + "extras:\n  coins: {copies: 4, template: small/coin, back: small/tail}\n"
ON_PAPER = "what is drawn to the token's edge ends there, without bleed"


def tokens(write: WriteProject, shape: str, face: str, back: str) -> list[tuple[str, str, str]]:
    head = f"size: [20mm, {23.1 if shape == 'hexagon' else 20}mm]\nshape: {shape}\n"
    coin, tail = (
        f"{head}bleed: {look.replace(';', chr(10) + 'elements: ' + chr(10) + '  ground:')}\n" for look in (face, back)
    )
    root = write({"data/small/game.yaml": TOKENS, "templates/small/coin.yaml": coin, "templates/small/tail.yaml": tail})
    return [(d.code.value, d.what, Path(d.place.file).stem) for d in build(Files(root), BuildOptions()).diagnostics]


@pytest.mark.parametrize("shape", ["circle", "hexagon", "rounded"])
def test_tokens_are_looked_at_along_their_outline(write_project: WriteProject, shape: str) -> None:
    full = '1.5mm; {rect: bleed, fill: "#aa0000"}'
    assert tokens(write_project, shape, full, full) == []
    drawn = "ellipse" if shape == "circle" else "rect"
    short = f'1.5mm; {{{drawn}: trim, fill: "#0000aa"}}'
    if shape != "hexagon":  # a square around it runs on beyond most of its edges
        assert tokens(write_project, shape, full, short) == [("edge-bare", ON_PAPER, "tail")]
        assert tokens(write_project, shape, short, full) == [("edge-bare", ON_PAPER, "coin")]
    none = f'0mm; {{{drawn}: trim, fill: "#0000aa"}}'
    assert ("edge-bare", ON_PAPER, "coin") not in tokens(write_project, shape, none, full)
    small = f'1.5mm; {{{drawn}: [5mm, 5mm, 10mm, 10mm], fill: "#0000aa"}}'
    assert tokens(write_project, shape, full, small) == []


def test_the_template_whose_bleed_is_short_is_named(write_project: WriteProject) -> None:
    full, short = (f'{mm}mm; {{rect: bleed, fill: "#aa0000"}}' for mm in (1.5, 0.5))
    what = "tokens have 0.5 mm of bleed, too little for their backs"
    assert tokens(write_project, "circle", short, full) == [("back-bleed", what, "coin")]
    assert tokens(write_project, "circle", full, short) == [("back-bleed", what, "tail")]


def test_only_what_is_made_is_looked_at(write_project: WriteProject) -> None:
    short = 'elements:\n  ground: {rect: trim, fill: "#aa0000"}\n'
    root = write_project(
        {
            "templates/small/back.yaml": short,
            "data/small/game.yaml": TOKENS,
            "templates/small/coin.yaml": PLAIN,
            "templates/small/tail.yaml": PLAIN,
        }
    )

    def codes(*only: str) -> list[str]:
        options = BuildOptions(selection_request=SelectionRequest(Selection(only=only)))
        return [d.code.value for d in build(Files(root), options).diagnostics]

    assert codes() == codes("cards") == codes("numbers") == ["edge-bare"]
    assert codes("coins") == []
    exported = export(Files(root), ExportOptions("svg", request=ExportRequest(decks=("coins",))))
    assert list(exported.diagnostics) == []
