"""The forms of printed rules: their files and summaries, their pages, and what is reported where they cannot be."""

from __future__ import annotations

import io

import pikepdf
import pytest
from booklets import open_booklet, placed_texts
from command_line import pnp
from conftest import WriteProject, build_project, check_project, codes
from exported import export_project

from pnp.core.printing import PAPERS
from pnp.outputs import BuildResult, Output

pytestmark = pytest.mark.slow

RULES = "templates/small/rulebook.md"
STYLE = "templates/small/booklet.yaml"
LINE = "A line of its own.\n\n"
COVER = "size: [74mm, 105mm]\nbleed: 0mm\nsafe: 3mm\nelements:\n  ground: {rect: trim, fill: '#cc0000'}\n"


def project(write: WriteProject, style: str, text: str = "## Play\n\nPlay.\n", **files: str) -> BuildResult:
    return build_project(write({RULES: text, STYLE: style, **files}))


def files_of(built: BuildResult) -> dict[str, str]:
    """The files of the rules with their summaries."""
    assert codes(built) == []
    names = {output.path.rpartition("/")[2]: output.summary for output in built.outputs}
    return {name: summary for name, summary in names.items() if name != "cards.pdf"}


def output(built: BuildResult, name: str) -> Output:
    (found,) = [output for output in built.outputs if output.path.endswith(f"/{name}")]
    return found


@pytest.mark.parametrize(
    ("style", "name", "summary"),
    [
        ("form: sheet\n", "sheet.pdf", "1 page on 1 sheet, A4, on one side"),
        ("form: sheet\nsize: a5\n", "sheet.pdf", "1 page on 1 sheet, A4, on one side, to cut out"),
        (
            "leaflet: {fold: half}\n",
            "leaflet.pdf",
            "1 panel on 1 sheet, A4, half fold, on both sides, 3 left empty at the end",
        ),
        (
            "leaflet: {panels: 8}\nsection: {size: 10pt}\n",
            "leaflet.pdf",
            "1 panel on 1 sheet, A4, zine fold, on one side, with a slit in the middle, 7 left empty at the end",
        ),
        (
            "leaflet: {panels: 6}\nsize: poker\nsection: {size: 10pt}\n",
            "leaflet.pdf",
            "1 panel on 1 sheet, A4, letter fold, on both sides, to cut out, 5 left empty at the end",
        ),
    ],
)
def test_a_form_has_its_own_file(write_project: WriteProject, style: str, name: str, summary: str) -> None:
    assert files_of(project(write_project, style)) == {
        "rules.pdf": "1 page",
        name: summary,
        "rules.html": "for the web",
    }


def test_rules_that_are_not_printed_are_on_the_web_alone(write_project: WriteProject) -> None:
    assert files_of(project(write_project, "form: none\n")) == {"rules.html": "for the web"}
    root = write_project({RULES: "## Play\n\nPlay.\n", STYLE: "form: none\npages: 7\n"})
    assert not check_project(root, "pages").diagnostics
    assert "rules.pdf" not in pnp(root, "list").out


def test_a_leaflet_is_built_alone_by_its_name_and_listed(write_project: WriteProject) -> None:
    root = write_project({RULES: "## Play\n\nPlay.\n", STYLE: "leaflet: {panels: 4}\n"})
    assert "leaflet.pdf" in pnp(root, "list").out
    done = pnp(root, "build", "--only", "leaflet")
    assert done.code == 0 and [line.split()[0].rpartition("/")[2] for line in done.out.splitlines()] == ["leaflet.pdf"]
    assert "choice-empty" in pnp(root, "build", "--only", "sheet").err


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_pages_of_a_sheet_or_leaflet_fill_the_paper(write_project: WriteProject, paper: str) -> None:
    width, height = PAPERS[paper]
    for style, size in (("form: sheet\n", (width, height)), ("leaflet: {fold: french}\n", (width / 2, height / 2))):
        root = write_project({RULES: "## Play\n\nPlay.\n", STYLE: style})
        with pikepdf.open(io.BytesIO(output(build_project(root, paper=paper), "rules.pdf").content)) as pdf:
            box = [float(n) / 72 * 25.4 for n in pdf.pages[0].mediabox[2:]]
        assert box == pytest.approx(size, abs=0.01)


def test_the_usual_paper_of_a_game_decides_what_is_checked(write_project: WriteProject) -> None:
    made = open_booklet(write_project, "## Play\n", "form: sheet\n")
    assert made.booklet.style.size == PAPERS["a4"]
    assert made.booklet.on(PAPERS["letter"]).style.size == PAPERS["letter"]
    assert made.booklet.on(PAPERS["letter"]).on(PAPERS["a4"]).style.size == PAPERS["a4"]


def test_how_the_paper_is_turned_is_noted_in_the_file(write_project: WriteProject) -> None:
    turned = {}
    for name, style in (("sheet", "form: sheet\n"), ("leaflet", "leaflet: {panels: 6}\n")):
        built = project(write_project, style, f"## Play\n\n{LINE}::: page-break\n:::\n\n## End\n\n{LINE}")
        with pikepdf.open(io.BytesIO(output(built, f"{name}.pdf").content)) as pdf:
            turned[name] = (str(pdf.Root.ViewerPreferences.Duplex), str(pdf.docinfo.Title))
    assert turned == {
        "sheet": ("/DuplexFlipLongEdge", "Small · rules sheet"),
        "leaflet": ("/DuplexFlipShortEdge", "Small · leaflet"),
    }


