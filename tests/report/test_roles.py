"""What stands where in a report: by what it shows, in every form of it; not by its title, nor by how high it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, get_args

import pytest
from report.samples import asked, boxes, card, compositor, sample, together

from pnp.core.frame import Text
from pnp.report.charts import CHARTS
from pnp.report.grids import GRIDS
from pnp.report.html import report_html
from pnp.report.pages import report_pages
from pnp.report.terminal import as_text
from pnp.report.wording import BEHIND, Role


def renamed(make: Callable[..., Any], title: str) -> Callable[..., Any]:
    def make_it(*given: Any) -> Any:
        made = make(*given)
        if made is None or hasattr(made, "title"):
            return made and replace(made, title=title)
        return [replace(chart, title=f"{title}") for chart in made]

    return make_it


@pytest.fixture
def other_titles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Charts and tables called by their roles, in capitals."""
    for role in CHARTS:
        monkeypatch.setitem(CHARTS, role, renamed(CHARTS[role], f"CHART-{role}"))
    for role in GRIDS:
        monkeypatch.setitem(GRIDS, role, renamed(GRIDS[role], f"GRID-{role}"))


FRONT = [f"CHART-{role}" for role in CHARTS if role not in BEHIND]
ORDER = [*FRONT, *(f"CHART-{role}" for role in CHARTS if role in BEHIND)]
FEW = tuple(card(str(number), 0.1 - number / 10) for number in range(3))
"""Their chart is lower than some that tell of the game."""


def test_every_role_is_shown() -> None:
    assert {*CHARTS, *GRIDS} == set(get_args(Role))


@pytest.mark.usefixtures("other_titles")
@pytest.mark.parametrize("cards", [sample().cards, FEW])
def test_cards_stand_behind_the_game_on_paper_and_on_the_web(cards: tuple[Any, ...]) -> None:
    report = asked(cards=cards)
    page = report_html([report], compositor())
    assert sorted(ORDER, key=lambda name: page.index(f">{name}<")) == ORDER
    places = [
        (number, box.y, item.text)
        for number, frame in enumerate(report_pages([report], compositor()))
        for item, box in boxes(frame)
        if isinstance(item, Text) and item.text in ORDER
    ]
    tops = {text: (number, y) for number, y, text in places}
    assert set(tops) == set(ORDER)
    cards_at = min(tops["CHART-cards"], tops["CHART-kinds"])
    assert all(tops[name] < cards_at for name in FRONT)


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
