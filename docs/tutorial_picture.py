"""The files of the tutorial → docs/tutorial.svg: some of its cards and a back, drawn by what prints them."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path as File

from pnp.core import outline
from pnp.core.diagnostics import Diagnostics
from pnp.core.frame import Frame, Group, Item, Path
from pnp.layout.assets import Assets
from pnp.layout.cards.elements import face_art
from pnp.layout.cards.game import GameLayout
from pnp.project.files import Files
from pnp.project.fonts import load_fonts
from pnp.project.load import load_game
from pnp.project.new_project import parse_name, project_files
from pnp.project.templates import Templates
from pnp.render.svg import render_svg
from pnp.text.edition import make_edition

DOCS = File(__file__).resolve().parent
SHOWN = (2, 4, 5)
"""Cards by their places in the deck."""

APART, SCALE = 5.0, 0.6

_FILE = re.compile(r"^```\w+ title=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def picture() -> str:
    """The cards side by side, and their back."""
    folder = File(tempfile.mkdtemp())
    try:
        for made in project_files(parse_name("harbour"), "blank"):
            (folder / made.path).parent.mkdir(parents=True, exist_ok=True)
            (folder / made.path).write_bytes(made.content)
        for path, text in _FILE.findall((DOCS / "tutorial.md").read_text(encoding="utf-8")):
            (folder / path).write_text(text, encoding="utf-8")
        return _drawn(Files(folder))
    finally:
        shutil.rmtree(folder)


def _drawn(files: Files) -> str:
    told = Diagnostics()
    game = load_game(files, Templates(files), "harbour", told)
    assert game is not None, list(told)
    layout = GameLayout(make_edition(game, "en", None), load_fonts(files, told), Assets(files.read), told)
    deck = game.decks["crew"]
    sides = [layout.printed(deck, deck.cards[number - 1]) for number in SHOWN]
    faces = [face.frame for face, _ in sides]
    backs = [back.frame for _, back in sides[:1] if back]
    assert not told, list(told)
    items: list[Item] = []
    left = APART
    for frame in (*faces, *backs):
        at = (SCALE, 0.0, 0.0, SCALE, left * SCALE, APART * SCALE)
        items.append(Group(face_art(frame).items, at))
        left += frame.width + APART
    size = left * SCALE, (faces[0].height + 2 * APART) * SCALE
    ground = Path(outline.rectangle(0, 0, *size), "#d9d9d9")
    return render_svg(Frame(*size, (ground, *items), name="three cards of Harbour and their back"))
