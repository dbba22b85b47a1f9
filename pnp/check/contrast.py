"""Laid-out faces → diagnostics for texts that stand out too little from their ground."""

from __future__ import annotations

from pnp.check.faces.faces import looked_at
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place, counted
from pnp.layout.legibility import Faint, contrast_of, faint_texts, readable
from pnp.words.catalogue import quoted

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
            diagnostics.tell(
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
