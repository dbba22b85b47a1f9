"""A game → its files. The whole way on one page: read, check, translate, lay out, make.

A project → its printable files, game by game, side by side.

Gives bytes and diagnostics; writing them is the caller's last step. Files of a game with an error are not worth
writing, those of the others are; so are those of a draft. What a game is made with is loaded where it is made: a
process that only waits for others starts quickly.
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
from pnp.outputs import Built
from pnp.project.files import Files, find_games
from pnp.project.fonts import load_fonts
from pnp.project.game import Game
from pnp.project.templates import Templates
from pnp.selection import EVERYTHING, PARTS, SelectedCards, Selection, SelectionSource
from pnp.source_game import languages_of, read_source_game
from pnp.text.edition import open_edition
from pnp.workers.activity import Work, activity
from pnp.workers.pool import Step, spread

if TYPE_CHECKING:
    from pnp.project.profile import Profile

Made = TypeVar("Made")


def make_game(
    files: Files,
    name: str,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[BuildContext], Iterator[Made]]],
    diagnostics: Diagnostics,
    step: Step | None = None,
    profile: Profile | None = None,
    choosing: SelectionSource = EVERYTHING,
) -> list[Made]:
    """Read a game, check what a build needs, and make it in some languages; none means all of its own.

    With the profile of a print shop, or with a press, it is checked for those. A draft is made of what can be read.
    """
    is_draft = printing.is_draft
    manuscript = read_source_game(files, Templates(files, is_draft), name, diagnostics, is_draft)
    fonts = load_fonts(files, diagnostics)
    if manuscript is None:
        return []
    subject = GameSubject(files, manuscript, fonts)
    checks = NEEDED_BY_BUILD | {PREFLIGHT}
    with activity(name, manuscript.game.source.place):
        run_checks("game", checks, subject, diagnostics)
    return make(subject, languages, printing, products, checks, diagnostics, step, profile, choosing)


def make(
    subject: GameSubject,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[BuildContext], Iterator[Made]]],
    checks: frozenset[str],
    diagnostics: Diagnostics,
    step: Step | None = None,
    profile: Profile | None = None,
    choosing: SelectionSource = EVERYTHING,
) -> list[Made]:
    """Translate, lay out, make and check a game in some languages; none means all of its own."""
    game, fonts, assets = subject.game, subject.fonts, Assets(subject.files.read)
    wanted = languages_of(game, game.head.languages, languages, diagnostics) if fonts.families else []
    made: list[Made] = []
    for number, language in enumerate(wanted):
        with activity(f"{game.name} in {language}", game.source.place):
            edition = open_edition(subject.files, game, language, diagnostics, printing.is_draft)
            if edition is None:
                continue
            layout = GameLayout(edition, fonts, assets, diagnostics)
            chosen: SelectedCards | None = None
            with diagnostics.collected():
                chosen = choosing.of(layout.edition.game, layout.edition.source, diagnostics)
            if chosen is None:
                continue
            digests = Digests()
            for index, product in enumerate(products):
                start, span = (number + index / len(products)) / len(wanted), 1 / len(products) / len(wanted)
                share = _share(step, f"{game.name} {language}", start, span)
                with activity(product.__name__.replace("_", " ")):
                    made += product(BuildContext(layout, subject.booklet, printing, share, chosen, digests))
            asked = profile or _press_alone(printing, game, choosing.choice)
            laid_out = EditionSubject(subject.files, subject.manuscript, layout, asked, chosen)
            run_checks("edition", checks, laid_out, diagnostics)
    return made


def _press_alone(printing: Printing, game: Game, choice: Selection) -> Profile | None:
    """What the press asks of what is printed of a game; None without a press, or where nothing is printed."""
    decks = filter(choice.has_deck, (*game.decks.values(), *game.extras.values()))
    names = [*(deck.name for deck in decks), *(["rules"] if choice.has_booklet("booklet") else [])]
    if not (printing.press and names):
        return None
    from pnp.project.profile import press_alone

    return press_alone(printing.press, names)


def _share(step: Step | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Progress of a product, told as that of the whole work."""

    def share(done: float) -> None:
        if step:
            step(name, start + done * span)

    share(0.0)
    return share


