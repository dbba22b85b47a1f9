"""Marked-up texts → runs."""

from __future__ import annotations

import pytest
from conftest import WriteProject, build_project
from hypothesis import given
from hypothesis import strategies as st

from pnp.core.markup import Run, TextSpan, parse_markup, plain, small_capitals, typeset_runs, unread_tag

B, I = {"bold": True}, {"italic": True}  # noqa: E741


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("", ()),
        ("plain", (Run("plain"),)),
        ("a **b** c", (Run("a "), Run("b", **B), Run(" c"))),
        ("a *b* c", (Run("a "), Run("b", **I), Run(" c"))),
        ("***b***", (Run("b", bold=True, italic=True),)),
        ("**a *b* c**", (Run("a ", **B), Run("b", bold=True, italic=True), Run(" c", **B))),
        ("_b_", (Run("b", **I),)),
        ("snake_case_word", (Run("snake_case_word"),)),
        ("2 * 3 * 4", (Run("2 * 3 * 4"),)),
        (r"\*not\*", (Run("*not*"),)),
        ("**open", (Run("**open"),)),
        ("AT&amp;T &lt;", (Run("AT&T <"),)),
        ("Tom & Jerry", (Run("Tom & Jerry"),)),
        ("[rules](#goal)", (Run("rules", link="#goal"),)),
        ("[the **rules**](https://x.org)", (Run("the ", link="https://x.org"), Run("rules", link="https://x.org", **B))),
        ("[x](javascript:alert)", (Run("[x](javascript:alert)"),)),
        (":pepper:", (Run("pepper", is_icon=True),)),
        ("2 :pepper: left", (Run("2 "), Run("pepper", is_icon=True), Run(" left"))),
        ("**2:pepper:**", (Run("2", **B), Run("pepper", is_icon=True, **B))),
        (":a::b:", (Run("a", is_icon=True), Run("b", is_icon=True))),
        ("at 10:30:15", (Run("at 10:30:15"),)),
        ("a:b:c, 3:b:4", (Run("a:b:c, 3:b:4"),)),
        ("gain:b:, :b:2", (Run("gain"), Run("b", is_icon=True), Run(", "), Run("b", is_icon=True), Run("2"))),
        ("木:b:火", (Run("木"), Run("b", is_icon=True), Run("火"))),
        (r"\:b:", (Run(":b:"),)),
        ("A::B", (Run("A::B"),)),
        (":Not:", (Run(":Not:"),)),
        ("a\nb", (Run("a\nb"),)),
        ("**a**\nb", (Run("a", **B), Run("\nb"))),
        ("`code`", (Run("`code`"),)),
        ("# no heading", (Run("# no heading"),)),
        ("- no list", (Run("- no list"),)),
        ("1. no list", (Run("1. no list"),)),
    ],
)  # fmt: skip
def test_runs(text: str, runs: tuple[Run, ...]) -> None:
    assert parse_markup(text) == runs


@pytest.mark.parametrize(
    "text",
    [
        "Roll 1d6*2 or 2*3 dice",
        "5*x*2",
        "2 * 3 * 4",
        "Damage* and 5* hotels",
        "**1*1**"[2:-2],
        "3*a and b*4",
        "a*b*c and é*x*y",
    ],
)
def test_a_star_inside_a_word_is_printed(text: str) -> None:
    assert parse_markup(text) == (Run(text),)


def test_a_star_at_the_end_of_a_word_still_marks_it() -> None:
    assert parse_markup("これは*強調*です")[1] == Run("強調", italic=True)
    assert parse_markup("*3* **2**x") == (Run("3", italic=True), Run(" "), Run("2", bold=True), Run("x"))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("**数字カード32枚：**2から", (Run("数字カード32枚：", **B), Run("2から"))),
        ("る。**次**の", (Run("る。"), Run("次", **B), Run("の"))),
        ("人は**、泳ぎます**", (Run("人は"), Run("、泳ぎます", **B))),
        ("**「77」**は", (Run("「77」", **B), Run("は"))),
        ("人は**(77)**を", (Run("人は"), Run("(77)", **B), Run("を"))),
        ("**2張（一對）**可", (Run("2張（一對）", **B), Run("可"))),
        ("*“好”*是", (Run("“好”", **I), Run("是"))),
        ("**카드(5장)**를", (Run("카드(5장)", **B), Run("를"))),
        ('**"ไพ่"**ใบ', (Run('"ไพ่"', **B), Run("ใบ"))),
        ("**(បៀ)**បៀ", (Run("(បៀ)", **B), Run("បៀ"))),
        ("***両方：***は", (Run("両方：", bold=True, italic=True), Run("は"))),
        ("**:b:**は", (Run("b", is_icon=True, **B), Run("は"))),
        ("2*3枚*4", (Run("2*3枚*4"),)),
        ("3枚*2", (Run("3枚*2"),)),
        ("次 ** 次 ** 次", (Run("次 ** 次 ** 次"),)),
        ("x🔥**:b:**y", (Run("x🔥**"), Run("b", is_icon=True), Run("**y"))),
    ],
)
def test_stars_mark_words_of_scripts_without_spaces(text: str, runs: tuple[Run, ...]) -> None:
    assert parse_markup(text) == runs


