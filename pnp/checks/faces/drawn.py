"""Templates and laid-out faces → diagnostics for texts, drawings and elements, and a line that lists unverified faces.

The checks find faint texts, texts over texts, copied drawings, numbers and names not tied to the data, elements that
are never drawn, and `shows: {}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pnp.checks.faces.faces import all_frames, layouts_with_figures
from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.layout.legibility import Faint, contrast_of, faint_texts, overlapping_texts, readable
from pnp.project.game import Game
from pnp.project.template import Node, Template
from pnp.project.tree import Map
from pnp.text.catalogue import quoted
from pnp.text.game_texts import template_texts
from pnp.text.literals import literal_numbers
from pnp.text.placeholders import without_expressions

LIGHTER = "make the text darker or the ground lighter, or the other way round"


def check_contrast(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report faint texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    layout = subject.layout
    faint: dict[tuple[Place, str, str], list[tuple[Faint, str]]] = {}
    for frame, template in all_frames(subject):
        for text in () if frame.is_flawed else faint_texts(frame):
            place = frame.place_of(text.text, text.fill) or template.place
            ground = "" if text.is_on_picture else text.ground
            faint.setdefault((place, text.colour, ground), []).append((text, frame.name))
    for (place, colour, _), occurrences in faint.items():
        first = occurrences[0][0]
        texts = dict.fromkeys(text.text for text, _ in occurrences)
        more = f" and {counted(len(texts) - 1, 'other text')}" if len(texts) > 1 else ""
        ground = f"a picture, which is {first.ground} there" if first.is_on_picture else first.ground
        contrast = f"{contrast_of(colour, first.ground):.1f}, below {first.least:g}"
        way = "put a plate under the text, or give it an outline" if first.is_on_picture else _way(first)
        for name in dict.fromkeys(name for _, name in occurrences):
            diagnostics.report(
                Code.TEXT_FAINT,
                place,
                what=f"{quoted(next(iter(texts)))}{more} in {colour} on {ground}: a contrast of {contrast}",
                why="people cannot read it in poor light or with weak eyes",
                fix=way,
                card=name,
                language=layout.edition.name,
            )


def _way(faint: Faint) -> str:
    """Return how to make a text readable: a colour further from its ground, or a ground further from its colour."""
    ways = {
        "set it in": readable(faint.colour, faint.ground, faint.least),
        "give it a ground of": readable(faint.ground, faint.colour, faint.least),
    }
    pairs = {"set it in": faint.ground, "give it a ground of": faint.colour}
    fixes = [f"{way} {ways[way]}" for way in ways if contrast_of(ways[way], pairs[way]) >= faint.least]
    return ", or ".join(fixes) or LIGHTER


def check_overlaps(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report texts over texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    for frame, template in all_frames(subject):
        for overlap in () if frame.is_flawed else overlapping_texts(frame):
            upper, lower = [frame.setter_of(text.text, text.fill) for text in (overlap.upper, overlap.lower)]
            names = [setter.name if setter else "another text" for setter in (upper, lower)]
            what, fix = f"{names[0]} is set over {names[1]}", "move one of them, or make it smaller"
            if upper and upper == lower:
                what, fix = f"the lines of {names[0]} are set over one another", "give it a larger leading:"
            diagnostics.report(
                Code.TEXT_OVER_TEXT,
                upper.place if upper else template.place,
                what=what,
                why="neither text can be read",
                fix=fix,
                card=f"{frame.name} ({quoted(overlap.upper.text)} over {quoted(overlap.lower.text)})",
                language=subject.layout.edition.name,
            )


def check_copied(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report drawings that are copies of another drawing under a second name."""
    firsts: dict[object, str] = {}
    for file, content in sorted(subject.layout.assets.digests(), key=lambda entry: entry[0]):
        first = firsts.setdefault(content, file)
        if first != file:
            what, fix = f"{file} draws the same as {first}", "draw it again, or use one name for both"
            why = "one of the two was probably overwritten"
            diagnostics.report(Code.DRAWING_COPIED, Place(file), what=what, why=why, fix=fix)


_WHY = "it would not change with the data"


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
    """Return the names of players in the worked examples."""
    return frozenset(name for example in game.examples.values() for name in example.seats or ())


def check_undrawn(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report elements that are never drawn, because their ``when:`` or ``for:`` is never true.

    An element is not reported if other templates extend its template, since they may use it, or if its condition
    depends on the language, since it may hold in another one.
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
            fix = "correct the condition, or take the element out"
            diagnostics.report(Code.ELEMENT_UNDRAWN, node.place(key), what=what, fix=fix)


def _undrawn(nodes: Sequence[Node], drawn: frozenset[Place]) -> Iterator[Node]:
    """Yield the elements with a condition that are never drawn; for a group that is never drawn, only the group."""
    for node in nodes:
        if node.place() in drawn:
            yield from _undrawn(node.children, drawn)
        elif (node.element.when or node.element.loop) and "language" not in node.element.when:
            yield node


def unread_lines(subject: GameSubject, _request: Request) -> Iterator[str]:
    """Yield a line that lists the decks, extras, backs and figures without `shows:`; an empty one counts as one."""
    names = [*_unread_looks(subject.game)]
    figures = subject.rulebook.figures if subject.rulebook is not None else {}
    names += [f"figure {name}" for name, figure in figures.items() if not _has_shows(figure)]
    if names:
        yield f"{subject.game.name}: not verified, as no shows: says what must be on it: {', '.join(names)}"


def check_shows(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report decks and extras with `shows: {}`, which requires nothing to be visible."""
    game = subject.game
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            sources = [tree for tree in (source, deck.template.source) if "shows" in tree]
            if sources and not deck.shows:
                place = sources[0].place_of_key("shows")
                what = f"nothing has to be visible on {name}"
                why = "so no check notices if it shows the wrong thing"
                fix = "say what players must find on it, as shows: {title: {text: …}}, or a drawing or colour"
                diagnostics.report(Code.SHOWS_EMPTY, place, what=what, why=why, fix=fix)


def _unread_looks(game: Game) -> Iterator[str]:
    backs_and_small: dict[str, str] = {}
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            if "shows" not in source and not _has_shows(deck.template):
                yield name
            for kind_of, look in (("back", deck.back), ("small", deck.small)):
                if look is not None and not _has_shows(look):
                    backs_and_small[look.name] = f"{kind_of} {look.name}"
    yield from backs_and_small.values()


def _has_shows(template: Template) -> bool:
    return "shows" in template.source
