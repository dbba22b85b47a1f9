"""data/<game>/glossary.yaml → a Glossary; and the rules for a pair of languages, from pnp or the project → a Pair.

Texts are not compared here: translation_terms and translation_review do that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Mistake, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.project import forms
from pnp.project import values as v
from pnp.project.files import Files
from pnp.project.forms import StrictModel, takes
from pnp.project.game import Game
from pnp.project.tree import Map
from pnp.project.validate import validate
from pnp.project.values import describe
from pnp.text.numbers import base_language


@takes(forms.NAMES)
def parse_phrases(value: Any) -> tuple[str, ...]:
    """Parse phrases: one, several separated by vertical bars, or a list."""
    entries = value if isinstance(value, list) else [value]
    if all(isinstance(phrase, str) for phrase in entries):
        phrases = tuple(part.strip() for phrase in entries for part in phrase.split("|"))
        if all(phrases):
            return phrases
    raise Mistake(f"must be words, not {describe(value)}", "write carte cible, or carte cible | cible")


@takes({"type": "object", "additionalProperties": forms.NAMES, "minProperties": 2, "maxProperties": 2})
def _parse_sides(value: Any) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """Parse two sides, each with its words in the source language and in the target language."""
    if not isinstance(value, dict) or len(value) != 2:
        raise Mistake(f"must be two opposites, not {describe(value)}", "write {left: gauche, right: droite}")
    return tuple((parse_phrases(key), parse_phrases(words)) for key, words in value.items())


WrittenPhrases = Annotated[tuple[str, ...], v.Plain(parse_phrases)]
OppositeSides = Annotated[tuple[tuple[tuple[str, ...], tuple[str, ...]], ...], v.Plain(_parse_sides)]


class TermHead(StrictModel):
    """A term of a game. Beside these keys is its translation, or several, for each language."""

    means: StrictStr = ""
    """What the term means, for translators and new players."""


class GlossaryHead(StrictModel):
    """The glossary of a game, apart from its terms."""

    words: dict[str, WrittenPhrases] = {}
    """By language: words that are spelled correctly although dictionaries lack them."""


class PairHead(StrictModel):
    """Rules for checking translations from one language into another."""

    endings: dict[str, WrittenPhrases] = {}
    """By language: endings that may follow the shortest form of a word."""
    words: dict[str, WrittenPhrases] = {}
    """By language: words that games need and dictionaries lack."""
    idioms: dict[str, WrittenPhrases] = {}
    """By language: phrases in which words do not have their usual meaning."""
    terms: dict[str, WrittenPhrases] = {}
    """Words that have the same translation in every game."""
    opposites: tuple[OppositeSides, ...] = ()
    """Pairs of opposites. A rule is reversed if one replaces the other."""
    loose: WrittenPhrases = ()
    """One word from each pair of opposites that is not compared, because a rule and its test may use either."""
    negations: dict[str, WrittenPhrases] = {}
    """By language: words of negation."""
    half_negations: dict[str, WrittenPhrases] = {}
    """By language: words that may replace a negation, or need none beside them."""
    unfinished: dict[str, WrittenPhrases] = {}
    """By language: words with which no text ends."""
    shared: WrittenPhrases = ()
    """Words that are the same in both languages."""
    exchange: WrittenPhrases = ()
    """Words of the source between two values which the translation may put the other way round."""
    plural_endings: WrittenPhrases = ()
    """Endings of words in the plural."""
    invariable: WrittenPhrases = ()
    """Words whose plural equals their singular, whatever their ending."""


@frozen_dataclass
class Term:
    """A term of a game.

    Attributes:
        name: The term in the source language.
        forms: By language: all words for it; in the source language its name is one of them.
        means: Its meaning.
        place: Its place in glossary.yaml.
    """

    name: str
    forms: Mapping[str, tuple[str, ...]]
    means: str = ""
    place: Place = Place("")


@frozen_dataclass
class Glossary:
    """The words of a game.

    Attributes:
        terms: The terms in the order of the file.
        words: By language: words that are spelled correctly although dictionaries lack them.
    """

    terms: tuple[Term, ...] = ()
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@frozen_dataclass
class Pair:
    """The rules for checking translations from one language into another."""

    source: str
    target: str
    head: PairHead = PairHead()

    def endings(self, language: str) -> tuple[str, ...]:
        """Return the endings that words of a language may take."""
        return self.head.endings.get(language, ())


_SHIPPED = Files(Path(__file__).parent / "pairs")


def glossary_path(game: str) -> str:
    """Return the path of a game's glossary."""
    return f"data/{game}/glossary.yaml"


