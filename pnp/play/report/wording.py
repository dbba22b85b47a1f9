"""A Report → its sentences and key figures, the same for all its forms; and the cards that are worth a look.

Code identifies a chart or a table by its role, never by its title, which is for readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Literal, assert_never

from pnp.core.patterns import lazy_pattern
from pnp.core.units import whole_number
from pnp.play.report.language import Language, language_of
from pnp.play.simulation.diary import FEW_GAMES, People
from pnp.play.simulation.report import CardFlag, CardResult, Report
from pnp.play.simulation.tally import CardName
from pnp.play.statistics import Estimate, Fairness, FairnessVerdict, Spread
from pnp.text.own_words import message

ChartRole = Literal[
    "length",
    "points",
    "numbers",
    "ends",
    "seats",
    "bots",
    "people",
    "measures",
    "choices",
    "options",
    "kinds",
    "cards",
    "hands",
    "unlike",
    "pairs",
]
"""What a chart or a table shows, which decides where it stands."""

CARD_LISTS: Set[ChartRole] = {"kinds", "cards", "hands", "unlike", "pairs"}
"""The roles that stand after everything that describes the game as a whole."""

FLAG_MARKS: Mapping[CardFlag, str] = {"": "", "dominant": "▲", "dead": "▽", "never on offer": "○"}

FLAG_WORDS: Mapping[CardFlag, str] = {
    "": "",
    "dominant": message("dominant"),
    # Translators: a card that is hardly ever picked, or with which players win less often.
    "dead": message("dead"),
    "never on offer": message("never on offer"),
}

VERDICT_WORDS: Mapping[FairnessVerdict, str] = {
    "fair": message("fair"),
    "unfair": message("unfair"),
    "nearly fair": message("nearly fair"),
    "open": message("undecided"),
}

REASONS = (
    # Translators: why a card is flagged; # stands for numbers, in the same order.
    message("in # games looked at, nor picked in #"),
    message("never picked, so in less than # % of games"),
    message("hardly ever picked"),
    message("wins clearly more often"),
    message("wins clearly less often"),
)
"""Why a card is flagged; # stands for each number."""

_NUMBER = lazy_pattern(r"\d[\d.,]*")


# --- the story


def story(report: Report) -> list[str]:
    """Return a summary in a few plain sentences: how long games are, how they end, whether seats matter."""
    return [*_length(report), *_ends(report), *_fairness(report)]


def _length(report: Report) -> Iterator[str]:
    say = language_of(report)
    mean = minute_figures(report)[0]
    minutes = say.plural("{n} minute", "{n} minutes", _whole_minutes(mean), n=say.plain(float(mean)))
    decisions = say.plural("{n} decision", "{n} decisions", round(report.decisions.mean))
    if report.players == 1:
        yield say("Alone a game takes about {minutes} and {decisions}.", minutes=minutes, decisions=decisions)
        return
    yield say(
        "With {players} a game takes about {minutes} and {decisions}.",
        players=say.players(report.players),
        minutes=minutes,
        decisions=decisions,
    )


def _ends(report: Report) -> Iterator[str]:
    say, (first, *others) = language_of(report), report.endings
    if not others:
        return
    often, seldom = (round(10 * ending.share.value) for ending in (first, others[0]))
    if often == 10:
        yield say("Nearly all games end by “{why}”.", why=first.why)
    elif often == 5 and seldom:
        yield say(
            "Half of the games end by “{why}”, {m} in 10 by “{second}”.",
            why=first.why,
            m=seldom,
            second=others[0].why,
        )
    elif seldom == 0:
        yield say("{n} in 10 games end by “{why}”.", n=often, why=first.why)
    else:
        yield say(
            "{n} in 10 games end by “{why}”, {m} in 10 by “{second}”.",
            n=often,
            why=first.why,
            m=seldom,
            second=others[0].why,
        )


