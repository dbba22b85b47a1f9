"""What people write in YAML: good values typed, bad ones told in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.core.diagnostics import Mistake
from pnp.project import paints
from pnp.project import values as v
from pnp.project.elements import parse_corners, parse_focus, parse_points
from pnp.project.paints import WrittenGradient, WrittenStroke
from pnp.project.values import AnchorPoint, Expr, Written

GOOD: list[tuple[Callable[[Any], Any], Any, Any]] = [
    (v.parse_text, "a", "a"), (v.parse_text, 3, "3"), (v.parse_text, 2.5, "2.5"),
    (v.parse_flag, True, True), (v.parse_flag, False, False), (v.parse_flag, "True", True), (v.parse_flag, "False", False),
    (v.parse_number, 3, 3.0), (v.parse_number, "2.5", 2.5), (v.parse_number, -1, -1.0),
    (v.parse_count, 0, 0), (v.parse_count, 7.0, 7), (v.parse_count, "12", 12), (v.parse_count, 1000, 1000),
    (v.parse_fraction, 0, 0.0), (v.parse_fraction, 1, 1.0), (v.parse_fraction, "0.25", 0.25),
    (v.parse_mm, 3, 3.0), (v.parse_mm, "1in", 25.4), (v.parse_mm, "-2mm", -2.0),
    (v.parse_size_mm, "0.1mm", 0.1),
    (v.parse_type_size, 72, 25.4), (v.parse_type_size, "72pt", 25.4), (v.parse_type_size, "5mm", 5.0),
    (v.choice("left", "right"), "left", "left"),
    (v.parse_range, 3, (3,)), (v.parse_range, "3..5", (3, 4, 5)), (v.parse_range, "-1..1", (-1, 0, 1)),
    (v.parse_range, "4..4", (4,)), (v.parse_range, [2, 4], (2, 4)),
    (v.parse_card_size, "poker", (63.5, 88.9)), (v.parse_card_size, "63x88", (63.0, 88.0)),
    (v.parse_card_size, [63, "88mm"], (63.0, 88.0)), (v.parse_card_size, "2.5inx3.5in", (63.5, 88.9)),
    (v.parse_card_size, "63.5mm x 88.9mm", (63.5, 88.9)), (v.parse_card_size, "Poker landscape", (88.9, 63.5)), (v.parse_card_size, "A4", (210.0, 297.0)),
    (v.parse_box, ["10%", 0, "50%", 3], (v.Percent(0.1), 0.0, v.Percent(0.5), 3.0)), (v.choice("left", "centre"), "center", "centre"), (v.choice("top", "middle"), "center", "middle"),
    (v.parse_card_size, "2.5x3.5in", (63.5, 88.9)), (v.parse_card_size, "6.3cmx88", (63.0, 88.0)), (v.parse_card_size, "a6", (105.0, 148.0)),
    (v.parse_anchor, "centre", AnchorPoint(0.5, 0.5)), (v.parse_anchor, "top-left + 5mm", AnchorPoint(0, 0, 5, 5)),
    (v.parse_anchor, "bottom-right - 5mm", AnchorPoint(1, 1, -5, -5)), (v.parse_anchor, "top+2mm", AnchorPoint(0.5, 0, 2, 2)),
    (v.parse_anchor, "bottom - 0mm 3mm", AnchorPoint(0.5, 1, 0, -3)), (v.parse_anchor, "left + 1mm, 2mm", AnchorPoint(0, 0.5, 1, 2)),
    (paints.parse_colour, "#C8321F", "#c8321f"), (paints.parse_colour, "#abc", "#aabbcc"), (paints.parse_colour, " ink ", "ink"),
    (paints.parse_colour, "light-grey", "light-grey"),
    (paints.parse_paint, "ink", "ink"),
    (paints.parse_paint, {"linear": 90, "stops": [[0, "#fff"], [1, "{{ c }}"]]}, WrittenGradient(90.0, ((0.0, "#ffffff"), (1.0, Expr("{{ c }}"))))),
    (paints.parse_paint, {"radial": True, "stops": [[0, "ink"], [1, "sun"]]}, WrittenGradient(None, ((0.0, "ink"), (1.0, "sun")))),
    (paints.parse_stroke, "ink 0.5mm", WrittenStroke("ink", 0.5)), (paints.parse_stroke, "#000 1pt dashed", WrittenStroke("#000000", 25.4 / 72, (1.5, 1.0))),
    (paints.parse_stroke, "ink 0.3mm dashed 2mm 1mm", WrittenStroke("ink", 0.3, (2.0, 1.0))),
    (paints.parse_stroke, {"colour": "ink", "width": 1, "join": "miter", "dash": [1, 2]}, WrittenStroke("ink", 1.0, (1.0, 2.0), "miter")),
    (v.parse_lengths(2), [1, "{{ n }}"], (1.0, Expr("{{ n }}"))),
    (v.parse_box, "safe", "safe"), (v.parse_box, [0, 0, "1cm", 5], (0.0, 0.0, 10.0, 5.0)),
    (v.parse_clip, "box", ("box", 0.0)), (v.parse_clip, "rounded 3mm", ("rounded", 3.0)),
    (v.parse_names, "a", ("a",)), (v.parse_names, ["a", "b"], ("a", "b")),
    (v.parse_card_reference, {"number": "{{ n }}", "colour": "red"}, {"number": Expr("{{ n }}"), "colour": "red"}),
    (v.parse_card_reference, 3, 3),
    (parse_corners, 5, 5), (parse_corners, [[0, 0], [1, 1]], ((0.0, 0.0), (1.0, 1.0))), (parse_points, [[0, 0], [1, "2mm"]], ((0.0, 0.0), (1.0, 2.0))),
    (parse_focus, [0, 1], (0.0, 1.0)),
]  # fmt: skip

BAD: list[tuple[Callable[[Any], Any], Any, str]] = [
    (v.parse_text, True, "must be a text, not true"), (v.parse_text, None, "must be a text, not nothing"),
    (v.parse_text, [], "must be a text, not a list"),
    (v.parse_flag, "yes", "must be true or false, not “yes”"), (v.parse_flag, 1, "must be true or false, not 1"),
    (v.parse_number, "x", "must be a number, not “x”"), (v.parse_number, True, "must be a number, not true"),
    (v.parse_number, None, "must be a number, not nothing"), (v.parse_number, "nan", "must be a number, not “nan”"),
    (v.parse_number, "inf", "must be a number, not “inf”"), (v.parse_number, float("inf"), "must be a number, not inf"),
    (v.parse_count, 2.5, "must be a whole number from 0 to 1000, not 2.5"), (v.parse_count, -1, "must be a whole number"),
    (v.parse_count, 1001, "must be a whole number"), (v.parse_count, "inf", "must be a number"),
    (v.parse_fraction, 1.01, "must be from 0 to 1, not 1.01"), (v.parse_fraction, 50, "write 0.5"), (v.parse_fraction, "nan", "must be"),
    (v.parse_leading, 0, "must be from 0.5 to 5, not 0"),
    (v.parse_mm, None, "must be a length like 3mm, not nothing"), (v.parse_mm, "wide", "is not a length"),
    (v.parse_mm, True, "is not a length"), (v.parse_mm, float("nan"), "is not a length"), (v.parse_mm, float("inf"), "is not a length"),
    (v.parse_size_mm, 0, "must be above zero, not 0"), (v.parse_size_mm, "-1mm", "must be above zero, not “-1mm”"),
    (v.parse_type_size, 0, "must be from 1pt to 850pt"), (v.parse_type_size, "3in 2", "is not a length"),
    (v.parse_type_size, True, "must be a size of type like 9pt, not true"),
    (v.choice("left", "right"), "lft", "must be one of left, right, not “lft”; did you mean left?"),
    (v.parse_range, "5..3", "must be a range like 3..5"), (v.parse_range, "1..20000", "must be a range"),
    (v.parse_range, True, "must be a range"), (v.parse_range, [], "must be a range"), (v.parse_range, [1, "x"], "must be a range"),
    (v.parse_range, "3..", "must be a range"), (v.parse_range, "2-4", "write 2..4"), (v.parse_range, "2 to 4", "write 2..4"), (v.parse_range, "45..30", "write 30..45"),
    (v.parse_card_size, "pokr", "must be a size like 63x88, [63mm, 88mm] or a name, not “pokr”; did you mean poker?"),
    (v.parse_card_size, "750x1050px", "is in pixels"), (v.parse_box_size, "0%", "must be above zero"), (v.parse_box_length, "x%", "is not a length"),
    (v.parse_card_size, "63x88x2", "must be a size"), (v.parse_card_size, [63], "must be a size"),
    (v.parse_card_size, [1, 1], "a card's sides must be from 5 mm to 1000 mm"), (v.parse_card_size, 63, "must be a size"),
    (v.parse_card_size, "2.5x3.5", "is 2.5 × 3.5 mm, a card's sides must be from 5 mm to 1000 mm; write mm, cm or in"),
    (v.parse_anchor, "top-lft", "did you mean top-left?"), (v.parse_anchor, "centre + much", "is not a length"),
    (v.parse_anchor, 3, "must be an anchor"), (v.parse_anchor, "centre * 3mm", "must be an anchor"),
    (paints.parse_colour, "#12345", "#12345 is not a colour; write # and three or six hexadecimal digits"),
    (paints.parse_colour, "#ggg", "is not a colour"), (paints.parse_colour, 123, "must be a colour like"), (paints.parse_colour, "", "must be a colour"),
    (paints.parse_colour, "a b", "must be a colour"),
    (paints.parse_paint, {"linear": 0}, "a gradient is {linear"), (paints.parse_paint, {"linear": 0, "stops": [[0, "ink"]]}, "two stops or more"),
    (paints.parse_paint, {"linear": 0, "stops": [[1, "ink"], [0, "ink"]]}, "in rising order"),
    (paints.parse_paint, {"linear": 0, "stops": ["ink", "sun"]}, "a stop is [offset, colour], not “ink”"),
    (paints.parse_paint, {"linear": 0, "stops": [[0, "ink"], [2, "ink"]]}, "must be from 0 to 1"),
    (paints.parse_stroke, "ink", "must be a colour and a width"), (paints.parse_stroke, "ink 1mm dotted", "must be a colour and a width"),
    (paints.parse_stroke, "ink 0mm", "must be above zero"), (paints.parse_stroke, {"colour": "ink"}, "must be a colour and a width"),
    (paints.parse_stroke, {"colour": "ink", "width": 1, "join": "soft"}, "must be one of miter, round, bevel"),
    (paints.parse_stroke, {"colour": "ink", "width": 1, "dash": 3}, "dash must be a list"),
    (v.parse_anchor, [1], "must be an anchor"), (paints.parse_colour, [1, 2], "must be a colour like"), (paints.parse_colour, {}, "must be a colour like"),
    (v.parse_number, 10**400, "must be a number"), (v.parse_mm, 10**400, "is not a length"), (v.parse_mm, "9" * 400 + "mm", "is not a length"),
    (paints.parse_stroke, 3, "must be a colour and a width"),
    (v.parse_lengths(4), [1, 2, 3], "must be a list of 4 lengths, not a list"), (v.parse_lengths(2), "x", "must be a list of 2 lengths"),
    (v.parse_box, "a b", "must be trim, bleed, safe"), (v.parse_box, "", "must be trim"), (v.parse_box, None, "must be a list of 4 lengths"),
    (v.parse_clip, "round", "must be box, ellipse, rounded 3mm or path"), (v.parse_clip, "rounded -1mm", "must be above zero"),
    (v.parse_clip, None, "must be box"),
    (v.parse_names, [1], "must be a name or a list of names"), (v.parse_names, "", "must be a name"),
    (parse_corners, 2, "3 to 100 corners"), (parse_points, 3, "must be a list of points"), (parse_points, [[0, 0]], "must be a list of points"), (parse_points, True, "must be a list of points"),
    (parse_points, [[0, 0], [1]], "must be a list of 2 lengths"),
    (parse_focus, [0.5], "must be [across, down]"), (parse_focus, [0, 2], "must be from 0 to 1"),
]  # fmt: skip


def name(value: object) -> str:
    return getattr(value, "__name__", None) or repr(value)[:30]


@pytest.mark.parametrize(("parse", "written", "expected"), GOOD, ids=name)
def test_good_values(parse: Callable[[Any], Any], written: Any, expected: Any) -> None:
    found = parse(written)
    is_measured = isinstance(expected, float) or parse is v.parse_card_size
    assert found == (pytest.approx(expected) if is_measured else expected)
    assert type(found) is type(expected)


GOES_ON = {"must", "is", "cannot"}
"""What is wrong goes on after the name of the key: “size must be …”."""


@pytest.mark.parametrize(("parse", "written", "says"), BAD, ids=name)
def test_bad_values(parse: Callable[[Any], Any], written: Any, says: str) -> None:
    with pytest.raises(Mistake) as caught:
        parse(written)
    assert says in f"{caught.value.what}; {caught.value.fix}"
    assert caught.value.what.split()[0] in GOES_ON


PARSERS = list(dict.fromkeys(parse for parse, _, _ in GOOD))
yaml_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["linear", "stops", "colour", "width"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=10 * settings.default.max_examples)
@given(st.sampled_from(PARSERS), yaml_values)
def test_any_value_is_taken_or_refused_with_a_message(parse: Callable[[Any], Any], value: Any) -> None:
    message = "is taken"
    try:
        parse(value)
    except Mistake as mistake:
        message = mistake.what
    assert message.split()[0] in GOES_ON
    assert len(message) < 400


def test_a_colour_of_three_digits_in_a_text_is_one_of_six() -> None:
    assert paints.as_hex("#0F0", {}) == "#00ff00"
    with pytest.raises(Mistake, match="no colour #ggg"):
        paints.as_hex("#ggg", {})


def test_an_expression_waits_until_the_card_is_known() -> None:
    accept = Written(v.parse_mm).accept
    assert accept("{{ card.x }}mm") == Expr("{{ card.x }}mm")
    assert accept("{% if x %}3{% endif %}") == Expr("{% if x %}3{% endif %}")
    assert accept("3mm") == 3


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "nothing"),
        (True, "true"),
        ({"a": 1}, "a mapping"),
        ([1], "a list"),
        ("x", "“x”"),
        (3, "3"),
        ("y" * 99, "“" + "y" * 56 + "…"),
    ],
)
def test_values_described(value: Any, words: str) -> None:
    assert v.describe(value) == words
