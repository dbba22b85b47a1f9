"""A project → its printable files. The whole way on one page: load, translate, lay out, impose, render.

Gives bytes and diagnostics; writing them is the caller's last step, and only when no diagnostic is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pnp.check.composition import check_composition
from pnp.check.prose import check_prose, check_translated_prose
from pnp.diagnostics import Diagnostic, Fault, Place
from pnp.expressions import plural_forms
from pnp.fonts import Face, FontSet
from pnp.layout.assets import Assets
from pnp.layout.game import GameLayout
from pnp.layout.sheet import PAPERS, Backs, CardTooLargeError, Label, Sheet, choose_grid, impose
from pnp.load.catalogue import load_catalogue
from pnp.load.fonts import load_fonts
from pnp.load.game import find_games, load_game
from pnp.model.game import Deck, Game
from pnp.render.pdf import About, Page, render_pdf
from pnp.rulebook.html import render_html
from pnp.rulebook.imposition import impose_booklet
from pnp.rulebook.load import Booklet, booklet_messages, load_booklet
from pnp.rulebook.typeset import typeset_booklet
from pnp.source.files import Files
from pnp.words.catalogue import Message, check_catalogue, collect
from pnp.words.edition import Edition, make_edition
from pnp.words.translate import game_messages
from pnp.write import Output

Step = Callable[[str], None]
"""Told before each step what it makes: for a progress bar."""


@dataclass(frozen=True)
class Options:
    """What to build, and how to print it.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        paper: A name of PAPERS.
        backs: Whether backs are printed.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    paper: str = "a4"
    backs: Backs = "duplex"


@dataclass
class Built:
    """What a build gives; its outputs are worth writing when no diagnostic is an error."""

    outputs: list[Output] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)


def build(files: Files, options: Options, step: Step = lambda name: None) -> Built:
    """Build the games of a project.

    Args:
        files: The project.
        options: What to build, and how.
        step: Told before each step.
    """
    built = Built()
    fonts, faults = load_fonts(files)
    built.diagnostics += faults
    if not fonts.families:
        return built
    try:
        games = find_games(files, list(options.games))
    except Fault as fault:
        built.diagnostics += fault.diagnostics
        return built
    for name in games:
        step(name)
        _build_game(files, name, fonts, options, step, built)
    return built


def _build_game(files: Files, name: str, fonts: FontSet, options: Options, step: Step, built: Built) -> None:
    """Build one game in its languages, or those asked for."""
    game, faults = load_game(files, name)
    built.diagnostics += faults
    if game is None:
        return
    assets = Assets(files)
    built.summaries.append(_summary(game))
    booklet, messages, faults = game_texts(files, game)
    built.diagnostics += faults
    built.diagnostics += check_composition(game)
    if booklet:
        built.diagnostics += check_prose(booklet, game.language)
    for language in options.languages or game.head.languages:
        if language not in game.head.languages:
            built.diagnostics.append(unknown_language(game, language))
            continue
        edition, faults = open_edition(files, game, language, messages)
        built.diagnostics += faults
        if edition is None:
            continue
        if booklet and edition.catalogue:
            built.diagnostics += check_translated_prose(booklet, edition.catalogue)
        step(f"{name} {language}")
        layout = GameLayout(edition, fonts, assets)
        built.outputs += _cards(layout, options, built)
        if booklet:
            built.outputs += _booklets(booklet, layout, options)
        built.diagnostics += layout.findings.diagnostics()


def game_texts(files: Files, game: Game) -> tuple[Booklet | None, list[Message], list[Diagnostic]]:
    """A game's booklet, and every text of the game that is to be translated."""
    booklet, faults = load_booklet(files, game)
    messages = collect([*game_messages(game, plural_forms), *(booklet_messages(booklet) if booklet else ())])
    return booklet, messages, faults


def _summary(game: Game) -> str:
    """A game's decks in a line: what pnp check has looked at."""
    decks = ", ".join(f"{deck.size} {name}" for name, deck in game.decks.items())
    return f"{game.name}: {decks}; {len(game.head.expect)} expectations hold; {', '.join(game.head.languages)}"


def unknown_language(game: Game, language: str) -> Diagnostic:
    """The fault of asking a game for a language it does not have."""
    what = f"{game.head.title} is not available in {language}"
    fix = f"use one of: {', '.join(game.head.languages)}, or add it to languages: and translate it"
    return Diagnostic(game.source.place_of("languages"), "language-unavailable", what, fix=fix)


