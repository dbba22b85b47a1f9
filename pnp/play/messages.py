"""The requests of pages at tables (wishes) and their answers: values that are sent between processes, and JSON.

docs/playing.md describes the JSON. A wish is sent as a list: one of the names of ``WISHES``, and its arguments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pnp.play.saved_game import SeatMessage


class TellAbout(NamedTuple):
    """A page asks what it needs to know of a game."""

    game: str
    language: str


class LayTable(NamedTuple):
    """A game begins at a table, or goes on from its tape."""

    table: str
    game: str
    tape: SeatMessage


class PickOption(NamedTuple):
    """A person picks an option, by its number, in the decision that the person has seen."""

    table: str
    seat: int
    number: int
    decision: int


class PickNamed(NamedTuple):
    """The option with a name is picked for a person who has not answered in time; the first one if none has it."""

    table: str
    seat: int
    name: str
    decision: int


class TakeBack(NamedTuple):
    """A person takes back the last pick."""

    table: str
    seat: int


class TakeName(NamedTuple):
    """A person takes a name."""

    table: str
    seat: int
    name: str


class TakeSeat(NamedTuple):
    """A person sits down where a bot has played, or a bot goes on for a person who leaves.

    Attributes:
        who: "person", or the name of a bot; "" for the game's usual bot of this seat.
    """

    table: str
    seat: int
    who: str


class GiveHint(NamedTuple):
    """A person asks what a searching player would pick."""

    table: str
    seat: int


class ShowTable(NamedTuple):
    """A page asks what a seat sees, or what it saw when an earlier decision was due.

    Attributes:
        seat: The seat; None for somebody who sees what all see.
        since: The number of the first step whose lines the page lacks.
        at: The number of the earlier decision; None for now.
        moment: The pause of the rules on the way to it, from 1; 0 for the decision.
        is_open: Whether all cards are shown.
    """

    table: str
    seat: int | None
    language: str
    since: int
    at: int | None = None
    moment: int = 0
    is_open: bool = False


class WriteExample(NamedTuple):
    """A page asks for the game as an entry of examples.yaml."""

    table: str
    name: str


TableWish = PickOption | PickNamed | TakeBack | TakeName | TakeSeat | GiveHint | ShowTable | WriteExample
Wish = TellAbout | LayTable | TableWish

WISHES: Mapping[str, type[Wish]] = {
    "about": TellAbout,
    "lay": LayTable,
    "pick": PickOption,
    "pick_named": PickNamed,
    "undo": TakeBack,
    "name": TakeName,
    "seat": TakeSeat,
    "hint": GiveHint,
    "view": ShowTable,
    "example": WriteExample,
}
"""The wishes by their names in JSON."""


def parse_wish(values: Sequence[Any]) -> Wish:
    """Return the wish of a name and its arguments."""
    name, *arguments = values
    return WISHES[name](*arguments)


class AboutGame(NamedTuple):
    """What a page needs to know of a game.

    Attributes:
        page: All of it, as plain values.
        defaults: What is picked for people who do not answer in time, by the names of questions.
        patience: How many seconds they have.
    """

    page: SeatMessage
    defaults: Mapping[str, str]
    patience: float

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self.page


class MatchState(NamedTuple):
    """The state of a table after a wish that may have changed it.

    Attributes:
        tape: The game so far.
        waiting: The seats that are asked.
        question: The name of what they are asked; "" without one.
        decision: The number of decisions that were made.
        is_over: Whether the game has ended.
        end: Why it has ended, scores and winners; None before that.
    """

    tape: SeatMessage
    waiting: list[int]
    question: str
    decision: int
    is_over: bool
    end: SeatMessage | None

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self._asdict()


class SeatView(NamedTuple):
    """What a seat sees."""

    view: SeatMessage

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self.view


class SeatHint(NamedTuple):
    """What a searching player would pick.

    Attributes:
        option: The number of the option.
        tried: For each option that was tried, its number, how many playouts it had, and which share of them it won.
    """

    option: int
    tried: list[tuple[int, int, float]]

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self._asdict()


class OpenedSeat(NamedTuple):
    """A seat whose player has changed, and the token that opens it; "" where a bot plays."""

    seat: int
    token: str

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self._asdict()


class ExampleEntry(NamedTuple):
    """A game as an entry of examples.yaml."""

    yaml: str

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return self._asdict()


class Refused(NamedTuple):
    """Why a wish cannot be met now, in words for the player."""

    reason: str

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return {"refused": self.reason}


class Failed(NamedTuple):
    """What is wrong with the rules or a bot, or with the process that runs them."""

    what: str
    file: str = ""
    line: int = 0
    why: str = ""
    fix: str = ""

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return {"failed": self._asdict()}


class UnknownTable(NamedTuple):
    """The room does not know the table, which must be laid again from its tape."""

    def message(self) -> SeatMessage:
        """Return plain values for JSON."""
        return {"unknown": True}


Answer = AboutGame | MatchState | SeatView | SeatHint | OpenedSeat | ExampleEntry | Refused | Failed | UnknownTable
