"""The import rules of pyproject.toml and the first lines of the modules → docs/architecture.svg, and a table of both.

Only the values on the way of the data are listed here; all else is read from the code.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from textwrap import wrap

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Stage:
    """A value on the way of the data.

    Attributes:
        value: What it is called.
        module: What makes it.
        summary: What it is, in a few words.
    """

    value: str
    module: str
    summary: str


STAGES = (
    Stage("YAML", "project", "each value with its place"),
    Stage("Game", "project", "checked, with all it inherits"),
    Stage("Edition", "text", "the game in one language"),
    Stage("Frames", "layout", "faces and pages in mm"),
    Stage("Sheets", "layout", "paper, with faces in slots"),
    Stage("bytes", "render", "PDF, SVG, HTML"),
    Stage("files", "outputs", "all of them, or none"),
)

WIDTH, EDGE, GAP, PAD = 900, 20, 10, 12
LEFT = EDGE + 26
"""Where layers begin: right of the arrow."""
MAX_BESIDE, INSET = 5, 8
"""Modules beside each other in a row, and the room around several rows of one layer."""
LINE = 16
LETTER = 5.9
"""About the width of a letter at 12 px, a little more so that no line is too long."""
TOP, BAND, POINT = 50, 86, 12
"""Where the chevrons begin, how high they are, and how far their points reach."""
STEP = (WIDTH - 2 * EDGE - POINT + 4) / len(STAGES)

HUES = {
    "project": ("#e3f1ea", "#3f8f6b"),
    "text": ("#e3ebfa", "#4669b8"),
    "layout": ("#ece6fa", "#7353b5"),
    "render": ("#f8e5f0", "#b04a86"),
    "outputs": ("#fbe8e0", "#bd5b33"),
}
"""Ground and edge of what makes each value."""
BRANCHES = ("checks/ → diagnostics", "play/ → played games → report/")
"""What else a Game goes to."""
PLAIN = ("#f4f6f8", "#c3ccd5")

_STYLE = """\
text{font:12px "Source Sans 3","Helvetica Neue",Arial,sans-serif;fill:#3a4550}
.name{font:700 13px ui-monospace,"DejaVu Sans Mono",Menlo,monospace;fill:#14202b}
.title{font-size:15px;font-weight:700;fill:#14202b}
.value{font-size:16px;font-weight:700;fill:#14202b}
.maker{font:11px ui-monospace,"DejaVu Sans Mono",Menlo,monospace}
.small{font-size:11px}.arrow{stroke:#7b8a98;stroke-width:2;fill:none}.head{fill:#7b8a98}"""


def layers() -> list[list[str]]:
    """The modules and packages of pnp from top to bottom; those of one row do not import each other."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    rows = next(contract["layers"] for contract in contracts if contract.get("containers") == ["pnp"])
    return [[name.strip() for name in row.split("|")] for row in rows]


def summary(module: str) -> str:
    """The first paragraph of a module's docstring."""
    text = ast.get_docstring(ast.parse(_file(module).read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).replace("``", "")


def where(module: str) -> str:
    """A package as its folder, a module as its file."""
    return f"{module}/" if _file(module).name == "__init__.py" else f"{module}.py"


def _file(module: str) -> Path:
    folder = ROOT / "pnp" / module
    package = folder / "__init__.py"
    return package if package.exists() else folder.with_suffix(".py")


def drawing() -> str:
    """The SVG: the way of the data above, the layers below, in the same colours."""
    y = TOP + BAND + 98
    shapes, end = _layers(y)
    height = end + EDGE
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
            ' aria-label="The way of the data, and the layers of pnp">',
            f"<style>{_STYLE}</style>",
            f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10" fill="#fff" stroke="#d5dce3"/>',
            _text(EDGE, 34, "The way of the data", "title"),
            *_chevrons(),
            *_branches(),
            _text(EDGE, y - 16, "The layers", "title"),
            _text(EDGE + 84, y - 16, "A module may import what stands below it, nothing beside or above it."),
            f'<path class="arrow" d="M{EDGE + 8} {y}V{end - 10}"/>',
            f'<path class="head" d="M{EDGE + 2} {end - 12}h12l-6 12z"/>',
            *shapes,
            "</svg>",
            "",
        ]
    )


def _chevrons() -> Iterator[str]:
    """The values in their order, each with what makes it."""
    for number, stage in enumerate(STAGES):
        x, right = EDGE + number * STEP, EDGE + (number + 1) * STEP - 4
        notch = f"L{x + POINT:.1f} {TOP + BAND / 2:.1f}" if number else ""
        ground, edge = HUES[stage.module]
        yield (
            f'<path d="M{x:.1f} {TOP}H{right:.1f}l{POINT} {BAND / 2:.1f}L{right:.1f} {TOP + BAND}H{x:.1f}{notch}z"'
            f' fill="{ground}" stroke="{edge}" stroke-linejoin="round"/>'
        )
        left = x + (POINT + 6 if number else PAD)
        yield _text(left, TOP + 22, stage.value, "value")
        for line, words in enumerate(wrap(stage.summary, 16)):
            yield _text(left, TOP + 40 + 14 * line, words, "small")
        yield _text(left - (6 if number else 0), TOP + BAND - 9, where(stage.module), "maker")


def _branches() -> Iterator[str]:
    """Arrows from the Game down and to the right."""
    x = EDGE + STEP * [stage.value for stage in STAGES].index("Game") + 30
    for number, branch in enumerate(BRANCHES):
        y = TOP + BAND + 18 + 20 * number
        yield f'<path class="arrow" d="M{x:.1f} {TOP + BAND + 4}V{y - 4}h16"/>'
        yield f'<path class="head" d="M{x + 14:.1f} {y - 9}v10l8-5z"/>'
        yield _text(x + 30, y, branch, "maker")


def _layers(y: int) -> tuple[list[str], int]:
    """The layers from a height on, and where they end; one of many modules has several rows, in a frame."""
    shapes: list[str] = []
    for layer in layers():
        rows = -(-len(layer) // MAX_BESIDE)
        across = -(-len(layer) // rows)
        top, inset = y, INSET if rows > 1 else 0
        y += inset
        boxes: list[str] = []
        for first in range(0, len(layer), across):
            drawn, y = _row(layer[first : first + across], across, y, inset)
            boxes += drawn
        y += inset
        if inset:
            frame = f'x="{LEFT}" y="{top}" width="{WIDTH - EDGE - LEFT}" height="{y - GAP - top}" rx="8"'
            shapes.append(f'<rect {frame} fill="none" stroke="{PLAIN[1]}" stroke-dasharray="3 3"/>')
        shapes += boxes
    return shapes, y - GAP


def _row(names: list[str], across: int, y: int, inset: int) -> tuple[list[str], int]:
    """Modules beside each other, each as wide as if there were so many; and where the next row begins."""
    shapes: list[str] = []
    width = (WIDTH - EDGE - LEFT - 2 * inset - GAP * (across - 1)) / across
    texts = [wrap(summary(name), int((width - 2 * PAD) / LETTER)) for name in names]
    height = 2 * PAD + LINE * (1 + max(map(len, texts))) - 4
    for place, (name, lines) in enumerate(zip(names, texts, strict=True)):
        x = LEFT + inset + place * (width + GAP)
        ground, edge = HUES.get(name, PLAIN)
        box = f'x="{x:.1f}" y="{y}" width="{width:.1f}" height="{height}" rx="6"'
        shapes.append(f'<rect {box} fill="{ground}" stroke="{edge}"/>')
        shapes.append(_text(x + PAD, y + PAD + 10, where(name), "name"))
        makes = [stage.value for stage in STAGES if stage.module == name]
        if makes:
            shapes.append(_text(x + width - PAD, y + PAD + 10, ", ".join(makes), "value", "end"))
        for number, line in enumerate(lines, 1):
            shapes.append(_text(x + PAD, y + PAD + 10 + LINE * number, line))
    return shapes, y + height + GAP


def _text(x: float, y: float, words: str, look: str = "", anchor: str = "start") -> str:
    attributes = f' class="{look}"' if look else ""
    attributes += f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y}"{attributes}>{escape(words)}</text>'
