"""A user's request → which products and cards of a game are printed, how often, and which faces were printed before.

A selection changes what is printed, never how it looks.
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
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.printing import parse_paper
from pnp.outputs import read_back

if TYPE_CHECKING:
    from pnp.expressions import ExpressionError
    from pnp.project.game import Card, Deck, Game
    from pnp.text.edition import Edition


FORM_GROUPS = ("booklet", "sheet", "leaflet")
"""The names of the rules by the form in which they are printed; each game has one of these forms."""

RULES_GROUPS = (*FORM_GROUPS, "rules")
"""The same, and "rules" for the rules page by page and for the web."""

PRINT_GROUPS = ("cards", "tokens", *RULES_GROUPS)
"""Parts that can be requested by name in every game, besides its decks and extras."""

FaceCounts = Mapping[str, Mapping[str, int]]
"""By deck: how often each face with its back is printed. Faces are identified by their digests."""


@frozen_dataclass
class Selection:
    """The requested products and cards; everything by default.

    Attributes:
        only: Names of PRINT_GROUPS, decks and extras.
        cards: An expression over a card, in the names of the source language; empty for all cards.
        copies: How many copies of each card to print; None for as many as the game has.
        is_changed: Whether to print only faces that differ from those printed before.
    """

    only: tuple[str, ...] = ()
    cards: str = ""
    copies: int | None = None
    is_changed: bool = False

    @property
    def is_of_cards(self) -> bool:
        """Whether it selects single cards. Booklets are then only printed if they are named."""
        return bool(self.cards or self.copies or self.is_changed)

    @property
    def suffix(self) -> str:
        """The suffix for names of files with only some cards, so that they do not replace files with all cards."""
        return "-changed" if self.is_changed else "-chosen" if self.is_of_cards else ""

    def has_group(self, *names: str) -> bool:
        """Whether anything with one of these names is printed."""
        return any(name in self.only for name in names) if self.only else True

    def has_deck(self, deck: Deck) -> bool:
        """Whether a deck, or some of its cards, is printed, by its own name or that of the part it belongs to."""
        return self.has_group(deck.print_group, deck.name)

    def prints_rules(self, name: str) -> bool:
        """Whether the rules with a name from RULES_GROUPS are printed."""
        return name in self.only if self.only else not self.is_of_cards


@dataclass
class SelectedCards:
    """The cards of a game in one language that are printed.

    Attributes:
        selection: The request.
        cards: The numbers of the selected cards of each deck; None for all.
        earlier: The faces printed before.
        records_faces: Whether to record the digests of faces.
        current: The recorded faces, and how often each is in the game.
    """

    selection: Selection = Selection()
    cards: Mapping[str, frozenset[int]] | None = None
    earlier: FaceCounts = field(default_factory=dict)
    records_faces: bool = False
    current: dict[str, Counter[str]] = field(default_factory=dict)

    def has_card(self, deck: Deck, card: Card) -> bool:
        """Whether a card is selected."""
        if self.cards is None:
            return True
        number = (card.number - 1) % len(deck.cards_once) + 1  # later cards are the same in another language
        return number in self.cards.get(deck.name, ())

    def copies(self, deck: str, face: str, copies: int) -> int:
        """Return how often to print a card of which the deck has a number of copies.

        Args:
            deck: The name of its deck.
            face: The digest of its face and back; "" if faces are not recorded.
            copies: How many copies the game has.
        """
        if self.records_faces:
            faces = self.current.setdefault(deck, Counter())
            before = max(0, self.earlier.get(deck, {}).get(face, 0) - faces[face])
            faces[face] += copies
            if self.selection.is_changed:
                copies = max(0, copies - before)
        if self.selection.copies is not None and copies:
            copies = self.selection.copies
        return copies

    def record(self) -> FaceCounts:
        """Return the faces printed so far: all faces of the game, or the recorded ones with those printed before."""
        is_whole = not self.selection.only and not self.selection.cards
        record = {} if is_whole else {deck: dict(faces) for deck, faces in self.earlier.items()}
        for deck, faces in self.current.items():
            record.setdefault(deck, {}).update({face: copies for face, copies in faces.items() if copies})
        return record


def _selected_cards(
    selection: Selection, decks: Mapping[str, Deck], source: Game, diagnostics: Diagnostics
) -> dict[str, frozenset[int]]:
    """Return the numbers of the selected cards of each deck; cards for which the expression fails are reported.

    Raises:
        Fault: The expression cannot be parsed, or fails for every card.
    """
    from jinja2.nodes import Name

    from pnp.expressions import ExpressionError, compile_expression
    from pnp.expressions.compile import parse_expression
    from pnp.expressions.scope import card_scope, game_scope

    place = Place("--cards")
    try:
        test = compile_expression(selection.cards)
    except ExpressionError as error:
        raise Fault(Code.CHOICE_CARDS, place, what=f"{selection.cards}: {error.what}", fix=error.fix) from None
    tree = parse_expression(selection.cards)
    if not isinstance(tree, Name) and tree.find(Name) is None:
        what = f"{selection.cards} does not use card, so it would select all cards or none"
        raise Fault(Code.CHOICE_CARDS, place, what=what, fix=_question(selection.cards, decks))
    scope = game_scope(source)
    numbers_by_deck: dict[str, frozenset[int]] = {}
    failures: dict[str, tuple[int, ExpressionError]] = {}
    has_succeeded = False
    for name, deck in decks.items():
        numbers = set()
        for card in deck.cards:
            try:
                if test(card_scope(scope, card)):
                    numbers.add(card.number)
                has_succeeded = True
            except ExpressionError as error:
                failures[name] = (failures[name][0] + 1 if name in failures else 1, error)
        numbers_by_deck[name] = frozenset(numbers)
    for name, (count, failure) in failures.items():
        if not has_succeeded:
            what = f"{selection.cards}: {failure.what}, in {name} of {source.name}"
            raise Fault(Code.CHOICE_CARDS, place, what=what, fix=failure.fix)
        what = f"{counted(count, 'card')} of {name} in {source.name} left out: {failure.what}"
        fix = "name the decks with --only, or test first: card.number and card.number > 90"
        diagnostics.report(Code.CHOICE_LEFT_OUT, place, what=what, fix=fix)
    return numbers_by_deck


def _question(text: str, decks: Mapping[str, Deck]) -> str:
    """Return a fix with a valid expression. For a number, it uses the field that is a number on most cards."""
    numeric_fields: Counter[str] = Counter()
    for deck in decks.values():
        for card in deck.cards:
            numeric_fields.update(name for name, value in card.values.items() if type(value) in (int, float))
    if text.isdecimal() and numeric_fields:
        return f"write --cards 'card.{numeric_fields.most_common(1)[0][0]} == {text}'"
    return "use card in the expression, as in --cards 'card.points > 3'"


FACES = "faces.json"
"""The name of the list of a build's faces, beside its files."""


