"""Messages between the studio's page, its server, and the process that reads the project."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.core.markup import LANGUAGE
from pnp.editing.edits import Edit, FileChange
from pnp.editing.yaml_text import KeyPath
from pnp.serve.messages import FaceMessage, FaultMessage
from pnp.starters import STARTERS

MAX_EDITS = 2_000
"""Edits of one request."""
MAX_FIXES = 200
"""Faults that one request corrects; each is tried on the game."""
MAX_BYTES = 40_000_000
"""Bytes of a request; a picture is the largest part of one."""
MAX_FILE = 40_000_000
"""Bytes of a file of cards, which a request has in base64."""

FileName = Annotated[str, StringConstraints(min_length=1, max_length=500)]


class _StudioRequest(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", val_json_bytes="base64")


@frozen_dataclass
class SetField:
    """Gives a field of a card another text, as it was typed; "" removes it.

    Attributes:
        number: The number of the card in its deck.
    """

    deck: str
    number: int
    field: str
    text: str
    do: Literal["field"] = "field"


@frozen_dataclass
class AddCard:
    """Adds a card to a deck: after another one, or after the last if that is 0.

    Attributes:
        texts: The texts of its fields, as they were typed.
    """

    deck: str
    after: int
    texts: Mapping[str, str]
    do: Literal["add-card"] = "add-card"


@frozen_dataclass
class RemoveCard:
    """Removes a card from a deck."""

    deck: str
    number: int
    do: Literal["remove-card"] = "remove-card"


@frozen_dataclass
class SetProperty:
    """Gives a key of an element another text, as it was typed.

    Attributes:
        path: The path of the value in the file.
        kind: The kind of the element: text, rect …
        key: The key of the element.
    """

    file: str
    path: KeyPath
    kind: str
    key: str
    text: str
    do: Literal["property"] = "property"


TypedEdit = SetField | AddCard | RemoveCard | SetProperty
"""Edits with texts as they were typed: the values, and where they stand, are found by the process that reads the
project."""


class WatchedCard(_StudioRequest):
    """The card on the workbench.

    Attributes:
        digest: The digest of the picture that the page has; it is not sent again.
    """

    game: str
    language: str
    deck: str
    number: Annotated[int, Field(ge=1, le=10**9)]
    is_back: bool = False
    digest: str = ""


class EditRequest(_StudioRequest):
    """Edits that are made together.

    Attributes:
        name: The name under which they are undone: "move title".
        game: The game that must still load.
        edits: The edits; their places are those of the files as the page has seen them.
        seen: The digests of these files, as they came with what the page shows.
        joins: Whether they become one step with the last, if that has the same name.
        shown: The card that the answer shows as it is afterwards.
    """

    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    game: str
    edits: Annotated[
        list[Annotated[Edit | TypedEdit, Field(discriminator="do")]], Field(min_length=1, max_length=MAX_EDITS)
    ]
    seen: Mapping[str, str]
    joins: bool = False
    shown: WatchedCard | None = None


class ShownRequest(_StudioRequest):
    """Undo, redo, or nothing but the card that the answer shows as it is then."""

    shown: WatchedCard | None = None


class ReceivedFault(_StudioRequest):
    """A fault that a button corrects: its values as they were sent to the page.

    Attributes:
        corrects: The text at its place that is replaced, and the new one.
    """

    code: str
    file: FileName
    line: Annotated[int, Field(ge=0, le=10**7)]
    column: Annotated[int, Field(ge=0, le=10**7)]
    message: str
    corrects: tuple[str, str]


class FixRequest(_StudioRequest):
    """Faults that are corrected as one step."""

    game: str
    faults: Annotated[list[ReceivedFault], Field(min_length=1, max_length=MAX_FIXES)]


class NewFile(_StudioRequest):
    """A file of cards; the content is in base64."""

    name: FileName
    content: Annotated[str, StringConstraints(max_length=MAX_FILE * 4 // 3 + 4)]


def _starter(name: str) -> str:
    """Check that there is a starter of this name, by a ValueError; "" is none."""
    if name not in ("", *STARTERS):
        raise ValueError(f"no starter {name}")
    return name


@frozen_dataclass
class ChoicesMessage:
    """What buttons and lists offer.

    Attributes:
        papers: Names of papers and bought sheets, each with what people call it.
        exports: Names of exports, each with what it makes.
        starts: Endings of files from which a project may start.
    """

    papers: Sequence[tuple[str, str]]
    exports: Sequence[tuple[str, str]]
    starts: Sequence[str]


class NewRequest(_StudioRequest):
    """A project to be made in an empty folder.

    Attributes:
        name: The name of its game.
        start: A starter; "" with a file.
        file: The file of cards from which it starts.
        language: The language of its texts; "" to find it.
    """

    name: Annotated[str, StringConstraints(max_length=200)]
    start: Annotated[str, AfterValidator(_starter)] = ""
    file: NewFile | None = None
    language: Annotated[str, StringConstraints(pattern=rf"^(?:{LANGUAGE.pattern})?$")] = ""


CommandWord = Annotated[str, StringConstraints(pattern=r"^\w[\w.-]{0,79}$")]


class RunRequest(_StudioRequest):
    """A command that a button starts, with the few options that the page has.

    Attributes:
        command: Its name; check, simulate and play run the project's rules.
        game: The game.
        lang: A language; "" for all.
        paper: A paper, for build.
        backs: How backs are printed, for build.
        draft: Whether build makes all that is possible in spite of faults.
        kind: What export makes; or what icons and fonts do.
        words: For icons, a word and a set, or an icon; for fonts, a family of this machine.
    """

    command: Literal["build", "check", "export", "release", "simulate", "play", "icons", "fonts", "i18n", "add"]
    game: CommandWord
    lang: CommandWord | Literal[""] = ""
    paper: CommandWord = "a4"
    backs: Literal["duplex", "separate", "fold", "none"] = "duplex"
    draft: bool = False
    kind: CommandWord = "png"
    words: Annotated[list[Annotated[str, StringConstraints(pattern=r"^\w[\w :'&-]{0,99}$")]], Field(max_length=2)] = []

    def arguments(self) -> list[str]:
        """Return the arguments of the command line, without the project."""
        if self.command in ("icons", "fonts"):
            kind = self.kind if self.kind in ("find", "list") else "add"
            options = {"list": ["--system"], "find": ["--drawings"]}.get(kind, [])
            return [self.command, kind, *options, *([] if kind == "list" else self.words)]
        if self.command == "add":
            return ["add", "rules", "--game", self.game]
        what = {"export": [self.kind], "i18n": ["update"]}.get(self.command, [])
        words = [self.command, *what, self.game]
        if self.lang and self.command in ("build", "export", "release", "play", "i18n"):
            words += ["--lang", self.lang]
        if self.command == "build":
            words += ["--paper", self.paper, "--backs", self.backs, *(["--draft"] if self.draft else [])]
        return words + {"play": ["--port", "0"], "simulate": ["--keep"]}.get(self.command, [])


@frozen_dataclass
class WiderMessage:
    """Edits of game.yaml with which fields take values that they refuse now: beyond their range, or no choice yet."""

    values: Sequence[str]
    edits: Sequence[Edit]


@frozen_dataclass
class EditAnswer:
    """The changes of some edits, or the faults that the game would have, and what would allow them."""

    changes: Sequence[FileChange] = ()
    faults: Sequence[FaultMessage] = ()
    wider: WiderMessage | None = None


@frozen_dataclass
class SourceMessage:
    """Where a value stands, and how it can be changed.

    Attributes:
        kind: yaml, cell, translation, or computed for a value that cannot be changed at one place.
        file: The file; for a workbook, # and the sheet follow.
        line: The line of the value, row or entry.
        path: The path of a value in a YAML file.
        column: The number of a cell's column.
        text: The text as it is written.
        note: What else depends on it, or why it cannot be changed.
        forms: The plural forms of a translation, if it has several.
        entry: The msgctxt, "" for none, and the msgid of a translation.
    """

    kind: Literal["yaml", "cell", "translation", "computed"]
    file: str
    line: int
    path: Sequence[str | int] = ()
    column: int = 0
    text: str = ""
    note: str = ""
    forms: int = 1
    entry: Sequence[str] = ()


@frozen_dataclass
class CardFieldMessage:
    """A field of a card: its text in the language that is shown, and its source.

    Attributes:
        edited: The field that an edit names: the column of a language for a translation in the table.
        kind: What the field may be, as ``fields:`` says; "" without it.
    """

    name: str
    text: str
    source: SourceMessage
    edited: str
    kind: str = ""


@frozen_dataclass
class ElementMessage:
    """An element of a template.

    Attributes:
        name: Its name.
        kind: text, rect, image …
        file: The file in which it stands, below it the path of the mapping of its keys.
        line: The line of its place, by which boxes on the face name it; ``column`` with it.
        depth: In how many groups it is.
        values: The values as they are written, by key.
        sources: Where each of these stands, by key.
        shown: The values of expressions on this card, by key.
        is_inherited: Whether it stands in a template that others extend, too.
        translation: Where its text is translated, in another language than the source.
        written_in: The file with its path, if that is not where it stands: of an element of a design.
    """

    name: str
    kind: str
    file: str
    path: Sequence[str | int]
    line: int
    column: int
    depth: int
    values: Mapping[str, Any]
    sources: Mapping[str, SourceMessage]
    shown: Mapping[str, str]
    is_inherited: bool = False
    translation: SourceMessage | None = None
    written_in: str = ""


@frozen_dataclass
class WorkbenchMessage:
    """A card on the workbench.

    Attributes:
        number: The number of the card in the source language.
        template: The file of its template, in which new elements are added.
        sharing: How many cards have this template.
        seen: The digests of the files that it names, by path; an edit sends them back.
    """

    elements: Sequence[ElementMessage]
    fields: Sequence[CardFieldMessage]
    number: int
    palette: Mapping[str, str]
    fonts: Sequence[str]
    icons: Sequence[str]
    template: str
    sharing: int
    seen: Mapping[str, str]


@frozen_dataclass
class CardAnswer:
    """A card's face with the places of its elements, and the workbench; None for what cannot be read."""

    face: FaceMessage | None
    bench: WorkbenchMessage | None


