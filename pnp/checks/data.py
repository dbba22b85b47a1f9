"""A game's cards, facts, expectations and colours → diagnostics, and lines that name unused files and facts.

Colours that carry meaning are compared as people with protanopia, deuteranopia and tritanopia see them, and as a grey
printer prints them. Whatever their colours, things must also differ by a shape or text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import PurePosixPath
from typing import Any

from pnp.checks.subject import GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.patterns import lazy_pattern
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.analysis import cards_behind, differing, left_value, listed, named, names_nothing, names_read
from pnp.expressions.sandbox import truth
from pnp.expressions.scope import filled_scope
from pnp.project.claims import harmless_path
from pnp.project.files import ORIGIN, Files, table_endings
from pnp.project.game import Distinction, Expectation, booklet_path, rules_path
from pnp.project.tree import texts_of

_BY_NAME = lazy_pattern(r"\bexamples\[\s*[A-Za-z_]")
"""An expression that reads an example whose name is computed."""


def check_composition(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report every expectation that does not hold; report none if the cards have errors."""
    game = subject.game
    files = {card.place.file for deck in game.decks.values() for card in deck.cards}
    if any(diagnostic.severity == "error" and diagnostic.place.file in files for diagnostic in diagnostics):
        return
    scope = filled_scope(game)
    for index, expectation in enumerate(game.head.expect):
        place = game.source["expect"][index].place_of("that")
        try:
            _check(expectation, scope, place, diagnostics)
        except ExpressionError as error:
            what = f"expectation {expectation.that}: {error.what}"
            diagnostics.report(error.code, place, what=what, fix=error.fix)


