"""data/<game>/locale/<language>.po → a Catalogue of translations; and the messages that it translates.

A message is identified by its text without white space at the ends and, if an entry has one, by the context in which
the text is used. A lookup puts the white space back, so neither translators nor templates can lose the space between
two parts of a sentence.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import NamedTuple

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostic, Diagnostics, Mistake, Place, nearest
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project.files import Files
from pnp.project.game import Game
from pnp.project.tree import Map, Seq
from pnp.text.numbers import base_language, script_of
from pnp.text.po_reader import NUMBERS_TRIED, PluralRule, PoEntry, gettext_plural_rule, read_entries, read_plural_rule
from pnp.workers.activity import activity

NAMES_CONTEXT = "examples.seats"
"""The context of players' names in worked examples, which need no translation."""


FULL_WIDTH = frozenset({"Jpan", "Hans", "Hant", "Hani", "Kore"})
"""Scripts whose characters are about as wide as they are high."""


class Room(NamedTuple):
    """The room for a text that is set in one line.

    Attributes:
        characters: About how many characters of English fit at the smallest size.
        width: Its width, mm.
        size: The smallest type size, pt.
        of_languages: How many characters fit in languages with other scripts, by language code.
    """

    characters: int
    width: int
    size: float
    of_languages: tuple[tuple[str, int], ...] = ()

    def describe(self, language: str = "") -> str:
        """Describe the room to translators into a language; without a language, in letters of English."""
        characters = dict(self.of_languages).get(language, self.characters)
        kind = "full-width characters" if language and script_of(language) in FULL_WIDTH else "characters"
        return f"room: one line, about {characters} {kind} ({self.width} mm at {self.size:g} pt)"


@frozen_dataclass(slots=True)
class Message:
    """A text that has to be translated.

    Attributes:
        text: In the source language, as written.
        plural: The text for several things, if it depends on a number.
        places: Where it is in data and templates.
        note: A note for translators; may be empty.
        contexts: What it is used as, such as cards.name: the contexts that its entries may have. A message that is just
            listed has one; a collected message has those of all its places.
        context: The context of its entry; None for the entry without a context, which translates all other places.
        language: The only language in which it is printed; "" for all languages. Collected messages have none.
        room: The least room of any place at which it is set in one line; None if it may have several lines, or is not
            measured.
        values: Each placeholder with its value, for translators.
        numbers: The values that are numbers in words, by their whole entry in the list of values.
    """

    text: str
    plural: str | None = None
    places: tuple[Place, ...] = ()
    note: str = ""
    contexts: tuple[str, ...] = ()
    context: str | None = None
    language: str = ""
    room: Room | None = None
    values: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()

    @property
    def is_name(self) -> bool:
        """Whether it is only a player's name, which is printed as it is if it has no translation."""
        return set(self.contexts) == {NAMES_CONTEXT}

    @property
    def is_played(self) -> bool:
        """Whether it is never printed: it is only seen on the play page, in traces and in reports."""
        return bool(self.contexts) and all(context.startswith(("play.", "report.")) for context in self.contexts)


