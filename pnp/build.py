"""A project → its printable files, game by game, side by side.

The pipeline of a game is on this page: read, check, translate, lay out, produce. It returns bytes and diagnostics;
writing them is the caller's last step. Files of a game with an error should not be written, those of the other games
should; so should those of a draft. Modules are loaded where they are used: a process that only waits for others starts
quickly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from pnp.build_context import BuildContext, Digests
from pnp.cache import BuildCache
from pnp.checks import NEEDED_BY_BUILD, PREFLIGHT, run_checks
from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, suggest
from pnp.layout.assets import Assets
from pnp.layout.game import GameLayout
from pnp.layout.printing import Printing
from pnp.outputs import BuildResult
from pnp.project.files import Files, find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.templates import Templates
from pnp.selection import EVERYTHING, PRINT_GROUPS, SelectedCards, Selection, SelectionSource
from pnp.source_game import languages_of, read_source_game
from pnp.text.edition import open_edition
from pnp.workers.activity import Work, activity
from pnp.workers.pool import Progress, spread

if TYPE_CHECKING:
    from pnp.project.profile import ShopProfile

Result = TypeVar("Result")


def make_game(
    files: Files,
    name: str,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[BuildContext], Iterator[Result]]],
    diagnostics: Diagnostics,
    progress: Progress | None = None,
    profile: ShopProfile | None = None,
    selection_source: SelectionSource = EVERYTHING,
) -> list[Result]:
    """Read a game, check what a build needs, and produce its files in some languages; none means all of its own.

    With the profile of a print shop, or with a press, it is checked for those. A draft contains what can be read.
    """
    is_draft = printing.is_draft
    source_game = read_source_game(files, Templates(files, is_draft), name, diagnostics, is_draft)
    fonts = load_fonts(files, diagnostics)
    if source_game is None:
        return []
    subject = GameSubject(files, source_game, fonts)
    checks = NEEDED_BY_BUILD | {PREFLIGHT}
    with activity(name, source_game.game.source.place):
        run_checks("game", checks, subject, diagnostics)
    return make(subject, languages, printing, products, checks, diagnostics, progress, profile, selection_source)


def make(
    subject: GameSubject,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[BuildContext], Iterator[Result]]],
    checks: frozenset[str],
    diagnostics: Diagnostics,
    progress: Progress | None = None,
    profile: ShopProfile | None = None,
    selection_source: SelectionSource = EVERYTHING,
) -> list[Result]:
    """Translate, lay out, produce and check a game in some languages; none means all of its own."""
    game, fonts, assets = subject.game, subject.fonts, Assets(subject.files.read)
    available = languages_of(game, game.head.languages, languages, diagnostics) if fonts.families else []
    results: list[Result] = []
    for number, language in enumerate(available):
        with activity(f"{game.name} in {language}", game.source.place):
            edition = open_edition(subject.files, game, language, diagnostics, printing.is_draft)
            if edition is None:
                continue
            layout = GameLayout(edition, fonts, assets, diagnostics)
            selected: SelectedCards | None = None
            with diagnostics.catch_faults():
                selected = selection_source.of(layout.edition.game, layout.edition.source, diagnostics)
            if selected is None:
                continue
            digests = Digests()
            for index, product in enumerate(products):
                start, span = (number + index / len(products)) / len(available), 1 / len(products) / len(available)
                share = _share(progress, f"{game.name} {language}", start, span)
                with activity(product.__name__.replace("_", " ")):
                    results += product(BuildContext(layout, subject.rulebook, printing, share, selected, digests))
            requirements = profile or _press_alone(printing, game, selection_source.selection)
            laid_out = EditionSubject(subject.files, subject.source_game, layout, requirements, selected)
            run_checks("edition", checks, laid_out, diagnostics)
    return results


def _press_alone(printing: Printing, game: Game, selection: Selection) -> ShopProfile | None:
    """Return the press's requirements for what is printed of a game; None without a press, or if nothing is printed."""
    decks = filter(selection.has_deck, (*game.decks.values(), *game.extras.values()))
    names = [*(deck.name for deck in decks), *(["rules"] if selection.prints_rules("booklet") else [])]
    if not (printing.press and names):
        return None
    from pnp.project.profile import press_alone

    return press_alone(printing.press, names)


