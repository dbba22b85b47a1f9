"""A Program and a setup → a game that people and bots play decision by decision.

People's picks are the only input, so a game is kept as its tape: the setup, and the numbers of the options picked. A
game that is played again from its tape is the same game. Nothing here knows of processes, threads or files: the same
code plays in a server and in a browser.
"""

from __future__ import annotations

import ast
import functools
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from types import CodeType, FrameType
from typing import Any

from pnp.core.codes import Code
from pnp.core.patterns import lazy_pattern
from pnp.play.bots import BotSeat, PlayedPosition, bot_pick, find_bot, searching_bot
from pnp.play.cards import PlayingCard
from pnp.play.decisions import Question, by_seat, random_stream
from pnp.play.game_bundle import PERSON, Failure, GameBroken
from pnp.play.game_code import Program
from pnp.play.game_loop import Interrupted, PlayedGame, Rules, checked_end, replayed, with_failures
from pnp.play.history import History
from pnp.play.saved_game import NotNow, Tape, clean_names
from pnp.play.table import End, Table
from pnp.play.testing.invariants import check_choices

SECTION = lazy_pattern(r"\[([^\[\]]+)\]")
"""The name of a section of the booklet, in brackets in a docstring."""


HINT_PLAYOUTS = 120
"""The playouts of a hint: a second or a few in most games."""


@dataclass
class DueDecision:
    """A decision that is due.

    Attributes:
        question: Its options by seat, as they were when it was asked.
        is_list: Whether the rules take the picks as a list.
        sections: The sections of the booklet that the rules stand at, the closest first.
        refusals: For cards that were looked at and refused while the options were made, the words of the rule.
        chance: How many random numbers had been drawn before it.
        picked: The numbers of the options picked so far, by seat.
    """

    question: Question
    is_list: bool
    sections: tuple[str, ...]
    refusals: Mapping[PlayingCard, str]
    chance: int
    picked: dict[int, int] = field(default_factory=dict)


