"""How faults are printed: four formats, exactly; long lines cut around the fault; order; nearest words."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.codes import Code
from pnp.core.diagnostic_formats import format_diagnostics
from pnp.core.diagnostics import Diagnostic, Diagnostics, Fault, Place, counted, nearest, suggest


def fault(place: Place, what: str, why: str = "", fix: str = "", code: Code = Code.EXPECTATION) -> Diagnostic:
    return Diagnostic(code=code, place=place, what=what, why=why, fix=fix)


ERROR = Diagnostic(
    code=Code.CARD_RANGE,
    place=Place("data/chili/numbers.yaml", 64, 24),
    what="chilies is 4, must be 1 to 3",
    why="the score sheet has room for 3",
    fix="write 1, 2 or 3",
)
WARNING = fault(Place("fonts/fonts.yaml"), "no text uses Baloo", code=Code.PLAY_NAMES)
LINES = {("data/chili/numbers.yaml", 64): "  - {number: 63, chilies: 4}"}


def read_line(file: str, line: int) -> str | None:
    return LINES.get((file, line))


def printed(form: str, *diagnostics: Diagnostic, colour: bool = False, line: str | None = None) -> str:
    reader = read_line if line is None else (lambda *_: line)
    return format_diagnostics(diagnostics or (ERROR, WARNING), form, reader, colour)  # type: ignore[arg-type]


def test_text() -> None:
    assert printed("text") == (
        "data/chili/numbers.yaml:64:24: error[card-range]: chilies is 4, must be 1 to 3\n"
        "    64 |   - {number: 63, chilies: 4}\n"
        "       |                        ^\n"
        "   why: the score sheet has room for 3\n"
        "   fix: write 1, 2 or 3\n"
        "\n"
        "fonts/fonts.yaml: warning[play-names]: no text uses Baloo"
    )


def test_a_block_to_paste_keeps_its_lines() -> None:
    block = fault(Place("a.md"), "no list", fix="add:\n::: component minis\n\n\x1b[2J:::")
    assert printed("text", block).endswith("   fix: add:\n   ::: component minis\n\n    [2J:::")


def test_the_same_fault_on_other_lines_is_printed_once_for_people() -> None:
    rows = [fault(Place("data/a.csv", line, 3), "no colour", fix="write one") for line in range(2, 14)]
    other = fault(Place("data/b.csv", 2, 3), "no colour", fix="write one")
    assert printed("text", *rows, other, line="1,x") == (
        "data/a.csv:2:3: error[expectation]: no colour\n"
        "     2 | 1,x\n"
        "       |   ^\n"
        "   fix: write one\n"
        "   and: the same in lines 3, 4, 5, 6, 7, 8, 9, 10 and 3 more\n"
        "\n"
        "data/b.csv:2:3: error[expectation]: no colour\n"
        "     2 | 1,x\n"
        "       |   ^\n"
        "   fix: write one"
    )
    assert len(printed("short", *rows).split("\n")) == len(json.loads(printed("json", *rows))) == 12


def test_short() -> None:
    assert printed("short").split("\n") == [
        "data/chili/numbers.yaml:64:24: error[card-range]: chilies is 4, must be 1 to 3",
        "fonts/fonts.yaml: warning[play-names]: no text uses Baloo",
    ]


def test_json() -> None:
    assert json.loads(printed("json")) == [
        {
            "file": "data/chili/numbers.yaml", "line": 64, "column": 24, "severity": "error", "code": "card-range",
            "what": "chilies is 4, must be 1 to 3", "why": "the score sheet has room for 3", "fix": "write 1, 2 or 3",
        },
        {
            "file": "fonts/fonts.yaml", "line": 0, "column": 0, "severity": "warning", "code": "play-names",
            "what": "no text uses Baloo", "why": "", "fix": "",
        },
    ]  # fmt: skip
    assert format_diagnostics((), "json", read_line) == "[]"


def test_github() -> None:
    assert printed("github").split("\n") == [
        "::error file=data/chili/numbers.yaml,line=64,col=24,title=card-range::"
        "chilies is 4, must be 1 to 3. the score sheet has room for 3. write 1, 2 or 3",
        "::warning file=fonts/fonts.yaml,title=play-names::no text uses Baloo",
    ]


def test_github_escapes_what_would_end_a_command_or_a_property() -> None:
    nasty = fault(Place("a,b:c%.yaml", 1), "50% of\r\nit::error::")
    assert (
        printed("github", nasty)
        == "::error file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=expectation::50%25 of%0D%0Ait::error::"
    )


@given(st.text(), st.text(st.characters(codec="utf-8"), max_size=20))
def test_github_is_one_line_a_fault_whatever_it_says(what: str, file: str) -> None:
    line = printed("github", fault(Place(file, 1, 1), what))
    assert "\n" not in line and "\r" not in line
    assert line.startswith("::error file=")


def test_colour_only_where_it_is_welcome() -> None:
    assert "\033" not in printed("text")
    assert printed("short", ERROR, colour=True).startswith(
        "\033[1mdata/chili/numbers.yaml:64:24\033[0m: \033[31;1merror["
    )
    assert "\033[33;1mwarning[" in printed("text", WARNING, colour=True)
    assert "\033" not in printed("json", colour=True) + printed("github", colour=True)


def test_a_place_without_a_line_or_with_an_unreadable_one_shows_no_source() -> None:
    assert " | " not in printed("text", WARNING)
    gone = fault(Place("gone.yaml", 3, 1), "y")
    assert printed("text", gone) == "gone.yaml:3:1: error[expectation]: y"


@given(st.integers(1, 500), st.integers(0, 500))
def test_a_long_line_is_cut_around_the_fault(column: int, length: int) -> None:
    source = "".join(chr(0x4E00 + n) for n in range(length))
    lines = printed("text", fault(Place("a.yaml", 1, column), "y"), line=source).split("\n")
    shown, mark = lines[1].removeprefix("     1 | "), lines[2].removeprefix("       | ")
    assert len(shown) <= 112
    if column <= length:
        assert shown[mark.index("^")] == source[column - 1]


def test_control_characters_of_the_source_do_not_reach_the_terminal() -> None:
    shown = printed("text", fault(Place("a", 1, 2), "y"), line="a\x1b[31m\tb")
    assert "\x1b" not in shown
    assert "\t" not in shown


def test_control_characters_of_a_message_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in printed("text", fault(Place("a\x1b", 1, 1), "is “\x1b[2J”", "why \x1b", "fix \x1b"))


@pytest.mark.parametrize(
    ("word", "words", "expected"),
    [
        ("plyers", ["players", "decks"], "players"),
        ("COLOUR", ["colour"], "colour"),
        ("xyz", ["players"], None),
        ("", ["a"], None),
        ("a", [], None),
    ],
)
def test_the_nearest_word(word: str, words: list[str], expected: str | None) -> None:
    assert nearest(word, words) == expected


def test_a_fix_for_a_misspelt_word() -> None:
    assert suggest("plyers", ["players", "decks"]) == "did you mean players?"
    assert suggest("zzz", ["b", "a"]) == "use one of: a, b"
    assert suggest("zzz", []) == "none is defined"
    assert suggest("zzz", [f"w{n:02}" for n in range(30)]).endswith("w23, …")


@pytest.mark.parametrize(
    ("number", "words", "told"),
    [
        (1, ("text",), "1 text"),
        (0, ("text",), "0 texts"),
        (2000, ("text",), "2,000 texts"),
        (1, ("branch", "branches"), "1 branch"),
        (3, ("branch", "branches"), "3 branches"),
        (1, ("expectation holds", "expectations hold"), "1 expectation holds"),
    ],
)
def test_so_many_of_something(number: int, words: tuple[str, ...], told: str) -> None:
    assert counted(number, *words) == told


def test_a_fault_carries_its_diagnostic() -> None:
    fault = Fault(Code.FILE_MISSING, Place("a.yaml", 3), what="no file b.svg", fix="create it")
    place = Place("a.yaml", 3)
    assert fault.diagnostic == Diagnostic(code=Code.FILE_MISSING, place=place, what="no file b.svg", fix="create it")
    assert str(fault) == "no file b.svg"


# --- the collector


def test_faults_come_in_order_of_place_each_once() -> None:
    told = Diagnostics([WARNING, ERROR, ERROR])
    assert list(told) == [ERROR, WARNING]
    assert (len(told), told.count) == (2, 3)


def test_a_fault_of_a_template_on_several_cards_is_one() -> None:
    told = Diagnostics()
    for card in ("one", "two", "one", "three", "four", "five"):
        told.report(Code.TEXT_OVERFLOW, Place("t.yaml", 2), what="too long", card=card, language="en")
    told.report(Code.TEXT_OVERFLOW, Place("t.yaml", 2), what="too long", card="un", language="fr")
    assert [found.message for found in told] == [
        "too long, on one, two, three, four and 1 more (en)",
        "too long, on un (fr)",
    ]


def test_what_several_collectors_were_told_is_one_again() -> None:
    parts = [Diagnostics(), Diagnostics()]
    for part, card in zip(parts, ("one", "two"), strict=True):
        part.report(Code.TEXT_OVERFLOW, Place("t.yaml", 2), what="too long", card=card, language="en")
    whole = Diagnostics()
    for part in parts:
        whole.extend(part)
    assert [found.message for found in whole] == ["too long, on one, two (en)"]


def test_a_fault_that_ends_a_block_is_collected_and_a_bug_is_not() -> None:
    told = Diagnostics()
    with told.catch_faults():
        raise Fault(Code.FILE_MISSING, Place("a.yaml", 3), what="no file b.svg")
    assert [found.code for found in told] == ["file-missing"]
    with pytest.raises(ZeroDivisionError), told.catch_faults():
        1 / 0  # noqa: B018


def test_codes_are_sent_to_other_processes_as_what_they_are() -> None:
    assert pickle.loads(pickle.dumps(ERROR)) == ERROR


def test_of_a_sheet_programs_are_told_file_and_sheet_and_people_the_cell() -> None:
    place = Place("data/g/c.xlsx#The crew", 7, 28)
    told = Diagnostic(code=Code.CARD_RANGE, place=place, what="gain is 9, must be 1 to 5")
    (entry,) = json.loads(format_diagnostics((told,), "json", read_line))
    assert [entry[key] for key in ("file", "sheet", "line", "column")] == ["data/g/c.xlsx", "The crew", 7, 28]
    cell = "data/g/c.xlsx, sheet The crew, AB7"
    assert format_diagnostics((told,), "short", read_line) == f"{cell}: error[card-range]: gain is 9, must be 1 to 5"
    github = format_diagnostics((told,), "github", read_line)
    assert github.startswith("::error file=data/g/c.xlsx,line=7,col=28,")
    assert github.endswith(f"::{cell}: gain is 9, must be 1 to 5")


def test_many_faults_of_one_kind_in_a_file_are_counted() -> None:
    def fault(line: int, what: str, file: str = "cards.csv") -> Diagnostic:
        return Diagnostic(code=Code.CARD_VALUE, place=Place(file, line, 3), what=what)

    alike = [fault(line, f"points is “w{line}”, must be 1 to 5") for line in range(2, 40)]
    others = [fault(50, "name is empty"), fault(7, "points is “w7”, must be 1 to 5", "more.csv")]
    paragraphs = format_diagnostics([*alike, *others], "text", read_line).split("\n\n")
    assert [paragraph.partition(": ")[0] for paragraph in paragraphs] == [
        "cards.csv:2:3", "cards.csv:3:3", "cards.csv:4:3", "cards.csv", "cards.csv:50:3", "more.csv:7:3"
    ]  # fmt: skip
    assert paragraphs[3] == (
        "cards.csv: error[card-value]: 35 more like these, in lines 5, 6, 7, 8, 9, 10, 11, 12 and 27 more; all with --format short"
    )
    assert format_diagnostics(alike, "short", read_line).count("\n") == len(alike) - 1
    assert "more like these" not in format_diagnostics(alike[:5], "text", read_line)
