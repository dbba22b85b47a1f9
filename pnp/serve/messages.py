"""A project, for the preview → messages that are sent between processes and become JSON."""

from __future__ import annotations

from typing import Any

from pnp.core.diagnostic_formats import source_line
from pnp.core.diagnostics import Correction, Diagnostic, Diagnostics, Place
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.units import Mm
from pnp.project.files import Files


@frozen_dataclass
class FaultMessage:
    """A fault, with the line of the file.

    Attributes:
        path: File, line and column, in the form that editors accept.
        line: The line, from 1; 0 for the whole file.
        source: The line, or a part of it around the column; "" if there is none.
        caret: The offset of the fault in ``source``, from 0.
        corrects: The text at this place that the fix replaces, and the new one; () if it takes a person.
        cards: The cards that have the fault.
        language: The language of these cards.
    """

    code: str
    severity: str
    path: str
    file: str
    line: int
    message: str
    why: str
    fix: str
    source: str
    caret: int
    cards: tuple[str, ...]
    language: str
    corrects: tuple[str, ...] = ()


def fault_message(diagnostic: Diagnostic, files: Files) -> FaultMessage:
    """Return a fault for the page."""
    place = diagnostic.place
    source, caret = source_line(place, files.line) or ("", 1)
    return FaultMessage(
        code=str(diagnostic.code),
        severity=diagnostic.severity,
        path=str(place),
        file=place.file,
        line=place.line,
        message=diagnostic.message,
        why=diagnostic.why,
        fix=diagnostic.fix,
        source=source,
        caret=caret - 1,
        cards=diagnostic.cards,
        language=diagnostic.language,
        corrects=_corrected(diagnostic, files),
    )


def _corrected(diagnostic: Diagnostic, files: Files) -> tuple[str, ...]:
    """Return the text that a fix replaces, and the new one; () if it takes a person."""
    fix = diagnostic.fix
    if not isinstance(fix, Correction):
        return ()
    from pnp.editing.fixes import fix_of  # it can load games, which the server itself never does

    return (fix.old, fix.new) if fix_of(diagnostic, files) else ()


def fault_messages(diagnostics: Diagnostics, files: Files) -> tuple[FaultMessage, ...]:
    """Return faults for the page, in order of place."""
    return tuple(fault_message(diagnostic, files) for diagnostic in diagnostics)


@frozen_dataclass
class PlaceMessage:
    """A place in a file to be edited: "data/chili/numbers.yaml:64"."""

    file: str
    line: int
    column: int = 0

    @classmethod
    def of(cls, place: Place) -> PlaceMessage:
        """Return a place."""
        return cls(place.file, place.line, place.column)


@frozen_dataclass
class DeckMessage:
    """A deck or extra.

    Attributes:
        title: The players' name for it.
        kind: cards, tokens or extra.
        count: How many pieces it has, including copies; ``different`` is how many faces.
        size: Width and height of the trim, mm.
        outline: The trim as the data of an SVG path in mm; ``safe_outline`` is the safe area.
        is_broken: Whether it cannot be read now; the other values are then its last good ones.
    """

    name: str
    title: str
    kind: str
    count: int
    different: int
    size: tuple[Mm, Mm]
    bleed: Mm
    safe: Mm
    corner: Mm
    shape: str
    outline: str
    safe_outline: str
    has_back: bool
    place: PlaceMessage
    template: PlaceMessage
    back: PlaceMessage | None
    is_broken: bool = False


@frozen_dataclass
class GameMessage:
    """A game.

    Attributes:
        title: The title in the source language.
        decks: The decks and extras.
        missing: The names of decks and extras that cannot be read now.
        is_broken: Whether it cannot be read at all; the other values are then its last good ones.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    decks: tuple[DeckMessage, ...]
    missing: tuple[str, ...]
    place: PlaceMessage
    is_broken: bool = False


@frozen_dataclass
class ProjectMessage:
    """The games of a project, and the faults of its files."""

    games: tuple[GameMessage, ...]
    faults: tuple[FaultMessage, ...]


@frozen_dataclass
class ValueMessage:
    """A value of a card as text, and its place."""

    name: str
    text: str
    place: PlaceMessage


@frozen_dataclass
class VerdictMessage:
    """The verdict of simulated games on a card, in the words of their report.

    Attributes:
        title: The number of players and of games.
        mark: ▲, ▽ or ○ for a card to look at; "" for others.
        reason: Why it is one.
        facts: How often it is offered and picked, how often seats win with it, and so on, each with its name.
        is_old: Whether a file from which the games were played has changed since.
    """

    title: str
    mark: str
    reason: str
    facts: tuple[tuple[str, str], ...]
    is_old: bool = False


@frozen_dataclass
class CardMessage:
    """A card of a deck.

    Attributes:
        number: Its number in the deck, from 1.
        label: Its name in diagnostics.
        name: Its name in the requested language.
        values: Its values in that language.
        verdicts: What the last kept simulation says of it, for each number of players.
    """

    number: int
    label: str
    name: str
    copies: int
    place: PlaceMessage
    values: tuple[ValueMessage, ...]
    verdicts: tuple[VerdictMessage, ...] = ()


@frozen_dataclass
class BoxMessage:
    """The box of an element on a face (x, y, width, height in mm from the trim's top left), and its place in a file."""

    name: str
    box: tuple[Mm, Mm, Mm, Mm]
    place: PlaceMessage


@frozen_dataclass
class FaceMessage:
    """A face or back.

    Attributes:
        digest: The digest of the picture.
        svg: The picture; None if the page has it.
        is_stale: Whether the picture is the last good one, because none can be drawn now.
    """

    number: int
    digest: str
    svg: str | None
    boxes: tuple[BoxMessage, ...] = ()
    faults: tuple[FaultMessage, ...] = ()
    is_stale: bool = False


@frozen_dataclass
class PictureMessage:
    """A sheet's side, or a page of the rules.

    Attributes:
        product: The product to which it belongs: cards, tokens, an extra, or the form of the rules.
        size: Width and height, mm.
        boxes: The blocks of a page, with their places in the booklet's text.
    """

    product: str
    name: str
    digest: str
    size: tuple[Mm, Mm]
    is_back: bool = False
    boxes: tuple[BoxMessage, ...] = ()


@frozen_dataclass
class ProductsMessage:
    """The products that a build would make of a game in a language, and all faults.

    Attributes:
        rules: The digest of the rules as a web page; "" if there are none.
        starts_right: Whether pages follow each other from right to left.
        is_stale: Whether decks are missing because they cannot be read.
    """

    sheets: tuple[PictureMessage, ...] = ()
    pages: tuple[PictureMessage, ...] = ()
    rules: str = ""
    faults: tuple[FaultMessage, ...] = ()
    is_stale: bool = False
    starts_right: bool = False


WorkerQuestion = tuple[Any, ...]
"""A name in QUESTIONS, and its arguments."""
