"""The shipped games: build in every language, twice to the same bytes, clean; and a project of one's own does, too."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pypdf
import pypdfium2
import pytest
import yaml
from conftest import ROOT, build_project, one_of
from pypdf.generic import IndirectObject

from pnp.build import BuildOptions, build
from pnp.core.diagnostics import Diagnostics
from pnp.core.printing import Printing
from pnp.outputs import BuildResult
from pnp.play.project_game import own_bots
from pnp.project.files import Files, game_names
from pnp.project.game import bots_path
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.selection import Selection, SelectionRequest

pytestmark = pytest.mark.slow

GAMES = game_names(Files(ROOT))
MM = 72 / 25.4


@pytest.fixture(scope="module")
def shipped() -> BuildResult:
    return build_project(ROOT)


def test_nothing_is_wrong_with_them(shipped: BuildResult) -> None:
    assert [f"{d.code}@{d.place}: {d.what}" for d in shipped.diagnostics] == []
    assert {"chili", "chicken"} <= set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_has_a_word(game: str) -> None:
    diagnostics = Diagnostics()
    loaded = load_game(Files(ROOT), Templates(Files(ROOT)), game, diagnostics)
    assert loaded is not None
    assert {*own_bots(Files(ROOT).text(bots_path(game)))} - {*loaded.head.play.names} == set()


def test_every_game_has_a_box_that_fits_one_sheet(shipped: BuildResult) -> None:
    request = SelectionRequest(Selection(("box",)))
    on_letter = build(Files(ROOT), BuildOptions((), ("en",), Printing("letter"), selection_request=request))
    assert not on_letter.diagnostics
    assert len(on_letter.outputs) == len(GAMES)
    for output in [*on_letter.outputs, *(output for output in shipped.outputs if output.path.endswith("/box.pdf"))]:
        assert output.path.endswith("/box.pdf")
        assert output.summary.startswith("1 piece on 1 sheet")
        assert "tiled" not in output.summary


def test_every_product_is_made_for_every_game_and_language(shipped: BuildResult) -> None:
    made = {output.path for output in shipped.outputs}
    for game in GAMES:
        languages = yaml.safe_load((ROOT / f"data/{game}/game.yaml").read_text(encoding="utf-8"))["languages"]
        assert languages[:2] == ["en", "fr"]
        for language in languages:
            for file in ("cards.pdf", "rules.pdf", "booklet.pdf", "rules.html"):
                assert f"{game}/{language}/{file}" in made
    assert "chicken/fr/tokens.pdf" in made
    assert "chili/fr/tokens.pdf" not in made
    assert {"chicken/de/tokens.pdf", "chili/de/score.pdf"} <= made


@pytest.mark.parametrize("game", one_of(GAMES, "chicken"))
def test_a_second_build_gives_the_same_bytes(game: str, shipped: BuildResult) -> None:
    again = build(Files(ROOT), BuildOptions(games=[game])).outputs
    assert again == [output for output in shipped.outputs if output.path.startswith(f"{game}/")]


def pdfs(built: BuildResult) -> list[tuple[str, pypdf.PdfReader]]:
    return [
        (o.path, pypdf.PdfReader(io.BytesIO(o.content), strict=True)) for o in built.outputs if o.path.endswith(".pdf")
    ]


def test_fonts_are_embedded_subsets_and_nothing_else(shipped: BuildResult) -> None:
    for path, reader in pdfs(shipped):
        objects = [reader.get_object(IndirectObject(number, 0, reader)) for number in reader.xref[0]]
        fonts = [o for o in objects if isinstance(o, dict) and o.get("/Subtype") == "/Type0"]
        assert fonts, path
        assert all(re.fullmatch(r"/[A-Z]{6}\+[\w-]+", font["/BaseFont"]) for font in fonts), path
        assert all("/FontFile2" in font["/DescendantFonts"][0]["/FontDescriptor"] for font in fonts), path


def test_pages_have_boxes_language_and_hints(shipped: BuildResult) -> None:
    for path, reader in pdfs(shipped):
        catalog = reader.trailer["/Root"]
        assert catalog["/Lang"] == path.split("/")[1]  # type: ignore[index]
        assert catalog["/ViewerPreferences"]["/PrintScaling"] == "/None"  # type: ignore[index]
        for page in reader.pages:
            media, bleed, trim = ([float(n) for n in box] for box in (page.mediabox, page.bleedbox, page.trimbox))
            assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
            assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]


def test_fronts_and_backs_alternate(shipped: BuildResult) -> None:
    for output in shipped.outputs:
        if (path := output.path).endswith("cards.pdf"):
            with pypdfium2.PdfDocument(output.content) as document:
                texts = [page.get_textpage().get_text_range() for page in document]
            labels = [re.search(r"· (\d+[AB])\b", text) for text in texts]
            assert all(labels), path
            sides = [match[1] for match in labels if match]
            assert sides == sorted(sides, key=lambda s: (int(s[:-1]), s[-1])), path


def test_booklets_hold_every_page_in_folding_order(shipped: BuildResult) -> None:
    outputs = {o.path: o.content for o in shipped.outputs}
    for game in GAMES:
        rules = pypdf.PdfReader(io.BytesIO(outputs[f"{game}/fr/rules.pdf"]))
        booklet = pypdf.PdfReader(io.BytesIO(outputs[f"{game}/fr/booklet.pdf"]))
        assert len(rules.pages) % 4 == 0
        assert len(booklet.pages) == len(rules.pages) // 2
        assert all(float(p.mediabox.width) / MM == pytest.approx(297, abs=0.1) for p in booklet.pages)


def test_rules_have_an_outline_in_their_language(shipped: BuildResult) -> None:
    for path, reader in pdfs(shipped):
        if path.endswith("rules.pdf"):
            titles = [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)]  # type: ignore[call-overload]
            assert len(titles) >= 4, path


def test_html_pages_are_well_formed_and_reach_nothing_outside(shipped: BuildResult) -> None:
    from html.parser import HTMLParser

    void = {"meta", "br", "img", "hr", "link", "input"}

    class Checker(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []
            self.ids: set[str] = set()
            self.uses: set[str] = set()

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            values = dict(attrs)
            if "id" in values:
                assert values["id"] not in self.ids, values["id"]
                self.ids.add(str(values["id"]))
            for name in ("href", "xlink:href"):
                target = values.get(name) or ""
                assert target.startswith("#") or not target or tag == "a", target
                if target.startswith("#"):
                    self.uses.add(target[1:])
            for name in ("clip-path", "fill", "stroke"):
                if found := re.fullmatch(r"url\(#(.+)\)", values.get(name) or ""):
                    self.uses.add(found[1])
            assert "src" not in values
            if tag not in void:
                self.open.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            self.handle_starttag(tag, attrs)
            if tag not in void:
                self.open.pop()

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    for output in shipped.outputs:
        if output.path.endswith(".html"):
            text = output.content.decode()
            checker = Checker()
            checker.feed(text)
            assert checker.open == [], output.path
            assert checker.uses - checker.ids == set(), output.path
            assert f'<html lang="{output.path.split("/")[1]}">' in text
            assert not re.search(r"""(?:src|href)\s*=\s*["']https?:|url\(\s*["']?https?:""", text)


def test_french_typography_reaches_the_page(shipped: BuildResult) -> None:
    html = next(o.content.decode() for o in shipped.outputs if o.path == "chicken/fr/rules.html")
    body = re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", html, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", "", body)
    assert "\u202f!" in text
    assert "\u00a0:" in text
    assert not re.search(r"[^\u202f\u00a0\s!?] ?[!?;](?!\S*;)", re.sub(r"&\w+;", "", text))
    assert "'" not in text


