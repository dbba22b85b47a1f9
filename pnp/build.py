"""A project → its printable files, game by game, side by side.

This module has the pipeline of a game: read, check, translate, lay out, produce. It returns bytes and diagnostics; the
caller writes them at the end. The caller should write the files of games without errors, and of drafts, but not those
of games with errors. Modules are imported where they are used, so that a process that only waits for others starts
quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.build_context import BuildContext
from pnp.cache import BuildCache
from pnp.checks import NEEDED_BY_BUILD, PREFLIGHT, run_checks
from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.core.digests import Digests
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import Printing
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.outputs import BuildResult
from pnp.project.files import Files, find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.templates import Templates
from pnp.selection import EVERYTHING, FORM_GROUPS, PRINT_GROUPS, SelectedCards, Selection, SelectionRequest
from pnp.source_game import editions_of, read_source_game
from pnp.text.edition import open_edition
from pnp.workers.activity import Work, activity
from pnp.workers.pool import Progress, spread

if TYPE_CHECKING:
    from pnp.project.profile import ShopProfile

Result = TypeVar("Result")


@frozen_dataclass
class BuildOptions:
    """The games to build, and how.

    Attributes:
        games: Names of games; empty for all.
        languages: Codes of languages; empty for all of each game.
        printing: How to print: paper, backs and more.
        jobs: How many processes may work at the same time.
        selection_request: The products and cards to print.
        is_strict: Whether a game with a warning gets no files, like a game with an error.
        press: The name of the press for which sheets are separated; "" for RGB colours.
        checks: The names of the checks to run.
        profile: The print shop whose requirements are checked; None for those of the press, if there is one.
        is_estimate: Whether the outputs say what printing takes, instead of being the files.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    jobs: int = 1
    selection_request: SelectionRequest = EVERYTHING
    is_strict: bool = False
    press: str = ""
    checks: frozenset[str] = NEEDED_BY_BUILD | {PREFLIGHT}
    profile: ShopProfile | None = None
    is_estimate: bool = False

    @property
    def cache_key(self) -> str:
        """Everything besides the project on which the outputs of a game depend, as text.

        It is "" if they must not be cached.
        """
        # A selection may depend on what was printed before.
        if not self.selection_request.is_of_everything or self.is_estimate:
            return ""
        return f"{self.printing!r} {self.selection_request.folder is not None} {sorted(self.checks)}"


Make = Callable[[BuildContext], Iterator[Result]]
"""Makes files or pictures of an edition, for a product or an export."""

GameJob = tuple[str, Sequence[str]]
"""The work of one process: a game, and its languages; no languages means all."""


def make_game(
    files: Files,
    name: str,
    products: Sequence[Make[Result]],
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress | None = None,
) -> list[Result]:
    """Read a game, check it, and produce the files of its editions. A draft contains everything that can be read."""
    is_draft = options.printing.is_draft
    source_game = read_source_game(files, Templates(files, is_draft), name, diagnostics, is_draft)
    fonts = load_fonts(files, diagnostics)
    if source_game is None:
        return []
    subject = GameSubject(files, source_game, fonts)
    with activity(name, source_game.game.source.place):
        run_checks("game", options.checks - {PREFLIGHT}, subject, diagnostics)
    return make_editions(subject, products, options, diagnostics, progress)


def make_editions(
    subject: GameSubject,
    products: Sequence[Make[Result]],
    options: BuildOptions,
    diagnostics: Diagnostics,
    progress: Progress | None = None,
) -> list[Result]:
    """Translate, lay out, produce and check the editions of a game that was already checked itself."""
    game, fonts, assets = subject.game, subject.fonts, Assets(subject.files.read)
    printing, selection = options.printing.with_project(game.printing), options.selection_request.selection
    languages = editions_of(game, options.languages, diagnostics) if fonts.families else []
    results: list[Result] = []
    for number, language in enumerate(languages):
        with activity(f"{game.name} in {language}", game.source.place):
            edition = open_edition(subject.files, game, language, diagnostics, printing.is_draft, subject.figures)
            if edition is None:
                continue
            layout = GameLayout(edition, fonts, assets, diagnostics)
            selected: SelectedCards | None = None
            with diagnostics.catch_faults():
                selected = options.selection_request.of(layout.edition, diagnostics)
            if selected is None:
                continue
            digests = Digests()
            for index, product in enumerate(products):
                start = (number + index / len(products)) / len(languages)
                report = _reporter(progress, f"{game.name} {language}", start, 1 / len(products) / len(languages))
                with activity(getattr(product, "__name__", "a package's product").replace("_", " ")):
                    made = tuple(results)
                    results += product(
                        BuildContext(layout, subject.rulebook, printing, report, selected, digests, made)
                    )
            requirements = options.profile or _press_alone(printing, game, selection)
            laid_out = EditionSubject(subject.files, subject.source_game, layout, requirements, selected)
            checks = options.checks if requirements else options.checks - {PREFLIGHT}
            for checked in (laid_out, *laid_out.parts):
                run_checks("edition", checks, checked, diagnostics)
    return results


def _press_alone(printing: Printing, game: Game, selection: Selection) -> ShopProfile | None:
    """Return the press's requirements for the selected parts of a game.

    Return None if there is no press, or nothing is printed.
    """
    decks = filter(selection.has_deck, (*game.decks.values(), *game.extras.values()))
    names = [*(deck.name for deck in decks), *(["rules"] if any(map(selection.prints_rules, FORM_GROUPS)) else [])]
    if not (printing.press and names):
        return None
    from pnp.project.profile import press_alone

    return press_alone(printing.press, names)


