"""pnp list: a project → its games with their players, languages, decks and printed files. Nothing is laid out."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pnp.commands.options import A4, Games, Paper, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, say_json
from pnp.core.diagnostics import Diagnostics, Mistake, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing
from pnp.core.units import format_size
from pnp.products.sheets import count_sheets, fuller_sheets, scaled_sizes, ways_of
from pnp.project.files import Files, find_games
from pnp.project.game import Deck, Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.rulebook.load import Rulebook, load_rulebook
from pnp.workers.pool import Progress


@frozen_dataclass
class ListedDeck:
    """A deck or extra in the list.

    Attributes:
        cards: How many distinct cards it has.
        copies: How many cards it has with all copies.
        size: Width and height of the trim, mm.
        shape: The shape of the cut.
    """

    name: str
    title: str
    cards: int
    copies: int
    size: tuple[float, float]
    shape: str
    has_backs: bool

    def __str__(self) -> str:
        sorts = f", {self.cards} of them distinct" if 1 < self.cards < self.copies else ""
        shape = "" if self.shape == "card" else f", {self.shape}"
        backs = ", with backs" if self.has_backs else ""
        return f"{self.name}: {self.copies} of {format_size(self.size)}{shape}{sorts}{backs}"


@frozen_dataclass
class ListedFile:
    """A file that a build makes, with a description of its contents."""

    name: str
    holds: str

    def __str__(self) -> str:
        return f"{self.name}  {self.holds}".strip()


@frozen_dataclass
class ListedGame:
    """A game in the list."""

    name: str
    title: str
    version: str
    players: tuple[int, ...]
    age: int | None
    minutes: tuple[int, ...]
    languages: tuple[str, ...]
    decks: tuple[ListedDeck, ...]
    prints: tuple[ListedFile, ...]

    def lines(self) -> Iterator[str]:
        """Yield its lines for people."""
        yield f"{self.name}  {' '.join(filter(None, (self.title, self.version)))}"
        facts = [f"{_span(self.players)} players"]
        facts += [f"from {self.age}"] if self.age else []
        facts += [f"{_span(self.minutes)} minutes"] if self.minutes else []
        yield from _rows("for", [", ".join(facts)])
        yield from _rows("languages", [", ".join(self.languages)])
        yield from _rows("decks", map(str, self.decks))
        yield from _rows("prints", map(str, self.prints))

    def as_json(self) -> dict[str, Any]:
        """Return its values for programs."""
        return asdict(self)


@dataclass
class GameList:
    """The games of a project, and their faults."""

    games: list[ListedGame] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def list_games(files: Files, names: Sequence[str], printing: Printing, _step: Progress | None = None) -> GameList:
    """Return the requested games, or all; those with faults are reported and left out.

    Args:
        files: The project.
        names: Names of games; empty for all.
        printing: How they would be printed.
    """
    listed, templates = GameList(), Templates(files)
    for name in find_games(files, names, listed.diagnostics):
        with listed.diagnostics.catch_faults():
            game = load_game(files, templates, name, listed.diagnostics)
            if game is not None:
                rulebook = load_rulebook(files, templates, game, listed.diagnostics)
                listed.games.append(_listed(game, rulebook, printing))
    return listed


def _listed(game: Game, rulebook: Rulebook | None, printing: Printing) -> ListedGame:
    head = game.head
    decks = (*game.decks.values(), *game.extras.values())
    return ListedGame(
        name=game.name,
        title=head.title,
        version=head.version,
        players=head.players,
        age=head.age,
        minutes=head.minutes or (),
        languages=head.languages,
        decks=tuple(map(_listed_deck, decks)),
        prints=tuple(_files(game, rulebook, printing.with_project(game.printing))),
    )


def _listed_deck(deck: Deck) -> ListedDeck:
    head = deck.template.head
    return ListedDeck(
        deck.name, deck.head.title, len(deck.cards), deck.size, head.size, head.shape, deck.back is not None
    )


def _files(game: Game, rulebook: Rulebook | None, printing: Printing) -> Iterator[ListedFile]:
    """Yield the files of a complete build in each language."""
    parts: dict[str, list[Deck]] = {"cards": [], "tokens": []}
    for deck in (*game.decks.values(), *game.extras.values()):
        parts.setdefault(deck.print_group, []).append(deck)
    for part, decks in parts.items():
        for way, some, end in ways_of(decks, printing):
            yield ListedFile(f"{part}{end}.pdf", _sheets(some, way))
    if rulebook is not None:
        form = rulebook.style.form
        for name in ("rules.html",) if form == "none" else ("rules.pdf", f"{form}.pdf", "rules.html"):
            yield ListedFile(name, "")


def _sheets(decks: Sequence[Deck], printing: Printing) -> str:
    try:
        count = counted(count_sheets(decks, printing), "sheet")
        return f"{count}, {printing.paper_name}{fuller_sheets(decks, printing)}{scaled_sizes(decks, printing)}"
    except Mistake as mistake:
        return mistake.what


def _rows(heading: str, lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"  {'' if number else heading:<11}{line}"


def _span(numbers: Sequence[int]) -> str:
    """Return a span such as 3–5, or a list such as 2, 4 if numbers in between are missing."""
    first, last = min(numbers), max(numbers)
    if first == last:
        return str(first)
    if last - first + 1 == len(numbers):
        return f"{first}–{last}"
    return ", ".join(map(str, numbers))


def _say_stock(form: str) -> None:
    """Print the bought sheets with their places; without a project."""
    from pnp.core.printing import paper_name
    from pnp.core.stock import STOCK

    if form == "json":
        say_json([{"name": name, **asdict(stock)} for name, stock in STOCK.items()])
        return
    for name, stock in STOCK.items():
        shape = "round, " if stock.shape == "circle" else ""
        say(f"{name:<21}{paper_name(stock.paper)}, {shape}{stock.count} of {format_size(stock.place)}")


def list_(
    games: Games = None,
    project: ProjectDir = Path(),
    paper: Paper = A4,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", case_sensitive=False, help="Format of the list.")
    ] = "text",
    is_stock: Annotated[
        bool, typer.Option("--stock", help="List the bought sheets with places for cards that --paper knows.")
    ] = False,
) -> None:
    """Run ``pnp list``."""
    if is_stock:
        _say_stock(form)
        return
    from pnp.core.printing import Printing
    from pnp.workers.supervisor import supervised

    files, listed = open_project(project), GameList()
    with listed.diagnostics.catch_faults():
        listed = supervised(partial(list_games, files, tuple(games or ()), Printing(paper)))
    if form == "json":
        say_json([game.as_json() for game in listed.games])
    for number, game in enumerate(listed.games if form == "text" else ()):
        say(*([""] if number else []), *game.lines())
    if faulty := report_faults(listed.diagnostics, files):
        exit_with(faulty)
