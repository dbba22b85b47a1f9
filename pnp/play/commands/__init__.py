"""The commands of the player: ``pnp play`` and ``pnp simulate``."""

from pnp.core.plugins import CommandEntry

PLAY = CommandEntry(
    "pnp.play.commands.play:play",
    "Play a game in the browser, alone against bots or with others. Runs its rules. Needs the extra serve.",
    "pnp play chili --lang fr --seats 3",
)
SIMULATE = CommandEntry(
    "pnp.play.commands.simulate:simulate",
    "Play a game thousands of times: how long it is, how it ends, whether seats are fair, which cards matter.",
    "pnp simulate chili --players 4 --games 5000 --report chili.html",
)
