"""A project → its exported files: laid out game by game, then all pictures drawn by several processes.

It returns bytes and diagnostics; the caller writes them. Files of a game with an error are left out, and its pictures
are not drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePosixPath

from pnp.build import BuildOptions, GameJob, divide_work, make_game, run_jobs
from pnp.build_context import BuildContext
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, suggest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.plugins import call_plugin
from pnp.exports import TO_SHOP, find_export
from pnp.exports.pdf_pages import RULES
from pnp.exports.request import PRESSES, Exported, ExportRequest, Gather, Undrawn
from pnp.outputs import BuildResult, Output, zipped
from pnp.project.files import Files
from pnp.project.profiles import load_press, load_profile
from pnp.render.pixels import draw_batch
from pnp.selection import Selection, SelectionRequest
from pnp.workers.activity import activity
from pnp.workers.pool import Progress, spread, subprogress

LAID_OUT = 0.3
"""The share of the work that layout takes; it is a guess, for the progress bar."""


@frozen_dataclass
class ExportOptions:
    """The options of an export of a project.

    Attributes:
        target: The name of an export, or of a print shop's profile.
        games: Names of games; empty for all.
        languages: Codes of languages; empty for all of each game.
        request: How faces are exported.
        is_packed: Whether to put the files of each game in each language into one ZIP file.
        jobs: How many processes may work at the same time.
        is_strict: Whether a game with a warning gets no files, like a game with an error.
    """

    target: str
    games: Sequence[str] = ()
    languages: Sequence[str] = ()
    request: ExportRequest = ExportRequest()
    is_packed: bool = False
    jobs: int = 1
    is_strict: bool = False


@dataclass
class _LaidOutJob:
    """The exported files of a job, and the pictures that are still to be drawn."""

    exported: list[Exported] = field(default_factory=list)
    decks: frozenset[str] = frozenset()
    diagnostics: Diagnostics = field(default_factory=Diagnostics)


def export(files: Files, options: ExportOptions, progress: Progress | None = None) -> BuildResult:
    """Export the games of a project. Games with an error are left out.

    Args:
        files: The project.
        options: The options of the export.
        progress: Called to report progress.
    """
    built = BuildResult()
    request = options.request
    try:
        own = find_export(options.target)
        if own and own.prepare:
            request = call_plugin("pnp.exports", options.target, "prepare", own.prepare, request)
    except Fault as fault:
        built.diagnostics.add(fault.diagnostic)
        return built
    if own is None:
        profile = load_profile(files, options.target, built.diagnostics)
        if profile is None:
            return built
        request = replace(request, profile=replace(profile, decks=request.decks))
    elif press := PRESSES[request.colour]:
        with built.diagnostics.catch_faults():
            request = replace(request, press=load_press(files, press, built.diagnostics))
        if request.press is None:
            return built
    jobs = divide_work(files, options.games, options.languages, options.jobs, built.diagnostics)
    exported: list[Exported] = []
    deck_names: set[str] = set()
    left_out: dict[str, None] = {}
    make = partial(_run_job, files, options.target, request)
    laid_out = run_jobs(make, jobs, options.jobs, subprogress(progress, 0.0, LAID_OUT))
    for (game, _), laid in zip(jobs, laid_out, strict=True):
        if isinstance(laid, Fault):
            built.diagnostics.add(laid.diagnostic)
            left_out[game] = None
            continue
        exported += laid.exported
        deck_names |= laid.decks
        built.diagnostics.extend(laid.diagnostics)
        if any(diagnostic.severity == "error" or options.is_strict for diagnostic in laid.diagnostics):
            left_out[game] = None
    unknown = [name for name in request.decks if name not in deck_names] if jobs and not left_out else []
    for name in unknown:
        fix = suggest(name, deck_names)
        if name == RULES:
            fix = "the rules of a game can be exported as pdf, or to a shop that accepts PDFs, such as offset"
        built.diagnostics.report(Code.DECK_UNKNOWN, Place("data"), what=f"no deck {name}", fix=fix)
    if unknown:
        return built
    to_draw = [each for each in exported if _game_of(each) not in left_out]
    for game, output in _draw(to_draw, options.jobs, subprogress(progress, LAID_OUT, 1 - LAID_OUT)):
        if isinstance(output, Fault):
            built.diagnostics.add(output.diagnostic)
            left_out[game] = None
        else:
            built.outputs.append(output)
    built.left_out = tuple(left_out)
    built.outputs = built.good
    if own and own.gather:
        _gather(files, own.gather, replace(options, request=request), built)
    elif options.is_packed:
        built.outputs = _packed(built.outputs)
    return built


def _run_job(
    files: Files, target: str, request: ExportRequest, job: GameJob, progress: Progress | None = None
) -> _LaidOutJob:
    """Lay out a game in some languages, and collect its files and the pictures to draw."""
    laid = _LaidOutJob()
    deck_names: set[str] = set()

    def exported_files(context: BuildContext) -> Iterator[Exported]:
        game = context.layout.edition.game
        deck_names.update(game.decks, game.extras)
        if context.rulebook and (request.profile.head.file if request.profile else target) == "pdf":
            deck_names.add(RULES)
        made: Iterator[Exported] = call_plugin(
            "pnp.exports", target, "make", (find_export(target) or TO_SHOP).make, context, request
        )
        return made

    name, languages = job
    selection = SelectionRequest(Selection(only=tuple(request.decks)))
    options = BuildOptions(languages=languages, selection_request=selection, profile=request.profile)
    laid.exported = make_game(files, name, (exported_files,), options, laid.diagnostics, progress)
    laid.decks = frozenset(deck_names)
    return laid


def _gather(files: Files, gather: Gather, options: ExportOptions, built: BuildResult) -> None:
    """Gather the files of each game in all its languages, as a folder and a ZIP, or only as a ZIP if it is packed."""
    by_game: dict[str, list[Output]] = {}
    for output in built.outputs:
        by_game.setdefault(_game_of(output), []).append(output)
    built.outputs = []
    for game, outputs in by_game.items():
        together: list[Output] = []
        diagnostics = Diagnostics()
        with diagnostics.catch_faults():
            arguments = (files, game, outputs, options.request, diagnostics)
            with activity(f"{game} for {options.target}", Place("data")):
                together = call_plugin("pnp.exports", options.target, "gather", gather, *arguments)
        built.diagnostics.extend(diagnostics)
        if any(diagnostic.severity == "error" or options.is_strict for diagnostic in diagnostics):
            built.left_out = (*(built.left_out or ()), game)
            continue
        folder = "/".join(together[0].path.split("/")[:2])
        built.outputs += [] if options.is_packed else together
        packed = zipped({output.path.removeprefix(f"{folder}/"): output.content for output in together})
        built.outputs.append(Output(f"{folder}.zip", packed, f"{len(packed) / 1e6:.1f} MB, to upload"))


def _game_of(exported: Exported) -> str:
    """Return the game of a file or picture: the first folder of its path."""
    path = exported.path if isinstance(exported, Output) else exported.paths[0]
    return path.partition("/")[0]


def _draw(exported: Sequence[Exported], jobs: int, progress: Progress | None) -> Iterator[tuple[str, Output | Fault]]:
    """Yield the files of each game in order, with their pictures drawn; a Fault for a game whose pictures fail."""
    batches = [undrawn.batch for undrawn in exported if isinstance(undrawn, Undrawn)]
    pictures = spread(draw_batch, batches, jobs) if len(batches) > 1 else map(draw_batch, batches)
    drawn = 0
    for each in exported:
        game = _game_of(each)
        if isinstance(each, Output):
            yield game, each
            continue
        contents = next(pictures)
        if isinstance(contents, Fault):
            yield game, contents
        else:
            for path, content in zip(each.paths, contents, strict=True):
                yield game, Output(path, content, "")
        drawn += 1
        if progress:
            progress("pictures", drawn / len(batches))


def _packed(outputs: Sequence[Output]) -> list[Output]:
    """Return a ZIP file for each folder of an export, in the place of that folder."""
    folders: dict[str, list[Output]] = {}
    for output in outputs:
        folders.setdefault("/".join(PurePosixPath(output.path).parts[:3]), []).append(output)
    return [_zip(folder, inside) for folder, inside in folders.items()]


def _zip(folder: str, outputs: Sequence[Output]) -> Output:
    contents = {output.path.removeprefix(f"{folder}/"): output.content for output in outputs}
    summaries = [output.summary for output in outputs if output.summary]
    return Output(f"{folder}.zip", zipped(contents), "; ".join([counted(len(outputs), "file"), *summaries]))