OWN_GAME = """\
title: Harbour
players: 1..6
languages: [en, de, pt_BR]
facts: {crates: 4}
words: {cargo: cargo}
decks:
  goods:
    title: goods
    cards: goods.csv
    template: harbour/goods
    fields: {name: text, price: 1..20, kind: [fish, salt], art?: word}
  ships: {cards: [{name: Anna}, {name: Else, copies: 3}], template: harbour/ship, back: harbour/rear}
expect:
  - that: decks.goods|length == 5
  - {that: card.price > 0, each: decks.goods}
"""
OWN_FILES = {
    "data/harbour/game.yaml": OWN_GAME,
    "data/harbour/goods.csv": "name,price,kind,copies\nHerring,3,fish,2\nSea salt,12,salt,\nCod & chips,20,fish,2\n",
    "templates/harbour/goods.yaml": """\
size: mini
bleed: 1/8in
safe: 3mm
icons: {coin: harbour/coin}
elements:
  ground: {rect: bleed, fill: {linear: 90, stops: [[0, "#e8f4fa"], [1, "{{ '#a8d4ea' if card.kind == 'fish' else '#f0f0f0' }}"]]}}
  name: {text: "{{ card.name }}", in: safe, size: 14pt, smallest: 8pt, bold: true, align: centre, lines: 2}
  price: {text: "{{ card.price }} :coin:", in: safe, at: bottom-left, height: 8mm, size: 16pt, valign: bottom}
  pips: {icons: coin, count: "{{ card.price // 4 }}", size: 6mm, gap: 1mm, layout: pips, in: [4mm, 22mm, 36.45mm, 24mm]}
  left: {text: "{{ crates }} crates", when: card.kind == 'salt', in: safe, at: right, rotate: 90, width: 30mm, height: 5mm, size: 8pt}
""",
    "templates/harbour/coin.svg": '<svg viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg"><circle cx="12" cy="12" r="10" fill="#e0b030"/></svg>',
    "templates/harbour/ship.yaml": 'size: tarot\nelements:\n  name: {text: "{{ card.name }}", in: safe, size: 30pt}\n',
    "templates/harbour/rear.yaml": 'size: tarot\nelements:\n  ground: {rect: bleed, fill: "#204060"}\n',
    "templates/harbour/rulebook.md": """\
## Goal

Load {{ crates|words }} crates of {{ words.cargo }} before the others do.

::: component goods cards=[{name: Herring}]
**{{ decks.goods|length }} goods**
:::

::: component ships
{{ decks.ships|length }} ships.
:::

::: example
**Anna's turn.** She sells for {{ decks.goods[0].price }}.
:::
""",
    "templates/common/booklet.yaml": "palette: {ink: '#222', accent: '#048', tint: '#eef', rule: '#bbb', grey: '#666'}\n",
    "fonts/fonts.yaml": "families:\n  text: {regular: SourceSans3-Regular.ttf, bold: SourceSans3-Bold.ttf}\n",
}
GERMAN = {
    "Harbour": "Hafen",
    "cargo": "Fracht",
    "goods": "Waren",
    "Herring": "Hering",
    "Sea salt": "Meersalz",
    "Cod & chips": "Kabeljau mit Pommes",
    "{{ crates }} crates": "{{ crates }} Kisten",
    "Goal": "Ziel",
    "Load {{ crates|words }} crates of {{ words.cargo }} before the others do.": "Ladet {{ crates|words }} Kisten {{ words.cargo }} vor den anderen.",
    "**{{ decks.goods|length }} goods**": "**{{ decks.goods|length }} Waren**",
    "{{ decks.ships|length }} ships.": "{{ decks.ships|length }} Schiffe.",
    "**Anna's turn.** She sells for {{ decks.goods[0].price }}.": "**Anna ist dran.** Sie verkauft für {{ decks.goods[0].price }}.",
}


