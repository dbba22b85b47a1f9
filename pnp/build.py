"""A project → its printable files. The whole way on one page: load, check, translate, lay out, make.

Gives bytes and diagnostics; writing them is the caller's last step, and only when no diagnostic is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pnp.check.colours import check_colours
from pnp.check.components import check_components
from pnp.check.composition import check_composition
from pnp.check.contrast import check_contrast
from pnp.check.prose import check_prose, check_translated_prose
from pnp.check.style import check_style
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.fonts import FontSet
from pnp.layout.assets import Assets
from pnp.layout.game import GameLayout
from pnp.load.catalogue import load_catalogue
from pnp.load.fonts import load_fonts
from pnp.model.game import Game
from pnp.products import PRODUCTS, Printing
from pnp.reading import Text, read_games, unknown_language
from pnp.source.files import Files
from pnp.words.catalogue import check_catalogue
from pnp.words.edition import Edition, make_edition
from pnp.write import Output

Step = Callable[[str, float], None]
"""Told what is being made, and how much of all the work is done, from 0 to 1: for a progress bar."""


@dataclass(frozen=True)
class Options:
    """What to build, and how.

    Attributes:
        games: Names; none means all.
        languages: Codes; none means all of each game.
        printing: Paper and backs.
        thorough: Whether to look for what takes longer to see than a build should take.
        jobs: How many processes may play the games when it is thorough; 0 to run no code of the project.
        every_claim: Whether its summaries tell of all claims, not only of those that are contradicted.
    """

    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    printing: Printing = Printing()
    thorough: bool = False
    jobs: int = 0
    every_claim: bool = False


@dataclass
class Built:
    """What a build gives; its outputs are worth writing when no diagnostic is an error.

    Attributes:
        summaries: A line for each game that was read.
    """

    outputs: list[Output] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)


def build(files: Files, options: Options, step: Step | None = None) -> Built:
    """Build the games of a project.

    Args:
        files: The project.
        options: What to build, and how.
        step: Told of the progress.
    """
    built = Built()
    texts = list(read_games(files, options.games, built.diagnostics))
    if not texts:
        return built
    fonts, faults = load_fonts(files)
    built.diagnostics += faults
    for text in texts:
        built.diagnostics += check_composition(text.game)
        built.diagnostics += check_colours(text.game) if options.thorough else ()
        if text.booklet:
            built.diagnostics += check_prose(text.booklet, text.game.language)
            built.diagnostics += check_components(text.game, text.booklet)
            built.diagnostics += check_style(text.booklet, fonts)
        built.summaries.append(_summary(text.game))
    if not options.thorough:
        _make(built, files, options, texts, fonts, step)
        return built
    from pnp.check.play import playing  # a build does without what plays games
    from pnp.check.rules_text import check_rules_text
    from pnp.check.sections import check_sections
    from pnp.check.verdicts import summary_lines

    with playing([text.game for text in texts], files, options.jobs) as finish:
        for text in texts:
            built.diagnostics += check_rules_text(text.game, files)
            built.diagnostics += check_sections(text.game, text.booklet, files) if text.booklet else ()
        _make(built, files, options, texts, fonts, _half(step, 0))
        for played in finish(_half(step, 0.5)):
            built.diagnostics += played.diagnostics
            built.summaries += summary_lines(played, options.every_claim)
    return built


def _make(built: Built, files: Files, options: Options, texts: list[Text], fonts: FontSet, step: Step | None) -> None:
    """Lay out and render every game in every language."""
    assets = Assets(files.read)
    found = Diagnostics()
    jobs = list(_jobs(texts, options.languages, built.diagnostics)) if fonts.families else []
    for number, (text, language) in enumerate(jobs):
        edition, faults = open_edition(files, text, language)
        built.diagnostics += faults
        if edition is None:
            continue
        layout = GameLayout(edition, fonts, assets, found)
        for index, product in enumerate(PRODUCTS):
            span = 1 / len(PRODUCTS) / len(jobs)
            share = _share(step, f"{text.game.name} {language}", number / len(jobs) + index * span, span)
            built.outputs += product(layout, text.booklet, options.printing, share)
        if options.thorough:
            check_contrast(layout, found)
    built.diagnostics += found


def _half(step: Step | None, start: float) -> Step | None:
    """Progress of one half of the work, told as that of the whole."""
    return (lambda name, part: step(name, start + part / 2)) if step else None


def _share(step: Step | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Turns a product's progress into that of the whole build, and tells it."""

    def share(part: float) -> None:
        if step:
            step(name, start + part * span)

    share(0.0)
    return share


def _jobs(texts: list[Text], languages: Sequence[str], diagnostics: list[Diagnostic]) -> Iterator[tuple[Text, str]]:
    """Each game with each of the languages asked for, or of its own."""
    for text in texts:
        for language in languages or text.game.head.languages:
            if language in text.game.head.languages:
                yield text, language
            else:
                diagnostics.append(unknown_language(text.game, language))


def open_edition(files: Files, text: Text, language: str) -> tuple[Edition | None, list[Diagnostic]]:
    """The game in a language, with what its catalogue lacks."""
    game = text.game
    if language == game.head.languages[0]:
        return make_edition(game, language, None), []
    catalogue, faults = load_catalogue(files, game, language)
    if catalogue is None:
        return None, faults
    faults = [*faults, *check_catalogue(catalogue, text.messages)]
    faults += check_translated_prose(text.booklet, catalogue) if text.booklet else ()
    return make_edition(game, language, catalogue), faults


def _hold(count: int) -> str:
    return "1 expectation holds" if count == 1 else f"{count} expectations hold"


def _summary(game: Game) -> str:
    """A game's decks in a line: what a check has looked at."""
    decks = ", ".join(f"{deck.size} {name}" for name, deck in game.decks.items())
    return f"{game.name}: {decks}; {_hold(len(game.head.expect))}; {', '.join(game.head.languages)}"