@frozen_dataclass(eq=False)
class Catalogue:
    """The translations into one language.

    Attributes:
        file: The PO file it was read from.
        entries: The entries without a context, by stripped text, without obsolete ones.
        plural_count: How many plural forms the language has.
        plural_rule: Returns which form a number takes.
        all_entries: Everything in the file in its order, including the header.
        in_context: The entries with a context, by stripped text and context.
        plural_contexts: The contexts of entries with plural forms.
        columns: The columns of tables that hold translations, by the context of the field that they translate.
        column_entries: The translations in these columns, each at its cell; they are not in the file.
    """

    language: str
    file: str
    entries: Mapping[str, PoEntry]
    plural_count: int
    plural_rule: PluralRule
    all_entries: tuple[PoEntry, ...] = ()
    in_context: Mapping[tuple[str, str], PoEntry] = field(default_factory=dict)
    plural_contexts: frozenset[str] = frozenset()
    columns: Mapping[str, str] = field(default_factory=dict)
    column_entries: tuple[PoEntry, ...] = ()

    def entry(self, text: str, context: str = "") -> PoEntry | None:
        """Return the entry for a text in a context: the entry with that context, or else the one without."""
        key = text.strip()
        return self.in_context.get((key, context)) or self.entries.get(key)

    def entry_of(self, message: Message) -> PoEntry | None:
        """Return the entry of a message that ``divide`` returned."""
        if message.context is None:
            return self.entries.get(message.text)
        return self.in_context.get((message.text, message.context))

    @cached_property
    def by_translation(self) -> Mapping[str, PoEntry]:
        """The entries by translation; if several have the same translation, the first."""
        entries: dict[str, PoEntry] = {}
        for entry in (*self.column_entries, *self.all_entries):
            if entry.text and not entry.is_obsolete:
                for string in filter(None, entry.strings):
                    entries.setdefault(_shown(string.strip()), entry)
        return entries

    def place_of_slip(self, translation: str) -> Place | None:
        """Return where a translation has an expression that its source lacks.

        Return None if there is none, or it is no translation.
        """
        entry = self.by_translation.get(translation.strip())
        return entry.place_of_slip(translation) if entry else None

    def divide(self, messages: Iterable[Message]) -> list[Message]:
        """Collect messages so that each has exactly one entry."""
        return divide(messages, self.in_context)

    def entries_of(self, messages: Iterable[Message]) -> list[PoEntry]:
        """Return the entries that translate some messages, each once."""
        return list(dict.fromkeys(filter(None, map(self.entry_of, self.divide(messages)))))

    def only_number(self, form: int) -> int | None:
        """Return the number for which a plural form is used; None if it is used for several numbers, or for none.

        As in gettext, a form that is used for 0 and one other number may be written for the other one: *une carte*.
        """
        numbers = [n for n in NUMBERS_TRIED if self.plural_rule(n) == form]
        return numbers[-1] if numbers and numbers in (numbers[-1:], [0, *numbers[-1:]]) else None

    def is_taken(self, form: int) -> bool:
        """Whether a whole number takes a plural form; the fourth of CLDR in Polish and Russian is for fractions."""
        return any(self.plural_rule(n) == form for n in (*NUMBERS_TRIED, 1_000_000))

    def is_translated(self, entry: PoEntry) -> bool:
        """Whether an entry has a translation in each form that a whole number takes."""
        strings = entry.strings
        return all(strings) or (
            any(strings) and all(string or not self.is_taken(form) for form, string in enumerate(strings))
        )

    def sample_of(self, form: int) -> str:
        """Return the first numbers for which a plural form is used, such as 2, 3, 4, 22, … for the second."""
        numbers = [n for n in NUMBERS_TRIED if self.plural_rule(n) == form][:4]
        return ", ".join(map(str, numbers)) + (", …" if len(numbers) == 4 else "")

    def get(self, text: str, context: str = "") -> str | None:
        """Return the translation, with the white space at the ends of the text.

        Return None if it is missing, empty or fuzzy.
        """
        return _form(self.entry(text, context), text, 0)

    def get_plural(self, singular: str, plural: str, n: int, context: str = "") -> str | None:
        """Return the translation for n things by the language's plural rule.

        Return None if that form is missing, empty or fuzzy.
        """
        entry = self.entry(singular, context)
        if entry is None or entry.plural is None or entry.plural != plural.strip():
            return None
        return _form(entry, singular, self.plural_rule(abs(n)))


def _shown(translation: str) -> str:
    """Return a translation without the forms that it writes behind strokes, which it then knows."""
    if "|" not in translation:
        return translation
    from pnp.text.inflection import inflected  # for few languages

    return inflected(translation)


def _form(entry: PoEntry | None, text: str, index: int) -> str | None:
    if entry is None or entry.is_fuzzy or index >= len(entry.strings) or not entry.strings[index]:
        return None
    key, translation = text.strip(), _shown(entry.strings[index])
    if len(key) == len(text):
        return translation
    start = text.index(key)
    return text[:start] + translation + text[start + len(key) :]


def divide(messages: Iterable[Message], own: Container[tuple[str, str]]) -> list[Message]:
    """Collect messages by text and context. Each place whose context has its own entry gets a message of its own.

    All other places of a text share a message without a context, if there are any.

    Args:
        messages: Uncollected messages, each with one context.
        own: The stripped texts and contexts that have their own entry.
    """
    return collect(
        replace(message, context=message.contexts[0])
        if message.contexts and (message.text.strip(), message.contexts[0]) in own
        else message
        for message in messages
    )


