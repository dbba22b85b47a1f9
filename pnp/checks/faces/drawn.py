"""Laid-out faces → diagnostics for texts that stand out too little from their ground.

Laid-out faces → diagnostics for texts that are set over other texts.

A game's drawings and pictures → diagnostics for two files that draw the same.

The texts that figures and aids spell out → diagnostics for numbers and names that are not tied to the data.

A game's templates → diagnostics for elements that are drawn on no card, whose when: or for: never holds.

What stands in a template that others extend is for them to use, and what asks for the language may be for another.

A game → a line that names what is not read back; a diagnostic for what is printed, and is said to show nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.checks.faces.faces import laid_out_figures, looked_at
from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.layout.legibility import Faint, contrast_of, faint_texts, overlapping_texts, readable
from pnp.project.game import Game
from pnp.project.template import Node, Template
from pnp.project.tree import Map
from pnp.text.catalogue import quoted
from pnp.text.edition import template_texts
from pnp.text.literals import literal_numbers
from pnp.text.placeholders import without_expressions

LIGHTER = "make the text darker or the ground lighter, or the other way round"


def check_contrast(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of faint texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    layout = subject.layout
    faint: dict[tuple[Place, str, str], list[tuple[Faint, str]]] = {}
    for frame, template in looked_at(subject):
        for text in () if frame.is_flawed else faint_texts(frame):
            place = frame.place_of(text.text, text.fill) or template.place
            ground = "" if text.is_on_picture else text.ground
            faint.setdefault((place, text.colour, ground), []).append((text, frame.name))
    for (place, colour, _), seen in faint.items():
        first = seen[0][0]
        texts = dict.fromkeys(text.text for text, _ in seen)
        more = f" and {counted(len(texts) - 1, 'other text')}" if len(texts) > 1 else ""
        ground = f"a picture that is {first.ground} there" if first.is_on_picture else first.ground
        contrast = f"{contrast_of(colour, first.ground):.1f}, below {first.least:g}"
        way = "lay a plate under the text, or give it an outline" if first.is_on_picture else _way(first)
        for name in dict.fromkeys(name for _, name in seen):
            diagnostics.report(
                Code.TEXT_FAINT,
                place,
                what=f"{quoted(next(iter(texts)))}{more} in {colour} on {ground}: a contrast of {contrast}",
                why="in poor light, or with weak eyes, it cannot be read",
                fix=way,
                card=name,
                language=layout.edition.language,
            )


def _way(faint: Faint) -> str:
    """How a text can be read: in a colour that is further from its ground, or on a ground that is further from it."""
    ways = {
        "set it in": readable(faint.colour, faint.ground, faint.least),
        "give it a ground of": readable(faint.ground, faint.colour, faint.least),
    }
    pairs = {"set it in": faint.ground, "give it a ground of": faint.colour}
    told = [f"{way} {ways[way]}" for way in ways if contrast_of(ways[way], pairs[way]) >= faint.least]
    return ", or ".join(told) or LIGHTER


def check_overlaps(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of texts over texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    for frame, template in looked_at(subject):
        for overlap in () if frame.is_flawed else overlapping_texts(frame):
            upper, lower = [frame.setter_of(text.text, text.fill) for text in (overlap.upper, overlap.lower)]
            names = [setter.name if setter else "another text" for setter in (upper, lower)]
            diagnostics.report(
                Code.TEXT_OVER_TEXT,
                upper.place if upper else template.place,
                what=f"{names[0]} is set over {names[1]}",
                why="neither text can be read",
                fix="move one of them, or make it smaller",
                card=f"{frame.name} ({quoted(overlap.upper.text)} over {quoted(overlap.lower.text)})",
                language=subject.layout.edition.language,
            )


def check_copied(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of drawings that are another's copy under a second name."""
    seen: dict[object, str] = {}
    for file, content in sorted(subject.layout.assets.digests(), key=lambda entry: entry[0]):
        first = seen.setdefault(content, file)
        if first != file:
            what, fix = f"{file} draws the same as {first}", "draw it anew, or use one name for both"
            why = "one of the two was probably written over"
            diagnostics.report(Code.DRAWING_COPIED, Place(file), what=what, why=why, fix=fix)


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
                    diagnostics.report(Code.LITERAL_NUMBER, place, what=what, why=_WHY, fix=fix)


def _templates(subject: GameSubject) -> Iterator[Template]:
    """Those of extras and figures, each once."""
    every = [deck.template for deck in subject.game.extras.values()]
    every += subject.booklet.figures.values() if subject.booklet else ()
    yield from {template.name: template for template in every}.values()


def _names(game: Game) -> frozenset[str]:
    """The players of the worked examples."""
    return frozenset(name for example in game.examples.values() for name in example.seats or ())


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
            diagnostics.report(Code.ELEMENT_UNDRAWN, node.place(key), what=what, fix=fix)


def _undrawn(nodes: Sequence[Node], drawn: frozenset[Place]) -> Iterator[Node]:
    """Those with a condition that stand nowhere; of a group that stands nowhere, the group."""
    for node in nodes:
        if node.place() in drawn:
            yield from _undrawn(node.children, drawn)
        elif (node.element.when or node.element.loop) and "language" not in node.element.when:
            yield node


def unread_lines(subject: GameSubject, _request: Request) -> Iterator[str]:
    """Decks, extras, backs and figures of which nothing is said, not even that there is nothing: `shows: {}`."""
    names = [*_decks(subject.game)]
    figures = subject.booklet.figures if subject.booklet is not None else {}
    names += [f"figure {name}" for name, figure in figures.items() if not _says(figure)]
    if names:
        yield f"{subject.game.name}: not read back, as no shows: says what is on it: {', '.join(names)}"


def check_shows(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of cards and extras that are printed and of which `shows: {}` says that nothing has to be seen."""
    game = subject.game
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            said = [tree for tree in (source, deck.template.source) if "shows" in tree]
            if said and not deck.shows:
                place = said[0].place_of_key("shows")
                what = f"nothing has to be seen on {name}"
                why = "so nobody learns when it shows something else"
                fix = "say what players must find on it, as shows: {title: {text: …}}, or a drawing or colour"
                diagnostics.report(Code.SHOWS_EMPTY, place, what=what, why=why, fix=fix)


def _decks(game: Game) -> Iterator[str]:
    others: dict[str, str] = {}
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            if "shows" not in source and not _says(deck.template):
                yield name
            for kind_of, look in (("back", deck.back), ("small", deck.small)):
                if look is not None and not _says(look):
                    others[look.name] = f"{kind_of} {look.name}"
    yield from others.values()


def _says(template: Template) -> bool:
    return "shows" in template.source
