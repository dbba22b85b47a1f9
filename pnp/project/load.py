"""data/<game>/ → a Game in its source language, with all faults that can be found before anything is laid out.

pnp.project.cards builds the cards of its decks.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, suggest
from pnp.core.patterns import lazy_pattern
from pnp.project.cards import (
    RESERVED_KEYS,
    TURN,
    TURNS,
    build_cards,
    check_picture_columns,
    has_turned,
    name_copies,
)
from pnp.project.claims import load_claims
from pnp.project.deck_tables import (
    check_translations,
    joined,
    language_columns,
    named_tables,
    read_tables,
    report_spellings,
)
from pnp.project.examples import examples_path, load_examples
from pnp.project.fields import CardField, parse_field
from pnp.project.files import Files
from pnp.project.forms import why_no_file_name
from pnp.project.game import PROJECT_FILE, Card, Deck, DeckHead, Game, GameHead, ProjectHead
from pnp.project.table import report_cell_faults, unread_columns
from pnp.project.template import Template
from pnp.project.templates import Templates, check_rests
from pnp.project.tree import Map, Seq, texts_of
from pnp.project.validate import validate

RESERVED = frozenset(
    "card deck decks examples extras game words loop language languages range ngettext facts".split()  # noqa: SIM905
)
"""Names that have a meaning in expressions, so that facts cannot have them."""

PRODUCT_NAMES = frozenset({"cards", "tokens", "rules", "booklet", "sheet", "leaflet"})
"""Names of files that a build makes, so that extras cannot have them."""


def load_game(
    files: Files, templates: Templates, name: str, diagnostics: Diagnostics, is_draft: bool = False
) -> Game | None:
    """Return a game; None if it has faults that leave nothing to work with.

    Args:
        files: The project.
        templates: Its templates.
        name: The game's folder below data/.
        diagnostics: Receives its faults.
        is_draft: Whether to leave out decks that cannot be read, as long as one deck can.
    """
    head, tree = _load_head(files, name, diagnostics)
    if head is None:
        return None
    _check_names(tree, diagnostics)
    decks: dict[str, Deck] = {}
    extras: dict[str, Deck] = {}
    for kind, heads, loaded in (("decks", head.decks, decks), ("extras", head.extras, extras)):
        for deck_name, deck_head in heads.items():
            deck = _load_deck(files, templates, name, deck_name, deck_head, head.languages, tree[kind], diagnostics)
            if deck:
                loaded[deck_name] = deck
    if len(decks) + len(extras) < len(head.decks) + len(head.extras) and not (is_draft and (decks or extras)):
        return None
    examples, examples_source = load_examples(files, name, diagnostics)
    if examples_source is None:
        if not is_draft:  # the booklet and tests may name any of them
            return None
        examples_source = Map(examples_path(name), (1, 1))
    claims, claims_source = load_claims(files, name, diagnostics)
    return Game(
        name=name,
        head=head,
        source=tree,
        language=head.languages[0],
        decks=decks,
        extras=extras,
        examples=examples,
        examples_source=examples_source,
        claims=claims or (),
        has_faulty_tests=claims is None or len(examples) < len(examples_source),
        claims_source=claims_source,
        printing={**_project_head(files, diagnostics).print.values, **head.print.values},
    )


def _project_head(files: Files, diagnostics: Diagnostics) -> ProjectHead:
    """Return the contents of data/project.yaml, or the usual values if there is no such file."""
    with diagnostics.catch_faults():
        if files.exists(PROJECT_FILE) and isinstance(tree := files.yaml(PROJECT_FILE), Map):
            return validate(ProjectHead, tree, "project.yaml", diagnostics) or ProjectHead()
    return ProjectHead()


def game_languages(files: Files, name: str) -> tuple[str, ...]:
    """Return a game's languages; none if its game.yaml has faults, which are reported when it is loaded."""
    head, _ = _load_head(files, name, Diagnostics())
    return head.languages if head else ()