def check_named_examples(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report facts that name the example for a picture, if another name would not make any expectation fail.

    An entry of `shows:` for the picture reads the same fact, so it would not notice either.
    """
    game, booklet = subject.game, subject.rulebook
    templates = [template for deck in (*game.decks.values(), *game.extras.values()) for template in deck.templates]
    templates += booklet.figures.values() if booklet is not None else ()
    if not any(_BY_NAME.search(str(template.source)) for template in templates):
        return
    scope = filled_scope(game)
    for fact, value in game.head.facts.items():
        expectations = [expectation for expectation in game.head.expect if fact in names_read(expectation.that).names]
        reported: set[str] = set()
        for path, name, other, changed in _exchanged(value, fact, list(game.examples)):
            is_noticed = not all(_holds(expectation, {**scope, fact: changed}) for expectation in expectations)
            if path not in reported and not is_noticed:
                reported.add(path)
                what = f"{path} could name {other} instead of {name}, and no expectation would fail"
                why = "figures and aids show the example that it names, and how it ends"
                fix = f"write what the example must show, such as that: examples[{path}].then.winner == …"
                place = game.source["facts"].place_of(fact)
                diagnostics.report(Code.EXAMPLE_UNEXPECTED, place, what=what, why=why, fix=fix)


def _exchanged(value: Any, path: str, names: list[str]) -> Iterator[tuple[str, str, str, Any]]:
    """Yield a value with one name of an example replaced by each other name: the path, both names, the new value."""
    if isinstance(value, str) and value in names:
        yield from ((path, value, name, name) for name in names if name != value)
    entries = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
    )
    for key, entry in entries:
        inner = f"{path}.{key}" if isinstance(value, Mapping) else f"{path}[{key}]"
        for inner_path, name, other, changed in _exchanged(entry, inner, names):
            if isinstance(value, Mapping):
                yield inner_path, name, other, {**value, key: changed}
            else:
                yield inner_path, name, other, [*value[:key], changed, *value[key + 1 :]]


def _holds(expectation: Expectation, scope: dict[str, Any]) -> bool:
    """Whether an expectation holds; one that cannot be evaluated does not."""
    test = compile_expression(expectation.that)
    try:
        if expectation.each is None:
            return truth(test(scope))
        return all(truth(test({**scope, "card": value})) for value in listed(expectation.each, scope))
    except ExpressionError:
        return False


def _check(expectation: Expectation, scope: dict[str, Any], place: Place, diagnostics: Diagnostics) -> None:
    test = compile_expression(expectation.that)
    if expectation.each is not None:
        values = listed(expectation.each, scope)
        cards = [value for value in values if not truth(test({**scope, "card": value}))]
        if not cards:
            return
        what = f"{expectation.that} does not hold for {named(cards)}"
    elif truth(test(scope)):
        if names_nothing(expectation.that):
            what, why = (
                f"{expectation.that.strip()} names no card, deck or fact of the game",
                "it holds whatever the cards are",
            )
            diagnostics.report(Code.CLAIM_EMPTY, place, what=what, why=why, fix="compare cards or facts")
        return
    else:
        value, differs = left_value(expectation.that, scope), differing(expectation.that, scope)
        actual = f"it is {value}" if value else ""
        what = f"{expectation.that} does not hold"
        what += f" ({'; '.join(filter(None, (actual, differs)))})" if actual or differs else ""
        behind = [] if differs else cards_behind(expectation.that, scope)
        cards = listed(expectation.cards, scope) if expectation.cards else behind
        what += f": {named(cards)}" if cards else ""
    diagnostics.report(
        Code.EXPECTATION, place, what=what, why=expectation.why, fix="correct the cards, or the expectation"
    )


MIN_DIFFERENCE = 9.0
"""Two colours differ plainly from this ΔE 2000 on; 2 is the smallest difference that an eye can see."""

MIN_GREY = 6.0
"""Two colours differ in a grey print from this difference in lightness on, of 100."""

VISIONS = {"protan": "protanopia", "deutan": "deuteranopia", "tritan": "tritanopia"}


def check_colours(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report things whose colours, which distinguish them, differ too little."""
    game = subject.game
    scope = filled_scope(game)
    for index, distinction in enumerate(game.head.distinct):
        place = game.source["distinct"].place_of(index)
        try:
            colours, marks = _values(distinction, scope)
        except ExpressionError as error:
            diagnostics.report(error.code, place, what=f"distinct: {error.what}", fix=error.fix)
            continue
        _check_marks(marks, place, diagnostics)
        _check_pairs(colours, place, diagnostics)


def _values(distinction: Distinction, scope: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colour and the mark of each thing, by name."""
    values = compile_expression(distinction.each)(scope)
    entries = list(values.items()) if isinstance(values, Mapping) else [(str(value), value) for value in values]
    colour, mark = compile_expression(distinction.colour), compile_expression(distinction.mark)
    colours, marks = {}, {}
    for name, value in entries:
        inner = {**scope, "name": name, "thing": value}
        colours[str(name)] = str(colour(inner))
        marks[str(name)] = str(mark(inner))
    return colours, marks


def _check_marks(marks: Mapping[str, str], place: Place, diagnostics: Diagnostics) -> None:
    for (first, mark), (second, second_mark) in combinations(marks.items(), 2):
        if mark == second_mark:
            what = f"{first} and {second} have the same mark {mark}"
            why = "players who cannot see the colours could not tell them apart"
            fix = "give each a shape, icon or word of its own"
            diagnostics.report(Code.MARKS_ALIKE, place, what=what, why=why, fix=fix)


def _check_pairs(colours: Mapping[str, str], place: Place, diagnostics: Diagnostics) -> None:
    from coloraide import Color

    parsed = {}
    for name, text in colours.items():
        try:
            parsed[name] = Color(text)
        except ValueError:
            what = f"{text} of {name} is not a colour"
            diagnostics.report(Code.COLOUR_UNKNOWN, place, what=what, fix='write it as "#2E7D32"')
    for (first, a), (second, b) in combinations(parsed.items(), 2):
        worst = min(
            (a.filter(vision).delta_e(b.filter(vision), method="2000"), name) for vision, name in VISIONS.items()
        )
        grey = abs(a.convert("lab")["lightness"] - b.convert("lab")["lightness"])
        pair = f"{first} ({colours[first]}) and {second} ({colours[second]}) look alike"
        fix = "make one lighter or darker"
        if a == b:
            what = f"{first} and {second} are the same colour, {colours[first]}"
            diagnostics.report(Code.COLOURS_ALIKE, place, what=what, fix="give one another")
        elif worst[0] < MIN_DIFFERENCE:
            why = f"they differ by {worst[0]:.1f}, and must differ by at least {MIN_DIFFERENCE:g}"
            diagnostics.report(Code.COLOURS_ALIKE, place, what=f"{pair} with {worst[1]}", why=why, fix=fix)
        elif grey < MIN_GREY:
            why = f"they differ by {grey:.1f} in lightness, and must differ by at least {MIN_GREY:g}"
            diagnostics.report(Code.COLOURS_ALIKE, place, what=f"{pair} in grey", why=why, fix=fix)


MAX_LISTED = 6
"""At most this many unused files are listed by name."""

_WORD = lazy_pattern(r"[^\W\d]\w*")


def unused_lines(subject: GameSubject) -> Iterator[str]:
    """Yield lines that name the files in the game's folders that no check has read, and the facts that nothing uses.

    All checks must have run before.
    """
    game, files = subject.game.name, subject.files
    endings = (".md", ".yaml", ".yml", *table_endings())  # drawings and pictures may be kept for later
    unread = [path for folder in ("data", "templates") for path in files.unread(f"{folder}/{game}", endings)]
    exempt = {harmless_path(game), *(f"{path}{ORIGIN}" for path in files.paths_read())}
    unused = [path for path in unread if path not in exempt and PurePosixPath(path).stem.upper() != "README"]
    for deck in (*subject.game.decks.values(), *subject.game.extras.values()):
        if columns := [name for name in deck.unread if not _is_in_rules(name, subject)]:
            more = f" and {len(columns) - MAX_LISTED} more" if len(columns) > MAX_LISTED else ""
            yield f"{game}: columns of {deck.name} that no card uses: {', '.join(columns[:MAX_LISTED])}{more}"
    if facts := list(_unused_facts(subject)):
        yield f"{game}: facts that nothing names: {', '.join(facts)}"
    if unused:
        more = f" and {len(unused) - MAX_LISTED} more" if len(unused) > MAX_LISTED else ""
        line = f"{game}: read by nothing: {', '.join(unused[:MAX_LISTED])}{more}"
        is_lacking = subject.rulebook is None and any(path.endswith(".md") for path in unused)
        yield f"{line}; the booklet's text is {booklet_path(game)}" if is_lacking else line


def _is_in_rules(column: str, subject: GameSubject) -> bool:
    """Return whether the game's rules name a column."""
    text = subject.files.texts().get(rules_path(subject.game.name), "")
    return re.search(rf"\b{re.escape(column)}\b", text) is not None


def _unused_facts(subject: GameSubject) -> Iterator[str]:
    """Yield the facts whose names occur in none of the game's files, nor in the rest of game.yaml."""
    game, files = subject.game, subject.files
    rest = {key: value for key, value in game.source.items() if key != "facts"}
    texts = [text for path, text in files.texts().items() if _is_of(game.name, path, files) and path != game.file]
    texts += texts_of(rest)
    texts += texts_of(list(game.head.facts.values()))
    words = set().union(*(_WORD.findall(text) for text in texts))
    yield from (name for name in game.head.facts if name not in words)


def _is_of(game: str, path: str, files: Files) -> bool:
    """Whether a file may name the facts of a game: it is one of the game's own files, or shared by all games."""
    top, _, rest = path.partition("/")
    folder = rest.partition("/")[0]
    is_own = folder == game or (top == "templates" and not files.exists(f"data/{folder}"))
    return is_own and not path.endswith((".po", "/ties.yaml"))