def test_a_backslash_prints_the_word_of_an_icon() -> None:
    assert parse_markup(r"\:coin: is :coin:, **\:coin:**") == (
        Run(":coin: is "),
        Run("coin", is_icon=True),
        Run(", "),
        Run(":coin:", bold=True),
    )


def test_a_newline_may_be_a_space() -> None:
    assert parse_markup("a\n**b**\nc", breaks=False) == (Run("a "), Run("b", bold=True), Run(" c"))


@given(st.text(st.characters(codec="utf-8", exclude_characters="*_\\[]&`:\r\n<>!~"), max_size=40))
def test_a_text_without_marks_is_one_run(text: str) -> None:
    assert parse_markup(text) == ((Run(text),) if text else ())


@given(st.text("ab *_[]():\\&\n", max_size=30))
def test_any_marks_give_runs_and_lose_no_letter(text: str) -> None:
    runs = parse_markup(text)
    assert all(run.text for run in runs)
    letters = [c for c in plain(runs) + "".join(run.link for run in runs) if c in "ab"]
    assert sorted(letters) == sorted(c for c in text if c in "ab") or "](" in text


def test_typography_knows_two_characters_before_the_run() -> None:
    seen: list[tuple[str, str]] = []

    def note(text: str, language: str, before: str) -> str:
        assert language == "en"
        seen.append((text, before))
        return text.upper()

    runs = typeset_runs(parse_markup("a **b** :x:c"), note, "en")
    assert seen == [("a ", ""), ("b", "A "), (" ", " B"), ("c", "x")]
    assert plain(runs) == "A B xC"


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("**one", True),
        ("**one*", True),
        ("**one**", False),
        (r"one\*\*", False),
        ("3 * 4 *", False),
        ("one**(two)**three", True),
        ("one **(two)** three ** four **", False),
    ],
)
def test_asterisks_without_a_partner_are_told(write_project: WriteProject, text: str, is_told: bool) -> None:
    face = f"elements:\n  ground: {{rect: bleed, fill: \"#ffffff\"}}\n  a: {{text: '{text}', in: safe}}\n"
    found = [
        (str(d.code), d.place.line)
        for d in build_project(write_project({"templates/small/face.yaml": face})).diagnostics
    ]
    assert found == ([("text-markup", 3)] if is_told else [])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{ card.number }", "{ card.number } is printed as it stands in the text of a"),
        ("pay {gold}", "{gold} is printed as it stands in the text of a"),
        (r"pay \\{gold\\}", None),
        ("{{ card.number }} {3}", None),
        ("pay :coin now", ":coin is printed as it stands in the text of a"),
        ("pay :coin: now, :time and a:coin", None),
        ("pay :Coin: now", ":coin is printed as it stands in the text of a"),
        ("pay : coin: now", ":coin is printed as it stands in the text of a"),
        ("Coin: take one. Time : now: go", None),
        (r"pay \\:coin now", None),
    ],
)
def test_braces_and_colons_that_are_half_written_are_told(
    write_project: WriteProject, text: str, told: str | None
) -> None:
    face = f'icons: {{coin: small/pip}}\nelements:\n  ground: {{rect: bleed, fill: "#ffffff"}}\n  a: {{text: "{text}", in: safe}}\n'
    pip = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    project = write_project({"templates/small/face.yaml": face, "templates/small/pip.svg": pip})
    assert [d.what for d in build_project(project).diagnostics] == ([told] if told else [])


FIELDS = "elements:\n  ground: {rect: bleed, fill: \"#ffffff\"}\n  a: {text: 'EXPR', in: safe}\n"


def test_a_field_in_single_braces_leads_to_a_text_that_builds(write_project: WriteProject) -> None:
    """The fix of each message is followed, until there is none."""

    def faults(expression: str) -> list[tuple[str, str]]:
        root = write_project({"templates/small/face.yaml": FIELDS.replace("EXPR", expression)})
        return [(str(d.code), d.fix) for d in build_project(root).diagnostics]

    ((code, fix),) = faults("No {number}")
    assert (code, "write {{ card.number }} for a field of the card" in fix) == ("text-markup", True)
    assert faults("No {{ number }}") == [("undefined-name", "write card.number: it is a field of the card")]
    assert faults("No {{ card.number }}") == []


