"""Translations that need more pages than planned: tighter type first, then fewer page breaks; the source stays."""

from __future__ import annotations

import pytest
from booklets import Opened, open_booklet, placed_texts
from conftest import ROOT, WriteProject, build_project, one_of
from hypothesis import given
from hypothesis import strategies as st
from longer import longer, longer_catalogue

from pnp.core.diagnostics import Diagnostics
from pnp.core.units import MM_PER_PT
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files, game_names
from pnp.project.fonts import load_fonts
from pnp.rulebook.blocks import Strip
from pnp.rulebook.kinds.figure import smallest
from pnp.rulebook.page_breaks import PageColumns, breaks_left_out, relaxed_cut, strips_of, written_cut
from pnp.rulebook.page_plan import LEADING, PICTURES, SIZE, STEPS, PageFit
from pnp.rulebook.pages import TypesetRulebook, typeset_rulebook
from pnp.rulebook.style import BookletStyle, plain_style
from pnp.source_game import read_source_games
from pnp.text.catalogue import load_catalogue
from pnp.text.edition import make_edition

pytestmark = pytest.mark.slow

STYLE = (
    "size: [100mm, 100mm]\nmargins: {inner: 20mm, outer: 10mm, top: 10mm, bottom: 16mm}\nmost_blank: 0.5\npages: 4\n"
)
SENTENCE = "Take a card and show it to your neighbour."
BREAK = "::: page-break\n:::\n\n"


def text(*sentences: int) -> str:
    """Pages of so many sentences, with a page break between two."""
    pages = (f"## Page {chr(65 + n)}\n\n" + f"{SENTENCE}\n\n" * count for n, count in enumerate(sentences))
    return "::: page red\n:::\n\n" + BREAK.join(pages)


def translated(write: WriteProject, text: str, sentence: str, style: str = STYLE) -> tuple[Opened, TypesetRulebook]:
    pages = {f"Page {letter}": f"Page {letter}" for letter in "ABCDEFG"}
    booklet = open_booklet(write, text, style, "fr", {"Small": "Petit", SENTENCE: sentence, **pages})
    return booklet, booklet.set()


def words_of(typeset: TypesetRulebook) -> list[str]:
    return [" ".join(text for _, _, text in placed_texts(page)) for page in typeset.pages]


# --- what is changed


def test_a_translation_that_has_the_planned_pages_is_set_as_the_style_says(write_project: WriteProject) -> None:
    booklet, typeset = translated(write_project, text(6, 6, 6), SENTENCE)
    assert booklet.codes == [] and len(typeset.pages) == 4 and typeset.fit == ""
    _, free = translated(write_project, text(6, 6, 6), SENTENCE, STYLE.replace("pages: 4\n", ""))
    assert list(map(placed_texts, typeset.pages)) == list(map(placed_texts, free.pages))


def test_type_gets_tighter_before_page_breaks_are_left_out(write_project: WriteProject) -> None:
    _, typeset = translated(write_project, text(7, 7, 7), longer(SENTENCE, 0.8))
    assert len(typeset.pages) == 4
    assert typeset.fit.startswith("text at ") and "page break" not in typeset.fit
    for page, letter in zip(words_of(typeset)[1:], "ABC", strict=True):
        assert page.startswith(f"Page {letter}")


def test_it_gets_no_tighter_than_needed(write_project: WriteProject) -> None:
    sizes = []
    for count in (6, 7):
        _, typeset = translated(write_project, text(count, count, count), longer(SENTENCE, 0.8))
        assert len(typeset.pages) == 4
        sizes.append(min(smallest(page).size for page in typeset.pages[1:]))  # type: ignore[union-attr]
    assert sizes[0] > sizes[1]


def test_text_runs_on_over_page_breaks_in_the_type_of_the_style_if_that_does(write_project: WriteProject) -> None:
    booklet, typeset = translated(write_project, text(8, 2, 3), longer(SENTENCE, 0.8))
    assert len(typeset.pages) == 4
    assert typeset.fit == "text runs on over 1 page break"
    assert booklet.codes == []
    assert words_of(typeset)[-1].startswith("Page C"), "the other break is kept"


def test_a_text_too_long_for_all_of_that_takes_another_sheet_without_blank_pages(write_project: WriteProject) -> None:
    _, typeset = translated(write_project, text(13, 13, 13), longer(SENTENCE, 0.8))
    assert 4 < len(typeset.pages) <= 8
    assert max(typeset.blank[:-1]) <= 0.5


def test_the_source_language_and_a_style_without_a_number_are_never_fitted(write_project: WriteProject) -> None:
    source = open_booklet(write_project, text(14, 4, 3), STYLE).set()
    assert (len(source.pages), source.fit) == (5, "")
    _, free = translated(write_project, text(14, 4, 3), SENTENCE, STYLE.replace("pages: 4\n", ""))
    assert (len(free.pages), free.fit) == (5, "")


def test_a_leaflet_has_as_many_panels_as_it_has(write_project: WriteProject) -> None:
    style = STYLE.replace("pages: 4\n", "leaflet: {panels: 4}\n")
    booklet, typeset = translated(write_project, text(8, 2, 3), longer(SENTENCE, 0.8), style)
    assert booklet.codes == [] and len(typeset.pages) == 4 and typeset.fit
    booklet, _ = translated(write_project, text(13, 13, 13), longer(SENTENCE, 0.8), style)
    assert [code.split("@")[0] for code in booklet.codes] == ["leaflet-full"]


