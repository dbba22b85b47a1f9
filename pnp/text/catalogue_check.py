"""A catalogue and the messages of its game → diagnostics for translations that are missing, stale, unused or broken."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Place, counted, nearest, suggest
from pnp.core.markup import single_braces
from pnp.text.catalogue import Catalogue, Message, intended_context, quoted
from pnp.text.placeholders import (
    CLOSING,
    NUMBER,
    PRINTED_MARKS,
    PRINTED_MARKS_FIX,
    count_links,
    find_expressions,
    has_balanced_emphasis,
    has_printed_emphasis,
    placeholder_order,
    placeholders,
    printed_stars,
    quoted_plurals,
    unclosed_expression,
)
from pnp.text.po_reader import PoEntry

_MOST_COMPARED = 20_000
_MOST_EXAMPLES = 3
_MOST_SINGLE = 5
"""At most this many missing translations are reported one by one; more, as in a new catalogue, become one
diagnostic."""


def check_catalogue(catalogue: Catalogue, messages: Iterable[Message], diagnostics: Diagnostics) -> None:
    """Compare a catalogue with the messages of the game.

    Args:
        catalogue: The catalogue as it was read, with or without faults.
        messages: All messages that must be translated, uncollected.
        diagnostics: Receives missing, stale and unused translations, contexts that a text does not have, incomplete
            plurals, and differences in placeholders and markup. A missing translation is reported at the text,
            everything else in the PO file.
    """
    messages = list(messages)
    required = catalogue.divide(messages)
    contexts: dict[str, dict[str, None]] = {}
    for message in messages:
        contexts.setdefault(message.text.strip(), {}).update(dict.fromkeys(message.contexts))
    unused = [entry for entry in _in_use(catalogue) if entry.text not in contexts]
    misplaced = [entry for entry in _in_use(catalogue) if _is_misplaced(entry, contexts)]
    misplaced_texts = {entry.text for entry in misplaced}
    texts = [message for message in required if not message.is_played and message.text not in misplaced_texts]
    _report_missing(texts, catalogue, [entry.text for entry in unused], diagnostics)
    for message in required:
        if entry := catalogue.entry_of(message):
            _check_entry(entry, message, catalogue, diagnostics)
    for context in dict.fromkeys(entry.context for entry in misplaced):
        diagnostics.add(_misplaced([entry for entry in misplaced if entry.context == context], contexts))
    if unused:
        diagnostics.add(_unused(unused))


def check_played(catalogue: Catalogue, messages: Iterable[Message], diagnostics: Diagnostics) -> None:
    """Report missing translations of words that are not printed, but seen at tables, in traces and reports."""
    _report_missing(
        [message for message in catalogue.divide(messages) if message.is_played], catalogue, [], diagnostics
    )


def _report_missing(
    messages: Iterable[Message], catalogue: Catalogue, unused: list[str], diagnostics: Diagnostics
) -> None:
    """Report messages without a translation, one by one or all at once, with the unused entry that may be theirs."""
    texts = [message for message in messages if not message.is_name]
    missing = [message for message in texts if catalogue.entry_of(message) is None]
    hints = unused if len(missing) * len(unused) <= _MOST_COMPARED else []
    is_readable = not any(entry.is_broken for entry in catalogue.all_entries)
    empty = [message for message in texts if _is_empty(catalogue.entry_of(message))]
    lacking = [*(missing if is_readable else ()), *empty]
    in_columns = [message for message in lacking if _column_of(message, catalogue)]
    others = [message for message in lacking if message not in in_columns]
    for group, together in ((in_columns, _many_in_columns), (others, _many_missing)):
        if len(group) > _MOST_SINGLE:
            diagnostics.add(together(group, catalogue))
        else:
            for message in group:
                diagnostics.add(_missing(message, catalogue, [] if message in empty else hints))


def _check_entry(entry: PoEntry, message: Message, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    if entry.is_broken or _is_empty(entry):
        return
    if entry.is_fuzzy:
        diagnostics.add(_stale(entry, catalogue))
    elif (unclosed := next(filter(None, map(unclosed_expression, entry.strings)), "")) and not unclosed_expression(
        entry.text
    ):
        diagnostics.report(
            Code.PLACEHOLDER_CHANGED,
            entry.place_of(unclosed),
            what=f"{quoted(unclosed)} is not closed",
            why=f"the source text is {quoted(entry.text)}",
            fix=f"close it with {CLOSING[unclosed[:2]]}",
        )
    else:
        for check in ENTRY_CHECKS:
            check(entry, message, catalogue, diagnostics)


def _is_empty(entry: PoEntry | None) -> bool:
    return entry is not None and not entry.is_broken and not any(entry.strings)


def _check_name_forms(entry: PoEntry, message: Message, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    """Report strokes of a translation that are meant for forms of a name, but would be printed."""
    for string in entry.strings:
        written = string
        for expression in find_expressions(string):
            written = written.replace(string[expression.start : expression.end], "")
        if "|" not in written or "|" in entry.text:
            continue
        from pnp.text.inflection import no_form
        from pnp.text.mentions import MENTION

        if "|" not in MENTION.sub("", written):
            continue

        if part := no_form(string):
            what = f"{quoted(part)} behind a stroke is no form of {quoted(entry.text)}, so it would be printed"
            fix = "write m, f or n for the gender, and a case with a colon: gen: …"
            diagnostics.report(Code.TRANSLATION_FORM, entry.place_of(part), what=what, fix=fix)


def _check_plural_forms(entry: PoEntry, message: Message, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    if message.plural is None:
        return
    if entry.plural != message.plural:
        what = f"{quoted(message.text)} depends on a number here, but its translation does not"
        if entry.plural is not None:
            what = f"the plural of {quoted(message.text)} is now {quoted(message.plural)}"
        diagnostics.report(
            Code.PLURAL_MISSING, entry.place, what=what, fix="run pnp i18n update, then translate each form"
        )
        return
    strings = entry.strings + ("",) * (catalogue.plural_count - len(entry.strings))
    for index, string in enumerate(strings[: catalogue.plural_count]):
        if not string and catalogue.is_taken(index):
            sample = catalogue.sample_of(index)
            diagnostics.report(
                Code.PLURAL_MISSING,
                entry.string_place,
                what=f"{quoted(message.text)} has no plural form {index} in {catalogue.language}",
                why=f"it is the form for {sample}" if sample else "",
                fix=f"fill in msgstr[{index}]",
            )


def _check_placeholders(entry: PoEntry, _message: Message, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    in_singular = placeholders(entry.text)
    in_plural = in_singular if entry.plural is None else placeholders(entry.plural)
    for index, string in enumerate(entry.strings):
        needed, why = in_plural, f"the source text is {quoted(entry.text)}"
        if entry.plural is not None and catalogue.only_number(index) is not None:
            needed = in_singular & in_plural - {NUMBER}
        elif entry.plural is not None:
            why = f"form {index} is for {catalogue.sample_of(index)}"
        if string and (entry.plural is None or catalogue.is_taken(index)):
            _compare_placeholders(entry, string, needed, in_singular | in_plural, why, diagnostics)


def _compare_placeholders(
    entry: PoEntry,
    string: str,
    needed: frozenset[str],
    allowed: frozenset[str],
    why: str,
    diagnostics: Diagnostics,
) -> None:
    used = placeholders(string)
    lost = sorted(needed - used)
    spellings = {name: string[start:end] for name, start, end in placeholder_order(string)[::-1]}
    extras = sorted(used - allowed)
    is_one = len(extras) == len(lost) == 1 and extras[0][:2] == lost[0][:2]
    for extra in extras:
        intended = lost[0] if is_one else nearest(extra, lost)
        if intended:
            lost.remove(intended)
        diagnostics.report(
            Code.PLACEHOLDER_CHANGED,
            entry.place_of(spellings.get(extra, extra)),
            what=f"{extra} is not in the source text" + (f", {intended} is" if intended else ""),
            why=f"the source text is {quoted(entry.text)}",
            fix=f"write {intended}" if intended else (suggest(extra, allowed) if allowed else f"remove {extra}"),
        )
    for placeholder in lost:
        diagnostics.report(
            Code.PLACEHOLDER_LOST,
            entry.place_of(single_braces(string)),
            what=f"{placeholder} is missing from the translation",
            why=why,
            fix=f"put {placeholder} where it belongs in the translation",
        )


def _check_plural_texts(entry: PoEntry, _message: Message, _catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    """Report calls of ngettext whose texts differ from the source, by which their translations are looked up."""
    expected = sorted(_spelt(*texts) for texts in quoted_plurals(entry.text))
    for string in entry.strings if expected else ():
        for call in sorted({_spelt(*texts) for texts in quoted_plurals(string)}.difference(expected)):
            intended = nearest(call, expected) or expected[0]
            diagnostics.report(
                Code.PLACEHOLDER_CHANGED,
                entry.place_of("ngettext"),
                what=f"{call} is not in the source text, {intended} is",
                why="its two texts are the name of an entry of their own, which has the translation",
                fix=f"write {intended}",
            )


def _spelt(singular: str, plural: str) -> str:
    return f"ngettext('{singular}', '{plural}', …)"


def _check_markup(entry: PoEntry, _message: Message, _catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    sources = [entry.text] if entry.plural is None else [entry.text, entry.plural]
    link_counts = {count_links(source) for source in sources}
    for string in filter(None, entry.strings):
        links = count_links(string)
        if links not in link_counts:
            diagnostics.report(
                Code.PLACEHOLDER_LOST if links < min(link_counts) else Code.PLACEHOLDER_CHANGED,
                entry.string_place,
                what=f"the translation has {links} link targets, the source text has {max(link_counts)}",
                why=f"the source text is {quoted(entry.text)}",
                fix="keep each [text](target) of the source text",
            )
        if all(has_balanced_emphasis(source) for source in sources) and not has_balanced_emphasis(string):
            diagnostics.report(
                Code.MARKUP_CHANGED,
                entry.place_of(printed_stars(string)),
                what=f"a * or ** has no partner in {quoted(string)}",
                why="the asterisk would be printed, or what follows set bold or italic",
                fix=r"close it, or write \* for a printed asterisk",
            )
        elif has_printed_emphasis(string) and not any(map(has_printed_emphasis, sources)):
            what = f"{PRINTED_MARKS} in {quoted(string)}"
            place = entry.place_of(printed_stars(string))
            diagnostics.report(Code.MARKUP_CHANGED, place, what=what, fix=PRINTED_MARKS_FIX)


EntryCheck = Callable[[PoEntry, Message, Catalogue, Diagnostics], None]
ENTRY_CHECKS: tuple[EntryCheck, ...] = (
    _check_name_forms,
    _check_plural_forms,
    _check_placeholders,
    _check_plural_texts,
    _check_markup,
)
"""The checks of each translation that is neither missing nor fuzzy."""


def _missing(message: Message, catalogue: Catalogue, unused: list[str]) -> Diagnostic:
    former, entry = nearest(message.text, unused), catalogue.entry_of(message)
    column = _column_of(message, catalogue)
    is_divided = any(text == message.text for text, _ in catalogue.in_context)
    used_as = f" as {_listed(message.contexts)}" if is_divided else ""
    return Diagnostic(
        code=Code.TRANSLATION_MISSING,
        place=message.places[0] if message.places else Place(catalogue.file),
        what=f"{quoted(message.text)} has no translation into {catalogue.language}{used_as}",
        why=f"the catalogue still has {quoted(former)}, which it may have replaced" if former else "",
        fix=f"fill in the cell of the column {column} in line {message.places[0].line}"
        if column
        else f"translate it in {entry.string_place}"
        if entry
        else f"run pnp i18n update, then translate it in {catalogue.file}",
    )


def _column_of(message: Message, catalogue: Catalogue) -> str:
    """Return the column of a table that lacks a translation; "" for a text that the PO file translates."""
    columns = {catalogue.columns.get(context, "") for context in message.contexts}
    return columns.pop() if len(columns) == 1 and message.plural is None else ""


def _many_in_columns(messages: Sequence[Message], catalogue: Catalogue) -> Diagnostic:
    examples = ", ".join(quoted(message.text, 30) for message in messages[:_MOST_EXAMPLES])
    columns = _listed(dict.fromkeys(_column_of(message, catalogue) for message in messages))
    return Diagnostic(
        code=Code.TRANSLATION_MISSING,
        place=messages[0].places[0],
        what=f"{catalogue.language}: {len(messages):,} texts have no translation: {examples}, …",
        fix=f"fill in the empty cells of {columns}",
    )


def _many_missing(messages: Sequence[Message], catalogue: Catalogue) -> Diagnostic:
    examples = ", ".join(quoted(message.text, 30) for message in messages[:_MOST_EXAMPLES])
    return Diagnostic(
        code=Code.TRANSLATION_MISSING,
        place=Place(catalogue.file),
        what=f"{catalogue.language}: {len(messages):,} texts have no translation: {examples}, …",
        fix=f"run pnp i18n update, then translate them in {catalogue.file}; pnp i18n status counts those that are left",
    )


def _stale(entry: PoEntry, catalogue: Catalogue) -> Diagnostic:
    if entry.place.file != catalogue.file:
        was_for = quoted(entry.previous) if entry.previous else "another text"
        return Diagnostic(
            code=Code.TRANSLATION_STALE,
            place=entry.string_place,
            what=f"the translation of {quoted(entry.text)} was made for {was_for}",
            fix=f"correct the cell; if it is right as it is, run pnp i18n update --lang {catalogue.language} --accept",
        )
    return Diagnostic(
        code=Code.TRANSLATION_STALE,
        place=entry.string_place,
        what=f"the translation of {quoted(entry.text)} is marked fuzzy",
        why=f"it was made for {quoted(entry.previous)}"
        if entry.previous
        else "its text has changed since, or a translator has marked it as in need of work",
        fix="correct the translation and remove the fuzzy mark",
    )


def _unused(entries: list[PoEntry]) -> Diagnostic:
    examples = ", ".join(quoted(entry.text, 30) for entry in entries[:_MOST_EXAMPLES])
    count = counted(len(entries), "translation is", "translations are")
    return Diagnostic(
        code=Code.TRANSLATION_UNUSED,
        place=entries[0].place,
        what=f"{count} no longer used: {examples}{', …' if len(entries) > _MOST_EXAMPLES else ''}",
        fix="run pnp i18n update, which keeps them at the end of the file as obsolete",
    )


def _is_misplaced(entry: PoEntry, contexts: Mapping[str, Collection[str]]) -> bool:
    """Whether an entry has a context that its text has at no place."""
    return entry.context is not None and entry.text in contexts and entry.context not in contexts[entry.text]


def _misplaced(entries: Sequence[PoEntry], contexts: Mapping[str, Collection[str]]) -> Diagnostic:
    """Return the diagnostic for entries with the same context, which their texts do not have."""
    first = entries[0]
    known = contexts[first.text]
    assert first.context is not None
    intended = intended_context(first.context, known)
    fix = f"write {intended}" if intended else suggest(first.context, known)
    more = f", and so has {counted(len(entries) - 1, 'more entry', 'more entries')}" if len(entries) > 1 else ""
    return Diagnostic(
        code=Code.CONTEXT_UNKNOWN,
        place=first.context_place or first.place,
        what=f"{quoted(first.text)} has an entry with the context {first.context}, which no place of it has{more}",
        why=f"it is used as {_listed(known)}",
        fix=f"{fix}; or remove the msgctxt for one translation in all places",
    )


def _listed(contexts: Collection[str]) -> str:
    return " and ".join(filter(None, (", ".join(list(contexts)[:-1]), *list(contexts)[-1:])))


def _in_use(catalogue: Catalogue) -> Iterator[PoEntry]:
    for entry in catalogue.all_entries:
        if entry.text and not entry.is_obsolete:
            yield replace(entry, text=entry.text.strip())