def load_glossary(files: Files, game: Game, diagnostics: Diagnostics) -> Glossary:
    """Return the glossary of a game, empty if it has none; terms with faults are reported and left out."""
    path = glossary_path(game.name)
    if not files.exists(path):
        return Glossary()
    with diagnostics.catch_faults():
        tree = _mapping(files, path, diagnostics)
        rest = Map(path, (1, 1))
        for key in tree:
            if key != "terms":
                rest.adopt(key, tree)
        head = validate(GlossaryHead, rest, "glossary.yaml", diagnostics) or GlossaryHead()
        terms = tree.get("terms")
        if not isinstance(terms, Map):
            return Glossary(words=head.words)
        loaded = (_term(name, terms, game, diagnostics) for name in terms)
        return Glossary(tuple(term for term in loaded if term), head.words)
    return Glossary()


def load_pair(files: Files, source: str, target: str, diagnostics: Diagnostics) -> Pair:
    """Return the rules for a pair of languages: pnp's own, overridden by those of the project.

    The project's rules are in ``languages/<source>-<target>.yaml``; each key in it replaces pnp's.
    """
    source, target = base_language(source), base_language(target)
    name = f"{source}-{target}.yaml"
    head, path = _shipped(name), f"languages/{name}"
    if files.exists(path):
        with diagnostics.catch_faults():
            rules = validate(PairHead, _mapping(files, path, diagnostics), name, diagnostics) or PairHead()
            head = head.model_copy(update={key: getattr(rules, key) for key in rules.model_fields_set})
    return Pair(source, target, head if source == target else _with_synonyms(head, source))


@cache
def _shipped(name: str) -> PairHead:
    """Return pnp's rules for a pair of languages; empty if it has none."""
    if not _SHIPPED.exists(name):
        return PairHead()
    return validate(PairHead, _mapping(_SHIPPED, name, Diagnostics()), name, Diagnostics()) or PairHead()


def _with_synonyms(head: PairHead, source: str) -> PairHead:
    """Let a single source phrase stand for all phrases of pnp's list that begins with it, and add pnp's idioms."""
    own = _shipped(f"{source}-{source}.yaml")
    if not head.opposites or not own.opposites:
        return head
    synonyms = {side[0][:1]: side[0] for pair in reversed(own.opposites) for side in pair}
    opposites = tuple(tuple((synonyms.get(said, said), words) for said, words in pair) for pair in head.opposites)
    idioms = {**head.idioms, source: (*head.idioms.get(source, ()), *own.idioms.get(source, ()))}
    return head.model_copy(update={"opposites": opposites, "idioms": idioms})


def load_source_pair(files: Files, game: Game, diagnostics: Diagnostics) -> Pair:
    """Return the rules for texts in the game's own language.

    They come from the project's rules for one of the game's other languages, else for any language, else from pnp's.
    """
    source = base_language(game.language)
    names = files.names("languages")
    pairs = [name.removesuffix(".yaml") for name in names if name.endswith(".yaml")]
    targets = [pair.partition("-")[2] for pair in pairs if pair.startswith(f"{source}-")]
    target = next((language for language in game.head.languages[1:] if base_language(language) in targets), "")
    return load_pair(files, source, target or next(iter(targets), source), diagnostics)


def _mapping(files: Files, path: str, diagnostics: Diagnostics) -> Map:
    tree = files.yaml(path)
    if isinstance(tree, Map):
        return tree
    if tree is not None:
        diagnostics.report(
            Code.WRONG_VALUE, Place(path, 1, 1), what=f"{path} must be a mapping", fix="write terms: {…}"
        )
    return Map(path, (1, 1))


def _term(name: str, terms: Map, game: Game, diagnostics: Diagnostics) -> Term | None:
    entry = terms[name]
    if not isinstance(entry, Map):
        what, fix = f"{name} must be a mapping", f"write {name}: {{{', '.join(game.head.languages[1:])}: …, means: …}}"
        diagnostics.report(Code.WRONG_VALUE, terms.place_of(name), what=what, fix=fix)
        return None
    rest, forms = Map(entry.file, entry.at), {base_language(game.language): (name,)}
    for key in entry:
        if key not in game.head.languages:
            rest.adopt(key, entry)
            continue
        try:
            language = base_language(key)
            forms[language] = (*forms.get(language, ()), *parse_phrases(entry[key]))
        except Mistake as mistake:
            place = entry.place_of(key)
            diagnostics.report(Code.WRONG_VALUE, place, what=f"{key} {mistake.what}", fix=mistake.fix)
    head = validate(TermHead, rest, f"the term {name}", diagnostics)
    return Term(name, forms, head.means, terms.place_of_key(name)) if head else None
