"""Rulebooks of the small project, parsed, filled in and set; for the tests of each stage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from conftest import GAME
from strategies import shipped_fonts

from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Group, Item, Matrix, Text, multiply
from pnp.layout.assets import Assets
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.rulebook.blocks import FilledBlock
from pnp.rulebook.load import Rulebook, load_rulebook
from pnp.rulebook.pages import TypesetRulebook, fill_rulebook, typeset_rulebook
from pnp.text.catalogue import read_catalogue
from pnp.text.edition import make_edition

PALETTE = "palette: {ink: '#222222', accent: '#004488', tint: '#eeeeff', rule: '#bbbbbb', grey: '#666666'}\n"
DOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="currentColor"/></svg>'
FIGURE = "size: 60x30\nbleed: 0mm\nsafe: 0mm\nelements:\n  a: {rect: trim, fill: '#ff0000'}\n"


@dataclass
class Opened:
    booklet: Rulebook
    layout: GameLayout
    diagnostics: Diagnostics

    def fill(self) -> tuple[FilledBlock, ...]:
        return fill_rulebook(self.booklet, self.layout)

    def set(self) -> TypesetRulebook:
        return typeset_rulebook(self.booklet, self.layout)

    @property
    def codes(self) -> list[str]:
        return [f"{d.code}@{d.place.line}" for d in self.diagnostics]


def open_booklet(
    write: object,
    text: str,
    style: str = "",
    language: str = "en",
    french: Mapping[str, str] | None = None,
    **files: str,
) -> Opened:
    changes = {
        "templates/small/rulebook.md": text,
        "templates/common/booklet.yaml": PALETTE + style,
        "templates/small/dot.svg": DOT,
        "templates/small/figures/red.yaml": FIGURE,
        **{path.replace("__", "/"): content for path, content in files.items()},
    }
    changes.setdefault("data/small/game.yaml", GAME)
    root: Path = write(changes)  # type: ignore[operator]
    disk = Files(root)
    diagnostics = Diagnostics()
    game = load_game(disk, Templates(disk), "small", diagnostics)
    assert game is not None
    assert not diagnostics
    booklet = load_rulebook(disk, Templates(disk), game, diagnostics)
    assert booklet is not None, list(diagnostics)
    catalogue = None
    if french is not None:
        header = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        entries = "".join(f'msgid "{one}"\nmsgstr "{other}"\n\n' for one, other in french.items())
        catalogue = read_catalogue(header + entries, "fr.po", language, Diagnostics())
    layout = GameLayout(make_edition(game, language, catalogue), shipped_fonts(), Assets(disk.read), diagnostics)
    return Opened(booklet, layout, diagnostics)


def placed_texts(frame: Frame) -> list[tuple[float, float, str]]:
    """Left end, baseline and words of each text of a page, from the top."""
    found: list[tuple[float, float, str]] = []

    def walk(items: tuple[Item, ...], matrix: Matrix) -> None:
        for item in items:
            if isinstance(item, Group):
                walk(item.items, multiply(matrix, item.matrix))
            elif isinstance(item, Text):
                a, b, c, d, e, f = matrix
                found.append((a * item.x + c * item.y + e, b * item.x + d * item.y + f, item.text))

    walk(frame.items, (1, 0, 0, 1, 0, 0))
    return sorted(found, key=lambda text: (round(text[1], 2), text[0]))
