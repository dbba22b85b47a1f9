"""Templates of the shipped games, changed in one place as people do by mistake: reading the faces back notices each."""

from __future__ import annotations

import pytest
from conftest import one_of
from games.test_data_changes import Changed, read

from pnp.check import CheckOptions, check

pytestmark = pytest.mark.slow

CHANGES = [
    ("chili/number", '    when: card.number < 100\n    text: "{{ card.number }}"', '    when: card.number < 100\n    text: "{{ card.chilies }}"'),
    ("chicken/player-back", 'team: {icon: "{{ card.team }}"', "team: {icon: \"{{ 'egg' if card.value == 2 else card.team }}\""),
    ("chicken/aid", "[r.round, r.cards, r.tricks, r.prize]", "[r.round, r.cards, r.prize, r.tricks]"),
    ("seventy-seven/card", "words[card.kind ~ '_hint']", "words['zero_hint']"),
    ("seventy-seven/figures/chain", "{{ '−' if chain.after[loop.index0].total < 0 else '' }}", ""),
    ("spicy/worlds-end", 'text: "{{ height.above }}"', 'text: "{{ height.above + 1 }}"'),
]  # fmt: skip


@pytest.mark.parametrize("change", one_of(CHANGES, CHANGES[3]), ids=[f"{name} {new}" for name, _, new in CHANGES])
def test_a_change_of_a_template_is_noticed(change: tuple[str, str, str]) -> None:
    template, old, new = change
    path, game = f"templates/{template}.yaml", template.split("/")[0]
    shows, elements = read(path).split("\nelements:")
    assert old in elements
    files = Changed({path: f"{shows}\nelements:{elements.replace(old, new, 1)}"})
    assert check(files, CheckOptions((game,), ("en",), checks=frozenset({"faces", "backs"}))).diagnostics
