"""What a chart or a table of a report shows, and where it stands.

A title is for readers; no form of a report looks at it.

A Report → its sentences and key figures, in the words of all its forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Literal

from pnp.play.statistics import Estimate, Spread
from pnp.play.summary import CardResult, Flag, Report
from pnp.play.tally import Face
from pnp.report.language import Language, language_of

Role = Literal["length", "points", "numbers", "ends", "seats", "bots", "measures", "kinds", "cards"]

BEHIND: Set[Role] = {"kinds", "cards"}
"""Lists of cards: they stand behind all that tells of the game as a whole."""


MARKS: dict[Flag, str] = {"": "", "dominant": "▲", "dead": "▽", "never on offer": "○"}

_NUMBER = re.compile(r"\d[\d.,]*")


def with_interval(share: Estimate, language: Language) -> tuple[str, str]:
    """A share and its interval: 25.3 %, 22.1–28.4."""
    return language.percent(share.value), language.interval(share.low, share.high)


# --- the story


def story(report: Report) -> list[str]:
    """What a designer may repeat, in a few plain sentences: how long, how it ends, whether seats matter."""
    return [*_length(report), *_ends(report), *_fairness(report)]


def _length(report: Report) -> Iterator[str]:
    say = language_of(report)
    mean = minute_figures(report)[0]
    minutes = say("{n} minute" if mean == "1" else "{n} minutes", n=say.plain(float(mean)))
    decisions = say.counted(round(report.decisions.mean), "decision")
    sentence = "With {players} a game takes about {minutes} and {decisions}."
    if report.players == 1:
        sentence = "Alone a game takes about {minutes} and {decisions}."
    players = say.counted(report.players, "player")
    yield say(sentence, players=players, minutes=minutes, decisions=decisions)


def _ends(report: Report) -> Iterator[str]:
    say, (first, *others) = language_of(report), report.endings
    if not others:
        return
    often, seldom = (round(10 * ending.share.value) for ending in (first, others[0]))
    if often == 10:
        yield say("Nearly all games end by “{why}”.", why=first.why)
    elif often == 5 and seldom:
        sentence = "Half of the games end by “{why}”, {m} in 10 by “{second}”."
        yield say(sentence, why=first.why, m=seldom, second=others[0].why)
    elif seldom == 0:
        yield say("{n} in 10 games end by “{why}”.", n=often, why=first.why)
    else:
        sentence = "{n} in 10 games end by “{why}”, {m} in 10 by “{second}”."
        yield say(sentence, n=often, why=first.why, m=seldom, second=others[0].why)


def _fairness(report: Report) -> Iterator[str]:
    say, found = language_of(report), report.fairness
    if report.won:
        yield say("The players win {share} of the games.", share=say.percent(report.won.value, 0))
    if found is None:
        return
    if found.verdict == "fair":
        yield say("Where one sits makes no difference of note.")
    elif found.verdict == "open":
        yield say("Nothing proves that the seat matters.")
    else:
        place, share = max(enumerate(found.seats), key=lambda seat: abs(seat[1].value - 1 / len(found.seats)))
        name = side(report, place)
        yield say(
            "{side} wins {share} of the games that somebody wins alone, where {equal} would be fair.",
            side=name[:1].upper() + name[1:],
            share=say.percent(share.value, 0),
            equal=say.percent(1 / len(found.seats), 0),
        )


# --- words


def minutes(report: Report) -> str:
    """How long a game lasts, in a few words."""
    say = language_of(report)
    mean, low, high = (say.plain(float(figure)) for figure in minute_figures(report))
    sentence = "{mean} minutes a game, nine in ten take {low} to {high}, at {seconds} seconds a decision"
    if low == high:
        sentence = f"{{mean}} {'minute' if mean == '1' else 'minutes'} a game at {{seconds}} seconds a decision"
    return say(sentence, mean=mean, low=low, high=high, seconds=say.plain(report.seconds))


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
    say = language_of(report)
    return [
        (flag, _because(because, say), found[flag, because])
        for flag, because in sorted(found, key=lambda key: (order.index(key[0]), key[1]))
    ]


def _because(text: str, say: Language) -> str:
    """A reason in the report's language, its numbers as they are."""
    numbers = map(say.written, _NUMBER.findall(text))
    return re.sub("#", lambda _: next(numbers), say(_NUMBER.sub("#", text)))


