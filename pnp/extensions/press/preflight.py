"""A laid-out game and a print shop or press → diagnostics for faces that it cannot print as they are drawn.

The checks cover sizes, resolution of pictures, bleed, safe area, small type and thin lines, in the size that the shop
cuts; and, for a shop that takes PDF files, ink, transparency and fonts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.checks.edges import UNNAMED, ends_over_another, ends_over_message, unnamed_line
from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.core.die_lines import lines_along
from pnp.core.frame import IDENTITY, Box, Frame, Group, Image, Item, Matrix, Path, Text, Use, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.outline import stretch
from pnp.core.units import MM_PER_INCH, PT_PER_MM, Mm, format_size
from pnp.extensions.press.faults import press_faults
from pnp.layout.cards.card import text_inks
from pnp.project.game import Deck
from pnp.project.profile import Fit, ShopProfile
from pnp.render.pixels import ink_masks
from pnp.rulebook.parts import in_printing_order, typeset_parts

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


FEW_DOTS = 5 / 6
"""The share of a shop's dots per inch below which a picture looks worse than the rest of the card."""

SHORT: Mm = 1.0
"""A bleed may be shorter than the shop's by this much: its outermost pixels are repeated to fill the rest."""

EDGE_DPI = 100.0
"""Dots per inch at which edges are rasterized: four to a mm."""

PAINTED, BARE = 160, 60
"""A pixel is painted if at least PAINTED of 255 is paint, and bare if at most BARE is."""

NOTICED: Mm = 1.5
"""The shortest piece of an edge without bleed that is reported."""

TOLERANCE: Mm = 0.05


@dataclass
class _Worst:
    """The worst fault of one kind in a template.

    Attributes:
        value: How bad it is; less is worse.
        what: Its message.
        cards: The cards that have such a fault, in order.
    """

    value: float
    what: str
    cards: list[str] = field(default_factory=list)


@frozen_dataclass
class _Side:
    """A face or back, with the place of its template."""

    place: Place
    frame: Frame


