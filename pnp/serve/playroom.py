"""A project → the tables at which its games are played, inside a worker's process; it runs the project's rules.

The process keeps games in play, and forgets them when it is ended. Whoever asks keeps their tapes, and sends them
again for a table that is not known any more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.core.diagnostics import Diagnostics, Place
from pnp.play.bots import bot_names
from pnp.play.bundle import Failure, GameBroken, Names
from pnp.play.load import make_names, read_bundle
from pnp.play.match import Match, NotNow, SeatMessage, Tape
from pnp.play.pool import quiet
from pnp.play.program import Program, load_program
from pnp.project.game import Game
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.rulebook.blocks import walk
from pnp.rulebook.fill import slug
from pnp.rulebook.load import load_rulebook
from pnp.serve.faces import CachedFiles
from pnp.serve.page_words import page_words
from pnp.text.edition import open_edition
from pnp.text.game_texts import rulebook_context
from pnp.ties.passages import plain_title
from pnp.workers.activity import activity

Answer = dict[str, Any]
"""An answer: plain values; ``refused`` for what cannot be done now, ``failed`` for rules that fail, ``unknown`` for a
table that this process does not have."""


@dataclass(frozen=True)
class _Played:
    """A game whose rules are loaded.

    Attributes:
        names: The words and the names of cards, by language.
    """

    game: Game
    program: Program
    names: Mapping[str, Names]


class Playroom:
    """The games in play of a project."""

    def __init__(self, root: Path) -> None:
        self.files = CachedFiles(root)
        self._games: dict[str, _Played] = {}
        self._matches: dict[str, tuple[str, Match]] = {}
        self._headings: dict[tuple[str, str], Mapping[str, SeatMessage]] = {}

    def refresh(self) -> None:
        """Drop games whose files have changed; those in play go on by the rules with which they began."""
        if self.files.refresh():
            self._games.clear()
            self._headings.clear()

    def about(self, name: str, language: str) -> Answer:
        """Return what a page needs to know of a game: titles, languages, decks, bots, questions with defaults."""
        played = self._game(name)
        game, bundle = played.game, played.program.bundle
        head, names = game.head, played.names.get(language) or played.names[game.language]
        decks, numbers = {}, self._numbers(played)
        for deck in game.decks.values():
            template = deck.template.head
            decks[deck.name] = {
                "size": template.size,
                "corner": template.corner,
                "back": deck.back is not None,
                "cards": numbers[deck.name],
            }
        return {
            "game": name,
            "title": names.title,
            "seats": [names.seat(seat) for seat in range(max(bundle.players))],
            "languages": list(head.languages),
            "players": list(bundle.players),
            "bots": [*played.program.bots, *bot_names()],
            "usual": list(bundle.usual),
            "decks": decks,
            "forms": dict(head.play.table),
            "defaults": dict(head.play.defaults),
            "patience": head.play.patience,
            "words": page_words(language),
            "ask": list(self._in(game, language).head.play.ask),
        }

    def _numbers(self, played: _Played) -> dict[str, dict[str, int]]:
        """Return the number of each card in its deck's file, by deck and name."""
        from pnp.expressions.scope import card_names, filled_scope

        names = card_names(played.game, filled_scope(played.game), Diagnostics())
        return {
            name: {called: card.number for called, card in zip(names[name], deck.cards_once, strict=True)}
            for name, deck in played.game.decks.items()
        }

    def _sections(self, name: str, language: str) -> Mapping[str, SeatMessage]:
        """Return the sections of the booklet by their titles in the source language: title in another, and anchor."""
        if (name, language) not in self._headings:
            game = self._game(name).game
            booklet = load_rulebook(self.files, Templates(self.files), game, Diagnostics())
            edition = open_edition(self.files, game, language, Diagnostics(), is_draft=True)
            headings = [block.text for block in walk(booklet.blocks) if block.kind == "heading"] if booklet else []
            self._headings[name, language] = {
                plain_title(text): {
                    "title": plain_title(edition.translate(text, rulebook_context("heading")) if edition else text),
                    "anchor": slug(text),
                }
                for text in headings
            }
        return self._headings[name, language]

    def _in(self, game: Game, language: str) -> Game:
        edition = open_edition(self.files, game, language, Diagnostics(), is_draft=True)
        return edition.game if edition else game

    def _game(self, name: str) -> _Played:
        if name not in self._games:
            diagnostics = Diagnostics()
            game = load_game(self.files, Templates(self.files), name, diagnostics, is_draft=True)
            bundle = read_bundle(self.files, game, diagnostics) if game else None
            if game is None or bundle is None:
                first = next(iter(diagnostics), None)
                raise NotNow(f"{first.place}: {first.message}" if first else f"there is no game {name}")
            program = load_program(bundle)
            languages = game.head.languages
            names = {language: make_names(game, self._in(game, language)) for language in languages}
            self._games[name] = _Played(game, program, names)
        return self._games[name]

    # --- tables

    def lay(self, table: str, game: str, tape: SeatMessage) -> Answer:
        """Begin a game at a table, or go on with one from its tape."""
        match = Match(self._game(game).program, Tape.of(tape))
        self._matches[table] = (game, match)
        return self._state(table)

    def pick(self, table: str, seat: int, number: int, decision: int) -> Answer:
        """Pick an option for a person."""
        self._match(table).pick(seat, number, decision)
        return self._state(table)

    def pick_named(self, table: str, seat: int, name: str, decision: int) -> Answer:
        """Pick the option with a name for a person who has not answered in time; the first one if there is none."""
        match = self._match(table)
        self._match(table).pick(seat, match.number_of(seat, name), decision)
        return self._state(table)

    def undo(self, table: str, seat: int) -> Answer:
        """Take back a person's last pick."""
        self._match(table).undo(seat)
        return self._state(table)

    def view(self, table: str, seat: int | None, language: str, since: int) -> Answer:
        """Return what a seat sees."""
        names = self._game(self._matches[table][0]).names if table in self._matches else {}
        match = self._match(table)
        viewed = match.view(seat, names.get(language) or next(iter(names.values())), since)
        values = match.table.public()
        marks = self._game(self._matches[table][0]).game.head.play.marks
        if question := viewed.get("question"):
            sections = self._sections(self._matches[table][0], language)
            named = [sections[title] for title in map(plain_title, question["sections"]) if title in sections]
            question["sections"] = named
        viewed["marks"] = {pile: at for pile, name in marks.items() if type(at := values.get(name)) is int}
        return viewed

    def example(self, table: str, name: str) -> Answer:
        """Return a game as an entry of examples.yaml."""
        match = self._match(table)
        picks = [[_plain_pick(pick) for _, pick in sorted(picks.items())] for picks in match.picks()]
        entry: dict[str, Any] = {"shows": "A game that was played.", "players": match.table.players}
        entry["seed"] = match.tape.setup.seed
        lines = [f"{name}:", *(f"  {key}: {_flow(value)}" for key, value in entry.items())]
        lines += ["  picks:", *(f"    - {_flow(pick)}" for pick in picks)]
        if match.end is not None:
            lines.append(f"  then: {_flow({'why': match.end.why, 'winners': list(match.end.winners)})}")
        return {"yaml": "\n".join(lines) + "\n"}

    def _match(self, table: str) -> Match:
        return self._matches[table][1]

    def _state(self, table: str) -> Answer:
        game, match = self._matches[table]
        return {
            "tape": match.tape.message(game),
            "waiting": list(match.waiting_for),
            "question": match.question_name,
            "decision": match.decision,
            "is_over": match.end is not None,
        }


