"""A catalogue and the messages of a game → how many are translated, stale and missing."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.extensions.translating.po_writer import one_per_text
from pnp.text.catalogue import Catalogue, Message
from pnp.text.po_reader import PoEntry


@frozen_dataclass(slots=True)
class Status:
    """The progress of a translation, in messages.

    Attributes:
        stale: Messages whose translation is fuzzy.
        missing: Messages without an entry or with an empty form.
    """

    total: int
    translated: int
    stale: int
    missing: int


def status(catalogue: Catalogue, messages: Iterable[Message]) -> Status:
    """Count the messages that are translated, stale and missing; a text with several entries counts as so many."""
    divided = one_per_text(catalogue.divide(messages))
    required = [message for message in divided if not message.is_name or _is_translated(message, catalogue)]
    stale = translated = 0
    for message in required:
        entry = catalogue.entry_of(message)
        if entry is None or not any(entry.strings):
            continue
        if entry.is_fuzzy:
            stale += 1
        elif message.plural is None or _has_all_forms(entry, message, catalogue):
            translated += 1
    missing = len(required) - translated - stale
    return Status(len(required), translated, stale, missing)


def _is_translated(message: Message, catalogue: Catalogue) -> bool:
    entry = catalogue.entry_of(message)
    return entry is not None and any(entry.strings)


def _has_all_forms(entry: PoEntry, message: Message, catalogue: Catalogue) -> bool:
    has_forms = entry.plural == message.plural and len(entry.strings) >= catalogue.plural_count
    return has_forms and catalogue.is_translated(entry)


def count_texts(messages: Iterable[Message]) -> int:
    """The number of different texts."""
    return len({message.text.strip() for message in messages} - {""})
