"""The project of small games in tests/play/forms, one for each form of game."""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path
from random import Random

from conftest import ROOT

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import PERSON, GameSetup
from pnp.play.game_code import Program, load_program
from pnp.play.match import Match
from pnp.play.saved_game import Tape
from pnp.play.simulate import Playable, open_playable
from pnp.project.files import Files

FORMS = ROOT / "tests/play/forms"
NAMES = sorted(path.name for path in (FORMS / "data").iterdir() if (path / "game.yaml").exists())


def write_forms(root: Path, *names: str) -> Path:
    """The project of these games, or of all, with its fonts."""
    for folder in ("data", "templates"):
        for name in names or [path.name for path in (FORMS / folder).iterdir()]:
            shutil.copytree(FORMS / folder / name, root / folder / name)
    if names:
        shutil.copytree(FORMS / "templates/common", root / "templates/common")
    shutil.copytree(FORMS / "fonts", root / "fonts")
    for name in ("Regular", "Bold", "Italic"):
        shutil.copy(ROOT / f"fonts/source-sans-3/SourceSans3-{name}.ttf", root / "fonts")
    return root


@functools.cache
def playable(name: str) -> Playable:
    diagnostics = Diagnostics()
    with tempfile.TemporaryDirectory() as folder:
        game = open_playable(Files(write_forms(Path(folder), name)), name, "", diagnostics)
    assert game is not None, list(diagnostics)
    return game


def program(name: str) -> Program:
    return load_program(playable(name).bundle)


def play_by_chance(match: Match, seed: str = "1") -> Match:
    """Pick for all people by chance, until the game is over."""
    random = Random(seed)
    while match.end is None:
        seat = match.waiting_for[0]
        options = match._decisions[-1].question[seat]
        match.pick(seat, random.randrange(len(options)), match.decision)
    return match


def match_of(name: str, players: int, seed: str = "1") -> Match:
    return Match(program(name), Tape(GameSetup(players, seed, (PERSON,) * players)))
