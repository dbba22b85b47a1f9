"""Laid-out faces → diagnostics for texts that cannot be read: too faint on their ground, or over one another."""

from __future__ import annotations

from pnp.checks.faces.shown import all_frames
from pnp.checks.subject import EditionSubject
from pnp.core.codes import Code
from pnp.core.colours import contrast
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.layout.contrast import Faint, faint_texts, readable
from pnp.layout.overlaps import overlapping_texts
from pnp.text.catalogue import quoted

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
        ground = f"a picture that is {first.ground} there" if first.is_on_picture else first.ground
        measured = f"{contrast(colour, first.ground):.1f}, below {first.least:g}"
        way = "lay a plate under the text, or give it an outline" if first.is_on_picture else _way(first)
        for name in dict.fromkeys(name for _, name in occurrences):
            diagnostics.report(
                Code.TEXT_FAINT,
                place,
                what=f"{quoted(next(iter(texts)))}{more} in {colour} on {ground}: a contrast of {measured}",
                why="it cannot be read in poor light, or with weak eyes",
                fix=way,
                card=name,
                language=layout.edition.name,
            )


def _way(faint: Faint) -> str:
    """Return how to make a text readable: in a colour further from its ground, or on a ground further from it."""
    ways = {
        "set it in": readable(faint.colour, faint.ground, faint.least),
        "give it a ground of": readable(faint.ground, faint.colour, faint.least),
    }
    pairs = {"set it in": faint.ground, "give it a ground of": faint.colour}
    fixes = [f"{way} {ways[way]}" for way in ways if contrast(ways[way], pairs[way]) >= faint.least]
    return ", or ".join(fixes) or LIGHTER


def check_overlaps(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report texts over texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    for frame, template in all_frames(subject):
        for overlap in () if frame.is_flawed else overlapping_texts(frame):
            upper, lower = [frame.setter_of(text.text, text.fill) for text in (overlap.upper, overlap.lower)]
            names = [setter.name if setter else "another text" for setter in (upper, lower)]
            what, fix = f"{names[0]} is set over {names[1]}", "move one of them, or make it smaller"
            if upper and upper == lower:
                what, fix = f"the lines of {names[0]} are set over one another", "increase leading: of the text element"
            diagnostics.report(
                Code.TEXT_OVER_TEXT,
                upper.place if upper else template.place,
                what=what,
                why="neither text can be read",
                fix=fix,
                card=f"{frame.name} ({quoted(overlap.upper.text)} over {quoted(overlap.lower.text)})",
                language=subject.layout.edition.name,
            )
