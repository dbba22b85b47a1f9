"""A project → its printable files. The whole way on one page: read, check, translate, lay out, make.

Gives bytes and diagnostics; writing them is the caller's last step, and only when no diagnostic is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from pnp.check import EDITION_CHECKS, GAME_CHECKS, NEEDED_BY_BUILD, run_checks
from pnp.check.subject import EditionSubject, GameSubject
from pnp.diagnostics import Diagnostics
from pnp.layout.assets import Assets
from pnp.layout.game import GameLayout
from pnp.load.catalogue import load_catalogue
from pnp.load.fonts import load_fonts
from pnp.load.game import find_games, game_languages
from pnp.load.template import Templates
from pnp.manuscript import languages_of, read_manuscript
from pnp.processes import Step, spread
from pnp.products import PRODUCTS, Order, Printing, Product
from pnp.source.files import Files
from pnp.words.edition import make_edition
from pnp.write import Output


@dataclass(frozen=True)
class Options:
    """What to build, and how.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: Paper and backs.
        jobs: How many processes may work at a time; with 1, all is done in this one.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    jobs: int = 1


@dataclass
class Built:
    """What a build gives; its outputs are worth writing when no diagnostic is an error."""

    outputs: list[Output] = field(default_factory=list)
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


@dataclass(frozen=True)
class Part:
    """What is made in one go: a game, in some languages; none means all of its own."""

    game: str
    languages: Sequence[str]


def build(files: Files, options: Options, step: Step | None = None) -> Built:
    """Build the games of a project.

    Args:
        files: The project.
        options: What to build, and how.
        step: Told of the progress.
    """
    built = Built()
    parts = _parts(files, options, built.diagnostics)
    for made in _make_parts(files, options, parts, step):
        built.outputs += made.outputs
        built.diagnostics.extend(made.diagnostics)
    return built


def _parts(files: Files, options: Options, diagnostics: Diagnostics) -> list[Part]:
    """Games, whose languages share drawings; where there are fewer games than processes, each in each language."""
    names = find_games(files, options.games, diagnostics)
    if len(names) >= options.jobs:
        return [Part(name, options.languages) for name in names]
    parts: list[Part] = []
    for name in names:
        languages = options.languages or game_languages(files, name)
        parts += [Part(name, [language]) for language in languages] or [Part(name, ())]
    return parts


def _make_parts(files: Files, options: Options, parts: Sequence[Part], step: Step | None) -> Iterator[Built]:
    """What comes of each part, in their order."""
    if options.jobs > 1 and len(parts) > 1:
        making = spread(partial(build_part, files, options.printing), parts, options.jobs)
        for number, (part, made) in enumerate(zip(parts, making, strict=True), 1):
            if step:
                step(part.game, number / len(parts))
            yield made
        return
    for number, part in enumerate(parts):
        yield build_part(files, options.printing, part, within(step, number / len(parts), 1 / len(parts)))


def build_part(files: Files, printing: Printing, part: Part, step: Step | None = None) -> Built:
    """Build a game in some languages."""
    built = Built()
    manuscript = read_manuscript(files, Templates(files), part.game, built.diagnostics)
    fonts = load_fonts(files, built.diagnostics)
    if manuscript is None:
        return built
    subject = GameSubject(files, manuscript, fonts)
    run_checks(GAME_CHECKS, NEEDED_BY_BUILD, subject, built.diagnostics)
    built.outputs = make(subject, part.languages, printing, PRODUCTS, NEEDED_BY_BUILD, built.diagnostics, step)
    return built


def make(
    subject: GameSubject,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Product],
    checks: Container[str],
    diagnostics: Diagnostics,
    step: Step | None = None,
) -> list[Output]:
    """Translate, lay out, make and check a game in some languages; none means all of its own."""
    game, fonts, assets = subject.game, subject.fonts, Assets(subject.files.read)
    wanted = languages_of(game, game.head.languages, languages, diagnostics) if fonts.families else []
    outputs: list[Output] = []
    for number, language in enumerate(wanted):
        is_source = language == game.head.languages[0]
        catalogue = None if is_source else load_catalogue(subject.files, game, language, diagnostics)
        if catalogue is None and not is_source:
            continue
        layout = GameLayout(make_edition(game, language, catalogue), fonts, assets, diagnostics)
        for index, product in enumerate(products):
            start, span = (number + index / len(products)) / len(wanted), 1 / len(products) / len(wanted)
            share = _share(step, f"{game.name} {language}", start, span)
            outputs += product(Order(layout, subject.booklet, printing, share))
        run_checks(EDITION_CHECKS, checks, EditionSubject(subject.manuscript, layout), diagnostics)
    return outputs


def within(step: Step | None, start: float, span: float) -> Step | None:
    """Progress of a part of the work, told as that of the whole."""
    return (lambda name, done: step(name, start + done * span)) if step else None


def _share(step: Step | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Progress of a product, told as that of the whole work."""

    def share(done: float) -> None:
        if step:
            step(name, start + done * span)

    share(0.0)
    return share
