"""An edition's translations, the game's glossary and the rules of its languages → diagnostics where they part."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.check.subject import EditionSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.load.glossary import load_glossary, load_pair
from pnp.words.catalogue import quoted
from pnp.words.faithful.finding import Kind
from pnp.words.faithful.judging import judge

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
