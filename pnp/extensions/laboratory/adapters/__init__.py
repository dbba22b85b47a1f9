"""Games for programs that learn to play, in the modules pettingzoo and openspiel; and their players as bots.

    from pnp.extensions.laboratory.adapters import open_game
    from pnp.extensions.laboratory.adapters.pettingzoo import environment

    env = environment(open_game("my-project", "leduc"), players=2)

A game is opened in this process, without limits: its rules.py and bots.py are run, with your rights.
"""

from __future__ import annotations

from pnp.extensions.laboratory.adapters.opening import PlayableGame, as_bot_kind, open_game

__all__ = ["PlayableGame", "as_bot_kind", "open_game"]
