"""A game in play → what a seat sees of it, as plain values for a page; what it may not see is not in them.

docs/playing.md describes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Any

from pnp.core.patterns import lazy_pattern
from pnp.play.cards import FaceDown, PlayingCard, cards_in, frozen
from pnp.play.game_bundle import PERSON
from pnp.play.history import CardPlace, Dealt, History, Moved, Picked
from pnp.play.match import SECTION, Match
from pnp.play.names import (
    LAST_ENTRIES,
    Names,
    described_end,
    described_step,
    described_value,
    end_of,
    filled,
    is_by_seat,
    is_long,
    says_nothing,
)
from pnp.play.saved_game import SeatMessage
from pnp.play.table import Table

MAX_ENTRIES = 6
"""The most entries of a list that a page shows at once; of a longer one it shows the end."""

PLACE_PARTS = frozenset({("x", "y"), ("column", "row")})
"""Names of two parts of a pick that are a place in a grid, and are picked together."""

WATCHER = -1
"""The viewer who sees what all see."""

_SEATS = frozenset({"turn", "dealer", "starter", "leader"})
"""Names of values that are seats in most rules; without a word, such a value shows its player."""

CardFace = tuple[str, str]
"""A card's deck, and its name in the source language."""

_MARKED = lazy_pattern("\0(\\d{1,9})\0([^\0]*)\0")


def seat_view(match: Match, seat: int | None, names: Names, since: int = 0, *, is_open: bool = False) -> SeatMessage:
    """Return what a seat sees, as plain values.

    Args:
        match: The game.
        seat: The viewer's seat; None for somebody who sees what all see.
        names: The words and the names of cards in the viewer's language.
        since: The number of the first step whose lines the viewer lacks.
        is_open: Whether all cards and values are shown.
    """
    table, names = match.table, with_players(names, match.tape.names, match.table.players)
    by = None if is_open else WATCHER if seat is None else seat
    players = _players_of_cards(match.history, by)
    viewed: SeatMessage = {
        "decision": match.decision,
        "seat": seat,
        "players": [
            {"name": names.seat(at), "bot": "" if who == PERSON else names.word(who), "kind": who}
            for at, who in enumerate(match.tape.setup.bots)
        ],
        "waiting": list(match.waiting_for),
        "picked": list(match.tape.pending),
        "piles": [_pile(match, name, owner, cards, by, names, players) for name, owner, cards in table.every_pile()],
        "values": list(shown_values(table, names, by)),
        "secrets": _has_secrets(table),
        "ends": match.sections_of_end(),
        "log": [log_entry(match.history, number, names, by) for number in range(since, len(match.history.steps))],
    }
    if match.end is not None:
        viewed["end"] = {
            "why": names.word(match.end.why),
            "scores": list(match.end.scores),
            "winners": list(match.end.winners),
            "lines": [names.word(match.end.why), *described_end(match.end, names)[1:]],
            "parts": [{"word": names.word(name), "numbers": list(each)} for name, each in match.end.parts.items()],
        }
    elif match.is_paused:
        viewed["revealed"] = _places(match, match.revealed)
    elif seat is not None:
        viewed["question"] = _asked(match, seat, names)
    if seat is not None:
        viewed["undo"] = not match.is_paused and match.can_undo(seat)
    return viewed


def _has_secrets(table: Table) -> bool:
    """Return whether one player may see what another does not."""
    same = ("all", "nobody", "face up")
    seen_by = [pile.seen_by for pile in table.piles.values()] + [values.seen_by for values in table.values.values()]
    return bool(table._known) or any(who not in same for who in seen_by)


def _pile(
    match: Match,
    name: str,
    owner: int | None,
    cards: Sequence[PlayingCard],
    by: int | None,
    names: Names,
    players: Mapping[PlayingCard, int],
) -> SeatMessage:
    """Return a pile: how many cards it has, their backs, and those that are seen, from below, with who played them."""
    backs = [list(card._back) for card in cards]
    faces = [_face(card, names) if _is_seen(match, card, name, owner, by) else None for card in cards]
    by_seats = [players.get(card) if face else None for card, face in zip(cards, faces, strict=True)]
    return {
        "name": name,
        "word": names.word(name),
        "owner": owner,
        "is_hand": match.table.piles[name].seen_by == "owner",
        "count": len(cards),
        "backs": backs[:1] if all(back == backs[0] for back in backs) else backs,
        "cards": faces if any(faces) else [],
        "by": by_seats if owner is None and any(seat is not None for seat in by_seats) else [],
    }


