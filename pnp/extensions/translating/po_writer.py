"""Messages and the text of a PO file → the bytes of a template, or of the updated PO file.

Lines, references and comments are written as gettext's tools write them, so that a file saved by a translator's program
differs only in its texts. Babel's writer is not used because it dates every file. The same input gives the same bytes.
No files are written here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.text.catalogue import Message, collect, divide, find_header, index_entries, intended_context
from pnp.text.numbers import script_of
from pnp.text.phrases import words_of
from pnp.text.po_reader import PoEntry, declared_plural_count, gettext_plural_rule, read_entries
from pnp.text.po_wrapping import WIDTH, wrapped

MIN_WORDS = 3
"""A former translation is only proposed for texts of at least this many words: short texts look alike but mean
different things."""

MIN_LIKENESS = 0.8
"""A former translation is only proposed for a text that is at least this similar to the former text, from 0 to 1."""

SPLIT = "split"
"""A translator's comment that asks for an entry for each context of a text."""


def make_template(messages: Iterable[Message], project: str) -> bytes:
    """Return a POT file of the messages, in UTF-8, in their order.

    Args:
        messages: The messages; they need not be collected.
        project: The project's name, for the header.
    """
    blocks = [_block(PoEntry("", None, (_header_text(_header({}, project)),), Place(""), Place("")))]
    blocks += [_message_block(_new_entry(message, 2), message) for message in one_per_text(collect(messages))]
    return _join(blocks)


def update_catalogue(
    content: str | None,
    messages: Iterable[Message],
    language: str,
    project: str,
    file: str,
    diagnostics: Diagnostics,
    source: str = "en",
) -> bytes | None:
    """Return the PO file of a language, updated to the messages.

    Translations are kept. A message of three or more words that is similar to a removed one takes over its translation
    as fuzzy, with the former text in ``#|``. If a text is changed back, the fuzzy mark is removed. Translated entries
    that are no longer used move to the end as obsolete (``#~``), and return when their text returns. The header keeps
    the fields that editors wrote, and a usable plural rule.

    Entries with a context are kept for the places with this context. An entry with a wrong context becomes fuzzy and
    gets the context that was probably meant. An entry with the comment ``split`` becomes one entry for each context of
    its text, with the same translation.

    Args:
        content: The present PO file; None to begin one.
        messages: All messages of the game, uncollected.
        language: A code such as ``fr`` or ``pt_BR``.
        project: The project's name, for the header.
        file: The PO file's path, for the places of faults.
        diagnostics: Receives faults of syntax, duplicate entries, and an unknown language.
        source: The language of the messages. If the translation has the same script, new entries for players' names are
            filled with the names.

    Returns:
        The file; None if faults must be corrected first, so that no translation is lost.
    """
    before = diagnostics.count
    read = read_entries(content or "", file, diagnostics)
    entries = index_entries(read, diagnostics)
    if diagnostics.count > before:
        return None
    try:
        count, expression = gettext_plural_rule(language)
    except Mistake as mistake:
        diagnostics.report(Code.LANGUAGE_UNKNOWN, Place(file), what=mistake.what, fix=mistake.fix)
        return None
    old_header, old_values = find_header(read)
    header = _header(old_values, project)
    header["Language"] = language
    declared = declared_plural_count(old_values)
    if declared is None:
        header["Plural-Forms"] = f"nplurals={count}; plural={expression};"
    merge = _Merge(read, entries, list(messages), declared or count, script_of(source) == script_of(language))
    comments = old_header.comments if old_header else ()
    blocks = [_block(PoEntry("", None, (_header_text(header),), Place(""), Place(""), comments=comments))]
    blocks += [_message_block(merge.merged(message), message, language) for message in merge.messages]
    blocks += [_block(entry) for entry in merge.obsolete()]
    return _join(blocks)


def make_record(entries: Iterable[PoEntry], language: str, project: str) -> bytes:
    """Return the record of translations in columns of tables, from which `pnp.text.column_record` finds stale ones."""
    header = _header_text(_header({}, project) | {"Language": language})
    about = (_ABOUT_RECORD, "Translate in the table. Fuzzy is what was made for another text.")
    return _join([_block(PoEntry("", None, (header,), Place(""), Place(""), comments=about)), *map(_block, entries)])


_ABOUT_RECORD = "Translations in columns of tables as pnp i18n update has seen them, with their texts."


def one_per_text(messages: Iterable[Message]) -> list[Message]:
    """Merge messages of a text and context; one with and one without a plural become one with it, as in gettext."""
    merged: dict[_Key, Message] = {}
    for message in messages:
        key = (message.text, message.context)
        earlier = merged.get(key)
        if earlier is not None:
            plural = message.plural if earlier.plural is None else earlier.plural
            message = collect([replace(earlier, plural=plural), replace(message, plural=plural)])[0]
        merged[key] = message
    return list(merged.values())


# --- updating


_Key = tuple[str, str | None]
"""A text, and the context of its entry."""


