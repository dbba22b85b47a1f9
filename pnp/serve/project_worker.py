"""Questions about a project → the messages that the preview shows, answered in a process that caches its work.

Every answer is computed from the files as they are at that moment. As in a draft, everything is drawn that can be
drawn; a deck that cannot be read is left out and reported.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.build import BuildOptions, make_editions
from pnp.build_context import BuildContext
from pnp.checks import NEEDED_BY_BUILD, run_checks
from pnp.checks.subject import GameSubject
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place
from pnp.core.digests import Digests
from pnp.core.fonts import FontSet
from pnp.core.frame import ElementBox, Frame, Segment
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.inks import Press
from pnp.core.outline import trim_outline
from pnp.core.plugins import named_object
from pnp.core.printing import Printing
from pnp.editing.edits import ChangedFiles, FileChange, new_errors
from pnp.expressions import ExpressionError, show
from pnp.expressions.compile import compile_text
from pnp.layout.cards.game import GameLayout
from pnp.layout.sheets.finishing import InkSaver
from pnp.products.sheets import laid_sheets
from pnp.project.files import Files, find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Card, Deck, Game
from pnp.project.load import load_game
from pnp.project.profiles import load_press
from pnp.project.templates import Templates
from pnp.project.tree import Map
from pnp.render.svg import render_svg
from pnp.rulebook.html import render_parts
from pnp.rulebook.parts import in_reading_order, typeset_parts
from pnp.serve.faces import (
    CachedAssets,
    CachedFiles,
    FaceCache,
    MeasuredCards,
    PreviewEdition,
    digest_of,
    digest_of_bytes,
)
from pnp.serve.messages import (
    BoxMessage,
    CardMessage,
    DeckMessage,
    FaceMessage,
    FaultMessage,
    GameMessage,
    PictureMessage,
    PlaceMessage,
    ProductsMessage,
    ProjectMessage,
    ValueMessage,
    VerdictMessage,
    WorkerQuestion,
    fault_message,
    fault_messages,
)
from pnp.serve.verdicts import kept_verdicts
from pnp.source_game import editions_of, read_source_game
from pnp.text.catalogue import catalogue_path
from pnp.text.edition import open_edition
from pnp.workers.activity import activity

AS_DRAFT = Printing(is_draft=True)
MAX_CACHED_GAMES = 4
"""How many editions have their sheets and pages in the cache."""


@frozen_dataclass
class _Loaded:
    """A game, or None if it cannot be read, and the faults of its files."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]
    faults: tuple[FaultMessage, ...]


@frozen_dataclass
class _TriedGame:
    """A game as it was loaded with changes that are not written yet, and the digests of the changed files."""

    name: str
    loaded: _Loaded
    templates: Templates
    digests: Mapping[str, str]


@frozen_dataclass
class _CachedProducts:
    """The products of a game in a language, and the frames of its pictures by digest."""

    message: ProductsMessage
    frames: Mapping[str, Frame]
    rules: str
    generation: int


