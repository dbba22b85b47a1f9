"""An edition → diagnostics for faces, aids and figures that do not show what `shows:` requires of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pnp.checks.faces.expected import ExpectedItem, check_names, expected_items
from pnp.checks.faces.reading import FaceToRead, match_items, read
from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.digests import Digests
from pnp.core.frame import Frame
from pnp.core.patterns import lazy_pattern
from pnp.expressions import ExpressionError, Scope
from pnp.layout.cards.game import Figure, GameLayout
from pnp.project.game import Card, Deck, Game
from pnp.project.template import MustShow, Template
from pnp.project.tree import Map
from pnp.rulebook.pages import fill_rulebook
from pnp.text.edition import make_edition
from pnp.text.game_texts import has_words

_QUOTED = lazy_pattern(r"""(['"])[^'"]*[^\W\d_]{3,}[^'"]*\1""")
"""A text of three letters or more in an expression."""

MAX_READ = 500
"""At most this many cards of a deck are read."""


def check_faces(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report items of `shows:` that are not visible on a face, and visible items that should not be there."""
    layout = subject.layout
    game = layout.edition.game
    readings: list[FaceToRead] = []
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for deck in decks.values():
            places = show_places(game, kind, deck)
            if deck.shows and layout.edition.catalogue is None:
                check_names(deck, places, diagnostics)
            for each in layout.of_rules if deck.cards and deck.cards[0].language else (layout,):
                readings += _of_looks(each, _deck_of(each, deck.name), places, diagnostics)
    for of_figures in layouts_with_figures(subject):
        for figure in of_figures.figures:
            readings += _of_figure(of_figures, figure, diagnostics)
    read(readings, diagnostics)


def _of_looks(
    layout: GameLayout, deck: Deck, places: Mapping[str, Place], diagnostics: Diagnostics
) -> Iterator[FaceToRead]:
    """Yield the faces, backs and small faces of a deck, with what is expected on each."""
    cards = sample_cards(deck.cards)
    if deck.shows:
        yield from _of_deck(layout, deck, places, diagnostics)
    if deck.back is not None and deck.back.head.shows:
        sides = ((card, layout.back(deck, card)) for card in cards)
        backs = {id(side): (card, side.frame) for card, side in sides if side}
        yield from _of_look(layout, deck.back, backs.values(), diagnostics)
    if deck.small is not None and deck.small.head.shows:
        small = ((card, layout.small(deck, card)) for card in cards)
        yield from _of_look(layout, deck.small, [(card, frame) for card, frame in small if frame], diagnostics)


def sample_cards(cards: Sequence[Card], most: int = MAX_READ) -> Sequence[Card]:
    """Return at most ``most`` cards of a deck, at equal distances from the first."""
    return cards[:: -(-len(cards) // most)]


def show_places(game: Game, kind: str, deck: Deck) -> dict[str, Place]:
    """Return the place of each entry of a deck's `shows:`, in its template or in game.yaml."""
    places = _template_places(deck.template)
    if deck.head.shows:
        source = game.source[kind][deck.name]["shows"]
        places |= {name: source.place_of_key(name) for name in deck.head.shows}
    return places


def _template_places(template: Template) -> dict[str, Place]:
    return {name: template.source["shows"].place_of_key(name) for name in template.head.shows}


def _of_deck(
    layout: GameLayout, deck: Deck, places: Mapping[str, Place], diagnostics: Diagnostics
) -> Iterator[FaceToRead]:
    cards, shows = sample_cards(deck.cards), _comparable(layout, deck.shows)
    wants = []
    for card in cards:
        scope = layout.scope_of(card)
        wants.append(_expected(layout, shows, scope, deck.template, places, card.label, diagnostics))
    further = _in_further(layout, deck, cards, shows, places, diagnostics)
    every = {want.key for some in wants for want in some}
    source, digests = _source_of(layout), Digests()
    for number, (card, some) in enumerate(zip(cards, wants, strict=True)):
        face = layout.face(deck, card)
        if face.is_flawed:
            continue  # the missing part has been reported
        if source is not None and digests.of(source.face(_deck_of(source, deck.name), card)) == digests.of(face):
            continue  # it is the face of the source language, which has been read
        allowed = frozenset(want.key for wants_of in further for want in wants_of[number])
        absent = frozenset(every - {want.key for want in some} - allowed)
        if further:
            some = list(_in_any(face, some, [wants_of[number] for wants_of in further]))
        place, language = deck.template.place, layout.edition.name
        yield FaceToRead(
            face, card.label, tuple(some), absent, places, place, language, _is_complete(deck.shows, shows), allowed
        )


def _in_further(
    layout: GameLayout,
    deck: Deck,
    cards: Sequence[Card],
    shows: Mapping[str, MustShow],
    places: Mapping[str, Place],
    diagnostics: Diagnostics,
) -> list[list[list[ExpectedItem]]]:
    """Return what cards must show in each further language of an edition in several."""
    further: list[list[list[ExpectedItem]]] = []
    for language in layout.edition.further:
        other = layout.in_language(language)
        same = [other.card_like(card) for card in cards]
        scopes = [other.scope_of(card) for card in same]
        further.append(
            [
                _expected(other, shows, scope, deck.template, places, card.label, diagnostics)
                for scope, card in zip(scopes, same, strict=True)
            ]
        )
    return further


def _in_any(
    face: Frame, wants: Sequence[ExpectedItem], further: Sequence[Sequence[ExpectedItem]]
) -> Iterator[ExpectedItem]:
    """Yield each expected item in a language in which a face shows it; texts may also be there in the other ones."""
    others = [each if len(each) == len(wants) else wants for each in further]
    for first, *same in zip(wants, *others, strict=True):
        if first.kind not in ("text", "passage"):
            yield first
            continue
        ways = [first, *(other for other in same if other.key != first.key)]
        shown = (way for way in ways[:-1] if match_items(face, {way.key}, with_numbers=False))
        yield replace(next(shown, ways[-1]), is_least=True)


def _of_look(
    layout: GameLayout, look: Template, frames: Iterable[tuple[Card, Frame]], diagnostics: Diagnostics
) -> Iterator[FaceToRead]:
    """Yield cards in a look that has its own `shows:` (backs or small faces), with what is expected on each."""
    places, shows, language = _template_places(look), _comparable(layout, look.head.shows), layout.edition.name
    for card, frame in frames:
        if frame.is_flawed:
            continue
        some = _expected(layout, shows, layout.scope_of(card), look, places, frame.name, diagnostics)
        is_complete = _is_complete(look.head.shows, shows)
        yield FaceToRead(frame, frame.name, tuple(some), frozenset(), places, look.place, language, is_complete)


@lru_cache(maxsize=1)  # the decks of an edition follow each other
def _source_of(layout: GameLayout) -> GameLayout | None:
    """Return the layout of the game in its source language; None if this is that layout."""
    edition = layout.edition
    if edition.catalogue is None or edition.further:
        return None
    source = make_edition(edition.source, edition.source.language, None, others=edition.others)
    return GameLayout(source, layout.fonts, layout.assets, Diagnostics())


def _deck_of(layout: GameLayout, name: str) -> Deck:
    game = layout.edition.game
    return game.decks.get(name) or game.extras[name]


def _of_figure(layout: GameLayout, figure: Figure, diagnostics: Diagnostics) -> Iterator[FaceToRead]:
    template, language = figure.template, layout.edition.name
    if template.head.shows and not figure.frame.is_flawed:
        places, label, shows = _template_places(template), template.name, _comparable(layout, template.head.shows)
        some = _expected(layout, shows, figure.scope, template, places, label, diagnostics)
        is_complete = _is_complete(template.head.shows, shows)
        yield FaceToRead(figure.frame, label, tuple(some), frozenset(), places, template.place, language, is_complete)


def _comparable(layout: GameLayout, shows: Mapping[str, MustShow]) -> dict[str, MustShow]:
    """Return the entries without words in the source language; in the source language itself, all entries."""
    if layout.edition.catalogue is None:
        return dict(shows)
    return {name: entry for name, entry in shows.items() if entry.card is None and not _has_own_words(entry)}


def _has_own_words(entry: MustShow) -> bool:
    """Whether an entry contains words that no catalogue translates, as text or in its expressions."""
    if entry.text is None:
        return False
    return has_words(entry.text) or bool(_QUOTED.search(entry.text + entry.each))


def _is_complete(shows: Mapping[str, MustShow], comparable: Mapping[str, MustShow]) -> bool:
    """Whether entries cover all numbers on a face: some are for texts, and none was left out."""
    return len(comparable) == len(shows) and any(entry.text is not None for entry in shows.values())


def expected_on(layout: GameLayout, deck: Deck, card: Card) -> list[ExpectedItem]:
    """Return the items that must be visible on a card."""
    scope = layout.scope_of(card)
    return _expected(layout, deck.shows, scope, deck.template, {}, card.label, Diagnostics())


def _expected(
    layout: GameLayout,
    shows: Mapping[str, MustShow],
    scope: Scope,
    template: Template,
    places: Mapping[str, Place],
    label: str,
    diagnostics: Diagnostics,
) -> list[ExpectedItem]:
    """Return the items that must be visible, by the values of a scope, and report entries without a value."""
    items: list[ExpectedItem] = []
    for name, entry in shows.items():
        try:
            items += expected_items(name, entry, scope, template.head.palette)
        except ExpressionError as error:
            language = layout.edition.name
            what = f"shows: {name}: {error.what}"
            diagnostics.report(
                error.code, places.get(name, template.place), what=what, fix=error.fix, card=label, language=language
            )
    return items


def all_frames(subject: EditionSubject) -> Iterator[tuple[Frame, Template]]:
    """Yield every face, small face, back, extra and figure of an edition, with its template."""
    layout = subject.layout
    game = layout.edition.game
    for deck in (*game.decks.values(), *game.extras.values()):
        for card in deck.cards:
            face, back = layout.printed(deck, card)
            yield face.frame, deck.template
            if back is not None and deck.back is not None:
                yield back.frame, deck.back
            small = layout.small(deck, card)
            if small is not None and deck.small is not None:
                yield small, deck.small
    for of_figures in layouts_with_figures(subject):
        for figure in of_figures.figures:
            yield figure.frame, figure.template


def layouts_with_figures(subject: EditionSubject) -> tuple[GameLayout, ...]:
    """Return the layouts with the booklet's figures: those of the edition, or copies if the edition has none yet."""
    layouts, booklet = subject.layout.of_rules, subject.source_game.rulebook
    if not any(layout.figures for layout in layouts) and booklet is not None and booklet.figures:
        layouts = subject.layout.without_reports().of_rules
        for layout in layouts:
            fill_rulebook(booklet, layout)
    return layouts


# --- what has no shows:


def unread_lines(subject: GameSubject, _request: Request) -> Iterator[str]:
    """Yield a line that names the decks, extras, backs and figures without `shows:`, even an empty one."""
    names = [*_unread_looks(subject.game)]
    figures = subject.rulebook.figures if subject.rulebook is not None else {}
    names += [f"figure {name}" for name, figure in figures.items() if not _has_shows(figure)]
    if names:
        yield f"{subject.game.name}: not verified, as no shows: says what must be on it: {', '.join(names)}"


def check_shows(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report decks and extras with `shows: {}`, which requires nothing to be visible."""
    game = subject.game
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            sources = [tree for tree in (source, deck.template.source) if "shows" in tree]
            if sources and not deck.shows:
                place = sources[0].place_of_key("shows")
                what = f"shows: of {name} is empty"
                why = "so no check notices if it shows something wrong"
                fix = "write what players must see on it: shows: {title: {text: …}}, or a drawing or colour"
                diagnostics.report(Code.SHOWS_EMPTY, place, what=what, why=why, fix=fix)


def _unread_looks(game: Game) -> Iterator[str]:
    backs_and_small: dict[str, str] = {}
    for kind, decks in (("decks", game.decks), ("extras", game.extras)):
        for name, deck in decks.items():
            source: Map = game.source[kind][name]
            if "shows" not in source and not _has_shows(deck.template):
                yield name
            for kind_of, look in (("back", deck.back), ("small", deck.small)):
                if look is not None and not _has_shows(look):
                    backs_and_small[look.name] = f"{kind_of} {look.name}"
    yield from backs_and_small.values()


def _has_shows(template: Template) -> bool:
    return "shows" in template.source