def _share(progress: Progress | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Return a function that reports a product's progress as part of the whole work's."""

    def share(part: float) -> None:
        if progress:
            progress(name, start + part * span)

    share(0.0)
    return share


@dataclass(frozen=True)
class BuildOptions:
    """The games to build, and how.

    Attributes:
        games: Names; none means all games.
        languages: Codes; none means all languages of each game.
        printing: Paper and backs.
        jobs: The most processes that work at a time.
        selection_source: The products and cards that are printed.
        is_strict: Whether a game with a warning has no files, as one with an error.
        press: The name of the press that sheets are separated for; "" for RGB colours.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    jobs: int = 1
    selection_source: SelectionSource = EVERYTHING
    is_strict: bool = False
    press: str = ""


@dataclass(frozen=True)
class BuildJob:
    """The work of one process: a game, in some languages; none means all of its own."""

    game: str
    languages: Sequence[str]


def build(files: Files, options: BuildOptions, progress: Progress | None = None) -> BuildResult:
    """Build the games of a project.

    Args:
        files: The project.
        options: The games to build, and how.
        progress: Receives the progress.
    """
    built = BuildResult()
    if options.press:
        from pnp.project.profile import load_press

        press = None
        with built.diagnostics.catch_faults():
            press = load_press(files, options.press, built.diagnostics, Place("--press"))
        if press is None:
            return built
        options = replace(options, printing=replace(options.printing, press=press))
    parts = build_jobs(files, options.games, options.languages, options.jobs, built.diagnostics)
    if not _has_all(files, options.selection_source.selection, parts, built.diagnostics):
        return built
    left_out: dict[str, None] = {}
    for part, result in zip(parts, _cached_or_built(files, options, parts, progress), strict=True):
        if isinstance(result, Fault):
            built.diagnostics.add(result.diagnostic)
            left_out[part.game] = None
            continue
        built.diagnostics.extend(result.diagnostics)
        built.outputs += result.outputs
        built.inputs += result.inputs
        is_faulty = any(d.severity == "error" or options.is_strict for d in result.diagnostics)
        if is_faulty and not (options.printing.is_draft and result.outputs):
            left_out[part.game] = None
    built.left_out = tuple(left_out)
    selection = options.selection_source.selection
    is_faulty = any(diagnostic.severity == "error" for diagnostic in built.diagnostics)
    if selection != Selection() and not selection.is_changed and not built.outputs and parts and not is_faulty:
        place = Place("--cards" if selection.cards else "--only")
        what = f"no card matches {selection.cards}" if selection.cards else "the games have none of the requested parts"
        fix = "loosen the condition" if selection.cards else "name parts that these games have"
        built.diagnostics.report(Code.CHOICE_EMPTY, place, what=what, fix=fix)
    return built


def _has_all(files: Files, selection: Selection, parts: Sequence[BuildJob], diagnostics: Diagnostics) -> bool:
    """Whether every requested name is that of something in one of the games; others are reported."""
    if not selection.only or not parts:
        return True
    from pnp.project.load import names_in_game

    names = {*PRINT_GROUPS, *(name for part in parts for name in names_in_game(files, part.game))}
    unknown = [name for name in selection.only if name not in names]
    for name in unknown:
        diagnostics.report(
            Code.CHOICE_UNKNOWN, Place("--only"), what=f"no deck or extra {name}", fix=suggest(name, names)
        )
    return not unknown


def build_jobs(
    files: Files, games: Sequence[str], languages: Sequence[str], jobs: int, diagnostics: Diagnostics
) -> list[BuildJob]:
    """Divide the work: by game, so that languages share drawings; by language, too, if there are few games."""
    names = find_games(files, games, diagnostics)
    if len(names) >= jobs:
        return [BuildJob(name, languages) for name in names]
    from pnp.project.load import game_languages

    parts: list[BuildJob] = []
    for name in names:
        of_game = languages or game_languages(files, name)
        parts += [BuildJob(name, [language]) for language in of_game] or [BuildJob(name, ())]
    return parts


def run_jobs(
    make: Callable[..., Result], parts: Sequence[BuildJob], jobs: int, progress: Progress | None
) -> Iterator[Result | Fault]:
    """Yield the result of each part, in order; a part that exceeds a limit, or ends its process, gives a Fault.

    Args:
        make: Does the work of a part; it can be sent to another process. In this one it gets a step as well.
        parts: The parts. A single one is done in this process.
        jobs: The most processes that work at a time.
        progress: Receives the progress.
    """
    if len(parts) == 1:
        yield make(parts[0], progress)
        return
    names = [f"{part.game} in {', '.join(part.languages)}" if part.languages else part.game for part in parts]
    works = [Work(name, Place(f"data/{part.game}/game.yaml")) for name, part in zip(names, parts, strict=True)]
    for number, (part, result) in enumerate(zip(parts, spread(make, parts, jobs, works), strict=True), 1):
        if progress:
            progress(part.game, number / len(parts))
        yield result


def _cached_or_built(
    files: Files, options: BuildOptions, parts: Sequence[BuildJob], progress: Progress | None
) -> Iterator[BuildResult | Fault]:
    """Yield each part's result from the cache, or else build it now and cache it."""
    make = partial(_run_job, files, options)
    if not options.selection_source.is_of_everything:  # a selection may depend on what was printed before
        yield from run_jobs(make, parts, options.jobs, progress)
        return
    cache = BuildCache(files.root, f"{options.printing!r} {options.selection_source.folder is not None}")
    keys = [cache.key(part.game, part.languages) for part in parts]
    cached = [cache.get(key) for key in keys]
    missing = [part for part, built in zip(parts, cached, strict=True) if built is None]
    new = run_jobs(make, missing, options.jobs, progress) if missing else iter(())
    for part, key, built in zip(parts, keys, cached, strict=True):
        if built is not None:
            yield built
            continue
        result = next(new)
        if isinstance(result, BuildResult):
            cache.put(key, result, part.game)
        yield result
    if missing:
        cache.prune()


def _run_job(files: Files, options: BuildOptions, part: BuildJob, progress: Progress | None = None) -> BuildResult:
    """Build a game in some languages."""
    from pnp.products import PRODUCTS

    built = BuildResult()
    built.outputs = make_game(
        files,
        part.game,
        part.languages,
        options.printing,
        PRODUCTS,
        built.diagnostics,
        progress,
        selection_source=options.selection_source,
    )
    built.inputs = files.paths_read()
    return built
