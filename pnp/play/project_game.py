"""A project's Game and the texts of its code → what plays it: a GameBundle, its worked examples, Names, and a RoomGame.

A RoomGame has all that pages at its tables show, in each language; the server of ``pnp play`` and the web export start
from it. Nothing is run.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Place, counted, suggest
from pnp.core.patterns import lazy_pattern
from pnp.core.titles import plain_title
from pnp.expressions.scope import NamesIn, card_names, card_values, filled_scope
from pnp.play.bots import bot_names, is_search
from pnp.play.game_bundle import USUAL_BOTS, CardRecord, GameBundle, Measure, shown_option
from pnp.play.game_code import IMAGINE
from pnp.play.names import Names
from pnp.play.room import RoomGame
from pnp.play.saved_game import SeatMessage
from pnp.play.testing.examples import Example
from pnp.project.examples import ExampleHead
from pnp.project.files import Files
from pnp.project.game import Card, Deck, Game, bots_path, claims_code_path, rules_path
from pnp.project.load import load_game
from pnp.project.templates import Templates
from pnp.rulebook.blocks import walk
from pnp.rulebook.fill import slug
from pnp.rulebook.load import load_rulebook
from pnp.text.bidi import is_right_to_left
from pnp.text.edition import open_edition
from pnp.text.game_texts import rulebook_context
from pnp.text.own_words import own_words
from pnp.text.page_words import page_words
from pnp.text.typography import typeset
from pnp.text.typography_rules import habits_of

_BOT = lazy_pattern(r"^def ([a-z]\w*)\(", re.MULTILINE)
"""The first line of a bot in the text of bots.py."""

MAX_GROUPS = 12
"""The most values of a field by which cards are grouped; with more, each group is small."""


def read_bundle(files: Files, game: Game, diagnostics: Diagnostics) -> GameBundle | None:
    """Return the bundle of a game of a project; None if it has no rules or the names of its cards are faulty.

    Args:
        files: The project.
        game: The game in its source language.
        diagnostics: Collects what is missing or wrong.
    """
    path, before = rules_path(game.name), diagnostics.count
    bundle = None
    with diagnostics.catch_faults():
        if not files.exists(path):
            what = f"{game.head.title} has no rules to play"
            raise Fault(Code.RULES_MISSING, game.source.place, what=what, fix=f"write {path}")
        bots, claims = (
            files.code(code) if files.exists(code) else ""
            for code in (bots_path(game.name), claims_code_path(game.name))
        )
        bundle = make_bundle(game, files.code(path), bots, diagnostics, claims)
    return bundle if diagnostics.count == before else None


def own_bots(code: str) -> list[str]:
    """Return the names of the bots of bots.py, whose code is read and not run."""
    return [name for name in _BOT.findall(code) if name != IMAGINE]


def check_bots(bundle: GameBundle, bots: Sequence[str], place: Place, diagnostics: Diagnostics) -> None:
    """Report bots that bots.py does not have, without running it."""
    names = [*bot_names(), *own_bots(bundle.bots)]
    for bot in bots:
        if bot not in names and not is_search(bot):
            what = f"no bot {bot} in {bundle.bots_file}"
            diagnostics.report(Code.BOTS_UNKNOWN, place, what=what, fix=suggest(bot, names))


def check_seats(bots: Sequence[str], players: Iterable[int], place: Place, diagnostics: Diagnostics) -> None:
    """Report bots that keep their seats if there are more of them than seats."""
    seats = max(players)
    if len(bots) > seats:
        what = f"{len(bots)} bots keep their seats, but the table has {counted(seats, 'seat')}"
        diagnostics.report(Code.BOTS_SEATS, place, what=what, fix="name fewer")


def check_values(bundle: GameBundle, values: Mapping[str, Any], place: Place, diagnostics: Diagnostics) -> None:
    """Report values to set before a game that are neither facts nor in a Table of rules.py, without running it."""
    defaults = {**_first_values(bundle.rules), **bundle.facts} if values else {}
    for name, value in values.items():
        kind = _kind(defaults.get(name))
        if name not in defaults:
            what = f"neither a fact nor a value of the table is called {name}"
            first_value = f"give it a first value in the Table of {bundle.rules_file}"
            fix = suggest(name, defaults) if defaults else first_value
            diagnostics.report(Code.SET_UNKNOWN, place, what=what, fix=fix)
        elif kind not in (_kind(value), _ANYTHING):
            what = f"{name} is {kind}, and {shown_option(value)} is {_kind(value)}"
            diagnostics.report(Code.SET_VALUE, place, what=what, fix=f"set it to {kind}")


def check_player_counts(game: Game, players: Iterable[int], place: Place, diagnostics: Diagnostics) -> None:
    """Report numbers of players that the game is not for."""
    for number in players:
        if number not in game.head.players:
            what = f"{game.head.title} is not for {counted(number, 'player')}"
            fix = f"play with {', '.join(map(str, game.head.players))}"
            diagnostics.report(Code.PLAYERS_NUMBER, place, what=what, fix=fix)


_ANYTHING = "anything"


def _kind(value: Any) -> str:
    """Return the kind of a value in words; a tuple of the table accepts a single value, too."""
    kinds = {
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        bool: "true or false",
        dict: "a mapping",
    }
    return kinds.get(type(value), _ANYTHING)


def _first_values(rules: str) -> dict[str, Any]:
    """Return the first values in classes of rules.py, without piles; None for a value that is not a constant."""
    try:
        classes = [node for node in ast.parse(rules).body if isinstance(node, ast.ClassDef) and _may_be_table(node)]
    except (SyntaxError, ValueError):
        return {}
    values: dict[str, Any] = {}
    for node in (statement for table_class in classes for statement in table_class.body):
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        is_pile = isinstance(node.value, ast.Call) and ast.unparse(node.value.func).endswith(("Pile", "Piles"))
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        first = node.value.value if isinstance(node.value, ast.Constant) else None
        values |= {target.id: first for target in targets if isinstance(target, ast.Name) and not is_pile}
    return values


def _may_be_table(node: ast.ClassDef) -> bool:
    return not any(ast.unparse(base).endswith("NamedTuple") for base in node.bases)


def make_bundle(game: Game, rules: str, bots: str, diagnostics: Diagnostics, claims: str = "") -> GameBundle:
    """Return the bundle of a game.

    Args:
        game: The game in its source language.
        rules: The text of its rules.py.
        bots: The text of its bots.py; empty without one.
        diagnostics: Collects the faults of its cards' names.
        claims: The text of its claims.py; empty without one.
    """
    scope = filled_scope(game)
    names = card_names(game, scope, diagnostics)
    backs = {name: game.backs(deck) for name, deck in game.decks.items()}
    decks = {
        name: tuple(
            CardRecord(card_name, card_values(card), tuple(card.values), card.copies, backs[name][card.number])
            for card, card_name in sorted(zip(deck.cards, names[name], strict=True), key=_by_values(deck))
        )
        for name, deck in game.decks.items()
    }
    play = game.head.play
    return GameBundle(
        game=game.name,
        players=game.head.players,
        facts=_plain(game.head.facts),
        decks=decks,
        rules=rules,
        rules_file=rules_path(game.name),
        bots=bots,
        bots_file=bots_path(game.name),
        claims=claims,
        claims_file=claims_code_path(game.name),
        decisions=play.decisions,
        scores=play.scores,
        about=_plain(scope["game"]),
        words=dict(game.head.words),
        usual=play.bots,
        measures=tuple(Measure(head.value, head.tell, head.looks_at, head.when) for head in game.head.report),
        groups={name: fields for name, deck in game.decks.items() if (fields := _grouping(deck))},
    )


def _grouping(deck: Deck) -> tuple[str, ...]:
    """Return the fields by which a deck's cards are grouped: those of few values, each on several cards."""
    names = []
    for field in deck.fields:
        faces: Counter[Any] = Counter()
        for card in deck.cards:
            if isinstance(value := card.values.get(field.name), str | int):
                faces[value] += card.copies
        if field.kind in ("choice", "integer") and 2 <= len(faces) <= MAX_GROUPS and min(faces.values()) > 1:
            names.append(field.name)
    return tuple(names)


