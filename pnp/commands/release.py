"""pnp release: games → a ZIP for each game and language that a player can download, read and print.

It holds everything to print, for A4 and Letter, and a text that says how to print it. The same project gives the same
bytes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.resources import files as resources
from pathlib import Path
from typing import Annotated

import typer

from pnp.build import Built, build
from pnp.build import Options as BuildOptions
from pnp.commands.options import GameOptions, WorkOptions, grouped, open_project, processes
from pnp.commands.outputs import make_files, output_folder
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.layout.printing import Printing, paper_name
from pnp.outputs import Output, zipped
from pnp.products import is_tiled
from pnp.project.files import Files, find_games
from pnp.project.game import Game
from pnp.selection import EVERYTHING, Choice, Choosing
from pnp.source_game import languages_of, read_manuscripts
from pnp.text.catalogue import load_catalogue
from pnp.text.edition import make_edition
from pnp.text.typography import typeset
from pnp.ties.book import ties_path
from pnp.ties.files import load_book
from pnp.ties.propose import unread_of
from pnp.workers.pool import Step, within

USUAL = "en"
"""The language of the text where there is none in the game's own."""


@dataclass(frozen=True)
class Words:
    """What is not in every text, in one language.

    Attributes:
        players: How many can play.
        age: From which age.
        minutes: How long it takes.
        to: Between two numbers.
        licence: Where the licence stands.
        light: What the files with less ink are for.
        boards: What to do with boards that are printed on several sheets.
    """

    players: str
    age: str
    minutes: str
    to: str
    licence: str
    light: str
    boards: str


_WORDS = {
    "en": Words(
        "{} players",
        "from age {}",
        "{} minutes",
        "to",
        "What you may do with it stands in {}.",
        "To save ink, take the cards of the folder ink-light: their backs and grounds are pale.",
        "Boards come on several sheets, printed on one side. At each joint, cut one sheet along its whole line and\n"
        "   glue it on the dashed line of the other, cross on cross: first into rows, then row to row. Cut the outer\n"
        "   edge last.",
    ),
    "fr": Words(
        "{} joueurs",
        "dès {} ans",
        "{} minutes",
        "à",
        "Ce que vous avez le droit d’en faire : voir {}.",
        "Pour économiser l’encre, prenez les cartes du dossier ink-light : leurs dos et leurs fonds sont pâles.",
        "Les plateaux tiennent sur plusieurs feuilles, imprimées d’un seul côté. À chaque raccord, coupez une feuille\n"
        "   le long du trait plein et collez-la sur le trait tireté de l’autre, croix sur croix : d’abord les\n"
        "   rangées, puis une rangée sur l’autre. Coupez le bord extérieur en dernier.",
    ),
    "de": Words(
        "{} Personen",
        "ab {} Jahren",
        "{} Minuten",
        "bis",
        "Was Sie damit tun dürfen, steht in {}.",
        "Um Farbe zu sparen, nehmen Sie die Karten im Ordner ink-light: Rückseiten und Gründe sind blass.",
        "Spielpläne liegen auf mehreren Bögen, einseitig. Schneiden Sie an jeder Naht den einen Bogen an der\n"
        "   durchgezogenen Linie und kleben Sie ihn an die gestrichelte des anderen, Kreuz auf Kreuz: erst zu\n"
        "   Reihen, dann Reihe an Reihe. Den äußeren Rand schneiden Sie zuletzt.",
    ),
}


def language_of(game: Game) -> str:
    """The language in which the text is there: the game's own, or else the usual one."""
    base = game.language.partition("_")[0]
    return base if base in _WORDS else USUAL


def readme(game: Game, names: Sequence[str], licence: str, *, has_light: bool = False, has_boards: bool = False) -> str:
    """The text, with line ends as Windows has them, which every other system reads, too.

    Args:
        game: In the release's language.
        names: Of the other files in it.
        licence: The name of the file that tells what may be done with it; "" where there is none.
        has_light: Whether there are cards that take less ink.
        has_boards: Whether there are boards on several sheets.
    """
    language = language_of(game)
    written = resources("pnp.commands").joinpath(f"readme.{language}.txt").read_text(encoding="utf-8")
    title = f"{game.head.title} {game.head.version}".strip()
    listed = "\n".join(f"  {name}" for name in names)
    words = _WORDS[language]
    told = words.licence.format(licence)
    more = [text for text, is_there in ((words.light, has_light), (words.boards, has_boards)) if is_there]
    text = written.format(
        title=title,
        line="=" * len(title),
        about=_about(game, language),
        files=listed,
        more="".join(f"\n{number}. {typeset(text, language)}" for number, text in enumerate(more, 5)),
        licence=f"\n{typeset(told, language)}" if licence else "",
        credits=game.head.credits,
    )
    return "\r\n".join(line.rstrip() for line in text.rstrip().split("\n")) + "\r\n"


