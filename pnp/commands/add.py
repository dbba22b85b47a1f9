"""pnp add: the name of a part → its templates in a project, and the lines that it needs in game.yaml."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pnp.commands.arguments import only_game
from pnp.commands.options import FormOption, GameOption, ProjectDir, open_project
from pnp.commands.terminal import exit_with, report_faults, say, short_path, write_or_exit
from pnp.core.frozen_dataclass import frozen_dataclass
from pnp.outputs import Output
from pnp.project.new_project import Name, renamed_files
from pnp.starters import HERE, SHIPPED

if TYPE_CHECKING:
    from pnp.project.files import Files
    from pnp.project.game import Game
    from pnp.workers.pool import Progress

CARD_THICKNESS = 0.3
"""Thickness of a card of 300 g/m², mm."""

ROOM = 2.0
"""Space between the cards and the box, mm."""

MIN_DEPTH = 14
"""A shallower box has no room for the title on its sides, mm."""


MAX_DEPTH = 60
"""A deeper box bulges, and its net needs more than two sheets of A4, mm."""

NET_SIZE = "[212mm, 190mm]"
"""The size of the net in the starter, which is replaced by that for the game's box."""


class PartText(NamedTuple):
    """What a part adds to one game.

    Attributes:
        lines: The lines that it needs in game.yaml.
        replaced: Text of the starter → the text that replaces it in the game's own templates.
        remark: A remark for the designer; "" for none.
    """

    lines: str
    replaced: Mapping[str, str]
    remark: str = ""


@frozen_dataclass
class Part:
    """Something that a game may have.

    Attributes:
        summary: What it is.
        shared: Its files that all games share, from the project's folder.
        text: Returns what it adds to a game.
    """

    summary: str
    shared: tuple[str, ...]
    text: Callable[["Game"], PartText]


def _box_text(game: "Game") -> PartText:
    """Return a tuck box for the decks of a game, or several equal ones if one would be too deep."""
    decks = game.decks.values()
    sides = [sorted(deck.template.head.size) for deck in decks]
    across, high = (math.ceil(max(side) + ROOM - 0.5) for side in zip(*sides, strict=True))
    pile = sum(deck.size for deck in decks) * CARD_THICKNESS
    boxes = max(1, math.ceil(pile / (MAX_DEPTH - ROOM)))
    depth = max(MIN_DEPTH, math.ceil(pile / boxes + ROOM))
    names = " + ".join(f"decks.{deck.name}|length" for deck in decks)
    copies, times = (f", copies: {boxes}", f"{boxes} * ") if boxes > 1 else ("", "")
    lines = f"""\
facts:
  box: {{width: {across}, height: {high}, depth: {depth}, paper: {CARD_THICKNESS}}}    # inside, of paper, in mm
words:
  pitch: One sentence that makes people want to play.    # on the back of the box
  minutes: "{{{{ [game.minutes|min, game.minutes|max]|unique|join('–') }}}} min"  # on the box, with minutes:
extras:
  box: {{title: tuck box, template: {game.name}/box{copies}}}
expect:
  - that: ({names}) * box.paper < {times}box.depth
    why: {"the boxes are" if boxes > 1 else "the box is"} deep enough for the cards
"""
    net = f"[{2 * (across + depth) + 12}mm, {high + 2 * depth + 30}mm]"
    remark = f"the cards are {pile:.0f} mm high, too many for one box: split them into {boxes} of {depth} mm"
    return PartText(lines, {NET_SIZE: net}, remark if boxes > 1 else "")


def _rules_text(game: "Game") -> PartText:
    """Return first rules for the first deck of a game, in which the first number on its cards counts points."""
    deck = next(iter(game.decks.values()))
    numbers = (
        name
        for name in deck.cards[0].values
        if name.isidentifier() and all(type(card.values[name]) is int for card in deck.cards)
    )
    replaced = {"decks.cards": f"decks.{deck.name}"}
    if number := next(numbers, ""):
        scored = {"All cards count the same.": f"Who has kept the most {number} wins.", "sum(1": f"sum(card.{number}"}
        replaced |= scored
    return PartText("", replaced)


_ART = tuple(f"templates/common/art/{name}.svg" for name in ("players", "age", "clock"))
PARTS = {
    "box": Part("a tuck box for the decks", ("templates/common/box.yaml", *_ART), _box_text),
    "rules": Part("a rules.py to begin with: a draft", (), _rules_text),
}


def add(
    part: Annotated[
        str, typer.Argument(metavar="PART", help="; ".join(f"{name}, {part.summary}" for name, part in PARTS.items()))
    ],
    game: GameOption = "",
    project: ProjectDir = Path(),
    form: FormOption = "text",
) -> None:
    """Run ``pnp add``."""
    from pnp.core.diagnostics import Diagnostics
    from pnp.workers.supervisor import supervised

    if part not in PARTS:
        raise typer.BadParameter(f"no part {part}; there is {', '.join(PARTS)}", param_hint="PART")
    files, diagnostics = open_project(project), Diagnostics()
    added: tuple[Sequence[Output], str, PartText] | None = None
    with diagnostics.catch_faults():
        added, faults = supervised(partial(_added, files, only_game(files, game), part))
        diagnostics.extend(faults)
    if faulty := report_faults(diagnostics, files, form):
        exit_with(f"{faulty}; nothing was written")
    assert added is not None
    outputs, name, text = added
    write_or_exit(outputs, project, files)
    for file in outputs:
        say(short_path(project / file.path))
    if text.remark:
        say(text.remark, err=True)
    if not text.lines:
        return
    lines = text.lines.rstrip().split("\n")
    say(f"next: in data/{name}/game.yaml, below the keys of these names", "", *lines, err=True)


def _added(
    files: "Files", name: str, part: str, _step: "Progress"
) -> "tuple[tuple[Sequence[Output], str, PartText] | None, list[Any]]":
    """Return the new files of a part with its lines for game.yaml, and faults.

    This runs in a process that may be ended.
    """
    from pnp.core.diagnostics import Diagnostics
    from pnp.project.load import load_game
    from pnp.project.templates import Templates

    diagnostics = Diagnostics()
    with diagnostics.catch_faults():
        game = load_game(files, Templates(files), name, diagnostics)
        if game is not None:
            text = PARTS[part].text(game)
            outputs = list(_part_files(files, Name(name, game.head.title), part, text.replaced))
            return (outputs, name, text), list(diagnostics)
    return None, list(diagnostics)


def _part_files(files: "Files", name: Name, part: str, replaced: Mapping[str, str]) -> Iterator[Output]:
    """Yield the files of a part; shared files that exist are not changed.

    Raises:
        Fault: A file of the game's own already exists.
    """
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Fault, Place

    for path in PARTS[part].shared:
        if not files.exists(path):
            yield Output(path, (SHIPPED / path).read_bytes(), "")
    for output in renamed_files(HERE / part, name):
        if files.exists(output.path):
            what, fix = f"{output.path} already exists", "delete it, or keep using it"
            raise Fault(Code.PROJECT_EXISTS, Place(output.path), what=what, fix=fix)
        content = output.content.decode()
        for old, new in replaced.items():
            content = content.replace(old, new)
        yield Output(output.path, content.encode(), "")