class Match:
    """A game in play.

    Attributes:
        tape: The picks so far.
        table: The table.
        end: The end of the game; None before that.
        is_paused: Whether it stands at a pause of the rules, where it can only be looked at.
        revealed: The cards that all see at this pause.
    """

    def __init__(self, program: Program, tape: Tape, *, is_past: bool = False, moment: int = 0) -> None:
        """Begin a game, or go on with one from its tape.

        Args:
            program: The rules.
            tape: The game so far.
            is_past: Whether bots do not play on after the end of the tape.
            moment: The number of the pause at which the last step of the tape ends, from 1; it can only be looked at.

        Raises:
            GameBroken: The rules or a bot have failed.
            NotNow: The tape does not fit the game.
        """
        self.program = program
        self._until = (len(tape.picks), moment)
        self.is_paused = False
        self.revealed: tuple[PlayingCard, ...] = ()
        with suppress(Interrupted):
            self._begin(tape)
            for picks in tape.picks:
                self._replay(picks)
            if not is_past:
                self._replay_pending(tape.pending)
                self._let_bots_pick()

    def _begin(self, tape: Tape) -> None:
        setup = tape.setup
        self.tape = Tape(setup, names=tape.names, since=tape.since)
        self._chance = 0
        random = random_stream(setup.seed)

        def counted() -> float:
            self._chance += 1
            return random()

        self.table: Table = self.program.lay_table(setup.players, counted, setup.values)
        self.history = History(self.table).show_players()
        self._pauses = 0
        self.table._on_pause.append(self._pause)
        self.end: End | None = None
        self._played = PlayedGame(setup, self.table)
        self._rules: Rules = self.program.parts["game"](self.table)
        self._decisions: list[DueDecision] = []
        self._go_on(None)

    @property
    def due(self) -> DueDecision:
        """The decision that is due."""
        return self._decisions[-1]

    @property
    def decision(self) -> int:
        """The number of decisions that were made."""
        return len(self.tape.picks)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats whose picks are awaited."""
        if self.end is not None or self.is_paused:
            return ()
        due = self.due
        return tuple(seat for seat in due.question if seat not in due.picked)

    @property
    def question_name(self) -> str:
        """The name of what is asked now; empty without one."""
        return self.due.question.name if self.end is None else ""

    def number_of(self, seat: int, name: str) -> int:
        """Return the number of a seat's option that is a text; 0 if it has no such option."""
        options = self.due.question.get(seat, ())
        return next((number for number, option in enumerate(options) if option == name), 0)

    def picks(self) -> list[dict[int, Any]]:
        """Return the options that were picked in each decision, by seat."""
        return [
            {seat: due.question[seat][number] for seat, number in numbers.items()}
            for due, numbers in zip(self._decisions, self.tape.picks, strict=False)
        ]

    def at(self, decision: int, moment: int = 0) -> Match:
        """Return the game as it was when a decision was due, or at a pause of the rules on the way to it, from 1."""
        tape = replace(self.tape, picks=self.tape.picks[:decision], pending={})
        return Match(self.program, tape, is_past=True, moment=moment)

    def _pause(self, revealed: tuple[PlayingCard, ...]) -> None:
        """Stop here if the game is only looked at up to this pause of the rules."""
        self._pauses += 1
        if (self.decision, self._pauses) == self._until:
            self.is_paused, self.revealed = True, revealed
            raise Interrupted

    # --- picks

    def pick(self, seat: int, number: int, decision: int) -> None:
        """Pick an option for a person.

        Args:
            seat: The person's seat.
            number: The number of the option, from 0.
            decision: The number of the decision that the person has seen, so that a late click harms nothing.

        Raises:
            NotNow: The seat is not asked, or has no such option.
            GameBroken: The rules or a bot have failed.
        """
        if decision != self.decision:
            raise NotNow("the game has gone on")
        if seat not in self.waiting_for or self.tape.setup.bots[seat] != PERSON:
            raise NotNow("you are not asked now")
        due = self.due
        if not 0 <= number < len(due.question[seat]):
            raise NotNow("there is no such option")
        due.picked[seat] = number
        self._keep_pending()
        if not self.waiting_for:
            self._decide()
        self._let_bots_pick()

    def name(self, seat: int, name: str) -> None:
        """Let a person have a name; one without letters stands for the usual name of the seat.

        Raises:
            NotNow: No person sits there.
        """
        if seat not in self.table.seats or self.tape.setup.bots[seat] != PERSON:
            raise NotNow("nobody sits there who could have a name")
        names = {**self.tape.names, seat: name}
        self.tape = replace(self.tape, names=clean_names(names, self.tape.setup.bots))

    def seat(self, seat: int, who: str) -> None:
        """Let a person sit down where a bot plays, or a bot go on for a person.

        What was decided stays, and nobody takes back what a bot has picked; a pick that waits for others is made anew.

        Args:
            seat: The seat.
            who: PERSON, or the name of a bot; "" for the game's usual bot of this seat.

        Raises:
            NotNow: There is no such seat or bot, or a person sits there already.
        """
        bots = self.tape.setup.bots
        usual = self.program.bundle.usual
        who = who or usual[seat % len(usual)]
        if seat not in self.table.seats or (who == PERSON) == (bots[seat] == PERSON):
            raise NotNow("this seat is not free")
        if who != PERSON and who not in self.program.bots and find_bot(who, self.program.bots) is None:
            raise NotNow(f"there is no bot {who}")
        setup = replace(self.tape.setup, bots=(*bots[:seat], who, *bots[seat + 1 :]))
        names = {at: name for at, name in self.tape.names.items() if at != seat}
        since = {at: first for at, first in self.tape.since.items() if at != seat}
        if who == PERSON:
            since[seat] = self.decision
        self.tape = replace(self.tape, setup=setup, names=names, since=since)
        self._played = replace(self._played, setup=setup)
        if self.end is None:
            self.due.picked.pop(seat, None)
            self._keep_pending()
            self._let_bots_pick()

    def hint(self, seat: int) -> tuple[int, list[tuple[int, int, float]]]:
        """Return the number of the option that a searching player would pick, and what was tried.

        The search knows what the seat knows: hidden cards are imagined.

        Raises:
            NotNow: The seat is not asked, or nothing here searches.
            GameBroken: The rules or a bot have failed.
        """
        sized = searching_bot()
        if seat not in self.waiting_for or sized is None:
            raise NotNow("there is no hint now")
        options = self.due.question[seat]
        tried: list[tuple[int, int, float]] = []
        number = 0

        def search() -> None:
            nonlocal number
            random = random_stream(f"{self.tape.setup.seed}:hint:{seat}:{self.decision}")
            seated = BotSeat(self.program, self.tape.setup, self.table, seat, random, self._position, tried)
            number = options.index(sized.make(HINT_PLAYOUTS).seat(seated)(options))

        with_failures(self.program, self._played, search)
        return number, tried

    def _keep_pending(self) -> None:
        """Write into the tape what people have picked while others are still to pick."""
        seats = self.tape.setup.bots
        picked = self.due.picked
        self.tape = replace(self.tape, pending={at: n for at, n in picked.items() if seats[at] == PERSON})

    def _let_bots_pick(self) -> None:
        while self.end is None:
            bots = [seat for seat in self.waiting_for if self.tape.setup.bots[seat] != PERSON]
            for seat in bots:
                self.due.picked[seat] = self._bots_number(seat)
            if self.waiting_for:
                return
            self._decide()

    def _bots_number(self, seat: int) -> int:
        """Return the number of the option that a bot picks; its chance depends only on seed, seat and decision."""
        name, program, options = self.tape.setup.bots[seat], self.program, self.due.question[seat]
        random = random_stream(f"{self.tape.setup.seed}:{seat}:{self.decision}")
        number = 0

        def choose() -> None:
            nonlocal number
            if name == "random":
                number = int(random() * len(options))
                return
            kind = find_bot(name, program.bots)
            if kind is None:
                pick = bot_pick(program, name, self.table, seat, random)
            else:
                seated = BotSeat(program, self.tape.setup, self.table, seat, random, self._position)
                pick = kind.seat(seated)
            picked = pick(options)
            if picked not in options:
                what = f"the bot of seat {seat + 1} picks {picked!r}, which is none of its options"
                raise GameBroken(Failure(Code.BOTS_PICK, what, seat=seat))
            number = options.index(picked)

        with_failures(program, self._played, choose)
        return number

    def _position(self, watch: Any = None) -> PlayedPosition:
        """Rebuild the current position, for bots that try moves."""
        draws = [False] * self.table.players
        return replayed(self.program, self.tape.setup, self._played.log, draws, watch)

    def _decide(self) -> None:
        due = self.due
        numbers = {seat: due.picked[seat] for seat in due.question}
        picks = {seat: due.question[seat][number] for seat, number in numbers.items()}
        self.tape = replace(self.tape, picks=(*self.tape.picks, numbers), pending={})
        self._played.log.append(picks)
        self.history.on_picks(due.question, picks)
        self._go_on([picks[seat] for seat in sorted(picks)] if due.is_list else picks)

    def _replay(self, numbers: Mapping[int, int]) -> None:
        due = self.due if self.end is None else None
        if due is None or numbers.keys() != due.question.keys():
            raise NotNow("the saved game was played by other rules")
        if not all(0 <= number < len(due.question[seat]) for seat, number in numbers.items()):
            raise NotNow("the saved game was played by other rules")
        due.picked.update(numbers)
        self._decide()

    def _replay_pending(self, numbers: Mapping[int, int]) -> None:
        """Pick again what people had picked while others were still to pick."""
        if not numbers:
            return
        question = self.due.question if self.end is None else {}
        seats = self.tape.setup.bots
        for seat, number in numbers.items():
            if seat not in question or seats[seat] != PERSON or not 0 <= number < len(question[seat]):
                raise NotNow("the saved game was played by other rules")
        self.due.picked.update(numbers)
        self._keep_pending()

    def _go_on(self, picks: Any) -> None:
        """Let the rules go on to their next question or to their end."""
        self._pauses = 0

        def step() -> None:
            refusals: dict[PlayingCard, str] = {}
            try:
                with _refusals(self.program.bundle.rules_file, refusals):
                    choices = self._rules.send(picks)
            except StopIteration as stop:
                self.end = checked_end(stop.value, self.program.bundle, self.table.players)
                self.history.on_end(self.end)
                return
            if self.decision >= self.program.bundle.decisions[1]:
                what = f"the game goes on after {self.decision} decisions"
                raise GameBroken(Failure(Code.RULES_LENGTH, what))
            check_choices(choices, self.table)
            question = Question({seat: tuple(options) for seat, options in by_seat(choices)})
            question.name, question.is_secret = getattr(choices, "name", ""), getattr(choices, "is_secret", False)
            self.history.on_choices(question)
            due = DueDecision(question, isinstance(choices, list), self._sections(), refusals, self._chance)
            self._decisions.append(due)

        self._played.rules = self._rules
        with_failures(self.program, self._played, step)

    def _sections(self) -> tuple[str, ...]:
        """Return the sections of the booklet that the docstrings of the functions in play name, innermost first."""
        names: list[str] = []
        rules: Any = self._rules
        while rules is not None:
            code = getattr(rules, "gi_code", None)
            if code is not None and code.co_filename == self.program.bundle.rules_file:
                names[:0] = SECTION.findall(_docstring(code))
            rules = getattr(rules, "gi_yieldfrom", None)
        return tuple(dict.fromkeys(names))

    def sections_of_end(self) -> list[str]:
        """Return the sections of the booklet that the rules name where the game ends; once it has, at this end."""
        ends = _sections_of_ends(self.program.bundle.rules)
        why = self.end.why if self.end else None
        wanted = [sections for reason, sections in ends if reason == why] or [
            sections for reason, sections in ends if why is None or not reason
        ]
        return [*dict.fromkeys(section for sections in wanted for section in sections)]

    # --- going back

    def can_undo(self, seat: int) -> bool:
        """Return whether a seat may take back its last pick.

        It may if no other person has picked since, nothing has happened by chance, and it has seen no other card.
        """
        return self._undone(seat) is not None

    def undo(self, seat: int) -> None:
        """Take back a seat's last pick, and what bots have picked since.

        Raises:
            NotNow: The player has learned something since.
        """
        number = self._undone(seat)
        if number is None:
            raise NotNow("this cannot be taken back: something has come to light since")
        if number == self.decision:
            del self.due.picked[seat]
            self._keep_pending()
            return
        tape = self.tape
        self._begin(tape)
        for picks in tape.picks[:number]:
            self._replay(picks)

    def _undone(self, seat: int) -> int | None:
        """Return the number of the decision to which a seat may go back; None if there is none."""
        if self.end is None and seat in self.due.picked:
            return self.decision
        for number in range(self.decision - 1, self.tape.since.get(seat, 0) - 1, -1):
            due = self._decisions[number]
            others = [other for other in due.question if other != seat and self.tape.setup.bots[other] == PERSON]
            if seat in due.question:
                has_learned = any(seat in step.learned for step in self.history.steps[number + 1 :])
                return number if due.chance == self._chance and not has_learned and not others else None
            if others:
                return None
        return None


