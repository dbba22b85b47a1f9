"""Messages and the text of a PO file → the bytes of a template, or of the updated PO file.

Babel finds the former text of a changed message; the lines are written here, because Babel's writer always dates the
file and breaks long ``#|`` comments inside the quotes. Same input, same bytes. Writes no files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.text.catalogue import Catalogue, Message, collect, find_header
from pnp.text.phrases import words_of
from pnp.text.po_reader import PoEntry, gettext_plural_rule, read_entries

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog
    from babel.messages.catalog import Message as MergedMessage


_WIDTH = 79

MIN_WORDS = 3
"""Fewest words of a text for which a former translation is proposed: short texts look alike and mean other things."""

MIN_LIKENESS = 0.8
"""Smallest likeness of a text and a former text whose translation is proposed for it, from 0 to 1."""

_BABEL_FLAGS = {"python-format", "python-brace-format"}


@dataclass(frozen=True, slots=True)
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


def make_template(messages: Iterable[Message], project: str) -> bytes:
    """Return a POT file of the messages, in UTF-8, in their order.

    Args:
        messages: Need not be collected.
        project: Name for the header.
    """
    header = _header({}, project)
    blocks = [_block("", None, [_header_text(header)])]
    blocks += [_message_block(message) for message in _one_per_text(messages)]
    return _join(blocks)


def update_catalogue(
    content: str | None, messages: Iterable[Message], language: str, project: str, file: str, diagnostics: Diagnostics
) -> bytes | None:
    """Return the PO file of a language, updated to the messages.

    Translations are kept. A message of three words or more that is much like a removed one takes over its
    translation as fuzzy, with the former text in ``#|``; when a text is changed back, the fuzzy mark goes. Entries no
    longer used go to the end as obsolete (``#~``), if they were translated, and return when their text returns. The
    header keeps the fields that editors wrote.

    Args:
        content: The PO file as it is; None to begin one.
        messages: All of the game; need not be collected.
        language: Like ``fr`` or ``pt_BR``.
        project: Name for the header.
        file: The PO file's path, for the places of faults.
        diagnostics: Receives faults of syntax, and an unknown language.

    Returns:
        The file; None if faults must be corrected first, so that no translation is lost.
    """
    before = diagnostics.count
    read = read_entries(content or "", file, diagnostics)
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
    header["Plural-Forms"] = f"nplurals={count}; plural={expression};"
    required = _one_per_text(messages)
    merged = _merge(read, required, language)
    comments = [f"# {comment}".rstrip() for comment in old_header.comments] if old_header else []
    blocks = [_block("", None, [_header_text(header)], comments)]
    blocks += [_merged_block(merged[message.text], message, count) for message in required]
    blocks += [_obsolete_block(old, count) for old in merged.obsolete.values() if any(_strings(old))]
    return _join(blocks)


def status(catalogue: Catalogue, messages: Iterable[Message]) -> Status:
    """Count the messages that are translated, stale and missing."""
    required = _one_per_text(messages)
    stale = translated = 0
    for message in required:
        entry = catalogue.entries.get(message.text)
        if entry is None or not any(entry.strings):
            continue
        if entry.is_fuzzy:
            stale += 1
        elif message.plural is None or _has_all_forms(entry, message, catalogue):
            translated += 1
    missing = len(required) - translated - stale
    return Status(len(required), translated, stale, missing)


def _has_all_forms(entry: PoEntry, message: Message, catalogue: Catalogue) -> bool:
    forms = entry.strings[: catalogue.plural_count]
    return entry.plural == message.plural and len(forms) == catalogue.plural_count and all(forms)


def _one_per_text(messages: Iterable[Message]) -> list[Message]:
    """Collect messages; a text both with and without a plural becomes the one with the plural, as in gettext."""
    merged: dict[str, Message] = {}
    for message in collect(messages):
        earlier = merged.get(message.text)
        if earlier is None:
            merged[message.text] = message
            continue
        places = tuple(sorted({*earlier.places, *message.places}))
        notes = dict.fromkeys(note for note in (earlier.note, message.note) if note)
        plural = message.plural if earlier.plural is None else earlier.plural
        merged[message.text] = Message(message.text, plural, places, "\n".join(notes))
    return list(merged.values())


def _merge(read: Sequence[PoEntry], required: Sequence[Message], language: str) -> Catalog:
    from babel.messages.catalog import Catalog

    texts = {message.text for message in required}
    catalog = Catalog(locale=language.replace("-", "_"))
    for entry in read:
        text = entry.text.strip()
        if not text:
            continue
        is_revived = entry.is_obsolete and text in texts and entry.context is None
        if entry.is_obsolete and not is_revived:
            catalog.obsolete[text if entry.context is None else (text, entry.context)] = _as_babel(entry)
        elif not (is_revived and text in catalog):
            catalog[text] = _as_babel(entry)
    entries = {_first(message.id): message for message in catalog if message.id}
    former = {entry.text.strip(): entry.previous for entry in read if entry.is_fuzzy and entry.previous}
    template = Catalog()
    for message in required:
        template.add(message.text if message.plural is None else (message.text, message.plural))
    catalog.update(template)
    for merged in catalog:
        if merged.id:
            text, source = _first(merged.id), merged.previous_id[0] if merged.previous_id else ""
            if source in entries and text not in entries and not _is_like(former.get(source, source), text):
                _withdraw(merged)
                if source not in texts:
                    catalog.obsolete[source] = entries[source]
            _settle(merged, former)
    return catalog


def _withdraw(message: MergedMessage) -> None:
    """Remove the translation that Babel proposes for a message."""
    message.string = "" if isinstance(message.id, str) else tuple("" for _ in _strings(message))
    message.user_comments = []
    message.flags.clear()
    message.previous_id = []


def _is_like(former: str, text: str) -> bool:
    """Whether the translation of a former text may be proposed for a text."""
    if former == text:
        return True
    likeness = SequenceMatcher(None, former, text, autojunk=False).ratio()
    return len(words_of(text)) >= MIN_WORDS and likeness >= MIN_LIKENESS


def _as_babel(entry: PoEntry) -> MergedMessage:
    """An entry for Babel to merge, without the former texts that some tools leave behind as comments."""
    from babel.messages.catalog import Message as BabelMessage

    identity = entry.text.strip() if entry.plural is None else (entry.text.strip(), entry.plural.strip())
    return BabelMessage(
        identity,
        entry.strings[0] if entry.plural is None else entry.strings,
        flags=entry.flags,
        user_comments=[comment for comment in entry.comments if not comment.lstrip().startswith("|")],
        context=entry.context,
    )


def _settle(message: MergedMessage, former: Mapping[str, str]) -> None:
    """Make the fuzzy mark and the former text of a merged message agree."""
    text = _first(message.id)
    if not any(_strings(message)):
        message.flags.discard("fuzzy")
    if "fuzzy" not in message.flags:
        message.previous_id = []
        return
    source = message.previous_id[0] if message.previous_id else text
    original = former.get(source, message.previous_id[0] if message.previous_id else "")
    message.previous_id = [original] if original else []
    if original == text:
        message.flags.discard("fuzzy")
        message.previous_id = []


def _first(identity: str | list[str] | tuple[str, ...]) -> str:
    return identity if isinstance(identity, str) else identity[0]


def _strings(message: MergedMessage) -> list[str]:
    string = message.string
    return [string or ""] if isinstance(string, str) or string is None else list(string)


def _header(old: Mapping[str, str], project: str) -> dict[str, str]:
    header = {"Project-Id-Version": project} | dict(old)
    header["MIME-Version"] = "1.0"
    header["Content-Type"] = "text/plain; charset=UTF-8"
    header["Content-Transfer-Encoding"] = "8bit"
    return header


def _header_text(header: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}".rstrip() + "\n" for name, value in header.items())


def _message_block(message: Message) -> str:
    strings = [""] if message.plural is None else ["", ""]
    return _block(message.text, message.plural, strings, _source_comments(message))


def _merged_block(merged: MergedMessage, message: Message, count: int) -> str:
    from babel.messages.pofile import normalize

    comments = [f"# {comment}".rstrip() for comment in merged.user_comments] + _source_comments(message)
    if flags := sorted(merged.flags - _BABEL_FLAGS):
        comments.append(f"#, {', '.join(flags)}")
    for previous in merged.previous_id:
        comments += [f"#| {line}" for line in f"msgid {normalize(previous, width=_WIDTH - 3)}".splitlines()]
    strings = _strings(merged)
    if message.plural is not None:
        strings = (strings + [""] * count)[:count]
    return _block(message.text, message.plural, strings, comments)


def _obsolete_block(old: MergedMessage, count: int) -> str:
    strings = _strings(old)
    plural = None if isinstance(old.id, str) else old.id[1]
    if plural is not None:
        strings = (strings + [""] * count)[:count]
    comments = [f"# {comment}".rstrip() for comment in old.user_comments]
    if "fuzzy" in old.flags:
        comments.append("#, fuzzy")
    return _block(_first(old.id), plural, strings, comments, prefix="#~ ", context=old.context)


def _source_comments(message: Message) -> list[str]:
    notes = [f"#. {line}".rstrip() for line in message.note.splitlines()]
    return notes + list(dict.fromkeys(f"#: {_location(place)}" for place in message.places))


def _location(place: Place) -> str:
    """A place as ``#:`` has it; a file with spaces stands between isolating characters, as in gettext."""
    file = f"\u2068{place.file}\u2069" if " " in place.file else place.file
    return f"{file}:{place.line}" if place.line else file


def _block(
    text: str,
    plural: str | None,
    strings: Sequence[str],
    comments: Iterable[str] = (),
    *,
    prefix: str = "",
    context: str | None = None,
) -> str:
    lines = list(comments)
    for keyword, value in _keywords(text, plural, strings, context):
        lines.append(f"{prefix}{keyword} {_wrapped(value, prefix)}")
    return "\n".join(lines) + "\n"


def _keywords(text: str, plural: str | None, strings: Sequence[str], context: str | None) -> Iterator[tuple[str, str]]:
    if context is not None:
        yield "msgctxt", context
    yield "msgid", text
    if plural is None:
        yield "msgstr", strings[0]
        return
    yield "msgid_plural", plural
    for index, string in enumerate(strings):
        yield f"msgstr[{index}]", string


def _wrapped(value: str, prefix: str) -> str:
    from babel.messages.pofile import normalize

    return normalize(value, prefix=prefix, width=_WIDTH)


def _join(blocks: Iterable[str]) -> bytes:
    return "\n".join(blocks).encode()