def _by_values(deck: Deck) -> Callable[[tuple[Card, str]], tuple[Any, ...]]:
    """Return the sort key of a deck's cards with their names, so that the order of a file's lines does not matter."""
    return lambda entry: tuple(field.rank(entry[0].values.get(field.name)) for field in deck.fields)


def make_names(source: Game, game: Game) -> Names:
    """Return the names of cards and values in a game's language.

    Args:
        source: The game in its source language, whose names rules and examples use.
        game: The game in the language.
    """
    cards = {} if source is game else NamesIn(source, game).cards
    measures = tuple((measure.name, measure.unit) for measure in game.head.report)
    (chance,) = USUAL_BOTS
    play = game.head.play
    words, questions, log = dict(play.names), dict(play.questions), dict(play.log)
    if source is not game:  # in the source language, examples write them as they are typed
        words, questions, log = (
            {name: typeset(text, game.language) for name, text in texts.items()} for texts in (words, questions, log)
        )
    own = own_words("play", game.language)
    return Names(
        {chance: own(chance), "seat": own("Seat {n}", n="{n}"), **words},
        cards,
        language=game.language,
        measures=measures,
        texts=dict(game.head.words),
        title=game.head.title,
        questions=questions,
        log=log,
        colon=f"{habits_of(game.language).space_before.get(':', '')}:",
    )


