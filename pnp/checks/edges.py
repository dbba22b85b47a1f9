"""A laid-out game → diagnostics for shapes that end at the trim without bleed, or over a ground of another colour.

It reads the outlines, not pixels, of a few cards of each deck. That is quick, and most cards of a deck have the same
edges. For a print shop, pnp.extensions.press.preflight checks every card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.checks.subject import EditionSubject
from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.core.die_lines import lines_along
from pnp.core.frame import IDENTITY, Box, Frame, Group, Image, Item, Matrix, Paint, Path, Point, Use, multiply
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.outline import trim_outline
from pnp.core.units import Mm
from pnp.layout.surfaces import shows_ground, topmost
from pnp.project.game import Card, Deck
from pnp.project.template import Template

ON: Mm = 0.05
"""A shape that ends closer to the trim than this ends at the trim."""

OUTSIDE: Mm = 0.4
"""Sample points outside the trim are this far from it; cuts are off by more."""

INSIDE: Mm = 0.15
"""Sample points inside the trim are this far from it."""

LEAST: Mm = 5.0
"""Only pieces of an edge of at least this length are reported; shorter ones are tips of drawings."""

VISIBLE = 0.3
"""Paint is visible beside a white edge if it is darker than paper by at least this much, from 0 to 1."""

SAMPLES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""The shares of an edge's length at which points outside and inside it are sampled."""


@frozen_dataclass
class _Inked:
    """A painted item.

    Attributes:
        box: The box around it on the face.
        is_visible: Whether it can be seen beside white paper.
        is_straight: Whether its edges are straight.
        is_rectangle: Whether it is an upright rectangle with sharp corners, or a picture.
        paint: Its paint; "" for a picture, None for a picture with transparent parts.
    """

    box: Box
    is_visible: bool
    is_straight: bool
    is_rectangle: bool
    paint: Paint | None