def open_edition(
    files: Files, game: Game, language: str, messages: Sequence[Message]
) -> tuple[Edition | None, list[Diagnostic]]:
    """The game in a language, with what its catalogue lacks."""
    if language == game.head.languages[0]:
        return make_edition(game, language, None), []
    catalogue, faults = load_catalogue(files, game, language)
    if catalogue is None:
        return None, faults
    faults = [*faults, *check_catalogue(catalogue, messages, catalogue.file)]
    return make_edition(game, language, catalogue), faults


def _cards(layout: GameLayout, options: Options, built: Built) -> Iterator[Output]:
    """The cut sheets of a game: cards of one size together, in the order of the decks."""
    game = layout.edition.game
    sheets: list[int] = []
    label = Label(_label(game), fonts_face(layout.fonts))

    def pages() -> Iterator[Page]:
        for decks in _by_size(game):
            head = decks[0].template.head
            try:
                grid = choose_grid(head.size, head.bleed, PAPERS[options.paper])
            except CardTooLargeError as error:
                place = decks[0].template.place
                fix = "use larger paper with --paper"
                built.diagnostics.append(Diagnostic(place, "card-large", str(error), fix=fix))
                continue
            cards = (layout.printed(deck, card) for deck in decks for card in deck.copies())
            for sheet in impose(cards, grid, options.backs, label, len(sheets) + 1):
                if not sheet.is_back:
                    sheets.append(sheet.cards)
                yield _page(sheet)

    two_sided = options.backs == "duplex" and any(deck.back for deck in game.decks.values())
    about = About(game.head.title, layout.edition.tag, game.head.credits, duplex="long-edge" if two_sided else "")
    content = render_pdf(pages(), about)
    count = f"{len(sheets)} {'sheet' if len(sheets) == 1 else 'sheets'}"
    summary = f"{sum(sheets)} cards on {count}, {_paper_name(options.paper)}"
    yield Output(f"{game.name}/{game.language}/cards.pdf", content, summary)


def _booklets(booklet: Booklet, layout: GameLayout, options: Options) -> Iterator[Output]:
    """The rule booklet: to read page by page, to fold and staple, and for the web."""
    made = typeset_booklet(booklet, layout)
    if not made.pages:
        what, fix = f"the booklet of {layout.edition.game.head.title} is empty", "write its text, or delete the file"
        layout.findings.add("", Place(booklet.file, 1, 1), "booklet-empty", what, "", fix)
        return
    game = layout.edition.game
    folder = f"{game.name}/{game.language}"
    about = About(game.head.title, layout.edition.tag, game.head.credits, subject=game.head.subtitle)
    count = f"{len(made.pages)} pages"
    yield Output(f"{folder}/rules.pdf", render_pdf(map(Page, made.pages), about), count)
    sides = list(impose_booklet(made.pages, PAPERS[options.paper]))
    folded = render_pdf(map(Page, sides), replace(about, duplex="short-edge"))
    paper = _paper_name(options.paper)
    yield Output(f"{folder}/booklet.pdf", folded, f"{count} on {len(sides) // 2} sheets, {paper}, to fold and staple")
    yield Output(f"{folder}/rules.html", render_html(made, layout).encode(), "for the web")


def _paper_name(paper: str) -> str:
    return paper.upper() if paper[0] == "a" else paper.capitalize()


def _page(sheet: Sheet) -> Page:
    return Page(sheet.frame, sheet.trim, sheet.bleed)


def _by_size(game: Game) -> list[list[Deck]]:
    """Decks grouped by trim and bleed, in the order of their first ones."""
    groups: dict[object, list[Deck]] = {}
    for deck in game.decks.values():
        head = deck.template.head
        groups.setdefault((head.size, head.bleed), []).append(deck)
    return list(groups.values())


def _label(game: Game) -> str:
    version = f" {game.head.version}" if game.head.version else ""
    return f"{game.head.title}{version} · {game.language}"


def fonts_face(fonts: FontSet) -> Face:
    """The face of small print: the text family's, else the first there is."""
    family = fonts.families.get("text") or next(iter(fonts.families.values()))
    return family.face()