@pytest.mark.parametrize(
    ("element", "codes"),
    [
        ("{svg: small/two, in: [9, 9, 9, 9], colour: red}", ["colour-unused"]),
        ("{svg: small/two, in: [9, 9, 9, 9], ground: none}", ["colour-unused"]),
        ("{svg: \"small/{{ 'two' }}\", in: [9, 9, 9, 9], ground: none}", []),
        ("{svg: small/plain, in: [9, 9, 9, 9], colour: red}", []),
        ("{svg: small/own, in: [9, 9, 9, 9], colour: red}", []),
        ("{svg: small/plain, in: [9, 9, 9, 9]}", []),
        ('{text: "a :two:", in: [9, 9, 20, 9], size: 9pt, icon_colour: red}', ["colour-unused"]),
        ('{text: "a :two:", in: [9, 9, 20, 9], size: 9pt, icon_colours: {two: red}}', ["colour-unused"]),
        ('{text: "a :plain:", in: [9, 9, 20, 9], size: 9pt, icon_colours: {plain: red}}', []),
        ('{text: "a :plain:", in: [9, 9, 20, 9], size: 9pt, colour: red}', []),
        ('{text: "***a*** *b*", in: [9, 9, 20, 9], size: 9pt}', ["style-missing"]),
        ('{text: "a", in: [9, 9, 20, 9], size: 9pt, bold: true, italic: true}', ["style-missing"]),
        ('{text: "**a** *b*", in: [9, 9, 20, 9], size: 9pt}', []),
    ],
)
def test_colours_and_styles_that_change_nothing_are_told(
    write_project: WriteProject, element: str, codes: list[str]
) -> None:
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="FILL" d="M1 1h7v7z"/></svg>'
    face = f"icons: {{plain: small/plain, two: small/two}}\nelements:\n  ground: {{rect: bleed, fill: '#ffffff'}}\n  a: {element}\n"
    root = write_project(
        {
            "templates/small/face.yaml": face,
            "templates/small/plain.svg": drawing.replace("FILL", "#008000"),
            "templates/small/two.svg": drawing.replace("FILL", "#008000").replace(
                "</svg>", '<path d="M1 1h2v2"/></svg>'
            ),
            "templates/small/own.svg": drawing.replace("FILL", "currentColor"),
        }
    )
    assert [str(d.code) for d in build_project(root).diagnostics] == codes


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("<b>Gain</b> 2<br>then", (Run("Gain", bold=True), Run(" 2\nthen"))),
        ("<strong>a</strong><em>b</em>", (Run("a", bold=True), Run("b", italic=True))),
        (r"new\nline", (Run("new\nline"),)),
        (r"new\\nline", (Run(r"new\nline"),)),
        ("<p>a</p>\n<p>b</p>", (Run("a\n\nb"),)),
        ("<ul><li>one</li><li>two</li></ul>", (Run("- one\n- two"),)),
        ("a&nbsp;b &lt;x&gt;", (Run("a\u00a0b <x>"),)),
        (r"\<b>", (Run("<b>"),)),
        ("2 < 3 > 1 a<b", (Run("2 < 3 > 1 a<b"),)),
        (
            "<small>a <u>b</u></small>",
            (Run("a ", span=TextSpan(scale=0.8)), Run("b", span=TextSpan(scale=0.8, underline=True))),
        ),
        ("<font color=blue>x</font>", (Run("x", span=TextSpan(colour="blue")),)),
        (
            '<span style="color: red; font-size: 50%; font-weight: bold">x</span>y',
            (Run("x", bold=True, span=TextSpan("red", 0.5)), Run("y")),
        ),
        ("x<sup>2</sup>", (Run("x"), Run("2", span=TextSpan(scale=0.65, rise=0.33)))),
        ("<s>a", (Run("a", span=TextSpan(strike=True)),)),
        ("a</b> b", (Run("a b"),)),
        ("<b>:coin:</b>", (Run("coin", bold=True, is_icon=True),)),
    ],
)
def test_tags_mark_what_they_mean(text: str, runs: tuple[Run, ...]) -> None:
    assert parse_markup(text) == runs


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ('a <img src="x.png"> b', '<img src="x.png">'),
        ('<span style="float: left">x</span>', '<span style="float: left">'),
        ("<b>x</b><br/>", ""),
        ("<Ann> says 2 < 3 > 1", ""),
        (r"\<img src=x>", ""),
    ],
)
def test_tags_that_are_printed_are_known(text: str, tag: str) -> None:
    assert unread_tag(text) == tag


def test_small_capitals_are_smaller_capitals() -> None:
    runs = small_capitals(parse_markup('<span style="font-variant: small-caps">Ab ñ1</span> c'))
    assert [(run.text, run.span.scale) for run in runs] == [
        ("A", 1.0),
        ("B", 0.8),
        (" ", 1.0),
        ("Ñ", 0.8),
        ("1", 1.0),
        (" c", 1.0),
    ]
