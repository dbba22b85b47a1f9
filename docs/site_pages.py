"""Hooks of MkDocs: pages that lie outside of docs/, and what GitHub writes otherwise than the site.

Links stay as they are read on GitHub; where one leads to a file that is no page, its words stay.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
BESIDE = {
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "benchmarks/README.md": "benchmarks.md",
    "fonts/README.md": "shipped-fonts.md",
    "pnp/profiles/presses/README.md": "presses.md",
}
"""Files of the repository that are pages of the site, and where."""

_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^()\s]+)\)")
_FENCE = re.compile(r"^(`{3,})(\w+) (?:title=(\S+)|\w+)$", re.MULTILINE)
_CODE = re.compile(r"^(`{3,}).*?^\1$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def on_config(config: Any) -> Any:
    """Add what there is more of every month: decisions; and, behind them, the pages that lie elsewhere."""
    decisions = [f"decisions/{path.name}" for path in sorted((ROOT / "docs/decisions").glob("*.md"))]
    others = [page for page in BESIDE.values() if page != "CONTRIBUTING.md"]
    understand = next(part for entry in config.nav for name, part in entry.items() if name == "Understand")
    understand += [{"Why": decisions}, *others]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that lie elsewhere."""
    for source, page in BESIDE.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(text: str, page: Any, config: Any, files: Any) -> str:
    """A page as MkDocs writes it: links from where the page lies, and titles of blocks in quotes."""
    path = page.file.src_uri
    source = next((one for one, there in BESIDE.items() if there == path), f"docs/{path}")
    pages = {f"docs/{file.src_uri}": file.src_uri for file in files} | BESIDE

    def linked(found: re.Match[str]) -> str:
        words, (target, mark, anchor) = found[1], found[2].partition("#")
        if ":" in target or not target:
            return found[0]
        wanted = normpath(f"{PurePosixPath(source).parent}/{target}")
        wanted = "docs/README.md" if wanted in ("README.md", "docs") else wanted
        if wanted == "docs/decisions":
            wanted, mark, anchor = "docs/architecture.md", "#", "why"
        if wanted not in pages:
            return words
        return f"[{words}]({relpath(pages[wanted], str(PurePosixPath(path).parent))}{mark}{anchor})"

    return _FENCE.sub(_fence, _outside_code(text, linked))


def _outside_code(text: str, linked: Any) -> str:
    """The text with its links replaced, but not what only looks like one, in code."""
    parts, last = [], 0
    for code in _CODE.finditer(text):
        parts += [text[last : code.start()], code[0]]
        last = code.end()
    parts.append(text[last:])
    kept = dict(enumerate(parts))
    joined = "".join(part if number % 2 == 0 else f"\0{number}\0" for number, part in kept.items())
    return re.sub(r"\0(\d+)\0", lambda found: kept[int(found[1])], _LINK.sub(linked, joined))


def _fence(found: re.Match[str]) -> str:
    title = f' title="{found[3]}"' if found[3] else ""
    return f"{found[1]}{found[2]}{title}"
