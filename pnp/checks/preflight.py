"""A face and a print shop → what its press would not take: much ink, what is half clear, fonts that must stay out.

A laid-out game and a print shop or press → diagnostics for what would not print there as it is drawn.

Sizes, resolution of pictures, bleed, safe area, small type and thin lines; all in the size that the shop cuts. What its
press asks for is looked at in pnp.checks.preflight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from pnp.checks.edges import UNNAMED, ends_over_another, ends_told, unnamed_told
from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place, counted
from pnp.core.frame import IDENTITY, Box, Frame, Group, Image, Item, Matrix, Paint, Path, Picture, Text, Use, multiply
from pnp.core.inks import Press, coverage, is_near_black
from pnp.core.outline import stretch
from pnp.core.units import MM_PER_INCH, PT_PER_MM, Mm
from pnp.layout.card import text_inks
from pnp.layout.legibility import placed_texts
from pnp.layout.surfaces import lines_along
from pnp.project.game import Deck
from pnp.project.profile import Fit, Profile, format_size
from pnp.render.pixels import ink_masks
from pnp.render.press import is_clear, plated
from pnp.rulebook.pages import typeset_booklet

if TYPE_CHECKING:
    from PIL.Image import Image as Raster


LOOKED_AT = 600
"""Pixels that the longer side of a picture is made smaller to, before its ink is measured: specks do not count."""

INK_TOLERANCE = 0.5
"""Per cent of ink that make no difference."""

REVERSED: Mm = 6.01 / PT_PER_MM
"""Light type over many inks that is no larger fills up where those do not lie on one another."""

LIGHT, HEAVY = 60.0, 150.0
"""Per cent of ink: text with so little is light, a ground with so much is of many inks."""

PreflightFault = tuple[Code, float, str]
"""The kind, how bad it is (less is worse), in words."""


def press_faults(frame: Frame, profile: Profile) -> Iterator[PreflightFault]:
    """What is wrong with a face for the press of a shop; nothing for one that takes pictures."""
    if profile.head.file != "pdf":
        return
    if profile.head.letters == "text":
        yield from _fonts(frame)
    if profile.press is None:
        if is_clear(frame):
            yield Code.SHOP_TRANSPARENCY, 0.0, "something is half clear, and stays so in the PDF"
        return
    made = plated(frame, profile.press, profile.head.dpi)
    if made.pictured:
        one, several = (f"{noun}, half clear over several colours," for noun in ("place", "places"))
        places = counted(len(made.pictured), f"{one} becomes a picture", f"{several} become pictures")
        first = min(made.pictured, key=lambda box: (box.y, box.x))
        what = f"{places}, from {first.x:.0f}, {first.y:.0f} mm on"
        yield Code.SHOP_TRANSPARENCY, -float(len(made.pictured)), what
    yield from _inks(made.frame, profile.press)


def _inks(frame: Frame, press: Press) -> Iterator[PreflightFault]:
    for paint, name in (found for item in _all_items(frame.items) for found in _paints(item)):
        for colour in _colours(paint):
            yield from _over(coverage(press.inks(colour)), press, f"{name} {colour}")
    for picture in (image.picture for image in _all_items(frame.items) if isinstance(image, Image)):
        yield from _over(_most(picture, press), press, picture.file.removeprefix("templates/") or "a picture")
    for text, ground in placed_texts(frame):
        yield from _reversed(text, ground, press)


def _reversed(text: Text, ground: Paint | None, press: Press) -> Iterator[PreflightFault]:
    """Small light type over many inks."""
    if text.size > REVERSED or not isinstance(text.fill, str) or not isinstance(ground, str) or not ground:
        return
    total = coverage(press.inks(ground))
    if coverage(press.inks(text.fill)) <= LIGHT and total >= HEAVY:
        what = f"light text “{text.text}” of {text.size * PT_PER_MM:.3g} pt over {ground}"
        yield Code.SHOP_REVERSED, text.size, f"{what}, {total:.0f} % of ink"


def _over(total: float, press: Press, what: str) -> Iterator[PreflightFault]:
    if total > press.ink + INK_TOLERANCE:
        yield Code.SHOP_INK, -total, f"{what} takes {total:.0f} % of ink, above {press.ink:.0f} %"


def _most(picture: Picture, press: Press) -> float:
    """The most ink of a picture in one place, per cent."""
    image = press.picture(picture.content)
    image.thumbnail((LOOKED_AT, LOOKED_AT))
    seen = image.getcolors(image.width * image.height) or []
    return max((sum(inks) for _, inks in seen if isinstance(inks, tuple)), default=0) / 255 * 100


def _all_items(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every item that is drawn; lines for machines are in no ink of the press."""
    for item in items:
        if isinstance(item, Group):
            if item.line:
                continue
            yield from _all_items(item.items)
        elif isinstance(item, Use):
            yield from _all_items(item.art.items)
        else:
            yield item


