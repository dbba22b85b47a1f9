"""Texts that are written to take long: whatever reads a text takes a time that grows with its length, and no faster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from conftest import cost

from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.core.fonts import FontSet
from pnp.core.markup import parse_markup
from pnp.core.units import parse_length
from pnp.expressions import ExpressionError, compile_text
from pnp.extensions.importing.columns import columns_of, marked_up
from pnp.extensions.importing.drawn.units import parse_font
from pnp.extensions.importing.found_deck import FoundDeck
from pnp.extensions.importing.web import _is_page
from pnp.extensions.workbooks.number_formats import format_value
from pnp.layout.assets import Assets
from pnp.layout.svg.notation import parse_path, parse_transform
from pnp.layout.svg.values import RELATIVE, parse_colour
from pnp.play.bots import is_search
from pnp.play.game_bundle import GameSetup
from pnp.project.delimited import parse_csv
from pnp.project.paints import as_hex
from pnp.project.tree import Seq, parse_yaml
from pnp.project.values import parse_range
from pnp.rulebook.kinds import CONTAINERS
from pnp.rulebook.load import parse_rulebook
from pnp.text.catalogue import read_catalogue
from pnp.text.counted_numbers import counted_numbers
from pnp.text.literals import literal_numbers, numbers_of
from pnp.text.placeholders import find_expressions, has_balanced_emphasis, placeholders, without_expressions
from pnp.text.typography import typeset

pytestmark = pytest.mark.process

LENGTH = 15_000
READERS: dict[str, Callable[[str], Any]] = {
    "typeset in English": lambda text: typeset(text, "en"),
    "typeset in French": lambda text: typeset(text, "fr"),
    "markup": parse_markup.__wrapped__,
    "numbers": lambda text: literal_numbers(text, "en"),
    "placeholders": placeholders.__wrapped__,
    "emphasis": has_balanced_emphasis,
    "booklet": lambda text: parse_rulebook(text, "rulebook.md", CONTAINERS, Diagnostics()),
    "expressions": compile_text.__wrapped__,
    "catalogue": lambda text: read_catalogue(f'msgid "{text}\nmsgstr "{text}"', "fr.po", "fr", Diagnostics()),
    "yaml": lambda text: parse_yaml(f"a: {text}", "a.yaml"),
    "length": parse_length.__wrapped__,
    "transform": lambda text: parse_transform(f"translate({text}%)"),
    "relative length": RELATIVE.search,
    "path": lambda text: parse_path(f"M0 0A{text}"),
    "colour": lambda text: parse_colour.__wrapped__(f"rgb({text})"),
    "a page from the web": lambda text: _is_page(text.encode()),
    "marks of other programs": marked_up,
    "table": lambda text: parse_csv(f"{text}\n{text}\n", "a.csv", Diagnostics()),
    "columns": lambda text: columns_of(
        FoundDeck(parse_csv(f"a\n{text}\n", "a.csv", Diagnostics()) or Seq("", (1, 1))), []
    ),
}
PIECES = (
    "<!---->",
    "<!-- ",
    "<b>",
    "<br ",
    "</",
    "\\13",
    "'",
    '"',
    "`",
    "*",
    "[",
    "](",
    "{{",
    "{%",
    "{#",
    "{{ '",
    '{{ "',
    "1-",
    "a-",
    "a.",
    "a@",
    ",",
    "1",
    "[^",
    ":a",
    "\\'",
    ":::\n",
    "::: a\n",
)


@pytest.mark.parametrize("name", READERS)
def test_time_does_not_run_away(name: str) -> None:
    for piece in PIECES:
        text = piece * (LENGTH // len(piece))

        def read(text: str = text) -> None:
            with suppress(Fault, Mistake, ExpressionError):
                READERS[name](text)

        assert cost(read) < 80, piece


LONG = "9" * 5000
NUMBERS: dict[str, Callable[[], Any]] = {
    "length": lambda: parse_length(f"1/{LONG}in"),
    "range": lambda: parse_range(f"1..{LONG}"),
    "format of a cell": lambda: format_value(0.5, f"# ?/{LONG}"),
    "figures": lambda: numbers_of(f"Draw {LONG} cards", "en"),
    "figures without spaces": lambda: numbers_of(f"札{LONG}枚", "ja"),
    "counted": lambda: counted_numbers(f"카드 {LONG}장", "ko"),
    "counted in ideographs": lambda: counted_numbers(f"抽{'二' * 5000}张牌", "zh"),
    "bot": lambda: is_search(f"search:{LONG}"),
    "seed": lambda: GameSetup(2, f"7:{LONG}", ("random", "wary"), {}, is_turning=True).line_up(),
    "weight of Pango": lambda: parse_font(f"Arial weight={LONG}"),
    "font of a drawing": lambda: Assets(
        lambda path, place: (
            "<svg xmlns='http://www.w3.org/2000/svg'><style>@font-face{font-family:x;font-weight:²;"
            "src:url(data:font/ttf;base64,AAAA)}</style><text font-family='x'>a</text></svg>".encode()
        )
    ).drawing("a.svg", Place("a.svg"), Diagnostics(), FontSet({})),
    "style sheet of a drawing": lambda: Assets(
        lambda path, place: (
            f"<svg xmlns='http://www.w3.org/2000/svg'><style>g:nth-child({LONG}){{}}</style></svg>".encode()
        )
    ).drawing("a.svg", Place("a.svg"), Diagnostics(), FontSet({})),
    "colour": lambda: as_hex(f"#{LONG}", {}),
    "mark of a booklet": lambda: parse_rulebook(
        f"## A\n\n\ue000{LONG}\ue001\n", "rulebook.md", CONTAINERS, Diagnostics()
    ),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_python_does_not_read_is_no_crash(name: str) -> None:
    with suppress(Fault, Mistake):
        NUMBERS[name]()


def test_a_slip_before_apostrophes_takes_no_time() -> None:
    text = "Deal {{ hand|words cards.\n\n" + "It's the dealer's turn, isn't it? Don't wait.\n" * 500
    (found,) = find_expressions(text)
    assert (found.start, found.end, found.is_closed) == (5, 25, False)
    assert cost(lambda: find_expressions(text)) < 20


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a {{ b }} c", ["{{ b }}"]),
        ("{{ '}}' }}", ["{{ '}}' }}"]),
        ('{{ "a\\"}}" }} x', ['{{ "a\\"}}" }}']),
        ("{{ it's }} and it", ["{{ it's }}"]),
        ("{{ a {{ b }}", ["{{ a {{ b }}"]),
        ("{{ a\n{{ b }}", ["{{ a", "{{ b }}"]),
        ("{{ a\n  b }}", ["{{ a\n  b }}"]),
        ("{{ 'a\nb' }}", ["{{ 'a\nb' }}"]),
        ("{{ a\n\nb }}", ["{{ a"]),
        ("{# it's #}{% if a %}b{% endif %}", ["{# it's #}", "{% if a %}", "{% endif %}"]),
        ("{# a\nb", ["{# a"]),
        ("}} {{", ["{{"]),
    ],
)
def test_expressions_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert [text[one.start : one.end] for one in find_expressions(text)] == found
    assert len(without_expressions(text)) == len(text)
