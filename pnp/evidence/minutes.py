"""The minutes on the box and the games that were played → whether they go together."""

from __future__ import annotations

from pnp.diagnostics import Code, Diagnostics, counted
from pnp.evidence.evidence import Evidence

ROOM = 1.5
"""How many times as long as simulated, or as short, a game may take by its box: people differ, and so do bots. A minute
is nothing."""


def tell_minutes(evidence: Evidence, diagnostics: Diagnostics) -> None:
    """Tell of minutes that no number of players comes near to."""
    head = evidence.game.head
    if not head.minutes or not evidence.decisions:
        return
    lengths = {
        players: decisions / games * head.play.seconds / 60
        for players, (decisions, games) in evidence.decisions.items()
    }
    least, most = min(lengths.values()), max(lengths.values())
    if head.minutes[0] > max(most * ROOM, most + 1) or head.minutes[-1] < min(least / ROOM, least - 1):
        written = "..".join(str(minutes) for minutes in dict.fromkeys((head.minutes[0], head.minutes[-1])))
        what = f"the box says {counted(head.minutes[-1], 'minute') if '.' not in written else written + ' minutes'}, "
        what += f"and games take {least:.0f} to {most:.0f}"
        why = f"decisions of {', '.join(head.play.bots)}, at {head.play.seconds:g} s each as play: seconds says"
        fix = "correct minutes: or seconds:"
        diagnostics.tell(Code.MINUTES_UNLIKELY, evidence.game.source.place_of("minutes"), what=what, why=why, fix=fix)