def collect(messages: Iterable[Message]) -> list[Message]:
    """Merge messages with the same text, plural and context, in order of first appearance.

    Their places are joined and sorted, and different notes are put below one another. Blank texts are left out.
    """
    merged: dict[tuple[str, str | None, str | None], list[Message]] = {}
    for message in messages:
        text = message.text.strip()
        if text:
            plural = None if message.plural is None else message.plural.strip()
            merged.setdefault((text, plural, message.context), []).append(message)
    return [
        Message(
            text,
            plural,
            tuple(sorted({place for message in same for place in message.places})),
            "\n".join(dict.fromkeys(message.note for message in same if message.note)),
            tuple(dict.fromkeys(context for message in same for context in message.contexts)),
            context,
            room=min((message.room for message in same if message.room), default=None),
            values=tuple(dict.fromkeys(value for message in same for value in message.values)),
            numbers=tuple(dict.fromkeys(number for message in same for number in message.numbers)),
        )
        for (text, plural, context), same in merged.items()
    ]


def read_catalogue(content: str, file: str, language: str, diagnostics: Diagnostics) -> Catalogue:
    """Read the text of a PO file.

    Faults never stop the reading: a broken entry is left out, and of two entries for one text the first counts.

    Args:
        content: The whole file.
        file: Its path, for the places.
        language: The expected language, such as ``fr`` or ``pt_BR``.
        diagnostics: Receives faults of syntax, duplicate entries, and faults of the header's language and plural rule.
    """
    read = read_entries(content, file, diagnostics)
    header_entry, header = find_header(read)
    place = header_entry.string_place if header_entry else Place(file)
    _check_language(header, language, place, diagnostics)
    plural_count, plural_rule = read_plural_rule(header, language, place, diagnostics)
    entries: dict[str, PoEntry] = {}
    in_context: dict[tuple[str, str], PoEntry] = {}
    for (text, context), entry in index_entries(read, diagnostics).items():
        if context is None:
            entries[text] = entry
        else:
            in_context[text, context] = entry
    plural_contexts = frozenset(context for (_, context), entry in in_context.items() if entry.plural is not None)
    return Catalogue(language, file, entries, plural_count, plural_rule, tuple(read), in_context, plural_contexts)


def find_header(entries: Sequence[PoEntry]) -> tuple[PoEntry | None, dict[str, str]]:
    """Return the header's entry of a catalogue, and the header's values by name, in order."""
    entry = next((entry for entry in entries if not entry.text and entry.context is None), None)
    pairs = (line.partition(":") for line in (entry.strings[0] if entry else "").splitlines())
    return entry, {name.strip(): value.strip() for name, colon, value in pairs if colon}


def intended_context(context: str, contexts: Iterable[str]) -> str | None:
    """Return the context that was probably meant, such as ``cards.name`` by ``name``; None if none is similar."""
    contexts = list(contexts)
    longer = [known for known in contexts if context in known.split(".")]
    return longer[0] if len(longer) == 1 else nearest(context, contexts)


def quoted(text: str, most: int = 60) -> str:
    """Return a text in quotes on one line, for messages, shortened to a number of characters."""
    text = " ".join(text.split())
    return f"“{text}”" if len(text) <= most else f"“{text[: most - 1].rstrip()}…”"


def index_entries(read: Iterable[PoEntry], diagnostics: Diagnostics) -> dict[tuple[str, str | None], PoEntry]:
    """Return the entries in use by stripped text and context; of duplicates the first.

    Args:
        read: All entries of a file.
        diagnostics: Receives duplicate entries.
    """
    entries: dict[tuple[str, str | None], PoEntry] = {}
    for entry in read:
        text = entry.text.strip()
        if not text or entry.is_obsolete:
            continue
        if first := entries.get((text, entry.context)):
            diagnostics.add(_duplicate(entry, first))
            continue
        entries[text, entry.context] = replace(
            entry,
            text=text,
            plural=None if entry.plural is None else entry.plural.strip(),
            strings=tuple(string.strip() for string in entry.strings),
        )
    return entries


def _duplicate(entry: PoEntry, first: PoEntry) -> Diagnostic:
    same = "" if entry.context is None else f" with the context {entry.context}"
    return Diagnostic(
        code=Code.CATALOGUE_DUPLICATE,
        place=entry.place,
        what=f"{quoted(entry.text)} is here a second time{same}; the first is in line {first.place.line}",
        why="only the first is used",
        fix="remove one of the two entries",
    )


def _check_language(header: Mapping[str, str], language: str, place: Place, diagnostics: Diagnostics) -> None:
    declared = header.get("Language", "")
    if declared and base_language(declared) != base_language(language):
        diagnostics.report(
            Code.CATALOGUE_LANGUAGE,
            place,
            what=f"the header says Language: {declared}, the file is used for {language}",
            why="its translations and plural forms may be those of another language",
            fix=f"write Language: {language}, or put the right file here",
        )


