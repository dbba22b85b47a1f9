"""Links to headings, on paper: the page behind them, in the booklet's language, and none on the web."""

from __future__ import annotations

import pytest
from booklets import Opened, open_booklet, placed_texts
from conftest import WriteProject

from pnp.rulebook.html import render_html

STYLE = "size: [100mm, 120mm]\nmargins: {inner: 20mm, outer: 10mm, top: 12mm, bottom: 16mm}\n"
BREAK = "\n::: page-break\n:::\n\n"


def page_words(made: Opened, number: int) -> str:
    texts = placed_texts(made.set().pages[number - 1])
    assert made.codes == []
    return " ".join(text for _, _, text in sorted(texts, key=lambda placed: (placed[1], placed[0])))


def test_a_link_tells_the_page_of_its_heading(write_project: WriteProject) -> None:
    made = open_booklet(write_project, f"See [the *end*](#end) soon.\n{BREAK}## Middle\n{BREAK}## End\n", STYLE)
    assert "See the end (page\u00a03) soon." in page_words(made, 1)


@pytest.mark.parametrize(
    ("language", "word"),
    [("fr", "page\u00a02"), ("de-AT", "Seite\u00a02"), ("hu", "2.\u00a0oldal"), ("xx", "page\u00a02")],
)
def test_the_words_are_those_of_the_language_or_english(write_project: WriteProject, language: str, word: str) -> None:
    made = open_booklet(write_project, f"See [it](#end).\n{BREAK}## End\n", STYLE, language)
    assert f"({word})" in page_words(made, 1)


def test_lists_tables_boxes_and_captions_tell_it_and_headings_and_addresses_do_not(write_project: WriteProject) -> None:
    text = "- [a](#end)\n\n| x |\n| --- |\n| [b](#end) |\n\n::: tip\n[c](#end)\n:::\n\n::: figure red\n[d](#end)\n:::\n"
    text += f"\n## [e](#end)\n\n[f](https://example.org)\n{BREAK}## End\n"
    words = page_words(open_booklet(write_project, text, STYLE), 1)
    assert [f"{letter} (page" in words for letter in "abcdef"] == [True] * 4 + [False] * 2


def test_a_number_that_moves_its_heading_is_set_again(write_project: WriteProject) -> None:
    filled = "word " * 8
    text = "".join(f"{filled}[link](#end)\n\n" for _ in range(40)) + "## End\n"
    made = open_booklet(write_project, text, STYLE)
    pages = made.set().pages
    last = next(n for n, page in enumerate(pages, 1) if any(text == "End" for *_, text in placed_texts(page)))
    assert last > 1
    assert f"(page\u00a0{last})" in page_words(made, 1)


def test_the_web_has_links_and_no_pages(write_project: WriteProject) -> None:
    made = open_booklet(write_project, f"See [it](#end).\n{BREAK}## End\n", STYLE)
    page = render_html(made.set(), made.layout)
    assert '<a href="#end">it</a>.' in page
    assert "page\u00a02" not in page
