"""Reports as files: PDFs that can be read and searched, and what fonts cannot show."""

from __future__ import annotations

import io
import subprocess
import sys

import pypdf
import pytest
from conftest import GAME, ROOT, WriteProject
from report.samples import HARD, card, sample
from strategies import shipped_fonts

from pnp.core.diagnostics import Diagnostics
from pnp.play.summary import Report
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.report.html import render_report
from pnp.report.wording import told

CARDS = "- {number: 1, colour: red}\n- {number: 2, colour: 龍}\n"
PLACES = {"title": "data/small/game.yaml:1:8", "card": "data/small/cards.yaml:2:3", "else": "data/small/game.yaml"}


@pytest.fixture
def game(write_project: WriteProject) -> Game:
    """Its title has a Greek letter and a Chinese one, its second card a Chinese one."""
    game = GAME.replace("title: Small", "title: Small 猫 שלום").replace(", colour: [red, blue]", ", colour: text")
    files = Files(write_project({"data/small/game.yaml": game, "data/small/cards.yaml": CARDS}))
    diagnostics = Diagnostics()
    found = load_game(files, Templates(files), "small", diagnostics)
    assert found, list(diagnostics)
    return found


def rendered(reports: list[Report], ending: str, game: Game) -> tuple[bytes, list[str]]:
    diagnostics = Diagnostics()
    content = render_report(reports, ending, game, shipped_fonts(), diagnostics)
    return content, [f"{d.place} {d.code}: {d.what}" for d in diagnostics]


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages).split())


def test_the_pdf_can_be_read_and_searched(game: Game) -> None:
    pdf, told_of = rendered([sample(), sample(players=4)], ".pdf", game)
    assert told_of == []
    reader = pypdf.PdfReader(io.BytesIO(pdf), strict=True)
    whole = text_of(pdf)
    for part in ("Duel", "3 players", "4 players", told(sample()), "Cards to look at", "equal part", HARD):
        assert part in whole
    assert [round(float(n)) for n in reader.pages[0].mediabox[2:]] == [595, 842]
    assert reader.metadata
    assert (reader.metadata.title, reader.metadata.subject) == ("Duel: 800 games played", "Simulated games")
    assert reader.trailer["/Root"]["/Lang"] == "en-GB"
    assert [entry.title for entry in reader.outline] == ["3 players", "4 players"]  # type: ignore[union-attr]


def test_all_fonts_of_the_pdf_are_embedded(game: Game) -> None:
    reader = pypdf.PdfReader(io.BytesIO(rendered([sample()], ".pdf", game)[0]))
    fonts = reader.pages[0]["/Resources"]["/Font"].values()  # type: ignore[index]
    names = {str(font.get_object()["/BaseFont"]).split("+")[1] for font in fonts}
    assert names == {"SourceSans3-Regular", "SourceSans3-Bold"}


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"title": "Duel 猫"}, "title"),
        ({"cards": (card("9", 0.1), card("龍", 0.0))}, "card"),
        ({"bots": ("鳥",)}, "else"),
    ],
)
def test_a_glyph_that_no_font_has_is_told_where_its_name_comes_from(
    game: Game, changes: dict[str, object], place: str
) -> None:
    pdf, told_of = rendered([sample(**changes)], ".pdf", game)
    (fault,) = told_of
    assert fault.startswith(f"{PLACES[place]} glyph-missing: no font has a glyph for ")
    assert "?" not in text_of(pdf)


def test_other_fonts_of_the_project_are_asked_first(game: Game) -> None:
    pdf, told_of = rendered([sample(title="Duel किताब")], ".pdf", game)
    assert told_of == []
    assert "Duel" in text_of(pdf)


def test_a_name_from_right_to_left_is_told(game: Game) -> None:
    _, told_of = rendered([sample(bots=("שלום",))], ".pdf", game)
    assert any("script-unsupported: a text of the report runs from right to left" in fault for fault in told_of)


def test_an_html_page_is_in_the_readers_own_fonts(game: Game) -> None:
    page, told_of = rendered([sample(title="Duel 猫 שלום")], ".html", game)
    assert told_of == []
    assert "Duel 猫 שלום" in page.decode()


def test_files_are_the_same_in_every_process(game: Game) -> None:
    code = (
        "import sys; sys.path[:0] = ['tests']; from report.samples import sample; from strategies import shipped_fonts\n"
        "from pnp.core.diagnostics import Diagnostics; from pnp.report.html import render_report\n"
        "for ending in ('.pdf', '.html'):\n"
        "    sys.stdout.buffer.write(render_report([sample(), sample(players=4)], ending, None, shipped_fonts(), Diagnostics()))"
    )
    files = [rendered([sample(), sample(players=4)], ending, game)[0] for ending in (".pdf", ".html")]
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True, cwd=ROOT, env={"PYTHONHASHSEED": seed}
        )
        assert done.stdout == b"".join(files)
