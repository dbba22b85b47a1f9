"""A project → a ZIP for each game and language, with all files to print for A4 and Letter and a README.

The same project gives the same bytes.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.build import BuildOptions, build
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place, counted
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing, paper_name
from pnp.outputs import BuildResult, Output, zipped
from pnp.products.sheets import is_tiled, is_whole_sheet
from pnp.project.files import Files, find_games
from pnp.project.game import Game
from pnp.readme import is_translated, readme
from pnp.rulebook.load import Rulebook
from pnp.selection import EVERYTHING, Selection, SelectionRequest
from pnp.source_game import editions_of, read_source_games
from pnp.text.edition import Edition, open_edition
from pnp.ties.book import ties_path
from pnp.ties.files import load_book
from pnp.workers.pool import Progress, subprogress

PAPERS = ("a4", "letter")
"""The papers of a release; each has its own folder."""

ON_EVERY_PAPER = ("rules.pdf", "rules.html")
"""Files that are the same for every paper, in their order; they come before the folders."""

LIGHT = "ink-light"
"""Inside the folder of a paper: the folder of the cards that need less ink."""

CARDS = "cards.pdf"

README = "01-README.txt"

LICENCES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "COPYING")
"""Possible names of a project's licence file. A game's own licence, in its folder below data/, takes precedence."""


OWN = ("own_stock", "scale", "back_order", "paper_weight", "paper_thickness")
"""Attributes of Printing that suit the printer and paper of the designer; players have others."""


@frozen_dataclass
class ReleaseOptions:
    """The options of a release.

    Attributes:
        games: Names of games; empty for all.
        languages: Codes of languages; empty for all of each game.
        printing: How to print on each paper. Cards are moved apart if their backs need it, because players choose no
            options.
        jobs: How many processes may work at the same time.
        is_strict: Whether a game with a warning gets no release, like a game with an error.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing(has_backs_apart=True)
    jobs: int = 1
    is_strict: bool = False


def release(files: Files, options: ReleaseOptions, progress: Progress | None = None) -> BuildResult:
    """Make the releases of some games.

    Args:
        files: The project.
        options: The options of the release.
        progress: Called to report progress.
    """
    released = BuildResult()
    unread = _unread(files, options, released.diagnostics)
    if unread:
        confirmed = [name for name in find_games(files, options.games, Diagnostics()) if name not in unread]
        options = replace(options, games=confirmed)
    if unread and not options.games:
        released.left_out = unread
        return released
    release_files = _ReleaseFiles({})
    builds: list[BuildResult] = []
    for number, paper in enumerate(PAPERS):
        printing = replace(options.printing, paper=paper, given=(*options.printing.given, "paper", "ink", *OWN))
        paper_step = subprogress(progress, number / len(PAPERS), 1 / len(PAPERS))
        checks = BuildOptions().checks | ({"contrast"} if not builds else set())  # of which the README speaks
        built = _built(files, options, printing, EVERYTHING, subprogress(paper_step, 0.0, 0.7), checks)
        release_files.add(built, paper_name(paper))
        builds.append(built)
        released.diagnostics.extend(built.diagnostics)
        if any(output.path.endswith(f"/{CARDS}") for output in built.outputs):
            light = replace(printing, ink="light")
            cards = SelectionRequest(Selection(only=("cards",)))
            built = _built(files, options, light, cards, subprogress(paper_step, 0.7, 0.3), BuildOptions().checks)
            release_files.add(built, f"{paper_name(paper)}/{LIGHT}")
            builds.append(built)
            released.diagnostics.extend(built.diagnostics)
    left_out = dict.fromkeys((*unread, *(name for built in builds for name in built.left_out or ())))
    for edition, rulebook in _editions(files, options):
        game = edition.game
        folders = release_files.of.get((game.name, edition.name))
        if folders and game.name not in left_out:
            diagnostics = Diagnostics()
            archive = _zipped(edition, rulebook, folders, files, diagnostics)
            released.diagnostics.extend(diagnostics)
            if options.is_strict and diagnostics:
                left_out[game.name] = None
            else:
                released.outputs.append(archive)
    released.left_out = tuple(left_out)
    return released


def _unread(files: Files, options: ReleaseOptions, diagnostics: Diagnostics) -> tuple[str, ...]:
    """Return the games with sentences that were recorded without being read, and report these."""
    games = []
    for source_game in read_source_games(files, options.games, Diagnostics()):
        game = source_game.game
        book = load_book(files, game, Diagnostics())
        if book is not None and (count := book.unread):
            games.append(game.name)
            what = f"{counted(count, 'sentence')} of {game.name} recorded without being read"
            fix = f"answer for each: pnp confirm {game.name}, in a terminal"
            diagnostics.report(Code.RELEASE_UNREAD, Place(ties_path(game.name)), what=what, fix=fix)
    return tuple(games)


