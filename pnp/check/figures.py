"""A laid-out booklet → diagnostics for figures whose labels cannot be read on a phone."""

from __future__ import annotations

from pnp.check.faces.faces import laid_out_figures
from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place
from pnp.rulebook.blocks import walk
from pnp.rulebook.labels import LEAST_LABEL, MOST_SCROLLED, Label, least_width, smallest
from pnp.units import MM_PER_PT
from pnp.words.catalogue import quoted


def check_figures(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of each figure's smallest label, where a phone shows it too small even when it is scrolled sideways."""
    booklet = subject.manuscript.booklet
    if booklet is None:
        return
    shown = {block.subject for block in walk(booklet.blocks) if block.kind in ("figure", "step")}
    drawn = [booklet.figures[name] for name in shown if name in booklet.figures]
    templates = {template.head.phone or template.name for template in drawn}
    worst: dict[Place, tuple[float, Label]] = {}
    for figure in laid_out_figures(subject).figures:
        label, wide = smallest(figure.frame), least_width(figure.frame)
        place = figure.template.place
        if label is None or figure.template.name not in templates or wide <= MOST_SCROLLED:
            continue
        if place not in worst or wide > worst[place][0]:
            worst[place] = (wide, label)
    for place, (wide, label) in worst.items():
        size, needed = label.size / MM_PER_PT, label.size / MM_PER_PT * wide / MOST_SCROLLED
        diagnostics.tell(
            Code.TEXT_SMALL,
            place,
            what=f"{quoted(label.text)} would be {LEAST_LABEL * MOST_SCROLLED / wide:.1f} pixels high on a phone",
            why=f"less than {LEAST_LABEL:g} is not read, and a figure is shown at most {MOST_SCROLLED:g} pixels wide",
            fix=f"set it in {needed:.1f} pt instead of {size:.3g}, or make the figure narrower",
            language=subject.layout.edition.language,
        )
