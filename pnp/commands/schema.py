"""pnp schema."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import beginning_with
from pnp.commands.terminal import say, short_path, write_or_exit
from pnp.schemas import KINDS, schema_files, schema_text


def complete_kinds(incomplete: str) -> list[str]:
    """Return the kinds of YAML files."""
    return beginning_with(KINDS, incomplete)


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            help="game, template, cards …; default: list all kinds.",
            metavar="KIND",
            autocompletion=complete_kinds,
            show_default=False,
        ),
    ] = "",
    write: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write the schemas of all kinds into this folder.")
    ] = None,
) -> None:
    """Run ``pnp schema``."""
    from pnp.core.diagnostics import suggest
    from pnp.project.files import Files

    if kind and write:
        raise typer.BadParameter("writes all kinds, so do not name one", param_hint="--write")
    if kind and kind not in KINDS:
        raise typer.BadParameter(f"no kind {kind}; {suggest(kind, KINDS)}", param_hint="KIND")
    if kind:
        say(*schema_text(kind).rstrip().split("\n"))
    elif write:
        outputs = schema_files()
        write_or_exit(outputs, write, Files(write))
        for file in outputs:
            say(f"{short_path(write / file.path)}  {file.summary}")
    else:
        for name, entry in KINDS.items():
            say(f"{name:<11}{entry.path}")