def catalogue_path(game: str, language: str, files: Files | None = None) -> str:
    """Return the path of a game's translations into a language.

    Args:
        game: The game's name.
        language: A code such as fr or pt_BR.
        files: The project. Its file may have another spelling: pt-BR.po, as Weblate and Crowdin write it.
    """
    folder = f"data/{game}/locale"
    usual = f"{folder}/{language}.po"
    if files is None or files.exists(usual):
        return usual
    wanted = f"{language}.po".casefold()
    names = (name for name in files.names(folder) if name.replace("-", "_").casefold() == wanted)
    return next((f"{folder}/{name}" for name in names), usual)


def load_catalogue(files: Files, game: Game, language: str, diagnostics: Diagnostics) -> Catalogue | None:
    """Return the translations of a game into a language; None if there is no readable file.

    Args:
        files: The project.
        game: The game.
        language: One of its languages except the first.
        diagnostics: Receives the faults of the file.
    """
    path = catalogue_path(game.name, language, files)
    languages = game.source.get("languages")
    index = list(game.head.languages).index(language)
    reference = languages.place_of(index) if isinstance(languages, Seq) else game.source.place
    columns = column_contexts(game, language)
    if not files.exists(path) and not columns:
        try:
            gettext_plural_rule(language)
        except Mistake as mistake:
            diagnostics.report(Code.LANGUAGE_UNKNOWN, reference, what=mistake.what, fix=mistake.fix)
            return None
        what = f"{game.head.title} has no translation into {language}: no file {path}"
        fix = f"run pnp i18n update {game.name} --lang {language} and translate the file"
        diagnostics.report(Code.CATALOGUE_MISSING, reference, what=what, fix=fix)
        return None
    with diagnostics.catch_faults():
        text = files.text(path, reference) if files.exists(path) else ""
        with activity(path, Place(path)):
            catalogue = read_catalogue(text, path, language, diagnostics)
        if columns:
            entries = read_columns(files, game, language, diagnostics)
            in_context = {**catalogue.in_context, **entries}
            own = tuple(entries.values())
            catalogue = replace(catalogue, in_context=in_context, columns=columns, column_entries=own)
        return catalogue
    return None


def field_context(deck: str, field: str) -> str:
    """Return the context of a field of cards: cards.name."""
    return f"{deck}.{field}"


def column_contexts(game: Game, language: str) -> dict[str, str]:
    """Return the columns of tables that hold translations into a language, by context: {cards.name: name_fr}."""
    decks = {**game.decks, **game.extras}.values()
    return {
        field_context(deck.name, name): column
        for deck in decks
        for name, column in deck.translated_in.get(language, {}).items()
    }


def column_cells(game: Game, language: str) -> Iterator[tuple[tuple[str, str], Map, str, str]]:
    """Yield each text that a column translates, with its context, and its row, field and column of translations."""
    for deck in {**game.decks, **game.extras}.values():
        for name, column in deck.translated_in.get(language, {}).items():
            for card in deck.cards:
                text = card.values.get(name)
                if isinstance(text, str) and text.strip():
                    yield (text.strip(), field_context(deck.name, name)), card.source, name, column


def read_columns(files: Files, game: Game, language: str, diagnostics: Diagnostics) -> dict[tuple[str, str], PoEntry]:
    """Return the translations in the columns of tables by text and context, each at its cell; stale ones are fuzzy."""
    from pnp.text.column_record import read_record, with_stale  # for games with such columns

    entries: dict[tuple[str, str], PoEntry] = {}
    cells: dict[tuple[str, str], set[Place]] = {}
    for key, row, _, column in column_cells(game, language):
        translation = (row.cells.get(column) or str(row.get(column) or "")).strip()
        if not translation:
            continue
        place = row.place_of(column)
        entry = PoEntry(key[0], None, (translation,), place, place, key[1])
        first = entries.setdefault(key, entry)
        if first.strings == entry.strings:
            cells.setdefault(key, set()).add(place)
        elif first.place != place:
            what = f"{quoted(key[0])} is translated in two ways, here and in line {first.place.line}"
            why, fix = "the first is used for both", "write the same translation; or make the texts differ"
            diagnostics.report(Code.CATALOGUE_DUPLICATE, place, what=what, why=why, fix=fix)
    record = read_record(files, game.name, language, diagnostics)
    return with_stale(entries, {key: len(places) for key, places in cells.items()}, record)


def empty_catalogue(game: Game, language: str) -> Catalogue:
    """Return a catalogue without translations, for drafts in a language without a file."""
    return read_catalogue("", catalogue_path(game.name, language), language, Diagnostics())
