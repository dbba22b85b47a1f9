"""The booklet as a web page: escaped, structured, whole, reaching nothing outside itself."""

from __future__ import annotations

import json
import math
import re
from html.parser import HTMLParser
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from booklets import open_booklet
from conftest import GAME, WriteProject
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pnp.core.colours import contrast
from pnp.render.html import HtmlSheet
from pnp.rulebook.html import render_html

STYLE = "icons: {dot: small/dot}\nboxes: {tip: {icon: dot}}\n"


class Page(HTMLParser):
    """The tags and texts of a page, its head left out."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"style", "svg", "title"} & set(self.open):
            self.text += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def html_of(write: WriteProject, text: str, **more: object) -> str:
    made = open_booklet(write, text, STYLE, **more)  # type: ignore[arg-type]
    html = render_html(made.set(), made.layout)
    assert made.codes == []
    return html


PANEL = """\
size: [60mm, 20mm]
elements: {ground: {rect: [0mm, 0mm, "{{ width }}mm", "{{ height }}mm"], fill: "{{ fill }}", stroke: "{{ edge }} 1mm"}}
"""


def test_a_panel_is_the_border_image_of_its_boxes_on_light_and_on_dark(write_project: WriteProject) -> None:
    text = "::: tip\nA tip\n:::\n"
    style = 'icons: {dot: small/dot}\npanel: small/panel\nboxes: {tip: {fill: "#FFEEDD", edge: "#AA1100"}}\n'
    made = open_booklet(write_project, text, style, **{"templates/small/panel.yaml": PANEL})
    html = render_html(made.set(), made.layout)
    light, dark = re.findall(r"aside\.tip\{border-image:url\(\"data:image/svg\+xml,([^\"]*)\"\)", html)
    assert 'viewBox="0 0 32 24"' in unquote(light)
    assert "#ffeedd" in unquote(light).lower()
    assert "#ffeedd" not in unquote(dark).lower()
    assert ElementTree.fromstring(unquote(light)).tag.endswith("svg")
    assert "border-image" not in html_of(write_project, text)


def test_blocks_become_their_elements(write_project: WriteProject) -> None:
    html = html_of(
        write_project,
        "## One\n\nA **b** *c* [d](#two) [e](https://x.org).\n\n### Two\n\n- x\n- y\n\n4. z\n\n- x\n\n1. w\n\n| H |\n| --: |\n| 1 |\n\n::: tip\nt\n:::\n",
    )
    main = html[html.index("<main>") : html.index("</main>")]
    assert '<h2 id="one">One</h2>' in main
    assert '<p>A <strong>b</strong> <em>c</em> <a href="#two">d</a> <a href="https://x.org">e</a>.</p>' in main
    assert '<h3 id="two">Two</h3>' in main
    assert "<ul><li>x</li><li>y</li></ul>" in main
    assert '<ol start="4"><li>z</li></ol>' in main
    assert "<ol><li>w</li></ol>" in main
    assert '<thead><tr><th scope="col" class="right">H</th></tr></thead>' in main
    assert '<tbody><tr><td class="right">1</td></tr></tbody>' in main
    assert re.search(r'<aside role="note" class="tip">.*<p>t</p></div></aside>', main)


def test_text_is_escaped_everywhere(write_project: WriteProject) -> None:
    nasty = "a < b & c > d"
    game = GAME.replace("title: Small", "title: 'S<mall & \"co\"'").replace("facts:", "subtitle: 'x<script>'\nfacts:")
    html = html_of(
        write_project,
        f"## {nasty}\n\n{nasty}\n\n| {nasty} |\n| --- |\n| {nasty} |\n",
        **{"data__small__game.yaml": game},
    )
    page = Page(html)
    assert page.text.count(nasty) == 4
    assert page.named("script") == []
    assert "<title>S&lt;mall" in html
    assert "x&lt;script&gt;" in html


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=settings.default.max_examples * 2 // 3
)
@given(value=st.text(st.characters(codec="ascii", exclude_categories=("Cc",)), min_size=1, max_size=12))
def test_whatever_a_value_holds_the_page_stays_well_formed(write_project: WriteProject, value: str) -> None:
    made = open_booklet(write_project, "## T\n\nx{{ words.w }}y [a](#t)\n", STYLE)
    made.layout.scope["words"] = {"w": value}
    page = Page(render_html(made.set(), made.layout))
    assert page.named("script") == page.named("img") == []
    assert len(page.named("h2")) == 1


@pytest.mark.parametrize("name", ["a</style><script>1</script>", "a</STYLE ><script>1</script>", "a}body{display:none"])
@pytest.mark.parametrize("key", ["boxes: {%s: {icon: dot}}", "icon_colours: {%s: accent}"])
def test_names_in_a_style_end_no_rule_of_the_page(write_project: WriteProject, key: str, name: str) -> None:
    style = f"icons: {{dot: small/dot}}\npanel: small/panel\n{key % json.dumps(name)}\n"
    made = open_booklet(write_project, "a :dot: b\n", style, **{"templates/small/panel.yaml": PANEL})
    html = render_html(made.set(), made.layout)
    assert Page(html).named("script") == []
    assert "body{display:none" not in html.replace(" ", "")
    assert html.lower().count("</style") == 1


def test_styles_end_no_element() -> None:
    html = HtmlSheet(lambda _: None).document(language='"><b>', title="", css='a{b:"</sTyle><b>"}', body="")
    assert Page(html).named("b") == []


def test_contents_list_the_parts_when_there_are_several(write_project: WriteProject) -> None:
    assert "<nav" not in html_of(write_project, "## One\n\nx\n")
    html = html_of(write_project, "## One\n\nx\n\n## Two\n\n### Deep\n\nx\n")
    assert (
        '<nav aria-label="contents"><ol><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ol></nav>'
        in html
    )


def test_cards_figures_and_components_are_pictures_with_names(write_project: WriteProject) -> None:
    html = html_of(
        write_project,
        "::: cards numbers\nBoth.\n:::\n\n::: figure red\nA figure.\n:::\n\n"
        "::: component numbers\nOne\n:::\n\n::: component numbers back=true\nTwo\n:::\n\nend\n",
    )
    page = Page(html)
    assert len(page.named("svg")) >= 5
    assert html.count('<ul class="components">') == 1
    assert "<figcaption>Both.</figcaption>" in html and "<figcaption>A figure.</figcaption>" in html
    assert "numbers 1" in html
    assert '<figure style="max-width:81mm">' in html
    assert html.count('<span class="card" style="flex-basis:14mm">') == 2
    assert '<div style="--columns:2"><span class="card"><svg' in html
    assert html.index("</ul>\n<p>end</p>") > 0


def test_a_card_is_cut_at_its_corners_and_has_a_thin_edge_inside_them(write_project: WriteProject) -> None:
    html = html_of(write_project, "::: cards numbers cards=[1]\n:::\n")
    (card,) = re.findall(r'<span class="card">(.*?)</span>', html)
    shown = re.fullmatch(
        r'<svg [^>]*viewBox="0 0 63 88" role="img" aria-label="numbers 1"><g clip-path="url\(#(\w+)\)"><use href="#\w+"/>'
        r'<path d="M3 0.1L60 0.1([^"]*)" fill="none" stroke="#8a8a8a" stroke-width=".5"/></g></svg>',
        card,
    )
    assert shown
    assert f'<clipPath id="{shown[1]}"><path d="M3 0L60 0C' in html


def test_icons_stand_in_texts_and_boxes_in_the_style_s_colours(write_project: WriteProject) -> None:
    html = html_of(write_project, "a :dot: b\n\n::: tip\nc\n:::\n\n::: ruling\nd\n:::\n")
    icon = r'<span class="icon"><svg [^>]*{}><use href="#(\w+)" transform="matrix\(.6 0 0 .6 0 0\)"/></svg></span>'
    named, hidden = icon.format('aria-label="dot"'), icon.format('aria-hidden="true"')
    (in_text,) = re.findall(f"<p>a {named} b</p>", html)
    (in_box,) = re.findall(f'<aside role="note" class="tip">{hidden}<div><p>c</p></div></aside>', html)
    assert '<aside role="note" class="ruling"><div><p>d</p></div></aside>' in html
    for identity, colour in ((in_text, "#222222"), (in_box, "#004488")):
        assert re.search(rf'<g id="{identity}"><path [^>]*fill="{colour}"/></g>', html)


def test_an_icon_stays_with_what_a_no_break_space_binds_to_it(write_project: WriteProject) -> None:
    html = html_of(write_project, "a :dot:\u00a0**b** c, and :dot:\u00a0Below: d :dot: e\n")
    assert re.search(r'and <span class="bound"><span class="icon"><svg .*?</svg></span>\u00a0Below:</span> d', html)
    assert html.count('class="bound"') == 1 and ".bound{white-space:nowrap}" in html


def test_a_box_that_begins_with_a_list_has_no_icon_as_on_paper(write_project: WriteProject) -> None:
    html = html_of(write_project, "::: tip\n- c\n:::\n")
    assert '<aside role="note" class="tip"><div><ul>' in html


def test_an_icon_in_a_text_has_its_own_colour_where_the_style_gives_one(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "a :dot: b\n", STYLE + "icon_colours: {dot: '#7a1020'}\n")
    html = render_html(made.set(), made.layout)
    assert re.search(r'<g id="\w+"><path [^>]*fill="#7a1020"/></g>', html)
    assert '[fill="#7a1020"]{fill:var(--icon-dot)}' in html and "--icon-dot:#7a1020;" in html
    assert '"#7a1020"' in repr(made.set().pages[0]).replace("'", '"')


def test_what_the_web_does_not_show_leaves_no_line(write_project: WriteProject) -> None:
    html = html_of(write_project, "x\n\n::: page-break\n:::\n\n::: toc\n:::\n\ny\n")
    assert "<main>\n<p>x</p>\n<p>y</p>\n</main>" in html


def test_the_first_whole_page_is_the_cover_and_the_title_is_spoken(write_project: WriteProject) -> None:
    html = html_of(write_project, "::: page red\n:::\n\n## A\n\n::: page red\n:::\n")
    assert re.search(r'<header><div class="cover"><svg [^>]*aria-label="Small">', html)
    assert '<div class="spoken"><h1>Small</h1></div>' in html
    assert html.count('class="cover"') == 1
    assert "<div><h1>Small</h1></div>" in html_of(write_project, "## A\n")


def test_a_style_s_colours_are_the_page_s(write_project: WriteProject) -> None:
    html = html_of(write_project, "## A\n")
    root = re.search(r":root\{color-scheme:light dark;([^}]*)\}", html)
    assert root
    light = dict(entry.split(":") for entry in root[1].split(";") if entry)
    assert light["--ink"] == "#222222" and light["--accent"] == light["--heading"] == light["--tip-edge"] == "#004488"
    assert light["--subheading"] == "#222222" and "color:var(--subheading)" in html
    assert light["--tip-fill"] == light["--tint"] == "#eeeeff" and light["--rule"] == "#bbbbbb"
    assert "aside.tip{background:var(--tip-fill);border-color:var(--tip-edge)}" in html


def test_in_the_dark_texts_are_light_and_pictures_keep_their_ink(write_project: WriteProject) -> None:
    html = html_of(write_project, "## A\n\na :dot:\n\n::: tip\nc\n:::\n")
    dark = re.search(r"@media screen and \(prefers-color-scheme:dark\)\{:root\{([^}]*)\}\n([^{]*)\{([^}]*)\}", html)
    assert dark
    colours = dict(entry.split(":") for entry in dark[1].split(";") if entry)
    for name in ("--ink", "--accent", "--heading", "--subheading", "--tip-edge"):
        assert contrast(colours[name], colours["--paper"]) >= 4.5
    assert contrast(colours["--ink"], colours["--tip-fill"]) >= 7
    assert dark[2] == ".picture,.card,.cover svg" and "--ink:#222222;" in dark[3]
    assert '[fill="#222222"]{fill:var(--ink)}' in html


LABELLED = """size: 100x30
bleed: 0mm
safe: 0mm
elements:
  one: {text: Discard pile, in: [0mm, 0mm, 14mm, 20mm], size: 6pt}
  two: {text: B, in: [50mm, 0mm, 40mm, 20mm], size: 20pt}
