"""A project → its exported files: laid out game by game, then all pictures drawn, spread over processes.

Gives bytes and diagnostics; writing them is the caller's last step, and only when no diagnostic is an error. What is
wrong is known before the first picture is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath

from pnp.build import Built, Part, in_parts, parts_of
from pnp.choice import Choice, Choosing
from pnp.diagnostics import Code, Diagnostics, Place, counted, suggest
from pnp.exports import EXPORTS, TO_SHOP
from pnp.exports.press import RULES
from pnp.exports.wish import Exported, Undrawn, Wish
from pnp.layout.printing import Printing
from pnp.load.profile import DEFAULT_PRESS, load_press, load_profile
from pnp.making import make_game
from pnp.order import Order
from pnp.processes import Step, spread, within
from pnp.render.pixels import Batch, draw_batch
from pnp.source.files import Files
from pnp.write import Output, zipped

LAID_OUT = 0.3
"""How much of the work is done when everything is laid out: a guess, for the progress bar."""


@dataclass(frozen=True)
class Options:
    """What to export, and how.

    Attributes:
        target: A name of EXPORTS, or the profile of a print shop.
        games: Names; none means all.
        languages: Codes; none means all of each game.
        wish: How faces are exported.
        is_packed: Whether the files of each game in each language are put into one ZIP file.
        jobs: How many processes may work at a time; with 1, all is done in this one.
    """

    target: str
    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    wish: Wish = Wish()
    is_packed: bool = False
    jobs: int = 1


@dataclass
class _Laid:
    """What a part gives while its pictures are not drawn yet."""

    exported: list[Exported] = field(default_factory=list)
    decks: frozenset[str] = frozenset()
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def export(files: Files, options: Options, step: Step | None = None) -> Built:
    """Export the games of a project; nothing is drawn where there is an error.

    Args:
        files: The project.
        options: What to export, and how.
        step: Told of the progress.
    """
    built = Built()
    wish = options.wish
    if options.target not in EXPORTS:
        profile = load_profile(files, options.target, built.diagnostics)
        if profile is None:
            return built
        wish = replace(wish, profile=replace(profile, decks=wish.decks))
    elif wish.colour == "cmyk":
        with built.diagnostics.collected():
            wish = replace(wish, press=load_press(files, DEFAULT_PRESS, built.diagnostics))
        if wish.press is None:
            return built
    parts = parts_of(files, options.games, options.languages, options.jobs, built.diagnostics)
    exported: list[Exported] = []
    known: set[str] = set()
    make = partial(_make_part, files, options.target, wish)
    for laid in in_parts(make, parts, options.jobs, within(step, 0.0, LAID_OUT)):
        exported += laid.exported
        known |= laid.decks
        built.diagnostics.extend(laid.diagnostics)
    for name in wish.decks if parts else ():
        if name not in known:
            fix = suggest(name, known)
            if name == RULES:
                fix = "rules are exported where a game has some, as pdf or to a shop that takes PDFs, as offset"
            built.diagnostics.tell(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {name}", fix=fix)
    if not any(diagnostic.severity == "error" for diagnostic in built.diagnostics):
        built.outputs = list(_drawn(exported, options.jobs, within(step, LAID_OUT, 1 - LAID_OUT)))
        if options.is_packed:
            built.outputs = _packed(built.outputs)
    return built


def _make_part(files: Files, target: str, wish: Wish, part: Part, step: Step | None = None) -> _Laid:
    """Lay out a game in some languages, and put together what is to be drawn of it."""
    laid = _Laid()
    known: set[str] = set()

    def exported_files(order: Order) -> Iterator[Exported]:
        game = order.layout.edition.game
        known.update(game.decks, game.extras)
        if order.booklet and (wish.profile.head.file if wish.profile else target) == "pdf":
            known.add(RULES)
        return EXPORTS.get(target, TO_SHOP).make(order, wish)

    choosing = Choosing(Choice(only=tuple(wish.decks)))
    laid.exported = make_game(
        files, part.game, part.languages, Printing(), (exported_files,), laid.diagnostics, step, wish.profile, choosing
    )
    laid.decks = frozenset(known)
    return laid


def _drawn(exported: Sequence[Exported], jobs: int, step: Step | None) -> Iterator[Output]:
    """The files in their order, their pictures drawn."""
    batches = [undrawn.batch for undrawn in exported if isinstance(undrawn, Undrawn)]
    drawn = _draw_all(batches, jobs)
    done = 0
    for made in exported:
        if isinstance(made, Output):
            yield made
            continue
        for path, content in zip(made.paths, next(drawn), strict=True):
            yield Output(path, content, "")
        done += 1
        if step:
            step("pictures", done / len(batches))


def _draw_all(batches: Sequence[Batch], jobs: int) -> Iterator[list[bytes]]:
    if jobs > 1 and len(batches) > 1:
        yield from spread(draw_batch, batches, jobs)
    else:
        yield from map(draw_batch, batches)


def _packed(outputs: Sequence[Output]) -> list[Output]:
    """One ZIP file beside each folder of an export, with what would be in it."""
    folders: dict[str, list[Output]] = {}
    for output in outputs:
        folders.setdefault("/".join(PurePosixPath(output.path).parts[:3]), []).append(output)
    return [_zip(folder, inside) for folder, inside in folders.items()]


def _zip(folder: str, outputs: Sequence[Output]) -> Output:
    contents = {output.path.removeprefix(f"{folder}/"): output.content for output in outputs}
    told = [output.summary for output in outputs if output.summary]
    return Output(f"{folder}.zip", zipped(contents), "; ".join([counted(len(outputs), "file"), *told]))
