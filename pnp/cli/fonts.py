"""pnp fonts: add, list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import Form, FormOption, ProjectDir, open_project
from pnp.cli.streams import say
from pnp.cli.telling import exit_with, short_path, tell_faults, write_or_exit

if TYPE_CHECKING:
    from pnp.typefaces.adding import Added

fonts = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Fonts: copy them into the project with their licence, list them."
)


@fonts.command(epilog="Example:  pnp fonts add 'DejaVu Serif' --as title")
def add(
    wanted: Annotated[
        list[str], typer.Argument(metavar="FILE|FAMILY", help="Files of one family, or the name of an installed one.")
    ],
    name: Annotated[
        str,
        typer.Option(
            "--as", metavar="NAME", help="What templates call it; default: as the font is.", show_default=False
        ),
    ] = "",
    project: ProjectDir = Path(),
    form: FormOption = Form.text,
) -> None:
    """Copy a font into fonts/ with its licence, and name it in fonts.yaml; one that must not be embedded is refused."""
    import re

    from pnp.diagnostics import Diagnostics
    from pnp.typefaces.adding import add_family

    if name and not re.fullmatch(r"[A-Za-z][\w-]*", name):
        raise typer.BadParameter("must be letters, digits, - and _, with a letter first", param_hint="--as")
    files, diagnostics = open_project(project), Diagnostics()
    added: Added | None = None
    with diagnostics.collected():
        added = add_family(files, wanted, name, diagnostics)
    if faulty := tell_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    assert added is not None
    write_or_exit(added.outputs, project, files)
    for file in added.outputs:
        say(f"{short_path(project / file.path)}  {file.summary}")
    for line in added.told:
        say(line, err=True)
    say(f"templates name it with font: {added.name}", err=True)


@fonts.command("list", epilog="Example:  pnp fonts list --system")
def list_(
    system: Annotated[bool, typer.Option("--system", help="The families of this machine that pnp can use.")] = False,
    project: ProjectDir = Path(),
    form: FormOption = Form.text,
) -> None:
    """List the fonts of the project: styles, and the scripts they can write."""
    from pnp.diagnostics import Diagnostics, counted

    if system:
        from pnp.typefaces.system import families, font_files

        for name, count, may_be in families(font_files()):
            say(f"{name}  {counted(count, 'file')}{'' if may_be else ', must not be embedded'}")
        return
    from pnp.typefaces.listing import list_fonts

    files, diagnostics = open_project(project), Diagnostics()
    lines: list[str] = []
    with diagnostics.collected():
        lines = list(list_fonts(files, diagnostics))
    for line in lines:
        say(line)
    if faulty := tell_faults(diagnostics, files, form):
        exit_with(faulty)
