"""Makes what the docs take from the code: python docs/make.py. The tests tell when it was forgotten."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from textwrap import fill

from pnp.diagnostics import Code

DOCS = Path(__file__).resolve().parent


def diagnostics(page: str) -> str:
    """The page of diagnostics, with a paragraph for each code below its introduction."""
    first = next(iter(Code)).section
    parts = [page[: page.index(f"\n## {first}\n") + 1].rstrip()]
    for section, codes in groupby(Code, key=lambda code: code.section):
        parts.append(f"## {section}")
        for code in codes:
            parts += [f"### {code}", fill(code.told, 120, break_long_words=False, break_on_hyphens=False)]
    return "\n\n".join(parts) + "\n"


MADE = {"diagnostics.md": diagnostics}
"""Pages, and what makes each from its text of today."""


def main() -> None:
    """Write the pages anew."""
    for name, make in MADE.items():
        path = DOCS / name
        path.write_text(make(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