def _flow(value: Any) -> str:
    """Return a value as YAML in one line; JSON is YAML."""
    return json.dumps(value, ensure_ascii=False)


def _plain_pick(pick: Any) -> Any:
    """Return a pick as examples.yaml writes it: a card by its name, a NamedTuple by its parts."""
    if isinstance(pick, tuple) and hasattr(pick, "_fields"):
        return {name: _plain_pick(getattr(pick, name)) for name in pick._fields}
    return pick if isinstance(pick, str | int) else str(pick)


WISHES: Mapping[str, Callable[..., Answer]] = {
    "about": Playroom.about,
    "lay": Playroom.lay,
    "pick": Playroom.pick,
    "pick_named": Playroom.pick_named,
    "undo": Playroom.undo,
    "view": Playroom.view,
    "example": Playroom.example,
}
"""The methods that answer, by name."""


def open_playroom(root: Path) -> Callable[[tuple[Any, ...]], Answer]:
    """Return the function that answers wishes, inside the worker's process."""
    room = Playroom(root)

    def answer(wish: tuple[Any, ...]) -> Answer:
        name, *arguments = wish
        with activity("the table", Place("data")), quiet():
            room.refresh()
            try:
                return WISHES[name](room, *arguments)
            except NotNow as reason:
                return {"refused": str(reason)}
            except GameBroken as broken:
                return {"failed": _failed(broken.failure)}
            except KeyError as missing:
                if missing.args and missing.args[0] in arguments:
                    return {"unknown": True}
                raise

    return answer


def _failed(failure: Failure) -> SeatMessage:
    return {name: getattr(failure, name) for name in ("what", "file", "line", "why", "fix")}
