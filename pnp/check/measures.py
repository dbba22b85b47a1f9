"""What `report:` of a game asks → diagnostics for measures that cannot be looked at; no rules are run."""

from __future__ import annotations

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics, suggest
from pnp.expressions import BASE_SCOPE, ExpressionError, compile_expression
from pnp.expressions.reading import reads
from pnp.rules.claims.moment import SEEN_AT


def check_measures(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of expressions that cannot be read, of names that are not there at the time, and of names given twice."""
    game = subject.game
    told: dict[str, int] = {}
    for number, measure in enumerate(game.head.report):
        source = game.source["report"][number]
        if measure.name in told:
            what = f"two measures are called {measure.name}"
            diagnostics.tell(Code.REPORT_MEASURE, source.place_of("name"), what=what, fix="give each a name of its own")
        told[measure.name] = number
        if measure.tell == "ending" and measure.looks_at != "end":
            what = f"{measure.name} is told by ending, and looked at {measure.looks_at}"
            diagnostics.tell(Code.REPORT_MEASURE, source.place_of("at"), what=what, fix="leave at: out")
        if measure.tell == "curve" and measure.looks_at in ("start", "end"):
            what = f"{measure.name} is told as a curve, and looked at once, at the {measure.looks_at}"
            diagnostics.tell(
                Code.REPORT_MEASURE, source.place_of("at"), what=what, fix="write at: decision or at: pick"
            )
        seen = {*BASE_SCOPE, *game.head.facts, "game", "words", *SEEN_AT[measure.looks_at]} - {"facts"}
        for key in ("value", "when"):
            written = getattr(measure, key)
            if not written:
                continue
            try:
                compile_expression(written)
            except ExpressionError as error:
                diagnostics.tell(Code.REPORT_MEASURE, source.place_of(key), what=error.what, fix=error.fix)
                continue
            for name in sorted(reads(written).names - seen):
                what = f"{measure.name} cannot see {name} when it looks, at: {measure.looks_at}"
                diagnostics.tell(Code.REPORT_MEASURE, source.place_of(key), what=what, fix=suggest(name, seen))
