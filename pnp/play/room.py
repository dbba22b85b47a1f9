"""Games as plain values → tables at which they are played, and the answers to the requests of pages at them.

The same room is open in a process of ``pnp play`` and in the worker of an exported web page. It knows no files,
processes or threads, and forgets its tables with the process. Whoever asks keeps their tapes, and sends them again for
a table that is not known any more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any, assert_never

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.titles import plain_title
from pnp.play.bots import bot_names
from pnp.play.game_bundle import GameBroken, GameBundle
from pnp.play.game_code import Program, load_program
from pnp.play.match import Match
from pnp.play.messages import (
    AboutGame,
    Answer,
    ExampleEntry,
    Failed,
    GiveHint,
    LayTable,
    MatchState,
    PickNamed,
    PickOption,
    Refused,
    SeatHint,
    SeatView,
    ShowTable,
    TakeBack,
    TakeName,
    TakeSeat,
    TellAbout,
    UnknownTable,
    Wish,
    WriteExample,
)
from pnp.play.names import Names
from pnp.play.saved_game import NotNow, SeatMessage, Tape
from pnp.play.view import add_forms, seat_view


@frozen_dataclass
class RoomGame:
    """A game that can be laid on tables, with all that pages show of it; plain values.

    Attributes:
        names: The words and the names of cards, by language.
        pages: What a page needs to know, by language: title, languages, decks, forms of piles, words, questions after
            a game.
        sections: The sections of the booklet, by language and by their plain titles in the source language: the title
            in the language, and its anchor in the booklet's web page.
        marks: For a pile, the name of the value that numbers a card to be marked.
    """

    bundle: GameBundle
    names: Mapping[str, Names]
    pages: Mapping[str, SeatMessage]
    sections: Mapping[str, Mapping[str, SeatMessage]] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)


def about_game(game: RoomGame, language: str, bots: Sequence[str]) -> SeatMessage:
    """Return what a page needs to know of a game in a language, with the names of the bots that may play."""
    bundle, names = game.bundle, _for_language(game.names, language)
    return {
        **_for_language(game.pages, language),
        "game": bundle.game,
        "title": names.title,
        "colon": names.colon,
        "seats": [names.seat(seat) for seat in range(max(bundle.players))],
        "players": list(bundle.players),
        "bots": bots,
        "bot_words": {bot: names.word(bot) for bot in bots},
        "usual": list(bundle.usual),
    }


class Playroom:
    """The games in play."""

    def __init__(self, find: Callable[[str], RoomGame]) -> None:
        """Open a room.

        Args:
            find: Returns a game by its name; raises NotNow if there is none.
        """
        self._find = find
        self._games: dict[str, tuple[RoomGame, Program]] = {}
        self._matches: dict[str, tuple[str, Match]] = {}

    def forget_games(self) -> None:
        """Drop the games, which may have changed; those in play go on by the rules with which they began."""
        self._games.clear()

    def _game(self, name: str) -> tuple[RoomGame, Program]:
        if name not in self._games:
            game = self._find(name)
            self._games[name] = game, load_program(game.bundle)
        return self._games[name]

    def answer(self, wish: Wish) -> Answer:
        """Return the answer to a wish; rules that fail are an answer, too."""
        if not isinstance(wish, TellAbout | LayTable) and wish.table not in self._matches:
            return UnknownTable()
        try:
            return self._answer(wish)
        except NotNow as reason:
            return Refused(str(reason))
        except GameBroken as broken:
            failure = broken.failure
            return Failed(failure.what, failure.file, failure.line, failure.why, failure.fix)

    def _answer(self, wish: Wish) -> Answer:
        match wish:
            case TellAbout(name, language):
                game, program = self._game(name)
                page = about_game(game, language, [*program.bots, *bot_names()])
                return AboutGame(page, page.get("defaults", {}), page.get("patience", 0.0))
            case LayTable(table, name, tape):
                self._matches[table] = name, Match(self._game(name)[1], Tape.of(tape))
            case PickOption(table, seat, number, decision):
                self._match(table).pick(seat, number, decision)
            case PickNamed(table, seat, name, decision):
                match = self._match(table)
                match.pick(seat, match.number_of(seat, name), decision)
            case TakeBack(table, seat):
                self._match(table).undo(seat)
            case TakeName(table, seat, name):
                self._match(table).name(seat, name)
            case TakeSeat(table, seat, who):
                self._match(table).seat(seat, who)
            case GiveHint(table, seat):
                return SeatHint(*self._match(table).hint(seat))
            case ShowTable():
                return SeatView(self._view(wish))
            case WriteExample(table, name):
                return ExampleEntry(self._example(table, name))
            case _:
                assert_never(wish)
        return self._state(wish.table)

    def _view(self, wish: ShowTable) -> SeatMessage:
        """Return what a seat sees, with the sections of the booklet, and without values that the game hides."""
        table, seat, language, since, at, moment, is_open = wish
        match = self._match(table)
        game, _ = self._game(self._matches[table][0])
        if at is not None and (at < match.decision or moment):
            match = match.at(at, moment)
        names = _for_language(game.names, language)
        viewed = seat_view(match, seat, names, since, is_open=is_open)
        sections = _for_language(game.sections, language)

        def known(titles: Sequence[str]) -> list[SeatMessage]:
            return [sections[title] for title in map(plain_title, titles) if title in sections]

        viewed["ends"] = known(viewed["ends"])
        if question := viewed.get("question"):
            for naming in (question, *question["refused"]):
                naming["sections"] = known(naming["sections"])
        forms, marks = _for_language(game.pages, language).get("forms", {}), set(game.marks.values())
        viewed["values"] = [
            value
            for value in viewed["values"]
            if forms.get(value["name"]) != "hidden" and (value["name"] in names.words or value["name"] not in marks)
        ]
        values = match.table.public()
        add_forms(viewed, match, forms, names)
        viewed["marks"] = {pile: at for pile, name in game.marks.items() if type(at := values.get(name)) is int}
        return viewed

    def _example(self, table: str, name: str) -> str:
        """Return a game as an entry of examples.yaml."""
        match = self._match(table)
        picks = [[_plain_pick(pick) for _, pick in sorted(picks.items())] for picks in match.picks()]
        entry: dict[str, Any] = {"shows": "A game that was played.", "players": match.table.players}
        entry["seed"] = match.tape.setup.seed
        lines = [f"{name}:", *(f"  {key}: {_flow(value)}" for key, value in entry.items())]
        lines += ["  picks:", *(f"    - {_flow(pick)}" for pick in picks)]
        if match.end is not None:
            then = {"why": match.end.why, "winners": list(match.end.winners), "scores": list(match.end.scores)}
            lines.append(f"  then: {_flow({name: value for name, value in then.items() if value or name != 'scores'})}")
        return "\n".join(lines) + "\n"

    def _match(self, table: str) -> Match:
        return self._matches[table][1]

    def _state(self, table: str) -> MatchState:
        game, match = self._matches[table]
        end: SeatMessage | None = None
        if match.end is not None:
            scores, winners = list(match.end.scores), list(match.end.winners)
            end = {"why": match.end.why, "scores": scores, "winners": winners}
        tape, waiting = match.tape.message(game), list(match.waiting_for)
        return MatchState(tape, waiting, match.question_name, match.decision, end is not None, end)


def _for_language(by_language: Mapping[str, Any], language: str) -> Any:
    """Return the value of a language; that of the first one, the source language, if there is none."""
    return by_language.get(language) or next(iter(by_language.values()), {})


def _flow(value: Any) -> str:
    """Return a value as YAML in one line; JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def _plain_pick(pick: Any) -> Any:
    """Return a pick as examples.yaml writes it: a card by its name, a NamedTuple by its parts."""
    if isinstance(pick, tuple) and hasattr(pick, "_fields"):
        return {name: _plain_pick(getattr(pick, name)) for name in pick._fields}
    return pick if isinstance(pick, str | int) else str(pick)