def _paints(item: Item) -> Iterator[tuple[Paint, str]]:
    """The paints of an item, with what it is called; text that becomes black ink is left out."""
    match item:
        case Path():
            if item.fill:
                yield item.fill, "a shape of"
            if item.stroke:
                yield item.stroke.paint, "a line of"
        case Text() if not isinstance(item.fill, str) or not is_near_black(item.fill):
            yield item.fill, "a text of"


def _colours(paint: Paint) -> list[str]:
    return [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]


def _fonts(frame: Frame) -> Iterator[PreflightFault]:
    faces = {item.words[0].face: None for item in _all_items(frame.items) if isinstance(item, Text) and item.words}
    for face in faces:
        if not face.may_be_embedded:
            yield Code.SHOP_FONT, 0.0, f"the font {face.name} must not be embedded, as it says itself"


FEW_DOTS = 5 / 6
"""The part of a shop's dots per inch below which a picture looks worse than its neighbours."""

SHORT: Mm = 1.0
"""A bleed that is shorter than the shop's by more is told; a little is made up for by repeating its edge."""

EDGE_DPI = 100.0
"""Dots per inch at which edges are looked at: four to a mm."""

PAINTED, BARE = 160, 60
"""Of 255: a pixel that has at least so much paint is painted, with at most so little it is bare."""

NOTICED: Mm = 1.5
"""The shortest piece of an edge without bleed that is told."""

TOLERANCE: Mm = 0.05


@dataclass
class _Worst:
    """The worst of one kind that is seen in a template.

    Attributes:
        value: How bad it is; less is worse.
        what: It, in words.
        cards: Those it is seen on, in order.
    """

    value: float
    what: str
    cards: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class _Side:
    """A face or back, with its template's place."""

    place: Place
    frame: Frame


