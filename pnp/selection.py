"""What is asked for of a game → which of its products and cards are printed, how often, and what was printed before.

A choice changes what is printed, never what it looks like.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place, counted
from pnp.layout.printing import parse_paper

if TYPE_CHECKING:
    from pnp.expressions import ExpressionError
    from pnp.project.game import Deck, Game


PARTS = ("cards", "tokens", "booklet", "rules")
"""What may be asked for by name of every game, besides its decks and extras."""

FaceCounts = Mapping[str, Mapping[str, int]]
"""Of each deck, how often each face with its back is printed; faces by what tells them apart."""


@dataclass(frozen=True)
class Selection:
    """What is asked for; without anything, all of it.

    Attributes:
        only: Names of PARTS, decks and extras.
        cards: An expression over a card, in the words of the source language; empty for all cards.
        copies: Of each card, instead of its own number; None for that.
        is_changed: Whether only what differs from the faces printed before is printed.
    """

    only: tuple[str, ...] = ()
    cards: str = ""
    copies: int | None = None
    is_changed: bool = False

    @property
    def is_of_cards(self) -> bool:
        """Whether it looks at cards one by one; then there are no booklets but where they are named."""
        return bool(self.cards or self.copies or self.is_changed)

    @property
    def suffix(self) -> str:
        """For the names of files that hold only some of the cards, so that they replace none that hold all."""
        return "-changed" if self.is_changed else "-chosen" if self.is_of_cards else ""

    def has_part(self, *names: str) -> bool:
        """Whether something is printed that has these names."""
        return any(name in self.only for name in names) if self.only else True

    def has_deck(self, deck: Deck) -> bool:
        """Whether a deck is printed, or some of its cards: by its name, or with the part that it belongs to."""
        return self.has_part(deck.part, deck.name)

    def has_booklet(self, name: str) -> bool:
        """Whether the rules are printed: as a booklet, or page by page."""
        return name in self.only if self.only else not self.is_of_cards


@dataclass
class SelectedCards:
    """What is printed of a game in one language.

    Attributes:
        choice: What is asked for.
        cards: The numbers of the chosen cards of each deck; None for all.
        earlier: The faces printed before.
        is_noting: Whether faces are looked at at all.
        current: The faces that were looked at, as often as they are in the game.
    """

    choice: Selection = Selection()
    cards: Mapping[str, frozenset[int]] | None = None
    earlier: FaceCounts = field(default_factory=dict)
    is_noting: bool = False
    current: dict[str, Counter[str]] = field(default_factory=dict)

    def has_card(self, deck: str, number: int) -> bool:
        """Whether a card is chosen."""
        return self.cards is None or number in self.cards.get(deck, ())

    def copies(self, deck: str, face: str, copies: int) -> int:
        """How often a card is printed, of which the deck has some copies.

        Args:
            deck: Its name.
            face: What tells its face and back from others; "" where faces are not looked at.
            copies: As many as are in the game.
        """
        if self.is_noting:
            seen = self.current.setdefault(deck, Counter())
            before = max(0, self.earlier.get(deck, {}).get(face, 0) - seen[face])
            seen[face] += copies
            if self.choice.is_changed:
                copies = max(0, copies - before)
        if self.choice.copies is not None and copies:
            copies = self.choice.copies
        return copies

    def record(self) -> FaceCounts:
        """The faces as they are printed now: all of the game, or those looked at beside those printed before."""
        is_whole = not self.choice.only and not self.choice.cards
        kept = {} if is_whole else {deck: dict(faces) for deck, faces in self.earlier.items()}
        for deck, faces in self.current.items():
            kept.setdefault(deck, {}).update({face: copies for face, copies in faces.items() if copies})
        return kept


def _chosen_cards(
    choice: Selection, decks: Mapping[str, Deck], source: Game, diagnostics: Diagnostics
) -> dict[str, frozenset[int]]:
    """The numbers of the chosen cards of each deck; those that cannot be asked are told and left out.

    Raises:
        Fault: The expression cannot be read, or no card can be asked.
    """
    from jinja2.nodes import Name

    from pnp.expressions import ExpressionError, compile_expression
    from pnp.expressions.compile import parse_expression
    from pnp.expressions.scope import card_scope, game_scope

    place = Place("--cards")
    try:
        test = compile_expression(choice.cards)
    except ExpressionError as error:
        raise Fault(Code.CHOICE_CARDS, place, what=f"{choice.cards}: {error.what}", fix=error.fix) from None
    tree = parse_expression(choice.cards)
    if not isinstance(tree, Name) and tree.find(Name) is None:
        what = f"{choice.cards} asks nothing of a card, so that it chooses all or none"
        raise Fault(Code.CHOICE_CARDS, place, what=what, fix=_question(choice.cards, decks))
    scope = game_scope(source)
    found: dict[str, frozenset[int]] = {}
    failures: dict[str, tuple[int, ExpressionError]] = {}
    has_asked = False
    for name, deck in decks.items():
        numbers = set()
        for card in deck.cards:
            try:
                if test(card_scope(scope, card)):
                    numbers.add(card.number)
                has_asked = True
            except ExpressionError as error:
                failures[name] = (failures[name][0] + 1 if name in failures else 1, error)
        found[name] = frozenset(numbers)
    for name, (count, failure) in failures.items():
        if not has_asked:
            what = f"{choice.cards}: {failure.what}, in {name} of {source.name}"
            raise Fault(Code.CHOICE_CARDS, place, what=what, fix=failure.fix)
        what = f"{counted(count, 'card')} of {name} in {source.name} left out: {failure.what}"
        fix = "name the decks that are meant, with --only, or ask first: card.number and card.number > 90"
        diagnostics.report(Code.CHOICE_LEFT_OUT, place, what=what, fix=fix)
    return found


def _question(written: str, decks: Mapping[str, Deck]) -> str:
    """How a card is asked: for a number, by the field that most cards have a number in."""
    counted_in: Counter[str] = Counter()
    for deck in decks.values():
        for card in deck.cards:
            counted_in.update(name for name, value in card.values.items() if type(value) in (int, float))
    if written.isdecimal() and counted_in:
        return f"write --cards 'card.{counted_in.most_common(1)[0][0]} == {written}'"
    return "ask something of a card, as --cards 'card.points > 3'"


FACES = "faces.json"
"""Where the faces of a build are listed, beside its files."""


def faces_file(game: str, language: str, faces: FaceCounts, paper: str) -> bytes:
    """The list of the faces that were printed, the same for the same faces on the same paper."""
    decks = {deck: dict(sorted(found.items())) for deck, found in sorted(faces.items()) if found}
    return (json.dumps({"game": game, "language": language, "paper": paper, "decks": decks}, indent=1) + "\n").encode()


def earlier_papers(folder: Path, lists: Mapping[str, bytes]) -> list[str]:
    """The papers that files of earlier builds in a folder are on, where that is not the one of some new lists of faces.

    Args:
        folder: Of the output.
        lists: New lists of faces, by their paths from there.
    """
    found: dict[str, None] = {}
    for path, content in lists.items():
        with suppress(OSError, ValueError, KeyError, TypeError, Mistake):
            before = parse_paper(str(json.loads((folder / path).read_bytes())["paper"]))
            if before != json.loads(content)["paper"]:
                found[before] = None
    return list(found)


def _read_faces(content: bytes, path: str, game: str, language: str) -> FaceCounts:
    """The faces of an earlier build.

    Raises:
        Fault: The file is no list of the faces of this game in this language.
    """
    place = Place(path)
    try:
        written = json.loads(content)
        decks = written["decks"].items()
        found = {str(deck): {str(face): int(copies) for face, copies in faces.items()} for deck, faces in decks}
        of = (str(written["game"]), str(written["language"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        what, fix = "this is no list of faces that pnp has written", "build once without --changed"
        raise Fault(Code.FACES_BROKEN, place, what=what, fix=fix) from None
    if of != (game, language):
        what = f"these are the faces of {' in '.join(of)}, not of {game} in {language}"
        fix = f"build what they are of: pnp build {of[0]} --lang {of[1]}"
        raise Fault(Code.FACES_BROKEN, place, what=what, fix=fix)
    return found


@dataclass(frozen=True)
class SelectionSource:
    """A choice, and where faces printed before are listed.

    Attributes:
        choice: What is asked for.
        folder: Of earlier output, with a list for each game and language; None where none is to be written.
        file: One list to compare with instead.
    """

    choice: Selection = Selection()
    folder: Path | None = None
    file: Path | None = None

    @property
    def is_of_everything(self) -> bool:
        """Whether all of each game is asked for."""
        return self.choice == Selection()

    def of(self, game: Game, source: Game, diagnostics: Diagnostics) -> SelectedCards:
        """What is printed of a game in a language.

        Args:
            game: In the language.
            source: In its source language, whose values an expression sees.
            diagnostics: Told of cards that cannot be asked.

        Raises:
            Fault: The expression, or the list of faces printed before, cannot be used.
        """
        choice = self.choice
        cards = None
        if choice.cards:
            decks = {name: deck for name, deck in {**source.decks, **source.extras}.items() if choice.has_deck(deck)}
            cards = _chosen_cards(choice, decks, source, diagnostics)
        earlier: FaceCounts = {}
        if self.folder is not None:
            try:
                earlier = self._earlier(self.folder, game)
            except Fault:
                if choice.is_changed:
                    raise
        return SelectedCards(choice, cards, earlier, is_noting=self.folder is not None)

    def _earlier(self, folder: Path, game: Game) -> FaceCounts:
        path = self.file or folder / game.name / game.language / FACES
        try:
            content = path.read_bytes()
        except OSError as error:
            what = f"no faces of an earlier build can be read: {error.strerror or error}"
            fix = "build once without --changed, or name a list of faces: --changed-from FILE"
            raise Fault(Code.FACES_NONE, Place(path.as_posix()), what=what, fix=fix) from None
        return _read_faces(content, path.as_posix(), game.name, game.language)


EVERYTHING = SelectionSource()
