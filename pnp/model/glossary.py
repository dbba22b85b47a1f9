"""What data/<game>/glossary.yaml and the rules of a pair of languages may say."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import StrictStr

from pnp.diagnostics import Mistake
from pnp.model import forms
from pnp.model import values as v
from pnp.model.forms import takes
from pnp.model.strict import Strict
from pnp.model.values import describe


@takes(forms.NAMES)
def parse_phrases(value: Any) -> tuple[str, ...]:
    """Phrases: one, several between strokes, or a list of them."""
    written = value if isinstance(value, list) else [value]
    if all(isinstance(phrase, str) for phrase in written):
        phrases = tuple(part.strip() for phrase in written for part in phrase.split("|"))
        if all(phrases):
            return phrases
    raise Mistake(f"must be words, not {describe(value)}", "write carte cible, or carte cible | cible")


@takes({"type": "object", "additionalProperties": forms.NAMES, "minProperties": 2, "maxProperties": 2})
def _parse_sides(value: Any) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Two sides: the words of each in the source language, and in the other."""
    if not isinstance(value, dict) or len(value) != 2:
        raise Mistake(f"must be two opposites, not {describe(value)}", "write {left: gauche, right: droite}")
    return tuple((parse_phrases(key), parse_phrases(words)) for key, words in value.items())


Phrases = Annotated[tuple[str, ...], v.Plain(parse_phrases)]
Sides = Annotated[tuple[tuple[tuple[str, ...], tuple[str, ...]], ...], v.Plain(_parse_sides)]


class TermHead(Strict):
    """A term of a game. Beside these keys stands its translation, or several, for each language."""

    means: StrictStr = ""
    """What it means, for translators and new players."""


class GlossaryHead(Strict):
    """The glossary of a game, apart from its terms."""

    words: dict[str, Phrases] = {}
    """By language: words that are spelt as meant."""


class PairHead(Strict):
    """Rules for translations from one language into another."""

    endings: dict[str, Phrases] = {}
    """By language: what may follow a word that is named by its shortest form."""
    words: dict[str, Phrases] = {}
    """By language: words that dictionaries lack and games need."""
    idioms: dict[str, Phrases] = {}
    """By language: phrases in which no word means what it says elsewhere."""
    terms: dict[str, Phrases] = {}
    """Words that are always translated so, in every game."""
    opposites: tuple[Sides, ...] = ()
    """What turns a rule round when one stands for the other."""
    loose: Phrases = ()
    """A word of each pair of opposites that a rule and its test may well say differently: they are not compared."""
    negations: dict[str, Phrases] = {}
    """By language: what says no."""
    half_negations: dict[str, Phrases] = {}
    """By language: what may stand for a negation, or need none beside it."""
    unfinished: dict[str, Phrases] = {}
    """By language: words that no text ends with."""
    shared: Phrases = ()
    """Words that are the same in both languages."""
    exchange: Phrases = ()
    """Words of the source between two values that the translation may say the other way round."""
    plural_endings: Phrases = ()
    """Ends of words in the plural."""
    invariable: Phrases = ()
    """Words whose plural is their singular, for all their ends."""