class _Merge:
    """Merges the entries of a PO file with the present messages.

    Attributes:
        messages: The messages, one for each entry of the updated file.
    """

    def __init__(
        self,
        read: Sequence[PoEntry],
        entries: Mapping[_Key, PoEntry],
        messages: Sequence[Message],
        plural_count: int,
        keeps_names: bool,
    ) -> None:
        self._plural_count = plural_count
        self._keeps_names = keeps_names
        self._entries = dict(entries)
        self._taken: set[_Key] = set()
        for entry in read:
            key = (entry.text.strip(), entry.context)
            if entry.is_obsolete and key[0] and not any(self._strings(key)):
                self._entries[key] = replace(entry, text=key[0])
        self._contexts: dict[str, dict[str, None]] = {}
        for message in messages:
            self._contexts.setdefault(message.text.strip(), {}).update(dict.fromkeys(message.contexts))
        self._restore_contexts(messages)
        self._split()
        self._rename_contexts()
        self._candidates: dict[str | None, dict[str, PoEntry]] = {}
        for entry in self._entries.values():
            if not entry.is_obsolete and any(entry.strings):
                self._candidates.setdefault(entry.context, {})[entry.text.lower()] = entry
        self._formers = {(e.previous, e.context): e for e in self._entries.values() if e.is_fuzzy and e.previous}
        own = {(text, context) for text, context in self._entries if context is not None}
        own |= {
            (text, message.contexts[0])
            for message in messages
            if (text := message.text.strip()) and message.contexts and self._is_moved(text, message.contexts[0])
        }
        self.messages = one_per_text(divide(messages, own))

    def _strings(self, key: _Key) -> tuple[str, ...]:
        entry = self._entries.get(key)
        return entry.strings if entry else ()

    def _restore_contexts(self, messages: Sequence[Message]) -> None:
        """Restore contexts that translate-toolkit's converters have replaced by the places of an entry."""
        for message in messages:
            text = message.text.strip()
            for place in message.places if message.contexts else ():
                own = (text, message.contexts[0])
                entry = self._entries.pop((text, _location(place)), None)
                if entry is not None and not any(self._strings(own)):
                    self._entries[own] = replace(entry, context=own[1])

    def _split(self) -> None:
        """Split the entries whose translator's comment asks for it."""
        for (text, context), entry in list(self._entries.items()):
            comments = _without_split(entry.comments)
            if context is None and text in self._contexts and len(comments) < len(entry.comments):
                free = [own for own in self._contexts[text] if (text, own) not in self._entries]
                for own in free:
                    self._entries[text, own] = replace(entry, context=own, comments=comments)
                if free:
                    del self._entries[text, context]

    def _rename_contexts(self) -> None:
        """Move entries whose text no longer has their context to a context that has no entry yet.

        An entry is moved if nothing else translates the text, or if the game does not have its context: it is wrong, or
        a field or element was renamed.
        """
        of_game = {context for contexts in self._contexts.values() for context in contexts}
        for (text, context), entry in list(self._entries.items()):
            if context is None or entry.is_obsolete or text not in self._contexts or self._is_used(text, context):
                continue
            free = [own for own in self._contexts[text] if (text, own) not in self._entries]
            target = intended_context(context, free) if context not in of_game else None
            if target is None and free and (text, None) not in self._entries:
                target = free[0]
            if target is not None and any(entry.strings):
                self._entries[text, target] = self._entries.pop((text, context))

    def _is_moved(self, text: str, context: str) -> bool:
        """Whether a new text is similar to a former one that had an entry with the same context."""
        if (text, None) in self._entries or context not in self._candidates:
            return False
        entry = self._proposal(text, context)
        return entry is not None and not self._is_used(entry.text, context)

    def merged(self, message: Message) -> PoEntry:
        """Return the entry of a message: that of the file, or a new one, if possible with a proposed translation."""
        key = (message.text, message.context)
        entry = self._entries.get(key)
        if entry is None:
            entry = self._proposal(*key)
            if entry is None:
                entry = _new_entry(message, self._plural_count)
                return replace(entry, strings=(message.text,)) if self._keeps_names and message.is_name else entry
            source = (entry.text, entry.context)
            if not self._is_used(*source):
                self._taken.add(source)
        self._taken.add(key)
        return _fitted(entry, message, self._plural_count)

    def _is_used(self, text: str, context: str | None) -> bool:
        return text in self._contexts and (context is None or context in self._contexts[text])

    def _proposal(self, text: str, context: str | None) -> PoEntry | None:
        """Return the entry in the same context whose present or former text is most similar.

        Return None if none is similar.
        """
        if (entry := self._formers.get((text, context))) is not None:
            return entry
        if len(words_of(text)) < MIN_WORDS:
            return None
        candidates = self._candidates.get(context, {})
        for match in get_close_matches(text.lower(), candidates, 1):
            entry = candidates[match]
            former = entry.previous if entry.is_fuzzy and entry.previous else entry.text
            if SequenceMatcher(None, former, text, autojunk=False).ratio() >= MIN_LIKENESS:
                return entry
        return None

    def obsolete(self) -> list[PoEntry]:
        """Return the translated entries that no message uses, which are kept at the end of the file."""
        return [
            replace(entry, is_obsolete=True, strings=_sized(entry.strings, entry.plural, self._plural_count))
            for key, entry in self._entries.items()
            if key not in self._taken and any(entry.strings)
        ]


