"""Makes what the docs take from the code: python docs/make.py. The tests tell when it was forgotten."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from importlib import metadata
from io import StringIO
from pathlib import Path

from board import picture
from drawing import drawing, layers, summary, where
from objects import objects
from reference import keys
from tutorial_picture import picture as tutorial_picture
from typer.main import get_command

from pnp.commands.explain import codes_page
from pnp.commands.main import app
from pnp.core.diagnostics import Diagnostics
from pnp.core.units import format_size
from pnp.project.files import Files
from pnp.project.profiles import load_profile, profile_names

DOCS = Path(__file__).resolve().parent
FORMS = DOCS.parent / "tests/play/forms"


def commands(page: str) -> str:
    """The page of commands, with each one's help in the first block of text below its heading."""
    for path in command_paths():
        heading = re.escape(f"## {' '.join(path)}\n")
        shown = rf"(^{heading}(?:(?!^## ).*\n)*?```text\n)(?:.*\n)*?(```$)"
        page, count = re.subn(shown, lambda found, path=path: found[1] + help_of(path) + found[2], page, flags=re.M)
        if count != 1:
            raise SystemExit(f"commands.md needs a heading ## {' '.join(path)}, and a block of text below it")
    return page


def command_paths(command: object = None, path: tuple[str, ...] = ("pnp",)) -> Iterator[tuple[str, ...]]:
    """The words of every command, from pnp on."""
    yield path
    for name, child in getattr(command or get_command(app), "commands", {}).items():
        yield from command_paths(child, (*path, name))


def help_of(path: tuple[str, ...]) -> str:
    """What a command says with --help on a terminal of 80 columns without colours."""
    os.environ.update(COLUMNS="80", NO_COLOR="1", TERM="dumb")
    told = StringIO()
    with redirect_stdout(told):
        get_command(app).main([*path[1:], "--help"], prog_name="pnp", standalone_mode=False)
    return told.getvalue().strip() + "\n"


def architecture(page: str) -> str:
    """The map, with a row for each package and module, and at its end the decisions."""
    paths = sorted((DOCS / "decisions").glob("*.md"))
    titles = [path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ") for path in paths]
    decisions = [f"- [{title}](decisions/{path.name})\n" for title, path in zip(titles, paths, strict=True)]
    page = _filled(page, r"\| In pnp/ .*\n\| --- .*\n", r"\|.*\n", _rows(module for row in layers() for module in row))
    return _filled(page, r"## Why\n\n.*\n\n", r"- .*\n", "".join(decisions))


def exporting(page: str) -> str:
    """The page of exports, with the sizes of each print shop."""
    rows = ""
    for name in profile_names(Files(DOCS)):
        profile = load_profile(Files(DOCS), name, Diagnostics())
        assert profile is not None, name
        head = profile.head
        sizes = [f"{format_size(size.trim).removesuffix(' mm')} ({name})" for name, size in head.sizes.items()]
        if head.custom:
            least, most = (format_size(size) for size in (head.custom.smallest, head.custom.largest))
            sizes.append(f"any from {least} to {most}: {head.custom.note}")
        rows += f"| `{name}` | {' · '.join(sizes) or 'all'} |\n"
    return _filled(page, r"\| Profile \| Sizes .*\n\| --- .*\n", r"\|.*\n", rows)


def forms(page: str) -> str:
    """The page of forms of game: each block is what it defines, as that stands in its file."""

    def block(found: re.Match[str]) -> str:
        source = (FORMS / found[1]).read_text(encoding="utf-8")
        lines = source.split("\n")
        names = re.findall(r"^(?:def|class) (\w+)", found[2], re.MULTILINE)
        nodes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        parts = ["\n".join(lines[nodes[name].lineno - 1 : nodes[name].end_lineno]) for name in names]
        return f"```python title={found[1]}\n" + "\n\n\n".join(parts) + "\n```"

    return re.sub(r"```python title=(\S+)\n(.*?)\n```", block, page, flags=re.DOTALL)


def _rows(modules: Iterable[str]) -> str:
    return "".join(f"| `pnp/{where(module)}` | {summary(module)} |\n" for module in modules)


def _filled(page: str, head: str, line: str, lines: str) -> str:
    """A page with other lines below a head."""
    page, count = re.subn(f"({head})(?:{line})*", lambda found: found[1] + lines, page)
    if count != 1:
        raise SystemExit(f"the page needs one place like {head}")
    return page


LOCKED = re.compile(r"^([\w.-]+)==.*\n(?: +--hash.*\n)*((?: +#.*\n)*)", re.M)
"""A library of requirements.lock, and the comments that tell which others need it."""


def licences(page: str) -> str:
    """The libraries of a release, each with its licence; a new one has the licence that its metadata tell."""
    known = dict(re.findall(r"^\| `([\w.-]+)` \| ([^|]+) \|", page, re.M))
    needed: dict[str, set[str]] = {}
    for name, comments in LOCKED.findall((DOCS.parent / "requirements.lock").read_text(encoding="utf-8")):
        users = re.sub(r"#|\bvia\b|\(pyproject\.toml\)", "", comments).split()
        needed.setdefault(name, set()).update("pnp" if user == "pnp-games" else user for user in users)
    rows = (
        f"| `{name}` | {known.get(name) or licence_of(name)} | {', '.join(sorted(needed[name]))} |" for name in needed
    )
    return re.sub(
        r"(\| --- .*\n)(?:\|.*\n)*", lambda head: head[1] + "".join(f"{row}\n" for row in rows), page, count=1
    )


def licence_of(library: str) -> str:
    """The licence that an installed library tells of itself: an expression of SPDX, or other words."""
    about = metadata.metadata(library)
    classes = [
        name.rpartition(" :: ")[2] for name in about.get_all("Classifier") or () if name.startswith("License ::")
    ]
    return about.get("License-Expression") or " or ".join(classes) or about.get("License") or "not told"


MADE = {
    "licences.md": licences,
    "architecture.svg": lambda _: drawing(),
    "architecture.md": architecture,
    "board.svg": lambda _: picture(),
    "commands.md": commands,
    "diagnostics.md": lambda _: codes_page(),
    "keys.md": keys,
    "objects.md": objects,
    "tutorial.svg": lambda _: tutorial_picture(),
    "exporting.md": exporting,
    "forms.md": forms,
}
"""Files, and what makes each from its text of today."""


def main() -> None:
    """Write the files anew."""
    for name, make in MADE.items():
        path = DOCS / name
        path.write_text(make(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