def check_preflight(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report faces that the chosen print shop or press cannot print as they are drawn; nothing if none is chosen.

    For a press, pnp.checks.edges checks the edges of sheets, as it does for every printer.
    """
    profile = subject.profile
    if profile is None:
        return
    game = subject.layout.edition.game
    every = {**game.decks, **game.extras}
    decks = [every[name] for name in profile.decks if name in every] or list(game.decks.values())
    fitting: list[Deck] = []
    unfit: list[tuple[Deck, Mistake]] = []
    for deck in decks if not profile.decks or set(profile.decks) & set(every) else ():
        head = deck.template.head
        try:
            fit = profile.fit(head.size, head.bleed, head.shape)
        except Mistake as mistake:
            unfit.append((deck, mistake))
            continue
        fitting.append(deck)
        _check_deck(subject, deck, fit, profile, diagnostics)
    if "rules" in profile.decks and profile.head.file == "pdf":
        _check_rules(subject, profile, diagnostics)
    is_requested = bool(profile.decks) or not fitting
    for deck, fault in unfit:
        code = Code.SHOP_SIZE if is_requested else Code.SHOP_LEFT_OUT
        what = f"{fault.what}: {deck.name}{'' if is_requested else ', left out'}"
        diagnostics.report(code, deck.template.place, what=what, why="nothing is scaled", fix=fault.fix)
    cards = sum(deck.size for deck in fitting)
    if profile.head.most and cards > profile.head.most:
        what = f"{game.head.title} has {cards} cards, {profile.head.title} takes {profile.head.most} in an order"
        diagnostics.report(Code.SHOP_MANY, game.source.place, what=what, fix="order deck by deck, with --deck")


def preflight_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """Yield a line with the size that each deck has at the shop, if a shop is chosen and has such a size."""
    game, profile = subject.game, request.profile
    if profile is None:
        return
    names_by_size: dict[str, list[str]] = {}
    every = {**game.decks, **game.extras} if profile.decks else game.decks
    for name, deck in every.items():
        if profile.decks and name not in profile.decks:
            continue
        head = deck.template.head
        with suppress(Mistake):
            fit = profile.fit(head.size, head.bleed, head.shape)
            names_by_size.setdefault(fit.title or format_size(fit.trim), []).append(name)
    sizes = "; ".join(f"{', '.join(names)} as {title}" for title, names in names_by_size.items())
    yield f"{game.name}, for {profile.head.title}: {sizes or 'no deck'}"


def _check_deck(subject: EditionSubject, deck: Deck, fit: Fit, profile: ShopProfile, diagnostics: Diagnostics) -> None:
    sides = list(_sides(subject, deck))
    worst_by_kind: dict[tuple[Code, Place], _Worst] = {}
    for side in sides:
        for code, value, what in (*_faults(side.frame, fit, profile), *press_faults(side.frame, profile)):
            _note(worst_by_kind, code, side, value, what)
    for side in sides if profile.is_shop else ():
        for line in lines_along(side.frame)[:1]:
            _note(worst_by_kind, Code.LINE_UNNAMED, side, 0.0, unnamed_line(line))
    if deck.template.head.shape == "card" and profile.is_shop:
        for side in sides if fit.bleed else ():
            if "cut" not in side.frame.lines and (edges := ends_over_another(side.frame)):
                _note(worst_by_kind, Code.SHOP_BLEED, side, 0.0, ends_over_message(edges))
        for side, millimetres in _bare_edges(sides):
            what = f"paint reaches the cut but not the edge of the bleed, along {millimetres:.0f} mm"
            _note(worst_by_kind, Code.SHOP_BLEED, side, -millimetres, what)
    _report_worst(worst_by_kind, subject.layout.edition.name, diagnostics)


def _check_rules(subject: EditionSubject, profile: ShopProfile, diagnostics: Diagnostics) -> None:
    """Check the pages of the booklet in their own size; small type and thin lines belong to depicted cards."""
    booklet, head, language = subject.source_game.rulebook, profile.head, subject.layout.edition.name
    if booklet is None or booklet.style.form == "none":
        return
    typeset, place = in_printing_order(typeset_parts(booklet, subject.layout)), Place(booklet.file, 1, 1)
    worst_by_kind: dict[tuple[Code, Place], _Worst] = {}
    for page in typeset.pages:
        size = (page.width, page.height)
        fit = Fit("", "", size, size, head.bleed, head.safe, is_same=True)
        for code, value, what in (*_faults(page, fit, profile), *press_faults(page, profile)):
            if code not in (Code.SHOP_TEXT, Code.SHOP_LINE):
                _note(worst_by_kind, code, _Side(place, page), value, what)
    _report_worst(worst_by_kind, language, diagnostics)


def _report_worst(worst_by_kind: dict[tuple[Code, Place], _Worst], language: str, diagnostics: Diagnostics) -> None:
    for (code, place), worst in worst_by_kind.items():
        why, fix = _ADVICE[code]
        for card in worst.cards:
            diagnostics.report(code, place, what=worst.what, why=why, fix=fix, card=card, language=language)


_ADVICE = {
    Code.SHOP_RESOLUTION: ("it would look blurred beside the rest", "use a larger picture, or print it smaller"),
    Code.SHOP_BLEED: ("where the cut is a little off, white paper shows", "draw it in: bleed, or make bleed: larger"),
    Code.SHOP_SAFE: ("a cut may touch it", "move it inwards, or make it smaller"),
    Code.SHOP_TEXT: ("it may not be readable in print", "make it larger"),
    Code.SHOP_REVERSED: (
        "inks that are slightly out of register fill its strokes",
        "make it larger than 6 pt, or use fewer inks for its ground",
    ),
    Code.SHOP_LINE: ("it may break up in print, or not show", "make it wider"),
    Code.SHOP_INK: ("it may not dry, and rub off on the next card", "use a lighter colour"),
    Code.SHOP_GAMUT: (
        "four inks cannot print such a bright colour",
        "use the printed colour, so that screens show the result",
    ),
    Code.SHOP_TRANSPARENCY: ("the inks of a press cannot be transparent", "mix the colours in the drawing"),
    Code.LINE_UNNAMED: UNNAMED,
}


def _note(worst_by_kind: dict[tuple[Code, Place], _Worst], code: Code, side: _Side, value: float, what: str) -> None:
    worst = worst_by_kind.setdefault((code, side.place), _Worst(value, what))
    if value < worst.value:
        worst.value, worst.what = value, what
    if side.frame.name not in worst.cards:
        worst.cards.append(side.frame.name)


def _sides(subject: EditionSubject, deck: Deck) -> Iterator[_Side]:
    """Yield the printed faces of a deck, and its backs once each."""
    yielded: set[int] = set()
    for card in deck.cards:
        if card.copies and subject.selected.has_card(deck, card):
            face, back = subject.layout.printed(deck, card)
            yield _Side(deck.template.place, face.frame)
            if back and deck.back and id(back) not in yielded:
                yielded.add(id(back))
                yield _Side(deck.back.place, back.frame)


def _faults(frame: Frame, fit: Fit, profile: ShopProfile) -> Iterator[tuple[Code, float, str]]:
    """Yield the faults of a face: code, measure (less is worse) and message."""
    head = profile.head
    # The shop cuts the face at fit.card_trim, centred: it cuts so much outside its own trim, on either side of it.
    across, down = (
        (of_shop - own) / 2 for of_shop, own in zip(fit.card_trim, (frame.width, frame.height), strict=True)
    )
    if fit.name and max(across, down) + fit.bleed - frame.bleed > SHORT:
        required = f"{fit.bleed:.3g} around {format_size(fit.card_trim)}"
        what = f"the bleed is {frame.bleed:g} mm, and {head.title} asks for {required}"
        yield Code.SHOP_BLEED, -1000.0, what
    safe = Box(-across, -down, *fit.card_trim).inset(fit.safe)
    for ink in text_inks(frame.items):
        reach = max(safe.x - ink.x, safe.y - ink.y, ink.right - safe.right, ink.bottom - safe.bottom)
        if reach > TOLERANCE:
            yield Code.SHOP_SAFE, -reach, f"a text reaches {reach:.1f} mm out of {head.title}'s safe area"
    for item, matrix, is_depicted in _all(frame.items, IDENTITY):
        scale = stretch(matrix)
        if isinstance(item, Image):
            dpi = min(item.picture.width_px / item.width, item.picture.height_px / item.height) / scale * MM_PER_INCH
            if dpi < head.dpi * FEW_DOTS:
                name = item.picture.file.removeprefix("templates/")
                yield Code.SHOP_RESOLUTION, dpi, f"{name} has {dpi:.0f} dots per inch, {head.title} asks for {head.dpi}"
        elif is_depicted:
            continue
        elif isinstance(item, Text):
            size = item.size * scale
            if size < head.smallest.text - 1e-4:
                what = f"a text has {size * PT_PER_MM:.1f} pt, below {head.smallest.text * PT_PER_MM:.3g} pt"
                yield Code.SHOP_TEXT, size, what
        elif isinstance(item, Path) and item.stroke:
            width = item.stroke.width * scale
            if 0 < width < head.smallest.line - 1e-4:
                yield Code.SHOP_LINE, width, f"a line is {width:.3f} mm wide, below {head.smallest.line:g} mm"


def _all(items: Sequence[Item], matrix: Matrix, is_depicted: bool = False) -> Iterator[tuple[Item, Matrix, bool]]:
    """Yield every drawn item, its matrix to the card, and whether it is part of a depicted card.

    A depicted card is art with text on it at a reduced size, which is not there to be read.
    """
    for item in items:
        if isinstance(item, Group):
            yield from _all(item.items, multiply(matrix, item.matrix), is_depicted)
        elif isinstance(item, Use):
            inner = multiply(matrix, item.matrix)
            art = list(_all(item.art.items, inner, is_depicted))
            is_card = stretch(item.matrix) < 1 and any(isinstance(part, Text) for part, *_ in art)
            yield from ((part, placed, is_depicted or is_card) for part, placed, is_depicted in art)
        else:
            yield item, matrix, is_depicted


# --- edges


def _bare_edges(sides: Sequence[_Side]) -> Iterator[tuple[_Side, Mm]]:
    """Yield sides whose paint reaches the trim but not the bleed's edge, with the longest such piece in mm."""
    with_bleed = [side for side in sides if _has_edge(side.frame)]
    for side, paint in zip(with_bleed, ink_masks([side.frame for side in with_bleed], EDGE_DPI), strict=True):
        longest = _longest_bare(paint, round(side.frame.bleed * EDGE_DPI / MM_PER_INCH)) / EDGE_DPI * MM_PER_INCH
        if longest >= NOTICED:
            yield side, longest


def _has_edge(frame: Frame) -> bool:
    """Return whether a side has a bleed of three pixels or more and is cut at its trim."""
    return frame.bleed * EDGE_DPI / MM_PER_INCH >= 3 and "cut" not in frame.lines


def _longest_bare(paint: Raster, bleed: int) -> int:
    """Return the most pixels in a row along an edge that are painted inside the trim and bare at the bleed's edge."""
    width, height = paint.size
    across, down = (bleed, width - bleed), (bleed, height - bleed)
    # For each edge, two lines of pixels between the corners: just inside the trim and just inside the bleed's edge.
    lines = (
        ((across[0], bleed + 1, across[1], bleed + 2), (across[0], 1, across[1], 2)),
        (
            (across[0], height - bleed - 2, across[1], height - bleed - 1),
            (across[0], height - 2, across[1], height - 1),
        ),
        ((bleed + 1, down[0], bleed + 2, down[1]), (1, down[0], 2, down[1])),
        ((width - bleed - 2, down[0], width - bleed - 1, down[1]), (width - 2, down[0], width - 1, down[1])),
    )
    longest = 0
    for inner, outer in lines:
        pairs = zip(paint.crop(inner).tobytes(), paint.crop(outer).tobytes(), strict=True)
        runs = groupby(inside >= PAINTED and outside <= BARE for inside, outside in pairs)
        longest = max([longest, *(sum(1 for _ in run) for is_bare, run in runs if is_bare)])
    return longest