def faces_file(game: str, language: str, faces: FaceCounts, paper: str) -> bytes:
    """Return the list of the printed faces as a file; the same faces on the same paper give the same bytes."""
    decks = {deck: dict(sorted(counts.items())) for deck, counts in sorted(faces.items()) if counts}
    return (json.dumps({"game": game, "language": language, "paper": paper, "decks": decks}, indent=1) + "\n").encode()


def earlier_papers(folder: Path, lists: Mapping[str, bytes]) -> list[str]:
    """Return the papers of earlier files in a folder, if they differ from the papers in new lists of faces.

    Args:
        folder: The output folder.
        lists: New lists of faces, by their paths from the folder.
    """
    papers: dict[str, None] = {}
    for path, content in lists.items():
        with suppress(Fault, ValueError, KeyError, TypeError, RecursionError, Mistake):
            earlier = parse_paper(str(json.loads(read_back(path, folder) or b"")["paper"]))
            if earlier != json.loads(content)["paper"]:
                papers[earlier] = None
    return list(papers)


def _read_faces(content: bytes, path: str, game: str, language: str) -> FaceCounts:
    """Return the faces of an earlier build.

    Raises:
        Fault: The file is not a list of the faces of this game in this language.
    """
    place = Place(path)
    try:
        record = json.loads(content)
        decks = record["decks"].items()
        counts = {str(deck): {str(face): int(copies) for face, copies in faces.items()} for deck, faces in decks}
        of = (str(record["game"]), str(record["language"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        what, fix = "this is not a list of faces written by pnp", "build once without --changed"
        raise Fault(Code.FACES_BROKEN, place, what=what, fix=fix) from None
    if of != (game, language):
        what = f"these are the faces of {' in '.join(of)}, not of {game} in {language}"
        fix = f"build that game: pnp build {of[0]} --lang {of[1]}"
        raise Fault(Code.FACES_BROKEN, place, what=what, fix=fix)
    return counts


@frozen_dataclass
class SelectionRequest:
    """A selection, and the place of the lists of faces that were printed before.

    Attributes:
        selection: The request.
        folder: The folder of earlier output, with a list for each game and language; None to read and write no lists.
        file: One list to compare with instead.
    """

    selection: Selection = Selection()
    folder: Path | None = None
    file: Path | None = None

    @property
    def is_of_everything(self) -> bool:
        """Whether everything in each game is requested."""
        return self.selection == Selection()

    def of(self, edition: Edition, diagnostics: Diagnostics) -> SelectedCards:
        """Return which cards of a game in a language to print.

        Args:
            edition: The game in that language.
            diagnostics: Receives cards for which the expression fails.

        Raises:
            Fault: The expression, or the list of faces printed before, cannot be used.
        """
        selection, source = self.selection, edition.source
        cards = None
        if selection.cards:
            decks = {name: deck for name, deck in {**source.decks, **source.extras}.items() if selection.has_deck(deck)}
            cards = _selected_cards(selection, decks, source, diagnostics)
        earlier: FaceCounts = {}
        if self.folder is not None:
            try:
                earlier = self._earlier(self.folder, edition)
            except Fault:
                if selection.is_changed:
                    raise
        return SelectedCards(selection, cards, earlier, records_faces=self.folder is not None)

    def _earlier(self, folder: Path, edition: Edition) -> FaceCounts:
        path = self.file or folder / edition.folder / FACES
        try:
            content = path.read_bytes() if self.file else read_back(f"{edition.folder}/{FACES}", folder)
            if content is None:
                raise FileNotFoundError(2, "No such file or directory")
        except OSError as error:
            what = f"no faces of an earlier build can be read: {error.strerror or error}"
            fix = "build once without --changed, or name a list of faces: --changed-from FILE"
            raise Fault(Code.FACES_NONE, Place(path.as_posix()), what=what, fix=fix) from None
        return _read_faces(content, path.as_posix(), edition.game.name, edition.name)


EVERYTHING = SelectionRequest()