@dataclass(frozen=True)
class BuildOptions:
    """What to build, and how.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: Paper and backs.
        jobs: How many processes may work at a time.
        choosing: What of it is printed.
        is_strict: Whether a game with a warning has no files, either.
        press: The name of what sheets are separated for; "" for colours of light.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    jobs: int = 1
    choosing: SelectionSource = EVERYTHING
    is_strict: bool = False
    press: str = ""


@dataclass(frozen=True)
class BuildPart:
    """What is made in one go: a game, in some languages; none means all of its own."""

    game: str
    languages: Sequence[str]


def build(files: Files, options: BuildOptions, step: Step | None = None) -> Built:
    """Build the games of a project.

    Args:
        files: The project.
        options: What to build, and how.
        step: Told of the progress.
    """
    built = Built()
    if options.press:
        from pnp.project.profile import load_press

        press = None
        with built.diagnostics.collected():
            press = load_press(files, options.press, built.diagnostics, Place("--press"))
        if press is None:
            return built
        options = replace(options, printing=replace(options.printing, press=press))
    parts = parts_of(files, options.games, options.languages, options.jobs, built.diagnostics)
    if not _has_all(files, options.choosing.choice, parts, built.diagnostics):
        return built
    left_out: dict[str, None] = {}
    for part, made in zip(parts, _built_parts(files, options, parts, step), strict=True):
        if isinstance(made, Fault):
            built.diagnostics.add(made.diagnostic)
            left_out[part.game] = None
            continue
        built.diagnostics.extend(made.diagnostics)
        built.outputs += made.outputs
        built.inputs += made.inputs
        is_faulty = any(d.severity == "error" or options.is_strict for d in made.diagnostics)
        if is_faulty and not (options.printing.is_draft and made.outputs):
            left_out[part.game] = None
    built.left_out = tuple(left_out)
    choice = options.choosing.choice
    is_faulty = any(diagnostic.severity == "error" for diagnostic in built.diagnostics)
    if choice != Selection() and not choice.is_changed and not built.outputs and parts and not is_faulty:
        place = Place("--cards" if choice.cards else "--only")
        what = f"no card is as {choice.cards} says" if choice.cards else "the games have nothing of what is asked for"
        fix = "ask for less" if choice.cards else "name what there is to print, as pnp build shows it"
        built.diagnostics.report(Code.CHOICE_EMPTY, place, what=what, fix=fix)
    return built


def _has_all(files: Files, choice: Selection, parts: Sequence[BuildPart], diagnostics: Diagnostics) -> bool:
    """Whether every name that is asked for is that of something in one of the games; others are told."""
    if not choice.only or not parts:
        return True
    from pnp.project.load import names_in_game

    known = {*PARTS, *(name for part in parts for name in names_in_game(files, part.game))}
    unknown = [name for name in choice.only if name not in known]
    for name in unknown:
        diagnostics.report(
            Code.CHOICE_UNKNOWN, Place("--only"), what=f"no deck or extra {name}", fix=suggest(name, known)
        )
    return not unknown


def parts_of(
    files: Files, games: Sequence[str], languages: Sequence[str], jobs: int, diagnostics: Diagnostics
) -> list[BuildPart]:
    """Games, whose languages share drawings; where there are fewer games than processes, each in each language."""
    names = find_games(files, games, diagnostics)
    if len(names) >= jobs:
        return [BuildPart(name, languages) for name in names]
    from pnp.project.load import game_languages

    parts: list[BuildPart] = []
    for name in names:
        of_game = languages or game_languages(files, name)
        parts += [BuildPart(name, [language]) for language in of_game] or [BuildPart(name, ())]
    return parts


def in_parts(
    make: Callable[..., Made], parts: Sequence[BuildPart], jobs: int, step: Step | None
) -> Iterator[Made | Fault]:
    """What comes of each part, in their order; a part that asks too much, or ends its process, is a fault.

    Args:
        make: Makes a part; it can be sent to another process. In this one it is given a step as well.
        parts: What to make. A single one is made in this process.
        jobs: How many processes may work at a time.
        step: Told of the progress.
    """
    if len(parts) == 1:
        yield make(parts[0], step)
        return
    names = [f"{part.game} in {', '.join(part.languages)}" if part.languages else part.game for part in parts]
    works = [Work(name, Place(f"data/{part.game}/game.yaml")) for name, part in zip(names, parts, strict=True)]
    for number, (part, made) in enumerate(zip(parts, spread(make, parts, jobs, works), strict=True), 1):
        if step:
            step(part.game, number / len(parts))
        yield made


def _built_parts(
    files: Files, options: BuildOptions, parts: Sequence[BuildPart], step: Step | None
) -> Iterator[Built | Fault]:
    """Each part as it was kept by an earlier build, or else built now and kept."""
    make = partial(_make_part, files, options)
    if not options.choosing.is_of_everything:  # what else is chosen may depend on what was printed before
        yield from in_parts(make, parts, options.jobs, step)
        return
    cache = BuildCache(files.root, f"{options.printing!r} {options.choosing.folder is not None}")
    keys = [cache.key(part.game, part.languages) for part in parts]
    kept = [cache.get(key) for key in keys]
    missing = [part for part, built in zip(parts, kept, strict=True) if built is None]
    new = in_parts(make, missing, options.jobs, step) if missing else iter(())
    for part, key, built in zip(parts, keys, kept, strict=True):
        if built is not None:
            yield built
            continue
        result = next(new)
        if isinstance(result, Built):
            cache.put(key, result, part.game)
        yield result
    if missing:
        cache.prune()


def _make_part(files: Files, options: BuildOptions, part: BuildPart, step: Step | None = None) -> Built:
    """Build a game in some languages."""
    from pnp.products import PRODUCTS

    built = Built()
    built.outputs = make_game(
        files,
        part.game,
        part.languages,
        options.printing,
        PRODUCTS,
        built.diagnostics,
        step,
        choosing=options.choosing,
    )
    built.inputs = files.paths_read()
    return built
