"""The shipped games that have rules, ready to be played."""

from __future__ import annotations

from functools import cache

from conftest import ROOT

from pnp.diagnostics import Diagnostics
from pnp.load.game import load_game
from pnp.load.kit import make_example, make_names, read_kit
from pnp.load.template import Templates
from pnp.model.game import Game
from pnp.rules.examples.run import Example
from pnp.rules.play.kit import Kit
from pnp.rules.play.naming import Names
from pnp.rules.play.program import Program, load_program
from pnp.source.files import Files

GAMES = sorted(path.parent.name for path in (ROOT / "data").glob("*/rules.py"))


@cache
def shipped(name: str) -> tuple[Game, Kit]:
    """A game and its kit."""
    files = Files(ROOT)
    diagnostics = Diagnostics()
    game = load_game(files, Templates(files), name, diagnostics)
    assert game is not None
    kit = read_kit(files, game, diagnostics)
    assert kit is not None
    assert not diagnostics
    return game, kit


@cache
def program(name: str) -> Program:
    """A game's rules as running code."""
    return load_program(shipped(name)[1])


@cache
def examples(name: str) -> tuple[tuple[Example, ...], Names]:
    """A game's worked examples, and what things are called in them."""
    game, _ = shipped(name)
    return tuple(make_example(game, one, head) for one, head in game.examples.items()), make_names(game, game)
