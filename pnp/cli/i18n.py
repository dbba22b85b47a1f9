"""pnp i18n: extract, update, status."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pnp.cli.options import Form, FormOption, Games, Languages, ProjectDir, open_project
from pnp.cli.streams import say
from pnp.cli.telling import FAULTS, exit_with, tell_faults, write_or_exit

if TYPE_CHECKING:
    from pnp.processes import Step
    from pnp.source.files import Files
    from pnp.translations import Translated

i18n = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Translations: extract texts, update and check catalogues."
)


@i18n.command(epilog="Example:  pnp i18n extract chili")
def extract(games: Games = None, project: ProjectDir = Path(), form: FormOption = Form.text) -> None:
    """Write data/<game>/locale/<game>.pot, the list of all texts, for translation tools."""
    from pnp.translations import extract

    _run(extract, (games or (),), project, form)


@i18n.command(epilog="Example:  pnp i18n update chili --lang fr")
def update(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = Form.text
) -> None:
    """Bring catalogues up to date: new texts empty, changed ones marked fuzzy, unused ones kept aside."""
    from pnp.translations import update

    _run(update, (games or (), lang or ()), project, form)


@i18n.command(epilog="Example:  pnp i18n status --lang fr")
def status(
    games: Games = None, lang: Languages = None, project: ProjectDir = Path(), form: FormOption = Form.text
) -> None:
    """Tell how much of each game is translated; exit 1 when something is missing or stale."""
    from pnp.translations import status

    _run(status, (games or (), lang or ()), project, form)


def _run(action: Callable[..., Translated], arguments: tuple[Any, ...], project: Path, form: Form) -> None:
    from pnp.supervising import supervised
    from pnp.translations import Translated

    files = open_project(project)
    done = Translated()
    with done.diagnostics.collected():
        done = supervised(partial(_act, action, files, arguments))
    faulty = tell_faults(done.diagnostics, files, form)
    if faulty:
        exit_with(f"{faulty}; nothing was written")
    write_or_exit(done.outputs, files.root, files, form)
    for line in done.lines:
        say(line)
    if not done.is_complete:
        raise typer.Exit(FAULTS)


def _act(action: Callable[..., Translated], files: Files, arguments: tuple[Any, ...], _step: Step) -> Translated:
    return action(files, *arguments)