def test_a_build_says_in_one_line_what_was_changed(write_project: WriteProject) -> None:
    files = {
        "templates/small/rulebook.md": text(8, 1, 3).removeprefix("::: page red\n:::\n\n"),
        "templates/small/booklet.yaml": STYLE.replace("pages: 4", "pages: 3"),
        "data/small/locale/fr.po": 'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n'
        + "".join(
            f'msgid "{source}"\nmsgstr "{target}"\n\n'
            for source, target in (
                ("Small", "Petit"),
                (SENTENCE, longer(SENTENCE, 0.8)),
                *((f"Page {x}", f"Page {x}") for x in "ABC"),
            )
        ),
    }
    game = (write_project(files) / "data/small/game.yaml").read_text(encoding="utf-8")
    built = build_project(write_project({**files, "data/small/game.yaml": f"{game}languages: [en, fr]\n"}))
    notes = {output.path: output.summary for output in built.outputs if output.path.endswith("rules.pdf")}
    assert notes["small/fr/rules.pdf"] == "3 pages; text runs on over 1 page break"
    assert ";" not in notes["small/en/rules.pdf"]


# --- the limits


@given(st.integers(0, STEPS), st.floats(6, 14), st.floats(5, 12))
def test_type_stays_within_its_limits(step: int, size: float, least: float) -> None:
    style = plain_style()
    lettering = style.text.model_copy(update={"size": size * MM_PER_PT})
    style = style.model_copy(update={"text": lettering, "smallest_text": least * MM_PER_PT})
    tight = PageFit(step).style(style).text
    assert lettering.size * SIZE - 1e-9 <= tight.size <= lettering.size
    assert tight.size >= min(lettering.size, style.smallest_text) - 1e-9
    assert lettering.leading * LEADING - 1e-9 <= tight.leading <= lettering.leading
    assert PageFit(step).pictures >= PICTURES - 1e-9
    assert (PageFit(step).describe(style, 0) == "") == (step == 0)


@st.composite
def columns(draw: st.DrawFn) -> list[Strip]:
    """Strips of two to six parts, and page breaks between these."""
    strips: list[Strip] = []
    for number in range(draw(st.integers(2, 6))):
        strips += [Strip(0.0, breaks=True)] if number else []
        heights = draw(st.lists(st.floats(5, 60), min_size=1, max_size=8))
        strips += [Strip(height, before=draw(st.floats(0, 6))) for height in heights]
    return strips


@given(columns(), st.integers(1, 12))
def test_as_few_breaks_as_possible_are_left_out_and_no_strip_is_lost(strips: list[Strip], most: int) -> None:
    style = BookletStyle.model_validate({"size": "a6", "most_blank": 1.0})
    written, relaxed = written_cut(strips, style), relaxed_cut(most)(strips, style)

    def content(cuts: list[PageColumns]) -> list[Strip]:
        return [strip for page in cuts for strip in strips_of(page)]

    assert content(relaxed) == content(written) == [strip for strip in strips if not strip.breaks]
    assert breaks_left_out(strips, written) == 0
    if len(written) <= most:
        assert breaks_left_out(strips, relaxed) == 0
    assert len(relaxed) <= max(most, len(written))


# --- the shipped games


def shipped(name: str, language: str, part: float | None) -> tuple[TypesetRulebook, Diagnostics]:
    """The booklet of a shipped game, in its own words or in texts that are longer than the source's by a part."""
    files, diagnostics = Files(ROOT), Diagnostics()
    (source_game,) = read_source_games(files, [name], diagnostics)
    catalogue = load_catalogue(files, source_game.game, language, diagnostics)
    assert source_game.rulebook is not None and catalogue is not None
    edition = make_edition(source_game.game, language, longer_catalogue(catalogue, part) if part else catalogue)
    layout = GameLayout(edition, load_fonts(files, diagnostics), Assets(files.read), diagnostics)
    return typeset_rulebook(source_game.rulebook, layout), diagnostics


@pytest.mark.parametrize("name", one_of(game_names(Files(ROOT)), "chili"))
def test_a_language_30_percent_longer_keeps_the_pages_of_the_shipped_games(name: str) -> None:
    typeset, diagnostics = shipped(name, "fr", 0.3)
    style = typeset.style
    assert len(typeset.pages) == style.pages
    assert max(typeset.blank[:-1]) <= style.most_blank
    assert typeset.fit
    labels = [label for label in map(smallest, typeset.pages[1:]) if label]
    assert min(label.size for label in labels) >= style.smallest_text * 0.999
    assert {d.code for d in diagnostics} <= {"text-overflow", "text-small"}, "of labels in figures, which have one line"


@pytest.mark.parametrize("language", ["fr", "de"])
@pytest.mark.parametrize("name", game_names(Files(ROOT)))
def test_the_translations_that_ship_are_set_as_their_styles_say(name: str, language: str) -> None:
    typeset, diagnostics = shipped(name, language, None)
    assert typeset.fit == "" and len(typeset.pages) == typeset.style.pages and not diagnostics