def _fairness(report: Report) -> Iterator[str]:
    say, fairness = language_of(report), report.fairness
    if report.won:
        yield say(
            "The players win {share} of the games ({interval}).",
            share=say.percent(report.won.value, 0),
            interval=_about(report.won, say),
        )
    if fairness is None:
        return
    match fairness.verdict:
        case "fair":
            yield say("The seat makes no noticeable difference.")
        case "open":
            if report.visible_share is None:
                yield say("So few games cannot show whether the seat matters.")
            else:
                yield say(
                    "Nothing proves that the seat matters; a seat that wins {share} or more would very probably have"
                    " been detected.",
                    share=say.percent(report.visible_share, 0),
                )
        case "unfair" | "nearly fair":
            share = fairness.seats[fairness.furthest]
            name = side_name(report, fairness.furthest)
            if fairness.verdict == "unfair":
                sentence = message(
                    "{side} wins {share} of the games with one winner ({interval}), where {equal} would be fair."
                )
            else:
                sentence = message(
                    "{side} wins {share} of the games with one winner ({interval}): hardly more or less than"
                    " the {equal} that would be fair."
                )
            yield say(
                sentence,
                side=name[:1].upper() + name[1:],
                share=say.percent(share.value, 0),
                interval=_about(share, say),
                equal=say.percent(1 / len(fairness.seats), 0),
            )
        case _:
            assert_never(fairness.verdict)


def percents(share: Estimate, say: Language) -> str:
    """Return a share with its interval in whole percent: 55 % (51 to 58 %)."""
    return f"{say.percent(share.value, 0)} ({_about(share, say)})"


def _about(share: Estimate, say: Language) -> str:
    """Return the interval of a share in whole percent: 51 to 58 %."""
    return say("{low} to {high} %", low=say.whole(round(100 * share.low)), high=say.whole(round(100 * share.high)))


# --- the verdict


def verdict(report: Report) -> str:
    """Return one sentence on fairness, or on how often players win together; empty for a solo game of points."""
    say = language_of(report)
    if report.won:
        return _win_share(report, report.won)
    if report.fairness is None:
        return ""
    sentence = _fairness_verdict(report, report.fairness, say)
    if report.bot_results and not report.is_turning:
        sentence += " " + say("Different bots play, so a seat's share also tells of its bot.")
    return sentence


def _fairness_verdict(report: Report, fairness: Fairness, say: Language) -> str:
    equal, margin = say.percent(1 / len(report.sides)), say.plain(100 * fairness.margin)
    match fairness.verdict:
        case "fair":
            if _has_teams(report):
                sentence = message(
                    "Fair: each team's share of the wins is within {margin} percentage points of {equal}."
                )
            else:
                sentence = message(
                    "Fair: each seat's share of the wins is within {margin} percentage points of {equal}."
                )
            return say(sentence, margin=margin, equal=equal)
        case "nearly fair":
            if _has_teams(report):
                sentence = message(
                    "Nearly fair: {side} has {share} of the wins ({interval}). The difference is real,"
                    " but each team's share is within {margin} percentage points of {equal}."
                )
            else:
                sentence = message(
                    "Nearly fair: {side} has {share} of the wins ({interval}). The difference is real,"
                    " but each seat's share is within {margin} percentage points of {equal}."
                )
            share, interval = with_interval(fairness.seats[fairness.furthest], say)
            side = side_name(report, fairness.furthest)
            return say(sentence, side=side, share=share, interval=interval, margin=margin, equal=equal)
        case "unfair":
            if _has_teams(report):
                sentence = message(
                    "Unfair: {side} has {share} of the wins ({interval}), where equal teams have {equal};"
                    " were they equal, at most one simulation in {rarely} would ever differ so much."
                )
            else:
                sentence = message(
                    "Unfair: {side} has {share} of the wins ({interval}), where equal seats have {equal};"
                    " were they equal, at most one simulation in {rarely} would ever differ so much."
                )
            share, interval = with_interval(fairness.seats[fairness.furthest], say)
            return say(
                sentence,
                side=side_name(report, fairness.furthest),
                share=share,
                interval=interval,
                equal=equal,
                rarely=say("a billion") if fairness.e_value > 1e9 else say.whole(round(fairness.e_value)),
            )
        case "open":
            if _has_teams(report):
                sentence = message(
                    "Undecided: {games} cannot tell whether each team's share of the wins is within"
                    " {margin} percentage points of {equal}; run --games certain."
                )
            else:
                sentence = message(
                    "Undecided: {games} cannot tell whether each seat's share of the wins is within"
                    " {margin} percentage points of {equal}; run --games certain."
                )
            return say(sentence, games=say.games(report.games), margin=margin, equal=equal)
        case _:
            assert_never(fairness.verdict)