def _players_of_cards(history: History, viewer: int | None) -> dict[PlayingCard, int]:
    """Return who has played the cards that lie where their player has put them, as far as a seat has seen it."""
    players: dict[PlayingCard, int] = {}
    for step in history.steps:
        picked: dict[PlayingCard, int] = {}
        for event in step.events(viewer):
            if isinstance(event, Picked):
                picked |= dict.fromkeys(cards_in(event.pick), event.seat)
            elif isinstance(event, Moved):
                for card in event.cards:
                    if card is not None:
                        players.pop(card, None)
                        if card in picked and event.origin and event.origin[1] == picked[card]:
                            players[card] = picked.pop(card)
            elif isinstance(event, Dealt):
                players.clear()
    return players


def _places(match: Match, cards: Sequence[PlayingCard]) -> list[CardPlace]:
    """Return where cards lie, without those that lie in no pile."""
    places = _all_places(match)
    return [places[id(card)] for card in cards if id(card) in places]


def _all_places(match: Match) -> dict[int, CardPlace]:
    """Return where each card lies, by its id."""
    return {
        id(card): (name, owner, place)
        for name, owner, cards in match.table.every_pile()
        for place, card in enumerate(cards)
    }


def _is_seen(match: Match, card: PlayingCard, pile: str, owner: int | None, by: int | None) -> bool:
    if by is None or card in match.revealed:
        return True
    if by == WATCHER:
        kind = match.table.piles[pile].seen_by
        return kind == "all" or (kind == "face up" and match.table.is_face_up(card))
    return match.table.sees(by, card, pile, owner)


def _asked(match: Match, seat: int, names: Names) -> SeatMessage | None:
    """Return what a seat is asked; None if it is not."""
    due = match.due
    if seat not in due.question:
        return None
    places = _all_places(match)
    options = match.table.seen_options(seat, due.question[seat])
    parts = [part for option in options for part in (option if isinstance(option, tuple) else (option,))]
    piles = {places[id(part)][:2] for part in parts if id(part) in places}  # may hold more options
    return {
        "name": due.question.name,
        "prompt": filled_question(match.table, names, due.question.name, seat),
        "picked": due.picked.get(seat),
        "options": [_option(option, names, places) for option in options],
        "sections": list(due.sections),
        "refused": [
            {"at": places[id(card)], "why": _without_sections(why), "sections": SECTION.findall(why)}
            for card, why in due.refusals.items()
            if places.get(id(card), ())[:2] in piles
            and not any(part is card for part in parts)
            and match.table.sees(seat, card, *places[id(card)][:2])
        ],
    }


def filled_question(table: Table, names: Names, name: str, seat: int) -> str:
    """Return what a seat is asked, with the values of the table that the question names."""
    texts = {"seat": names.seat(seat)}
    for value_name, value in table.public().items():
        value = frozen(value)
        is_seat = "{seat}" in names.words.get(value_name, "") and type(value) is int
        texts[value_name] = names.seat(value) if is_seat else names.of(value)
        if isinstance(value, tuple) and value:
            texts[f"{value_name}.last"] = names.of(value[-1])
    return filled(names.question(name), texts)


def with_players(names: Names, by_seat: Mapping[int, str], players: int) -> Names:
    """Return the words of a game with the names of its players in them."""
    if not by_seat:
        return names
    return replace(names, seats=tuple([by_seat.get(seat) or names.seat(seat) for seat in range(players)]))


def _option(option: Any, names: Names, places: Mapping[int, CardPlace]) -> SeatMessage:
    parts = list(option) if isinstance(option, tuple) else [option]
    fields = list(getattr(option, "_fields", ()))
    words = [names.question(name) or names.word(name) for name in fields]
    shown = [_option_part(name, part, names, places) for name, part in zip_longest(fields, parts, fillvalue="")]
    for index, pair in enumerate(pairwise(fields)):
        if pair in PLACE_PARTS:
            cell = [*parts[index : index + 2]]
            shown[index : index + 2] = [{"text": ", ".join(map(names.of, cell)), "cell": cell}]
            words[index : index + 2] = [""]
            break
    return {"text": names.of(option), "kind": type(option).__name__, "fields": words, "parts": shown}


