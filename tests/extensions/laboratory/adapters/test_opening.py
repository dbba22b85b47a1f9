"""Games that other programs play: opened from a project, played by bots from outside, and as numbers for networks."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from random import Random

import pytest
from form_games import NAMES, write_forms

from pnp.core.diagnostics import Fault
from pnp.extensions.laboratory.adapters import as_bot_kind, open_game
from pnp.extensions.laboratory.adapters.encoding import TableEncoding
from pnp.extensions.laboratory.adapters.opening import gains
from pnp.extensions.laboratory.stepping import SteppedGame
from pnp.play.bots import BOT_KINDS
from pnp.play.decisions import random_stream
from pnp.play.table import End

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_forms(tmp_path_factory.mktemp("forms"))


def test_a_game_is_played_by_a_bot_from_outside(forms: Path) -> None:
    game = open_game(forms, "pig", {"goal": 30})

    def eager(seen, options, random):  # type: ignore[no-untyped-def]
        assert seen.log  # what has happened, as for bots of bots.py that read it
        return "hold" if seen.pot >= 15 or options == ["hold"] else "roll"

    wins = [game.play(["eager", "random"], f"{n}", {"eager": eager}).winners for n in range(60)]
    assert wins.count((0,)) > 45
    assert game.play(["eager", "random"], "3", {"eager": eager}) == game.play(
        ["eager", "random"], "3", {"eager": eager}
    )


def test_a_search_expects_a_rival_that_reads_the_log(forms: Path) -> None:
    def caller(seen, options, random):  # type: ignore[no-untyped-def]
        assert "Dealt" in repr(seen.log)  # in what is imagined, too
        return "call"

    game = open_game(forms, "leduc")
    points = [game.play(["search:40", "caller"], f"{n}", {"caller": caller}).scores[0] for n in range(40)]
    assert sum(points) > 0  # who only calls pays for each good card


def test_what_cannot_be_opened_is_a_fault(forms: Path) -> None:
    with pytest.raises(Fault):
        open_game(forms, "chess")
    with pytest.raises(ValueError, match="for 4 players, not for 3"):
        open_game(forms, "teams").setup(3)


def test_gains_are_points_or_shares_of_the_win() -> None:
    assert gains(End("tie", [3, 3, 0]), 3, "wins") == pytest.approx([1 / 6, 1 / 6, -1 / 3])
    assert gains(End("tie", [3, 3, 0]), 3, "points") == [3, 3, 0]
    assert gains(End("lost", winners=[]), 2, "wins") == [-0.5, -0.5]


@pytest.mark.parametrize("name", NAMES)
def test_every_view_and_option_has_its_numbers(forms: Path, name: str) -> None:
    game = open_game(forms, name)
    players = game.program.bundle.players[0]
    encoding = TableEncoding(game, players)
    assert len(encoding.names) == encoding.view_size
    played, random = SteppedGame(game.program, game.setup(players), random_stream("other")), Random("other")
    while played.end is None:
        seat = played.asked[0]
        options = played.options(seat)
        assert len(encoding.view(played.table.seen_by(seat))) == encoding.view_size
        rows = encoding.options(options)
        assert {len(row) for row in rows} == {encoding.option_size}
        assert len(rows) == encoding.most_options
        played.pick(seat, random.randrange(len(options)))


def test_numbers_say_what_is_seen_and_nothing_else(forms: Path) -> None:
    game = open_game(forms, "kuhn")
    encoding = TableEncoding(game, 2)
    played = SteppedGame(game.program, game.setup(2), random_stream("7"))
    seen = dict(zip(encoding.names, encoding.view(played.table.seen_by(0)), strict=True))
    own = played.table.hands[0][0].name
    assert (seen["hands[0]"], seen["hands[1]"]) == (1, 1)
    assert {name for name, value in seen.items() if value and ": " in name} == {f"hands[0]: {own}"}
    assert (seen["bets[0]"], seen["bets[1]"]) == (1, 1)
    with pytest.raises(ValueError, match="most_options=10"):
        TableEncoding(game, 2, most_options=1).options(["a"] * 5)


@pytest.mark.parametrize(("name", "package"), [("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")])
def test_without_its_package_an_adapter_says_what_to_install(name: str, package: str) -> None:
    if importlib.util.find_spec(package):
        pytest.skip("it is installed")
    with pytest.raises(ImportError, match=rf"pip install '\.\[{name}\]'"):
        importlib.import_module(f"pnp.extensions.laboratory.adapters.{name}")


@pytest.mark.parametrize("reads_log", [True, False])
def test_a_bot_of_a_package_is_found_by_its_name(forms: Path, reads_log: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = []

    def last(seen, options, random):  # type: ignore[no-untyped-def]
        lengths.append(len(seen.log) if reads_log else 0)
        return options[-1]

    monkeypatch.setitem(BOT_KINDS, "learned", as_bot_kind(last, reads_log=reads_log))
    game = open_game(forms, "draft")
    assert game.play(["learned", "random", "learned"], "1") == game.play(["learned", "random", "learned"], "1")
    assert (lengths[-1] > lengths[0]) is reads_log
