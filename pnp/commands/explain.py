"""pnp explain."""

import re
import textwrap
from typing import Annotated

import typer

from pnp.commands.completion import known_codes
from pnp.commands.terminal import say

WIDTH = 80


def explain(
    code: Annotated[
        str,
        typer.Argument(help="The word in brackets of a message.", metavar="CODE", autocompletion=known_codes),
    ],
) -> None:
    """Tell what a code means, and how what it stands for is mended."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import suggest

    name = re.sub(r"^(error|warning)?\[|\]:?$", "", code.strip().lower()).replace("_", "-")
    known = {str(one): one for one in Code}
    if name not in known:
        raise typer.BadParameter(f"no code {name}; {suggest(name, known)}", param_hint="CODE")
    found = known[name]
    say(f"{found.severity}[{found}] · {found.section}", "")
    say(*textwrap.wrap(_plain(found.told), WIDTH, break_long_words=False, break_on_hyphens=False))


def _plain(markdown: str) -> str:
    """A paragraph without its links: of these the words remain."""
    return re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", markdown)
