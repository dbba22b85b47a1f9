"""JSON that pages have sent or that was read back from a file → values that were checked once, here.

The sender is not trusted: unpaired surrogates, infinite numbers, wrong types and excessive lengths are refused.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from pnp.play.game_bundle import PERSON

MAX_SEATS, MAX_PICKS = 100, 100_000
MAX_MINUTES = 600
"""Minutes of a player's clock."""
MAX_SAID, MAX_ANSWERS, MAX_QUESTION = 5_000, 50, 500
"""Characters of an answer in the diary, answers of a player, and characters of a question."""

ShortText = Annotated[str, StringConstraints(max_length=200)]
SeatKey = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,2}$")]
"""A seat's number, as a key of JSON."""
ReceivedNumber = Annotated[int, Field(ge=0, le=10**9)]
ReceivedSeconds = Annotated[float, Field(ge=0, le=10**9)]


class _Received(BaseModel):
    """The base of all of these; unknown keys are ignored."""

    model_config = ConfigDict(strict=True, frozen=True, extra="ignore")


class ReceivedTape(_Received):
    """A game that was played: see pnp.play.saved_game.Tape."""

    game: ShortText = ""
    players: Annotated[int, Field(ge=1, le=MAX_SEATS)]
    seed: ShortText
    seats: Annotated[list[ShortText], Field(max_length=MAX_SEATS)]
    values: dict[ShortText, Any] = {}
    picks: Annotated[list[dict[SeatKey, ReceivedNumber]], Field(max_length=MAX_PICKS)]
    pending: dict[SeatKey, ReceivedNumber] = {}
    since: dict[SeatKey, ReceivedNumber] = {}
    names: dict[SeatKey, str] = {}

    @model_validator(mode="after")
    def _has_a_seat_for_each_player(self) -> ReceivedTape:
        if len(self.seats) != self.players:
            raise ValueError(f"{self.players} players at {len(self.seats)} seats")
        return self

    def message(self) -> dict[str, Any]:
        """Return the tape as plain values."""
        return self.model_dump(exclude_defaults=True) | {"values": self.values}


class NewGameWish(_Received):
    """A wish for a new game, or for one that goes on from its tape."""

    seats: Annotated[list[ShortText], Field(max_length=MAX_SEATS)] = []
    seed: ShortText = ""
    values: dict[ShortText, Any] = {}
    names: dict[SeatKey, str] = {}
    clock: Annotated[int, Field(ge=0, le=MAX_MINUTES)] = 0
    tape: ReceivedTape | None = None

    @model_validator(mode="after")
    def _has_seats(self) -> NewGameWish:
        if not (self.seats or self.tape):
            raise ValueError("a game needs seats")
        return self


class SeatWish(_Received):
    """A request of a seat."""

    token: str


class PickWish(SeatWish):
    """The option that a person picks."""

    option: ReceivedNumber
    decision: ReceivedNumber


class NameWish(SeatWish):
    """What a person wants to be called."""

    name: str


class SeatChange(SeatWish):
    """A person is to sit down at a seat, or a bot to go on there."""

    seat: ReceivedNumber
    who: ShortText = ""


class SaidWish(SeatWish):
    """A player's answers to the questions after a game; long answers are shortened."""

    answers: dict[Annotated[str, StringConstraints(max_length=MAX_QUESTION)], str]

    def bounded(self) -> dict[str, str]:
        """Return the first answers, and the beginnings of long ones."""
        return {question: said[:MAX_SAID] for question, said in list(self.answers.items())[:MAX_ANSWERS]}


class SavedTable(_Received):
    """A table as a file in output/tables; its name is that of the file."""

    game: ShortText
    language: ShortText
    tape: ReceivedTape
    tokens: Annotated[
        dict[Annotated[str, StringConstraints(min_length=1, max_length=200)], int | None], Field(max_length=200)
    ]
    thought: Annotated[
        list[Annotated[tuple[ReceivedNumber, ReceivedNumber, ReceivedSeconds], Field(strict=False)]],
        Field(max_length=MAX_PICKS),
    ]
    taken_back: ReceivedNumber
    noted: ReceivedNumber = 0
    said: ReceivedNumber = 0
    minutes: Annotated[int, Field(ge=0, le=MAX_MINUTES)] = 0
    spent: dict[SeatKey, ReceivedSeconds] = {}

    @model_validator(mode="after")
    def _has_tokens_of_people(self) -> SavedTable:
        people = {seat for seat, who in enumerate(self.tape.seats) if who == PERSON}
        if not people.issuperset(seat for seat in self.tokens.values() if seat is not None):
            raise ValueError("a token of a seat where nobody sits")
        if self.tape.game not in ("", self.game):
            raise ValueError(f"a game of {self.tape.game}, not of {self.game}")
        return self