def _win_share(report: Report, won: Estimate) -> str:
    """Return how often players win together, or one alone."""
    say = language_of(report)
    share, interval = with_interval(won, say)
    if report.players == 1:
        sentence = message("Won: {share} of the games; 95 %, however often one looks: {interval}.")
    else:
        sentence = message(
            "Won: {share} of the games, which all players win or lose together;"
            " 95 %, however often one looks: {interval}."
        )
    text = say(sentence, share=share, interval=interval)
    if len(set(report.bots)) > 1 and not report.bot_results:
        text += " " + say("Different bots win and lose together, so they cannot be compared: simulate each by itself.")
    return text


def _has_teams(report: Report) -> bool:
    return len(report.sides[0]) > 1


def side_name(report: Report, place: int) -> str:
    """Return the name of a side: seat 1, team 1+3."""
    say, seats = language_of(report), "+".join(map(str, report.sides[place]))
    return say("seat {n}", n=seats) if len(report.sides[place]) == 1 else say("team {n}", n=seats)


# --- minutes


def minutes(report: Report) -> str:
    """Return how long a game lasts, in a few words."""
    say, figures = language_of(report), minute_figures(report)
    mean, low, high = (say.plain(float(figure)) for figure in figures)
    seconds = say.plain(report.seconds)
    if low == high:
        return say.plural(
            "{mean} minute a game at {seconds} seconds a decision",
            "{mean} minutes a game at {seconds} seconds a decision",
            _whole_minutes(figures[0]),
            mean=mean,
            seconds=seconds,
        )
    return say(
        "{mean} minutes a game, nine in ten take {low} to {high}, at {seconds} seconds a decision",
        mean=mean,
        low=low,
        high=high,
        seconds=seconds,
    )


def minute_figures(report: Report) -> tuple[str, ...]:
    """Return how long games last: mean, 5 and 95 % quantile; with tenths where they are short."""
    digits = 0 if report.minutes[-1] >= 3 else 1
    return tuple(f"{value:.{digits}f}".removesuffix(".0") for value in report.minutes)


def _whole_minutes(figure: str) -> int:
    """Return the number that chooses the plural: a fraction is one of several minutes."""
    number = whole_number(figure)
    return 2 if number is None else number


# --- cards


def labels(report: Report) -> dict[CardName, str]:
    """Return the names of the report's cards, with their deck if there are several decks."""
    has_one_deck = len({card.deck for card in report.cards}) == 1
    return {(c.deck, c.name): c.name if has_one_deck else f"{c.deck} {c.name}" for c in report.cards}


def flagged_cards(report: Report) -> list[tuple[CardFlag, str, list[CardResult]]]:
    """Return the cards to look at, those with the same reason together, in the order of the marks."""
    groups: dict[tuple[CardFlag, str], list[CardResult]] = {}
    for card in report.cards:
        if card.flag:
            groups.setdefault((card.flag, card.because), []).append(card)
    order = list(FLAG_MARKS)
    say = language_of(report)
    return [
        (flag, reason_in(because, say), groups[flag, because])
        for flag, because in sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    ]


def flag_word(flag: CardFlag, say: Language) -> str:
    """Return a flag in the report's language; "" for none."""
    return say(FLAG_WORDS[flag]) if flag else ""


def reason_in(english: str, say: Language) -> str:
    """Return a reason in the report's language; its numbers stand where the translation has a #."""
    numbers = map(say.number, _NUMBER.findall(english))
    return re.sub("#", lambda _: next(numbers), say(_NUMBER.sub("#", english)))


