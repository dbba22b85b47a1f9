"""Charts and tables stand in a report by their roles, not by their titles or heights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from play.report.samples import asked, card, sample, together
from strategies import shipped_fonts

from pnp.play.report.charts import CHARTS
from pnp.play.report.grids import GRIDS
from pnp.play.report.html import report_html
from pnp.play.report.terminal import as_text
from pnp.play.report.wording import CARD_LISTS, ChartRole


def renamed(make: Callable[..., Any], title: str) -> Callable[..., Any]:
    def make_renamed(*arguments: Any) -> Any:
        drawn = make(*arguments)
        if drawn is None or hasattr(drawn, "title"):
            return drawn and replace(drawn, title=title)
        return [replace(chart, title=title) for chart in drawn]

    return make_renamed


@pytest.fixture
def other_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts and tables called by their roles, in capitals."""
    for role in CHARTS:
        monkeypatch.setitem(CHARTS, role, renamed(CHARTS[role], f"CHART-{role}"))
    for role in GRIDS:
        monkeypatch.setitem(GRIDS, role, renamed(GRIDS[role], f"GRID-{role}"))


ORDER = [
    *(f"CHART-{role}" for role in CHARTS if role not in CARD_LISTS),
    *(f"CHART-{role}" for role in CHARTS if role in CARD_LISTS),
]
FEW = tuple(card(str(number), 0.1 - number / 10) for number in range(3))
"""Their chart is lower than some that tell of the game."""


def test_every_role_is_shown() -> None:
    assert {*CHARTS, *GRIDS} == set(get_args(ChartRole))


@pytest.mark.usefixtures("other_titles")
@pytest.mark.parametrize("cards", [sample().cards, FEW])
def test_cards_stand_behind_the_game_on_the_page(cards: tuple[Any, ...]) -> None:
    report = asked(cards=cards)
    page = report_html([report], shipped_fonts())
    assert sorted(ORDER, key=lambda name: page.index(f">{name}<")) == ORDER


@pytest.mark.usefixtures("other_titles")
@pytest.mark.parametrize(
    ("report", "verdict", "below"), [(sample(), "Undecided:", "GRID-seats"), (together(), "Won:", "GRID-ends")]
)
def test_histograms_and_the_verdict_stand_with_their_tables_on_a_terminal(
    report: Any, verdict: str, below: str
) -> None:
    text = as_text(report)
    parts = {part.splitlines()[0]: part for part in text.split("\n\n")}
    assert verdict in parts[below]
    assert text.index("GRID-numbers") < text.index("Decisions") < text.index("GRID-ends")
