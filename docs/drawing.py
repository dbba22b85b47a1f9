"""The import rules of pyproject.toml and the first lines of the modules → docs/architecture.svg."""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent
WIDTH, LEFT, GAP, PAD = 1000, 40, 12, 12
LINE = 16
LETTER = 6.3
"""About the width of a letter at 12 px."""

_STYLE = """\
text{font-family:"Source Sans 3",system-ui,sans-serif;font-size:12px;fill:#3a4550}
.name{font-family:ui-monospace,Menlo,monospace;font-size:13px;font-weight:700;fill:#14202b}
.box{fill:#f4f7fa;stroke:#b8c4cf}.arrow{stroke:#7b8a98;stroke-width:1.5;fill:none}
.head{fill:#7b8a98}.note{fill:#5b6770}"""


def layers() -> list[list[str]]:
    """The modules and packages of pnp from top to bottom; those of a row know nothing of one another, or a little."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    written = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip() for name in row.replace("|", ":").split(":")] for row in written]


def told(module: str) -> str:
    """The first paragraph of a module's docstring."""
    path = ROOT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def drawing() -> str:
    """The SVG."""
    shapes: list[str] = []
    y = 34
    for row in layers():
        width = (WIDTH - LEFT - GAP * (len(row) - 1) - 10) / len(row)
        texts = [wrap(told(name), int((width - 2 * PAD) / LETTER)) for name in row]
        height = 2 * PAD + LINE * (1 + max(map(len, texts)))
        for place, (name, lines) in enumerate(zip(row, texts, strict=True)):
            x = LEFT + place * (width + GAP)
            shapes.append(f'<rect class="box" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}" rx="5"/>')
            shapes.append(f'<text class="name" x="{x + PAD:.1f}" y="{y + PAD + 11}">{escape(name)}</text>')
            for number, line in enumerate(lines, 1):
                at = y + PAD + 11 + LINE * number
                shapes.append(f'<text x="{x + PAD:.1f}" y="{at}">{escape(line)}</text>')
        y += height + GAP
    arrow = f'<path class="arrow" d="M18 34V{y - GAP - 8}"/><path class="head" d="M12 {y - GAP - 10}h12l-6 10z"/>'
    note = '<text class="note" x="10" y="20">A module may import what stands below it, never what stands above.</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" aria-label="Layers of pnp">\n'
        f"<style>{_STYLE}</style>\n" + "\n".join([note, arrow, *shapes]) + "\n</svg>\n"
    )
