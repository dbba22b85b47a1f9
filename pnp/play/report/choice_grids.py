"""Reports → tables of what players choose: options, cards in hand, decisions, cards unlike others, pairs of cards."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.play.report.language import Language, language_of
from pnp.play.report.table import ReportTable
from pnp.play.report.wording import FLAG_MARKS, elided, labels, notable_cards, with_interval
from pnp.play.simulation.report import CardResult, ChoiceResult, Report
from pnp.play.statistics import Estimate

LONGEST = 20
"""The most letters of the name of a card in these tables; names of options have more room."""

MOST = 20
"""The most rows of a table; ``--format csv`` has all."""


def options(report: Report) -> ReportTable | None:
    """Return the table of options that are no cards: those with a flag, and those most often on offer."""
    choices = [choice for choice in report.choices if not choice.deck]
    if not choices:
        return None
    say, has_questions = language_of(report), len({choice.question for choice in choices}) > 1
    order = sorted(choices, key=lambda choice: (not choice.flag, -choice.offered, choice.question, choice.name))
    rows = tuple(
        (
            elided(
                f"{choice.question}: {choice.name}" if has_questions and choice.question else choice.name, LONGEST + 8
            ),
            FLAG_MARKS[choice.flag],
            *_picked(choice, say),
            *lift(choice.difference, say),
        )
        for choice in order[:MOST]
    )
    head = (say("option"), "", say("on offer"), say("picked"), say("at pick"), say("last seen"), say("lift"), "95 %")
    note = say(
        "From {games}. Picked: of the times that it was on offer beside another option. Lift: win rate of seats that"
        " picked it more often than by chance, less that of the others, in percentage points; the intervals hold for"
        " all together.",
        games=say.games(report.counted),
    )
    return ReportTable(say("Options"), note, head, "<<" + ">" * 6, rows)


def hands(report: Report) -> ReportTable | None:
    """Return the table of how notable cards, or all of a few, are offered, picked and held."""
    return hands_of(report, report.cards if len(report.cards) <= MOST else notable_cards(report)[:MOST])


def hands_of(report: Report, listed: Sequence[CardResult]) -> ReportTable | None:
    """Return the table of how some cards are offered, picked and held."""
    cards = {(choice.deck, choice.face): choice for choice in report.choices if choice.deck}
    names, say = labels(report), language_of(report)
    rows = {
        (card.deck, card.face): (
            elided(names[card.deck, card.name], LONGEST),
            *_picked(choice, say),
            say.percent(choice.held / choice.seats_in_all, 0) if choice.held else "–",
            say.percent(choice.drawn / choice.seats_in_all, 0) if choice.held else "–",
            *(with_interval(choice.wins_held, say) if choice.wins_held else ("–", "")),
        )
        for card in listed
        if (choice := cards.get((card.deck, card.face))) and choice.seats_in_all
    }
    if not rows:
        return None
    head = (
        say("card"),
        say("on offer"),
        say("picked"),
        say("at pick"),
        say("last seen"),
        say("held by"),
        say("drawn by"),
        say("wins"),
        "95 %",
    )
    note = say(
        "From {games}. Held: seats that once had it in a pile that not all see; drawn: not from the"
        " start; wins: of those that held it.",
        games=say.games(report.counted),
    )
    title, of_rows = say("Cards on offer and in hand"), tuple((card,) for card in rows)
    return ReportTable(title, note, head, "<" + ">" * 8, tuple(rows.values()), cards=of_rows)


def decisions(report: Report) -> ReportTable | None:
    """Return the table of questions, with the changes of the lead and the numbers of games that are needed."""
    if not report.questions:
        return None
    say = language_of(report)
    words = {None: say("undecided"), True: say("alike"), False: say("different")}
    rows = tuple(
        (
            question.question or "–",
            say.tenth(question.asked / report.counted),
            say.percent(question.forced / question.asked),
            words[question.is_alike],
        )
        for question in report.questions
    )
    note = [say("From {games}; alike: every option wins about equally often.", games=say.games(report.counted))]
    if leads := report.leads:
        note.append(
            say(
                "The lead changes {changes} times a game, in {never} of games never; in {comebacks} the winner was"
                " behind in the middle.",
                changes=say.tenth(leads.changes),
                never=say.percent(leads.never, 0),
                comebacks=say.percent(leads.comebacks.value, 0),
            )
        )
    if report.needed:
        words_of = {"seat": say("seat"), "card": say("card"), "option": say("option"), "pair": say("pair")}
        listed = ", ".join(f"{words_of[what]} {say.whole(games)}" for what, games in report.needed.items())
        note.append(
            say(
                "Games in which one that wins 10 percentage points more would very probably be detected: {list}.",
                list=listed,
            )
        )
    head = (say("question"), say("a game"), say("one option"), say("options"))
    return ReportTable(say("Choices"), " ".join(note), head, "<>><", rows)


def unlike(report: Report) -> ReportTable | None:
    """Return the table of lines through costs, and of cards that are unlike their cost or their kind."""
    if not report.outliers and not report.costs:
        return None
    say, names = language_of(report), labels(report)
    faces = {(card.deck, card.name): ((card.deck, card.face),) for card in report.cards}
    rows: list[tuple[str, ...]] = [
        (deck, say("1 more of cost"), say.points(slope), "") for deck, (_, slope) in report.costs.items()
    ]
    rows += [
        (elided(names.get((card.deck, card.name), card.name), LONGEST), card.beside, *lift(card.difference, say))
        for card in report.outliers
    ]
    note = say(
        "Lift that a card has beyond what others of its cost or its kind promise, in percentage points; the intervals"
        " hold for all together."
    )
    head = (say("card"), say("beside"), say("lift"), "95 %")
    cards = (*((),) * len(report.costs), *(faces.get((card.deck, card.name), ()) for card in report.outliers))
    return ReportTable(say("Cards unlike others"), note, head, "<<>>", tuple(rows), cards=cards)


def pairs(report: Report) -> ReportTable | None:
    """Return the table of pairs of cards."""
    if not report.pairs:
        return None
    say = language_of(report)
    shown = {(choice.deck, choice.face): choice.name for choice in report.choices}
    rows = tuple(
        (
            elided(f"{shown[pair.one]} + {shown[pair.other]}", 2 * LONGEST),
            say.whole(pair.seats),
            *with_interval(pair.wins, say),
            say.percent(pair.expected),
        )
        for pair in report.pairs[:MOST]
    )
    head = (say("pair"), say("picked by"), say("wins"), "95 %", say("expected"))
    note = say(
        "Seats that picked both win more often than the two cards add alone; the intervals hold for all pairs together."
    )
    cards = tuple((pair.one, pair.other) for pair in report.pairs[:MOST])
    return ReportTable(say("Pairs of cards"), note, head, "<>>>>", rows, cards=cards)


def lift(difference: Estimate | None, say: Language) -> Sequence[str]:
    """Return a difference of win rates and its interval, in percentage points."""
    if difference is None:
        return ("–", "")
    ends = say("{low} to {high}", low=say.points(difference.low), high=say.points(difference.high))
    return say.points(difference.value), ends


def _picked(choice: ChoiceResult, say: Language) -> Sequence[str]:
    return (
        say.whole(choice.offered),
        say.percent(choice.picked / choice.offered, 0) if choice.offered else "–",
        "–" if choice.taken_at is None else say.tenth(choice.taken_at),
        "–" if choice.seen_at is None else say.tenth(choice.seen_at),
    )
