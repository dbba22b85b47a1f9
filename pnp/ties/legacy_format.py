"""The tree of a ties.yaml with whole sentences, as older versions wrote it → the same Book with digests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pnp.project.game import Game
from pnp.project.tree import Map
from pnp.ties.book import Tie, TieBook, digest_of, shortened

_TESTS, _LOOKS = "tests", "looks"


def read_older(tree: Map, game: Game) -> TieBook:
    """Convert the entries; anything else is left out, so that its sentence counts as new."""
    entries = [
        (section, entry)
        for section, items in tree.items()
        if section not in (_TESTS, _LOOKS) and isinstance(items, list)
        for entry in items
        if isinstance(entry, Map) and entry.get("says")
    ]
    by_id = {str(entry["id"]): _names(entry.get("by")) for _, entry in entries if entry.get("id")}
    ties = tuple(_tie(section, entry, by_id, game) for section, entry in entries)
    recorded = dict(_digests(tree.get(_TESTS)))
    used = dict.fromkeys(name for tie in ties for name in tie.by)
    return TieBook(ties, {name: recorded.get(name, "") for name in used}, is_old=True)


def _tie(section: str, entry: Map, by_id: dict[str, tuple[str, ...]], game: Game) -> Tie:
    """Convert an entry; one that says the same as another rests on the tests of that."""
    by = tuple(dict.fromkeys((*_names(entry.get("by")), *by_id.get(str(entry.get("same")), ()))))
    translations = {
        language: digest_of(str(entry[language])) for language in game.head.languages[1:] if entry.get(language)
    }
    return Tie(
        digest=digest_of(str(entry["says"])),
        translations=translations,
        section=section,
        place=entry.place,
        by=by,
        is_free=bool(entry.get("is") or entry.get("same")) and not by,
        is_unread=entry.get("unread") is True,
        is_deliberate="opposite" in _names(entry.get("meant")),
    )


def _names(value: Any) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value] if value else []
    return tuple(str(name) for name in names)


def _digests(entries: Any) -> Iterator[tuple[str, str]]:
    for entry in entries if isinstance(entries, list) else ():
        digest, _, name = str(entry).partition(" ")
        if len(digest) == 8 and not set(digest) - set("0123456789abcdef"):
            yield name, shortened(digest)
