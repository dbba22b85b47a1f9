"""Squib's drawing calls as elements of a template, and whole decks that build."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from command_line import Done
from conftest import WriteProject, build_project, codes
from openpyxl import Workbook
from PIL import Image
from typer.testing import CliRunner

from pnp.commands.main import app
from pnp.extensions.importing.columns import marked_up
from pnp.project.tree import parse_yaml

pytestmark = pytest.mark.slow

SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30" fill="#c00"/></svg>'
TABLE = "Card Name,cost,kind,art,qty\nAnn,3,Sea,a,2\nBob,,Land,,1\n"
DATA = "data = Squib.csv file: 't.csv'\n"


def imported(root: Path, other: Path, script: str, **files: str | bytes) -> tuple[dict[str, Any], list[str], Done]:
    """Return the template's elements, the lines of what is left out, and the command's end."""
    contents = {"deck__rb": script, "t__csv": TABLE, **files}
    for name, content in contents.items():
        path = other / name.replace("__", ".").replace("_S_", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    command = ["import", "squib", str(other / "deck.rb"), "--game", "old", "--deck", "crew", "--project", str(root)]
    result = CliRunner().invoke(app, command)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    template = root / "templates/old/crew.yaml"
    elements = parse_yaml(template.read_text(), "crew.yaml")["elements"] if template.exists() else {}
    lines = [line.removeprefix("not imported, or changed: ") for line in result.stderr.splitlines()]
    return elements, lines, Done(result.exit_code, result.stdout, result.stderr)


def deck(body: str, arguments: str = "") -> str:
    return f"{DATA}Squib::Deck.new({', '.join(filter(None, ('cards: data.nrows', arguments)))}) do\n{body}\nend\n"


@pytest.mark.parametrize(
    ("call", "element"),
    [
        ("background color: :light_steel_blue", {"rect": "bleed", "fill": "#b0c4de"}),
        (
            "background color: '(0,0)(0,1125) #fff@0 #c00@1'",
            {"rect": "bleed", "fill": {"linear": 90, "stops": [[0, "#ffffff"], [1, "#cc0000"]]}},
        ),
        ("rect fill_color: '#abc', stroke_width: 0", {"rect": "bleed", "fill": "#aabbcc"}),
        (
            "rect x: '0.5in', y: 337.5, width: 300, height: 150, radius: 30, stroke_width: 6, dash: '3 6'",
            {
                "rect": ["9.52mm", "25.4mm", "25.4mm", "12.7mm"],
                "radius": "2.54mm",
                "stroke": "#000000 0.51mm dashed 0.25mm 0.51mm",
            },
        ),
        (
            "circle x: 337.5, y: 337.5, radius: 150, stroke_width: 0, fill_color: '#ff000080'",
            {"ellipse": ["12.7mm", "12.7mm", "25.4mm", "25.4mm"], "fill": "#ff0000", "opacity": 0.5},
        ),
        (
            "ellipse x: 337.5, y: 37.5, width: 300, height: 600, angle: Math::PI / 2",
            {"ellipse": ["-12.7mm", "-12.7mm", "25.4mm", "50.8mm"], "rotate": 90, "stroke": "#000000 0.17mm"},
        ),
        (
            "line x1: 37.5, y1: 37.5, x2: 337.5, y2: 637.5, stroke_color: 'red'",
            {"line": [["0mm", "0mm"], ["25.4mm", "50.8mm"]], "stroke": "#ff0000 0.17mm"},
        ),
        (
            "triangle x1: 37.5, y1: 37.5, x2: 337.5, y2: 37.5, x3: 37.5, y3: 337.5, fill_color: :blue, stroke_width: 0",
            {"polygon": [["0mm", "0mm"], ["25.4mm", "0mm"], ["0mm", "25.4mm"]], "fill": "#0000ff"},
        ),
        (
            "polygon x: 337.5, y: 337.5, n: 4, radius: 300, fill_color: :blue, stroke_width: 0",
            {
                "polygon": [["50.8mm", "25.4mm"], ["25.4mm", "50.8mm"], ["0mm", "25.4mm"], ["25.4mm", "0mm"]],
                "fill": "#0000ff",
            },
        ),
        (
            "curve x1: 37.5, y1: 37.5, cx1: 187.5, cy1: 37.5, cx2: 337.5, cy2: 187.5, x2: 337.5, y2: 337.5",
            {"path": "M0.00 0.00 C12.70 0.00 25.40 12.70 25.40 25.40", "stroke": "#000000 0.17mm"},
        ),
        (
            "text str: 'a *b*', x: 150, y: 150, width: 300, height: 300, font: 'Sans Bold 10', align: 'center', valign: 'bottom'",
            {
                "text": r"a \*b\*",
                "in": ["9.52mm", "10.23mm", "25.4mm", "23.99mm"],
                "size": "10pt",
                "smallest": "5pt",
                "bold": True,
                "align": "centre",
                "valign": "bottom",
            },
        ),
    ],
)
def test_a_call_becomes_an_element(
    write_project: WriteProject, tmp_path: Path, call: str, element: dict[str, Any]
) -> None:
    root = write_project()
    elements, left_out, _ = imported(root, tmp_path / "old", deck(call, "cards: data.nrows"))
    elements.pop("ground", None)
    assert list(elements.values()) == [element]
    assert not [line for line in left_out if line.startswith("deck.rb")]
    assert codes(build_project(root)) == []


def test_texts_and_conditions_of_columns(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "text str: data['cost'].map { |c| \"#{c} gold\" }, x: 100, y: 100\n"
        "text str: data.card_name.map(&:upcase), x: 100, y: 200, range: id['Ann']\n"
        "rect layout: data['kind'].map { |k| \"#{k.downcase}_box\" }\n"
        "rect x: 90, range: 0..1\nrect x: 80, range: 2\nrect x: 70, range: [0, 2]\nrect x: 60, range: 9"
    )
    index = "id = {}\ndata['Card Name'].each_with_index { |n, i| id[n] = i }\n"
    script = f"{DATA}{index}Squib::Deck.new(cards: data.nrows, layout: 'l.yml') do\n{body}\nend\n"
    root = write_project()
    elements, left_out, _ = imported(root, tmp_path / "old", script, l__yml="sea_box: {x: 1}\nland_box: {x: 2}\n")
    assert [element.get("when") for element in elements.values()] == [
        None, None, "card.card_name == 'Ann'", "card.kind == 'Sea'", "card.kind == 'Land'", "card.place == 1",
        "card.place == 2",
    ]  # fmt: skip
    assert elements["text"]["text"] == "{{ card.cost|default('') }} gold"
    assert elements["text_2"]["text"] == "{{ card.card_name|upper }}"
    assert [line for line in left_out if line.startswith("deck.rb")] == [
        "deck.rb:10: rect x: 70, range: [0, 2] (range: it treats copies of one card differently)",
        "deck.rb:11: rect x: 60, range: 9 (range: the deck has no such cards, only 0 to 2)",
    ]
    built = build_project(root)
    assert codes(built) == []


def test_pictures_are_copied(write_project: WriteProject, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(buffer, "PNG")
    body = (
        "svg file: data['art'].map { |a| \"#{a}.svg\" }, x: 100, y: 100\n"
        "svg file: 'a.svg', x: 100, y: 300, width: 240, height: :scale\n"
        "svg file: 'a.svg', width: :deck, height: :deck\n"
        "png file: 'p/b.png', x: 100, y: 500, width: 60, height: 60, alpha: 0.5\n"
        "png file: 'none.png', width: 50, height: 50\nsvg file: '../../t.csv', width: 50, height: 50\n"
        "svg data: data['art'], width: 50, height: 50"
    )
    root = write_project()
    elements, left_out, done = imported(
        root,
        tmp_path / "old",
        deck(body),
        config__yml="img_dir: img\n",
        img_S_a__svg=SVG,
        img_S_p_S_b__png=buffer.getvalue(),
    )
    assert done.code == 0, done.err
    assert (root / "templates/old/a.svg").read_text() == SVG
    assert (root / "templates/old/p/b.png").read_bytes() == buffer.getvalue()
    assert [element for name, element in elements.items() if name != "ground"] == [
        {
            "svg": "old/{{ card.art|default('') }}.svg",
            "in": ["5.29mm", "5.29mm", "5.08mm", "2.54mm"],
            "fit": "stretch",
            "when": "card.art|default('')",
        },
        {"svg": "old/a.svg", "in": ["5.29mm", "22.22mm", "20.32mm", "10.16mm"]},
        {"svg": "old/a.svg", "in": "bleed", "fit": "stretch"},
        {
            "image": "old/p/b.png",
            "in": ["5.29mm", "39.16mm", "5.08mm", "5.08mm"],
            "fit": "stretch",
            "min_dpi": 100,
            "opacity": 0.5,
        },
    ]
    assert [line.partition("(")[2] for line in left_out if line.startswith("deck.rb")] == [
        "printed at 100 dpi, which is coarse: min_dpi allows it)",
        "no such picture: none.png)",
        "no such picture: ../../t.csv)",
        "data: has no counterpart)",
    ]
    assert codes(build_project(root)) == []


def test_icons_in_texts(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "text(str: data['rule'], x: 100, y: 100, width: 600) do |embed|\n embed.svg key: ':fish:', file: 'fish.svg'\n"
        " embed.svg key: '(F)', file: 'fish.svg', width: 20\n embed.png key: ':none:', file: 'none.png'\nend\n"
        "text str: ':fish: alone', x: 100, y: 700"
    )
    root = write_project()
    elements, left_out, _ = imported(
        root, tmp_path / "old", deck(body), t__csv="rule\n2(F) and :fish: not :none:\n", fish__svg=SVG
    )
    assert (root / "data/old/crew.csv").read_text() == "rule\n2\u00a0:f: and :fish: not \\:none:\n"
    assert "icons:\n  fish: old/fish.svg\n  f: old/fish.svg\n" in (root / "templates/old/crew.yaml").read_text()
    assert elements["text_2"]["text"] == r"\:fish: alone"
    assert left_out[1:] == ["deck.rb:6: an icon in texts: no such picture: none.png"]
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("arguments", "body", "size"),
    [
        ("", "rect x: 3", "size: [63.5mm, 88.9mm]\nbleed: 3.175mm\n"),
        ("width: '2.5in', height: '3.5in'", "rect x: 3", "size: [63.5mm, 88.9mm]\nsafe"),
        ("width: 1125, height: 825", "rect x: 3", "size: [88.9mm, 63.5mm]\nbleed: 3.175mm\n"),
        ("width: 900, height: 900, dpi: 600", "rect x: 3", "size: [38.1mm, 38.1mm]\nsafe"),
        ("width: 900, height: 900", "rect x: 3\nsave_png trim: 60", "size: [66.04mm, 66.04mm]\nbleed: 5.08mm\n"),
        ("width: 900, height: 900", "rect x: 3\ncut_zone margin: '5mm'", "size: [66.2mm, 66.2mm]\nbleed: 5mm\n"),
    ],
)
def test_sizes_and_bleeds(write_project: WriteProject, tmp_path: Path, arguments: str, body: str, size: str) -> None:
    root = write_project()
    imported(root, tmp_path / "old", deck(body, arguments))
    assert size in (root / "templates/old/crew.yaml").read_text()


@pytest.mark.parametrize(
    ("text", "box", "safe"),
    [
        ("x: 0, y: 300, width: :deck, align: :center", ["3.17mm", "57.15mm"], "3.175"),
        ("x: 60, y: 300, width: 705", ["1.91mm", "58.42mm"], "1.905"),
        ("x: 0, y: 300, width: 400", ["3.17mm", "27.52mm"], "3.175"),
        ("x: 300, y: 300, width: 480, align: :right", ["22.22mm", "40.64mm"], "0.635"),
    ],
)
def test_texts_stay_in_the_safe_area(
    write_project: WriteProject, tmp_path: Path, text: str, box: list[str], safe: str
) -> None:
    root = write_project()
    elements, left_out, _ = imported(root, tmp_path / "old", deck(f"text str: data.card_name, {text}"))
    assert elements["text"]["in"][::2] == box
    assert f"safe: {safe}mm" in (root / "templates/old/crew.yaml").read_text()
    assert any("safe: of the template" in line for line in left_out) == (safe != "3.175")
    assert codes(build_project(root)) == []


def test_turned_texts_and_texts_without_a_box(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "text str: 'a', x: 637.5, y: 337.5, width: 300, height: 90, angle: Math::PI / 2, font: 'Sans 10'\n"
        "text str: 'b', x: 337.5, y: 337.5, align: :center, valign: :middle, font: 'Sans 10'"
    )
    root = write_project()
    elements, _, _ = imported(root, tmp_path / "old", deck(body))
    # Turned about its corner at 50.8, 25.4 mm the box covers 43.18 to 50.8 mm across, and 25.4 to 50.8 mm down; the
    # room above capitals and below the baseline, 0.71 mm each, is taken from its long sides.
    assert elements["text"]["rotate"] == 90
    assert elements["text"]["in"] == ["34.29mm", "35mm", "25.4mm", "6.21mm"]
    assert {"align", "valign"} & set(elements["text_2"]) == set()
    assert codes(build_project(root)) == []


def test_fonts_are_used_if_the_project_has_them(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "set font: 'Audiowide Bold 20'\ntext str: 'a', x: 100, y: 100\n"
        "text str: 'b', x: 100, y: 300, font: 'Missing,Source Sans 3 9', font_size: 8, spacing: 10"
    )
    elements, left_out, _ = imported(write_project(), tmp_path / "old", deck(body))
    assert (elements["text"]["size"], elements["text"]["bold"], "font" in elements["text"]) == ("20pt", True, False)
    assert (elements["text_2"]["size"], elements["text_2"]["leading"]) == ("8pt", 1.45)
    assert (
        "font Audiowide: the project does not have it; pnp fonts add 'Audiowide', then font: audiowide in the template"
        in left_out
    )


def test_points_of_early_versions_are_those_of_a_screen(write_project: WriteProject, tmp_path: Path) -> None:
    lock = "GEM\n  specs:\n    squib (0.13.4)\n"
    elements, _, _ = imported(
        write_project(), tmp_path / "old", deck("text str: 'a', x: 90, y: 90, font: 'Sans 36'"), Gemfile__lock=lock
    )
    assert elements["text"]["size"] == "11.5pt"


def test_several_decks_and_cards_without_a_table(write_project: WriteProject, tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(["name", "Count"])
    book.active.append(["A", 2])
    book.create_sheet("Other").append(["x"])
    buffer = io.BytesIO()
    book.save(buffer)
    script = (
        "things = Squib.xlsx file: 'b.xlsx', explode: 'count'\n"
        "Squib::Deck.new(cards: things.nrows, layout: 'hand.yml') { text str: things.name, layout: :title }\n"
        "Squib::Deck.new(cards: 3) do\n text str: %w(North East), x: 100, y: 100\n save_pdf margin: 75, gap: '2mm'\nend\n"
        "Squib::Deck.new(cards: 1) { background color: :navy }\n"
    )
    root = write_project()
    elements, left_out, done = imported(root, tmp_path / "old", script, b__xlsx=buffer.getvalue())
    assert done.code == 0, done.err
    assert elements["title"]["in"] == ["20.11mm", "4.02mm", "40.22mm", "8.89mm"]
    assert [(root / f"data/old/{name}.csv").read_text() for name in ("crew", "crew_2", "crew_3")] == [
        "name,copies\nA,2\n",
        "card,text\n1,North\n2,East\n3,\n",
        "card\n1\n",
    ]
    assert any("print: {margin: 6.3mm, gutter: 2mm} in game.yaml" in line for line in left_out)
    built = build_project(root)
    assert codes(built) == []
    assert any(made.summary.startswith("6 cards") for made in built.outputs if made.path.startswith("old/"))


def test_a_picture_that_is_there_is_kept(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project({"templates/old/a.svg": SVG})
    body = "svg file: 'a.svg', x: 100, y: 100"
    _, _, done = imported(root, tmp_path / "old", deck(body), a__svg=SVG)
    assert done.code == 0
    (root / "templates/old/crew.yaml").unlink()
    (root / "data/old/crew.csv").unlink()
    _, _, done = imported(root, tmp_path / "old", deck(body), a__svg=SVG.replace("60", "50"))
    assert (done.code, "error[import-exists]: templates/old/a.svg is there already" in done.err) == (1, True)


def test_choices_by_a_cell(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "colors = { 'Sea' => '#f00', 'Land' => :blue }\n"
        "rect x: 90, stroke_width: 0, fill_color: data['kind'].map { |k| colors[k] }\n"
        "text x: 90, y: 90, str: data['kind'].map { |k| k == 'Sea' ? '*wet*' : \"dry #{k}\" }\n"
        "text x: 90, y: 190, str: data['cost'].map { |c| c ? \"costs #{c}\" : '' }\n"
        "text x: 90, y: 290, str: data['cost'].map { |c| c.nil? ? 'free' : c }\n"
        "svg x: 90, y: 390, file: data['art'].map { |a| \"#{a}.svg\" unless a.nil? }\n"
        "svg x: 90, y: 490, file: data['kind'].map { |k| 'a.svg' if k == 'Sea' }\n"
        "rect x: 80, range: data['kind'].each_index.select { |i| data['kind'][i] == 'Land' }"
    )
    root = write_project()
    table = TABLE.replace("Ann,3", "Ann,0")
    elements, left_out, _ = imported(root, tmp_path / "old", deck(body), t__csv=table, a__svg=SVG)
    del elements["ground"]
    cost = "card.cost|default('')"
    assert [element.get("when") for element in elements.values()] == [
        None, None, "card.cost is not none", None, "card.art|default('')", "card.kind == 'Sea'",
        "card.kind == 'Land'",
    ]  # fmt: skip
    assert elements["rect"]["fill"] == "{{ {'Sea': '#ff0000', 'Land': '#0000ff'}[card.kind] }}"
    assert elements["text"]["text"] == r"{{ '\\*wet\\*' if card.kind == 'Sea' else ('dry ' ~ card.kind) }}"
    assert elements["text_2"]["text"] == f"costs {{{{ {cost} }}}}"
    assert elements["text_3"]["text"] == f"{{{{ 'free' if card.cost is none else {cost} }}}}"
    assert elements["svg"]["svg"] == "old/{{ card.art|default('') }}.svg"
    assert elements["svg_2"]["svg"] == "old/a.svg"
    assert [line for line in left_out if line.startswith("deck.rb")] == []
    built = build_project(root)
    assert codes(built) == ["edge-short@templates/old/crew.yaml:3:1"]  # the script's rectangle is as wide as the card


def test_an_element_is_kept_if_only_its_look_is_unknown(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "text str: data.card_name, x: 90, y: 90, width: 500, color: data.kind.map { |k| rand(k) }, align: data.kind,\n"
        "  font_size: [9, 12]\n"
        "rect x: 90, y: 300, width: 50, height: 50, radius: rand(3), fill_color: %w(red blue)\n"
        "circle x: 90, y: 300, radius: rand(3)\nsvg x: rand(3), file: 'a.svg'"
    )
    root = write_project()
    elements, left_out, _ = imported(root, tmp_path / "old", deck(body), a__svg=SVG)
    assert list(elements) == ["ground", "text", "rect"]
    assert not elements["text"].keys() & {"colour", "align"}
    assert left_out[0] == "2 of 4 calls of the drawing imported; 2 listed below"
    reasons = sorted(line.rpartition(" (")[2] for line in left_out[1:] if line.startswith("deck.rb"))
    assert reasons == sorted([
        "align: differs between cards; left as it is by default)",
        "color: only Ruby can compute it; left as it is by default)",
        "font_size: differs between cards; left as it is by default)",
        "radius: only Ruby can compute it; left as it is by default)",
        "fill_color: differs between cards; left as it is by default)",
        "radius: only Ruby can compute it)",
        "x: only Ruby can compute it)",
    ])  # fmt: skip
    assert "  # deck.rb:7: svg x: rand(3), file: 'a.svg' (x: only" in (root / "templates/old/crew.yaml").read_text()
    assert (root / "templates/old/a.svg").exists()
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("read", "name", "cards"),
    [
        ("YAML.load_file('c.yml')", "c__yml", "- {title: Hat, tint: red}\n- {title: Coat}\n"),
        ("JSON.parse(File.read('c.json'))", "c__json", '[{"title": "Hat", "tint": "red"}, {"title": "Coat"}]'),
    ],
)
def test_cards_of_yaml_and_json(write_project: WriteProject, tmp_path: Path, read: str, name: str, cards: str) -> None:
    script = (
        f"cards = {read}\nSquib::Deck.new(cards: cards.size) do\n"
        " text str: cards.map { |c| c['title'] }, x: 90, y: 90\nend\n"
    )
    root = write_project()
    elements, _, _ = imported(root, tmp_path / "old", script, **{name: cards})
    assert elements["text"]["text"] == "{{ card.title }}"
    assert (root / "data/old/crew.csv").read_text() == "title,tint\nHat,red\nCoat,\n"
    assert "tint?: word" in (root / "data/old/game.yaml").read_text()
    assert codes(build_project(root)) == []


@pytest.mark.parametrize(
    ("script", "where", "what"),
    [
        ("c = YAML.load_file('c.yml')\nSquib::Deck.new(cards: c.size) { rect x: 1 }", 1, "the cards come from c.yml"),
        ("Squib::Deck.new(cards: Dir['*'].size) { rect x: 1 }", 1, "only Ruby can compute the cards of this deck"),
    ],
)
def test_cards_that_are_no_table(
    write_project: WriteProject, tmp_path: Path, script: str, where: int, what: str
) -> None:
    _, _, done = imported(write_project(), tmp_path / "old", script, c__yml="a: {b: [1]}\n")
    assert done.code == 1
    assert f"deck.rb:{where}: error[import-empty]: {what}" in done.err


def test_what_is_left_out_is_listed_by_line(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "save_png\nrect range: id['Ann'], x: 9\ntext str: data['nope'], x: 9\ntext str: data.card_name, x: 90, y: 90\n"
        "text str: data['kind'], range: rand(3)\nshowcase\nhand\nsvg file: 'a.svg', mask: :red"
    )
    index = "id = {}\ndata['Card Name'].each_with_index { |n, i| id[n] = i }\n"
    art = SVG.replace("</svg>", '<circle r="9" fill="#fff"/></svg>')
    _, left_out, _ = imported(
        write_project(),
        tmp_path / "old",
        f"{DATA}{index}Squib::Deck.new(cards: data.nrows) do\n{body}\nend\n",
        a__svg=art,
    )
    assert left_out == [
        "3 of 5 calls of the drawing imported; 2 listed below",
        "deck.rb:5: save_png, showcase, hand (pnp build makes the sheets, pnp export pictures of cards)",
        "deck.rb:7: text str: data['nope'], x: 9 (no column nope)",
        "deck.rb:9: text str: data['kind'], range: rand(3) (range: only Ruby can compute it)",
        "deck.rb:12: svg file: 'a.svg', mask: :red (mask: the square under the drawing is not painted; "
        "ground: none removes it)",
        "card_name: a word, which is not translated, as the drawing compares its cells or uses them as names",
        "column Card Name is renamed to card_name, which expressions can use",
    ]


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ('<span foreground="red">a</span>', '<span style="color: #ff0000">a</span>'),
        ("<span color='#0f0' weight='bold'>a</span>", '<span style="color: #00ff00; font-weight: bold">a</span>'),
        ("<span font_size='larger'>a</span>", '<span style="font-size: 120%">a</span>'),
        ("<span underline='single'>a</span>", '<span style="text-decoration: underline">a</span>'),
        ("<span strikethrough='true'>a</span>", '<span style="text-decoration: line-through">a</span>'),
        ("<span style='italic'>a</span>", '<span style="font-style: italic">a</span>'),
        ("<u>a</u> <s>b</s>", "<u>a</u> <s>b</s>"),
        ("<span rise='3'>a</span>", "<span rise='3'>a</span>"),
        ("<span color='no colour'>a</span>", "<span color='no colour'>a</span>"),
    ],
)
def test_spans_of_pango(tag: str, text: str) -> None:
    assert marked_up(tag) == text


def test_without_cards_a_deck_has_one_card(write_project: WriteProject, tmp_path: Path) -> None:
    root = write_project()
    script = f"{DATA}Squib::Deck.new do\n text str: data.card_name, x: 90, y: 90\nend\n"
    _, left_out, _ = imported(root, tmp_path / "old", script)
    assert (root / "data/old/crew.csv").read_text().count("\n") == 2
    assert "deck.rb:2: 1 row of 2 imported, as the deck has no cards:, which means one card" in left_out


def test_a_colour_that_is_unknown_is_not_black(write_project: WriteProject, tmp_path: Path) -> None:
    body = (
        "background color: data.nope\nrect x: 1, y: 1, width: 9, height: 9, stroke_color: tint\nbackground color: :navy"
    )
    elements, left_out, _ = imported(write_project(), tmp_path / "old", deck(body))
    assert [element.get("fill") for element in elements.values()] == ["#000080"]
    assert "deck.rb:3: background color: data.nope (color: no column nope)" in left_out


def test_yaml_is_read_as_ruby_reads_it(write_project: WriteProject, tmp_path: Path) -> None:
    boxes = "copy: {x: 1}\ncopy:\n  x: 90\n  y: 075\n  width: 300\n  color: #f00\n"
    _, left_out, _ = imported(
        write_project(),
        tmp_path / "old",
        deck("text str: data.card_name, layout: 'copy'", "layout: 'l.yml'"),
        l__yml=boxes,
    )
    assert "l.yml:2: copy is given twice, first in line 1; the last one counts, as in YAML 1.1" in left_out
    assert "l.yml:4: 075 is read as 61, as in YAML 1.1" in left_out
    assert "l.yml:6: #f00 is not read: # begins a comment, to the end of the line, as in YAML 1.1" in left_out