def names_in_game(files: Files, name: str) -> tuple[str, ...]:
    """Return the names of a game's decks and extras; none if its game.yaml has faults."""
    head, _ = _load_head(files, name, Diagnostics())
    return (*head.decks, *head.extras) if head else ()


def _load_head(files: Files, name: str, diagnostics: Diagnostics) -> tuple[GameHead | None, Map]:
    """Return the head of game.yaml and its tree; the head is None if it cannot be used."""
    path = f"data/{name}/game.yaml"
    tree = Map(path, (1, 1))
    with diagnostics.catch_faults():
        if why := why_no_file_name(name):
            what, fix = f"the folder of a game {why}", "rename it: letters, digits, - and _"
            raise Fault(Code.GAME_NAME, Place(path), what=what, fix=fix)
        tree = files.yaml(path)
        if not isinstance(tree, Map):
            what = "game.yaml must be a mapping of keys"
            raise Fault(Code.GAME_EMPTY, Place(path, 1, 1), what=what, fix="start with title:")
        return validate(GameHead, tree, "game.yaml", diagnostics), tree
    return None, tree


def _check_names(tree: Map, diagnostics: Diagnostics) -> None:
    extras, facts = (tree.get(key) or Map(tree.file, tree.at) for key in ("extras", "facts"))
    for name in extras:
        if name in PRODUCT_NAMES or name in tree["decks"]:
            what = f"{name} cannot be the name of an extra: it is taken"
            diagnostics.report(Code.EXTRA_NAME, extras.place_of_key(name), what=what, fix="rename it")
    for name in facts:
        if name in RESERVED or not name.isidentifier():
            why = "it has a meaning of its own in expressions" if name in RESERVED else "expressions cannot name it"
            what = f"{name} cannot be a fact"
            diagnostics.report(Code.FACT_NAME, facts.place_of_key(name), what=what, why=why, fix="rename it")


