"""data/<game>/examples.yaml → worked examples: positions, picks and expected outcomes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictInt, StrictStr

from pnp.core.codes import Code
from pnp.core.diagnostics import Diagnostics, Fault, Mistake, Place
from pnp.project import forms
from pnp.project import values as v
from pnp.project.files import Files
from pnp.project.forms import StrictModel, takes
from pnp.project.measures import parse_bots
from pnp.project.tree import Map
from pnp.project.validate import validate


@takes(forms.list_of(forms.TEXT, 1))
def parse_seats(value: Any) -> tuple[str, ...]:
    """Parse the names of players, clockwise and each once."""
    if not isinstance(value, list) or not value or not all(isinstance(name, str) and name for name in value):
        raise Mistake("must be a list of names", "write [Lea, Tom, Nina]")
    if len(set(value)) < len(value):
        raise Mistake("must name each player once")
    return tuple(value)


def examples_path(game: str) -> str:
    """The path of a game's worked examples."""
    return f"data/{game}/examples.yaml"


class ExampleHead(StrictModel):
    """A worked example: a position or a deal, picks, and the expected outcome."""

    shows: StrictStr = ""
    """The rule or situation that it shows."""
    seats: Annotated[tuple[str, ...] | None, v.Plain(parse_seats)] = None
    """The names of the players, clockwise."""
    players: StrictInt | None = Field(None, ge=1, le=100)
    """How many people play, if seats are not named."""
    play: StrictStr = "game"
    """The function of rules.py that is played."""
    table: dict[str, Any] = {}
    """The table at the beginning: the cards of its piles by their names, the top card last, and its other values."""
    rest: dict[str, StrictStr] = {}
    """Piles that get all remaining cards of a deck, shuffled, below the cards that table gives them: {draw:
    numbers}."""
    seed: StrictStr = "example"
    """The seed of the random numbers."""
    bots: Annotated[tuple[str, ...] | None, v.Plain(parse_bots)] = None
    """The bots that play on after the last of the picks; without them the game stops there."""
    picks: tuple[Any, ...] = ()
    """The pick of each decision: one pick, a list of them by seat, or a mapping by name."""
    after: tuple[dict[str, Any], ...] = ()
    """Expected values of the table after each of these picks."""
    then: dict[str, Any] = {}
    """Expected values of the table at the end; why, winners and scores are those with which the game ends."""

    @property
    def expects_nothing(self) -> bool:
        """Whether every outcome is accepted."""
        return not self.then and not any(self.after)


def load_examples(files: Files, game: str, diagnostics: Diagnostics) -> tuple[dict[str, ExampleHead], Map | None]:
    """Return a game's examples by name, and the tree of their file; the tree is None if it cannot be read."""
    path = examples_path(game)
    tree = None
    with diagnostics.catch_faults():
        tree = files.yaml(path) if files.exists(path) else Map(path, (1, 1))
        if not isinstance(tree, Map):
            what, fix = f"{path} must be a mapping of examples by name", "write first_round: {shows: …}"
            raise Fault(Code.EXAMPLE_VALUE, Place(path, 1, 1), what=what, fix=fix)
    if not isinstance(tree, Map):
        return {}, None
    examples: dict[str, ExampleHead] = {}
    for name, entry in tree.items():
        if not name.isidentifier():
            what = f"example {name} cannot be named in expressions"
            fix = "use letters, digits and _"
            diagnostics.report(Code.EXAMPLE_VALUE, tree.place_of_key(name), what=what, fix=fix)
        elif not isinstance(entry, Map):
            what = f"example {name} must be a mapping"
            diagnostics.report(Code.EXAMPLE_VALUE, tree.place_of(name), what=what, fix="write play:, picks: and then:")
        elif example := validate(ExampleHead, entry, f"example {name}", diagnostics):
            examples[name] = example
    return examples, tree