"""


def test_a_figure_keeps_the_width_that_its_smallest_label_needs(write_project: WriteProject) -> None:
    files = {"templates__small__figures__red.yaml": LABELLED.replace("6pt", "8pt")}
    html = html_of(write_project, "::: figure red\n:::\n", **files)
    (picture,) = [tag for tag in Page(html).named("div") if tag.get("class") == "picture"]
    least = 12 * 100 / (8 * 25.4 / 72)  # 12 pixels for a label of 8 pt, in a figure of 100 mm
    assert picture == {
        "class": "picture",
        "role": "img",
        "aria-label": "Discard pile, B",
        "tabindex": "0",
        "style": f"--least:{math.ceil(least)}px",
    }
    html = html_of(
        write_project,
        "::: figure red\n:::\n",
        **{"templates__small__figures__red.yaml": LABELLED.replace("6pt", "12pt")},
    )
    (picture,) = [tag for tag in Page(html).named("div") if tag.get("class") == "picture"]
    assert "tabindex" not in picture and "style" not in picture


def test_a_figure_may_have_another_for_the_phone(write_project: WriteProject) -> None:
    narrow = "extends: small/figures/red\nsize: [50mm, 40mm]\nelements:\n  two: {in: [0mm, 20mm, 40mm, 20mm]}\n"
    html = html_of(
        write_project,
        "::: figure red\n:::\n\n::: step red\nDo it.\n:::\n",
        **{
            "templates__small__figures__red.yaml": LABELLED.replace("6pt", "8pt") + "phone: small/figures/narrow\n",
            "templates__small__figures__narrow.yaml": narrow,
        },
    )
    pictures = [tag for tag in Page(html).named("div") if (tag.get("class") or "").startswith("picture")]
    assert [tag["class"] for tag in pictures] == ["picture wide", "picture narrow"] * 2
    assert {tag["aria-label"] for tag in pictures} == {"Discard pile, B"}
    assert "style" in pictures[0] and "style" not in pictures[1]  # 50 mm need 213 pixels, and do not scroll
    shapes = re.findall(r'<div class="picture (\w+)".*?viewBox="0 0 ([\d.]+) ', html)
    assert shapes == [("wide", "100"), ("narrow", "50")] * 2


def test_a_figure_for_the_phone_that_is_not_there_is_told(write_project: WriteProject) -> None:
    files = {"templates__small__figures__red.yaml": LABELLED + "phone: small/figures/narow\n"}
    made = open_booklet(write_project, "::: figure red\n:::\n", STYLE, **files)  # type: ignore[arg-type]
    assert made.codes == ["file-missing@7"]


def test_small_words_of_the_cover_stand_below_it(write_project: WriteProject) -> None:
    html = html_of(write_project, "::: page red\n:::\n\n## A\n", **{"templates__small__figures__red.yaml": LABELLED})
    assert '<p class="small-words">Discard pile</p>' in html


def test_pictures_are_told_in_the_page_s_language(write_project: WriteProject) -> None:
    game = GAME + "words: {dot: dot}\n"
    html = html_of(
        write_project,
        "::: cards numbers cards=[1, back]\n:::\n\nx :dot:\n",
        language="fr",
        french={"Small": "Petit", "x :dot:": "y :dot:", "dot": "point", "number cards": "cartes Nombre"},
        **{"data__small__game.yaml": game.replace("numbers: {", "numbers: {title: number cards, ")},
    )
    assert re.findall('aria-label="([^"]*)"', html) == ["cartes Nombre 1", "dos\u00a0: cartes Nombre", "point"]


def test_the_page_names_its_language_and_reaches_nothing_outside(write_project: WriteProject) -> None:
    html = html_of(
        write_project, "## A\n\nx :dot:\n", language="fr", french={"Small": "Petit", "A": "B", "x :dot:": "y :dot:"}
    )
    page = Page(html)
    assert page.named("html") == [{"lang": "fr"}]
    assert page.named("link") == page.named("img") == page.named("script") == []
    assert not re.search(r"url\((?!data:|#)", html)
    assert "<title>Petit</title>" in html


def test_the_fonts_carry_every_letter_of_the_text(write_project: WriteProject) -> None:
    import base64

    from pnp.core.fonts import FontFace

    html = html_of(write_project, "## Zwölf\n\n**Ωmega** Žluťoučký 12½ → x\n")
    fonts = [FontFace("x", base64.b64decode(data)) for data in re.findall(r"base64,([^)]+)\)", html)]
    assert len(fonts) >= 2
    assert all(fonts[0].has(c) for c in "ZwölfŽluťoučký½→Small")


@pytest.mark.parametrize(
    "text", ["::: tip\n:::\n", "- \n", "::: component numbers\n:::\n", "| a |\n| - |\n", "::: toc\n:::\n"]
)
def test_empty_blocks_are_well_formed(write_project: WriteProject, text: str) -> None:
    Page(html_of(write_project, f"x\n\n{text}"))