@frozen_dataclass
class TableRowMessage:
    """A card of a table: its number, its cells as they are written, its file and line, and its path in a YAML file."""

    number: int
    cells: Sequence[str]
    file: str
    line: int
    path: Sequence[str | int] = ()


@frozen_dataclass
class TableMessage:
    """The cards of a deck as a table.

    Attributes:
        kind: csv, workbook, yaml, or "" for cards that are combined, which are not changed one by one.
        file: The file; for a workbook, # and the sheet follow.
        numbers: The numbers of the columns in the file, for a CSV or a workbook; 0 for those of other tables.
        seen: The digests of the table and of game.yaml, by path.
        header: The line with the names of the columns, for a CSV or a workbook.
        fields: The path of ``fields:`` in game.yaml; empty if the deck lists no fields.
    """

    kind: Literal["csv", "workbook", "yaml", ""]
    file: str
    columns: Sequence[str]
    numbers: Sequence[int]
    rows: Sequence[TableRowMessage]
    seen: Mapping[str, str]
    header: int = 0
    fields: Sequence[str] = ()


@frozen_dataclass
class TextMessage:
    """The text of a file, and its digest by its path."""

    text: str
    seen: Mapping[str, str]


@frozen_dataclass
class WordMessage:
    """An entry of a catalogue, or a text that a column of a table translates.

    Attributes:
        room: The room for it, as the catalogue tells translators; "" for a text of several lines.
        deck: The deck of a card that shows it; "" for a text of no card.
        number: The number of this card.
        column: The column whose cell has the translation, in the row of this card; "" for an entry of the file.
    """

    line: int
    context: str
    text: str
    plural: str | None
    strings: Sequence[str]
    is_fuzzy: bool
    previous: str
    room: str = ""
    deck: str = ""
    number: int = 0
    column: str = ""


@frozen_dataclass
class WordsMessage:
    """The catalogue of a language, and its glossary: words of the source language with their translations.

    Attributes:
        seen: The digest of the catalogue, by its path.
        added: How many texts of the cards are not in it yet.
    """

    file: str
    entries: Sequence[WordMessage]
    glossary: Mapping[str, Sequence[str]]
    seen: Mapping[str, str]
    added: int
