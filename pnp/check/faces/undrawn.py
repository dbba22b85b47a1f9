"""A game's templates → diagnostics for elements that are drawn on no card, whose when: or for: never holds.

What stands in a template that others extend is for them to use, and what asks for the language may be for another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.check.faces.faces import laid_out_figures
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.model.template import Node, Template


def check_undrawn(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of elements with a condition that is true nowhere."""
    layout = subject.layout
    if layout.edition.catalogue is not None:
        return
    templates: dict[str, Template] = {}
    for deck in (*layout.edition.game.decks.values(), *layout.edition.game.extras.values()):
        templates |= {look.name: look for look in deck.looks}
        for card in deck.cards:
            layout.printed(deck, card)
            layout.small(deck, card)
    figures = laid_out_figures(subject)
    drawn = layout.drawn() | figures.drawn()
    templates |= {figure.template.name: figure.template for figure in figures.figures}
    own = {f"templates/{name}.yaml" for name in templates}
    undrawn = {node.place(): node for template in templates.values() for node in _undrawn(template.nodes, drawn)}
    for place, node in undrawn.items():
        if place.file in own:
            key = "when" if node.element.when else "for"
            what = f"{node.name} is never drawn: its {key}: holds nowhere"
            fix = "correct the condition, or take the element out"
            diagnostics.tell(Code.ELEMENT_UNDRAWN, node.place(key), what=what, fix=fix)


def _undrawn(nodes: Sequence[Node], drawn: frozenset[Place]) -> Iterator[Node]:
    """Those with a condition that stand nowhere; of a group that stands nowhere, the group."""
    for node in nodes:
        if node.place() in drawn:
            yield from _undrawn(node.children, drawn)
        elif (node.element.when or node.element.loop) and "language" not in node.element.when:
            yield node
