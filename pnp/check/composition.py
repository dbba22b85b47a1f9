"""A game's expectations → diagnostics that name the cards concerned, and examples that may be exchanged unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.expressions import ExpressionError, compile_expression
from pnp.expressions.explain import cards_behind, differing, found, listed, named
from pnp.expressions.filling import filled_scope
from pnp.expressions.limits import truth
from pnp.expressions.reading import reads
from pnp.model.game import Expectation

_BY_NAME = re.compile(r"\bexamples\[\s*[A-Za-z_]")
"""An example that is read by a name which is computed."""


def check_composition(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of every expectation that does not hold; of none where cards could not be read as they are meant."""
    game = subject.game
    files = {card.place.file for deck in game.decks.values() for card in deck.cards}
    if any(told.severity == "error" and told.place.file in files for told in diagnostics):
        return
    scope = filled_scope(game)
    written = game.source.get("expect")
    for index, expectation in enumerate(game.head.expect):
        place = written[index].place_of("that")
        try:
            _check(expectation, scope, place, diagnostics)
        except ExpressionError as error:
            what = f"expectation {expectation.that}: {error.what}"
            diagnostics.tell(error.code, place, what=what, fix=error.fix)


def check_named_examples(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of facts by which pictures read examples, and could name another one without an expectation noticing.

    What `shows:` says of such a picture reads the same fact, so it proves nothing of it.
    """
    game, booklet = subject.game, subject.booklet
    templates = [look for deck in (*game.decks.values(), *game.extras.values()) for look in deck.looks]
    templates += booklet.figures.values() if booklet is not None else ()
    if not any(_BY_NAME.search(str(template.source)) for template in templates):
        return
    scope = filled_scope(game)
    for fact, value in game.head.facts.items():
        expectations = [one for one in game.head.expect if fact in reads(one.that).names]
        told: set[str] = set()
        for path, name, other, changed in _exchanged(value, fact, list(game.examples)):
            if path not in told and all(_holds(one, {**scope, fact: changed}) for one in expectations):
                told.add(path)
                what = f"{path} could name {other} for {name}, and no expectation would notice"
                why = "figures and aids read the example that it names, and tell its end"
                fix = f"expect what the example must be, as that: examples[{path}].then.winner == …"
                place = game.source["facts"].place_of(fact)
                diagnostics.tell(Code.EXAMPLE_UNEXPECTED, place, what=what, why=why, fix=fix)


def _exchanged(value: Any, path: str, names: list[str]) -> Iterator[tuple[str, str, str, Any]]:
    """A value with the name of an example in it changed for each other: where, which, for which, and the value."""
    if isinstance(value, str) and value in names:
        yield from ((path, value, other, other) for other in names if other != value)
    entries = (
        value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list | tuple) else ()
    )
    for key, entry in entries:
        inner = f"{path}.{key}" if isinstance(value, Mapping) else f"{path}[{key}]"
        for where, name, other, changed in _exchanged(entry, inner, names):
            if isinstance(value, Mapping):
                yield where, name, other, {**value, key: changed}
            else:
                yield where, name, other, [*value[:key], changed, *value[key + 1 :]]


def _holds(expectation: Expectation, scope: dict[str, Any]) -> bool:
    """Whether an expectation holds; one that has no value does not."""
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
        return
    else:
        value, differs = found(expectation.that, scope), differing(expectation.that, scope)
        told = f"it is {value}" if value else ""
        what = f"{expectation.that} does not hold"
        what += f" ({'; '.join(filter(None, (told, differs)))})" if told or differs else ""
        behind = [] if differs else cards_behind(expectation.that, scope)
        cards = listed(expectation.cards, scope) if expectation.cards else behind
        what += f": {named(cards)}" if cards else ""
    diagnostics.tell(
        Code.EXPECTATION, place, what=what, why=expectation.why, fix="correct the cards, or the expectation"
    )
