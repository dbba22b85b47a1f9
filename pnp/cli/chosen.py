"""Options that say what is printed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.completing import known_parts

if TYPE_CHECKING:
    from pnp.choice import Choosing

MOST_COPIES = 1000

Only = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="NAME",
        help="Print this: cards, tokens, booklet, rules, a deck, an extra; may be repeated.",
        autocompletion=known_parts,
    ),
]
Cards = Annotated[
    str | None,
    typer.Option("--cards", metavar="EXPRESSION", help='Print cards for which this is true, as "card.number > 90".'),
]
Copies = Annotated[
    int | None,
    typer.Option("--copies", min=1, max=MOST_COPIES, metavar="NUMBER", help="Print each card so often."),
]
Changed = Annotated[bool, typer.Option("--changed", help="Print what differs from the last build.")]
ChangedFrom = Annotated[
    Path | None,
    typer.Option("--changed-from", metavar="FILE", help="Print what differs from the build of this faces.json."),
]


def choosing_of(
    only: Sequence[str] | None,
    cards: str | None,
    copies: int | None,
    changed: bool,
    changed_from: Path | None,
    folder: Path,
) -> Choosing:
    """What is printed, by the options, with the faces of earlier builds below a folder."""
    from pnp.choice import Choice, Choosing

    names = tuple(dict.fromkeys(name for entry in only or () for name in entry.split(",") if name))
    if only and not names:
        raise typer.BadParameter("names nothing", param_hint="--only")
    if changed and changed_from is not None:
        raise typer.BadParameter("says what it is compared with; give one of both", param_hint="--changed-from")
    if cards is not None and not cards.strip():
        raise typer.BadParameter("is empty", param_hint="--cards")
    choice = Choice(names, cards or "", copies, changed or changed_from is not None)
    if choice.is_of_cards and names and set(names) <= {"booklet", "rules"}:
        given = "--cards" if cards else "--copies" if copies else "--changed"
        raise typer.BadParameter(f"{given} is for cards, and --only names none", param_hint="--only")
    return Choosing(choice, folder, changed_from)
