"""A game's glossary and the rules of its languages → diagnostics for what is wrong with them."""

from __future__ import annotations

from pnp.check.subject import GameSubject
from pnp.diagnostics import Code, Diagnostics
from pnp.load.glossary import load_glossary, load_pair
from pnp.words.faithful.phrases import Phrases
from pnp.words.faithful.plain import line_of
from pnp.words.numbers import base_language


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
