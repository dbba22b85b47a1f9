"""Questions about a project → what the preview shows of it. Lives in a process of its own, and remembers.

Every answer is of the files as they are when it is asked for. What can be drawn is drawn, as in a draft; a deck that
cannot be read is left out, and told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.build import make
from pnp.build_context import BuildContext, Digests
from pnp.checks import NEEDED_BY_BUILD, run_checks
from pnp.checks.subject import GameSubject
from pnp.core.diagnostics import Diagnostics, Place
from pnp.core.fonts import FontSet
from pnp.core.frame import ElementBox, Frame, Segment
from pnp.core.outline import trim_outline
from pnp.expressions import show
from pnp.layout.printing import Printing
from pnp.products.sheets import laid_sheets
from pnp.project.files import find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Card, Deck, Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.render.svg import render_svg
from pnp.rulebook.html import render_html
from pnp.rulebook.pages import typeset_booklet
from pnp.serve.faces import EditionDesk, FaceCache, KeptAssets, KeptFiles, digest_of
from pnp.serve.messages import (
    ToldBox,
    ToldCard,
    ToldDeck,
    ToldFace,
    ToldFault,
    ToldGame,
    ToldMade,
    ToldPicture,
    ToldPlace,
    ToldProject,
    ToldValue,
    told_fault,
    told_faults,
)
from pnp.source_game import read_source_game
from pnp.text.catalogue import catalogue_path
from pnp.text.edition import open_edition

AS_DRAFT = Printing(is_draft=True)
MOST_MADE = 4
"""Games in a language whose sheets and pages are kept."""


@dataclass(frozen=True)
class _Loaded:
    """A game as it was read: None where it cannot be; and what was told of it."""

    game: Game | None
    faults: tuple[ToldFault, ...]


@dataclass(frozen=True)
class _MadeGame:
    """What was made of a game in a language, with its pictures by what tells them apart."""

    told: ToldMade
    frames: Mapping[str, Frame]
    rules: str
    generation: int


class Studio:
    """One project, as somebody works on it."""

    def __init__(self, root: Path) -> None:
        self.files = KeptFiles(root)
        self._generation = 0
        self.assets = KeptAssets(self.files)
        self._faces = FaceCache(self.files)
        self._fonts: FontSet | None = None
        self._fonts_told = Diagnostics()
        self._fonts_readings = 0
        self._loaded: dict[str, _Loaded] = {}
        self._desks: dict[tuple[str, str], EditionDesk] = {}
        self._made: OrderedDict[tuple[str, str], _MadeGame] = OrderedDict()

    def refresh(self) -> None:
        """Forget what is made of files that have changed."""
        changed = self.files.refresh()
        if changed:
            self._generation += 1
            self.assets.forget(changed)
            self._loaded.clear()
            self._desks.clear()
            if any(path.startswith("fonts/") for path in changed):
                self._fonts = None

    # --- what is in the project

    def project(self) -> ToldProject:
        """All its games, and the faults of their files."""
        told = Diagnostics()
        games = []
        faults: dict[ToldFault, None] = {}
        for name in find_games(self.files, (), told):
            loaded = self._load(name)
            faults |= dict.fromkeys(loaded.faults)
            games.append(self._told_game(name, loaded.game))
        self._read_fonts()
        told.extend(self._fonts_told)
        return ToldProject(tuple(games), (*told_faults(told, self.files), *faults))

    def _load(self, name: str) -> _Loaded:
        if name not in self._loaded:
            told = Diagnostics()
            game = load_game(self.files, Templates(self.files), name, told, is_draft=True)
            self._loaded[name] = _Loaded(game, told_faults(told, self.files))
        return self._loaded[name]

    def _told_game(self, name: str, game: Game | None) -> ToldGame:
        place = ToldPlace(f"data/{name}/game.yaml", 1)
        if game is None:
            return ToldGame(name, name, (), (), (), place, is_broken=True)
        decks = [_told_deck(game, deck) for deck in (*game.decks.values(), *game.extras.values())]
        return ToldGame(name, game.head.title, game.head.languages, tuple(decks), _missing(game), place)

    def _read_fonts(self) -> FontSet:
        if self._fonts is None:
            self._fonts_told = Diagnostics()
            self._fonts = load_fonts(self.files, self._fonts_told)
            self._fonts_readings += 1
        return self._fonts

    def _desk(self, name: str, language: str) -> EditionDesk | None:
        """What a game in a language is laid out with; None where there is no such game, or language."""
        key = (name, language)
        if key not in self._desks:
            game, fonts = self._load(name).game, self._read_fonts()
            if game is None or language not in game.head.languages or not fonts.families:
                return None
            edition = open_edition(self.files, game, language, Diagnostics(), is_draft=True)
            assert edition is not None, "a draft needs no catalogue"
            words = self.files.digest(catalogue_path(name, language)) if edition.catalogue else ""
            self._desks[key] = EditionDesk(
                edition,
                fonts,
                self.assets,
                self.files,
                reading=self._fonts_readings,
                catalogue=words,
                world=str(self._generation),
            )
        return self._desks[key]

    # --- cards and faces

    def cards(self, game: str, language: str, deck: str) -> tuple[ToldCard, ...] | None:
        """The cards of a deck with their values in a language; None where it cannot be read."""
        found = self._deck(game, language, deck)
        return tuple(_told_card(card) for card in found[1].cards) if found else None

    def _deck(self, game: str, language: str, name: str) -> tuple[EditionDesk, Deck] | None:
        desk = self._desk(game, language)
        if desk is None:
            return None
        edition = desk.layout.edition.game
        deck = edition.decks.get(name) or edition.extras.get(name)
        return (desk, deck) if deck else None

    def faces(
        self, game: str, language: str, deck: str, numbers: Sequence[int], is_back: bool, is_cut: bool
    ) -> tuple[ToldFace, ...] | None:
        """Faces or backs of some cards of a deck; None where it cannot be read.

        Args:
            game: The game's name.
            language: One of its languages.
            deck: A deck's or extra's name.
            numbers: Which cards, from 1; those that there are not are passed over.
            is_back: Whether their backs are meant.
            is_cut: Whether they are cut along their trim, or have their bleed.
        """
        found = self._deck(game, language, deck)
        if found is None:
            return None
        desk, cards = found[0], found[1].cards
        if is_back and found[1].back is None:
            return ()
        made = []
        for number in numbers:
            if 0 < number <= len(cards):
                face = self._faces.of(desk, found[1], cards[number - 1], is_back)
                digest, svg = face.picture(is_cut)
                boxes = tuple(_told_box(at) for at in face.frame.boxes)
                faults = tuple(told_fault(diagnostic, self.files) for diagnostic in face.faults)
                made.append(ToldFace(number, digest, svg, boxes, faults))
        return tuple(made)

    # --- sheets, pages, and all that is wrong

    def made(self, game: str, language: str) -> ToldMade:
        """What a build would make of a game in a language, and what it would tell."""
        return self._make(game, language).told

    def rules(self, game: str, language: str) -> str | None:
        """The rules as a web page; None without any."""
        return self._make(game, language).rules or None

    def picture(self, digest: str) -> str | None:
        """A sheet or page as SVG; None for one that is not kept."""
        for made in self._made.values():
            if digest in made.frames:
                return render_svg(made.frames[digest], bleed=False)
        return None

    def _make(self, name: str, language: str) -> _MadeGame:
        key = (name, language)
        made = self._made.get(key)
        if made is None or made.generation != self._generation:
            made = self._made_now(name, language)
            before = self._made[key].frames if key in self._made and made.told.is_stale else {}
            self._made[key] = replace(made, frames={**before, **made.frames})
        self._made.move_to_end(key)
        while len(self._made) > MOST_MADE:
            self._made.popitem(last=False)
        return self._made[key]

    def _made_now(self, name: str, language: str) -> _MadeGame:
        told = Diagnostics()
        manuscript = read_source_game(self.files, Templates(self.files), name, told, is_draft=True)
        fonts = self._read_fonts()
        told.extend(self._fonts_told)
        if manuscript is None or language not in manuscript.game.head.languages:
            return _MadeGame(ToldMade(faults=told_faults(told, self.files), is_stale=True), {}, "", self._generation)
        subject = GameSubject(self.files, manuscript, fonts)
        run_checks("game", NEEDED_BY_BUILD, subject, told)
        survey = _Survey()
        make(subject, [language], AS_DRAFT, (survey.sheets, survey.booklet), NEEDED_BY_BUILD, told)
        rules = digest_of(survey.rules) if survey.rules else ""
        is_stale = bool(_missing(manuscript.game))
        made = ToldMade(tuple(survey.sides), tuple(survey.pages), rules, told_faults(told, self.files), is_stale)
        return _MadeGame(made, survey.frames, survey.rules, self._generation)


class _Survey:
    """Makes of a game what a build makes, up to the pages."""

    def __init__(self) -> None:
        self.sides: list[ToldPicture] = []
        self.pages: list[ToldPicture] = []
        self.frames: dict[str, Frame] = {}
        self.rules = ""
        self._digests = Digests()

    def sheets(self, order: BuildContext) -> Iterator[None]:
        """Lay out the sheets of all cards, tokens and extras."""
        extras = order.layout.edition.game.extras
        for product in ("cards", "tokens", *extras):
            if decks := order.decks(product):
                for sheet in laid_sheets(order, decks):
                    self.sides.append(self._kept(product, sheet.frame, sheet.is_back))
        yield from ()

    def booklet(self, order: BuildContext) -> Iterator[None]:
        """Set the booklet, and write the web page."""
        if order.booklet is not None:
            made = typeset_booklet(order.booklet.on(order.printing.size), order.layout)
            self.pages = [self._kept("booklet", page, False) for page in made.pages]
            if made.pages:
                self.rules = render_html(made, order.layout)
        yield from ()

    def _kept(self, product: str, frame: Frame, is_back: bool) -> ToldPicture:
        digest = self._digests.of(frame)
        self.frames[digest] = frame
        return ToldPicture(product, frame.name, digest, (frame.width, frame.height), is_back)


def _missing(game: Game) -> tuple[str, ...]:
    """Decks and extras of a game that could not be read."""
    return tuple(name for name in (*game.head.decks, *game.head.extras) if name not in {*game.decks, *game.extras})


def _told_deck(game: Game, deck: Deck) -> ToldDeck:
    head = deck.template.head
    blank = Frame(*head.size, (), head.bleed, head.corner, shape=head.shape)
    return ToldDeck(
        name=deck.name,
        title=deck.head.title or deck.name.replace("_", " "),
        kind="extra" if deck.is_extra else deck.part,
        count=sum(card.copies for card in deck.cards),
        different=len(deck.cards),
        size=head.size,
        bleed=head.bleed,
        safe=head.safe,
        corner=head.corner,
        shape=head.shape,
        outline=_path_data(trim_outline(blank)),
        safe_outline=_path_data(trim_outline(blank, -head.safe)),
        has_back=deck.back is not None,
        place=ToldPlace.of(game.source["extras" if deck.is_extra else "decks"].place_of_key(deck.name)),
        template=ToldPlace.of(deck.template.place),
        back=ToldPlace.of(deck.back.place) if deck.back else None,
    )


def _path_data(segments: tuple[Segment, ...]) -> str:
    return "".join(f"{kind}{' '.join(f'{length:.3f}' for length in lengths)}" for kind, *lengths in segments)


def _told_box(at: ElementBox) -> ToldBox:
    box = at.box
    return ToldBox(at.name, (box.x, box.y, box.width, box.height), ToldPlace.of(at.place))


def _told_card(card: Card) -> ToldCard:
    return ToldCard(
        number=card.number,
        label=card.label,
        copies=card.copies,
        place=ToldPlace.of(card.place),
        values=tuple(
            ToldValue(name, "" if value is None else show(value), ToldPlace.of(_place_of(card, name)))
            for name, value in card.values.items()
        ),
    )


def _place_of(card: Card, name: str) -> Place:
    """Where a value of a card is written: in its record, below each:, or nowhere."""
    source = card.source
    if source is None:
        return card.place
    each = source.get("each")
    place: Place = each.place_of(name) if isinstance(each, dict) and name in each else source.place_of(name)  # type: ignore[attr-defined]
    return place


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "project": Studio.project,
    "cards": Studio.cards,
    "faces": Studio.faces,
    "made": Studio.made,
    "rules": Studio.rules,
    "picture": Studio.picture,
}
"""What can be asked, by name."""
