"""Texts in lines: nothing lost, nothing too wide, the largest size that fits; runs, icons, links, hyphens, spaces."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from strategies import any_text, boxes, shipped_fonts, texts, widths

from pnp.core.fonts import Family
from pnp.core.frame import Art, Box, Item, Link, Path, Text, Use
from pnp.core.markup import Run, Runs, parse_markup
from pnp.core.outline import bounds, rectangle
from pnp.core.units import MM_PER_PT
from pnp.layout.text.fitting import STEP, FittedText, fit_text
from pnp.layout.text.line_distance import TextLine
from pnp.layout.text.lists import TextList
from pnp.layout.text.paragraph import ICON_EM, Paragraph, TextStyle
from pnp.layout.text.stacked import set_text

FONTS = shipped_fonts()
SIZE = 10 * MM_PER_PT
STYLE = TextStyle(FONTS.families["text"], SIZE)
HEART = Art("heart", Box(0, 0, 24, 12), (Path(rectangle(0, 0, 24, 12), "#ff0000"),))
ENGLISH = "Whoever collects the most extraordinary vegetables immediately wins the championship of the neighbourhood."
FRENCH = "Celui qui rassemble les légumes extraordinaires remporte immédiatement le championnat du voisinage."


def paragraph(text: str | Runs, **style: object) -> Paragraph:
    return Paragraph(parse_markup(text) if isinstance(text, str) else text, replace(STYLE, **style), FONTS)


def lines_of(text: str | Runs, width: float, size: float = SIZE, **style: object) -> list[TextLine]:
    return paragraph(text, **style).lines(width, size)


def said(lines: list[TextLine]) -> list[str]:
    return [line.text for line in lines]


def texts_in(items: tuple[Item, ...]) -> list[Text]:
    return [item for item in items if isinstance(item, Text)]


def together(lines: list[TextLine]) -> str:
    """The text put together again from lines whose hyphens are all soft."""
    return "".join(line.text[:-1] if line.hyphenated else line.text + " " for line in lines).rstrip(" ")


def fit(text: str | Runs, box: Box, **style: object) -> FittedText:
    return fit_text(paragraph(text, **style), box)


# --- lines of one length


@pytest.mark.parametrize(
    ("text", "align", "lines"),
    [
        ("Call the total aloud, mind the doublets", "centre", ["Call the total aloud,", "mind the doublets"]),
        ("Call the total aloud, mind the doublets", "left", ["Call the total aloud, mind the", "doublets"]),
        ("Call the total and mind the doublets", "centre", ["Call the total and", "mind the doublets"]),
        (
            "One\nCall the total aloud, mind the doublets",
            "centre",
            ["One", "Call the total aloud,", "mind the doublets"],
        ),
        ("Short enough", "centre", ["Short enough"]),
    ],
)
def test_lines_of_a_centred_text_are_alike_and_end_where_it_rests(text: str, align: str, lines: list[str]) -> None:
    assert said(lines_of(text, 49.0, align=align)) == lines


# --- nothing is lost


@given(any_text, widths, st.booleans())
@example("a\n\nb", 20, False)
@example("\n", 20, False)
@example("\u00ad\u200b", 20, False)
def test_no_character_is_lost_or_moved_whatever_the_text(text: str, width: float, hyphenated: bool) -> None:
    lines = lines_of((Run(text),), width, hyphenate=hyphenated)
    wanted = re.sub("[ \n\t\u00ad\u200b-]", "", text)
    assert re.sub("[ -]", "", "".join(said(lines))) == wanted
    drawn = "".join(part.text for line in lines for part in texts_in(line.items))
    assert re.sub("[ -]", "", drawn) == wanted


@given(texts, widths, st.sampled_from(["en", "fr"]))
def test_hyphenated_parts_join_to_the_words_they_come_from(text: str, width: float, language: str) -> None:
    text = text.replace("-", "").replace("/", "").replace("—", "")
    assume(text.strip())
    assert together(lines_of((Run(text),), width, hyphenate=True, language=language)) == text


@given(texts, widths)
def test_items_show_what_the_line_says_from_left_to_right(text: str, width: float) -> None:
    for line in lines_of((Run(text),), width):
        shown = texts_in(line.items)
        assert "".join(part.text for part in shown).replace(" ", "") == line.text.replace(" ", "")
        assert all(a.x + a.width <= b.x + 1e-6 for a, b in pairwise(shown))
        assert max(part.x + part.width for part in shown) == pytest.approx(line.width)


# --- widths


@given(texts, widths, st.sampled_from(["left", "justify"]), st.booleans())
def test_only_a_line_of_one_unbreakable_word_may_be_too_wide(
    text: str, width: float, align: str, hyphenated: bool
) -> None:
    for line in lines_of((Run(text),), width, align=align, hyphenate=hyphenated):
        assert line.width <= width + 1e-6 or " " not in line.text


@given(texts, widths)
def test_justified_lines_are_as_wide_as_the_column_but_for_the_last(text: str, width: float) -> None:
    for line in lines_of((Run(text),), width, align="justify")[:-1]:
        if " " in line.text:
            assert line.width == pytest.approx(width)


def test_justified_gaps_are_equal_also_between_bold_and_linked_words() -> None:
    lines = lines_of("one **two** three [four](#x) five *six* seven eight nine ten eleven", 40, align="justify")
    words = [(part.x + part.width, part) for part in texts_in(lines[0].items)]
    gaps = {round(b.x - end, 6) for (end, _), (_, b) in pairwise(words)}
    gaps |= {round(part.space, 6) for _, part in words if len(part.words) > 1}
    assert len(gaps) == 1
    assert lines[0].width == pytest.approx(40)
    assert lines[-1].width < 40


def test_alignment_places_lines_in_the_box() -> None:
    box = Box(5, 5, 50, 20)
    for align, left in (("left", 0.0), ("centre", 0.5), ("right", 1.0)):
        (item,) = fit("word", box, align=align).items
        assert isinstance(item, Text)
        assert item.x == pytest.approx(5 + left * (50 - item.width))


def test_valign_counts_from_capitals_to_the_last_baseline() -> None:
    box, cap = Box(0, 10, 50, 20), FONTS.families["text"].face().cap_height * SIZE
    baselines = {
        valign: [t.y for t in texts_in(fit("a\nb", box, valign=valign).items)] for valign in ("top", "middle", "bottom")
    }
    assert baselines["top"][0] == pytest.approx(10 + cap)
    assert baselines["bottom"][1] == pytest.approx(30)
    assert (baselines["middle"][0] - cap - 10) == pytest.approx(30 - baselines["middle"][1])
    assert baselines["top"][1] - baselines["top"][0] == pytest.approx(1.25 * SIZE)


# --- fitting


@given(texts, boxes, st.sampled_from(["left", "justify", "centre", "right"]), st.booleans())
def test_a_fitted_text_stays_in_its_box_or_is_told_to_overflow(
    text: str, box: Box, align: str, hyphenated: bool
) -> None:
    largest, smallest = 14 * MM_PER_PT, 5 * MM_PER_PT
    fitted = fit((Run(text),), box, size=largest, smallest=smallest, align=align, hyphenate=hyphenated)
    assert smallest - 1e-9 <= fitted.size <= largest + 1e-9
    shown = texts_in(fitted.items)
    cap = STYLE.face(Run("")).cap_height * fitted.size
    reach = (
        max(0.0, *(t.x + t.width - box.right for t in shown), *(box.x - t.x for t in shown)),
        max(0.0, max(t.y for t in shown) - min(t.y for t in shown) + cap - box.height),
    )
    if max(fitted.overflow) < 1e-6:
        assert reach == pytest.approx((0, 0), abs=1e-4)
    else:
        assert fitted.size == pytest.approx(smallest)
        assert fitted.overflow[1] == pytest.approx(reach[1], abs=1e-4)
        if align in ("left", "justify"):
            assert fitted.overflow[0] == pytest.approx(reach[0], abs=1e-4)


@given(texts, boxes, st.booleans())
def test_no_larger_size_would_have_fitted(text: str, box: Box, hyphenated: bool) -> None:
    style = {"size": 14 * MM_PER_PT, "smallest": 5 * MM_PER_PT, "hyphenate": hyphenated}
    fitted = fit((Run(text),), box, **style)
    larger = fitted.size + STEP
    assume(larger < style["size"])
    assert fit((Run(text),), box, **{**style, "size": larger, "smallest": None}).overflow != (0.0, 0.0)


@given(texts, boxes, st.floats(0, 10), st.floats(0, 10))
def test_a_larger_box_never_makes_the_text_smaller(text: str, box: Box, wider: float, higher: float) -> None:
    style = {"size": 14 * MM_PER_PT, "smallest": 5 * MM_PER_PT}
    larger = box._replace(width=box.width + wider, height=box.height + higher)
    assert fit((Run(text),), larger, **style).size >= fit((Run(text),), box, **style).size - 1e-9


def test_a_line_that_is_a_hair_too_wide_takes_the_next_size() -> None:
    """Words that are shaped as one, beside a slash or a hyphen, are wider than the sum of their parts."""
    text = (
        "a edition front.-there marked Name/is the “--cards” “how” paper: a > “that” such/it; most a/and differ-of "
        "a crosses pattern. than how **that**"
    )
    box = Box(0, 0, 52.137345, 41.8)
    fitted = fit(text, box, smallest=4 * MM_PER_PT, hyphenate=True)
    assert max(fitted.overflow) <= 0.01
    assert fitted.size == pytest.approx(SIZE - STEP)
    assert fit(text, box, hyphenate=True).overflow[0] > 0.01


@given(boxes)
def test_sizes_go_down_in_quarter_points(box: Box) -> None:
    fitted = fit(ENGLISH, box, size=12 * MM_PER_PT, smallest=6 * MM_PER_PT)
    steps = (12 * MM_PER_PT - fitted.size) / STEP
    assert steps == pytest.approx(round(steps))


def test_without_a_smallest_size_nothing_shrinks() -> None:
    fitted = fit(ENGLISH, Box(0, 0, 30, 5))
    assert fitted.size == SIZE
    assert fitted.overflow[0] == 0
    assert fitted.overflow[1] > 10


def test_overflow_is_how_far_the_text_reaches_out() -> None:
    (item,) = fit("Extraordinary", Box(0, 0, 100, 10)).items
    assert isinstance(item, Text)
    fitted = fit("Extraordinary", Box(0, 0, 10, 1))
    cap = STYLE.face(Run("")).cap_height * SIZE
    assert fitted.overflow == pytest.approx((item.width - 10, cap - 1))


def test_more_lines_than_allowed_are_an_overflow_even_in_a_high_box() -> None:
    assert fit("a\nb\nc", Box(0, 0, 20, 50), most_lines=2).overflow == pytest.approx((0, 1.25 * SIZE))
    assert fit("a\nb", Box(0, 0, 20, 50), most_lines=2).overflow == (0, 0)


def test_a_long_word_that_hyphens_make_fit_is_broken_rather_than_shrunk() -> None:
    box = Box(0, 0, 16, 20)
    fitted = fit("championship", box, hyphenate=True, smallest=4 * MM_PER_PT)
    assert (fitted.size, fitted.overflow) == (SIZE, (0, 0))
    assert [t.text for t in texts_in(fitted.items)] == ["champion-", "ship"]


# --- runs


def test_bold_and_italic_take_their_faces() -> None:
    (line,) = lines_of("plain **bold** *italic* ***both***", 100)
    assert [(t.text, t.words[0].face.name) for t in texts_in(line.items)] == [
        ("plain", "SourceSans3-Regular"), ("bold", "SourceSans3-Bold"), ("italic", "SourceSans3-Italic"),
        ("both", "SourceSans3-BoldItalic"),
    ]  # fmt: skip


def test_bold_italic_that_a_family_lacks_is_bold_and_what_marks_ask_for_is_known() -> None:
    faces = dict(FONTS.families["text"].faces)
    family = Family({style: faces[style] for style in ("regular", "bold")})
    assert family.face(bold=True, italic=True) is faces["bold"]
    assert Family({"regular": faces["regular"], "italic": faces["italic"]}).face(True, True) is faces["italic"]
    assert paragraph("*a* ***b*** **c** d", family=family).missing_styles == ("italic", "bold-italic")
    assert paragraph("*a* b", family=Family({"regular": faces["regular"]}), bold=True).missing_styles == (
        "bold-italic",
    )
    assert paragraph("a b", family=Family({"regular": faces["regular"]}), bold=True).missing_styles == ()


def test_a_word_of_two_faces_is_never_parted() -> None:
    for width in range(5, 40):
        assert "unbreakable," in " ".join(said(lines_of("an **unbreak**able, thing", width)))


def test_words_of_one_run_and_equal_gaps_are_one_text() -> None:
    (line,) = lines_of("one two three", 100)
    (item,) = texts_in(line.items)
    assert item.text == "one two three"
    assert item.width == pytest.approx(line.width)


def test_a_link_covers_its_words_and_only_them() -> None:
    (line,) = lines_of("see [the rules](#rules) now", 100, link="#0000ff")
    see, rules, now = texts_in(line.items)
    links = [item for item in line.items if isinstance(item, Link)]
    assert {link.target for link in links} == {"#rules"}
    assert min(link.box.x for link in links) == pytest.approx(rules.x)
    assert max(link.box.right for link in links) == pytest.approx(rules.x + rules.width)
    assert [see.fill, rules.fill, now.fill] == [STYLE.fill, "#0000ff", STYLE.fill]
    assert all(link.box.y < 0 < link.box.bottom for link in links)


def test_placing_a_line_moves_every_kind_of_item() -> None:
    (line,) = lines_of("a :heart: [b](#b)", 100, icon=lambda name, colour: HEART)
    moved = tuple(line.placed(10, 20))
    assert [type(item) for item in moved] == [type(item) for item in line.items]
    for before, after in zip(line.items, moved, strict=True):
        if isinstance(before, Text) and isinstance(after, Text):
            assert (after.x - before.x, after.y - before.y) == pytest.approx((10, 20))
        elif isinstance(before, Use) and isinstance(after, Use):
            assert (after.matrix[4] - before.matrix[4], after.matrix[5] - before.matrix[5]) == pytest.approx((10, 20))
        elif isinstance(before, Link) and isinstance(after, Link):
            assert (after.box.x - before.box.x, after.box.y - before.box.y) == pytest.approx((10, 20))


# --- icons


def use_box(item: Item) -> Box:
    assert isinstance(item, Use)
    a, _, _, d, e, f = item.matrix
    return Box(e + item.art.box.x * a, f + item.art.box.y * d, item.art.box.width * a, item.art.box.height * d)


def test_an_icon_is_as_wide_as_its_square_and_centred_on_the_capitals() -> None:
    (line,) = lines_of("a :heart: b", 100, icon=lambda name, colour: HEART)
    a, icon, b = line.items
    assert isinstance(a, Text) and isinstance(b, Text)
    box, space = use_box(icon), STYLE.face(Run("")).space * SIZE
    assert (box.width, box.height) == pytest.approx((ICON_EM * SIZE, ICON_EM * SIZE / 2))
    assert box.x == pytest.approx(a.width + space)
    assert b.x == pytest.approx(box.right + space)
    assert box.y + box.height / 2 == pytest.approx(-STYLE.face(Run("")).cap_height * SIZE / 2)


def test_an_icon_starts_a_line_at_its_edge() -> None:
    for text in (":heart: one", "one\n:heart: two"):
        line = lines_of(text, 100, icon=lambda name, colour: HEART)[-1]
        assert use_box(line.items[0]).x == pytest.approx(0)
        assert line.text.startswith(":heart: ")


def test_an_icon_touching_a_word_stays_with_it() -> None:
    for width in range(8, 30):
        assert any(
            "3:heart:," in line
            for line in said(lines_of("gain 3:heart:, then draw", width, icon=lambda name, colour: HEART))
        )


def test_an_unknown_icon_leaves_its_room_and_is_told_once() -> None:
    made = paragraph(":nope: a :nope:")
    (line,) = made.lines(100, SIZE)
    assert made.unknown_icons == ["nope"]
    assert line.width > 2 * ICON_EM * SIZE


def test_an_icon_alone_is_a_line() -> None:
    (line,) = lines_of(":heart:", 100, icon=lambda name, colour: HEART)
    assert line.width == pytest.approx(ICON_EM * SIZE)


# --- hyphens and breaks


def test_words_break_where_their_language_allows() -> None:
    for language, text in (("en", ENGLISH), ("fr", FRENCH)):
        from pnp.text.hyphenation import hyphenate

        broken = [line.text for line in lines_of(text, 22, hyphenate=True, language=language) if line.hyphenated]
        assert broken
        for line in broken:
            start = line.removesuffix("-").rsplit(" ", 1)[-1]
            word = next(word for word in text.split() if word.startswith(start))
            assert len(start) in hyphenate(word.rstrip("."), language)


def test_words_are_not_broken_without_being_asked_or_where_lines_are_full_enough() -> None:
    assert not any(line.hyphenated for line in lines_of(ENGLISH, 22))
    assert said(lines_of("a few short words in a wide line of text", 30, hyphenate=True)) == said(
        lines_of("a few short words in a wide line of text", 30)
    )


def test_a_soft_hyphen_shows_only_where_the_line_ends() -> None:
    assert said(lines_of("extra\u00adordinary", 100)) == ["extraordinary"]
    assert said(lines_of("extra\u00adordinary", 14)) == ["extra-", "ordinary"]


def test_a_soft_hyphen_does_not_change_how_the_word_is_shaped() -> None:
    (plain,), (soft,) = lines_of("AVAffi", 100), lines_of("AVA\u00adffi", 100)
    assert soft.width == pytest.approx(plain.width)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("well-known", ["well-", "known"]),
        ("and/or", ["and/", "or"]),
        ("then—now", ["then—", "now"]),
        ("long\u200bword", ["long", "word"]),
        ("3-4", ["3-4"]),
        ("-5", ["-5"]),
        ("10\u00a0mm", ["10\u00a0mm"]),
        ("oui\u202f!", ["oui\u202f!"]),
    ],
)  # fmt: skip
def test_where_a_line_may_end_inside_a_word(text: str, lines: list[str]) -> None:
    assert said(lines_of((Run(text),), 1)) == lines


def test_a_hyphen_of_the_word_itself_is_not_doubled_and_no_hyphen_is_added_at_slash_or_dash() -> None:
    assert said(lines_of("well-known and/or then—now", 7, hyphenate=True, language="xx")) == [
        "well-", "known", "and/", "or", "then—", "now",
    ]  # fmt: skip


def test_a_newline_forces_a_line_and_an_empty_one_stays_empty() -> None:
    assert said(lines_of((Run("a\nb\n\nc"),), 100)) == ["a", "b", "", "c"]


def test_a_line_that_a_newline_ends_is_not_justified() -> None:
    set_left, justified = (lines_of((Run("a b\nc d"),), 100, align=align) for align in ("left", "justify"))
    assert [line.width for line in justified] == [line.width for line in set_left]


def test_spaces_in_a_row_and_at_the_ends_are_one_or_none() -> None:
    assert said(lines_of((Run("  a   b\t c  "),), 100)) == ["a b c"]


def test_the_last_word_is_not_left_alone_when_its_neighbour_can_be_spared() -> None:
    text = "The player who is dealt the highest card of all starts the first round of it"
    width = max(line.width for line in lines_of(text.removesuffix(" it"), 60)) + 0.1
    lines = said(lines_of(text, width))
    assert all(" " in line for line in lines)


# --- spaces and glyphs


def test_narrow_no_break_space_is_narrower_than_a_space_and_keeps_its_place() -> None:
    (line,) = lines_of((Run("oui\u202f!"),), 100)
    (bare,) = lines_of((Run("oui!"),), 100)
    (wide,) = lines_of((Run("oui !"),), 100)
    assert bare.width < line.width < wide.width
    assert line.text == "oui\u202f!"


def test_missing_glyphs_are_named_once_and_nothing_is_lost() -> None:
    made = paragraph("to 神 the 神 village 社")
    assert said(made.lines(100, SIZE)) == ["to 神 the 神 village 社"]
    assert made.missing == "神社"


def test_a_fallback_family_gives_what_the_first_one_lacks() -> None:
    made = paragraph("play खेल now")
    (line,) = made.lines(100, SIZE)
    assert made.missing == ""
    assert [t.words[0].face.name for t in texts_in(line.items)] == [
        "SourceSans3-Regular", "Baloo2-Bold", "SourceSans3-Regular",
    ]  # fmt: skip


def test_without_a_fallback_it_is_missing() -> None:
    made = Paragraph((Run("खेल"),), STYLE, shipped_fonts(fallback=False))
    made.lines(100, SIZE)
    assert set(made.missing) == set("खेल")


@pytest.mark.parametrize("invisible", ["\u200d", "\u200c", "\u2060", "\ufe0f", "\u00ad", "\u200b"])
def test_what_is_never_drawn_is_never_missing(invisible: str) -> None:
    made = paragraph((Run(f"a{invisible}b"),))
    made.lines(100, SIZE)
    assert made.missing == ""


def test_tabular_figures_are_of_one_width() -> None:
    widths = {round(lines_of((Run(f * 4),), 100, features=("tnum",))[0].width, 6) for f in "0123456789"}
    assert len(widths) == 1


def test_a_hyphen_that_moves_close_to_its_letter_leaves_room_for_a_larger_size() -> None:
    """A t and a hyphen are 0.026 em closer than apart."""
    box = Box(0, 0, 4, 5)
    fitted = fit((Run("aatbaa"),), box, size=14 * MM_PER_PT, smallest=5 * MM_PER_PT, hyphenate=True)
    assert fitted.size / MM_PER_PT == pytest.approx(7)


@pytest.mark.parametrize(("number", "word", "noun"), [("3", "x", "points"), ("à", "abc", "6"), ("−2", "x", "points")])
def test_a_number_is_less_often_parted_from_its_noun_than_other_words(number: str, word: str, noun: str) -> None:
    def parted(first: str) -> int:
        text = f"Whoever wins this trick takes {first} {noun} from the bank and leads the next trick of the round."
        return sum(any(line.endswith(f" {first}") for line in said(lines_of(text, width))) for width in range(30, 90))

    assert parted(number) * 2 < parted(word)


def test_spans_change_size_colour_and_height_and_draw_lines() -> None:
    text = 'a <span style="color: gold; font-size: 50%">b</span> c<sup>2</sup> <u>under it</u> <s>out</s>'
    (line,) = lines_of(text, 200, colour=lambda name: f"#{name}")
    words = {"".join(word.text for word in item.words): item for item in line.items if isinstance(item, Text)}
    assert words["b"].fill == "#gold"
    assert words["b"].size == pytest.approx(SIZE / 2)
    assert words["2"].y == pytest.approx(-0.33 * SIZE)
    under, more, through = (item for item in line.items if isinstance(item, Path))
    assert bounds(under.segments).y > 0 > bounds(through.segments).y
    assert bounds(more.segments).x == pytest.approx(bounds(under.segments).right)
    wide, narrow = lines_of("word", 200)[0].width, lines_of("<small>word</small>", 200)[0].width
    assert narrow == pytest.approx(0.8 * wide)


def test_letters_may_be_spaced() -> None:
    (close,), (spaced,) = lines_of("office", 200), lines_of("office", 200, spacing=0.1, features=("-liga",))
    assert spaced.width == pytest.approx(
        lines_of("office", 200, features=("-liga",))[0].width + 6 * 0.1 * SIZE, abs=0.01
    )
    assert close.width < spaced.width


def test_a_row_of_icons_breaks_between_icons() -> None:
    lines = lines_of(":heart:" * 10, 4.2 * ICON_EM * SIZE, icon=lambda name, colour: HEART)
    assert [len(line.items) for line in lines] == [4, 4, 2]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- one goes on\n- two", ["• one goes", "on", "• two"]),
        ("• alone goes on", ["• alone", "goes on"]),
        ("Do:\n1. one\n10. ten goes on", ["Do:", "1. one", "10. ten", "goes on"]),
        ("- Ann", ["- Ann"]),
        ("3. May", ["3. May"]),
    ],
)
def test_entries_of_a_list_hang_behind_their_markers(text: str, lines: list[str]) -> None:
    listed = set_text(parse_markup(text), STYLE, FONTS)
    width = 50 * MM_PER_PT
    broken = listed.lines(width, SIZE)
    assert [line.text for line in broken] == lines
    assert listed.count(width, SIZE) == (len(lines), True)
    if isinstance(listed, TextList):
        starts = [min(item.x for item in line.items if isinstance(item, Text)) for line in broken]
        is_entry = [line.text[0] in "•1" for line in broken]
        indent = listed.indent * SIZE
        assert all(
            x == pytest.approx(0.0 if entry or line.text == "Do:" else indent)
            for x, entry, line in zip(starts, is_entry, broken, strict=True)
        )
        assert all(line.width <= width + 0.01 for line in broken)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("ABC-123", ["ABC-123"]),  # UAX #14, LB25
        ("A4/5", ["A4/5"]),
        ("2026-11-28", ["2026-11-28"]),
        ("half-open", ["half-", "open"]),
        ("and/or", ["and/", "or"]),
        ("am\u1361ba", ["am\u1361", "ba"]),
    ],
)
def test_codes_stay_whole_and_compounds_break(word: str, parts: list[str]) -> None:
    assert [line.text for line in lines_of((Run(word),), 0.5)] == parts
