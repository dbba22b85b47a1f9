"""Commands that make files: work under limits, report faults, write all files or none, and find stale files.

A stale file was written by an earlier build and is no longer made. Each build of a whole game in a language lists its
files in faces.json, with its faces. Only a file in one of these lists, or its draft, is ever called stale.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import typer

from pnp.build_context import DRAFT_SUFFIX
from pnp.commands.options import WorkOptions
from pnp.commands.terminal import FAULTS, ProgressBar, exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Format, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.outputs import Output, read_back
from pnp.selection import FACES
from pnp.text.edition import PAIR

if TYPE_CHECKING:
    from pnp.core.diagnostics import Diagnostic
    from pnp.outputs import BuildResult, Output
    from pnp.project.files import Files


FILES = "files"
"""The key of the list of files in faces.json."""


def with_lists(outputs: Sequence[Output], folder: Path, removed: Sequence[Path]) -> list[Output]:
    """Return outputs whose faces.json lists all files of the game: new ones, and listed ones that still exist.

    Args:
        outputs: The files of one build.
        folder: The output folder.
        removed: Files of earlier builds that will be removed, with paths from the folder.
    """
    listed: list[Output] = []
    for output in outputs:
        path = PurePosixPath(output.path)
        if path.name == FACES:
            existing = {name for name in _listed(folder / path) if _is_ordinary(folder / path.parent / name)}
            existing -= {file.name for file in removed if PurePosixPath(file.as_posix()).parent == path.parent}
            content = json.loads(output.content) | {FILES: sorted({*_names(outputs, path.parent), *existing})}
            output = replace(output, content=(json.dumps(content, indent=1) + "\n").encode())
        listed.append(output)
    return listed


@frozen_dataclass
class BuiltGames:
    """The games and languages of a build, whose files may be stale.

    Attributes:
        languages: The languages of each game that was built.
        games: All games of the project; None if only some were requested.
    """

    languages: Mapping[str, Sequence[str]]
    games: Sequence[str] | None


def stale_outputs(outputs: Sequence[Output], folder: Path, built_games: BuiltGames) -> list[Path]:
    """Return the stale files of earlier builds of whole games, sorted, with paths from the folder."""
    stale: set[Path] = set()
    for listing in sorted(folder.glob(f"*/*/{FACES}")):
        if not listing.resolve().is_relative_to(folder.resolve()):
            continue  # a link leads out of the folder
        game, language = listing.parts[-3:-1]
        place = PurePosixPath(game, language)
        is_removed = (built_games.games is not None and game not in built_games.games) or (
            game in built_games.languages and not set(language.split(PAIR)) <= {*built_games.languages[game]}
        )
        now = set(_names(outputs, place))
        if not (is_removed or now):
            continue
        before = _listed(listing)
        candidates = (before | {_draft_of(name) for name in before | now}) - now
        stale |= {listing.parent / name for name in candidates if _is_ordinary(listing.parent / name)}
        if is_removed and before:
            stale.add(listing)
    return sorted(path.relative_to(folder) for path in stale)


MAX_NAMED = 6
"""The message names at most this many stale files."""


def report_stale(paths: Iterable[Path], folder: str, diagnostics: Diagnostics) -> None:
    """Report stale files, all in one message. Drafts are left out: their names show what they are."""
    names = [path.as_posix() for path in paths if not path.stem.endswith(DRAFT_SUFFIX)]
    if not names:
        return
    what = "an earlier build made this file, but it is no longer made"
    if len(names) > 1:
        rest = [*names[1:MAX_NAMED], *([f"{len(names) - MAX_NAMED} more"] if len(names) > MAX_NAMED else ())]
        what += f"; the same is true of {', '.join(rest)}"
    why = "if you print it, you mix in outdated parts"
    diagnostics.report(
        Code.OUTPUT_LEFT, Place(f"{folder}/{names[0]}"), what=what, why=why, fix="remove it: pnp build --clean"
    )


def _names(outputs: Sequence[Output], folder: PurePosixPath) -> list[str]:
    """Return the names of the files that are written into a folder, without faces.json itself."""
    paths = [PurePosixPath(output.path) for output in outputs]
    return [path.name for path in paths if path.parent == folder and path.name != FACES]


def _listed(path: Path) -> set[str]:
    """Return the names of files in a list, without those in other folders; empty if the list cannot be read."""
    try:
        names = json.loads(read_back(path.name, path.parent) or b"").get(FILES, [])
        return {name for name in names if isinstance(name, str) and PurePosixPath(name).name == name and name != FACES}
    except (Fault, ValueError, AttributeError, TypeError, RecursionError):
        return set()


def _draft_of(name: str) -> str:
    path = PurePosixPath(name)
    return f"{path.stem}{DRAFT_SUFFIX}{path.suffix}"


def _is_ordinary(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


@dataclass
class StaleOutputs:
    """Finds the stale files of earlier builds, and reports or removes them.

    Attributes:
        folder: The output folder.
        games: The requested games; empty for all.
        is_own: Whether the folder is the project's own, so that it has no files of other projects.
        is_whole: Whether all parts of each game are built.
        is_clean: Whether to remove stale files.
        paths: The stale files, with paths from the folder.
    """

    files: Files
    folder: Path
    games: Sequence[str]
    is_own: bool
    is_whole: bool
    is_clean: bool
    form: Format
    strict: bool
    paths: list[Path] = field(default_factory=list)

    def listed(self, outputs: Sequence[Output]) -> list[Output]:
        """Find the stale files; return the outputs with the lists of files added."""
        from pnp.project.files import game_names
        from pnp.project.load import game_languages

        if self.is_whole:
            built = dict.fromkeys(output.path.partition("/")[0] for output in outputs)
            languages = {name: game_languages(self.files, name) for name in built}
            games = game_names(self.files) if self.is_own and not self.games else None
            self.paths = stale_outputs(outputs, self.folder, BuiltGames(languages, games))
        return with_lists(outputs, self.folder, self.paths if self.is_clean else ())

    def finish(self) -> None:
        """Report the stale files, or remove them."""
        from pnp.core.diagnostics import Diagnostics
        from pnp.outputs import remove

        diagnostics = Diagnostics()
        if self.is_clean:
            with diagnostics.catch_faults():
                remove(self.paths, self.folder)
                for path in self.paths:
                    say(f"{short_path(self.folder / path)}  removed")
        else:
            report_stale(self.paths, short_path(self.folder), diagnostics)
        if diagnostics and report_faults(diagnostics, self.files, self.form, self.strict):
            raise typer.Exit(FAULTS)


DRAFT_HINT = "; pnp build --draft makes all that is possible"


def make_files(
    make: Callable[..., BuildResult],
    options: WorkOptions,
    files: Files,
    folder: Path,
    is_draft: bool = False,
    stale: StaleOutputs | None = None,
    can_draft: bool = False,
    writes: bool = True,
) -> BuildResult:
    """Make files, write them and print a line for each; report faults and exit.

    Games with faults may have been left out; then the files of the other games are written first.

    Args:
        make: Makes the files; takes ``limits`` and ``progress``.
        options: The limits of the work, and the format of faults.
        files: The project.
        folder: The folder for the files.
        is_draft: Whether the files are a draft, which is made in spite of faults.
        stale: Lists the files, and reports or removes stale ones.
        can_draft: Whether the command has --draft, which a message then suggests if it helps.
        writes: Whether the files are written; else only their lines are printed.
    """
    from pnp.outputs import BuildResult

    built = BuildResult()
    with built.diagnostics.catch_faults(), ProgressBar() as progress:
        built = make(limits=options.limits, progress=progress)
    faulty = report_faults(built.diagnostics, files, options.form, options.strict)
    good = built.good
    if faulty and (built.left_out is None or not good):
        can_draft = can_draft and not is_draft and _are_drafted(built.diagnostics)
        exit_with(f"{faulty}; nothing was written" + (DRAFT_HINT if can_draft else ""))
    if stale:
        good = stale.listed(good)
    if writes:
        _report_replaced(good, folder)
        write_or_exit(good, folder, files, options.form, options.strict)
    for output in good:
        if output.summary:
            say(line_of(output, folder))
    if stale:
        stale.finish()
    if built.left_out:
        exit_with(f"{faulty}; nothing was written for {', '.join(built.left_out)}")
    if faulty and is_draft:
        say(f"{faulty}, marked in the draft", err=True)
    elif faulty:
        raise typer.Exit(FAULTS)
    return built


def line_of(output: Output, folder: Path) -> str:
    """Return the line that a command prints for a file that it wrote."""
    return f"{short_path(folder / output.path)}  {output.summary}"


def output_folder(project: Path, requested: Path | None, files: Files, form: Format = "text", below: str = "") -> Path:
    """Return the folder for files: the requested one, or output/ of the project. Exit if that is a link.

    Args:
        project: The project's folder.
        requested: The folder of --output.
        files: The project.
        form: The format of faults.
        below: A folder inside output/.
    """
    from pnp.core.diagnostics import Diagnostics, Fault
    from pnp.outputs import refuse_links

    if requested is not None:
        return requested
    try:
        return refuse_links(project, below)
    except Fault as fault:
        exit_with(f"{report_faults(Diagnostics([fault.diagnostic]), files, form)}; nothing was written")


def _are_drafted(faults: Iterable[Diagnostic]) -> bool:
    """Whether all errors are in cards or translations, so that a draft of the game can be made."""
    from pnp.core.codes import TRANSLATIONS, Code

    errors = [fault for fault in faults if fault.severity == "error"]
    return bool(errors) and all(
        (fault.language or fault.code.section == TRANSLATIONS) and fault.code is not Code.LANGUAGE_UNAVAILABLE
        for fault in errors
    )


def _report_replaced(outputs: Sequence[Output], folder: Path) -> None:
    """Report files for other papers that new files replace."""
    from pnp.core.printing import paper_name
    from pnp.selection import FACES, earlier_papers

    lists = {output.path: output.content for output in outputs if output.path.endswith(f"/{FACES}")}
    if papers := [paper_name(paper) for paper in earlier_papers(folder, lists)]:
        say(f"this replaces files for {', '.join(papers)}; use --output FOLDER to keep both", err=True)
