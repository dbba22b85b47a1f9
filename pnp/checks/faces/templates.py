"""Templates and drawings → diagnostics for literals of data, elements never drawn, and copied drawings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.checks.faces.shown import layouts_with_figures
from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.project.game import Game
from pnp.project.template import Node, Template
from pnp.text.game_texts import template_texts
from pnp.text.literals import literal_numbers
from pnp.text.placeholders import without_expressions


def check_copied(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report drawings that are a copy of another under a second name."""
    firsts: dict[object, str] = {}
    for file, content in sorted(subject.layout.assets.digests(), key=lambda entry: entry[0]):
        first = firsts.setdefault(content, file)
        if first != file:
            what, fix = f"{file} draws the same as {first}", "replace one of the drawings, or use one file for both"
            why = "one file was probably overwritten with the other"
            diagnostics.report(Code.DRAWING_COPIED, Place(file), what=what, why=why, fix=fix)


_WHY = "it would stay when the data change"


def check_printed(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report each literal number and each name of a player in the texts of figures, aids and score sheets."""
    names = _names(subject.game)
    for template in _templates(subject):
        for text, place, note, *_ in template_texts(template):
            literals = [literal for _, literal in literal_numbers(text, subject.game.language)]
            literals += [word for word in re.findall(r"\w+", without_expressions(text)) if word in names]
            for literal in literals:
                if literal not in template.head.literals:
                    what = f"{literal} is not tied to the data, in {note}"
                    fix = f'write an expression; or name it in the template: literals: ["{literal}"]'
                    diagnostics.report(Code.LITERAL_NUMBER, place, what=what, why=_WHY, fix=fix)


def _templates(subject: GameSubject) -> Iterator[Template]:
    """Yield the templates of extras and figures, each once."""
    every = [deck.template for deck in subject.game.extras.values()]
    every += subject.rulebook.figures.values() if subject.rulebook else ()
    yield from {template.name: template for template in every}.values()


def _names(game: Game) -> frozenset[str]:
    """Return the players of the worked examples."""
    return frozenset(name for example in game.examples.values() for name in example.seats or ())


def check_undrawn(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report elements that are never drawn, because their when: is never true or their for: has no values.

    Not reported are elements of templates that others extend, and elements whose when: depends on the language.
    """
    layout = subject.layout
    if layout.edition.catalogue is not None:
        return
    templates: dict[str, Template] = {}
    for deck in (*layout.edition.game.decks.values(), *layout.edition.game.extras.values()):
        templates |= {template.name: template for template in deck.templates}
        for card in deck.cards:
            layout.printed(deck, card)
            layout.small(deck, card)
    figures = layouts_with_figures(subject)
    drawn = layout.drawn().union(*(each.drawn() for each in figures))
    templates |= {figure.template.name: figure.template for each in figures for figure in each.figures}
    own = {f"templates/{name}.yaml" for name in templates}
    undrawn = {node.place(): node for template in templates.values() for node in _undrawn(template.nodes, drawn)}
    for place, node in undrawn.items():
        if place.file in own:
            key = "when" if node.element.when else "for"
            what = f"{node.name} is never drawn: its {key}: is never true"
            fix = "correct the condition, or delete the element"
            diagnostics.report(Code.ELEMENT_UNDRAWN, node.place(key), what=what, fix=fix)


def _undrawn(nodes: Sequence[Node], drawn: frozenset[Place]) -> Iterator[Node]:
    """Yield the elements with a condition that are drawn nowhere; for a group that is drawn nowhere, the group."""
    for node in nodes:
        if node.place() in drawn:
            yield from _undrawn(node.children, drawn)
        elif (node.element.when or node.element.loop) and "language" not in node.element.when:
            yield node
