"""A game → its files. The whole way on one page: read, check, translate, lay out, make."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import TypeVar

from pnp.check import EDITION_CHECKS, GAME_CHECKS, NEEDED_BY_BUILD, PREFLIGHT, run_checks
from pnp.check.subject import EditionSubject, GameSubject
from pnp.choice import EVERYTHING, Choice, Choosing, Chosen
from pnp.diagnostics import Diagnostics
from pnp.layout.assets import Assets
from pnp.layout.digest import Digests
from pnp.layout.game import GameLayout
from pnp.layout.printing import Printing
from pnp.load.catalogue import empty_catalogue, load_catalogue
from pnp.load.fonts import load_fonts
from pnp.load.template import Templates
from pnp.manuscript import languages_of, read_manuscript
from pnp.model.game import Game
from pnp.model.profile import Profile, press_alone
from pnp.order import Order
from pnp.processes import Step
from pnp.source.files import Files
from pnp.underway import under_way
from pnp.words.edition import make_edition

Made = TypeVar("Made")


def make_game(
    files: Files,
    name: str,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[Order], Iterator[Made]]],
    diagnostics: Diagnostics,
    step: Step | None = None,
    profile: Profile | None = None,
    choosing: Choosing = EVERYTHING,
) -> list[Made]:
    """Read a game, check what a build needs, and make it in some languages; none means all of its own.

    With the profile of a print shop, or with a press, it is checked for those. A draft is made of what can be read.
    """
    is_draft = printing.is_draft
    manuscript = read_manuscript(files, Templates(files, is_draft), name, diagnostics, is_draft)
    fonts = load_fonts(files, diagnostics)
    if manuscript is None:
        return []
    subject = GameSubject(files, manuscript, fonts)
    checks = NEEDED_BY_BUILD | {PREFLIGHT}
    with under_way(name, manuscript.game.source.place):
        run_checks(GAME_CHECKS, checks, subject, diagnostics)
    return make(subject, languages, printing, products, checks, diagnostics, step, profile, choosing)


def make(
    subject: GameSubject,
    languages: Sequence[str],
    printing: Printing,
    products: Sequence[Callable[[Order], Iterator[Made]]],
    checks: Container[str],
    diagnostics: Diagnostics,
    step: Step | None = None,
    profile: Profile | None = None,
    choosing: Choosing = EVERYTHING,
) -> list[Made]:
    """Translate, lay out, make and check a game in some languages; none means all of its own."""
    game, fonts, assets = subject.game, subject.fonts, Assets(subject.files.read)
    wanted = languages_of(game, game.head.languages, languages, diagnostics) if fonts.families else []
    made: list[Made] = []
    for number, language in enumerate(wanted):
        with under_way(f"{game.name} in {language}", game.source.place):
            is_source = language == game.head.languages[0]
            catalogue = None if is_source else load_catalogue(subject.files, game, language, diagnostics)
            if catalogue is None and not is_source:
                if not printing.is_draft:
                    continue
                catalogue = empty_catalogue(game, language)
            edition = make_edition(game, language, catalogue, printing.is_draft)
            layout = GameLayout(edition, fonts, assets, diagnostics)
            chosen: Chosen | None = None
            with diagnostics.collected():
                chosen = choosing.of(layout.edition.game, layout.edition.source, diagnostics)
            if chosen is None:
                continue
            digests = Digests()
            for index, product in enumerate(products):
                start, span = (number + index / len(products)) / len(wanted), 1 / len(products) / len(wanted)
                share = _share(step, f"{game.name} {language}", start, span)
                with under_way(product.__name__.replace("_", " ")):
                    made += product(Order(layout, subject.booklet, printing, share, chosen, digests))
            asked = profile or _press_alone(printing, game, choosing.choice)
            laid_out = EditionSubject(subject.files, subject.manuscript, layout, asked, chosen)
            run_checks(EDITION_CHECKS, checks, laid_out, diagnostics)
    return made


def _press_alone(printing: Printing, game: Game, choice: Choice) -> Profile | None:
    """What the press asks of what is printed of a game; None without a press, or where nothing is printed."""
    decks = filter(choice.has_deck, (*game.decks.values(), *game.extras.values()))
    names = [*(deck.name for deck in decks), *(["rules"] if choice.has_booklet("booklet") else [])]
    return press_alone(printing.press, names) if printing.press and names else None


def _share(step: Step | None, name: str, start: float, span: float) -> Callable[[float], None]:
    """Progress of a product, told as that of the whole work."""

    def share(done: float) -> None:
        if step:
            step(name, start + done * span)

    share(0.0)
    return share