class ProjectWorker:
    """Answers questions about one project while its files change."""

    def __init__(self, root: Path) -> None:
        self.files = CachedFiles(root)
        self._generation = 0
        self._templates = Templates(self.files)
        self.assets = CachedAssets(self.files)
        self._faces = FaceCache(self.files)
        self._measured: MeasuredCards = {}
        self._fonts: FontSet | None = None
        self._font_diagnostics = Diagnostics()
        self._fonts_readings = 0
        self._loaded: dict[str, _Loaded] = {}
        self._trial: _TriedGame | None = None
        self._editions: dict[tuple[str, str], PreviewEdition] = {}
        self._products: OrderedDict[tuple[str, str], _CachedProducts] = OrderedDict()
        self._presses: dict[str, Press | None] = {}

    def refresh(self) -> None:
        """Forget cached values of files that have changed."""
        changed = self.files.refresh()
        if changed:
            self._generation += 1
            self.assets.forget(changed)
            self._loaded.clear()
            self._editions.clear()
            self._presses.clear()
            self._templates = self._templates.after(self.files, changed)
            if any(path.startswith("fonts/") for path in changed):
                self._fonts = None
            trial, self._trial = self._trial, None
            if (
                trial
                and changed <= set(trial.digests)
                and all(self.files.digest(path) == digest for path, digest in trial.digests.items())
            ):
                self._loaded[trial.name] = trial.loaded
                self._templates = trial.templates.after(self.files, ())

    # --- what is in the project

    def project(self) -> ProjectMessage:
        """Return the games of the project, and the faults of their files."""
        diagnostics = Diagnostics()
        games = []
        faults: dict[FaultMessage, None] = {}
        for name in find_games(self.files, (), diagnostics):
            loaded = self._load(name)
            faults |= dict.fromkeys(loaded.faults)
            games.append(self._game_message(name, loaded.game))
        self.fonts()
        diagnostics.extend(self._font_diagnostics)
        return ProjectMessage(tuple(games), (*fault_messages(diagnostics, self.files), *faults))

    def game(self, name: str) -> Game | None:
        """Return a game in its source language; None if it cannot be read."""
        return self._load(name).game

    def _load(self, name: str) -> _Loaded:
        if name not in self._loaded:
            self._templates = self._templates.after(self.files, ())
            self._loaded[name] = self._load_from(self.files, self._templates, name)
        return self._loaded[name]

    def _load_from(self, files: Files, templates: Templates, name: str) -> _Loaded:
        diagnostics = Diagnostics()
        game = load_game(files, templates, name, diagnostics, is_draft=True)
        return _Loaded(game, tuple(diagnostics), fault_messages(diagnostics, files))

    def new_errors(self, changes: Sequence[FileChange], name: str) -> list[Diagnostic]:
        """Return the errors that a game would have after some changes, and does not have now.

        When the changes are written, the game is not loaded again.
        """
        before = self._load(name).diagnostics
        changed = ChangedFiles(self.files, changes)
        templates = self._templates.after(changed, {each.path for each in changes})
        trial = self._load_from(changed, templates, name)
        digests = {each.path: digest_of_bytes(each.after) for each in changes if each.after is not None}
        self._trial = _TriedGame(name, trial, templates, digests) if len(digests) == len(changes) else None
        return new_errors(before, trial.diagnostics)

    @property
    def tried_game(self) -> Game | None:
        """The game with the changes for which its new errors were last asked; None if it cannot be read then."""
        return self._trial.loaded.game if self._trial else None

    def _game_message(self, name: str, game: Game | None) -> GameMessage:
        place = PlaceMessage(f"data/{name}/game.yaml", 1)
        if game is None:
            return GameMessage(name, name, (), (), (), place, is_broken=True)
        decks = [_deck_message(game, deck) for deck in (*game.decks.values(), *game.extras.values())]
        return GameMessage(name, game.head.title, game.head.languages, tuple(decks), _missing(game), place)

    def fonts(self) -> FontSet:
        """Return the fonts of the project."""
        if self._fonts is None:
            self._font_diagnostics = Diagnostics()
            self._fonts = load_fonts(self.files, self._font_diagnostics)
            self._fonts_readings += 1
        return self._fonts

    def edition(self, name: str, language: str) -> PreviewEdition | None:
        """Return the edition of a game in a language; None if there is no such game, language or font."""
        key = (name, language)
        if key not in self._editions:
            game, fonts = self._load(name).game, self.fonts()
            if game is None or editions_of(game, [language], Diagnostics()) != [language] or not fonts.families:
                return None
            edition = open_edition(self.files, game, language, Diagnostics(), is_draft=True)
            assert edition is not None, "a draft needs no catalogue"
            words = self.files.digest(catalogue_path(name, edition.language, self.files)) if edition.catalogue else ""
            self._editions[key] = PreviewEdition(
                edition,
                fonts,
                self.assets,
                self.files,
                reading=self._fonts_readings,
                catalogue=words,
                world=str(self._generation),
                measured=self._measured,
            )
        return self._editions[key]

    # --- cards and faces

    def cards(self, game: str, language: str, deck: str) -> tuple[CardMessage, ...] | None:
        """Return the cards of a deck with their values in a language; None if it cannot be read."""
        match = self.deck(game, language, deck)
        if match is None:
            return None
        edition, translated = match
        source = edition.layout.edition.source
        own = source.decks.get(deck) or source.extras[deck]
        names = (_card_name(edition.layout, translated, card, own.cards[card.number - 1]) for card in translated.cards)
        verdicts = kept_verdicts(self.files, game, deck)
        return tuple(
            _card_message(card, name, verdicts.get(card.number, ()))
            for card, name in zip(translated.cards, names, strict=True)
        )

    def deck(self, game: str, language: str, name: str) -> tuple[PreviewEdition, Deck] | None:
        """Return an edition with one of its decks or extras; None if it cannot be read."""
        edition = self.edition(game, language)
        if edition is None:
            return None
        translated = edition.layout.edition.game
        deck = translated.decks.get(name) or translated.extras.get(name)
        return (edition, deck) if deck else None

    def faces(
        self,
        game: str,
        language: str,
        deck: str,
        numbers: Sequence[int],
        is_back: bool,
        is_cut: bool,
        press: str = "",
    ) -> tuple[FaceMessage, ...] | None:
        """Return faces or backs of some cards of a deck; None if it cannot be read.

        Args:
            game: The game's name.
            language: One of its languages.
            deck: A deck's or extra's name.
            numbers: The cards' numbers, from 1; unknown ones are ignored.
            is_back: Whether to return backs instead of faces.
            is_cut: Whether to cut pictures along the trim instead of showing the bleed.
            press: The name of the press as whose print they are shown; "" for the colours of the screen.
        """
        match = self.deck(game, language, deck)
        if match is None:
            return None
        edition, translated = match
        cards = translated.cards
        if is_back and translated.back is None:
            return ()
        messages = []
        for number in numbers:
            if 0 < number <= len(cards):
                face = self._faces.of(edition, translated, cards[number - 1], is_back)
                digest, svg = face.picture(is_cut, self.press(press))
                boxes = tuple(_box_message(at) for at in face.frame.boxes)
                faults = tuple(fault_message(diagnostic, self.files) for diagnostic in face.faults)
                messages.append(FaceMessage(number, digest, svg, boxes, faults))
        return tuple(messages)

    # --- sheets, pages, and all faults

    def products(self, game: str, language: str) -> ProductsMessage:
        """Return the sheets and pages that a build would make of a game in a language, with all faults."""
        return self._products_of(game, language).message

    def rules(self, game: str, language: str) -> str | None:
        """Return the rules as a web page; None if there are none."""
        return self._products_of(game, language).rules or None

    def picture(self, digest: str, press: str = "") -> str | None:
        """Return a sheet or page as SVG, as a press prints it if one is named; None if it is not cached."""
        for products in self._products.values():
            if digest in products.frames:
                frame, shown = products.frames[digest], self.press(press)
                return render_svg(InkSaver("full").printed(frame, shown) if shown else frame, bleed=False)
        return None

    def press(self, name: str) -> Press | None:
        """Return a press by its name; None if there is none, or it has faults, which a build reports."""
        if name not in self._presses:
            self._presses[name] = load_press(self.files, name, Diagnostics()) if name else None
        return self._presses[name]

    def _products_of(self, name: str, language: str) -> _CachedProducts:
        key = (name, language)
        products = self._products.get(key)
        if products is None or products.generation != self._generation:
            products = self._make_products(name, language)
            before = self._products[key].frames if key in self._products and products.message.is_stale else {}
            self._products[key] = replace(products, frames={**before, **products.frames})
        self._products.move_to_end(key)
        while len(self._products) > MAX_CACHED_GAMES:
            self._products.popitem(last=False)
        return self._products[key]

    def _make_products(self, name: str, language: str) -> _CachedProducts:
        diagnostics = Diagnostics()
        source_game = read_source_game(self.files, Templates(self.files), name, diagnostics, is_draft=True)
        fonts = self.fonts()
        diagnostics.extend(self._font_diagnostics)
        if source_game is None or editions_of(source_game.game, [language], Diagnostics()) != [language]:
            return _CachedProducts(
                ProductsMessage(faults=fault_messages(diagnostics, self.files), is_stale=True), {}, "", self._generation
            )
        subject = GameSubject(self.files, source_game, fonts)
        run_checks("game", NEEDED_BY_BUILD, subject, diagnostics)
        collector = _ProductCollector()
        options = BuildOptions(languages=[language], printing=AS_DRAFT, checks=NEEDED_BY_BUILD)
        make_editions(subject, (collector.sheets, collector.booklet), options, diagnostics)
        rules = digest_of(collector.rules) if collector.rules else ""
        is_stale = bool(_missing(source_game.game))
        faults = fault_messages(diagnostics, self.files)
        message = ProductsMessage(
            tuple(collector.sides), tuple(collector.pages), rules, faults, is_stale, collector.starts_right
        )
        return _CachedProducts(message, collector.frames, collector.rules, self._generation)