@functools.cache
def _sections_of_ends(rules: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the sections of the booklet that rules name where a game ends, for each ``End`` with its reason.

    They stand in a comment beside it or in the docstring of its function; those of the functions that count its points
    follow. The reason is empty where it is no literal.
    """
    lines = rules.splitlines()
    functions = [node for node in ast.parse(rules).body if isinstance(node, ast.FunctionDef)]
    documented = {function.name: SECTION.findall(ast.get_docstring(function) or "") for function in functions}
    ends: list[tuple[str, tuple[str, ...]]] = []
    for function in functions:
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and _called(node) == "End":
                comments = " ".join(line.partition("#")[2] for line in lines[node.lineno - 1 : node.end_lineno])
                counted = [section for part in ast.walk(node) for section in documented.get(_called(part), ())]
                sections = [*(SECTION.findall(comments) or documented[function.name]), *counted]
                reason = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
                ends.append((str(reason), tuple(sections)))
    return tuple(ends)


def _called(node: ast.AST) -> str:
    """Return the name of the function that a part of the rules calls; empty for anything else."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _docstring(code: CodeType) -> str:
    """Return the docstring of a function's code; empty without one."""
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""


@contextmanager
def _refusals(file: str, refusals: dict[PlayingCard, str]) -> Iterator[None]:
    """Record, for the block, which cards functions of the rules refuse: those for which they return False.

    The words are those of the function's docstring, which says what it tests.
    """

    def watch(frame: FrameType, event: str, value: Any) -> None:
        if event != "return" or value is not False or frame.f_code.co_filename != file:
            return
        words = _docstring(frame.f_code).split("\n")[0].strip()
        if words:
            for argument in frame.f_code.co_varnames[: frame.f_code.co_argcount]:
                with suppress(KeyError):
                    if isinstance(card := frame.f_locals[argument], PlayingCard):
                        refusals[card] = words

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(before)
