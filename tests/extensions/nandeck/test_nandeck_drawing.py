"""nanDECK's directives as elements of a template, and whole decks that build."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from command_line import Done
from conftest import WriteProject, build_project, codes
from PIL import Image
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Group, Item
from pnp.core.frame import Image as PlacedImage
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.project.tree import parse_yaml
from pnp.text.edition import open_edition

pytestmark = pytest.mark.slow

TABLE = "Name,Cost,Kind,Art,Ground,num\nAnn,3,Sea,a.png,#FF0000,2\nBob,,Land,,#00FF00,1\nCid,5,Sea,B.PNG,#0000FF,1\n"
LINKED = "UNIT=MM\nCARDSIZE=60,90\nLINKMULTI=num\nLINK=t.csv\n"


def png(width: int = 300, height: int = 300) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(out, "PNG")
    return out.getvalue()


def imported(root: Path, other: Path, script: str, **files: str | bytes) -> tuple[dict[str, Any], list[str], Done]:
    """Return the template's elements, the lines of what is left out, and the command's end."""
    contents: dict[str, str | bytes] = {"d__nde": script, "t__csv": TABLE, "a__png": png(), "b__png": png(), **files}
    other.mkdir(exist_ok=True)
    for name, content in contents.items():
        path = other / name.replace("__", ".")
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    command = ["import", "nandeck", str(other / "d.nde"), "--game", "old", "--deck", "crew", "--project", str(root)]
    result = CliRunner().invoke(app, command)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    template = root / "templates/old/crew.yaml"
    elements = parse_yaml(template.read_text(), "crew.yaml")["elements"] if template.exists() else {}
    lines = [line.removeprefix("not imported, or changed: ") for line in result.stderr.splitlines()]
    return elements, lines, Done(result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize(
    ("directive", "element"),
    [
        ("RECTANGLE=,0,0,100%,100%,#FF0000", {"rect": "bleed", "fill": "#ff0000"}),
        ("RECTANGLE=,6,9,50%,50%,#FF0000", {"rect": ["6mm", "9mm", "30mm", "45mm"], "fill": "#ff0000"}),
        (
            "RECTANGLE=,6,9,9,9,#FF0000,EMPTY,0.5",
            {"rect": ["6mm", "9mm", "9mm", "9mm"], "stroke": "#ff0000 0.5mm"},
        ),
        (
            "RECTANGLE=,6,9,9,9,#FF0000,#00FF00",
            {"rect": ["6mm", "9mm", "9mm", "9mm"], "fill": "#00ff00", "stroke": "#ff0000 0.08mm"},
        ),
        (
            "RECTANGLE=,0,0,100%,100%,#FF0000#00FF00@90",
            {"rect": "bleed", "fill": {"linear": 270, "stops": [[0, "#ff0000"], [1, "#00ff00"]]}},
        ),
        (
            "ELLIPSE=,0,0,10,20,#FF0000#00FF00@360",
            {
                "ellipse": ["0mm", "0mm", "10mm", "20mm"],
                "fill": {"radial": True, "stops": [[0, "#ff0000"], [1, "#00ff00"]]},
            },
        ),
        ("CIRCLE=,0,0,10,20,#FF0000", {"ellipse": ["0mm", "5mm", "10mm", "10mm"], "fill": "#ff0000"}),
        (
            "ROUNDRECT=,0,0,10,20,#FF0000",
            {"rect": ["0mm", "0mm", "10mm", "20mm"], "radius": "1mm", "fill": "#ff0000"},
        ),
        (
            "RECTANGLE=,0,0,60,9,[Ground]",
            {"rect": ["0mm", "0mm", "60mm", "9mm"], "fill": "{{ card.Ground }}"},
        ),
        ("LINE=,0,0,9,9,#FF0000,1", {"line": [["0mm", "0mm"], ["9mm", "9mm"]], "stroke": "#ff0000 1mm"}),
        (
            "BEZIER=,0,0,1,1,2,2,9,9,#FF0000,1",
            {"path": "M0.00 0.00 C1.00 1.00 2.00 2.00 9.00 9.00", "stroke": "#ff0000 1mm"},
        ),
        (
            "TRIANGLE=,0,9,9,9,4,0,#FF0000",
            {"polygon": [["0mm", "9mm"], ["9mm", "9mm"], ["4mm", "0mm"]], "fill": "#ff0000"},
        ),
        (
            "POLYGON=,0,0,20,20,4,45,#FF0000",
            {
                "polygon": [["17.07mm", "2.93mm"], ["17.07mm", "17.07mm"], ["2.93mm", "17.07mm"], ["2.93mm", "2.93mm"]],
                "fill": "#ff0000",
            },
        ),
        ("IMAGE=,a.png,0,0,20,20,0,P", {"image": "old/a.png", "in": ["0mm", "0mm", "20mm", "20mm"]}),
        ("IMAGE=,a.png,0,0,20,20,0,CN", {"image": "old/a.png", "in": ["0mm", "0mm", "20mm", "20mm"], "fit": "cover"}),
        (
            "IMAGE=,A.png,0,0,20,40,90,,50",
            {
                "image": "old/A.png",
                "in": ["-10mm", "10mm", "40mm", "20mm"],
                "rotate": 90,
                "fit": "stretch",
                "min_dpi": 190,
                "opacity": 0.5,
            },
        ),
        (
            "IMAGE=,a.png,0,0,20,20,45,P",
            {"image": "old/a.png", "in": ["2.93mm", "2.93mm", "14.14mm", "14.14mm"], "rotate": 45},
        ),
        ("IMAGE=,a.png,0,0,20,20,45,PR", {"image": "old/a.png", "in": ["0mm", "0mm", "20mm", "20mm"], "rotate": 45}),
        (
            "LAYER=50,1,2\nRECTANGLE=,0,0,9,9,#FF0000\nENDLAYER",
            {"rect": ["1mm", "2mm", "9mm", "9mm"], "fill": "#ff0000", "opacity": 0.5},
        ),
    ],
)
def test_a_directive_becomes_an_element(
    write_project: WriteProject, tmp_path: Path, directive: str, element: dict[str, Any]
) -> None:
    elements, _lines, done = imported(write_project(), tmp_path / "old", LINKED + "BASERANGE=,ON\n" + directive)
    assert done.code == 0, done.err
    assert [dict(one) for name, one in elements.items() if name != "ground"][-1:] == [element]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("FONT=Arial,12,T,#000000\nTEXT=,[Name],9,9,42,20", {"text": "{{ card.Name }}", "lines": 1, "valign": "middle"}),
        ("FONT=Arial,12,BIT,#FF0000\nTEXT=,[Name],9,9,42,20,left,wwtop", {"bold": True, "italic": True, "colour": "#ff0000"}),
        ("FONT=Arial,12,UT\nTEXT=,[Name],9,9,42,20", {"text": "<u>{{ card.Name }}</u>"}),
        ('TEXT=,"[num] ({[num]*2+(1-[num])})",9,9,42,20', {"text": "{{ card.copies }} ({{ card.copies*2+(1-card.copies) }})"}),
        ('[sum]={[num]+[num]}\nTEXT=,"is [sum]",9,9,42,20', {"text": "is {{ card.copies+card.copies }}"}),
        ('TEXT=,"{[Cost]*2}",9,9,42,20', {"text": "{{ card.text_1 }}"}),  # Bob has no cost
        ('TEXT=,"{[num]/2}",9,9,42,20', {"text": "{{ card.text_1 }}"}),  # not always whole
        ('TEXT=,"[Name] of [Kind]",9,9,42,20', {"text": "{{ card.Name }} of {{ card.Kind }}"}),
        ('[t]=JOIN([Name]," (",[Kind],")")\nTEXT=,[t],9,9,42,20', {"text": "{{ card.Name }} ({{ card.Kind }})"}),
        ('[n_Sea]=blue\n[n_Land]=brown\nTEXT=,[n_[Kind]],9,9,42,20', {"text": "{{ {'Sea': 'blue', 'Land': 'brown'}[card.Kind] }}"}),
        ('TEXT=,"a\\13\\b",9,9,42,20', {"text": "a\nb", "lines": 2}),
        ("TEXTFONT=,[Name],9,9,42,20,right,bottom,0,100,Arial,9,T,[Ground]", {"align": "right", "valign": "bottom", "colour": "{{ card.Ground }}"}),
        ("FONT=Arial,9,T\nTEXT=,[Name],9,9,10,40,,,270", {"rotate": 270, "in": ["-6mm", "24.63mm", "40mm", "8.73mm"], "align": "centre"}),
        ("FONT=Arial,9,T\nTEXT=,[Name],9,9,10,40,LEFT,TOP,90", {"rotate": 90, "in": ["-6mm", "24.63mm", "40mm", "8.73mm"], "align": None, "valign": "bottom"}),
        ("FONT=Arial,9,T\nTEXT=,[Name],9,9,10,40,LEFT,TOP,270", {"rotate": 270, "align": "right", "valign": None}),
        ("FONT=Arial,9,T\nTEXT=,[Name],9,9,40,10,LEFT,TOP,180", {"rotate": 180, "in": ["9mm", "9.63mm", "40mm", "8.73mm"], "align": "right", "valign": "bottom"}),
        ("FONT=Arial,4,T\nTEXT=,Based on One Page Solo Engine,55.6,28.7,4.3,20,CENTER,CENTER,270", {"rotate": 270, "in": ["45.47mm", "36.83mm", "24.55mm", "3.74mm"]}),
        ("FONT=Arial,9,T\nTEXT=,[Name],20,20,20,20,,,45", {"rotate": 45, "in": ["15.86mm", "16.49mm", "28.28mm", "27.01mm"]}),
        ("TEXT=,[Name],80%,80%,-20%,-10%", {"rotate": 180, "in": ["48mm", "72.85mm", "12mm", "7.31mm"]}),
        ('HTMLFONT=f,Arial,8,B,#0000FF,CENTER\nHTMLMARGINS=f,1,1,0,0,CENTER\nHTMLTEXT=,"<b>[Name]</b>",9,9,42,20,#FFFFFF,0,EB,100,f', {"text": "<b>{{ card.Name }}</b>", "size": "8pt", "align": "centre", "valign": "middle", "in": ["10mm", "9.56mm", "40mm", "18.87mm"]}),
    ],
)  # fmt: skip
def test_a_text_becomes_an_element(
    write_project: WriteProject, tmp_path: Path, text: str, wanted: dict[str, Any]
) -> None:
    elements, _lines, done = imported(write_project(), tmp_path / "old", LINKED + text)
    assert done.code == 0, done.err
    last = list(elements.values())[-1]
    assert {key: last.get(key) for key in wanted} == wanted


@pytest.mark.parametrize(
    ("range_", "condition", "when"),
    [
        ("1-{(Name)}", "", None),
        ("1-2", "", "card.Name == 'Ann'"),  # both copies of the first row
        ("", "[Kind]=sea", "card.Kind == 'Sea'"),
        ("", "[Kind]<>Sea", "card.Kind not in ['Sea']"),
        ("", "[Cost]>3", "(card.Cost is not none and card.Cost > 3)"),
        ("", '[Cost]<>""', "card.Cost is not none"),
        ("", "([Kind]=Sea) _AND_ ([Cost]>3)", "(card.Kind == 'Sea' and (card.Cost is not none and card.Cost > 3))"),
        ("", "[Kind]=Sea\nELSE", "card.Kind not in ['Sea']"),
        ("", "[Kind]=Sea\nIF=[Cost]=3\nELSE", None),
    ],
)
def test_conditions_and_ranges(
    write_project: WriteProject, tmp_path: Path, range_: str, condition: str, when: str | None
) -> None:
    script = f"TEXT={range_},[Name],9,9,42,20\n"
    for part in condition.split("\n") if condition else ():
        script = f"{part}\n{script}" if part.startswith(("ELSE", "IF")) else script
    if condition:
        script = f"IF={condition}\n" + f"TEXT={range_},[Name],9,9,42,20\n" + "ENDIF\n" * (condition.count("IF=") + 1)
    elements, lines, done = imported(write_project(), tmp_path / "old", LINKED + "FONT=Arial,9,T\n" + script)
    assert done.code == 0, done.err
    if "IF=" in condition:
        when = "card.Kind == 'Sea' and (card.Cost|default('')) not in [3]"
    assert list(elements.values())[-1].get("when") == when, lines


def test_pictures_named_by_cells_and_joined_ones(write_project: WriteProject, tmp_path: Path) -> None:
    """A card without a picture has none; names are found in any case, and paths of Windows by their ends."""
    root = write_project()
    script = (
        LINKED
        + r"IMAGE=,[Art],0,0,20,20,0,P"
        + "\n"
        + r'IMAGE=,"C:\my\b.png",20,0,20,20,0,P'
        + "\nIMAGE=,no.png,0,0,9,9\n"
    )
    elements, lines, done = imported(root, tmp_path / "old", script)
    assert done.code == 0, done.err
    _ground, by_cell, *_ = elements.values()
    assert by_cell["image"] == "old/{{ card.Art|default('') }}"
    assert by_cell["when"] == "card.Art|default('')"
    assert sorted(path.name for path in (root / "templates/old").rglob("*")) == ["B.PNG", "a.png", "b.png", "crew.yaml"]
    assert any("no.png" in line and "no such picture" in line for line in lines)


def faces(root: Path) -> list[Frame]:
    """Return the faces of the cards of the imported deck, in order."""
    files, diagnostics = Files(root), Diagnostics()
    game = load_game(files, Templates(files), "old", diagnostics)
    assert game is not None, list(diagnostics)
    edition = open_edition(files, game, "en", diagnostics)
    assert edition is not None
    layout = GameLayout(edition, load_fonts(files, diagnostics), Assets(files.read), diagnostics)
    deck = layout.edition.game.decks["crew"]
    found = [layout.face(deck, card) for card in deck.cards]
    assert not diagnostics.errors, list(diagnostics)
    return found


def pictures(items: Sequence[Item], x: float = 0, y: float = 0) -> list[tuple[str, float, float]]:
    """Return the file of each picture with the place of its box, mm."""
    placed: list[tuple[str, float, float]] = []
    for item in items:
        if isinstance(item, Group):
            placed += pictures(item.items, x + item.matrix[4], y + item.matrix[5])
        elif isinstance(item, PlacedImage):
            placed.append((Path(item.picture.file).name.lower(), round(x + item.x, 2), round(y + item.y, 2)))
    return placed


def test_icons_are_placed_in_rows(write_project: WriteProject, tmp_path: Path) -> None:
    """Also those of letters that no card has today; < and > change the rows of the cards that have them."""
    table = "name,icons\nAnn,AB\nBob,B\nCid,A>AB\nDan,A_?B\nEve,\n"
    script = "UNIT=MM\nLINK=t.csv\nICON=,A,a.png\nICON=,B,b.png\nICON=,C,c.png\nICONS=,[icons],0,0,60,20,10,10,0,P\n"
    root = write_project()
    _elements, _lines, done = imported(root, tmp_path / "old", script, t__csv=table, c__png=png())
    assert done.code == 0, done.err
    with (root / "data/old/crew.csv").open("a") as rows:
        rows.write("Flo,CCABABABA\n")
    assert [sorted(pictures(face.items)) for face in faces(root)] == [
        [("a.png", 20, 5), ("b.png", 30, 5)],
        [("b.png", 25, 5)],
        [("a.png", 20, 10), ("a.png", 25, 0), ("b.png", 30, 10)],
        [("a.png", 10, 5), ("b.png", 40, 5)],
        [],
        [("a.png", 15, 10), ("a.png", 20, 0), ("a.png", 35, 10), ("a.png", 40, 0),
         ("b.png", 25, 10), ("b.png", 30, 0), ("b.png", 50, 0), ("c.png", 0, 0), ("c.png", 10, 0)],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("flags", "placed"),
    [
        ("P", ["a25 b25", "a15 a25 a35 b15 b25 c35", "a15 b25 c25 b35"]),
        ("PR", ["a25 b25", "a35 a25 a15 b35 b25 c15", "a35 b25 c25 b15"]),
    ],
)
def test_icons_lie_over_one_another(write_project: WriteProject, tmp_path: Path, flags: str, placed: list[str]) -> None:
    table, root = "icons\nA<B\nAAA<<<BBC\nAB<CB\n", write_project()
    script = "UNIT=MM\nLINK=t.csv\nICON=,A,a.png\nICON=,B,b.png\nICON=,C,c.png\nICONS=,[icons],0,0,60,10,10,10,0,{}\n"
    _elements, _lines, done = imported(root, tmp_path / "old", script.format(flags), t__csv=table, c__png=png())
    assert done.code == 0, done.err
    assert [" ".join(f"{name[0]}{x:g}" for name, x, _ in pictures(face.items)) for face in faces(root)] == placed


@pytest.mark.parametrize(("flags", "corner"), [("", (0, 0)), ("V", (0, 299)), ("H", (299, 0)), ("HV", (0, 0))])
def test_a_mirrored_picture_is_a_mirrored_copy(
    write_project: WriteProject, tmp_path: Path, flags: str, corner: tuple[int, int]
) -> None:
    root, picture, out = write_project(), Image.new("RGB", (300, 300), "red"), io.BytesIO()
    picture.putpixel((0, 0), (0, 0, 255))
    picture.save(out, "PNG")
    script = f"{LINKED}IMAGE=,[Art],9,9,20,20,0,P{flags}\n"
    elements, _lines, done = imported(root, tmp_path / "old", script, a__png=out.getvalue())
    assert done.code == 0, done.err
    element = list(elements.values())[-1]
    folder = element["image"].removeprefix("old/").removesuffix("{{ card.Art|default('') }}")
    with Image.open(root / "templates/old" / folder / "a.png") as copied:
        assert copied.getpixel(corner) == (0, 0, 255)
    assert element.get("rotate") == (180 if flags == "HV" else None)


@pytest.mark.parametrize(
    ("align", "first", "last"),
    [("LEFT,TOP", (3, 10), (9, 16)), ("RIGHT,BOTTOM", (5, 8), (17, 14)), ("CENTER,CENTER", (4, 9), (13, 15))],
)
def test_rows_of_icons_are_aligned(
    write_project: WriteProject, tmp_path: Path, align: str, first: tuple[float, float], last: tuple[float, float]
) -> None:
    table, root = "n,icons\n1,AAAAA\n", write_project()
    script = f"UNIT=MM\nLINK=t.csv\nICON=,A,a.png\nICONS=,[icons],3,10,20,10,6,6,0,,{align}\n"
    _elements, _lines, done = imported(root, tmp_path / "old", script, t__csv=table)
    assert done.code == 0, done.err
    places = [(x, y) for _, x, y in pictures(faces(root)[0].items)]
    assert (places[0], places[-1]) == (first, last)


LABELS = (
    "[all]=1-{(Name)}\n[ink_Sea]=#101010\n[ink_Land]=#202020\n[ink_Air]=#303030\n[word_sea]=at sea\n[word_Land]=ashore\n"
    "[word_AIR]=aloft\n[im_Sea]=a.png\n[im_Land]=b.png\n[im_Air]=c.png\n[grounds]=#AA0000|#00AA00|#0000AA\n[im]=[im_[Kind]]\n"
)


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("RECTANGLE=[all],0,0,9,9,[ink_[Kind]]", "fill", "{{ {'Sea': '#101010', 'Land': '#202020', 'Air': '#303030'}[card.Kind] }}"),
        ("TEXT=[all],[word_[Kind]],9,9,42,20", "text", "{{ {'Sea': 'at sea', 'Land': 'ashore', 'AIR': 'aloft'}[card.Kind] }}"),
        ("IMAGE=[all],[im],0,0,9,9", "image", "old/{{ {'Sea': 'a.png', 'Land': 'b.png', 'Air': 'c.png'}[card.Kind] }}"),
        ("FONT=Arial,9,T,[ink_[Kind]]\nTEXT=[all],[Name],9,9,42,20", "colour", "{{ {'Sea': '#101010', 'Land': '#202020', 'Air': '#303030'}[card.Kind] }}"),
        ("FONT=Arial,9,T,[Ground]\nTEXT=[all],[Name],9,9,42,20", "colour", "{{ card.Ground }}"),
        ("RECTANGLE=[all],0,0,9,9,{grounds?[Cost]}", "fill", "{{ {1: '#aa0000', 2: '#00aa00', 3: '#0000aa'}[card.Cost] }}"),
    ],
)  # fmt: skip
def test_labels_that_no_card_uses_today_are_kept(
    write_project: WriteProject, tmp_path: Path, line: str, key: str, value: str
) -> None:
    root = write_project()
    table = "Name,Cost,Kind,Ground\nAnn,1,Sea,#FF0000\nBob,2,Land,#00FF00\nCid,1,Sea,#0000FF\n"
    script = f"UNIT=MM\nLINK=t.csv\n{LABELS}{line}"
    elements, _lines, done = imported(root, tmp_path / "old", script, t__csv=table, c__png=png())
    assert done.code == 0, done.err
    last = list(elements.values())[-1]
    assert (last[key], last.get("when")) == (value, None)
    if key == "image":
        assert (root / "templates/old/c.png").exists()


@pytest.mark.parametrize("text", ["[Name]", "[Name] of [Kind]", "{[Cost]*2}", "[word_[Kind]]"])
def test_a_column_that_is_the_same_on_all_cards_stays_a_column(
    write_project: WriteProject, tmp_path: Path, text: str
) -> None:
    table = "Name,Cost,Kind\nAnn,3,Sea\nAnn,3,Sea\n"
    script = f'UNIT=MM\nLINK=t.csv\n{LABELS}TEXT=,"{text}",9,9,42,20\n'
    elements, _lines, done = imported(write_project(), tmp_path / "old", script, t__csv=table)
    assert done.code == 0, done.err
    assert "card." in list(elements.values())[-1]["text"]


def test_loops_make_columns_of_what_they_compute(write_project: WriteProject, tmp_path: Path) -> None:
    """A deck without a table of cards: its suits, values and colours become one."""
    script = (
        "UNIT=MM\n[suits]=a.png|b.png\n[colours]=#000000|#FF0000\n"
        "FOR=s,0,1\nFOR=v,1,3\nFONT=Arial,20,T,{colours?{s+1}}\n"
        "TEXT={v+3*s},{v},5,5,10,10\nIMAGE={v+3*s},{suits?{s+1}},20,40,20,20,0,P\nNEXT\nNEXT\n"
    )
    root = write_project()
    elements, _lines, done = imported(root, tmp_path / "old", script)
    assert done.code == 0, done.err
    assert (root / "data/old/crew.csv").read_text().splitlines() == [
        "text_1,colour_1,picture_1", "1,#000000,a.png", "2,#000000,a.png", "3,#000000,a.png",
        "1,#FF0000,b.png", "2,#FF0000,b.png", "3,#FF0000,b.png",
    ]  # fmt: skip
    assert [one.get("text") or one.get("image") for one in list(elements.values())[1:]] == [
        "{{ card.text_1 }}", "old/{{ card.picture_1 }}",
    ]  # fmt: skip
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("script", "rows"),
    [
        ("FOR=q,1,3\nIF={v?q}=A\nTEXT={q},big,0,0,9,9\nELSE\nTEXT={q},{v?q},9,9,9,9\nENDIF\nNEXT\n",
         ["card,text_1", "1,", "2,2", "3,3"]),
        ("[n]=|x\nRECTANGLE=1-2,0,0,9,9,#FF0000\nTEXT=1-2,[n],9,9,9,9\n", ["card,n", "1,", "2,x"]),
        ("[n]=false|x\n[m]=|y\nTEXT=1-2,[n],9,9,9,9\nTEXT=1-2,[m],20,9,9,9\n",
         ["card,n,m", "1,false,", "2,x,y"]),
        ("RECTANGLE=1-2,0,0,9,9,#FF0000\n", ["card", "1", "2"]),
    ],
)  # fmt: skip
def test_a_card_without_cells_stays_a_card(
    write_project: WriteProject, tmp_path: Path, script: str, rows: list[str]
) -> None:
    """An empty line is no row of a table, nor is one of nothing but false: the rows are numbered then."""
    root = write_project()
    _elements, _lines, done = imported(root, tmp_path / "old", "UNIT=MM\n[v]=A|2|3\n" + script)
    assert done.code == 0, done.err
    assert (root / "data/old/crew.csv").read_text().splitlines() == rows
    assert f"{len(rows) - 1} cards on 1 sheet, A4" in [made.summary for made in build_project(root).outputs]


@pytest.mark.parametrize(
    ("settings", "table", "text", "notes"),
    [
        ("", "", "{{ card.text_1 }}", ["copies have the number of the first one"]),
        ("LINKMULCOPY=OFF\n", "card,Name,copies\n1,Ann,1\n2,Ann,1\n3,Bob,1\n", "No. {{ card.place }}", []),
    ],
)
def test_copies_have_numbers_as_in_nandeck(
    write_project: WriteProject, tmp_path: Path, settings: str, table: str, text: str, notes: list[str]
) -> None:
    """A copy is a picture of the first one, unless the script says otherwise."""
    root = write_project()
    script = f'UNIT=MM\nLINKMULTI=num\n{settings}LINK=t.csv\nTEXT=,"No. {{§}}",9,9,42,20\nTEXT=,[Name],9,40,42,20\n'
    elements, lines, done = imported(root, tmp_path / "old", script, t__csv="Name,num\nAnn,2\nBob,1\n")
    assert done.code == 0, done.err
    assert list(elements.values())[1]["text"] == text
    assert [note for note in notes if not any(note in line for line in lines)] == []
    if settings:
        assert (root / "data/old/crew.csv").read_text() == table
        assert codes(build_project(root)) == []


def test_the_number_of_a_card_is_its_place(write_project: WriteProject, tmp_path: Path) -> None:
    script = 'UNIT=MM\nLINK=t.csv\nTEXT=,"{§} of {(Name)}: [Name]",9,9,42,20\n'
    elements, lines, done = imported(write_project(), tmp_path / "old", script)
    assert done.code == 0, done.err
    assert list(elements.values())[-1]["text"] == "{{ card.place }} of 3: {{ card.Name }}"
    assert any(line.endswith("(it says how many cards there are today)") for line in lines)


def test_cards_on_which_nothing_is_drawn_are_counted(write_project: WriteProject, tmp_path: Path) -> None:
    _elements, lines, done = imported(write_project(), tmp_path / "old", "TEXT=4,x,0,0,9,9\nCARDS=5\n")
    assert (done.code, "4 of 5 cards are left out, as nothing is drawn on them" in lines) == (0, True), lines


@pytest.mark.parametrize(
    ("script", "back", "is_secret"),
    [
        ("IMAGE=1,b.png,0,0,100%,100%\nTEXT=2-{(Name)},[Name],9,9,42,20\nDUPLEX=2-{(Name)},1\n", "old/b.png", True),
        ("IMAGE=90,b.png,0,0,100%,100%\nTEXT=1-4,[Name],9,9,42,20\nDUPLEX=1-4,90\n", "old/b.png", True),
        ("TEXT=1-4,[Name],9,9,42,20\nTEXT=5-8,[Kind],9,9,42,20\nDUPLEX=1-4,5-8\n", "{{ card.Kind }}", False),
    ],
)
def test_cards_behind_others_become_a_back(
    write_project: WriteProject, tmp_path: Path, script: str, back: str, is_secret: bool
) -> None:
    root = write_project()
    _elements, lines, done = imported(root, tmp_path / "old", LINKED + "FONT=Arial,9,T\n" + script)
    assert done.code == 0, done.err
    assert not any("without a back" in line for line in lines)
    template = parse_yaml((root / "templates/old/crew_back.yaml").read_text(), "back")["elements"]
    assert [one.get("text", one.get("image")) for one in template.values()][-1] == back
    game = (root / "data/old/game.yaml").read_text()
    assert ("back: old/crew_back" in game, "secret_backs: false" in game) == (True, not is_secret)
    assert codes(build_project(root)) in ([], ["back-bleed"], ["picture-coarse"])


@pytest.mark.parametrize(
    ("directive", "why"),
    [
        ("GRID=,0,0,1,1", "GRID=,0,0,1,1 (draw it with path: or line:)"),
        ("RECTANGLE=,0,0,9,9,#HHHHHH", "(no colour #HHHHHH)"),
        ("RECTANGLE=,0,0,9,9,#FF0000#00FF00@364", "(only nanDECK draws conical and star-shaped gradients)"),
        ("RECTANGLE=,d6,0,9,9,#FF0000", "(“d6” is not a number)"),
        ("RECTANGLE=,[gone],0,9,9,#FF0000", "(no label [gone])"),
        ("TEXT=,a,0,0,0,0", "(its box is empty)"),
        ("IMAGE=,d.svg,0,0,9,9,0,PH", "(a drawing that is mirrored)"),
        ("TEXT=,a,9,9,9,9,,,0,100,0.1", "(its outline, circle and stretching are left out)"),
        ("FONT=Arial,9,TC\nTEXT=,a,9,9,9,9", "(its letters are set straight, without the flag C)"),
        ("LINE=,0,0,9,9,#FF0000,1,D", "(its dashes and arrows are left out)"),
        ("IMAGE=,a.png,0,0,9,9,0,P,100,2", "(its texture, skew and own size are left out)"),
        ("ICON=,Q,a.png,50,50\nICONS=,[Name],0,0,9,9,3,3", "(sizes, offsets and angles of icons are left out)"),
        ("TEXT=,a,9,9,9,9,LEFT,TOP,20", "(a text that is turned is put into the middle of its box)"),
        ("LINKFILTER=a", "(all rows of the table are taken)"),
        ("COUNTER=1,A,1", "(only nanDECK can compute it)"),
        ("SAVEPDF=x.pdf", "SAVEPDF (pnp build makes the sheets, pnp export pictures of cards)"),
        ("MARGINS=10,10,10,10", "(for the sheets of pnp: print: {margin: 10mm} in game.yaml)"),
    ],
)
def test_what_is_left_is_listed_by_line(write_project: WriteProject, tmp_path: Path, directive: str, why: str) -> None:
    script = f"{LINKED}{directive}\nTEXT=,[Name],9,9,42,20\n"
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    _elements, lines, done = imported(write_project(), tmp_path / "old", script, d__svg=svg)
    assert done.code == 0, done.err
    assert any(re.match("d.nde:[56]: ", line) and line.endswith(why) for line in lines), lines


def test_a_whole_deck_builds(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    script = LINKED + (
        "BORDER=ROUNDED,#222222,2\n"
        "[ink]=#102030\n[all]=1-{(Name)}\n"
        "RECTANGLE=[all],0,0,100%,100%,[Ground]\nIMAGE=[all],[Art],10%,15%,80%,40%,0,P\n"
        "FONT=Arial,14,BT,[ink]\nTEXT=[all],[Name],0,0,100%,15%\n"
        'FONT=Arial,10,,[ink]\nTEXT=[all],"Costs [Cost]",20%,60%,60%,10%\n'
        "IF=[Kind]=Sea\nICON=,W,a.png\nICONS=[all],WW,10%,80%,80%,10%,8,8,0,PN\nENDIF\n"
    )
    elements, lines, done = imported(root, tmp_path / "old", script)
    assert done.code == 0, done.err
    assert lines[0] == "6 calls of the drawing imported"
    assert list(elements)[-1] == "rect_2"  # the border
    assert {"W", "a"} & {name[:1] for name in elements}
    assert "4 cards on 1 sheet, A4" in [made.summary for made in build_project(root).outputs if "old" in made.path]


def test_what_a_formula_computes_is_not_learnt_from_the_cells_of_today(
    write_project: WriteProject, tmp_path: Path
) -> None:
    """A column holds what was computed; a mapping from today's costs would print something wrong for another cost."""
    script = LINKED + "FONT=Arial,9,T\n" + 'TEXT=,"{[Cost]*2}",9,9,42,20\nRECTANGLE=,5,25,{[Cost]*10},5,#AA0000\n'
    elements, lines, done = imported(write_project(), tmp_path / "old", script)
    assert done.code == 0, done.err
    written = str(elements)
    assert "[card.Cost]" not in written and "card.Cost in" not in written and "card.Cost ==" not in written
    assert any("is the column text_1" in line for line in lines)