def _option_part(name: str, part: Any, names: Names, places: Mapping[int, CardPlace]) -> SeatMessage:
    """Return a part of an option: a card and where it lies, the place of one that is not seen, or its text."""
    if isinstance(part, PlayingCard):
        return {**_face(part, names), "at": places.get(id(part))}
    text = names.part(name, part)
    if isinstance(part, str) and part != text:
        return {"text": text, "name": part}
    if name == "seat" and type(part) is int:
        return {"text": text, "seat": part}
    return {"text": text, "at": [part.pile, part.owner, part.place]} if isinstance(part, FaceDown) else {"text": text}


def _face(card: PlayingCard, names: Names) -> SeatMessage:
    """Return a card: its deck, its name in the source language, by which pages find its face, and in the viewer's."""
    deck, name = card._face
    return {"deck": deck, "card": name, "text": names.card(card)}


def _without_sections(text: str) -> str:
    """Return a sentence of a docstring without the names of sections in brackets."""
    return " ".join(SECTION.sub("", text).split()).replace(" .", ".")


# --- values


def shown_values(table: Table, names: Names, viewer: int | None) -> Iterator[dict[str, Any]]:
    """Yield the values that are seen, in the order of their words and sentences; others follow, by their own names.

    Args:
        table: The table.
        names: The words and the names of cards.
        viewer: The seat that looks; WATCHER for one who sees what all see, None for all values.
    """
    messages: dict[str, dict[str, Any]] = {}
    public = {name: frozen(value) for name, value in table.public().items()}
    named = {name.partition("=")[0] for name in names.words}
    unnamed = {
        name: names.labelled(name, "{seat}") if name in _SEATS and public[name] in table.seats else names.word(name)
        for name in public
        if name not in named and name != "teams"
    }
    names = replace(names, words={**names.words, **unnamed})
    for name, value in public.items():
        if name in unnamed and not _is_plain(value):
            continue
        if not says_nothing(name, value, names):
            messages[name] = _public(name, value, names, table.players)
        elif is_by_seat(value, table.players) and name in names.words:
            messages[name] = {
                "text": "",
                **_numbers(name, value, names),
            }  # the values are all 0: no text, but the numbers for a page that counts them
    for name, each in table.values.items():
        values = getattr(table, name)
        visible = values if viewer is None else () if viewer == WATCHER else each.seen(table, values, viewer)
        if any(value is not None for value in visible):
            text = ", ".join(f"{names.of(v)} ({names.seat(at)})" for at, v in enumerate(visible) if v is not None)
            messages[name] = {"text": names.labelled(names.word(name), text)}
    places = {name.partition("=")[0]: place for place, name in reversed(list(enumerate(names.words)))}
    for name in sorted(messages, key=lambda name: places.get(name, len(places))):
        if messages[name]["text"] or "numbers" in messages[name]:
            yield {"name": name, **messages[name]}


def _is_plain(value: Any) -> bool:
    """Return whether a value is made of numbers, texts and cards, so that people can read it."""
    if isinstance(value, Mapping):
        return all(_is_plain(key) and _is_plain(entry) for key, entry in value.items())
    if isinstance(value, tuple | frozenset):
        return all(map(_is_plain, value))
    return isinstance(value, str | int | float | None | PlayingCard)


def _public(name: str, value: Any, names: Names, players: int) -> dict[str, Any]:
    """Return a value that all see: its text, and its numbers by seat, or the end of a long list."""
    message: dict[str, Any] = {"text": described_value(name, value, names, players)}
    if is_by_seat(value, players):
        return message | (_numbers(name, value, names) if name in names.words else {})
    if message["text"] and is_long(name, value, names, MAX_ENTRIES):
        last = described_value(name, end_of(value), names, players)
        message |= {"last": last, "hidden": len(value) - LAST_ENTRIES}
    return message


def _numbers(name: str, value: Any, names: Names) -> dict[str, Any]:
    """Return the numbers of a value by seat, and its word where that is no sentence."""
    word = names.words[name]
    return {"numbers": list(value), "word": "" if "{" in word else word}


