"""Mistakes in translations of the games that ship, one at a time → which the checks of translations notice without ties.

    python -m tools.mutation.translations                       12 of each kind in each game in French, drawn by seed 7
    python -m tools.mutation.translations --lang de             the same in German
    python -m tools.mutation.translations --each 0 chili        all of one game

Each mistake changes one entry of a catalogue, or two, in memory: a word becomes its opposite, a negation is lost, English
is left in place, strings change places or are cut, plurals are wrong, words misspelt, icons and values out of order, a
number or a term is another. What is told of catalogues, of words and of spelling counts. No file is written.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

from pnp.checks.translations import check_translations
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.spelling import check_spelling
from pnp.extensions.proofreading.wording import check_wording
from pnp.project.files import Files
from pnp.source_game import SourceGame, read_source_games
from pnp.text.catalogue import Catalogue, load_catalogue
from pnp.text.glossary import Glossary, load_glossary
from pnp.text.placeholders import ICON, find_expressions, without_expressions
from pnp.text.po_reader import PoEntry

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 0.9
FRENCH_OPPOSITES = (
    *(("gauche", "droite"), ("plus haute", "plus basse"), ("plus élevé", "plus bas"), ("plus grand", "plus petit")),
    *(
        ("sens horaire", "sens antihoraire"),
        ("avant", "après"),
        ("doit", "peut"),
        ("gagne", "perd"),
        ("gagné", "perdu"),
    ),
    *(("cachée", "visible"), ("toutes", "aucune"), ("dessus", "dessous"), ("premier", "dernier")),
    *(("première", "dernière"), ("plus proche", "plus éloignée"), ("plus forte", "plus faible")),
    *(("gagnant", "perdant"), ("toujours", "jamais"), ("dans la", "hors de la"), ("même", "autre"), ("juste", "faux")),
    *(("suivante", "précédente"), ("de plus", "de moins")),
)
GERMAN_OPPOSITES = (
    *(("links", "rechts"), ("linken", "rechten"), ("höchste", "niedrigste"), ("höchsten", "niedrigsten")),
    *(("höher", "niedriger"), ("höhere", "niedrigere"), ("im Uhrzeigersinn", "gegen den Uhrzeigersinn")),
    *(("bevor", "nachdem"), ("muss", "darf"), ("müsst", "dürft"), ("gewinnt", "verliert"), ("gewonnen", "verloren")),
    *(("verdeckt", "offen"), ("jede", "keine"), ("oberste", "unterste"), ("oben", "unten"), ("ersten", "letzten")),
    *(("erste", "letzte"), ("nächsten", "vorherigen"), ("immer", "nie"), ("gleiche", "andere"), ("mehr", "weniger")),
    *(("falsch", "richtig"), ("mindestens", "höchstens"), ("Anfang", "Ende")),
)


@dataclass(frozen=True)
class Words:
    """The words of a language that mistakes are made with.

    Attributes:
        denied: Negations; what the first group holds stays.
        nouns: Words that a wrong number is put before.
    """

    opposites: Sequence[tuple[str, str]]
    denied: re.Pattern[str]
    numbers: Sequence[str]
    nouns: Sequence[str]
    three: str


_FIGURES = ("2", "3", "5", "6", "9", "10")
LANGUAGES = {
    "fr": Words(
        FRENCH_OPPOSITES,
        re.compile(r"\b(?:ne |n[’'])((?:\S+ ){1,3}?)(?:pas|jamais|rien|plus) ?|\b(?:sans|aucune?) "),
        ("deux", "trois", "quatre", "cinq", "six", "dix", *_FIGURES),
        (" cartes", " points", " joueurs"),
        "trois",
    ),
    "de": Words(
        GERMAN_OPPOSITES,
        re.compile(r"\b(?:nicht|nie|niemals) |\bk(?=eine?[nmrs]? )()"),
        ("zwei", "drei", "vier", "fünf", "sechs", "zehn", *_FIGURES),
        (" Karten", " Punkte", " Personen"),
        "drei",
    ),
}
_LETTERS = re.compile(r"[^\W\d_]{5,}")

Mistake = tuple[Mapping[str, PoEntry], str]
"""The entries that are changed, by their texts, and what is wrong."""


@dataclass(frozen=True)
class Book:
    """A game and one of its translations."""

    files: Files
    manuscript: SourceGame
    catalogue: Catalogue
    glossary: Glossary

    @property
    def words(self) -> Words:
        return LANGUAGES[self.catalogue.language]

    @property
    def entries(self) -> list[PoEntry]:
        return self.catalogue.entries_of(self.manuscript.messages)


def read_books(games: Sequence[str], language: str = "fr") -> list[Book]:
    """The games with their catalogues and glossaries."""
    files, seen = Files(ROOT), Diagnostics()
    books = []
    for manuscript in read_source_games(files, games, seen):
        catalogue = load_catalogue(files, manuscript.game, language, seen)
        assert catalogue is not None
        books.append(Book(files, manuscript, catalogue, load_glossary(files, manuscript.game, seen)))
    return books


def told(book: Book, changes: Mapping[str, PoEntry]) -> Diagnostics:
    """What is told of a game with some entries changed."""
    catalogue = replace(book.catalogue, entries={**book.catalogue.entries, **changes})
    subject = SimpleNamespace(files=book.files, source_game=book.manuscript, catalogue=catalogue)
    diagnostics = Diagnostics()
    for check in (check_translations, check_wording, check_spelling):
        check(subject, diagnostics)  # type: ignore[arg-type]  # all that these look at
    return diagnostics


# --- mistakes


def changed(entry: PoEntry, translation: str) -> Mistake:
    return {
        entry.text: replace(entry, strings=(translation, *entry.strings[1:]))
    }, f"{entry.text[:60]!r}: {translation[:90]!r}"


def opposites(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        for one, other in [*book.words.opposites, *((b, a) for a, b in book.words.opposites)]:
            for found in re.finditer(rf"(?<![\w’-]){one}(?![\w-])", without_expressions(entry.strings[0], "\0")):
                text = entry.strings[0]
                yield changed(entry, text[: found.start()] + other + text[found.end() :])


def negations(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        for found in book.words.denied.finditer(without_expressions(entry.strings[0], "\0")):
            text = entry.strings[0]
            inner = text[found.start(1) : found.end(1)] if found[1] else ""
            yield changed(entry, text[: found.start()] + inner + text[found.end() :])


def english(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        if (
            entry.plural is None
            and entry.text != entry.strings[0]
            and re.search(r"[^\W\d_]{2}", without_expressions(entry.text))
        ):
            yield changed(entry, entry.text)


def half_english(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        one, other = (re.split(r"(?<=[.!?:]) ", text) for text in (entry.text, entry.strings[0]))
        if len(one) == len(other) > 1 and len(re.findall(r"[^\W\d_]{2,}", without_expressions(one[-1]))) > 2:
            yield changed(entry, " ".join([*other[:-1], one[-1]]))


def swapped(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for one, other in pairwise(entry for entry in book.entries if entry.plural is None):
        if one.strings != other.strings:
            first, second = replace(one, strings=other.strings), replace(other, strings=one.strings)
            yield {one.text: first, other.text: second}, f"{one.text[:50]!r} and {other.text[:50]!r}"


def cut(book: Book, chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        words = entry.strings[0].split(" ")
        if entry.plural is None and len(words) > 4 and "{{" not in entry.strings[0]:
            yield changed(entry, " ".join(words[: chance.randint(len(words) // 3, 2 * len(words) // 3)]))


def plurals(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        if entry.plural is not None:
            one, many = entry.strings
            for strings in ((many, one), (one, one), (many, many)):
                yield {entry.text: replace(entry, strings=strings)}, f"{entry.text!r}: {strings}"


def misspelt(book: Book, chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        words = list(_LETTERS.finditer(ICON.sub("", without_expressions(entry.strings[0], "\0"))))
        words = [word for word in words if entry.strings[0][word.start() : word.end()] == word[0]]
        if words and "{" not in entry.strings[0].split(words[0][0])[0]:
            word = chance.choice(words)
            at = chance.randrange(1, len(word[0]) - 2)
            kind = chance.choice(("swap", "drop", "double"))
            pair = word[0][at : at + 2]
            new = {"swap": pair[::-1], "drop": pair[1:], "double": pair[0] + pair}[kind]
            if new != pair:
                text = entry.strings[0]
                yield changed(entry, text[: word.start()] + word[0][:at] + new + word[0][at + 2 :] + text[word.end() :])


def icons(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        found = list(ICON.finditer(without_expressions(entry.strings[0], "\0")))
        if found:
            yield changed(entry, entry.strings[0][: found[-1].start()] + entry.strings[0][found[-1].end() :])
        for one, other in pairwise(found):
            if one[0] != other[0]:
                yield changed(entry, _exchanged(entry.strings[0], one.span(), other.span()))


def values(book: Book, _chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        text = entry.strings[0]
        for one, other in pairwise(find_expressions(text)):
            if text[one.start : one.end] != text[other.start : other.end]:
                yield changed(entry, _exchanged(text, (one.start, one.end), (other.start, other.end)))


def _exchanged(text: str, one: tuple[int, int], other: tuple[int, int]) -> str:
    first, second = text[slice(*one)], text[slice(*other)]
    return text[: one[0]] + second + text[one[1] : other[0]] + first + text[other[1] :]


def numbers(book: Book, chance: random.Random) -> Iterator[Mistake]:
    for entry in book.entries:
        for word in book.words.numbers:
            for found in re.finditer(rf"(?<![\w{{]){word}(?![\w}}])", without_expressions(entry.strings[0], "\0")):
                other = chance.choice(
                    [one for one in book.words.numbers if one != word and one.isdigit() == word.isdigit()]
                )
                yield changed(entry, entry.strings[0][: found.start()] + other + entry.strings[0][found.end() :])
        for noun in book.words.nouns:
            if noun in entry.strings[0] and "}}" not in entry.strings[0]:
                yield changed(entry, entry.strings[0].replace(noun, f" {book.words.three}{noun}", 1))


def terms(book: Book, chance: random.Random) -> Iterator[Mistake]:
    """The word of a term by that of another one."""
    words = [
        form
        for term in book.glossary.terms
        if term.means
        for form in term.forms.get(book.catalogue.language, ())
        if form.isalpha()
    ]
    for entry in book.entries:
        for word in words:
            for found in re.finditer(rf"(?<![\w-]){word}(?![\w-])", without_expressions(entry.strings[0], "\0")):
                other = chance.choice([one for one in words if one != word])
                yield changed(entry, entry.strings[0][: found.start()] + other + entry.strings[0][found.end() :])


KINDS: Mapping[str, Callable[[Book, random.Random], Iterator[Mistake]]] = {
    "opposites": opposites,
    "negations": negations,
    "English left": english,
    "a sentence left in English": half_english,
    "swapped": swapped,
    "cut": cut,
    "plurals": plurals,
    "misspelt": misspelt,
    "icons": icons,
    "values out of order": values,
    "numbers": numbers,
    "terms": terms,
}


def tried(kind: str, books: Sequence[Book], each: int, chance: random.Random) -> tuple[int, list[str]]:
    """How many mistakes of a kind were made, at most so many in each game, and those that nobody noticed."""
    made, missed = 0, []
    for book in books:
        found = list(KINDS[kind](book, chance))
        for changes, where in chance.sample(found, min(each or len(found), len(found))):
            made += 1
            if not told(book, changes):
                missed.append(f"{book.manuscript.game.name}, {where}")
    return made, missed


def main() -> None:
    """Make mistakes, and tell how many of each kind were noticed, and which were not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--lang", choices=LANGUAGES, default="fr")
    parser.add_argument("--each", type=int, default=12)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    books = read_books(asked.games, asked.lang)
    for book in books:
        for alarm in told(book, {}):
            print(f"  without a mistake: {alarm.place}: {alarm.what}")
    tallies = [(kind, *tried(kind, books, asked.each, random.Random(asked.seed))) for kind in KINDS]
    for kind, made, missed in tallies:
        print(f"{kind}: {made - len(missed)} of {made}")
        for where in missed:
            print(f"  not noticed: {where}")
    made, noticed = sum(tally[1] for tally in tallies), sum(tally[1] - len(tally[2]) for tally in tallies)
    print(f"{noticed} of {made} noticed")
    raise SystemExit(noticed < ENOUGH * made)


if __name__ == "__main__":
    main()
