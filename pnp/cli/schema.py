"""pnp schema."""

from pathlib import Path
from typing import Annotated

import typer

from pnp.cli.completing import known_kinds
from pnp.cli.streams import say
from pnp.cli.telling import short_path, write_or_exit


def schema(
    kind: Annotated[
        str,
        typer.Argument(
            help="game, template, cards …; without one, all kinds are listed.",
            metavar="KIND",
            autocompletion=known_kinds,
            show_default=False,
        ),
    ] = "",
    write: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write all of them into a folder.")
    ] = None,
) -> None:
    """Print the JSON Schema of a kind of YAML file, by which editors complete and check it while it is written."""
    from pnp.diagnostics import suggest
    from pnp.schemas import KINDS, schema_files, schema_text
    from pnp.source.files import Files

    if kind and write:
        raise typer.BadParameter("writes all kinds; name none", param_hint="--write")
    if kind and kind not in KINDS:
        raise typer.BadParameter(f"no kind {kind}; {suggest(kind, KINDS)}", param_hint="KIND")
    if kind:
        say(*schema_text(kind).rstrip().split("\n"))
    elif write:
        made = schema_files()
        write_or_exit(made, write, Files(write))
        for file in made:
            say(f"{short_path(write / file.path)}  {file.summary}")
    else:
        for name, told in KINDS.items():
            say(f"{name:<11}{told.path}")
