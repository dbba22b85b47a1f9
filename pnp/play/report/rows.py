"""Reports → one row for each card and each option that is no card, with all its numbers: a table for other programs."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.play.simulation.report import CardResult, ChoiceResult, Report
from pnp.play.statistics import Estimate

Row = Mapping[str, str | int | float | None]

TYPES: Mapping[str, type] = {
    "game": str,
    "players": int,
    "seed": str,
    "bots": str,
    "options": str,
    "games": int,
    "kind": str,
    "question": str,
    "deck": str,
    "name": str,
    "flag": str,
    "because": str,
    "picked_by": int,
    "wins_with": float,
    "wins_without": float,
    "lift": float,
    "lift_low": float,
    "lift_high": float,
    "counted_games": int,
    "offered_to": int,
    "offered": int,
    "picked": int,
    "pick_rate": float,
    "taken_at": float,
    "seen_at": float,
    "picked_often_by": int,
    "wins_often": float,
    "wins_seldom": float,
    "often_lift": float,
    "often_low": float,
    "often_high": float,
    "held_by": int,
    "drawn_by": int,
    "wins_held": float,
    "held_low": float,
    "held_high": float,
    "beyond_kind": float,
    "kind_low": float,
    "kind_high": float,
}
"""The columns with their types; docs/playing.md says what each holds."""


def rows(reports: Iterable[Report]) -> Iterator[Row]:
    """Yield a row for each option, then for each card, of each report."""
    for report in reports:
        cards = {(card.deck, card.face): card for card in report.cards}
        about: Row = {
            "game": report.title,
            "players": report.players,
            "seed": report.seed,
            "bots": ",".join(report.bots),
            "options": " ".join(report.options),
            "games": report.games,
            "counted_games": report.counted,
        }
        choices = {(choice.deck, choice.face): choice for choice in report.choices if choice.deck}
        for option in report.choices:
            if not option.deck:
                yield {**about, "kind": "option", **_choice(option)}
        for key in dict.fromkeys([*cards, *choices]):
            card, choice = cards.get(key), choices.get(key)
            name = card.name if card else choice.name if choice else ""
            unlike = next((one for one in report.outliers if (one.deck, one.name) == (key[0], name)), None)
            yield {
                **about,
                "kind": "card",
                **(_choice(choice) if choice else {"deck": key[0], "name": name}),
                **(_card(card) if card else {}),
                **_ends("beyond_kind", "kind", unlike.difference if unlike else None),
            }


def _choice(choice: ChoiceResult) -> Row:
    return {
        "question": choice.question,
        "deck": choice.deck,
        "name": choice.name,
        "flag": choice.flag,
        "because": choice.because,
        "offered_to": choice.seats,
        "offered": choice.offered,
        "picked": choice.picked,
        "pick_rate": choice.picked / choice.offered if choice.offered else None,
        "taken_at": choice.taken_at,
        "seen_at": choice.seen_at,
        "picked_often_by": choice.often,
        "wins_often": choice.wins_often,
        "wins_seldom": choice.wins_seldom,
        **_ends("often_lift", "often", choice.difference),
        "held_by": choice.held,
        "drawn_by": choice.drawn,
        **_ends("wins_held", "held", choice.wins_held),
    }


def _card(card: CardResult) -> Row:
    return {
        "flag": card.flag,
        "because": card.because,
        "picked_by": card.picked,
        "wins_with": card.wins_with,
        "wins_without": card.wins_without,
        **_ends("lift", "lift", card.difference),
    }


def _ends(name: str, ends: str, estimate: Estimate | None) -> Row:
    if estimate is None:
        return {}
    return {name: estimate.value, f"{ends}_low": estimate.low, f"{ends}_high": estimate.high}


def as_csv(reports: Sequence[Report]) -> str:
    """Return the rows as CSV; real numbers have nine digits, and what is not known is empty."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(TYPES), lineterminator="\n")
    writer.writeheader()
    for row in rows(reports):
        writer.writerow({name: f"{value:.9g}" if isinstance(value, float) else value for name, value in row.items()})
    return text.getvalue()


def as_parquet(reports: Sequence[Report]) -> bytes:
    """Return the rows as a Parquet file.

    Raises:
        ImportError: pyarrow is not installed.
    """
    import pyarrow
    from pyarrow import parquet

    arrow: Mapping[type, Any] = {str: pyarrow.string(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, arrow[kind]) for name, kind in TYPES.items()])
    listed = [{name: row.get(name) for name in TYPES} for row in rows(reports)]
    written = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.Table.from_pylist(listed, schema=schema), written)
    content: bytes = written.getvalue().to_pybytes()
    return content