def check_edges(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report templates whose faces or backs end at the trim. For a shop, preflight checks all cards instead.

    Decks that are not printed are not checked.
    """
    if subject.profile is not None and subject.profile.is_shop:
        return
    layout = subject.layout
    game = layout.edition.game
    for deck in filter(subject.selected.selection.has_deck, (*game.decks.values(), *game.extras.values())):
        for card in _some(deck):
            for side, template in zip(layout.printed(deck, card), (deck.template, deck.back), strict=True):
                if side is not None and template is not None:
                    _report(side.frame, template, diagnostics)


def _some(deck: Deck) -> Sequence[Card]:
    """Return the first, middle and last printed card of a deck."""
    cards = [card for card in deck.cards if card.copies]
    return [cards[n] for n in sorted({0, len(cards) // 2, len(cards) - 1})] if cards else []


def _report(frame: Frame, template: Template, diagnostics: Diagnostics) -> None:
    if lines := lines_along(frame):
        why, fix = UNNAMED
        diagnostics.report(Code.LINE_UNNAMED, template.place, what=unnamed_line(lines[0]), why=why, fix=fix)
    if "cut" in frame.lines:
        return
    if frame.shape != "card":
        if frame.bleed and is_bare_around(frame):  # without bleed the cut follows the printed outline
            what = "what is drawn to the token's edge ends there, without bleed"
            why = "if the cut is slightly off, white paper shows beside it"
            diagnostics.report(Code.EDGE_BARE, template.place, what=what, why=why, fix="draw it in: bleed")
        return
    fix = (
        "draw it in: bleed, or give a picture extend: mirror"
        if frame.bleed
        else "write bleed: 3mm, and draw it in: bleed, or give a picture extend: mirror"
    )
    for end in short_ends(frame):
        placed = next((each for each in frame.boxes if _are_same(each.box, end.box, frame)), None)
        name, place = (placed.name, placed.place) if placed else ("what is drawn", template.place)
        what = f"{name} runs into the bleed {end.first}, but ends {end.gap:.1f} mm before the edge {end.last}"
        why = "this happens when the size of a card is changed"
        around = frame.bleed_box
        size = f"{around.width:g} mm wide" if end.is_across else f"{around.height:g} mm high"
        fix = f"make it {size}, from bleed to bleed; or end it inside the card on both sides"
        diagnostics.report(Code.EDGE_SHORT, place, what=what, why=why, fix=fix)
    if edges := bare_edges(frame):
        what = f"what is drawn to the edge ends there, without bleed: {', '.join(edges)}"
        why = "if the cut is slightly off, white paper shows beside it"
        diagnostics.report(Code.EDGE_BARE, template.place, what=what, why=why, fix=fix)
    if ends := ends_over_another(frame):
        why = "if the cut is slightly off, that ground shows beside it"
        diagnostics.report(Code.EDGE_BARE, template.place, what=ends_over_message(ends), why=why, fix=fix)


UNNAMED = ("presses and cutting machines would print it beside their own line", "name both: cut: [light, dark]")
"""The reason and the fix for a line that lies along a cut or crease without being named."""


def unnamed_line(line: Path) -> str:
    """Return the message for a line that lies along a cut or crease without being named."""
    width = line.stroke.width if line.stroke else 0.0
    return f"a line of {width:.3g} mm lies along a cut or crease, but is not named with it"


def ends_over_message(edges: Sequence[str]) -> str:
    """Return the message for edges at which paint ends over a ground of another colour."""
    return f"what is drawn to the edge ends there, over a ground of another colour: {', '.join(edges)}"


def bare_edges(frame: Frame) -> list[str]:
    """Return the edges of a face at which visible paint ends at the trim and nothing is painted outside."""
    inked = list(_inked(frame.items, IDENTITY, frame.bleed_box.inset(-1.0), frame))

    def is_bare(end: _End) -> bool:
        return not any(_holds(item.box, point) for item in inked for point in end.outside)

    return list(dict.fromkeys(end.edge for end in _ends(inked, frame) if end.inked.is_visible and is_bare(end)))


def ends_over_another(frame: Frame) -> list[str]:
    """Return the edges along which the topmost item ends at the trim and a ground of another colour runs on."""
    inked = list(_inked(frame.items, IDENTITY, frame.bleed_box.inset(-1.0), frame))

    def is_another(end: _End) -> bool:
        own = end.inked.paint
        if own is None or any(topmost(frame.items, point) != own for point in end.inside):
            return False
        grounds = [topmost(frame.items, point) for point in end.outside]
        return all(isinstance(ground, str) and ground and _differ(own, ground) for ground in grounds)

    return list(dict.fromkeys(end.edge for end in _ends(inked, frame) if is_another(end)))


MOST_SHORT: Mm = 10.0
"""A shape that ends further inside the trim than this ends there on purpose."""

LEAST_ACROSS = 0.7
"""A shape that extends across at least this share of a face is meant for all of it."""


@frozen_dataclass
class ShortEnd:
    """A rectangle or picture that reaches the bleed on one side, and ends before the trim on the other.

    Attributes:
        box: The box that it covers.
        first: The side on which it reaches the bleed: "at the left", "at the top", "at the right" or "at the foot".
        last: The side on which it ends too early.
        gap: How far before the trim it ends, mm.
        is_across: Whether these sides are left and right.
    """

    box: Box
    first: str
    last: str
    gap: Mm
    is_across: bool


def short_ends(frame: Frame) -> Iterator[ShortEnd]:
    """Yield shapes that visibly end a little before an edge of a face, as after a change of size."""
    if not frame.bleed:
        return
    trim, reach = frame.trim, frame.bleed / 2
    for item in _inked(frame.items, IDENTITY, frame.bleed_box.inset(-1.0), frame):
        box = item.box
        for first, last, into, gap, size, is_across in (
            ("at the left", "at the right", -box.x, trim.right - box.right, trim.width, True),
            ("at the right", "at the left", box.right - trim.right, box.x, trim.width, True),
            ("at the top", "at the foot", -box.y, trim.bottom - box.bottom, trim.height, False),
            ("at the foot", "at the top", box.bottom - trim.bottom, box.y, trim.height, False),
        ):
            is_short = into >= reach and ON < gap <= MOST_SHORT and size - gap >= LEAST_ACROSS * size
            if is_short and item.is_rectangle and _is_seen_to_end(frame, item, last):
                yield ShortEnd(box, first, last, gap, is_across)


def _are_same(box: Box, other: Box, frame: Frame) -> bool:
    """Whether two boxes cover the same part of a face with its bleed."""
    within = frame.bleed_box.inset(-1.0)
    return _common(within, box).contains(_common(within, other), ON) and _common(within, other).contains(box, ON)


def _is_seen_to_end(frame: Frame, item: _Inked, last: str) -> bool:
    """Whether an item is the topmost one at an end, and clearly differs from what is beyond it."""
    box = item.box
    for part in SAMPLES:
        x, y = box.x + part * box.width, box.y + part * box.height
        inside, beyond = {
            "at the right": ((box.right - INSIDE, y), (box.right + OUTSIDE, y)),
            "at the left": ((box.x + INSIDE, y), (box.x - OUTSIDE, y)),
            "at the foot": ((x, box.bottom - INSIDE), (x, box.bottom + OUTSIDE)),
            "at the top": ((x, box.y + INSIDE), (x, box.y - OUTSIDE)),
        }[last]
        own, ground = topmost(frame.items, inside), topmost(frame.items, beyond)
        is_plain = isinstance(ground, str) and ground != ""
        if own == item.paint and (not is_plain or _differ(own or "", str(ground))):
            return True
    return False


@frozen_dataclass
class _End:
    """An item that ends at an edge of the trim, with points along that edge, just outside and just inside."""

    edge: str
    inked: _Inked
    outside: tuple[Point, ...]
    inside: tuple[Point, ...]


def _ends(inked: Sequence[_Inked], frame: Frame) -> Iterator[_End]:
    """Yield the items with a straight end at an edge of the trim, edge by edge."""
    trim = frame.trim
    for name, at, is_upright in (
        ("left", trim.x, True),
        ("right", trim.right, True),
        ("top", trim.y, False),
        ("bottom", trim.bottom, False),
    ):
        sign = -1 if name in ("left", "top") else 1
        for item in inked:
            box = item.box
            ends = {"left": box.x, "right": box.right, "top": box.y, "bottom": box.bottom}[name]
            low, high = (box.y, box.bottom) if is_upright else (box.x, box.right)
            low, high = max(low, 0.0), min(high, trim.height if is_upright else trim.width)
            if not (item.is_straight and abs(ends - at) <= ON and high - low >= LEAST):
                continue
            # Points beside the edge at some parts of its length: OUTSIDE mm beyond the trim, INSIDE mm within it.
            positions = [low + part * (high - low) for part in SAMPLES]
            outside, inside = (
                tuple((at + off, position) if is_upright else (position, at + off) for position in positions)
                for off in (sign * OUTSIDE, -sign * INSIDE)
            )
            yield _End(name, item, outside, inside)


def _differ(paint: Paint, ground: str) -> bool:
    """Whether a paint clearly differs from a ground. A picture always does."""
    if not isinstance(paint, str) or not paint:
        return True
    pairs = ((int(paint[n : n + 2], 16), int(ground[n : n + 2], 16)) for n in (1, 3, 5))
    return any(abs(level - ground_level) > 255 * VISIBLE for level, ground_level in pairs)


def is_bare_around(frame: Frame) -> bool:
    """Whether visible paint ends along a piece of a token's outline, and nothing is painted outside.

    The pieces are sampled along their normals, which point away from the token's centre.
    """
    centre_x, centre_y = frame.width / 2, frame.height / 2
    bare = 0.0
    for (x1, y1), (x2, y2) in outline.straight_pieces(trim_outline(frame)):
        length = math.hypot(x2 - x1, y2 - y1)
        if length < ON:
            continue
        across, down = (y2 - y1) / length, (x1 - x2) / length
        if across * ((x1 + x2) / 2 - centre_x) + down * ((y1 + y2) / 2 - centre_y) < 0:
            across, down = -across, -down
        for part in SAMPLES:
            x, y = x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
            inside = topmost(frame.items, (x - INSIDE * across, y - INSIDE * down))
            is_visible = inside is not None and (not inside or _is_visible(inside))
            if is_visible and topmost(frame.items, (x + OUTSIDE * across, y + OUTSIDE * down)) is None:
                bare += length / len(SAMPLES)
    return bare >= LEAST


def _holds(box: Box, point: Point) -> bool:
    return box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom


def _inked(items: Sequence[Item], matrix: Matrix, within: Box, frame: Frame) -> Iterator[_Inked]:
    """Yield the items painted near the edges of a face or beyond; items well inside are skipped."""
    for item in items:
        match item:
            case Group():
                inner = multiply(matrix, item.matrix)
                clip = _common(within, _bounds(item.clip.segments, inner)) if item.clip else within
                if item.opacity > VISIBLE and _reaches(clip, frame):
                    yield from _inked(item.items, inner, clip, frame)
            case Use():
                inner = multiply(matrix, item.matrix)
                corners = outline.rectangle(item.art.box.x, item.art.box.y, item.art.box.width, item.art.box.height)
                clip = _common(within, _bounds(corners, inner))
                if _reaches(clip, frame):
                    yield from _inked(item.art.items, inner, clip, frame)
            case Image():
                corners = outline.rectangle(item.x, item.y, item.width, item.height)
                box = _common(within, _bounds(corners, matrix))
                if _reaches(box, frame):
                    paint = None if shows_ground(item.picture) else ""
                    yield _Inked(box, is_visible=True, is_straight=True, is_rectangle=True, paint=paint)
            case Path() if item.fill is not None and item.opacity > VISIBLE and any(s[0] != "Z" for s in item.segments):
                whole = _bounds(item.segments, matrix)
                box = _common(within, whole)
                if _reaches(box, frame):
                    is_straight = _is_upright(item, matrix) or box != whole
                    is_rectangle = _is_upright(item, matrix, 0.995)
                    yield _Inked(box, _is_visible(item.fill), is_straight, is_rectangle, item.fill)


def _bounds(segments: Sequence[tuple[str, *tuple[float, ...]]], matrix: Matrix) -> Box:
    return outline.handle_bounds(outline.transform(tuple(segments), matrix))


def _common(first: Box, second: Box) -> Box:
    """Return the intersection of two boxes; its width or height is 0 if there is none."""
    x, y = max(first.x, second.x), max(first.y, second.y)
    return Box(x, y, max(min(first.right, second.right) - x, 0.0), max(min(first.bottom, second.bottom) - y, 0.0))


def _reaches(box: Box, frame: Frame) -> bool:
    """Return whether a box reaches an edge of the trim, or beyond."""
    return bool(box.width and box.height) and not frame.trim.inset(2 * ON).contains(box, tolerance=0.0)


def _is_upright(path: Path, matrix: Matrix, least: float = 0.9) -> bool:
    """Whether a path is one upright rectangle, with or without rounded corners, that fills enough of its box."""
    box = outline.handle_bounds(path.segments)
    area = abs(outline.signed_area(path.segments))
    turned = min(abs(matrix[1]), abs(matrix[0])) < 1e-6
    return turned and area >= least * box.width * box.height


def _is_visible(paint: Paint) -> bool:
    """Return whether a paint is visible beside white paper."""
    colours = [paint] if isinstance(paint, str) else [stop.colour for stop in paint.stops]
    return any(min(int(colour[n : n + 2], 16) for n in (1, 3, 5)) <= 255 * (1 - VISIBLE) for colour in colours)