def _built(
    files: Files,
    options: ReleaseOptions,
    printing: Printing,
    selection: SelectionRequest,
    progress: Progress | None,
    checks: frozenset[str],
) -> BuildResult:
    build_options = BuildOptions(
        options.games, options.languages, printing, options.jobs, selection, options.is_strict, checks=checks
    )
    return build(files, build_options, progress)


@frozen_dataclass
class _ReleaseFiles:
    """The files of each game in each language, by their folder in the release."""

    of: dict[tuple[str, str], dict[str, list[Output]]]

    def add(self, built: BuildResult, folder: str) -> None:
        for output in built.outputs:
            name, language, _ = output.path.split("/", 2)
            self.of.setdefault((name, language), {}).setdefault(folder, []).append(output)


def _editions(files: Files, options: ReleaseOptions) -> Iterator[tuple[Edition, Rulebook | None]]:
    """Yield each game in each language, or in two, with its rulebook. The build has already reported its faults."""
    reported = Diagnostics()
    for source_game in read_source_games(files, options.games, reported):
        game = source_game.game
        for name in editions_of(game, options.languages, reported):
            if edition := open_edition(files, game, name, reported, figures=source_game.figures):
                yield edition, source_game.rulebook


def _zipped(
    edition: Edition,
    rulebook: Rulebook | None,
    folders: dict[str, list[Output]],
    files: Files,
    diagnostics: Diagnostics,
) -> Output:
    """Return the ZIP of a game: first the files to read, then a folder for each paper.

    File names begin with a number, which orders them, and contain the game and the paper.
    """
    game = edition.game
    contents: dict[str, bytes] = {}
    by_name = {output.path.rpartition("/")[2]: output.content for outputs in folders.values() for output in outputs}
    for number, name in enumerate((name for name in ON_EVERY_PAPER if name in by_name), 2):
        contents[f"{number:02}-{game.name}-{name}"] = by_name[name]
    for folder, outputs in folders.items():
        ending = folder.replace("/", "-")
        names = [output.path.rpartition("/")[2] for output in outputs]
        to_print = [(name, output) for name, output in zip(names, outputs, strict=True) if name not in ON_EVERY_PAPER]
        for number, (name, output) in enumerate(to_print, 1):
            stem, _, kind = name.rpartition(".")
            contents[f"{folder}/{number:02}-{game.name}-{stem}-{ending}.{kind}"] = output.content
    licence = _licence(game, files, diagnostics)
    in_each = [edition.others[language].game for language in edition.languages] if edition.further else [game]
    for translated in in_each:
        if not is_translated(translated):
            what = f"the README of {game.name} is in English, not in {translated.language}"
            fix = f"translate {README} of the ZIP by hand"
            diagnostics.report(Code.RELEASE_LANGUAGE, game.source.place_of("languages"), what=what, fix=fix)
    has_light = any(folder.endswith(LIGHT) for folder in folders)
    boards = [(deck, Printing(paper)) for deck in game.extras.values() for paper in PAPERS]
    has_boards = any(is_tiled(*board) and not is_whole_sheet(*board) for board in boards)
    listed = [*contents, *(["LICENSE.txt"] if licence else [])]
    text = "\r\n\r\n".join(
        readme(
            translated,
            listed,
            "LICENSE.txt" if licence else "",
            rules=rulebook,
            has_light=has_light,
            has_boards=has_boards,
        )
        for translated in in_each
    )
    members = {README: text.encode(), **contents}
    if licence:
        members["LICENSE.txt"] = files.read(licence, game.source.place)
    version = re.sub(r"[^\w.+]+", "-", f"-{game.head.version}").rstrip("-.")
    path = f"{game.name}{version}-{edition.name}.zip"
    return Output(path, zipped(members), f"{counted(len(members), 'file')}, for A4 and Letter")


def _licence(game: Game, files: Files, diagnostics: Diagnostics) -> str:
    """Return the path of the licence; "" if there is none, which is reported."""
    for path in (*(f"data/{game.name}/{name}" for name in LICENCES), *LICENCES):
        if files.exists(path):
            return path
    what = f"nothing says what players may do with {game.name}"
    fix = f"write data/{game.name}/LICENSE.txt"
    diagnostics.report(Code.RELEASE_LICENCE, game.source.place, what=what, fix=fix)
    return ""