def test_text_without_a_panel_is_an_error_at_the_last_heading_that_has_one(write_project: WriteProject) -> None:
    text = "".join(
        f"## {word}\n\n{LINE}::: page-break\n:::\n\n" for word in ("Deal", "Play", "Score", "End", "Variants")
    )
    root = write_project({RULES: text, STYLE: "leaflet: {fold: french}\n"})
    (fault,) = build_project(root).diagnostics
    assert (str(fault.code), str(fault.place), fault.severity) == ("leaflet-full", f"{RULES}:22:1", "error")
    assert fault.what == "the rules take 5 panels of 105 × 148.5 mm, 1 more than the leaflet has"
    assert fault.fix.startswith("shorten the rules by 17% at least")
    assert codes(check_project(root)).count(f"leaflet-full@{RULES}:22:1") == 1
    assert codes(project(write_project, "leaflet: {panels: 6}\n", text)) == []


def test_pages_far_too_large_for_the_paper_are_reported_at_their_size(write_project: WriteProject) -> None:
    built = project(write_project, "leaflet: {fold: zine}\nsize: a5\n")
    (fault,) = built.diagnostics
    assert (str(fault.code), str(fault.place)) == ("page-size", f"{STYLE}:2:7")
    assert fault.fix == "write size: auto, for pages of 74.25 × 105 mm"
    assert "A4 at 50%" in output(built, "leaflet.pdf").summary
    assert codes(project(write_project, "leaflet: {fold: zine}\nsize: auto\nsection: {size: 10pt}\n")) == []


def test_an_inherited_size_is_taken_back(write_project: WriteProject) -> None:
    common = {"templates/common/booklet.yaml": "size: a5\n"}
    style = "extends: common/booklet\nleaflet: {fold: zine}\nsection: {size: 10pt}\n"
    assert codes(project(write_project, style, **common)) == ["page-size@templates/common/booklet.yaml:1:7"]
    assert codes(project(write_project, f"{style}size: auto\n", **common)) == []


@pytest.mark.parametrize(
    ("leaflet", "what", "fix"),
    [
        ("{panels: 5}", "leaflet cannot have 5 panels", "write panels: with one of 2, 3, 4, 6, 8"),
        (
            "{fold: letter, panels: 8}",
            "leaflet cannot have 8 panels: with fold: letter it has 3 or 6",
            "write panels: 6, or fold: zigzag",
        ),
        ("zines", "leaflet must be a mapping, not “zines”", "write leaflet: {fold: zine}"),
    ],
)
def test_folds_that_cannot_be_are_reported_with_those_that_can(
    write_project: WriteProject, leaflet: str, what: str, fix: str
) -> None:
    (fault,) = project(write_project, f"leaflet: {leaflet}\n").diagnostics
    assert (str(fault.code), fault.what, fault.fix) == ("wrong-value", what, fix)
    assert str(fault.place) == f"{STYLE}:1:10"


def test_a_cover_takes_the_shape_of_its_panel(write_project: WriteProject) -> None:
    files = {"templates__small__figures__cover.yaml": COVER}
    made = open_booklet(write_project, "::: page cover\n:::\n\n## Play\n", "leaflet: {fold: letter}\n", **files)
    cover = made.set().pages[0]
    template = made.booklet.figures["cover"].head.size
    assert template[0] == 74 and template[1] / template[0] == pytest.approx(cover.height / cover.width)


def feet(write: WriteProject, style: str, text: str) -> list[list[str]]:
    """The texts below the text area of each page."""
    pages = open_booklet(write, text, f"{style}size: [100mm, 120mm]\n").set().pages
    return [[words for _, y, words in placed_texts(page) if y > 110.5] for page in pages]


def test_pages_of_leaflets_have_numbers_alone_and_one_page_not_even_that(write_project: WriteProject) -> None:
    one, two = (
        f"## Play\n\nSee [End](#end).\n\n## End\n\n{LINE}",
        f"## Play\n\n{LINE}::: page-break\n:::\n\n## End\n\n{LINE}",
    )
    assert feet(write_project, "leaflet: {panels: 4}\n", two) == [["1"], ["2"]]
    assert feet(write_project, "form: sheet\nmargins: {bottom: 10mm}\n", one) == [[]]
    words = [text for _, _, text in placed_texts(open_booklet(write_project, one, "form: sheet\n").set().pages[0])]
    assert not any("page" in text for text in words)
    words = [text for _, _, text in placed_texts(open_booklet(write_project, one).set().pages[0])]
    assert any("page" in text for text in words)


@pytest.mark.parametrize(
    ("style", "count"), [("leaflet: {panels: 6}\n", 6), ("form: sheet\n", 1), ("form: booklet\n", 4)]
)
def test_printers_get_as_many_pages_as_the_form_has(write_project: WriteProject, style: str, count: int) -> None:
    root = write_project({RULES: "## Play\n\nPlay.\n", STYLE: style})
    (rules,) = export_project(root, "pdf", decks=("rules",)).outputs
    with pikepdf.open(io.BytesIO(rules.content)) as pdf:
        assert len(pdf.pages) == count


def test_extras_cannot_take_the_name_of_a_form(write_project: WriteProject) -> None:
    for name in ("sheet", "leaflet"):
        root = write_project()
        game = (root / "data/small/game.yaml").read_text()
        (root / "data/small/game.yaml").write_text(f"{game}extras:\n  {name}: {{template: small/face}}\n")
        assert "extra-name" in codes(build_project(root))[0]