def extremes(report: Report, most: int = 20) -> list[CardResult]:
    """Return the cards with a comparison: those with a flag, and the best and the worst of the others; best first."""
    compared = [card for card in report.cards if card.difference]
    flagged = [place for place, card in enumerate(compared) if card.flag]
    unflagged = [place for place, card in enumerate(compared) if not card.flag]
    room = max((most - len(flagged)) // 2, 3)
    return [compared[place] for place in sorted({*flagged, *unflagged[:room], *unflagged[-room:]})]


def notable_cards(report: Report) -> list[CardResult]:
    """Return the cards that a report lists: those with a flag, and those sure to win more or less often; best first.

    Where no field groups the cards, the best and the worst of the others as well.
    """
    if not report.groups:
        return extremes(report)
    compared = extremes(report, len(report.cards))
    return [c for c in compared if c.difference and (c.flag or c.difference.low > 0 or c.difference.high < 0)]


def cards_power(report: Report) -> str:
    """Return how large the effect of a card must be to be detected in so many games; empty if no cards are judged."""
    say = language_of(report)
    if report.visible_lift is None or not any(card.difference for card in report.cards):
        return ""
    return say(
        "So many games would probably not have detected a card that lifts the win rate by less than {points}"
        " percentage points.",
        points=say.plain(round(100 * report.visible_lift)),
    )


# --- people


def people_note(report: Report, people: People) -> str:
    """Return how to read the figures of people beside those of bots, and what to correct in game.yaml."""
    say, sentences = language_of(report), []
    if not people.is_comparable:
        sentences.append(
            say.plural(
                "{n} game is too few to compare; {least} are needed.",
                "{n} games are too few to compare; {least} are needed.",
                people.games,
                least=FEW_GAMES,
            )
        )
    if people.seconds is None:
        sentences.append(say("Too few decisions to know how long people take; minutes are those of game.yaml."))
    elif people.differs_from(report.estimate or 0):
        sentences.append(
            say(
                "People take {seconds} seconds for a decision, not {estimate} as game.yaml says: write seconds: {round}"
                " in play:.",
                seconds=say.tenth(people.seconds.value),
                estimate=say.plain(report.estimate or 0),
                round=say.plain(round(people.seconds.value)),
            )
        )
    if people.unfinished:
        sentences.append(say("{n} more did not come to their end.", n=say.games(people.unfinished)))
    if people.unreadable:
        sentences.append(say("Lines of the diary that cannot be read: {n}.", n=say.whole(people.unreadable)))
    return " ".join(sentences)


# --- headings and figures


def with_interval(share: Estimate, say: Language) -> tuple[str, str]:
    """Return a share and its interval: 25.3 %, 22.1–28.4."""
    return say.percent(share.value), say.interval(share.low, share.high)


def spreads(report: Report) -> list[tuple[str, Spread]]:
    """Return the quantities whose spread a report describes, by name."""
    say = language_of(report)
    named = [(say("decisions"), report.decisions), (say("points"), report.scores), (say("lead"), report.margin)]
    return [(name, spread) for name, spread in named if spread]


def title_of(reports: Sequence[Report]) -> str:
    """Return the title of reports on one game."""
    say = language_of(reports[0])
    games = say.games(sum(report.games for report in reports))
    return say("{title}: {games} played", title=reports[0].title, games=games)


def heading(report: Report) -> str:
    """Return the heading of a report: games, bots, options, seed."""
    say = language_of(report)
    bots = say("bots: {bots}", bots=", ".join(map(report.bot_word, report.bots)))
    return " · ".join([say.games(report.games), bots, *report.options, say("seed {seed}", seed=report.seed)])


def elided(text: str, most: int) -> str:
    """Return a text shortened to ``most`` letters, with an ellipsis at its end."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def figures(report: Report) -> list[tuple[str, str, str]]:
    """Return the key figures, each with its name before it and its meaning after it."""
    return [*_length_figures(report), *_score_figures(report), *_win_figures(report)]


def _length_figures(report: Report) -> Iterator[tuple[str, str, str]]:
    say = language_of(report)
    five, *_, most = report.decisions.quantiles
    meaning = say("moments of choice, nearly always")
    if five < most:
        meaning = say("moments of choice; nine in ten games {low} to {high}", low=say.whole(five), high=say.whole(most))
    yield say("Decisions"), say.tenth(report.decisions.mean), meaning
    minute = say.plain(float(minute_figures(report)[0]))
    yield say("Minutes"), minute, say("at {seconds} seconds a decision", seconds=say.plain(report.seconds))


def _score_figures(report: Report) -> Iterator[tuple[str, str, str]]:
    say = language_of(report)
    if scores := report.scores:
        ends = say("from {low} to {high}", low=say.whole(scores.smallest), high=say.whole(scores.largest))
        yield say("Points"), say.tenth(scores.mean), ends
    if report.margin:
        yield say("Lead"), say.tenth(report.margin.mean), say("how far the winner is ahead of the second")


def _win_figures(report: Report) -> Iterator[tuple[str, str, str]]:
    say = language_of(report)
    if report.won:
        low, high = (say.number(f"{100 * end:.1f}") for end in (report.won.low, report.won.high))
        yield say("Won"), say.percent(report.won.value), say("{low}–{high} % of games", low=low, high=high)
    if report.fairness:
        decided = sum(seat.sole for seat in report.seats) / report.games
        meaning = say("{share} of games have one winner", share=say.percent(decided, 0))
        if _has_teams(report):
            meaning = say("teams {teams}", teams=", ".join("+".join(map(str, seats)) for seats in report.sides))
        yield say("Seats"), say(VERDICT_WORDS[report.fairness.verdict]), meaning
