"""data/<game>/glossary.yaml → a Glossary; the rules of two languages, pnp's own or the project's → a Pair."""

from __future__ import annotations

from pathlib import Path

from pnp import words
from pnp.diagnostics import Code, Diagnostics, Mistake, Place
from pnp.load.validate import validate
from pnp.model.game import Game
from pnp.model.glossary import GlossaryHead, PairHead, TermHead, parse_phrases
from pnp.source.files import Files
from pnp.source.tree import Map
from pnp.words.faithful.glossary import Glossary, Pair, Term
from pnp.words.numbers import base_language

_SHIPPED = Files(Path(words.__file__).parent / "pairs")


def glossary_path(game: str) -> str:
    """Where the terms of a game are."""
    return f"data/{game}/glossary.yaml"


def load_glossary(files: Files, game: Game, diagnostics: Diagnostics) -> Glossary:
    """The glossary of a game; an empty one where it has none. Terms with faults are told and left out."""
    path = glossary_path(game.name)
    if not files.exists(path):
        return Glossary()
    with diagnostics.collected():
        tree = _mapping(files, path, diagnostics)
        rest = Map(path, (1, 1))
        for key in tree:
            if key != "terms":
                rest.adopt(key, tree)
        head = validate(GlossaryHead, rest, "glossary.yaml", diagnostics) or GlossaryHead()
        terms = tree.get("terms")
        if not isinstance(terms, Map):
            return Glossary(words=head.words)
        found = (_term(name, terms, game, diagnostics) for name in terms)
        return Glossary(tuple(term for term in found if term), head.words)
    return Glossary()


def load_pair(files: Files, source: str, target: str, diagnostics: Diagnostics) -> Pair:
    """What is known of translations from a language into another: languages/<one>-<other>.yaml, or pnp's own rules."""
    source, target = base_language(source), base_language(target)
    name = f"{source}-{target}.yaml"
    for place, path in ((files, f"languages/{name}"), (_SHIPPED, name)):
        if place.exists(path):
            with diagnostics.collected():
                head = validate(PairHead, _mapping(place, path, diagnostics), name, diagnostics)
                return Pair(source, target, head or PairHead())
    return Pair(source, target)


def load_source_pair(files: Files, game: Game, diagnostics: Diagnostics) -> Pair:
    """The rules of the game's language and another: one of the game's, or any that is known; else there are none."""
    source = base_language(game.language)
    names = [*files.names("languages"), *_SHIPPED.names(".")]
    known = [name.removesuffix(".yaml").partition("-")[2] for name in names if name.startswith(f"{source}-")]
    target = next((language for language in game.head.languages[1:] if base_language(language) in known), "")
    return load_pair(files, source, target or next(iter(known), source), diagnostics)


def _mapping(files: Files, path: str, diagnostics: Diagnostics) -> Map:
    tree = files.yaml(path)
    if isinstance(tree, Map):
        return tree
    if tree is not None:
        diagnostics.tell(Code.WRONG_VALUE, Place(path, 1, 1), what=f"{path} must be a mapping", fix="write terms: {…}")
    return Map(path, (1, 1))


def _term(name: str, terms: Map, game: Game, diagnostics: Diagnostics) -> Term | None:
    entry = terms[name]
    if not isinstance(entry, Map):
        what, fix = f"{name} must be a mapping", f"write {name}: {{{', '.join(game.head.languages[1:])}: …, means: …}}"
        diagnostics.tell(Code.WRONG_VALUE, terms.place_of(name), what=what, fix=fix)
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
            diagnostics.tell(Code.WRONG_VALUE, place, what=f"{key} {mistake.what}", fix=mistake.fix)
    head = validate(TermHead, rest, f"the term {name}", diagnostics)
    return Term(name, forms, head.means, terms.place_of_key(name)) if head else None
