"""pnp explain: a code → its paragraph in codes.md, for a terminal."""

import re
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import complete_codes
from pnp.commands.terminal import say

WIDTH = 80


def explain(
    code: Annotated[
        str,
        typer.Argument(help="The word in brackets of a message.", metavar="CODE", autocompletion=complete_codes),
    ],
) -> None:
    """Run ``pnp explain``."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import suggest

    name = re.sub(r"^(error|warning)?\[|\]:?$", "", code.strip().lower()).replace("_", "-")
    codes = {str(code): code for code in Code}
    if name not in codes:
        raise typer.BadParameter(f"no code {name}; {suggest(name, codes)}", param_hint="CODE")
    match = codes[name]
    say(f"{match.severity}[{match}] · {match.section}", "")
    say(
        *textwrap.wrap(_plain(paragraphs()[match.section, name]), WIDTH, break_long_words=False, break_on_hyphens=False)
    )


def codes_page() -> str:
    """Return the Markdown page about all codes."""
    from pnp.core import codes

    return Path(codes.__file__).with_suffix(".md").read_text(encoding="utf-8")


def paragraphs() -> dict[tuple[str, str], str]:
    """Return the paragraph of each code, by its section and its name, in the order of the page."""
    texts: dict[tuple[str, str], str] = {}
    for section in codes_page().split("\n## ")[1:]:  # the first ones, about messages as such, hold no codes
        heading, *parts = section.split("\n### ")
        for part in parts:
            code, _, text = part.partition("\n")
            texts[heading.strip(), code] = text.strip()
    return texts


def _plain(markdown: str) -> str:
    """Return a paragraph with the words of its links, without their addresses."""
    return re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", markdown)
