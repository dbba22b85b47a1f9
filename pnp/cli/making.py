"""What commands that make files have in common: work under limits, faults told, then all files written or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pnp.cli.options import Form
from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, Progress, exit_with, short_path, tell_faults, write_or_exit

if TYPE_CHECKING:
    from pnp.build import Built
    from pnp.cli.leaving import Leaving
    from pnp.diagnostics import Diagnostic
    from pnp.processes import Step
    from pnp.source.files import Files
    from pnp.supervising import Bounds
    from pnp.write import Output


DRAFT = "; pnp build --draft makes what can be made"


def make_files(
    work: Callable[[Step], Built],
    bounds: Bounds,
    files: Files,
    folder: Path,
    form: Form,
    strict: bool,
    is_draft: bool = False,
    leaving: Leaving | None = None,
    can_draft: bool = False,
) -> Built:
    """Do some work, write what it gives and tell of each file; with a fault, tell of that and exit.

    Games with faults may have been left out; then the others are written before.

    Args:
        work: Makes the files.
        bounds: What it may take.
        files: The project.
        folder: Where the files go.
        form: How faults are printed.
        strict: Whether warnings are taken for errors.
        is_draft: Whether what could be made in spite of faults is as good as can be.
        leaving: Lists the files, and tells of those that earlier builds have left.
        can_draft: Whether the command has --draft, which is named where it helps.
    """
    from pnp.build import Built
    from pnp.supervising import supervised

    built = Built()
    with built.diagnostics.collected(), Progress() as step:
        built = supervised(work, bounds, step)
    faulty = tell_faults(built.diagnostics, files, form, strict)
    good = built.good
    if faulty and (built.left_out is None or not good):
        can_draft = can_draft and not is_draft and _are_drafted(built.diagnostics)
        exit_with(f"{faulty}; nothing was written" + (DRAFT if can_draft else ""))
    if leaving:
        good = leaving.listed(good)
    _tell_replaced(good, folder)
    write_or_exit(good, folder, files, form, strict)
    for made in good:
        if made.summary:
            say(f"{short_path(folder / made.path)}  {made.summary}")
    if leaving:
        leaving.finish()
    if built.left_out:
        exit_with(f"{faulty}; nothing was written of {', '.join(built.left_out)}")
    if faulty and is_draft:
        say(f"{faulty}, marked in the draft", err=True)
    elif faulty:
        raise typer.Exit(FAULTS)
    return built


def output_folder(project: Path, asked: Path | None, files: Files, form: Form = Form.text, below: str = "") -> Path:
    """Where files go: the folder that is asked for, else output/ of the project; exits where that is a link.

    Args:
        project: The project's folder.
        asked: What --output says.
        files: The project.
        form: How faults are printed.
        below: The folder in output/.
    """
    from pnp.diagnostics import Code, Diagnostics, Place

    if asked is not None:
        return asked
    folder = project / "output" / below
    link = next((path for path in (project / "output", folder) if path.is_symlink()), None)
    if link is not None:
        diagnostics, name = Diagnostics(), link.relative_to(project).as_posix()
        what = f"{name} is a link to {link.resolve()}"
        why, fix = "it came with the project, and could lead anywhere", "remove it, or name a folder with --output"
        diagnostics.tell(Code.OUTPUT_UNWRITABLE, Place(name), what=what, why=why, fix=fix)
        exit_with(f"{tell_faults(diagnostics, files, form)}; nothing was written")
    return folder


def _are_drafted(faults: Iterable[Diagnostic]) -> bool:
    """Whether each error is one of some cards or of translations, so that a draft of the game can be made."""
    from pnp.diagnostics.codes import TRANSLATIONS

    errors = [fault for fault in faults if fault.severity == "error"]
    return bool(errors) and all(fault.language or fault.code.section == TRANSLATIONS for fault in errors)


def _tell_replaced(outputs: Sequence[Output], folder: Path) -> None:
    """Tell of files on other paper that new ones take the place of."""
    from pnp.choice import FACES, earlier_papers
    from pnp.layout.paper import paper_name

    lists = {made.path: made.content for made in outputs if made.path.endswith(f"/{FACES}")}
    if papers := [paper_name(paper) for paper in earlier_papers(folder, lists)]:
        say(f"files on {', '.join(papers)} are replaced; --output FOLDER keeps both", err=True)
