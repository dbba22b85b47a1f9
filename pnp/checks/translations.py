"""An edition's catalogue and the texts of its game → diagnostics where a translation is missing, stale or differs.

An edition's translations, the game's glossary and the rules of its languages → diagnostics where they part.

An edition's catalogue and decks → diagnostics where different short texts, as names of cards, have one translation.

Only short texts are looked at, as names and labels are: two sentences may well say the same in one language. The words
of a choice count, too: those that `words:` has under its values.

A game in several languages → diagnostics for words that its cards show in the source language in each of them.

A game's glossary and the rules of its languages → diagnostics for what is wrong with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pnp.checks.subject import EditionSubject, GameSubject
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Place
from pnp.expressions.analysis import shown_keys
from pnp.project.fields import CardField
from pnp.project.game import Deck
from pnp.project.template import Node, TextElement
from pnp.project.values import Expr
from pnp.text.catalogue import Catalogue, check_catalogue, quoted
from pnp.text.glossary import load_glossary, load_pair
from pnp.text.numbers import base_language
from pnp.text.phrases import Phrases, line_of, words_of
from pnp.text.placeholders import placeholders
from pnp.text.po_reader import Entry
from pnp.text.translation_review import judge, meant_by
from pnp.text.translation_terms import Kind


def check_translations(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of what the catalogue lacks, of what nobody uses any more, and of placeholders and markup that differ."""
    if subject.catalogue is not None:
        check_catalogue(subject.catalogue, subject.manuscript.messages, diagnostics)


CODES: Mapping[Kind, Code] = {
    "term": Code.TERM_LOST,
    "opposite": Code.OPPOSITE_SAID,
    "negation": Code.NEGATION_CHANGED,
    "number": Code.NUMBER_CHANGED,
    "order": Code.ORDER_CHANGED,
    "marks": Code.MARKUP_CHANGED,
    "plural": Code.PLURAL_ALIKE,
    "source": Code.SOURCE_LEFT,
    "length": Code.TRANSLATION_LENGTH,
    "swapped": Code.TRANSLATIONS_SWAPPED,
}


def check_wording(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of translations that do not say what their source says, as far as words show it."""
    catalogue, game = subject.catalogue, subject.manuscript.game
    if catalogue is None:
        return
    seen = Diagnostics()  # faults of the files are told by the check of the glossary
    glossary = load_glossary(subject.files, game, seen)
    pair = load_pair(subject.files, game.language, catalogue.language, seen)
    for entry, finding in judge(catalogue, subject.manuscript.messages, glossary, pair):
        why = f"the source text is {quoted(entry.text)}"
        place = entry.string_place
        diagnostics.tell(CODES[finding.kind], place, what=finding.what, why=finding.why or why, fix=finding.fix)


MOST_WORDS = 4
"""Words of a label."""

MEANT = "alike"
"""What a translator's comment says of a translation that may be that of another text: ``# meant: alike``."""


def check_translated_alike(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Tell of short texts that differ in the source, and not in the translation: names of cards, and all others."""
    catalogue = subject.catalogue
    if catalogue is None:
        return
    game = subject.manuscript.game
    told: set[str] = set()
    for deck in game.decks.values():
        for field in deck.fields:
            for one, other in _alike(_texts(deck, field, game.head.words), catalogue):
                _tell(one, other, f"cards of {deck.name} are told apart by them", catalogue, diagnostics)
                told.add(other.text)
    for one, other in _alike((message.text for message in subject.manuscript.messages), catalogue):
        if other.text not in told:
            _tell(one, other, "one of them may have been taken over from the other", catalogue, diagnostics)


def _tell(one: Entry, other: Entry, why: str, catalogue: Catalogue, diagnostics: Diagnostics) -> None:
    language = catalogue.language
    what = f"{quoted(one.text)} and {quoted(other.text)} are both {quoted(other.strings[0])} in {language}"
    fix = f"translate one of them with another word, or say that it is meant: # meant: {MEANT}"
    diagnostics.tell(Code.TRANSLATIONS_ALIKE, other.string_place, what=what, why=why, fix=fix)


def _alike(texts: Iterable[str], catalogue: Catalogue) -> Iterator[tuple[Entry, Entry]]:
    """Pairs of entries with one translation: the first of it, and another one."""
    first: dict[tuple[str, frozenset[str]], Entry] = {}
    for text in dict.fromkeys(texts):
        entry = catalogue.entries.get(text.strip())
        if entry is None or not catalogue.get(text) or not 0 < len(words_of(text)) <= MOST_WORDS:
            continue
        other = first.setdefault((line_of(entry.strings[0]), placeholders(entry.strings[0])), entry)
        if line_of(other.text) != line_of(text) and MEANT not in meant_by(entry) | meant_by(other):
            yield other, entry


def _texts(deck: Deck, field: CardField, words: Mapping[str, str]) -> Iterator[str]:
    """What a field's values are called: themselves, where they are translated, or the words of its choices."""
    if field.is_translated and field.is_rule:
        yield from (text for card in deck.cards if isinstance(text := card.values.get(field.name), str))
    yield from (words[choice] for choice in map(str, field.choices) if choice in words)


LONGEST_SIGN = 3
"""Letters of a value that is a sign rather than a word: J, Q, XL."""


def check_untranslated(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of each text of a template that shows a choice or word, which no catalogue has."""
    game = subject.game
    if len(game.head.languages) < 2:
        return
    for deck in (*game.decks.values(), *game.extras.values()):
        fields = {field.name: field for field in deck.fields}
        for text, place in _card_texts(deck):
            for name in shown_keys(text, "card"):
                word = _word(deck, fields[name]) if name in fields else ""
                if word:
                    what = f"{name} is shown as it stands in every language, as {word}"
                    fix = f"make it {name}: text; or show it by words:; or write card.{name}|string, if it is a name"
                    diagnostics.tell(Code.TRANSLATION_NONE, place, what=what, fix=fix)


def _card_texts(deck: Deck) -> Iterator[tuple[str, Place]]:
    waiting: list[Node] = [node for look in deck.looks for node in look.nodes]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if isinstance(node.element, TextElement) and isinstance(node.element.text, Expr):
            yield node.element.text.source, node.place("text")


def _word(deck: Deck, field: CardField) -> str:
    """The first value of a field that is a word, and not translated; empty without one."""
    if field.kind not in ("choice", "word"):
        return ""
    values = (card.values.get(field.name) for card in deck.cards)
    return next((v for v in values if isinstance(v, str) and len(v) > LONGEST_SIGN and v.isalpha()), "")


def check_glossary(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Tell of faults of the files, and of terms that no text says."""
    game, files = subject.game, subject.files
    glossary = load_glossary(files, game, diagnostics)
    pairs = [load_pair(files, game.language, other, diagnostics) for other in game.head.languages[1:]]
    source = base_language(game.language)
    endings = pairs[0].endings(source) if pairs else ()
    named = Phrases({term.name: term.forms[source] for term in glossary.terms}, endings)
    texts = [text for message in subject.manuscript.messages for text in (message.text, message.plural) if text]
    said = {name for text in texts for name in named.count(line_of(text))}
    for term in glossary.terms:
        if term.name not in said:
            what = f"no text of {game.head.title} says “{term.name}”"
            fix = "correct it, or take it out of the glossary"
            diagnostics.tell(Code.TERM_UNUSED, term.place, what=what, fix=fix)
