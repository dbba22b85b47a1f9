"""data/<game>/ → a Game in its source language, with every fault that can be told without laying anything out."""

from __future__ import annotations

from pnp.diagnostics import Diagnostic, Fault, Place, suggest
from pnp.load.deck import build_cards
from pnp.load.play import load_claims, load_examples
from pnp.load.template import Templates
from pnp.load.validate import validate
from pnp.model.fields import FieldKind, parse_field
from pnp.model.game import Deck, DeckHead, Game, GameHead
from pnp.source.files import Files
from pnp.source.tree import Map, Seq

RESERVED = frozenset(
    {"card", "deck", "decks", "examples", "extras", "game", "words", "loop", "language", "range", "ngettext", "facts"}
)
"""Names that expressions already use; facts cannot take them."""

PRODUCT_NAMES = frozenset({"cards", "tokens", "rules", "booklet"})
"""Files that every build makes; extras cannot take their names."""


def game_names(files: Files) -> list[str]:
    """The games of a project: folders of data/ with a game.yaml, sorted."""
    return [name for name in files.folders("data") if files.exists(f"data/{name}/game.yaml")]


def load_game(files: Files, templates: Templates, name: str) -> tuple[Game | None, list[Diagnostic]]:
    """Return a game and its faults; None instead of the game where they leave nothing to work on.

    Args:
        files: The project.
        templates: Its templates.
        name: The game's folder below data/.
    """
    try:
        tree = files.yaml(f"data/{name}/game.yaml")
        if not isinstance(tree, Map):
            what = "game.yaml must be a mapping of keys"
            return None, [
                Diagnostic(Place(f"data/{name}/game.yaml", 1, 1), "game-empty", what, fix="start with title:")
            ]
        head = validate(GameHead, tree, "game.yaml")
    except Fault as fault:
        return None, list(fault.diagnostics)
    faults = _check_names(tree)
    decks: dict[str, Deck] = {}
    extras: dict[str, Deck] = {}
    for kind, heads, loaded in (("decks", head.decks, decks), ("extras", head.extras, extras)):
        for deck_name, deck_head in heads.items():
            deck, deck_faults = _load_deck(files, templates, name, deck_name, deck_head, tree[kind])
            faults += deck_faults
            if deck:
                loaded[deck_name] = deck
    if len(decks) + len(extras) < len(head.decks) + len(head.extras):
        return None, faults
    examples, examples_source, more = load_examples(files, name)
    claims, claims_source, most = load_claims(files, name)
    game = Game(
        name=name,
        head=head,
        source=tree,
        language=head.languages[0],
        decks=decks,
        extras=extras,
        examples=examples,
        examples_source=examples_source,
        claims=claims,
        claims_source=claims_source,
    )
    return game, [*faults, *more, *most]


def _check_names(tree: Map) -> list[Diagnostic]:
    faults: list[Diagnostic] = []
    extras = tree.get("extras")
    for name in extras if isinstance(extras, Map) else ():
        if name in PRODUCT_NAMES or name in tree["decks"]:
            what = f"{name} cannot be the name of an extra: it is taken"
            faults.append(Diagnostic(tree["extras"].place_of_key(name), "extra-name", what, fix="rename it"))
    facts = tree.get("facts")
    if not isinstance(facts, Map):
        return faults
    for name in facts:
        if name in RESERVED or not name.isidentifier():
            why = "it has a meaning of its own in expressions" if name in RESERVED else "expressions cannot name it"
            faults.append(
                Diagnostic(facts.place_of_key(name), "fact-name", f"{name} cannot be a fact", why, "rename it")
            )
    return faults


def _load_deck(
    files: Files, templates: Templates, game: str, name: str, head: DeckHead, tree: Map
) -> tuple[Deck | None, list[Diagnostic]]:
    source: Map = tree[name]
    faults: list[Diagnostic] = []
    if not name.isidentifier():
        what = f"deck {name} cannot be named in expressions"
        faults.append(Diagnostic(tree.place_of_key(name), "deck-name", what, fix="use letters, digits and _"))
    fields = _fields(source, faults)
    records = head.cards
    try:
        if isinstance(records, str):
            records = files.rows(f"data/{game}/{records}", source.place_of("cards"))
            if records is None:
                records = Seq(f"data/{game}/{head.cards}", (1, 1))
        cards, card_faults = build_cards(name, records, fields, head.copies, source.place)
        faults += card_faults
    except Fault as fault:
        faults += fault.diagnostics
        cards = ()
    face = back = None
    for key, path in (("template", head.template), ("back", head.back)):
        try:
            found = templates.get(path, source.place_of(key)) if path is not None else None
            face, back = (found, back) if key == "template" else (face, found)
        except Fault as fault:
            faults += fault.diagnostics
    if face is None or (back is None and head.back is not None) or not cards:
        return None, faults
    if back is not None and back.head.size != face.head.size:
        what = f"the back of {name} has another size than its face"
        fix = f"give {back.name} the size of {face.name}"
        faults.append(Diagnostic(source.place_of("back"), "back-size", what, fix=fix))
    return Deck(name=name, head=head, fields=fields, cards=cards, template=face, back=back), faults


def _fields(source: Map, faults: list[Diagnostic]) -> tuple[FieldKind, ...]:
    written = source.get("fields")
    fields: list[FieldKind] = []
    if not isinstance(written, Map):
        return ()
    for name in written:
        try:
            fields.append(parse_field(name, written[name]))
        except ValueError as error:
            what, _, fix = str(error).partition("; ")
            faults.append(Diagnostic(written.place_of(name), "field-kind", what, fix=fix))
    return tuple(fields)


def find_games(files: Files, wanted: list[str]) -> list[str]:
    """The games asked for, or all.

    Raises:
        Fault: There is none, or one asked for does not exist.
    """
    games = game_names(files)
    if not games:
        why = f"{files.root.name} has no data/<game>/game.yaml"
        raise Fault(Diagnostic(Place("data"), "game-none", "no game here", why, "run pnp in a project's folder"))
    for name in wanted:
        if name not in games:
            raise Fault(Diagnostic(Place("data"), "game-unknown", f"no game {name}", fix=suggest(name, games)))
    return wanted or games
