"""data/<game>/locale/columns/<language>.po → which translations in columns of tables are stale.

A cell does not say for which text its translation was made. ``pnp i18n update`` records the translations in columns
with their texts, as a PO file. A translation is stale if a cell still has it, but beside another text. Tables do not
change; the wing pnp/extensions/translating writes the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pnp.core.diagnostics import Diagnostics
from pnp.core.patterns import lazy_pattern
from pnp.project.files import Files
from pnp.text.po_reader import PoEntry, read_entries

TextInContext = tuple[str, str]
"""A text, and the context of its field."""

_CELLS = lazy_pattern(r"in (\d+) cells")


def record_path(game: str, language: str) -> str:
    """Return the path of the record; tools that take ``locale/*.po`` for catalogues do not see it."""
    return f"data/{game}/locale/columns/{language}.po"


def read_record(files: Files, game: str, language: str, diagnostics: Diagnostics) -> list[PoEntry]:
    """Return the recorded translations; none if there is no record yet."""
    path = record_path(game, language)
    return read_entries(files.text(path), path, diagnostics) if files.exists(path) else []


def with_stale(
    entries: Mapping[TextInContext, PoEntry], cells: Mapping[TextInContext, int], record: Iterable[PoEntry]
) -> dict[TextInContext, PoEntry]:
    """Return the translations in columns with those marked fuzzy, as in a catalogue, that were made for other texts.

    Args:
        entries: The translations, none of them empty.
        cells: How many cells have each.
        record: The translations as they were recorded last.
    """
    recorded = {(entry.text, entry.context or ""): entry for entry in record}
    fewer: dict[tuple[tuple[str, ...], str | None], PoEntry] = {}
    for key, entry in recorded.items():
        today = entries.get(key)
        if (cells[key] if today and today.strings == entry.strings else 0) < _count(entry.comments):
            fewer.setdefault((entry.strings, entry.context), entry)
    marked = {}
    for key, entry in entries.items():
        same = recorded.get(key)
        if same is not None and same.strings == entry.strings:
            previous, flags = same.previous, same.flags
        else:
            former = fewer.get((entry.strings, entry.context))
            previous = (former.previous or former.text) if former else ""
            flags = frozenset({"fuzzy"} if previous not in ("", entry.text) else ())
        counted = (f"in {cells[key]} cells",) if cells[key] > 1 else ()
        marked[key] = replace(entry, flags=flags, previous=previous if flags else "", comments=counted)
    return marked


def _count(comments: Sequence[str]) -> int:
    return max((int(match[1]) for comment in comments if (match := _CELLS.fullmatch(comment))), default=1)