class _ProductCollector:
    """Collects the pictures of the products that a build would write."""

    def __init__(self) -> None:
        self.sides: list[PictureMessage] = []
        self.pages: list[PictureMessage] = []
        self.frames: dict[str, Frame] = {}
        self.rules = ""
        self.starts_right = False
        self._digests = Digests()

    def sheets(self, context: BuildContext) -> Iterator[None]:
        """Lay out the sheets of all cards, tokens and extras."""
        extras = context.layout.edition.game.extras
        for product in ("cards", "tokens", *extras):
            if decks := context.decks(product):
                for sheet in laid_sheets(context, decks):
                    self.sides.append(self._picture(product, sheet.frame, sheet.is_back))
        yield from ()

    def booklet(self, context: BuildContext) -> Iterator[None]:
        """Set the booklet, and write the web page."""
        if context.rulebook is not None:
            parts = typeset_parts(context.rulebook.on(context.printing.size), context.layout)
            typeset = in_reading_order(parts)
            self.starts_right = parts[0].is_right_to_left
            form = typeset.style.form
            self.pages = [self._picture(form, page, False) for page in typeset.pages if form != "none"]
            if typeset.pages:
                self.rules = render_parts(parts)
        yield from ()

    def _picture(self, product: str, frame: Frame, is_back: bool) -> PictureMessage:
        digest = self._digests.of(frame)
        self.frames[digest] = frame
        boxes = tuple(map(_box_message, frame.boxes))
        return PictureMessage(product, frame.name, digest, (frame.width, frame.height), is_back, boxes)


