"""Laid-out faces → diagnostics for texts that are set over other texts."""

from __future__ import annotations

from pnp.check.faces.faces import looked_at
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.layout.overlaps import overlapping_texts
from pnp.words.catalogue import quoted


def check_overlaps(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of texts over texts on the faces and backs of all decks and extras, and in the booklet's figures."""
    for frame, template in looked_at(subject):
        for overlap in () if frame.is_flawed else overlapping_texts(frame):
            upper, lower = [frame.setter_of(text.text, text.fill) for text in (overlap.upper, overlap.lower)]
            names = [setter.name if setter else "another text" for setter in (upper, lower)]
            diagnostics.tell(
                Code.TEXT_OVER_TEXT,
                upper.place if upper else template.place,
                what=f"{names[0]} is set over {names[1]}",
                why="neither text can be read",
                fix="move one of them, or make it smaller",
                card=f"{frame.name} ({quoted(overlap.upper.text)} over {quoted(overlap.lower.text)})",
                language=subject.layout.edition.language,
            )
