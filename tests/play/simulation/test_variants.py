"""Two variants from the same seeds: what differs is named, equal ones are not, and the intervals are calibrated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from play.simulation.test_balance import RULES, SETUP, garden
from strategies import shipped_fonts

from pnp.play.game_bundle import GameBundle, GameSetup, Measure
from pnp.play.names import Names
from pnp.play.report.terminal import WIDTH
from pnp.play.report.variant_words import as_html, as_text
from pnp.play.simulation.variants import Variant, VariantReport, VariantRow, play_pairs, simulate_pairs, variant_report

BURNING = RULES.replace("    facts = table.facts\n    deck", "    facts = table.facts\n    table.random()\n    deck")
"""The same game with other chance."""
MEASURES = (Measure("end.scores|max", "mean", "end"), Measure("table.points|length", "mean", "decision"))


def compared(
    games: int,
    values: Mapping[str, Any] | None = None,
    other: GameBundle | None = None,
    setup: GameSetup = SETUP,
    bundle: GameBundle | None = None,
) -> VariantReport:
    bundle = bundle or garden()
    pair = (Variant(bundle, setup), Variant(other or bundle, replace(setup, values=values or {})))
    return variant_report(play_pairs(pair, 0, games), pair, Names({"autumn": "Autumn"}, measures=[("Best", "points")]))


def certain(report: VariantReport) -> dict[str, VariantRow]:
    return {f"{row.name} {row.detail}".strip(): row for row in report.rows if row.is_certain}


def test_a_game_beside_itself_differs_in_nothing() -> None:
    report = compared(150)
    assert {row.name for row in report.rows} == {"decisions", "picks", "points", "lead", "won alone"}
    assert {row.difference.value for row in report.rows} == {0}
    assert certain(report) == {}
    assert "Nothing is certain to differ." in as_text(report)


def test_what_a_fact_changes_is_named_in_both_forms() -> None:
    report = compared(400, {"seat": 30}, bundle=replace(garden(), measures=MEASURES))
    named = certain(report)
    assert named["points"].difference.value == pytest.approx(30)  # 90 points of one seat of three
    assert named["won alone 1"].difference.low > 0.1
    assert named["measure Best"].difference.value > 0
    assert "measure table.points|length" not in named
    assert (report.one, report.other) == ("", "seat=30")
    text = as_text(report)
    assert "as it is beside seat=30" in text
    assert "points +30.00" in text
    assert max(map(len, text.splitlines())) <= WIDTH
    page = as_html([report], shipped_fonts())
    assert "seat 1 wins alone" in page
    assert json.loads(json.dumps(report.as_json()))["rows"][0]["name"] == "decisions"


def test_few_pairs_are_certain_of_nothing() -> None:
    assert certain(compared(50, {"seat": 100})) == {}


def test_endings_are_compared() -> None:
    ends = RULES.replace('"autumn"', '"autumn" if table.points[0] > 300 + facts.seat else "frost"')
    bundle = replace(garden(), rules=ends)
    row = next(row for row in compared(300, {"seat": 90}, bundle=bundle).rows if row.detail == "Autumn")
    assert (row.name, row.unit) == ("ending", "share")
    assert row.other - row.one == pytest.approx(row.difference.value)


def test_pairs_are_the_same_in_any_number_of_processes() -> None:
    pair = (Variant(garden(), SETUP), Variant(garden(), replace(SETUP, values={"seat": 5})))
    with ThreadPoolExecutor(1) as executor:
        results = [
            [*simulate_pairs(pair, 600, lambda task: executor.submit(task.function, *task.arguments), jobs)][-1]
            for jobs in (1, 3)
        ]
    assert results[0] == results[1]
    assert results[0].games == 600


def test_pairing_makes_the_interval_narrow() -> None:
    paired = compared(300, {"seat": 5})
    apart = compared(300, {"seat": 5}, other=replace(garden(), rules=BURNING))
    width = [
        row.difference.high - row.difference.low
        for report in (paired, apart)
        for row in report.rows
        if row.name == "points"
    ]
    assert width[0] < width[1] / 3


@pytest.mark.nightly
def test_equal_variants_of_other_chance_are_told_apart_in_five_runs_of_a_hundred_at_most() -> None:
    """Calibrated: of 200 runs 10 are expected at most; 17 or more would have a chance of 2 %."""
    other = replace(garden(), rules=BURNING)
    runs = [compared(300, other=other, setup=replace(SETUP, seed=str(run))) for run in range(200)]
    assert sum(bool(certain(report)) for report in runs) <= 16
    rows = [row for report in runs for row in report.rows]
    assert sum(row.is_certain for row in rows) <= 0.05 * len(rows)
