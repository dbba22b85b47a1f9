"""A report of no game in particular, and Frames as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from strategies import shipped_fonts

from pnp.core.frame import IDENTITY, Box, Frame, Group, Item, Matrix, Path, Text, multiply
from pnp.core.outline import bounds, transform
from pnp.play.report.plot import Compositor
from pnp.play.simulation.report import (
    BotResult,
    CardResult,
    CurvePoint,
    Ending,
    GroupResult,
    MeasureResult,
    Report,
    SeatResult,
)
from pnp.play.statistics import Estimate, fairness, spread

HARD = "<never> & nowhere"


def card(name: str, difference: float, flag: str = "", because: str = "", deck: str = "numbers") -> CardResult:
    found = Estimate(difference, difference - 0.05, difference + 0.05)
    return CardResult(deck, name, 1234, 0.3 + difference, 0.3, found, flag, because)  # type: ignore[arg-type]


def sample(**changes: object) -> Report:
    """Three seats, two bots, a strong card, a weak one and one that is never on offer."""
    decisions, scores, margin = spread({9: 100, 10: 200, 11: 100}), spread({-1: 300, 0: 600, 2: 300}), spread({1: 400})
    assert decisions
    report = Report(
        title="Duel",
        players=3,
        bots=("high", "random"),
        is_turning=True,
        options=("hand=6",),
        seed="7",
        games=400,
        decisions=decisions,
        seconds=30,
        minutes=(5.0, 4.5, 5.5),
        picks=20,
        endings=(Ending("two rounds", 300, Estimate(0.75, 0.7, 0.8)), Ending(HARD, 100, Estimate(0.25, 0.2, 0.3))),
        scores=scores,
        margin=margin,
        won=None,
        seats=tuple(SeatResult(seat, 100 + seat, 20, 0.5) for seat in (1, 2, 3)),
        sides=((1,), (2,), (3,)),
        fairness=fairness([140, 110, 90]),
        bot_results=(
            BotResult("high", 600, Estimate(0.5, 0.46, 0.54)),
            BotResult("random", 600, Estimate(0.1, 0.08, 0.12)),
        ),
        cards=(
            card("9", 0.2, "dominant", "wins clearly more often"),
            card("5", 0.01),
            card("1", -0.2, "dead", "wins clearly less often"),
            CardResult("numbers", "0", 0, None, 0.3, None, "never on offer", "in 18 games looked at"),
        ),
    )
    return replace(report, **changes)  # type: ignore[arg-type]


def asked(**changes: object) -> Report:
    """A report with measures of every kind, and kinds of cards."""
    spread_of = spread({0: 100, 3: 200, 4: 100})
    curve = tuple(CurvePoint((part + 1) / 20, 5 - part / 10, 2, 6) for part in range(20))
    half = Estimate(0.4, 0.35, 0.45)
    mean = Estimate(2.5, 2.3, 2.7)
    assert spread_of
    kinds = tuple(
        GroupResult("numbers", "colour", name, 9, 100, 0.3, Estimate(value, value - 0.05, value + 0.05))
        for name, value in (("red", 0.01), ("blue", -0.02))
    )
    measures = (
        MeasureResult("Bluffs", "", "share", 20, 50, half, None, (), ()),
        MeasureResult("Apart", "numbers", "mean", 20, 400, mean, spread_of, (), ()),
        MeasureResult("Hand", "cards", "curve", 20, 400, mean, spread_of, curve, ()),
        MeasureResult("Length of each", "decisions", "ending", 400, 400, mean, spread_of, (), (("why", spread_of),)),
    )
    return sample(**{"groups": kinds, "measures": measures, **changes})


def together(**changes: object) -> Report:
    """Players who win or lose together."""
    alike = {
        "won": Estimate(0.6, 0.55, 0.65),
        "fairness": None,
        "margin": None,
        "bot_results": (),
        "sides": ((1, 2, 3),),
    }
    return sample(**{**alike, "bots": ("high",), **changes})


def compositor() -> Compositor:
    return Compositor(shipped_fonts())


def flat(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items, multiply(matrix, item.matrix))
        else:
            yield item, matrix


def boxes(frame: Frame) -> Iterator[tuple[Item, Box]]:
    """Texts and paths of a Frame with the room they take, lines of a text from capitals' height to baseline."""
    for item, matrix in flat(frame.items):
        x, y = matrix[4], matrix[5]
        if isinstance(item, Text):
            cap = item.words[0].face.cap_height * item.size
            yield item, Box(item.x + x, item.y + y - cap, item.width, cap)
        elif isinstance(item, Path):
            yield item, bounds(transform(item.segments, matrix))


def listed(frame: Frame) -> list[str]:
    """Each text and path of a Frame: where it is, its width and height in mm, and its colour or words."""
    lines = []
    for item, box in boxes(frame):
        place = " ".join(f"{round(n, 2) + 0.0:g}" for n in (box.x, box.y, box.width, box.height))
        if isinstance(item, Text):
            lines.append(f"{place} {item.text!r}")
        else:
            assert isinstance(item, Path)
            lines.append(f"{place} {item.fill or f'line {item.stroke.paint}'}")  # type: ignore[union-attr]
    return lines
