"""``::: cards DECK``: cards in rows, with a caption."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pnp.core import outline
from pnp.core.codes import Code
from pnp.core.diagnostics import Mistake, suggest
from pnp.core.frame import CardArt, Group, Item, Path, Stroke, Use
from pnp.core.outline import CARD_EDGE, trim_outline
from pnp.core.units import Mm
from pnp.expressions import Scope
from pnp.expressions.scope import card_values
from pnp.project.game import Deck
from pnp.rulebook.blocks import WIDTH, Argument, Block, ContainerSyntax, FilledBlock, Strip
from pnp.rulebook.fill import Filler
from pnp.rulebook.html_body import Writer
from pnp.rulebook.kinds.figure import set_caption
from pnp.rulebook.kinds.kind import BlockKind
from pnp.rulebook.setter import Setter

CARD_GAP: Mm = 2.0
"""Space between two cards."""

MAX_WIDE: Mm = 22.0
"""Usual width of a card, if there is room."""

MAX_COLUMNS = 6
"""A row usually has at most this many cards."""

WHICH = Argument(lambda value: isinstance(value, list) and bool(value), "a list of cards, like [{number: 1}, back]")
YES_NO = Argument(lambda value: isinstance(value, bool), "true or false")
COLUMNS = Argument(lambda value: type(value) is int and 1 <= value <= 50, "a whole number from 1 to 50")
WHERE = Argument(is_condition=True)

FORM = ContainerSyntax(
    "deck", {"cards": WHICH, "where": WHERE, "columns": COLUMNS, "width": WIDTH, "back": YES_NO, "flush": YES_NO}
)


def _fill(filler: Filler, block: Block, scope: Scope) -> Iterator[FilledBlock]:
    deck = named_deck(filler, block)
    if deck is None:
        return
    options = filler.options(block, FORM, scope)
    numbers = [card.number for card in deck.cards]
    if condition := block.arguments.get("where"):
        values = {number: card_values(deck.cards[number - 1]) for number in numbers}
        numbers = [n for n in numbers if filler.value(block, condition, {**scope, "card": values[n]})]
    yield fill_cards(filler, block, options, options.get("cards") or numbers, scope)


def named_deck(filler: Filler, block: Block) -> Deck | None:
    """Return the deck or extra that a container names; None, with a report, if there is none."""
    game = filler.edition.game
    decks = {**game.extras, **game.decks}
    name = block.subject
    if name not in decks:
        filler.report(Code.BOOKLET_DECK, block.place, what=f"no deck {name}", fix=suggest(name, decks))
    return decks.get(name)


def fill_cards(filler: Filler, block: Block, options: dict[str, Any], selected: list[Any], scope: Scope) -> FilledBlock:
    """Fill a block with selected cards of its deck; unknown cards are reported and left out."""
    children = tuple(filler.fill(block.children, scope))
    cards = tuple(_pictures(filler, block, selected, options))
    return FilledBlock(block.kind, block.place, children=children, cards=cards, options=options)


def _pictures(filler: Filler, block: Block, selected: list[Any], options: dict[str, Any]) -> Iterator[CardArt]:
    room = (0.0 if options.get("small") else options.get("width", math.inf), math.inf)
    for card in selected:
        try:
            is_back = bool(options.get("back")) or card == "back"
            frame, art = filler.layout.picture(block.subject, None if card == "back" else card, is_back, room)
            yield replace(frame, name=filler.layout.spoken[frame.name]), art
        except Mistake as mistake:
            filler.report(Code.FACE_UNKNOWN, block.place, what=mistake.what, fix=mistake.fix)


def _strips(setter: Setter, block: FilledBlock, width: Mm) -> list[Strip]:
    """Set rows of cards: centred, with lengths that differ by at most one card, or full rows from the left (flush)."""
    cards = block.cards
    if not cards:
        return []
    columns = _columns(block)
    side = block.options.get("width") or min(MAX_WIDE, (width + CARD_GAP) / columns - CARD_GAP)
    side *= setter.pictures
    columns = max(1, min(columns, int((width + CARD_GAP) / (side + CARD_GAP) + 1e-6)))
    is_flush = bool(block.options.get("flush"))
    strips: list[Strip] = []
    for row in _full_rows(cards, columns) if is_flush else _equal_rows(cards, columns):
        left = 0.0 if is_flush else (width - len(row) * side - (len(row) - 1) * CARD_GAP) / 2
        items: list[Item] = []
        height = 0.0
        for index, card in enumerate(row):
            scale = side / card[0].width
            items.append(card_group(setter, card, left + index * (side + CARD_GAP), scale))
            height = max(height, card[0].height * scale)
        strips.append(Strip(height, tuple(items), CARD_GAP if strips else 0.0))
    strips[-1] = replace(strips[-1], holds=bool(block.children))
    return strips + set_caption(setter, block, width)


def _full_rows(cards: Sequence[CardArt], columns: int) -> Iterator[Sequence[CardArt]]:
    """Yield rows of a number of cards; the last row has the remaining cards."""
    for start in range(0, len(cards), columns):
        yield cards[start : start + columns]


def _equal_rows(cards: Sequence[CardArt], columns: int) -> Iterator[Sequence[CardArt]]:
    """Yield as few rows as possible; if their lengths differ, the upper ones have one card more."""
    count = -(-len(cards) // columns)
    short, longer = divmod(len(cards), count)
    start = 0
    for number in range(count):
        end = start + short + (number < longer)
        yield cards[start:end]
        start = end


def _columns(block: FilledBlock) -> int:
    return block.options.get("columns") or min(len(block.cards), MAX_COLUMNS)


def card_group(setter: Setter, card: CardArt, x: Mm, scale: float, y: Mm = 0.0) -> Group:
    """Return a card at a scale, with a thin edge that separates its light ground from the paper."""
    frame, art = card
    matrix = (scale, 0.0, 0.0, scale, x, y)
    edge = Path(outline.transform(trim_outline(frame), matrix), None, Stroke(CARD_EDGE, 0.15))
    return Group((Use(art, matrix), edge), tag=setter.tag("Figure", frame.name))


def _html(writer: Writer, block: FilledBlock) -> str:
    caption = writer.caption(block)
    rows = f'<div style="--columns:{_columns(block)}">{writer.cards(block.cards)}</div>'
    return f'<figure class="cards">{rows}{caption}</figure>'


CARDS = BlockKind(_fill, _strips, _html, FORM, is_apart=True)