# --- how piles and values lie


def add_forms(viewed: SeatMessage, match: Match, forms: Mapping[str, Any], names: Names) -> None:
    """Add to a view where cards and pieces lie, as the game's forms say.

    A pile in a grid or in lanes gets ``at``: the place of each card, or the name of its lane. A value that is shown
    on a track, on a board or as dice gets ``shown``: numbers by seat, seats by place, or numbers. A value that stands
    at a pile gets the ``pile``; of a list, its last entry stands there.
    """
    public = {name: frozen(value) for name, value in match.table.public().items()}
    for pile, (name, owner, cards) in zip(viewed["piles"], match.table.every_pile(), strict=True):
        form = forms.get(name)
        by = next(iter(form.values())) if isinstance(form, Mapping) else None
        if not isinstance(by, str):
            continue
        if by in public:
            places = public[by] if owner is None else public[by][owner]
            pile["at"] = [list(at) if isinstance(at, tuple) else str(at) for at in places][: len(cards)]
        elif pile["cards"]:
            seen = zip(cards, pile["cards"], strict=True)
            pile["at"] = [str(getattr(card, by, "")) if face else "" for card, face in seen]
    for value in viewed["values"]:
        name, form = value["name"], forms.get(value["name"])
        if isinstance(form, Mapping) and "pile" in form:
            value["pile"] = form["pile"]
            if name in public and is_long(name, public[name], names, 1):
                last = public[name][-1:]
                value |= {
                    "last": described_value(name, last, names, match.table.players),
                    "hidden": len(public[name]) - 1,
                }
        elif name in public and (form == "dice" or isinstance(form, Mapping)):
            value["shown"] = _shown(public[name], is_board=form != "dice" and "board" in form)


def _shown(value: Any, *, is_board: bool) -> Any:
    """Return a value as it is shown: numbers; on a board, who stands at each place."""
    if not is_board:
        return [entry for entry in (value if isinstance(value, tuple) else (value,)) if type(entry) is int]
    if isinstance(value, Mapping):
        return {str(place): _seats_in(who) for place, who in value.items()}
    standing: dict[str, list[int]] = {}
    for seat, place in enumerate(value if isinstance(value, tuple) else ()):
        standing.setdefault(str(place), []).append(seat)
    return standing


def _seats_in(who: Any) -> list[int]:
    """Return the seats of who stands at a place: one, several, or nobody."""
    return [seat for seat in (who if isinstance(who, tuple | frozenset) else (who,)) if type(seat) is int]


# --- the log


class _MarkedCards(dict[CardFace, str]):
    """The names of cards; each that is asked for is marked with its number among ``faces``."""

    def __init__(self, names: Names) -> None:
        super().__init__(names.cards)
        self.faces: list[CardFace] = []

    def get(self, face: CardFace, name: Any = None) -> Any:
        """Return the name of a card between marks."""
        self.faces.append(face)
        return f"\0{len(self.faces) - 1}\0{super().get(face, name)}\0"


def log_entry(history: History, number: int, names: Names, viewer: int | None) -> dict[str, Any]:
    """Return a step as a seat has seen it.

    Args:
        history: The game.
        number: The number of the step.
        names: The words and the names of cards.
        viewer: The seat; None for one who sees all.

    Returns:
        The step's number, the number of its pauses, its lines, and for each line its ``parts``: texts, and cards with
        ``deck``, ``card`` and ``text``.
    """
    marked = _MarkedCards(names)
    marking = replace(names, cards=marked)
    lines = [line.strip() for line in described_step(history, number, marking, viewer)]
    return {
        "step": number,
        "moments": len(history.steps[number].moments),
        "lines": [_MARKED.sub(r"\2", line) for line in lines],
        "parts": [_parts(line, marked.faces) for line in lines],
    }


def _parts(line: str, faces: list[CardFace]) -> list[Any]:
    """Return a line as texts and cards."""
    texts = _MARKED.split(line)  # text, number and name of a card, text, …
    parts: list[Any] = texts[:1] if texts[0] else []
    for number, name, text in zip(texts[1::3], texts[2::3], texts[3::3], strict=True):
        deck, card = faces[int(number)]
        parts += [{"deck": deck, "card": card, "text": name}, *([text] if text else [])]
    return parts
