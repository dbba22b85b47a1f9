"""A Report → its sentences and key figures, in the words of all its forms."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.diagnostics import counted
from pnp.rules.simulation.report import CardResult, Flag, Report
from pnp.rules.simulation.statistics import Estimate, Spread
from pnp.rules.simulation.tally import Face

MARKS: dict[Flag, str] = {"": "", "dominant": "▲", "dead": "▽", "never on offer": "○"}


# --- numbers


def percent(share: float, digits: int = 1) -> str:
    """A share in percent: 25.3 %."""
    return f"{100 * share:.{digits}f} %".replace("-", "−")


def points(difference: float) -> str:
    """A difference of shares, in percentage points and with its sign: +1.2."""
    return f"{round(100 * difference, 1) + 0.0:+.1f}".replace("-", "−")


def tenth(value: float) -> str:
    """A number with a tenth: 1,234.5."""
    return f"{round(value, 1) + 0.0:,.1f}".replace("-", "−")


def whole(value: int) -> str:
    """A whole number: 1,234."""
    return f"{value:,}".replace("-", "−")


def with_interval(share: Estimate) -> tuple[str, str]:
    """A share and its interval: 25.3 %, 22.1–28.4."""
    return percent(share.value), f"{100 * share.low:.1f}–{100 * share.high:.1f}"


# --- words


def minutes(report: Report) -> str:
    """How long a game lasts, in a few words."""
    mean, low, high = minute_figures(report)
    most = f", nine in ten take {low} to {high}," if low != high else ""
    return f"{mean} {'minute' if mean == '1' else 'minutes'} a game{most} at {report.seconds:g} seconds a decision"


def minute_figures(report: Report) -> tuple[str, ...]:
    """How long games last: mean, 5 and 95 % quantile; with tenths where they are short."""
    digits = 0 if report.minutes[-1] >= 3 else 1
    return tuple(f"{value:.{digits}f}".removesuffix(".0") for value in report.minutes)


def labels(report: Report) -> dict[Face, str]:
    """What the report's cards are called; with their deck where there is more than one."""
    is_one = len({card.deck for card in report.cards}) == 1
    return {(c.deck, c.name): c.name if is_one else f"{c.deck} {c.name}" for c in report.cards}


def remarks(report: Report) -> list[tuple[Flag, str, list[CardResult]]]:
    """Cards to look at, together where the reason is the same, in the order of the marks."""
    found: dict[tuple[Flag, str], list[CardResult]] = {}
    for card in report.cards:
        if card.flag:
            found.setdefault((card.flag, card.because), []).append(card)
    order = list(MARKS)
    return [(*key, found[key]) for key in sorted(found, key=lambda key: (order.index(key[0]), key[1]))]


def extremes(report: Report, most: int = 20) -> list[CardResult]:
    """Cards with a comparison: those with a flag, and the best and the worst of the others; best first."""
    compared = [card for card in report.cards if card.difference]
    flagged = [place for place, card in enumerate(compared) if card.flag]
    others = [place for place, card in enumerate(compared) if not card.flag]
    room = max((most - len(flagged)) // 2, 3)
    kept = {*flagged, *others[:room], *others[-room:]}
    return [compared[place] for place in sorted(kept)]


def side(report: Report, place: int) -> str:
    """What a side is called: seat 1, team 1+3."""
    return f"{kind_of_side(report, place)} {'+'.join(map(str, report.sides[place]))}"


def kind_of_side(report: Report, place: int = 0) -> str:
    """Whether a side is one seat or a team."""
    return "seat" if len(report.sides[place]) == 1 else "team"


def told(report: Report) -> str:
    """What is known of fairness, or of how often players win together, in a sentence; empty for solo points."""
    if report.won:
        return _team_told(report, report.won)
    found = report.fairness
    if found is None:
        return ""
    equal, margin = percent(1 / len(report.sides)), f"{100 * found.margin:g} points"
    kind = kind_of_side(report)
    match found.verdict:
        case "fair":
            told = f"Fair: each {kind}'s share of the wins is within {margin} of {equal}."
        case "unfair":
            place, share = max(enumerate(found.seats), key=lambda seat: abs(seat[1].value - 1 / len(found.seats)))
            rarely = "a billion" if found.e_value > 1e9 else f"{found.e_value:,.0f}"
            told = (
                f"Unfair: {side(report, place)} has {percent(share.value)} of the wins,"
                f" where equal {kind}s have {equal};"
                f" were they equal, at most one simulation in {rarely} would ever differ so much."
            )
        case _:
            told = f"Open: more games are needed to tell whether each {kind}'s share is within {margin} of {equal}."
    return told + (
        " Different bots play, so a seat's share also tells of its bot."
        if report.bot_results and not report.is_turning
        else ""
    )


def _team_told(report: Report, won: Estimate) -> str:
    """How often players win together, or one alone."""
    whose = "of the games" if report.players == 1 else "of the games, which all players win or lose together"
    share, interval = with_interval(won)
    told = f"Won: {share} {whose}; 95 %, however often one looks: {interval}."
    if len(set(report.bots)) > 1 and not report.bot_results:
        told += " Different bots play together, so nothing tells them apart: simulate them one by one."
    return told


def spreads(report: Report) -> list[tuple[str, Spread]]:
    """What is spread, by name."""
    found = [("decisions", report.decisions), ("points", report.scores), ("lead", report.margin)]
    return [(name, spread) for name, spread in found if spread]


def heading(report: Report) -> str:
    """Who played what: games, bots, options, seed."""
    parts = [counted(report.games, "game"), f"bots: {', '.join(report.bots)}", *report.options, f"seed {report.seed}"]
    return " · ".join(parts)


def cut(text: str, most: int) -> str:
    """A text of so many letters at the most."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figures(report: Report) -> list[tuple[str, str, str]]:
    """Key figures, each with its name before and a remark after it."""
    five, *_, most = report.decisions.quantiles
    usual = f"nine in ten {five} to {most}" if five < most else "nearly always"
    found = [
        ("Decisions", tenth(report.decisions.mean), usual),
        ("Minutes", minute_figures(report)[0], f"at {report.seconds:g} seconds a decision"),
    ]
    if report.scores:
        bounds = f"from {whole(report.scores.smallest)} to {whole(report.scores.largest)}"
        found.append(("Points", tenth(report.scores.mean), bounds))
    if report.margin:
        found.append(("Lead", tenth(report.margin.mean), "best less second best"))
    if report.won:
        bounds = f"{100 * report.won.low:.1f}–{100 * report.won.high:.1f} % of games"
        found.append(("Won", percent(report.won.value), bounds))
    if report.fairness:
        won = sum(seat.sole for seat in report.seats) / report.games
        remark = f"{percent(won, 0)} of games have one winner"
        if len(report.sides[0]) > 1:
            remark = f"teams {', '.join('+'.join(map(str, seats)) for seats in report.sides)}"
        found.append(("Seats", report.fairness.verdict, remark))
    return found


def titled(reports: Sequence[Report]) -> str:
    """The title of reports on one game."""
    return f"{reports[0].title}: {counted(sum(report.games for report in reports), 'game')} played"