def make_example(game: Game, name: str, head: ExampleHead) -> Example:
    """Return a worked example as plain values."""
    players = head.players or len(head.seats or ()) or game.head.players[0]
    return Example(
        name=name,
        seats=head.seats or (),
        players=players,
        play=head.play,
        table=_plain(head.table),
        rest=dict(head.rest),
        seed=head.seed,
        bots=head.bots,
        picks=tuple(map(_plain, head.picks)),
        after=tuple(map(_plain, head.after)),
        then=_plain(head.then),
    )


def _plain(value: Any) -> Any:
    """Return a value without places in its file: ordinary mappings and lists, which any process can read."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value


# --- for tables


def read_room_game(
    files: Files, name: str, diagnostics: Diagnostics, languages: Sequence[str] = (), *, is_draft: bool = False
) -> RoomGame | None:
    """Return a game of a project, ready to be laid on tables; None if it cannot be read or has no rules.

    Args:
        files: The project.
        name: The game's name.
        diagnostics: Collects what is missing or wrong.
        languages: The languages of its pages; empty for all.
        is_draft: Whether texts without a translation stay in the source language, and faulty decks are left out.
    """
    templates = Templates(files)
    game = load_game(files, templates, name, diagnostics, is_draft=is_draft)
    bundle = read_bundle(files, game, diagnostics) if game else None
    if game is None or bundle is None:
        return None
    booklet = load_rulebook(files, templates, game, Diagnostics())
    blocks = list(walk(booklet.blocks)) if booklet else []
    titles = [block.text for block in blocks if block.kind == "heading"]
    known = booklet.style.icons if booklet else {}
    shared = {
        "decks": _decks(game),
        "cover": any(block.kind == "page" for block in blocks),
        "icons": [name for name, icon in game.head.play.icons.items() if icon in known],
    }
    names: dict[str, Names] = {}
    pages: dict[str, SeatMessage] = {}
    sections: dict[str, Mapping[str, SeatMessage]] = {}
    languages = languages or game.head.languages
    for language in languages:
        edition = open_edition(files, game, language, Diagnostics() if is_draft else diagnostics, is_draft=is_draft)
        translated = edition.game if edition else game
        pages[language] = _page(translated, language, languages) | shared
        names[language] = make_names(game, translated)
        sections[language] = {
            plain_title(title): {
                "title": plain_title(edition.translate(title, rulebook_context("heading")) if edition else title),
                "anchor": slug(title),
            }
            for title in titles
        }
    return RoomGame(bundle, names, pages, sections, dict(game.head.play.marks))


def _page(game: Game, language: str, languages: Sequence[str]) -> SeatMessage:
    """Return what a page shows of a game in a language."""
    play = game.head.play
    return {
        "languages": list(languages),
        "source": game.head.languages[0],
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "subtitle": game.head.subtitle,
        "minutes": _span(game.head.minutes),
        "age": game.head.age,
        "forms": _plain(play.table),
        "defaults": dict(play.defaults),
        "patience": play.patience,
        "words": page_words(language),
        "ask": list(play.ask),
    }


def _span(numbers: Sequence[int] | None) -> str:
    """Return a range of numbers as it is printed: "20–40"."""
    return "–".join(map(str, sorted({min(numbers), max(numbers)}))) if numbers else ""


def _decks(game: Game) -> SeatMessage:
    """Return the size of each deck's cards, and the number of each card in its deck's file."""
    names = card_names(game, filled_scope(game), Diagnostics())
    return {
        deck.name: {
            "size": deck.template.head.size,
            "corner": deck.template.head.corner,
            "back": deck.back is not None,
            "cards": {called: card.number for called, card in zip(names[deck.name], deck.cards_once, strict=True)},
        }
        for deck in game.decks.values()
    }
