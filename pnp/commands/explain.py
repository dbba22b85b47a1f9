"""pnp explain: a code → its paragraph in codes.md, for a terminal."""

import re
import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from pnp.commands.completion import complete_codes
from pnp.commands.terminal import say

WIDTH = 80


def explain(
    code: Annotated[
        str,
        typer.Argument(
            help="The code in brackets in a message, or the name of a package that extends pnp.",
            metavar="CODE",
            autocompletion=complete_codes,
        ),
    ],
) -> None:
    """Run ``pnp explain``."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Diagnostics, Fault, suggest
    from pnp.core.plugins import data_folders, read_data

    name = re.sub(r"^(error|warning)?\[|\]:?$", "", code.strip().lower()).replace("_", "-")
    own = {str(each): f"{each.severity}[{each}] · {each.section}" for each in Code}
    texts = {of_code: (own[of_code], text) for (_, of_code), text in paragraphs(codes_page()).items()}
    unread = Diagnostics()
    for package, folder in data_folders().items():
        with suppress(OSError), unread.catch_faults():
            added = paragraphs(read_data(folder / "codes.md"))
            texts |= {of_code: (f"[{of_code}] · {package}", text) for (_, of_code), text in added.items()}
        with suppress(OSError), unread.catch_faults():
            texts.setdefault(package, (package, read_data(folder / "docs.md")))
    if name not in texts:
        for diagnostic in unread:
            raise Fault(diagnostic.code, diagnostic.place, what=diagnostic.what, fix=diagnostic.fix)
        raise typer.BadParameter(f"no code {name}; {suggest(name, texts)}", param_hint="CODE")
    heading, text = texts[name]
    say(heading, "")
    for paragraph in re.split(r"\n\s*\n", _plain(text).strip()) if name not in own else [_plain(text)]:
        say(*textwrap.wrap(paragraph, WIDTH, break_long_words=False, break_on_hyphens=False))


def codes_page() -> str:
    """Return the Markdown page that explains all codes."""
    from pnp.core import codes

    return Path(codes.__file__).with_suffix(".md").read_text(encoding="utf-8")


def paragraphs(page: str) -> dict[tuple[str, str], str]:
    """Return the paragraph about each code, by its section and name, in the order of the page."""
    texts: dict[tuple[str, str], str] = {}
    for section in f"\n{page}".split("\n## ")[1:]:  # the first ones, about messages as such, hold no codes
        heading, *parts = section.split("\n### ")
        for part in parts:
            code, _, text = part.partition("\n")
            texts[heading.strip(), code] = text.strip()
    return texts


def _plain(markdown: str) -> str:
    """Return a paragraph with the texts of its links, without their addresses."""
    return re.sub(r"\[([^\]]+)\]\([^)\s]+\)", r"\1", markdown)
