"""A RoomGame ↔ the JSON that an exported web page loads; and the room that the worker of such a page opens.

JSON holds only plain values, so that any Python reads it. The code of the game stands in files of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

from pnp.play.bots import searching_bot
from pnp.play.game_bundle import CardRecord, GameBundle
from pnp.play.messages import parse_wish
from pnp.play.names import Names
from pnp.play.room import Playroom, RoomGame
from pnp.play.saved_game import NotNow

MODULES = (
    "__init__",
    "core/__init__",
    "core/codes",
    "core/diagnostics",
    "core/frozen_dataclass",
    "core/patterns",
    "core/plugins",
    "core/titles",
    "core/units",
    "play/__init__",
    "play/bots",
    "play/cards",
    "play/decisions",
    "play/exported",
    "play/game_bundle",
    "play/game_code",
    "play/game_loop",
    "play/history",
    "play/match",
    "play/messages",
    "play/names",
    "play/room",
    "play/saved_game",
    "play/table",
    "play/testing/__init__",
    "play/testing/invariants",
    "play/view",
    "rules",
    "workers/__init__",
)
"""The modules of pnp that play games in a browser, by their paths without ``.py``; the searching bot needs more."""


def needed_files() -> tuple[str, ...]:
    """Return the paths of the files of pnp that an exported page needs."""
    sized = searching_bot()
    return (*(f"{module}.py" for module in MODULES), *(sized.files if sized else ()))


def packed(game: RoomGame) -> str:
    """Return a game without its code as JSON."""
    bundle = game.bundle
    plain = {
        "game": bundle.game,
        "players": bundle.players,
        "facts": bundle.facts,
        "decks": {
            deck: [
                {"name": record.name, "fields": {name: record.values[name] for name in record.fields}}
                | ({"copies": record.copies} if record.copies != 1 else {})
                | ({"back": record.back} if record.back != 1 else {})
                for record in records
            ]
            for deck, records in bundle.decks.items()
        },
        "rules_file": bundle.rules_file,
        "bots_file": bundle.bots_file,
        "decisions": bundle.decisions,
        "scores": bundle.scores,
        "usual": bundle.usual,
        "names": {language: _plain_names(names) for language, names in game.names.items()},
        "pages": game.pages,
        "sections": game.sections,
        "marks": game.marks,
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def unpacked(text: str, rules: str, bots: str = "") -> RoomGame:
    """Return a game from its JSON.

    Args:
        text: The JSON.
        rules: The text of rules.py.
        bots: The text of bots.py; empty without one.
    """
    plain = json.loads(text)
    bundle = GameBundle(
        game=plain["game"],
        players=tuple(plain["players"]),
        facts=plain["facts"],
        decks={deck: tuple(map(_record, records)) for deck, records in plain["decks"].items()},
        rules=rules,
        rules_file=plain["rules_file"],
        bots=bots,
        bots_file=plain["bots_file"],
        decisions=tuple(plain["decisions"]),
        scores=plain["scores"] and tuple(plain["scores"]),
        usual=tuple(plain["usual"]),
    )
    names = {language: _names(entry, language) for language, entry in plain["names"].items()}
    return RoomGame(bundle, names, plain["pages"], plain["sections"], plain["marks"])


def _record(entry: Mapping[str, Any]) -> CardRecord:
    fields, copies, back = entry["fields"], entry.get("copies", 1), entry.get("back", 1)
    return CardRecord(entry["name"], fields, tuple(fields), copies, back)


def _plain_names(names: Names) -> dict[str, Any]:
    """Return the names that pages show: not those of a report's measures, nor texts that are only in reports."""
    cards: dict[str, dict[str, str]] = {}
    for (deck, card), name in names.cards.items():
        cards.setdefault(deck, {})[card] = name
    return {
        "title": names.title,
        "words": names.words,
        "questions": names.questions,
        "log": names.log,
        "colon": names.colon,
        "seats": list(names.seats),
        "cards": cards,
    }


def _names(entry: Mapping[str, Any], language: str) -> Names:
    cards = {(deck, card): name for deck, names in entry["cards"].items() for card, name in names.items()}
    return Names(
        entry["words"],
        cards,
        seats=tuple(entry["seats"]),
        language=language,
        title=entry["title"],
        questions=entry["questions"],
        log=entry["log"],
        colon=entry["colon"],
    )


def open_packed(text: str, rules: str, bots: str = "") -> Callable[[str], str]:
    """Return the function that answers requests at tables of one game: JSON in, JSON out; see ``unpacked``.

    What the game's code prints is discarded.
    """
    game = unpacked(text, rules, bots)

    def find(name: str) -> RoomGame:
        if name != game.bundle.game:
            raise NotNow(f"there is no game {name}")
        return game

    room = Playroom(find)

    def answer(wish: str) -> str:
        with redirect_stdout(StringIO()):
            return json.dumps(room.answer(parse_wish(json.loads(wish))).message(), ensure_ascii=False)

    return answer
