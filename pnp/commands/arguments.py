"""Texts of the command line → values: numbers of players, values to set, recorded picks, checks, targets of exports.

Each function raises typer.BadParameter, which names the option, if it cannot read the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from pnp.project.files import Files


def parse_games(games: str) -> int | None:
    """How many games; None to go on until it is certain."""
    from pnp.play.simulate import MOST_GAMES

    if games in ("certain", "until certain"):
        return None
    if not games.isdecimal() or not 0 < int(games) <= MOST_GAMES:
        raise typer.BadParameter(f"must be a number up to {MOST_GAMES:,}, or certain", param_hint="--games")
    return int(games)


def parse_players(written: Sequence[str]) -> list[int]:
    """Numbers of players, each once: "3", or "3,4"."""
    parts = [part.strip() for entry in written for part in entry.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise typer.BadParameter("must be numbers, as 3 or 3,4", param_hint="--players")
    return list(dict.fromkeys(map(int, parts)))


def parse_values(written: Sequence[str]) -> dict[str, object]:
    """name=value pairs; a value with a comma is a list, and so is one that ends in a comma."""
    values: dict[str, object] = {}
    for pair in written:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier() or name.startswith("_"):
            raise typer.BadParameter(f"{pair} is no name=value", param_hint="--set")
        parts = [_value(part) for part in value.split(",") if part]
        values[name] = parts if "," in value or not parts else parts[0]
    return values


def _value(written: str) -> object:
    """A number, yes or no, or a text."""
    if written in ("true", "false"):
        return written == "true"
    if re.fullmatch(r"-?\d+(\.\d+)?", written, re.ASCII):
        return float(written) if "." in written else int(written)
    return written


def parse_picks(picks: str) -> tuple[int, ...] | None:
    """Picks by number; None without any."""
    parts = [part for part in picks.split(",") if part]
    if not all(part.isdecimal() for part in parts):
        raise typer.BadParameter("must be numbers, as 0,3,1", param_hint="--picks")
    return tuple(map(int, parts)) if parts else None


def parse_checks(written: Sequence[str]) -> frozenset[str]:
    """Names of checks, each a word of its own or several with commas; without any, all."""
    from pnp.check import check_names
    from pnp.core.diagnostics import suggest

    known = check_names()
    names = [name.strip().lower() for entry in written for name in entry.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise typer.BadParameter(f"no check {name}; {suggest(name, known)}", param_hint="--only")
    return frozenset(names or known)


def targets(files: Files) -> list[str]:
    """What can be exported to: kinds of files and tables, then print shops."""
    from pnp.exports import export_names
    from pnp.project.profile import profile_names

    return [*export_names(), *profile_names(files)]


def parse_target(name: str, files: Files) -> str:
    """What to export to."""
    from pnp.core.diagnostics import suggest

    known = targets(files)
    if name.lower() not in known:
        raise typer.BadParameter(f"no format or print shop {name}; {suggest(name, known)}", param_hint="FORMAT")
    return name.lower()


def check_taken(target: str, context: typer.Context) -> None:
    """Refuse an option that what is exported to does not look at."""
    from pnp.core.diagnostics import Fault
    from pnp.exports import TO_SHOP, find_export

    try:
        own = find_export(target)
    except Fault:
        return  # exporting reports it
    export = own or TO_SHOP
    for option in ("dpi", "bleed", "corners", "contact", "url", "paper", "colour"):
        source = context.get_parameter_source(option)
        if option not in export.takes and source is not None and source.name != "DEFAULT":
            if option == "paper" and own is None:
                why = "lays sheets out itself; sheets in four inks are made with pnp build --press fogra39"
                raise typer.BadParameter(f"{target} {why}", param_hint="--paper")
            why = "has its own" if own is None else f"makes {export.summary}, and does not take it"
            raise typer.BadParameter(f"{target} {why}", param_hint=f"--{option}")


def check_address(url: str) -> None:
    """Refuse what is no address that files can be fetched from; without any, nothing is refused."""
    if url and not re.fullmatch(r"(https?|file)://\S+", url):
        raise typer.BadParameter(
            f"{url} is no address, as https://example.org/{{game}}/{{language}}", param_hint="--url"
        )


IDLE = (
    ("flip", "backs", ("none", "fold"), "sheets that are printed on one side are not turned over"),
    ("mark_length", "marks", ("none",), "there are no marks"),
    ("mark_offset", "marks", ("none",), "there are no marks"),
)
"""Options of build that do nothing beside some values of another, and why."""


def check_idle(context: typer.Context) -> None:
    """Refuse an option that does nothing beside the others."""
    for option, other, values, why in IDLE:
        source = context.get_parameter_source(option)
        if source is not None and source.name != "DEFAULT" and context.params[other] in values:
            beside = f"--{other} {context.params[other]}"
            raise typer.BadParameter(f"does nothing with {beside}: {why}", param_hint=f"--{option.replace('_', '-')}")


def parse_profile(name: str, files: Files) -> str:
    """A print shop that there is a profile of."""
    from pnp.core.diagnostics import suggest
    from pnp.project.profile import profile_names

    known = profile_names(files)
    if name.lower() not in known:
        raise typer.BadParameter(f"no print shop {name}; {suggest(name, known)}", param_hint="--profile")
    return name.lower()