@pytest.fixture
def own_project(tmp_path: Path) -> Path:
    root = tmp_path / "harbour"
    for path, text in OWN_FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for language, plural in (("de", "n != 1"), ("pt_BR", "n > 1")):
        entries = "".join(
            f'msgid "{text}"\nmsgstr "{translated if language == "de" else text}"\n\n'
            for text, translated in GERMAN.items()
        )
        header = (
            f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: nplurals=2; plural=({plural});\\n"\n\n'
        )
        locale = root / f"data/harbour/locale/{language}.po"
        locale.parent.mkdir(exist_ok=True)
        locale.write_text(header + entries)
    for name in ("Regular", "Bold"):
        shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{name}.ttf", root / "fonts")
    return root


def test_another_game_of_other_sizes_in_three_languages(own_project: Path) -> None:
    built = build_project(own_project, paper="letter")
    assert [f"{d.code}@{d.place}: {d.what}" for d in built.diagnostics] == []
    summaries = {output.path: output.summary for output in built.outputs}
    for language in ("en", "de", "pt_BR"):
        assert summaries[f"harbour/{language}/cards.pdf"] == "9 cards on 2 sheets, Letter"
        assert f"harbour/{language}/rules.html" in summaries
    german = {o.path: o.content for o in built.outputs}
    text = pypdf.PdfReader(io.BytesIO(german["harbour/de/cards.pdf"])).pages[0].extract_text()
    assert "Kabeljau" in text
    assert "4 Kisten" in text.replace("\n", " ")
    rules = pypdf.PdfReader(io.BytesIO(german["harbour/de/rules.pdf"])).pages[0].extract_text()
    assert "Ladet vier Kisten Fracht" in rules.replace("\n", " ")
    assert german["harbour/pt_BR/rules.html"].startswith(b'<!DOCTYPE html>\n<html lang="pt-BR">')
