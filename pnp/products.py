"""A laid-out game → its files. One function a product, listed in PRODUCTS; each gives finished bytes.

Cards are laid out as sheets need them and not kept, so a deck of any size takes the memory of its PDF.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.diagnostics import Code, Mistake, Place, counted
from pnp.fonts import named
from pnp.layout.frame import Frame
from pnp.layout.game import GameLayout
from pnp.layout.packing import Packing, pack_cards, pack_tokens
from pnp.layout.paper import Printing
from pnp.layout.sheet import Label, Printed, impose
from pnp.model.game import Deck, Game
from pnp.model.template import TemplateHead
from pnp.order import Order, Share
from pnp.render.pdf import About, Inventory, Page, render_pdf
from pnp.rulebook.html import render_html
from pnp.rulebook.imposition import Folding, impose_booklet, page_scale
from pnp.rulebook.typeset import typeset_booklet
from pnp.underway import under_way
from pnp.words.small_print import small_print
from pnp.write import Output


def cut_sheets(order: Order) -> Iterator[Output]:
    """Cards to cut out: those of one size together, in the order of the decks."""
    decks = order.layout.edition.game.decks.values()
    yield from _sheets(order, [deck for deck in decks if deck.template.head.shape == "card"], "cards", "cut sheets")


def token_sheets(order: Order) -> Iterator[Output]:
    """Tokens to cut out along their outlines: those of one size and shape together."""
    decks = order.layout.edition.game.decks.values()
    yield from _sheets(order, [deck for deck in decks if deck.template.head.shape != "card"], "tokens", "tokens")


def extra_sheets(order: Order) -> Iterator[Output]:
    """Player aids, score sheets and whatever else the game names, each in a file of its own."""
    for name, deck in order.layout.edition.game.extras.items():
        yield from _sheets(order, [deck], name, deck.head.title or name)


def _sheets(order: Order, decks: Sequence[Deck], name: str, called: str) -> Iterator[Output]:
    """One PDF of the sheets of some decks, called so in its title; none where there are no decks."""
    if not decks:
        return
    layout, printing = order.layout, order.printing
    game = layout.edition.game
    on_sheets: list[int] = []
    label = Label(_label(game), layout.fonts.small_print, layout.fonts)
    if label.missing:
        what = f"no font has a glyph for {named(label.missing)}, in the margin of the sheets"
        fix = "add a font that has it to fallback: in fonts/fonts.yaml"
        layout.diagnostics.tell(Code.GLYPH_MISSING, game.source.place_of("title"), what=what, fix=fix)

    def pages() -> Iterator[Page]:
        for group in _by_size(decks):
            try:
                packing = _pack(group[0].template.head, printing)
            except Mistake as mistake:
                place = group[0].template.place
                layout.diagnostics.tell(Code.CARD_LARGE, place, what=mistake.what, fix=mistake.fix)
                continue
            pieces = _printed(layout, group, order.share)
            for sheet in impose(pieces, packing, printing, label, len(on_sheets) + 1):
                if not sheet.is_back:
                    on_sheets.append(sheet.cards)
                with under_way(f"sheet {len(on_sheets)}"):
                    yield Page(sheet.frame, sheet.trim, sheet.bleed)

    two_sided = printing.backs == "duplex" and any(deck.back for deck in decks)
    about = _about(layout, called, duplex=f"{printing.flip}-edge" if two_sided else "")
    content = render_pdf(pages(), about)
    one = {"cards": "card", "tokens": "token"}.get(name, "piece")
    summary = f"{counted(sum(on_sheets), one)} on {counted(len(on_sheets), 'sheet')}, {printing.paper_name}"
    yield Output(f"{game.name}/{game.language}/{name}.pdf", content, summary)


def _pack(head: TemplateHead, printing: Printing) -> Packing:
    if head.shape == "card":
        return pack_cards(head.size, head.bleed, printing)
    return pack_tokens(head.size, head.shape, head.bleed, printing)


def _printed(layout: GameLayout, decks: Sequence[Deck], share: Share) -> Iterator[Printed]:
    """Every card of some decks as often as it is in the game, laid out once."""
    total = sum(len(deck.cards) for deck in decks)
    done = 0
    for deck in decks:
        for card in deck.cards:
            if card.copies:
                yield from [layout.printed(deck, card)] * card.copies
            done += 1
            if done % 100 == 0:
                share(done / total)


def rule_booklet(order: Order) -> Iterator[Output]:
    """The rules: to read page by page, to fold and staple, and for the web."""
    layout, booklet = order.layout, order.booklet
    if booklet is None:
        return
    made = typeset_booklet(booklet.on(order.printing.size), layout)
    order.share(0.9)
    game = layout.edition.game
    if not made.pages:
        what, fix = f"the booklet of {game.head.title} is empty", "write its text, or delete the file"
        layout.diagnostics.tell(Code.BOOKLET_EMPTY, Place(booklet.file, 1, 1), what=what, fix=fix)
        return
    folder = f"{game.name}/{game.language}"
    about = _about(layout, "rules", subject=game.head.subtitle)
    count = counted(len(made.pages), "page")
    inventory = Inventory()
    covers = next(n for n in range(len(made.pages) + 1) if n not in made.pictures)
    about = replace(about, covers=covers)
    yield Output(f"{folder}/rules.pdf", render_pdf(_pages(made.pages), about, inventory), count)
    note = small_print("flip on the short edge", layout.edition.tag)
    folding = Folding(order.printing, Label(note, layout.fonts.small_print, layout.fonts), made.pictures)
    sides = list(impose_booklet(made.pages, folding))
    folded = render_pdf(_pages(sides), _about(layout, "booklet", game.head.subtitle, "short-edge"), inventory)
    blank = -len(made.pages) % 4
    scale = page_scale(made.pages[0], order.printing)
    size = f" at {scale:.0%}" if scale < 1 else ""
    sheets = f"{counted(len(sides) // 2, 'sheet')}, {order.printing.paper_name}{size}"
    work = "to cut, fold and staple" if order.printing.trim else "to fold and staple"
    spare = f", {blank} left empty at the end" if blank else ""
    summary = f"{count} on {sheets}, {work}{spare}"
    yield Output(f"{folder}/booklet.pdf", folded, summary)
    yield Output(f"{folder}/rules.html", render_html(made, layout).encode(), "for the web")


def _about(layout: GameLayout, called: str, subject: str = "", duplex: str = "") -> About:
    """What a PDF of a game says of itself; each has a title of its own, as Chili Peppers · cut sheets."""
    head, tag = layout.edition.game.head, layout.edition.tag
    return About(f"{head.title} · {small_print(called, tag)}", tag, head.credits, subject, duplex)


def _pages(frames: Iterable[Frame]) -> Iterator[Page]:
    """Pages of a booklet, each under way while it is rendered."""
    for frame in frames:
        with under_way(frame.name or "a side"):
            yield Page(frame)


Product = Callable[[Order], Iterator[Output]]
PRODUCTS: tuple[Product, ...] = (cut_sheets, token_sheets, extra_sheets, rule_booklet)
"""What a build makes of each game in each language."""


def _by_size(decks: Sequence[Deck]) -> list[list[Deck]]:
    """Decks grouped by trim, shape and bleed, in the order of their first ones."""
    groups: dict[object, list[Deck]] = {}
    for deck in decks:
        head = deck.template.head
        groups.setdefault((head.size, head.shape, head.bleed), []).append(deck)
    return list(groups.values())


def _label(game: Game) -> str:
    version = f" {game.head.version}" if game.head.version else ""
    return f"{game.head.title}{version} · {game.language}"