def _about(game: Game, language: str) -> str:
    """Who can play, and how long."""
    words = _WORDS[language]
    head = game.head

    def span(numbers: Sequence[int]) -> str:
        low, high = min(numbers), max(numbers)
        return str(low) if low == high else f"{low} {words.to} {high}"

    parts = [words.players.format(span(head.players))]
    parts += [words.age.format(head.age)] if head.age else []
    parts += [words.minutes.format(span(head.minutes))] if head.minutes else []
    return " · ".join(filter(None, [head.subtitle, *parts]))


PAPERS = ("a4", "letter")
"""For which papers a release is made, each with a folder of its own."""

ON_EVERY_PAPER = ("rules.pdf", "rules.html")
"""Files that no paper is needed for, in their order: they stand before the folders."""

LIGHT = "ink-light"
"""The folder, in that of a paper, of the cards with less ink."""

CARDS = "cards.pdf"

README = "01-README.txt"

LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "COPYING")
"""Where a project says what may be done with it; a game's own, in its folder below data/, comes first."""


@dataclass(frozen=True)
class Options:
    """What to release.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: How to print; for each paper. Players choose no options: cards lie apart where their backs need it.
        jobs: How many processes may work at a time.
        is_strict: Whether a game with a warning has no release, either.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing(has_backs_apart=True)
    jobs: int = 1
    is_strict: bool = False


def release_games(files: Files, options: Options, step: Step | None = None) -> Built:
    """Make the releases of some games.

    Args:
        files: The project.
        options: What to release.
        step: Told of the progress.
    """
    released = Built()
    unread = _unread(files, options, released.diagnostics)
    if unread:
        others = [name for name in find_games(files, options.games, Diagnostics()) if name not in unread]
        options = replace(options, games=others)
    if unread and not options.games:
        released.left_out = unread
        return released
    made = _Made({})
    builds: list[Built] = []
    for number, paper in enumerate(PAPERS):
        printing = replace(options.printing, paper=paper)
        told = within(step, number / len(PAPERS), 1 / len(PAPERS))
        built = _built(files, options, printing, EVERYTHING, within(told, 0.0, 0.7))
        made.add(built, paper_name(paper))
        builds.append(built)
        released.diagnostics.extend(built.diagnostics)
        if any(output.path.endswith(f"/{CARDS}") for output in built.outputs):
            light = replace(printing, ink="light")
            built = _built(files, options, light, Choosing(Choice(only=("cards",))), within(told, 0.7, 0.3))
            made.add(built, f"{paper_name(paper)}/{LIGHT}")
            builds.append(built)
            released.diagnostics.extend(built.diagnostics)
    left_out = dict.fromkeys((*unread, *(name for built in builds for name in built.left_out or ())))
    for game in _editions(files, options):
        folders = made.of.get((game.name, game.language))
        if folders and game.name not in left_out:
            diagnostics = Diagnostics()
            archive = _zipped(game, folders, files, diagnostics)
            released.diagnostics.extend(diagnostics)
            if options.is_strict and diagnostics:
                left_out[game.name] = None
            else:
                released.outputs.append(archive)
    released.left_out = tuple(left_out)
    return released


def _unread(files: Files, options: Options, diagnostics: Diagnostics) -> tuple[str, ...]:
    """The games of which something was recorded unread: no person has confirmed that they are right."""
    games = []
    for manuscript in read_manuscripts(files, options.games, Diagnostics()):
        game = manuscript.game
        book = load_book(files, game, Diagnostics())
        if book is not None and (count := unread_of(book)):
            games.append(game.name)
            what = f"{counted(count, 'sentence or look', 'sentences and looks')} of {game.name} recorded unread"
            fix = f"answer for each: pnp confirm {game.name}, in a terminal"
            diagnostics.tell(Code.RELEASE_UNREAD, Place(ties_path(game.name)), what=what, fix=fix)
    return tuple(games)


def _built(files: Files, options: Options, printing: Printing, choosing: Choosing, step: Step | None) -> Built:
    asked = BuildOptions(options.games, options.languages, printing, options.jobs, choosing, options.is_strict)
    return build(files, asked, step)


@dataclass(frozen=True)
class _Made:
    """The files of each game in each language, by the folder of the release that they are in."""

    of: dict[tuple[str, str], dict[str, list[Output]]]

    def add(self, built: Built, folder: str) -> None:
        for output in built.outputs:
            name, language, _ = output.path.split("/", 2)
            self.of.setdefault((name, language), {}).setdefault(folder, []).append(output)


def _editions(files: Files, options: Options) -> Iterator[Game]:
    """Each game in each language; its faults were reported when it was built."""
    told = Diagnostics()
    for manuscript in read_manuscripts(files, options.games, told):
        game = manuscript.game
        for language in languages_of(game, game.head.languages, options.languages, told):
            is_source = language == game.head.languages[0]
            catalogue = None if is_source else load_catalogue(files, game, language, told)
            yield make_edition(game, language, catalogue).game


def _zipped(game: Game, folders: dict[str, list[Output]], files: Files, diagnostics: Diagnostics) -> Output:
    """The ZIP of a game: what to read first, then a folder for each paper; names tell the order, the game and paper."""
    contents: dict[str, bytes] = {}
    found = {output.path.rpartition("/")[2]: output.content for made in folders.values() for output in made}
    for number, name in enumerate((name for name in ON_EVERY_PAPER if name in found), 2):
        contents[f"{number:02}-{game.name}-{name}"] = found[name]
    for folder, made in folders.items():
        ending = folder.replace("/", "-")
        names = [output.path.rpartition("/")[2] for output in made]
        to_print = [(name, output) for name, output in zip(names, made, strict=True) if name not in ON_EVERY_PAPER]
        for number, (name, output) in enumerate(to_print, 1):
            stem, _, kind = name.rpartition(".")
            contents[f"{folder}/{number:02}-{game.name}-{stem}-{ending}.{kind}"] = output.content
    licence = _licence(game, files, diagnostics)
    if language_of(game) != game.language.partition("_")[0]:
        what = f"how to print is told in English, not in {game.language}"
        fix = f"translate {README} of the ZIP by hand"
        diagnostics.tell(Code.RELEASE_LANGUAGE, game.source.place_of("languages"), what=what, fix=fix)
    has_light = any(folder.endswith(LIGHT) for folder in folders)
    has_boards = any(is_tiled(deck, Printing(paper)) for deck in game.extras.values() for paper in PAPERS)
    listed = [*contents, *(["LICENSE.txt"] if licence else [])]
    told = readme(game, listed, "LICENSE.txt" if licence else "", has_light=has_light, has_boards=has_boards)
    written = {README: told.encode(), **contents}
    if licence:
        written["LICENSE.txt"] = files.read(licence, game.source.place)
    version = re.sub(r"[^\w.+]+", "-", f"-{game.head.version}").rstrip("-.")
    path = f"{game.name}{version}-{game.language}.zip"
    return Output(path, zipped(written), f"{counted(len(written), 'file')}, for A4 and Letter")


def _licence(game: Game, files: Files, diagnostics: Diagnostics) -> str:
    """The path of the licence; "" where there is none, which is told."""
    for path in (*(f"data/{game.name}/{name}" for name in LICENCES), *LICENCES):
        if files.exists(path):
            return path
    what = f"nothing says what players may do with {game.name}"
    fix = f"write data/{game.name}/LICENSE.txt"
    diagnostics.tell(Code.RELEASE_LICENCE, game.source.place, what=what, fix=fix)
    return ""


@grouped
def release(
    *,
    chosen: GameOptions,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where files go; default: output/release/ of the project.")
    ] = None,
    work: WorkOptions,
) -> None:
    """Run ``pnp release``."""
    files = open_project(chosen.project)
    options = Options(chosen.names, chosen.languages, jobs=processes(work.jobs), is_strict=work.strict)
    folder = output_folder(chosen.project, output, files, work.form, "release")
    make_files(partial(release_games, files, options), work, files, folder)