def _missing(game: Game) -> tuple[str, ...]:
    """Return the names of decks and extras of a game that cannot be read."""
    return tuple(name for name in (*game.head.decks, *game.head.extras) if name not in {*game.decks, *game.extras})


def _deck_message(game: Game, deck: Deck) -> DeckMessage:
    head = deck.template.head
    blank = Frame(*head.size, (), head.bleed, head.corner, shape=head.shape)
    return DeckMessage(
        name=deck.name,
        title=deck.head.title or deck.name.replace("_", " "),
        kind="extra" if deck.is_extra else deck.print_group,
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
        place=PlaceMessage.of(game.source["extras" if deck.is_extra else "decks"].place_of_key(deck.name)),
        template=PlaceMessage.of(deck.template.place),
        back=PlaceMessage.of(deck.back.place) if deck.back else None,
    )


def _path_data(segments: tuple[Segment, ...]) -> str:
    return "".join(f"{kind}{' '.join(f'{length:.3f}' for length in lengths)}" for kind, *lengths in segments)


def _box_message(at: ElementBox) -> BoxMessage:
    box = at.box
    return BoxMessage(at.name, (box.x, box.y, box.width, box.height), PlaceMessage.of(at.place))


def _card_name(layout: GameLayout, deck: Deck, card: Card, own: Card) -> str:
    """Return the name of a card in its layout's language: what ``named:`` says, or its label with the translated value.

    Args:
        layout: The layout of the game in the language.
        deck: The deck in the language.
        card: The card in the language.
        own: The card in the source language.
    """
    if deck.head.named:
        try:
            return str(compile_text(deck.head.named)(layout.scope_of(card))).strip()
        except ExpressionError:
            pass  # it is reported with the deck
    name = card.label.removeprefix(f"{deck.name} ")
    changed = {show(value): show(card.values.get(field)) for field, value in own.values.items() if value is not None}
    return changed.get(name) or name


def _card_message(card: Card, name: str, verdicts: tuple[VerdictMessage, ...]) -> CardMessage:
    return CardMessage(
        number=card.number,
        label=card.label,
        name=name,
        copies=card.copies,
        place=PlaceMessage.of(card.place),
        values=tuple(
            ValueMessage(name, "" if value is None else show(value), PlaceMessage.of(_place_of(card, name)))
            for name, value in card.values.items()
        ),
        verdicts=verdicts,
    )


def _place_of(card: Card, name: str) -> Place:
    """Return the place of a card's value: in its record, or below ``each:``."""
    each = card.source.get("each")
    return each.place_of(name) if isinstance(each, Map) and name in each else card.source.place_of(name)


QUESTIONS: Mapping[str, Callable[..., Any]] = {
    "project": ProjectWorker.project,
    "cards": ProjectWorker.cards,
    "faces": ProjectWorker.faces,
    "products": ProjectWorker.products,
    "rules": ProjectWorker.rules,
    "picture": ProjectWorker.picture,
}
"""The methods that answer questions, by name. A wing names functions of its own: "module:function"."""


def open_worker(root: Path) -> Callable[[WorkerQuestion], Any]:
    """Return the function that answers questions about a project, inside the worker's process."""
    worker = ProjectWorker(root)

    def answer(question: WorkerQuestion) -> Any:
        name, *arguments = question
        with activity("the preview", Place("data")):
            worker.refresh()
            ask = QUESTIONS.get(name) or named_object(name)
            answered = ask(worker, *arguments)
            if name == "project" and not gc.get_freeze_count():
                gc.freeze()  # a later collection need not pass through all that was imported: 70 ms in an edit
            return answered

    return answer
