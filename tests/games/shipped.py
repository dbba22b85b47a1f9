"""The shipped games that have rules, ready to be played."""

from __future__ import annotations

from functools import cache

from conftest import ROOT

from pnp.core.diagnostics import Diagnostics
from pnp.play.game_bundle import GameBundle
from pnp.play.game_code import Program, load_program
from pnp.play.names import Names
from pnp.play.project_game import make_example, make_names, read_bundle
from pnp.play.testing.examples import Example
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/rules.py"))


@cache
def shipped(name: str) -> tuple[Game, GameBundle]:
    """A game and its bundle."""
    files = Files(ROOT)
    diagnostics = Diagnostics()
    game = load_game(files, Templates(files), name, diagnostics)
    assert game is not None
    bundle = read_bundle(files, game, diagnostics)
    assert bundle is not None
    assert not diagnostics
    return game, bundle


@cache
def program(name: str) -> Program:
    """A game's rules as running code."""
    return load_program(shipped(name)[1])


@cache
def examples(name: str) -> tuple[tuple[Example, ...], Names]:
    """A game's worked examples, and what things are called in them."""
    game, _ = shipped(name)
    return tuple(make_example(game, one, head) for one, head in game.examples.items()), make_names(game, game)
