"""Texts on the command line → values: checks, targets of exports, profiles, games.

Each function raises typer.BadParameter, which names the option, if it cannot parse the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pnp.project.files import Files


def parse_checks(values: Sequence[str]) -> frozenset[str]:
    """Return names of checks, which are given one by one or separated by commas; all checks if none is given."""
    from pnp.check import check_names
    from pnp.core.diagnostics import suggest

    allowed = check_names()
    names = [name.strip().lower() for entry in values for name in entry.split(",") if name.strip()]
    for name in names:
        if name not in allowed:
            raise typer.BadParameter(f"no check {name}; {suggest(name, allowed)}", param_hint="--only")
    return frozenset(names or allowed)


def targets(files: Files) -> list[str]:
    """Return all targets of exports: kinds of files and tables, then print shops."""
    from pnp.exports import export_names
    from pnp.project.profiles import profile_names

    return [*export_names(), *profile_names(files)]


def parse_target(name: str, files: Files) -> str:
    """Return the target of an export."""
    from pnp.core.diagnostics import suggest

    allowed = targets(files)
    if name.lower() not in allowed:
        raise typer.BadParameter(f"no format or print shop {name}; {suggest(name, allowed)}", param_hint="FORMAT")
    return name.lower()


def check_taken(target: str, context: typer.Context) -> None:
    """Refuse an option that the target of an export does not use."""
    from pnp.core.diagnostics import Fault
    from pnp.exports import TO_SHOP, find_export

    try:
        own = find_export(target)
    except Fault:
        return  # exporting reports it
    export = own or TO_SHOP
    for option in ("dpi", "bleed", "corners", "contact", "url", "paper", "colour", "pyodide"):
        source = context.get_parameter_source(option)
        if option not in export.takes and source is not None and source.name != "DEFAULT":
            if option == "paper" and own is None:
                why = "lays sheets out itself; sheets in four inks are made with pnp build --press fogra39"
                raise typer.BadParameter(f"{target} {why}", param_hint="--paper")
            why = "has its own" if own is None else f"makes {export.summary}, and does not use it"
            raise typer.BadParameter(f"{target} {why}", param_hint=f"--{option}")


def check_address(url: str) -> None:
    """Refuse a text that is not a web address; an empty text is accepted."""
    if url and not re.fullmatch(r"(https?|file)://\S+", url):
        raise typer.BadParameter(
            f"{url} is not an address such as https://example.org/{{game}}/{{language}}", param_hint="--url"
        )


IDLE = (
    ("flip", "backs", ("none", "fold"), "sheets that are printed on one side are not turned over"),
    ("cut_order", "marks", ("none",), "there are no marks"),
    (
        "back_order",
        "backs",
        ("none", "duplex", "fold"),
        "only backs in their own file, --backs separate, have an order",
    ),
    ("mark_length", "marks", ("none",), "there are no marks"),
    ("mark_offset", "marks", ("none",), "there are no marks"),
)
"""Options of build that have no effect with some values of another option, and why."""


def check_idle(context: typer.Context) -> None:
    """Refuse an option that has no effect together with the other options."""
    for option, related, values, why in IDLE:
        source = context.get_parameter_source(option)
        if source is not None and source.name != "DEFAULT" and context.params[related] in values:
            beside = f"--{related} {context.params[related]}"
            raise typer.BadParameter(f"has no effect with {beside}: {why}", param_hint=f"--{option.replace('_', '-')}")


def parse_profile(name: str, files: Files) -> str:
    """Return the name of a print shop that has a profile."""
    from pnp.core.diagnostics import suggest
    from pnp.project.profiles import profile_names

    allowed = profile_names(files)
    if name.lower() not in allowed:
        raise typer.BadParameter(f"no print shop {name}; {suggest(name, allowed)}", param_hint="--profile")
    return name.lower()


def only_game(files: Files, requested: str, how: str = "with --game") -> str:
    """Return the requested game of a project, or its only game; raise a Fault if there is none, or several."""
    from pnp.core.codes import Code
    from pnp.core.diagnostics import Diagnostics, Fault, Place
    from pnp.project.files import find_games

    diagnostics = Diagnostics()
    games = find_games(files, [requested] if requested else [], diagnostics)
    for diagnostic in diagnostics:
        raise Fault(diagnostic.code, diagnostic.place, what=diagnostic.what, why=diagnostic.why, fix=diagnostic.fix)
    if len(games) > 1:
        what, fix = f"there are {len(games)} games: {', '.join(games)}", f"name one {how}"
        raise Fault(Code.GAME_UNKNOWN, Place("data"), what=what, fix=fix)
    return games[0]
