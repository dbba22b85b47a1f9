"""Texts of ``pnp simulate`` → values: numbers of games and players, values to set, recorded picks.

Each function raises typer.BadParameter, which names the option, if it cannot read the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import typer

from pnp.core.units import whole_number

CERTAIN_OF_CARDS = "certain:cards"
"""A value of --games: go on until it is certain which seats and cards matter."""


def parse_games(games: str) -> int | None:
    """Return the number of games; None to go on until it is certain."""
    from pnp.play.simulation.blocks import MAX_GAMES

    if games in ("certain", "until certain", CERTAIN_OF_CARDS):
        return None
    number = whole_number(games) or 0
    if not 0 < number <= MAX_GAMES:
        raise typer.BadParameter(
            f"must be a number up to {MAX_GAMES:,}, certain, or {CERTAIN_OF_CARDS}", param_hint="--games"
        )
    return number


def parse_players(values: Sequence[str]) -> list[int]:
    """Return numbers of players, each once, from texts such as "3" or "3,4"."""
    parts = [part.strip() for entry in values for part in entry.split(",")]
    numbers = [number for part in parts if (number := whole_number(part)) is not None]
    if len(numbers) < len(parts):
        raise typer.BadParameter("must be numbers, such as 3 or 3,4", param_hint="--players")
    return list(dict.fromkeys(numbers))


def parse_values(pairs: Sequence[str], option: str = "--set") -> dict[str, object]:
    """Return the values of name=value pairs; a value with a comma, even at its end, is a list."""
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.isidentifier() or name.startswith("_"):
            raise typer.BadParameter(f"{pair} is not a name=value", param_hint=option)
        parts = [_value(part) for part in value.split(",") if part]
        values[name] = parts if "," in value or not parts else parts[0]
    return values


def _value(text: str) -> object:
    """Return a number, true or false, or a text."""
    if text in ("true", "false"):
        return text == "true"
    if re.fullmatch(r"-?\d{1,99}(\.\d+)?", text, re.ASCII):
        return float(text) if "." in text else int(text)
    return text


def parse_picks(picks: str) -> tuple[int, ...] | None:
    """Return picks by number; None without any."""
    parts = [part for part in picks.split(",") if part]
    numbers = [number for part in parts if (number := whole_number(part)) is not None]
    if len(numbers) < len(parts):
        raise typer.BadParameter("must be numbers, such as 0,3,1", param_hint="--picks")
    return tuple(numbers) or None
