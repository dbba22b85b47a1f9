"""A game's colours that carry meaning → diagnostics where they are too alike, also to those who see fewer colours.

Colours are compared as people with protanopia, deuteranopia and tritanopia see them, and as a grey printer prints them.
And whatever the colours, a mark of shape or text must tell things apart, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.filling import filled_scope
from pnp.model.game import Distinction

LEAST_DIFFERENCE = 9.0
"""Least difference of two colours, ΔE 2000: seen at a glance side by side; 2 is the least an eye can see."""

LEAST_GREY = 6.0
"""Least difference in lightness, of 100, for a grey print."""

VISIONS = {"protan": "protanopia", "deutan": "deuteranopia", "tritan": "tritanopia"}


def check_colours(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of things told apart by colour that are not told apart enough."""
    game = subject.game
    scope = filled_scope(game)
    for index, distinction in enumerate(game.head.distinct):
        place = game.source["distinct"].place_of(index)
        try:
            colours, marks = _values(distinction, scope)
        except ExpressionError as error:
            diagnostics.tell(error.code, place, what=f"distinct: {error.what}", fix=error.fix)
            continue
        _check_marks(marks, place, diagnostics)
        _check_pairs(colours, place, diagnostics)


def _values(distinction: Distinction, scope: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The colour and the mark of each thing, by its name."""
    things = compile_expression(distinction.each)(scope)
    entries = list(things.items()) if isinstance(things, Mapping) else [(str(thing), thing) for thing in things]
    colour, mark = compile_expression(distinction.colour), compile_expression(distinction.mark)
    colours, marks = {}, {}
    for name, thing in entries:
        inner = {**scope, "name": name, "thing": thing}
        colours[str(name)] = str(colour(inner))
        marks[str(name)] = str(mark(inner))
    return colours, marks


def _check_marks(marks: Mapping[str, str], place: Place, diagnostics: Diagnostics) -> None:
    for (one, mark), (other, same) in combinations(marks.items(), 2):
        if mark == same:
            what = f"{one} and {other} have the same mark {mark}"
            why, fix = (
                "who cannot see the colours could not tell them apart",
                "give each a shape, icon or word of its own",
            )
            diagnostics.tell(Code.MARKS_ALIKE, place, what=what, why=why, fix=fix)


def _check_pairs(colours: Mapping[str, str], place: Place, diagnostics: Diagnostics) -> None:
    from coloraide import Color

    seen = {}
    for name, written in colours.items():
        try:
            seen[name] = Color(written)
        except ValueError:
            what = f"{written} of {name} is no colour"
            diagnostics.tell(Code.COLOUR_UNKNOWN, place, what=what, fix='write it as "#2E7D32"')
    for (one, a), (other, b) in combinations(seen.items(), 2):
        worst = min(
            (a.filter(vision).delta_e(b.filter(vision), method="2000"), name) for vision, name in VISIONS.items()
        )
        grey = abs(a.convert("lab")["lightness"] - b.convert("lab")["lightness"])
        pair = f"{one} ({colours[one]}) and {other} ({colours[other]}) look alike"
        fix = "make one lighter or darker"
        if a == b:
            what = f"{one} and {other} are the same colour, {colours[one]}"
            diagnostics.tell(Code.COLOURS_ALIKE, place, what=what, fix="give one another")
        elif worst[0] < LEAST_DIFFERENCE:
            why = f"they differ by {worst[0]:.1f}, {LEAST_DIFFERENCE:g} is the least"
            diagnostics.tell(Code.COLOURS_ALIKE, place, what=f"{pair} with {worst[1]}", why=why, fix=fix)
        elif grey < LEAST_GREY:
            why = f"they differ by {grey:.1f} in lightness, {LEAST_GREY:g} is the least"
            diagnostics.tell(Code.COLOURS_ALIKE, place, what=f"{pair} in grey", why=why, fix=fix)
