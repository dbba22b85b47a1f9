"""The texts that figures and aids spell out → diagnostics for numbers and names that are not tied to the data."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.model.game import Game
from pnp.model.template import Template
from pnp.words.literals import literal_numbers
from pnp.words.placeholders import without_expressions
from pnp.words.translate import template_texts

_WHY = "it would stay when the data change"


def check_printed(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each literal number, and of each name of a player, in the texts of figures, aids and score sheets."""
    names = _names(subject.game)
    for template in _templates(subject):
        for text, place, note in template_texts(template):
            literals = [literal for _, literal in literal_numbers(text, subject.game.language)]
            literals += [word for word in re.findall(r"\w+", without_expressions(text)) if word in names]
            for literal in literals:
                if literal not in template.head.literals:
                    what = f"{literal} is not tied to the data, in {note}"
                    fix = f'write an expression; or name it in the template: literals: ["{literal}"]'
                    diagnostics.tell(Code.LITERAL_NUMBER, place, what=what, why=_WHY, fix=fix)


def _templates(subject: GameSubject) -> Iterator[Template]:
    """Those of extras and figures, each once."""
    every = [deck.template for deck in subject.game.extras.values()]
    every += subject.booklet.figures.values() if subject.booklet else ()
    yield from {template.name: template for template in every}.values()


def _names(game: Game) -> frozenset[str]:
    """The players of the worked examples."""
    return frozenset(name for example in game.examples.values() for name in example.seats or ())
