"""What the preview is told of a project, as values that travel between processes and become JSON.

Questions and who answers them, without what answering takes: that is loaded in the process that does it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pnp.core.diagnostics import Diagnostic, Diagnostics, Place, source_line
from pnp.core.units import Mm
from pnp.project.files import Files


@dataclass(frozen=True)
class ToldFault:
    """A fault with the line that it stands on.

    Attributes:
        path: File, line and column, as an editor takes them.
        line: From 1; 0 for the file as a whole.
        source: The line, or what is around the column; "" where there is none.
        caret: Where in it the fault is, from 0.
        cards: Those it was seen on.
        language: Of these cards.
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


def told_fault(diagnostic: Diagnostic, files: Files) -> ToldFault:
    """A fault as the page shows it."""
    place = diagnostic.place
    source, caret = source_line(place, files.line) or ("", 1)
    return ToldFault(
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
    )


def told_faults(diagnostics: Diagnostics, files: Files) -> tuple[ToldFault, ...]:
    """Faults as the page shows them, in order of place."""
    return tuple(told_fault(diagnostic, files) for diagnostic in diagnostics)


@dataclass(frozen=True)
class ToldPlace:
    """A spot in a file, to be edited: "data/chili/numbers.yaml:64"."""

    file: str
    line: int

    @classmethod
    def of(cls, place: Place) -> ToldPlace:
        """The spot, without its column."""
        return cls(place.file, place.line)


@dataclass(frozen=True)
class ToldDeck:
    """A deck or extra.

    Attributes:
        title: What players call it.
        kind: cards, tokens or extra.
        count: How many pieces, copies among them; different: how many faces.
        size: Of the trim, mm.
        outline: Of the trim, as the data of an SVG path in mm; safe_outline that of the safe area.
        is_broken: Whether it cannot be read as it is; what is told of it is from before.
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
    place: ToldPlace
    template: ToldPlace
    back: ToldPlace | None
    is_broken: bool = False


@dataclass(frozen=True)
class ToldGame:
    """A game.

    Attributes:
        title: In the language of the files.
        decks: And extras.
        missing: Names of decks and extras that cannot be read as they are.
        is_broken: Whether it cannot be read at all; what is told of it is from before.
    """

    name: str
    title: str
    languages: tuple[str, ...]
    decks: tuple[ToldDeck, ...]
    missing: tuple[str, ...]
    place: ToldPlace
    is_broken: bool = False


@dataclass(frozen=True)
class ToldProject:
    """What is in a project, and what is wrong with its files."""

    games: tuple[ToldGame, ...]
    faults: tuple[ToldFault, ...]


@dataclass(frozen=True)
class ToldValue:
    """A value of a card, as text, and where it is written."""

    name: str
    text: str
    place: ToldPlace


@dataclass(frozen=True)
class ToldCard:
    """A card of a deck.

    Attributes:
        number: Its place in the deck, from 1.
        label: What messages call it.
        values: In the language asked for.
    """

    number: int
    label: str
    copies: int
    place: ToldPlace
    values: tuple[ToldValue, ...]


@dataclass(frozen=True)
class ToldBox:
    """Where an element stands on a face: x, y, width and height in mm from the trim's top left; where it is written."""

    name: str
    box: tuple[Mm, Mm, Mm, Mm]
    place: ToldPlace


@dataclass(frozen=True)
class ToldFace:
    """A face or back.

    Attributes:
        digest: Differs for another picture.
        svg: The picture; None where whoever asks has it.
        is_stale: Whether the picture is from before, as there can be none now.
    """

    number: int
    digest: str
    svg: str | None
    boxes: tuple[ToldBox, ...] = ()
    faults: tuple[ToldFault, ...] = ()
    is_stale: bool = False


@dataclass(frozen=True)
class ToldPicture:
    """A sheet's side, or a page of the booklet.

    Attributes:
        product: What it is part of: cards, tokens, an extra, booklet.
        size: mm.
    """

    product: str
    name: str
    digest: str
    size: tuple[Mm, Mm]
    is_back: bool = False


@dataclass(frozen=True)
class ToldMade:
    """What a build would make of a game in a language, and all that is wrong with it.

    Attributes:
        rules: What tells the rules as a web page from others; "" without any.
        is_stale: Whether decks are missing that cannot be read.
    """

    sheets: tuple[ToldPicture, ...] = ()
    pages: tuple[ToldPicture, ...] = ()
    rules: str = ""
    faults: tuple[ToldFault, ...] = ()
    is_stale: bool = False


StudioQuestion = tuple[Any, ...]
"""A name of QUESTIONS, and what it takes."""


def open_studio(root: Path) -> Callable[[StudioQuestion], Any]:
    """What answers questions about a project, for the process that it lives in."""
    from pnp.core.diagnostics import Place
    from pnp.serve.studio import QUESTIONS, Studio
    from pnp.workers.activity import activity

    studio = Studio(root)

    def answer(question: StudioQuestion) -> Any:
        name, *arguments = question
        with activity("the preview", Place("data")):
            studio.refresh()
            return QUESTIONS[name](studio, *arguments)

    return answer