def _new_entry(message: Message, plural_count: int) -> PoEntry:
    strings = _sized((), message.plural, plural_count)
    return PoEntry(message.text, message.plural, strings, Place(""), Place(""), message.context)


def _fitted(entry: PoEntry, message: Message, plural_count: int) -> PoEntry:
    """Return an entry with the text of a message; fuzzy if its translation was made for another text."""
    former = (entry.text, entry.plural, entry.context)
    if entry.is_fuzzy and entry.previous:
        context = entry.context if entry.previous_context is None else entry.previous_context
        former = (entry.previous, entry.previous_plural, context)
    today = (message.text, message.plural, message.context)
    is_known = not entry.is_fuzzy or bool(entry.previous)
    flags = set(entry.flags) - ({"fuzzy"} if is_known else set())
    if former != today:
        flags.add("fuzzy")
    strings = _sized(entry.strings, message.plural, plural_count)
    if not any(strings):
        flags.discard("fuzzy")
    is_changed = "fuzzy" in flags and former != today
    return replace(
        entry,
        text=message.text,
        plural=message.plural,
        context=message.context,
        strings=strings,
        flags=frozenset(flags),
        comments=_without_split(entry.comments),
        previous=former[0] if is_changed else "",
        previous_plural=former[1] if is_changed else None,
        previous_context=former[2] if is_changed and former[2] != message.context else None,
        is_obsolete=False,
    )


def _without_split(comments: Sequence[str]) -> tuple[str, ...]:
    return tuple(comment for comment in comments if comment.lower() != SPLIT)


def _sized(strings: Sequence[str], plural: str | None, plural_count: int) -> tuple[str, ...]:
    """Return the strings of an entry: one for each plural form, or a single one."""
    count = 1 if plural is None else plural_count
    return (*strings, *[""] * count)[:count]


# --- lines


def _header(old: Mapping[str, str], project: str) -> dict[str, str]:
    header = {"Project-Id-Version": project} | dict(old)
    header["MIME-Version"] = "1.0"
    header["Content-Type"] = "text/plain; charset=UTF-8"
    header["Content-Transfer-Encoding"] = "8bit"
    return header


def _header_text(header: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}".rstrip() + "\n" for name, value in header.items())


def _message_block(entry: PoEntry, message: Message, language: str = "") -> str:
    """Return the lines of an entry with the notes and places of its message.

    Several contexts are listed for translators. After the note come the values of placeholders, and the room of a text
    that is set in one line.
    """
    notes = [f"#. {line}".rstrip() for line in message.note.splitlines()]
    if len(message.contexts) > 1:
        notes.append(f"#. contexts: {', '.join(message.contexts)}")
    notes += [f"#. {line}" for line in (*message.values, *([message.room.describe(language)] if message.room else []))]
    return _block(entry, [*notes, *_references(message.places)])


def _references(places: Iterable[Place]) -> Iterator[str]:
    """Yield lines of places, each as full as possible."""
    line = "#:"
    for location in dict.fromkeys(map(_location, places)):
        if line != "#:" and len(line) + 1 + len(location) > WIDTH:
            yield line
            line = "#:"
        line += f" {location}"
    if line != "#:":
        yield line


def _location(place: Place) -> str:
    """Return a place as ``#:`` lists it. As in gettext, isolating characters surround a file name with spaces."""
    file = f"\u2068{place.file}\u2069" if " " in place.file else place.file
    return f"{file}:{place.line}" if place.line else file


def _block(entry: PoEntry, source_comments: Collection[str] = ()) -> str:
    lines = [f"# {comment}".rstrip() for comment in entry.comments if not comment.startswith("|")]
    lines += source_comments
    if entry.flags:
        lines.append(f"#, {', '.join(sorted(entry.flags, key=lambda flag: (flag != 'fuzzy', flag)))}")
    prefix = "#~" if entry.is_obsolete else ""
    is_wrapped = "no-wrap" not in entry.flags
    if entry.previous:
        former = _keywords(entry.previous_context, entry.previous, entry.previous_plural, ())
        for keyword, value in former:
            lines += wrapped(keyword, value, f"{prefix or '#'}| ", is_wrapped=is_wrapped)
    for keyword, value in _keywords(entry.context, entry.text, entry.plural, entry.strings):
        lines += wrapped(keyword, value, f"{prefix} " if prefix else "", is_wrapped=is_wrapped)
    return "\n".join(lines) + "\n"


def _keywords(context: str | None, text: str, plural: str | None, strings: Sequence[str]) -> Iterator[tuple[str, str]]:
    if context is not None:
        yield "msgctxt", context
    yield "msgid", text
    if plural is not None:
        yield "msgid_plural", plural
    for index, string in enumerate(strings):
        yield ("msgstr" if plural is None else f"msgstr[{index}]"), string


def _join(blocks: Iterable[str]) -> bytes:
    return "\n".join(blocks).encode()
