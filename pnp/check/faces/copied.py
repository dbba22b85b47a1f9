"""A game's drawings and pictures → diagnostics for two files that draw the same."""

from __future__ import annotations

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place


def check_copied(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of drawings that are another's copy under a second name."""
    seen: dict[object, str] = {}
    for file, content in sorted(subject.layout.assets.drawn(), key=lambda entry: entry[0]):
        first = seen.setdefault(content, file)
        if first != file:
            what, fix = f"{file} draws the same as {first}", "draw it anew, or use one name for both"
            why = "one of the two was probably written over"
            diagnostics.tell(Code.DRAWING_COPIED, Place(file), what=what, why=why, fix=fix)