def extremes(report: Report, most: int = 20) -> list[CardResult]:
    """Cards with a comparison: those with a flag, and the best and the worst of the others; best first."""
    compared = [card for card in report.cards if card.difference]
    flagged = [place for place, card in enumerate(compared) if card.flag]
    others = [place for place, card in enumerate(compared) if not card.flag]
    room = max((most - len(flagged)) // 2, 3)
    kept = {*flagged, *others[:room], *others[-room:]}
    return [compared[place] for place in sorted(kept)]


def telling(report: Report) -> list[CardResult]:
    """Cards that a report should show: those with a flag, and those that surely win more or less often; best first.

    Where no field groups the cards, the best and the worst of the others as well.
    """
    compared = extremes(report, len(report.cards))
    if not report.groups:
        return extremes(report)
    return [c for c in compared if c.difference and (c.flag or c.difference.low > 0 or c.difference.high < 0)]


def side(report: Report, place: int) -> str:
    """What a side is called: seat 1, team 1+3."""
    seats = "+".join(map(str, report.sides[place]))
    return language_of(report)("seat {n}" if kind_of_side(report, place) == "seat" else "team {n}", n=seats)


def kind_of_side(report: Report, place: int = 0) -> str:
    """Whether a side is one seat or a team."""
    return "seat" if len(report.sides[place]) == 1 else "team"


def told(report: Report) -> str:
    """What is known of fairness, or of how often players win together, in a sentence; empty for solo points."""
    say = language_of(report)
    if report.won:
        return _team_told(report, report.won)
    found = report.fairness
    if found is None:
        return ""
    equal, margin = say.percent(1 / len(report.sides)), say.plain(100 * found.margin)
    kind = kind_of_side(report)
    match found.verdict:
        case "fair":
            sentence = f"Fair: each {kind}'s share of the wins is within {{margin}} points of {{equal}}."
            told = say(sentence, margin=margin, equal=equal)
        case "unfair":
            place, share = max(enumerate(found.seats), key=lambda seat: abs(seat[1].value - 1 / len(found.seats)))
            told = say(
                "Unfair: {side} has {share} of the wins, where equal {kind}s have {equal};"
                " were they equal, at most one simulation in {rarely} would ever differ so much.",
                side=side(report, place),
                share=say.percent(share.value),
                kind=kind,
                equal=equal,
                rarely=say("a billion") if found.e_value > 1e9 else say.whole(round(found.e_value)),
            )
        case _:
            sentence = (
                f"Undecided: {{games}} cannot tell whether each {kind}'s share of the wins is within"
                " {margin} points of {equal}; run --games certain."
            )
            told = say(sentence, games=say.counted(report.games, "game"), margin=margin, equal=equal)
    if report.bot_results and not report.is_turning:
        told += " " + say("Different bots play, so a seat's share also tells of its bot.")
    return told


def _team_told(report: Report, won: Estimate) -> str:
    """How often players win together, or one alone."""
    say = language_of(report)
    whose = "of the games" if report.players == 1 else "of the games, which all players win or lose together"
    share, interval = with_interval(won, say)
    sentence = f"Won: {{share}} {whose}; 95 %, however often one looks: {{interval}}."
    told = say(sentence, share=share, interval=interval)
    if len(set(report.bots)) > 1 and not report.bot_results:
        told += " " + say("Different bots play together, so nothing tells them apart: simulate them one by one.")
    return told


def spreads(report: Report) -> list[tuple[str, Spread]]:
    """What is spread, by name."""
    found = [("decisions", report.decisions), ("points", report.scores), ("lead", report.margin)]
    say = language_of(report)
    return [(say(name), spread) for name, spread in found if spread]


def heading(report: Report) -> str:
    """Who played what: games, bots, options, seed."""
    say = language_of(report)
    bots = say("bots: {bots}", bots=", ".join(report.bots))
    parts = [say.counted(report.games, "game"), bots, *report.options, say("seed {seed}", seed=report.seed)]
    return " · ".join(parts)


def cut(text: str, most: int) -> str:
    """A text of so many letters at the most."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figures(report: Report) -> list[tuple[str, str, str]]:
    """Key figures, each with its name before and after it what the name means."""
    say = language_of(report)
    five, *_, most = report.decisions.quantiles
    usual = say("moments of choice, nearly always")
    if five < most:
        usual = say("moments of choice; nine in ten games {low} to {high}", low=say.whole(five), high=say.whole(most))
    minute = say.plain(float(minute_figures(report)[0]))
    found = [
        (say("Decisions"), say.tenth(report.decisions.mean), usual),
        (say("Minutes"), minute, say("at {seconds} seconds a decision", seconds=say.plain(report.seconds))),
    ]
    if report.scores:
        bounds = say(
            "from {low} to {high}", low=say.whole(report.scores.smallest), high=say.whole(report.scores.largest)
        )
        found.append((say("Points"), say.tenth(report.scores.mean), bounds))
    if report.margin:
        found.append((say("Lead"), say.tenth(report.margin.mean), say("how far the winner is ahead of the second")))
    if report.won:
        low, high = (say.percent(end).rstrip(" %\u00a0") for end in (report.won.low, report.won.high))
        found.append((say("Won"), say.percent(report.won.value), say("{low}–{high} % of games", low=low, high=high)))
    if report.fairness:
        won = sum(seat.sole for seat in report.seats) / report.games
        remark = say("{share} of games have one winner", share=say.percent(won, 0))
        if len(report.sides[0]) > 1:
            remark = say("teams {teams}", teams=", ".join("+".join(map(str, seats)) for seats in report.sides))
        found.append((say("Seats"), say(VERDICTS[report.fairness.verdict]), remark))
    return found


VERDICTS = {"fair": "fair", "unfair": "unfair", "open": "undecided"}
"""How a verdict on fairness is called."""


def titled(reports: Sequence[Report]) -> str:
    """The title of reports on one game."""
    say = language_of(reports[0])
    games = say.counted(sum(report.games for report in reports), "game")
    return say("{title}: {games} played", title=reports[0].title, games=games)