def _reporter(progress: Progress | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Return a function that takes the progress of a product and reports that of the whole work."""

    def report(done: float) -> None:
        if progress:
            progress(name, start + done * span)

    report(0.0)
    return report


def build(files: Files, options: BuildOptions, progress: Progress | None = None) -> BuildResult:
    """Build the games of a project.

    Args:
        files: The project.
        options: The games to build, and how.
        progress: Called to report progress.
    """
    built = BuildResult()
    if options.press:
        from pnp.project.profiles import load_press

        press = None
        with built.diagnostics.catch_faults():
            press = load_press(files, options.press, built.diagnostics, Place("--press"))
        if press is None:
            return built
        options = replace(options, printing=replace(options.printing, press=press))
    jobs = divide_work(files, options.games, options.languages, options.jobs, built.diagnostics)
    if not _has_all(files, options.selection_request.selection, jobs, built.diagnostics):
        return built
    left_out: dict[str, None] = {}
    for (game, _), result in zip(jobs, _cached_or_built(files, options, jobs, progress), strict=True):
        if isinstance(result, Fault):
            built.diagnostics.add(result.diagnostic)
            left_out[game] = None
            continue
        built.diagnostics.extend(result.diagnostics)
        built.outputs += result.outputs
        built.inputs += result.inputs
        is_faulty = any(d.severity == "error" or options.is_strict for d in result.diagnostics)
        if is_faulty and not (options.printing.is_draft and result.outputs):
            left_out[game] = None
    built.left_out = tuple(left_out)
    selection = options.selection_request.selection
    is_faulty = any(diagnostic.severity == "error" for diagnostic in built.diagnostics)
    if selection != Selection() and not selection.is_changed and not built.outputs and jobs and not is_faulty:
        place = Place("--cards" if selection.cards else "--only")
        what = f"no card matches {selection.cards}" if selection.cards else "the games have none of the requested parts"
        fix = "loosen the condition" if selection.cards else "name parts that these games have"
        built.diagnostics.report(Code.CHOICE_EMPTY, place, what=what, fix=fix)
    return built


def _has_all(files: Files, selection: Selection, jobs: Sequence[GameJob], diagnostics: Diagnostics) -> bool:
    """Whether every requested name exists in one of the games; other names are reported."""
    if not selection.only or not jobs:
        return True
    from pnp.project.load import names_in_game

    names = {*PRINT_GROUPS, *(name for game, _ in jobs for name in names_in_game(files, game))}
    unknown = [name for name in selection.only if name not in names]
    for name in unknown:
        diagnostics.report(
            Code.CHOICE_UNKNOWN, Place("--only"), what=f"no deck or extra {name}", fix=suggest(name, names)
        )
    return not unknown


def divide_work(
    files: Files, games: Sequence[str], languages: Sequence[str], processes: int, diagnostics: Diagnostics
) -> list[GameJob]:
    """Divide the work by game, so that languages share drawings; if there are few games, also by language."""
    names = find_games(files, games, diagnostics)
    if len(names) >= processes:
        return [(name, languages) for name in names]
    from pnp.project.load import game_languages

    jobs: list[GameJob] = []
    for name in names:
        of_game = languages or game_languages(files, name)
        jobs += [(name, [language]) for language in of_game] or [(name, ())]
    return jobs


def run_jobs(
    make: Callable[..., Result], jobs: Sequence[GameJob], processes: int, progress: Progress | None
) -> Iterator[Result | Fault]:
    """Yield the result of each job, in order; a Fault for a job that exceeds a limit or ends its process.

    Args:
        make: Does the work of a job, if need be in another process. In this process it is also given a function for its
            progress.
        jobs: The jobs. A single job is done in this process.
        processes: How many may work at the same time.
        progress: Called to report progress.
    """
    if len(jobs) == 1:
        yield make(jobs[0], progress)
        return
    works = [
        Work(f"{game} in {', '.join(languages)}" if languages else game, Place(f"data/{game}/game.yaml"))
        for game, languages in jobs
    ]
    for number, ((game, _), result) in enumerate(zip(jobs, spread(make, jobs, processes, works), strict=True), 1):
        if progress:
            progress(game, number / len(jobs))
        yield result


def _cached_or_built(
    files: Files, options: BuildOptions, jobs: Sequence[GameJob], progress: Progress | None
) -> Iterator[BuildResult | Fault]:
    """Yield each job's result from the cache, or else build and cache it."""
    make = partial(_run_job, files, options)
    if not options.cache_key:
        yield from run_jobs(make, jobs, options.jobs, progress)
        return
    cache = BuildCache(files.root, options.cache_key)
    keys = [cache.key(*job) for job in jobs]
    cached = [cache.get(key) for key in keys]
    missing = [job for job, built in zip(jobs, cached, strict=True) if built is None]
    new = run_jobs(make, missing, options.jobs, progress) if missing else iter(())
    for job, key, built in zip(jobs, keys, cached, strict=True):
        if built is not None:
            yield built
            continue
        result = next(new)
        if isinstance(result, BuildResult):
            cache.put(key, result, job[0])
        yield result
    if missing:
        cache.prune()


def _run_job(files: Files, options: BuildOptions, job: GameJob, progress: Progress | None = None) -> BuildResult:
    """Build a game in some of its languages."""
    from pnp.products import products

    built = BuildResult()
    game, languages = job
    of_job, made = replace(options, languages=languages), products(built.diagnostics)
    if options.is_estimate:
        from pnp.products.estimate import estimate

        made.append(estimate)
    built.outputs = make_game(files, game, made, of_job, built.diagnostics, progress)
    if options.is_estimate:
        built.outputs = [output for output in built.outputs if not output.content]
    built.inputs = files.paths_read()
    return built