def _load_deck(
    files: Files,
    templates: Templates,
    game: str,
    name: str,
    head: DeckHead,
    languages: Sequence[str],
    tree: Map,
    diagnostics: Diagnostics,
) -> Deck | None:
    source: Map = tree[name]
    if not name.isidentifier() or why_no_file_name(name):
        why = why_no_file_name(name) or "cannot be named in expressions"
        what, fix = f"deck {name} {why}", "rename it: use letters, digits and _"
        diagnostics.report(Code.DECK_NAME, tree.place_of_key(name), what=what, fix=fix)
        return None
    fields = _fields(source, diagnostics)
    cards: tuple[Card, ...] = ()
    with diagnostics.catch_faults():
        records = head.cards
        tables: list[Any] = []
        named = named_tables(head, source)
        is_table = bool(named)
        if is_table:
            tables = read_tables(files, f"data/{game}", named, head, source, fields, languages[0], diagnostics)
            records = joined(tables) if tables else None
        elif isinstance(head.copies, str):
            name_copies(records, head.copies, source.place_of("copies"))
        if tables or not is_table:
            copies = 1 if isinstance(head.copies, str) else head.copies
            cards = build_cards(name, records, fields, copies, source.place, diagnostics)
            if fields:
                check_picture_columns(fields, cards, source["fields"], diagnostics)
    paths = {"template": head.template, "back": head.back, "small": head.small}
    values = [card.values for card in cards]
    looks = {key: templates.get(path, source.place_of(key), diagnostics, values) for key, path in paths.items() if path}
    face = looks["template"]
    if face is None or not all(looks.values()) or not cards:
        return None
    for key, look in looks.items():
        if look is None or look.head.size == face.head.size:
            continue
        if key != "back" or look.head.size != face.head.size[::-1]:  # an upright back of lying faces is turned
            what = f"the {'back' if key == 'back' else 'small face'} of {name} has another size than its face"
            fix = f"give {look.name} the size of {face.name}"
            if any(_fits(tree[other], key, look, templates) for other in tree if other != name):
                size = face.source.get("size")
                size = f"[{', '.join(map(str, size))}]" if isinstance(size, list) else size or "63x88"
                own = f"{game}/{name}-{key}"
                fix = f"other decks need its size: write {key}: {own} here, and templates/{own}.yaml with\n"
                fix += f"extends: {look.name}\nsize: {size}"
            diagnostics.report(Code.BACK_SIZE, source.place_of(key), what=what, fix=fix)
    check_rests(face, looks.get("back"), diagnostics)
    names = {name for card in cards for name in card.values}
    _check_fields(source, head, names, diagnostics)
    if chosen := names.intersection({*head.where, *head.lookup}):
        head = head.model_copy(update={"unseen": (*head.unseen, *chosen)})
    if has_turned(records):
        head = head.model_copy(update={"unseen": (*head.unseen, TURN)})
        if TURN not in _words(*(look.source for look in looks.values() if look)):
            place = next(record.place_of(TURNS) for record in records if TURNS in record)
            what = f"the cards are made in several rotations, but {face.name} rotates nothing"
            fix = f'put the elements that rotate into a group with rotate: "{{{{ card.{TURN} }}}}"'
            diagnostics.report(Code.FIELD_UNSEEN, place, what=what, fix=fix)
    back, small = looks.get("back"), looks.get("small")
    unread: tuple[str, ...] = ()
    translated_in = language_columns(tables, fields, languages[1:], head.translations)
    if head.translations:
        check_translations(tables, fields, source, diagnostics)
    report_spellings(tables, translated_in, diagnostics)
    if is_table and isinstance(records, Seq):
        used = {field.name for field in fields} or _words(source, *(look.source for look in looks.values() if look))
        used |= {*RESERVED_KEYS, str(head.copies), *head.where, *head.lookup}
        used |= {
            column for columns in (*head.translations.values(), *translated_in.values()) for column in columns.values()
        }
        report_cell_faults(records, diagnostics, used)
        unread = tuple(dict.fromkeys(column for table in tables for column in unread_columns(table, used)))
    return Deck(
        name=name, head=head, fields=fields, cards=cards, template=face, back=back, small=small, unread=unread,
        translated_in=translated_in,
    )  # fmt: skip


def _fits(deck: Any, key: str, look: Template, templates: Templates) -> bool:
    """Whether another deck also has a back or small face, and a face of the same size."""
    if not isinstance(deck, Map) or deck.get(key) != look.name:
        return False
    face = templates.get(str(deck.get("template")), deck.place_of("template"), Diagnostics())
    return face is not None and face.head.size == look.head.size


_WORD = lazy_pattern(r"\w+")


def _words(*sources: Map) -> set[str]:
    """Return all words in some mappings, including the names of all columns that they use."""
    return {word for source in sources for text in texts_of(source) for word in _WORD.findall(text)}


def _check_fields(source: Map, head: DeckHead, fields: Collection[str], diagnostics: Diagnostics) -> None:
    """Report names in ``unseen:`` and ``secret_backs:`` that are not fields of the cards."""
    secret = head.secret_backs
    for key, names in (("unseen", head.unseen), ("secret_backs", secret if isinstance(secret, tuple) else ())):
        for name in names:
            if name not in fields:
                what, fix = f"{key}: the cards have no {name}", suggest(name, fields)
                diagnostics.report(Code.SHOWS_FIELD, source.place_of(key), what=what, fix=fix)


def _fields(source: Map, diagnostics: Diagnostics) -> tuple[CardField, ...]:
    declared = source.get("fields")
    fields: list[CardField] = []
    if not isinstance(declared, Map):
        return ()
    for name in declared:
        try:
            fields.append(parse_field(name, declared[name]))
        except Mistake as mistake:
            diagnostics.report(Code.FIELD_KIND, declared.place_of(name), what=mistake.what, fix=mistake.fix)
    return tuple(fields)