def check_preflight(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of what the print shop or press would not print as it is drawn; nothing where none is meant.

    Edges of sheets for a press are looked at as those of all sheets are: see pnp.checks.edges.
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
    is_asked = bool(profile.decks) or not fitting
    for deck, fault in unfit:
        code = Code.SHOP_SIZE if is_asked else Code.SHOP_LEFT_OUT
        what = f"{fault.what}: {deck.name}{'' if is_asked else ', left out'}"
        diagnostics.report(code, deck.template.place, what=what, why="nothing is scaled", fix=fault.fix)
    cards = sum(deck.size for deck in fitting)
    if profile.head.most and cards > profile.head.most:
        what = f"{game.head.title} has {cards} cards, {profile.head.title} takes {profile.head.most} in an order"
        diagnostics.report(Code.SHOP_MANY, game.source.place, what=what, fix="order deck by deck, with --deck")


def preflight_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """The size that each deck has at the shop, if a shop is chosen and has such a size."""
    game, profile = subject.game, request.profile
    if profile is None:
        return
    told: dict[str, list[str]] = {}
    every = {**game.decks, **game.extras} if profile.decks else game.decks
    for name, deck in every.items():
        if profile.decks and name not in profile.decks:
            continue
        head = deck.template.head
        with suppress(Mistake):
            fit = profile.fit(head.size, head.bleed, head.shape)
            told.setdefault(fit.title or format_size(fit.trim), []).append(name)
    sizes = "; ".join(f"{', '.join(names)} as {title}" for title, names in told.items())
    yield f"{game.name}, for {profile.head.title}: {sizes or 'no deck'}"


def _check_deck(subject: EditionSubject, deck: Deck, fit: Fit, profile: Profile, diagnostics: Diagnostics) -> None:
    sides = list(_sides(subject, deck))
    found: dict[tuple[Code, Place], _Worst] = {}
    for side in sides:
        for code, value, what in (*_faults(side.frame, fit, profile), *press_faults(side.frame, profile)):
            _note(found, code, side, value, what)
    for side in sides if profile.is_shop else ():
        for line in lines_along(side.frame)[:1]:
            _note(found, Code.LINE_UNNAMED, side, 0.0, unnamed_told(line))
    if deck.template.head.shape == "card" and profile.is_shop:
        for side in sides if fit.bleed else ():
            if "cut" not in side.frame.lines and (edges := ends_over_another(side.frame)):
                _note(found, Code.SHOP_BLEED, side, 0.0, ends_told(edges))
        for side, millimetres in _bare_edges(sides):
            what = f"paint that touches the edge ends before the bleed's, for {millimetres:.0f} mm"
            _note(found, Code.SHOP_BLEED, side, -millimetres, what)
    _report_worst(found, subject.layout.edition.language, diagnostics)


def _check_rules(subject: EditionSubject, profile: Profile, diagnostics: Diagnostics) -> None:
    """The pages of the booklet, in their own size; small type and thin lines are those of cards that they show."""
    booklet, head, language = subject.manuscript.booklet, profile.head, subject.layout.edition.language
    if booklet is None:
        return
    made, place = typeset_booklet(booklet, subject.layout), Place(booklet.file, 1, 1)
    found: dict[tuple[Code, Place], _Worst] = {}
    for page in made.pages:
        size = (page.width, page.height)
        fit = Fit("", "", size, size, head.bleed, head.safe, is_same=True)
        for code, value, what in (*_faults(page, fit, profile), *press_faults(page, profile)):
            if code not in (Code.SHOP_TEXT, Code.SHOP_LINE):
                _note(found, code, _Side(place, page), value, what)
    _report_worst(found, language, diagnostics)


def _report_worst(found: dict[tuple[Code, Place], _Worst], language: str, diagnostics: Diagnostics) -> None:
    for (code, place), worst in found.items():
        why, fix = _ADVICE[code]
        for card in worst.cards:
            diagnostics.report(code, place, what=worst.what, why=why, fix=fix, card=card, language=language)


_ADVICE = {
    Code.SHOP_RESOLUTION: ("it would look blurred beside the rest", "take a larger picture, or print it smaller"),
    Code.SHOP_BLEED: ("where the cut is a little off, white paper shows", "draw it in: bleed, or make bleed: larger"),
    Code.SHOP_SAFE: ("a cut may touch it", "move it inwards, or make it smaller"),
    Code.SHOP_TEXT: ("it may not be readable in print", "make it larger"),
    Code.SHOP_REVERSED: (
        "inks that do not lie quite on one another fill its strokes",
        "make it larger than 6 pt, or its ground of fewer inks",
    ),
    Code.SHOP_LINE: ("it may break up in print, or not show", "make it wider"),
    Code.SHOP_INK: ("it may not dry, and come off on the next card", "take a lighter colour"),
    Code.SHOP_TRANSPARENCY: ("a press paints one thing over another", "mix the colours in the drawing"),
    Code.LINE_UNNAMED: UNNAMED,
    Code.SHOP_FONT: ("PDFs embed their fonts", "take another font, or ask whoever made it"),
}


def _note(found: dict[tuple[Code, Place], _Worst], code: Code, side: _Side, value: float, what: str) -> None:
    worst = found.setdefault((code, side.place), _Worst(value, what))
    if value < worst.value:
        worst.value, worst.what = value, what
    if side.frame.name not in worst.cards:
        worst.cards.append(side.frame.name)


def _sides(subject: EditionSubject, deck: Deck) -> Iterator[_Side]:
    """The faces of a deck, and its backs, each once."""
    seen: set[int] = set()
    for card in deck.cards:
        if card.copies and subject.chosen.has_card(deck.name, card.number):
            face, back = subject.layout.printed(deck, card)
            yield _Side(deck.template.place, face.frame)
            if back and deck.back and id(back) not in seen:
                seen.add(id(back))
                yield _Side(deck.back.place, back.frame)


def _faults(frame: Frame, fit: Fit, profile: Profile) -> Iterator[tuple[Code, float, str]]:
    """What is wrong with a face: its kind, how bad it is, in words."""
    head = profile.head
    drawn = (frame.width, frame.height)
    across, down = ((of_shop - own) / 2 for of_shop, own in zip(fit.card_trim, drawn, strict=True))
    if fit.name and max(across, down) + fit.bleed - frame.bleed > SHORT:
        asked = f"{fit.bleed:.3g} around {format_size(fit.card_trim)}"
        what = f"the bleed is {frame.bleed:g} mm, and {head.title} asks for {asked}"
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
    """Every item that is drawn, with the matrix that brings it to the card, and whether it is part of a depicted card.

    A card is depicted by art with text on it, made smaller: that is not there to be read.
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
    """Sides whose paint reaches the trim and not the bleed's edge, and along how many mm."""
    with_bleed = [side for side in sides if _has_edge(side.frame)]
    for side, paint in zip(with_bleed, ink_masks([side.frame for side in with_bleed], EDGE_DPI), strict=True):
        longest = _longest_bare(paint, round(side.frame.bleed * EDGE_DPI / MM_PER_INCH)) / EDGE_DPI * MM_PER_INCH
        if longest >= NOTICED:
            yield side, longest


def _has_edge(frame: Frame) -> bool:
    """Whether a side has a bleed that can be seen, and is cut at its trim."""
    return frame.bleed * EDGE_DPI / MM_PER_INCH >= 3 and "cut" not in frame.lines


def _longest_bare(paint: Raster, bleed: int) -> int:
    """The most pixels in a row along an edge that are painted inside the trim, and bare at the bleed's edge."""
    width, height = paint.size
    across, down = (bleed, width - bleed), (bleed, height - bleed)
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
