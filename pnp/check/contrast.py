"""Laid-out faces → diagnostics for texts that stand out too little from their ground."""

from __future__ import annotations

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics, Place, counted
from pnp.layout.legibility import LEAST_CONTRAST, contrast_of, faint_texts
from pnp.words.catalogue import quoted


def check_contrast(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of faint texts on the faces and backs of all decks and extras."""
    layout = subject.layout
    game = layout.edition.game
    faint: dict[tuple[Place, str, str], list[tuple[str, str]]] = {}
    for deck in (*game.decks.values(), *game.extras.values()):
        for card in deck.cards:
            for side, template in zip(layout.printed(deck, card), (deck.template, deck.back), strict=True):
                if side is None or template is None:
                    continue
                for text, colour, ground in faint_texts(side.frame):
                    faint.setdefault((template.place, colour, ground), []).append((text, side.frame.name))
    for (place, colour, ground), seen in faint.items():
        texts = dict.fromkeys(text for text, _ in seen)
        more = f" and {counted(len(texts) - 1, 'other text')}" if len(texts) > 1 else ""
        contrast = f"{contrast_of(colour, ground):.1f}, below {LEAST_CONTRAST:g}"
        for name in dict.fromkeys(name for _, name in seen):
            diagnostics.tell(
                Code.TEXT_FAINT,
                place,
                what=f"{quoted(next(iter(texts)))}{more} in {colour} on {ground}: a contrast of {contrast}",
                why="in poor light, or with weak eyes, it cannot be read",
                fix="make the text darker or the ground lighter, or the other way round",
                card=name,
                language=layout.edition.language,
            )
