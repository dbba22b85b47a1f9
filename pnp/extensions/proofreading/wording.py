"""Translations, the game's glossary and the rules of its languages → diagnostics where their words disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.checks.subject import EditionSubject, GameSubject, Request
from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics
from pnp.extensions.proofreading.dictionaries import dictionary_for
from pnp.extensions.proofreading.review import KnownWords, judge
from pnp.extensions.proofreading.terms import TranslationFault
from pnp.text.catalogue import quoted
from pnp.text.glossary import load_glossary, load_pair
from pnp.text.numbers import base_language
from pnp.text.phrases import PhraseFinder, line_of

CODES: Mapping[TranslationFault, Code] = {
    "term": Code.TERM_LOST,
    "opposite": Code.OPPOSITE_SAID,
    "negation": Code.NEGATION_CHANGED,
    "number": Code.NUMBER_CHANGED,
    "order": Code.ORDER_CHANGED,
    "marks": Code.MARKUP_CHANGED,
    "plural": Code.PLURAL_ALIKE,
    "source": Code.SOURCE_LEFT,
    "length": Code.TRANSLATION_LENGTH,
}


def check_wording(subject: EditionSubject, diagnostics: Diagnostics) -> None:
    """Report translations whose words contradict their source text."""
    catalogue, game = subject.catalogue, subject.source_game.game
    if catalogue is None:
        return
    reported = Diagnostics()  # check_glossary reports the faults of the files
    glossary = load_glossary(subject.files, game, reported)
    pair = load_pair(subject.files, game.language, catalogue.language, reported)
    dictionaries = [dictionary_for(language, subject.files.root) for language in (game.language, catalogue.language)]
    known = KnownWords(*(dictionary.knows if dictionary else None for dictionary in dictionaries))
    for entry, finding in judge(catalogue, subject.source_game.messages, glossary, pair, known):
        why = f"the source text is {quoted(entry.text)}"
        place = entry.place_of(finding.piece)
        diagnostics.report(CODES[finding.kind], place, what=finding.what, why=finding.why or why, fix=finding.fix)


def wording_lines(subject: GameSubject, request: Request) -> Iterator[str]:
    """Yield a line with the languages that have no lists of opposites or negations."""
    game = subject.game
    missing: dict[str, list[str]] = {}
    for language in game.head.languages[1:]:
        if subject.is_requested(language):
            head = load_pair(subject.files, game.language, language, Diagnostics()).head
            kinds = [] if head.opposites else ["opposites"]
            kinds += [] if head.negations else ["negations"]
            if kinds:
                missing.setdefault(" and ".join(kinds), []).append(language)
    for kinds_missing, languages in missing.items():
        pairs = dict.fromkeys(f"{base_language(game.language)}-{base_language(code)}.yaml" for code in languages)
        listed = ", ".join(f"languages/{pair}" for pair in pairs)
        yield f"{game.name}: {kinds_missing} are not compared in {', '.join(languages)}: none in {listed}"


def check_glossary(subject: GameSubject, diagnostics: Diagnostics) -> None:
    """Report faults of the glossary's files, and terms that no text uses."""
    game, files = subject.game, subject.files
    glossary = load_glossary(files, game, diagnostics)
    pairs = [load_pair(files, game.language, language, diagnostics) for language in game.head.languages[1:]]
    source = base_language(game.language)
    endings = pairs[0].endings(source) if pairs else ()
    finder = PhraseFinder({term.name: term.forms[source] for term in glossary.terms}, endings, source)
    texts = [text for message in subject.source_game.messages for text in (message.text, message.plural) if text]
    used = {name for text in texts for name in finder.count(line_of(text))}
    for term in glossary.terms:
        if term.name not in used:
            what = f"no text of {game.head.title} says “{term.name}”"
            fix = "correct it, or remove it from the glossary"
            diagnostics.report(Code.TERM_UNUSED, term.place, what=what, fix=fix)
